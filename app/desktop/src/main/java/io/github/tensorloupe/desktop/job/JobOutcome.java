package io.github.tensorloupe.desktop.job;

/// The outcome of a job.
public sealed interface JobOutcome {

  /// It did what it was to do.
  ///
  /// @param sentence what came of it, for a person; may be empty
  record Done(String sentence) implements JobOutcome {}

  /// It threw something.
  record Failed(Throwable cause) implements JobOutcome {}

  /// It was asked to stop, and did.
  record Cancelled() implements JobOutcome {}
}
