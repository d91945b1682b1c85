package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.pane.save.FileOutcome.Result;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.save.SaveOutcome;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/// Saves files one after the other, each as a transaction of its own. Blocks the calling thread.
final class SaveRun {

  private final Saver saver;
  private final Messages messages;

  SaveRun(Saver saver, Messages messages) {
    this.saver = saver;
    this.messages = messages;
  }

  /// Does what the plans say. A file that cannot be saved, or fails, does not keep the others from
  /// being saved; once cancelled, the rest stays as it is.
  ///
  /// @param progress bytes written of the bytes of all plans
  /// @return one outcome for each file, in their order
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
      // The save itself has told what is wrong with the file.
      return Result.FAILED;
    }
  }

  private static FileOutcome outcome(SavePlan plan, Result result, String sentence) {
    return new FileOutcome(plan.path(), plan.target(), result, sentence);
  }
}
