package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs.UnshownResultException;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.WrittenException;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.text.Explained;
import io.github.tensorloupe.text.Sentence;

/// Converts exceptions of background work into findings. Reading never changes a file, so the
/// message can state that the file on disk is unchanged; exceptions of saving, recovery and written
/// files state the result themselves.
public final class Failures {

  private Failures() {}

  public static Finding finding(Throwable failure) {
    return switch (failure) {
      case SaveException e -> Finding.of(FindingCode.INTERRUPTED_SAVE, e.sentence());
      case IOException e -> ReadFailures.finding(e);
      case UncheckedIOException e -> ReadFailures.finding(e.getCause());
      case Explained e -> Finding.of(FindingCode.READ_FAILED, e.sentence());
      case UnshownResultException e ->
          Finding.of(
              FindingCode.READ_FAILED,
              Sentence.of(
                  "The operation succeeded, but its result cannot be shown: {0}.",
                  String.valueOf(e.getCause())));
      case OutOfMemoryError _ ->
          Finding.of(
              FindingCode.NOT_ENOUGH_MEMORY,
              Sentence.of(
                  "Not enough memory; increase the limit with -Xmx. The file is unchanged."));
      default ->
          Finding.of(
              FindingCode.READ_FAILED,
              Sentence.of(
                  "Unexpected failure: {0}. The file is unchanged.", String.valueOf(failure)));
    };
  }

  public static Sentence sentence(Throwable failure) {
    return finding(failure).sentence();
  }

  /// Returns the failure of a job that reads and writes nothing.
  public static Failure of(Throwable failure) {
    return of(failure, sentence(failure));
  }

  /// Returns the failure of the last job of a slot, which reads and writes nothing.
  public static ObservableValue<Optional<Failure>> of(JobSlot<?> slot) {
    return slot.failureProperty().map(cause -> cause.map(Failures::of));
  }

  /// Returns the failure of a job that reads and writes nothing, with another message.
  public static Failure of(Throwable failure, String sentence) {
    return of(failure, Sentence.of(sentence));
  }

  private static Failure of(Throwable failure, Sentence sentence) {
    return new Failure(
        "",
        sentence,
        statesResult(failure) ? Failure.Disk.AS_STATED : Failure.Disk.UNCHANGED,
        Optional.of(failure));
  }

  /// Returns true if the message of a failure states what happened to the file on disk.
  static boolean statesResult(Throwable failure) {
    return failure instanceof SaveException || failure instanceof WrittenException;
  }

  /// Returns the failure for a bug in the program. Showing content never writes.
  public static Failure ofBug(Throwable fault, Messages messages) {
    return of(
        fault,
        fault instanceof OutOfMemoryError
            ? messages.text("fault.memory")
            : messages.text("fault.sentence", fault.toString()));
  }
}
