package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.pane.save.FileOutcome.Result;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.Destination;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOutcome;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Plans and saves files one after the other, each as a transaction of its own. Blocks the calling
/// thread.
final class SaveRun {

  /// A file and the metadata to save into it.
  record Target(TensorFile file, Metadata metadata) {}

  private final Saver saver;
  private final Messages messages;

  SaveRun(Saver saver, Messages messages) {
    this.saver = saver;
    this.messages = messages;
  }

  /// Plans each file; a file that cannot be planned does not affect the others.
  ///
  /// @throws CancellationException if cancelled
  List<PlannedFile> plan(
      List<Target> targets,
      Destination destination,
      SaveOptions options,
      Cancellation cancellation) {
    List<PlannedFile> plans = new ArrayList<>();
    for (Target target : targets) {
      cancellation.check();
      Path path = target.file().path();
      try {
        plans.add(new PlannedFile.Planned(plan(target, destination, options)));
      } catch (IOException e) {
        plans.add(new PlannedFile.Unplanned(path, Failures.of(e).about(path)));
      }
    }
    return List.copyOf(plans);
  }

  private SavePlan plan(Target target, Destination destination, SaveOptions options)
      throws IOException {
    return switch (destination) {
      case Destination.SameFiles() -> saver.plan(target.file(), target.metadata(), options);
      case Destination.CopyOfFile(Path path, boolean replaces) ->
          saver.planCopy(target.file(), target.metadata(), path, replaces, options);
      case Destination.CopiesInFolder(Path from, Path to) -> {
        Path inFolder = absolute(from).relativize(absolute(target.file().path()));
        yield saver.planCopy(
            target.file(), target.metadata(), to.resolve(inFolder), false, options);
      }
    };
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  /// Saves the planned files. A file that fails does not affect the others; after cancellation the
  /// rest stays unchanged.
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
      progress.report(done, total);
      outcomes.add(
          outcome(
              file, cancellation, (part, _) -> progress.report(done + Math.min(part, own), total)));
      before += own;
    }
    return List.copyOf(outcomes);
  }

  private FileOutcome outcome(PlannedFile file, Cancellation cancellation, Progress progress) {
    return switch (file) {
      case PlannedFile.Unplanned(Path path, Failure failure) -> {
        FileOutcome outcome =
            new FileOutcome(path, path, Result.FAILED, messages.sentence(failure.sentence()));
        yield failure.cause().map(outcome::because).orElse(outcome);
      }
      case PlannedFile.Planned(SavePlan plan) ->
          plan.obstacle()
              .map(obstacle -> outcome(plan, Result.FAILED, messages.sentence(obstacle.sentence())))
              .orElseGet(() -> save(plan, cancellation, progress));
    };
  }

  private FileOutcome save(SavePlan plan, Cancellation cancellation, Progress progress) {
    if (cancellation.isRequested()) {
      return outcome(plan, Result.STOPPED, messages.text("save.outcome.not-begun"));
    }
    try {
      SaveOutcome outcome = saver.save(plan, cancellation, progress);
      return outcome(plan, resultOf(outcome), messages.sentence(outcome.message()));
    } catch (CancellationException e) {
      return outcome(plan, Result.STOPPED, messages.text("save.outcome.stopped"));
    } catch (SaveException e) {
      return outcome(plan, resultOf(plan, e), messages.sentence(e.sentence())).because(e);
    } catch (RuntimeException | Error e) {
      String what = DisplayText.of(e.toString(), 400);
      return outcome(plan, Result.FAILED, messages.text("save.outcome.unexpected", what))
          .because(e);
    }
  }

  private static Result resultOf(SaveOutcome outcome) {
    if (!outcome.isSaved()) {
      return Result.UNCHANGED;
    }
    return outcome.isConfirmedDurable() ? Result.SAVED : Result.UNCONFIRMED;
  }

  private static Result resultOf(SavePlan plan, SaveException failure) {
    if (!failure.fileIsUnchanged()) {
      return Result.FAILED;
    }
    try {
      boolean same = FileIdentity.of(plan.path()).equals(plan.identity());
      return same ? Result.FAILED : Result.CHANGED_ON_DISK;
    } catch (IOException e) {
      // The exception of the save already describes the problem.
      return Result.FAILED;
    }
  }

  private static FileOutcome outcome(SavePlan plan, Result result, String sentence) {
    return new FileOutcome(plan.path(), plan.target(), result, sentence);
  }
}
