package io.github.tensorloupe.desktop.job;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;

/// A job that is over.
///
/// @param about the file it was done with, where that is not in the title
/// @param result where its result is, if there is one
public record EndedJob(
    String title,
    Optional<String> about,
    JobOutcome outcome,
    Duration took,
    Instant endedAt,
    Optional<JobResult> result) {

  /// The place where a person finds the result of a job.
  public sealed interface JobResult {

    /// In the window; the command leads there.
    record InWindow(Command command) implements JobResult {}

    /// On disk.
    record OnDisk(Path path) implements JobResult {}
  }
}
