package io.github.tensorloupe.ui.job;

import io.github.tensorloupe.ui.command.Command;
import java.nio.file.Path;

/// Where a person finds what a job has brought.
public sealed interface JobResult {

  /// In the window; the command leads there.
  record InWindow(Command command) implements JobResult {}

  /// On disk.
  record OnDisk(Path path) implements JobResult {}
}
