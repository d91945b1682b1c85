package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome.Result;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.ChangeSet;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Destination;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOutcome;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Plans and saves files sequentially, each in a separate transaction. Blocks the calling thread.
record SaveRun(Saver saver, Messages messages) {

  /// The result of planning the save of one file: a plan, possibly with obstacles, or the reason
  /// why the file could not be read.
  ///
  /// @param path the file that was opened
  record PlannedFile(Path path, Optional<SavePlan> plan, Optional<Failure> failure) {

    static PlannedFile failed(Path path, Throwable failure) {
      Failure planFailure = Failures.of(failure).about(path);
      return new PlannedFile(path, Optional.empty(), Optional.of(planFailure));
    }

    boolean isSaveable() {
      return plan.filter(each -> each.obstacles().isEmpty()).isPresent();
    }

    /// Bytes to be written; 0 if the file cannot be saved.
    long bytesToWrite() {
      return isSaveable() ? plan.orElseThrow().bytesToWrite() : 0;
    }
  }

  /// The outcome of saving one file.
  ///
  /// @param path the file that was opened
  /// @param target the file that was, or would have been, written
  /// @param sentence the outcome in the language of the window
  record FileOutcome(
      Path path, Path target, Result result, String sentence, Optional<Throwable> cause) {

    enum Result {
      /// Written and confirmed durable.
      SAVED,
      /// Written, but may not survive a power failure.
      UNCONFIRMED,
      /// Nothing had to be written.
      UNCHANGED,
      /// Refused or failed.
      FAILED,
      /// Refused or failed because the file has changed since it was opened.
      CHANGED_ON_DISK,
      /// Stopped before anything was changed.
      STOPPED
    }

    /// Returns the outcome of a save that ended with an unexpected exception.
    static FileOutcome unexpected(Path path, Path target, Throwable thrown, Messages messages) {
      String what = DisplayText.of(thrown.toString(), 400);
      String sentence = messages.text("save.outcome.unexpected", what);
      return new FileOutcome(path, target, Result.FAILED, sentence, Optional.of(thrown));
    }

    /// Returns whether the file on disk has the requested content.
    boolean isDone() {
      return isWritten() || result == Result.UNCHANGED;
    }

    boolean isStopped() {
      return result == Result.STOPPED;
    }

    boolean isWritten() {
      return result == Result.SAVED || result == Result.UNCONFIRMED;
    }

    /// @param outcomes at least one, all successful
    static String summary(List<FileOutcome> outcomes, Messages messages) {
      String saved =
          outcomes.size() == 1
              ? outcomes.getFirst().sentence()
              : messages.text("save.done", messages.count(outcomes.size()));
      return outcomes.stream().anyMatch(FileOutcome::isWritten)
          ? saved + " " + messages.text("save.done.tensors")
          : saved;
    }
  }

  /// Returns the destination of a copy.
  ///
  /// @param to a file if the checkpoint has one file, otherwise a folder
  Destination copyTo(Path to, Checkpoint checkpoint) {
    if (checkpoint.files().size() == 1) {
      return new Destination.CopyOfFile(to, Files.exists(to));
    }
    Path path = checkpoint.path().toAbsolutePath().normalize();
    return new Destination.CopiesInFolder(Files.isDirectory(path) ? path : path.getParent(), to);
  }

  /// Plans each file; a file that cannot be planned does not affect the others.
  ///
  /// @throws CancellationException if cancelled
  List<PlannedFile> plan(
      List<ChangeSet> sets,
      Destination destination,
      SaveOptions options,
      Cancellation cancellation) {
    List<PlannedFile> plans = new ArrayList<>();
    for (ChangeSet set : sets) {
      Metadata metadata = set.metadata().orElseThrow();
      for (TensorFile file : set.files()) {
        cancellation.check();
        try {
          SavePlan plan = plan(file, metadata, destination, options);
          plans.add(new PlannedFile(file.path(), Optional.of(plan), Optional.empty()));
        } catch (CancellationException e) {
          throw e;
        } catch (IOException | RuntimeException | Error e) {
          plans.add(PlannedFile.failed(file.path(), e));
        }
      }
    }
    return plans;
  }

  private SavePlan plan(
      TensorFile file, Metadata metadata, Destination destination, SaveOptions options)
      throws IOException {
    return switch (destination) {
      case Destination.SameFiles() -> saver.plan(file, metadata, options);
      case Destination.CopyOfFile(Path path, boolean replaces) ->
          saver.planCopy(file, metadata, path, replaces, options);
      case Destination.CopiesInFolder(Path from, Path to) ->
          saver.planCopy(file, metadata, copyOf(file.path(), from, to), false, options);
    };
  }

