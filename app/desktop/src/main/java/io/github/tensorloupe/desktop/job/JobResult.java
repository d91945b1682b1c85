package io.github.tensorloupe.desktop.job;

import io.github.tensorloupe.desktop.command.Command;
import java.nio.file.Path;

/// Where a person finds what a job has brought.
public sealed interface JobResult {

  /// In the window; the command leads there.
  record InWindow(Command command) implements JobResult {}

  /// On disk.
  record OnDisk(Path path) implements JobResult {}
}
