package io.github.tensorloupe.desktop.job;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;

/// The place where a person finds the result of a job.
public sealed interface JobResult {

  /// In the window; the command leads there.
  record InWindow(Command command) implements JobResult {}

  /// On disk.
  record OnDisk(Path path) implements JobResult {}
}