  /// Saves the planned files. A file that fails does not affect the others. After cancellation, the
  /// remaining files stay unchanged.
  ///
  /// @param progress in bytes of all plans
  /// @return one outcome per file, in order
  List<FileOutcome> run(List<PlannedFile> files, Cancellation cancellation, Progress progress) {
    long total = files.stream().mapToLong(PlannedFile::bytesToWrite).sum();
    long before = 0;
    List<FileOutcome> outcomes = new ArrayList<>();
    for (PlannedFile file : files) {
      long done = before;
      long own = file.bytesToWrite();
      Progress part = (bytes, _) -> progress.report(done + Math.min(bytes, own), total);
      progress.report(done, total);
      outcomes.add(outcome(file, cancellation, part));
      before += own;
    }
    return outcomes;
  }

  private FileOutcome outcome(PlannedFile file, Cancellation cancellation, Progress progress) {
    if (file.failure().isPresent()) {
      Failure failure = file.failure().get();
      String sentence = messages.sentence(failure.sentence());
      return new FileOutcome(file.path(), file.path(), Result.FAILED, sentence, failure.cause());
    }
    SavePlan plan = file.plan().orElseThrow();
    return plan.obstacle()
        .map(obstacle -> outcome(plan, Result.FAILED, messages.sentence(obstacle.sentence())))
        .orElseGet(() -> save(plan, cancellation, progress));
  }

  private FileOutcome save(SavePlan plan, Cancellation cancellation, Progress progress) {
    if (cancellation.isRequested()) {
      return outcome(plan, Result.STOPPED, messages.text("save.outcome.not-begun"));
    }
    try {
      SaveOutcome outcome = saver.save(plan, cancellation, progress);
      Result saved = outcome.isConfirmedDurable() ? Result.SAVED : Result.UNCONFIRMED;
      return outcome(
          plan, outcome.isSaved() ? saved : Result.UNCHANGED, messages.sentence(outcome.message()));
    } catch (CancellationException e) {
      return outcome(plan, Result.STOPPED, messages.text("save.outcome.stopped"));
    } catch (SaveException e) {
      Result result =
          e.fileIsUnchanged() && isChanged(plan) ? Result.CHANGED_ON_DISK : Result.FAILED;
      String sentence = messages.sentence(e.sentence());
      return new FileOutcome(plan.path(), plan.target(), result, sentence, Optional.of(e));
    } catch (RuntimeException | Error e) {
      return FileOutcome.unexpected(plan.path(), plan.target(), e, messages);
    }
  }

  private static boolean isChanged(SavePlan plan) {
    try {
      return !FileIdentity.of(plan.path()).equals(plan.identity());
    } catch (IOException e) {
      // The exception of the save already describes the problem.
      return false;
    }
  }

  private static FileOutcome outcome(SavePlan plan, Result result, String sentence) {
    return new FileOutcome(plan.path(), plan.target(), result, sentence, Optional.empty());
  }

  /// Copies the indexes of a checkpoint unchanged. Skips an index if an identical copy already
  /// exists.
  ///
  /// @param from the folder that contains the checkpoint
  /// @param to the folder that contains copies of its files in the same structure
  /// @throws IOException if an index cannot be copied, or a different file with its name exists
  static List<Path> copyIndexes(
      Checkpoint checkpoint, Path from, Path to, Cancellation cancellation) throws IOException {
    List<Path> copies = new ArrayList<>();
    for (Path index : indexesOf(checkpoint, cancellation)) {
      cancellation.check();
      Path copy = copyOf(index, from, to);
      if (!Files.exists(copy) || Files.mismatch(index, copy) >= 0) {
        Files.copy(index, copy);
      }
      copies.add(copy);
    }
    return List.copyOf(copies);
  }

  private static List<Path> indexesOf(Checkpoint checkpoint, Cancellation cancellation) {
    if (checkpoint.kind() == FileKind.SET && !Files.isDirectory(checkpoint.path())) {
      return List.of(checkpoint.path());
    }
    return CheckpointFinder.find(checkpoint.path(), cancellation).stream()
        .filter(it -> it instanceof CheckpointFinder.FoundSet(var set) && set.hasIndex())
        .map(CheckpointFinder.Found::path)
        .toList();
  }

  /// Returns the path of the copy of a file.
  private static Path copyOf(Path file, Path from, Path to) {
    Path folder = from.toAbsolutePath().normalize();
    return to.resolve(folder.relativize(file.toAbsolutePath().normalize()));
  }
}
