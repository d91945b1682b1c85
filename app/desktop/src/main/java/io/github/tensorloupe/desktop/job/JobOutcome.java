package io.github.tensorloupe.desktop.job;

import module java.base;

/// The outcome of a job.
public sealed interface JobOutcome {

  /// It did what it was to do.
  ///
  /// @param sentence what came of it, for a person; may be empty
  record Done(String sentence) implements JobOutcome {
    public Done {
      Objects.requireNonNull(sentence);
    }
  }

  /// It threw something.
  record Failed(Throwable cause) implements JobOutcome {
    public Failed {
      Objects.requireNonNull(cause);
    }
  }

  /// It was asked to stop, and did.
  record Cancelled() implements JobOutcome {}
}
