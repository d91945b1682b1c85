package io.github.tensorloupe.ui.error;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.save.SaveException;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Turns what background work threw into a finding. Reading never changes a file, so every sentence
/// holds with the file on disk unchanged; saving and recovering tell themselves what they left.
public final class Failures {

  private Failures() {}

  /// The finding for whatever a job threw.
  public static Finding finding(Throwable failure) {
    return switch (failure) {
      case SaveException e -> Finding.of(FindingCode.INTERRUPTED_SAVE, e.getMessage());
      case IOException e -> ReadFailures.finding(e);
      case UncheckedIOException e -> ReadFailures.finding(e.getCause());
      case OutOfMemoryError _ ->
          Finding.of(
              FindingCode.NOT_ENOUGH_MEMORY,
              "There is not enough memory for this; allow more with -Xmx. The file is unchanged.");
      default ->
          Finding.of(
              FindingCode.READ_FAILED,
              "An unexpected failure: %s. The file is unchanged.".formatted(failure));
    };
  }

  /// The sentence for whatever a job threw.
  public static String sentence(Throwable failure) {
    return finding(failure).message();
  }
}
