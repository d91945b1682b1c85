package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.Draft.Written;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;
import io.github.tensorloupe.work.IoRunnable;

/// New files that get their names together, once all of them are complete. If one of them cannot
/// get its name, the others lose theirs again, and replaced files are restored. Not thread-safe.
public final class DraftGroup {

  /// Writes the content of a draft.
  @FunctionalInterface
  public interface Writing<T> {
    /// @param number the position of the file's target
    T write(Draft draft, int number) throws IOException;
  }

  private final List<Draft> drafts = new ArrayList<>();
  private int movedCount;

  private DraftGroup() {}

  /// Writes files. Blocks the calling thread.
  ///
  /// @param cancellation checked while bytes are copied, and before the first file gets its name
  /// @param check called when all files are complete, before the first one gets its name
  /// @return the written files, in the order of their targets
  /// @throws WrittenException if all files were written, but a later step failed
  /// @throws IOException as for [Draft#write]; the message names the files that could not be undone
  public static <T> List<Written<T>> write(
      FileOperations files,
      List<ExportTarget> targets,
      Cancellation cancellation,
      Writing<T> writing,
      IoRunnable check)
      throws IOException {
    // A draft of a replaced file must not be readable by more users than the file.
    return new DraftGroup()
        .write(
            targets.size(),
            number -> {
              ExportTarget target = targets.get(number);
              return Draft.create(files, target, cancellation, target.replaces());
            },
            writing,
            () -> {
              check.run();
              cancellation.check();
            });
  }

  /// Writes a single file.
  static <T> Written<T> write(Draft draft, Cancellation cancellation, IoFunction<Draft, T> writing)
      throws IOException {
    return new DraftGroup()
        .write(1, _ -> draft, (only, _) -> writing.apply(only), cancellation::check)
        .getFirst();
  }

  private <T> List<Written<T>> write(
      int count, IoFunction<Integer, Draft> opening, Writing<T> writing, IoRunnable check)
      throws IOException {
    List<T> results = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        Draft draft = opening.apply(i);
        drafts.add(draft);
        results.add(writing.write(draft, i));
      }
      for (Draft draft : drafts) {
        draft.finish();
      }
      check.run();
      for (Draft draft : drafts) {
        draft.move(count > 1);
        movedCount++;
      }
    } catch (IOException | RuntimeException | Error e) {
      undo(e);
      throw e;
    }
    end();
    return IntStream.range(0, count)
        .mapToObj(i -> new Written<>(results.get(i), drafts.get(i).warning()))
        .toList();
  }

  /// Deletes all new files.
  ///
  /// @throws IOException the cause with the names of the files that remain
  private void undo(Throwable cause) throws IOException {
    Throwable failure = cause;
    for (int i = drafts.size() - 1; i >= 0; i--) {
      try {
        if (i < movedCount) {
          drafts.get(i).undo(failure);
        } else {
          drafts.get(i).discard(failure);
        }
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != cause) {
      throw (IOException) failure;
    }
  }

  private void end() throws WrittenException {
    List<WrittenException> problems = new ArrayList<>();
    for (Draft draft : drafts) {
      try {
        draft.end();
      } catch (WrittenException e) {
        problems.add(e);
      }
    }
    if (!problems.isEmpty()) {
      throw WrittenException.of(problems);
    }
  }
}
