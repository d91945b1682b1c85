package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoConsumer;
import io.github.tensorloupe.work.IoRunnable;

/// The replacement of a target by its complete draft. Swaps the names of both files if the file
/// system supports this, so that a file created by another program at the last moment is not lost.
///
/// Compares the target with the draft after a failed rename, because network file systems report
/// failures of successful renames.
///
/// @param key the file key of the draft, or empty if the file system has none; the draft must stay
///   open, so that no other file can get its key
public record Replacement(
    FileOperations operations, Path draft, Path target, Optional<Object> key) {

  /// Renames the draft to its target, which must not exist.
  ///
  /// @throws FileAlreadyExistsException if the target exists
  public void publish() throws IOException {
    requireDraft();
    // Fails for an unusable name here, where the outcome is known.
    if (operations.exists(target)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    attempt(() -> operations.publish(draft, target));
  }

  /// Renames the draft to its target, which must not exist. Never leaves the draft with both names.
  void renameNoReplace() throws IOException {
    attempt(() -> operations.renameNoReplace(draft, target));
  }

  /// Renames the draft to its target, and deletes a file with this name.
  public void overwrite() throws IOException {
    requireDraft();
    attempt(() -> operations.rename(draft, target));
  }

  private void requireDraft() throws IOException {
    if (key.isPresent() && !isDraft(draft)) {
      throw lostDraft();
    }
  }

  private FileSystemException lostDraft() {
    return new FileSystemException(
        draft.toString(), null, "another program has deleted or replaced this temporary file");
  }

  private void attempt(IoRunnable step) throws IOException {
    try {
      step.run();
    } catch (IOException | RuntimeException | Error e) {
      if (!isRenamed(e)) {
        if (e instanceof NoSuchFileException) {
          requireDraft();
        }
        throw e;
      }
    }
  }

  private boolean isRenamed(Throwable failure) throws SaveException {
    try {
      return isDraft(target);
    } catch (IOException | RuntimeException | Error e) {
      failure.addSuppressed(e);
      throw unknown(failure);
    }
  }

  private SaveException unknown(Throwable failure) {
    return new SaveException(
        Sentence.of(
            "Whether {0} was replaced is not known: {1}, and then it could not be examined.",
            PathText.of(target), SaveSentences.reason(failure)),
        false,
        failure);
  }

  private boolean isDraft(Path path) throws IOException {
    try {
      return key.isPresent() && operations.fileKey(path).equals(key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /// Replaces the target. After a swap, the old file has the name of the draft.
  ///
  /// @param keepsOld true to swap the names in several steps if the file system cannot swap them at
  ///   once, so that [#undo] is possible. A program killed meanwhile leaves the old file under a
  ///   name that no recovery deletes
  /// @param check verifies the replaced file, which now has the draft's name, or the target if the
  ///   names cannot be swapped; throws a [SentenceException] if it is not the expected file, and
  ///   another exception if it cannot be examined
  /// @return a warning, as a sentence fragment, if the target was replaced, but the replaced file
  ///   could not be examined and is kept under another name
  /// @throws SaveException if another program's file was replaced and cannot be restored, or if the
  ///   outcome is unknown
  /// @throws IOException if the check failed and both files have their original names again, or if
  ///   the draft could not be renamed
  public Optional<Sentence> run(boolean keepsOld, IoConsumer<Path> check) throws IOException {
    if (!exchange() && !(keepsOld && swapInSteps())) {
      check.accept(target);
      overwrite();
      return Optional.empty();
    }
    try {
      check.accept(draft);
      if (key.isPresent() && !isDraft(target)) {
        // The draft had been replaced. The old file must not be deleted.
        throw lostDraft();
      }
      return Optional.empty();
    } catch (IOException | RuntimeException | Error e) {
      if (isUndone(e)) {
        throw e;
      }
      return Optional.of(keepReplaced(e));
    }
  }

  /// Renames the draft to a name that no recovery deletes, because [#run] gives this name to the
  /// replaced file.
  public Replacement withKeptName() throws IOException {
    requireDraft();
    return new Replacement(operations, moveToKeptName(), target, key);
  }

  private Path moveToKeptName() throws IOException {
    while (true) {
      Path keptPath = new SaveArtifacts(operations, target).kept().free();
      try {
        new Replacement(operations, draft, keptPath, operations.fileKey(draft)).publish();
        return keptPath;
      } catch (FileAlreadyExistsException e) {
        // Another program has taken the name meanwhile.
      }
    }
  }

  private boolean exchange() throws IOException {
    requireDraft();
    try {
      return operations.exchange(draft, target);
    } catch (IOException | RuntimeException | Error e) {
      if (isRenamed(e)) {
        return true;
      }
      throw e;
    }
  }

  /// Swaps the names without the support of the file system.
  ///
  /// @return true
  /// @throws SaveException if the old file has a third name now
  private boolean swapInSteps() throws IOException {
    Path aside = new SaveArtifacts(operations, target).kept().free();
    Replacement old = new Replacement(operations, target, aside, operations.fileKey(target));
    old.renameNoReplace();
    try {
      renameNoReplace();
      new Replacement(operations, aside, draft, old.key()).renameNoReplace();
      return true;
    } catch (IOException | RuntimeException | Error e) {
      try {
        if (!isDraft(target)) {
          new Replacement(operations, aside, target, old.key()).renameNoReplace();
          throw e;
        }
      } catch (IOException | RuntimeException | Error failure) {
        if (failure != e) {
          e.addSuppressed(failure);
        }
      }
      throw new SaveException(
          Sentence.of(
              "{0} could not be replaced: {1}. The old file is now {2}.",
              PathText.of(target), SaveSentences.reason(e), PathText.of(aside)),
          false,
          e);
    }
  }

  /// Gives both files the names they had before [#publish], or before [#run] kept the replaced
  /// file.
  ///
  /// @param cause the failure because of which this happens; receives further failures
  /// @return false if the target still is the new file
  public boolean undo(boolean hasReplaced, Throwable cause) {
    if (hasReplaced) {
      return isUndone(cause);
    }
    try {
      if (isDraft(draft)) {
        // The file has both names.
        FileOperations.deleteIfExists(operations, target);
      } else if (isDraft(target)) {
        new Replacement(operations, target, draft, key).renameNoReplace();
      }
      return isDraft(draft);
    } catch (IOException | RuntimeException | Error e) {
      cause.addSuppressed(e);
      return false;
    }
  }

  /// Swaps the names back. Returns false if that fails.
  private boolean isUndone(Throwable cause) {
    try {
      if (isDraft(target) && exchangeBack() && !isDraft(draft)) {
        // Another file had replaced the draft. Reverts this swap.
        operations.exchange(draft, target);
      }
      return isDraft(draft);
    } catch (IOException | RuntimeException | Error e) {
      cause.addSuppressed(e);
      return false;
    }
  }

  /// Renames the replaced file, because a file with the name of the draft may be deleted.
  ///
  /// @return a warning, as a sentence fragment, if the replaced file could not be examined
  /// @throws SaveException if another program replaced the target before or after this save
  private Sentence keepReplaced(Throwable cause) throws SaveException {
    Path keptPath;
    Sentence now;
    try {
      keptPath = moveToKeptName();
      boolean isReplaced = isDraft(target);
      if (isReplaced && !(cause instanceof SentenceException)) {
        return Sentence.of(
            "the replaced file could not be examined ({0}) and is kept as {1}",
            SaveSentences.reason(cause), PathText.of(keptPath));
      }
      now =
          isReplaced
              ? Sentence.of("{0} contains the new file", PathText.of(target))
              : Sentence.of("{0} does not contain the new file", PathText.of(target));
    } catch (IOException | RuntimeException | Error e) {
      cause.addSuppressed(e);
      throw unknown(cause);
    }
    throw new SaveException(
        Sentence.of(
            "Another program replaced {0} at the last moment. The replaced file is now {1}; {2}.",
            PathText.of(target), PathText.of(keptPath), now),
        false,
        cause);
  }

  private boolean exchangeBack() throws IOException {
    try {
      return operations.exchange(draft, target) || swapInSteps();
    } catch (IOException | RuntimeException | Error e) {
      // The rename may have succeeded.
      return isDraft(draft);
    }
  }

  /// Deletes the draft unless its name belongs to another file.
  ///
  /// @throws IOException if deleting fails
  public void deleteDraft() throws IOException {
    if (key.isEmpty() || isDraft(draft)) {
      FileOperations.deleteIfExists(operations, draft);
    }
  }

  /// Deletes the file with the name of the draft, if it is the replaced file or a second name of
  /// the target.
  ///
  /// @param replaced the file key of the replaced file, or empty if it is unknown or no file was
  ///   replaced
  /// @throws IOException if deleting fails
  public void deleteReplaced(Optional<String> replaced) throws IOException {
    try {
      if (isDraft(draft) || operations.fileKey(draft).map(Object::toString).equals(replaced)) {
        FileOperations.deleteIfExists(operations, draft);
      }
    } catch (NoSuchFileException e) {
      // Nothing to delete.
    }
  }
}
