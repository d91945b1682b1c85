package io.github.tensorloupe.batch;

import module java.base;

import io.github.tensorloupe.batch.FileMetadataChange.EditedFile;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.batch.MetadataBatch.Order;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.LoaderKeys;
import io.github.tensorloupe.edit.MetadataCheck;
import io.github.tensorloupe.edit.MetadataDifferences;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.NotEnoughMemoryException;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.save.Obstacle.Kind;
import io.github.tensorloupe.save.RecoveryReport;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.save.SaveOutcome;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The edit of one file of a batch, or of the copy of a file at another path.
record FileEdit(
    MetadataBatch batch,
    Order order,
    Path file,
    Optional<Path> copy,
    Cancellation cancellation,
    Progress progress) {

  /// The approximate memory per metadata entry in bytes, in addition to copies of the header.
  private static final long BYTES_PER_ENTRY = 250;

  private static final int HEADER_COPIES = 4;

  private static final Sentence NOTHING_CHANGED = Sentence.of("Nothing was changed.");

  /// Performs the edit. First recovers an interrupted save of the file and, for a copy, at the path
  /// of the copy.
  FileReport run() {
    Optional<RecoveryReport> recovered = Optional.empty();
    try {
      if (copy.isPresent() && !order.isDryRun()) {
        recovered = batch.recovery().recover(copy.get(), false);
      }
    } catch (SaveException e) {
      return failed(e.sentence());
    } catch (IOException e) {
      return failed(ReadFailures.finding(e).sentence().then(NOTHING_CHANGED));
    }
    return afterRecovery(recovered, edit(recovered.isPresent()));
  }

  /// @param isCopyRecovered true if an interrupted save at the path of the copy was recovered
  private FileReport edit(boolean isCopyRecovered) {
    Optional<RecoveryReport> recovered = Optional.empty();
    FileReport report;
    try {
      if (order.isDryRun()) {
        Optional<InterruptedSave> interrupted = batch.recovery().inspect(file);
        report =
            interrupted.isPresent()
                ? failed(interrupted.get().sentence().then(NOTHING_CHANGED))
                : plan();
      } else {
        recovered = batch.recovery().recover(file, false);
        report = plan();
        if (report.status() == Status.PLANNED) {
          report = save(report, isCopyRecovered || recovered.isPresent());
        }
      }
    } catch (SaveException e) {
      report = failed(e.sentence());
    } catch (IOException e) {
      boolean isRecovered = isCopyRecovered || recovered.isPresent();
      report = failed(withOutcome(ReadFailures.finding(e).sentence(), isRecovered));
    } catch (CancellationException e) {
      report = failed(cancelled(isCopyRecovered || recovered.isPresent()));
    } catch (OutOfMemoryError e) {
      report =
          failed(
              Sentence.of(
                  "{0} needs more memory than the limit allows; increase it with -Xmx.",
                  PathText.of(file)));
    } finally {
      // The entire share of the file is done, regardless of the outcome.
      progress.report(1, 1);
    }
    return afterRecovery(recovered, report);
  }

  private Sentence cancelled(boolean isRecovered) {
    return withOutcome(Sentence.of("Saving {0} was canceled.", PathText.of(file)), isRecovered);
  }

  /// Adds that nothing was changed, unless a recovery has changed files.
  private static Sentence withOutcome(Sentence failure, boolean isRecovered) {
    return isRecovered ? failure : failure.then(NOTHING_CHANGED);
  }

  private FileReport failed(Sentence message) {
    return FileReport.withoutPlan(file, Status.FAILED, message);
  }

  /// Adds the message of a recovery to a report, unless the report already includes it.
  private static FileReport afterRecovery(Optional<RecoveryReport> recovered, FileReport report) {
    return recovered
        .filter(done -> done.action().repairs() || report.status() == Status.SAVED)
        .map(RecoveryReport::sentence)
        .map(report::withRecovery)
        .orElse(report);
  }

  /// Executes the plan of a report. The file must be closed, because some platforms cannot replace
  /// open files.
  private FileReport save(FileReport planned, boolean isRecovered) {
    try {
      SaveOutcome outcome =
          batch.saver().save(planned.plan().orElseThrow(), cancellation, saveProgress());
      List<Sentence> notes = outcome.notes().isEmpty() ? List.of() : List.of(outcome.message());
      return planned.withResult(Status.SAVED, outcome.message(), notes);
    } catch (SaveException e) {
      return planned.withResult(Status.FAILED, e.sentence(), List.of());
    } catch (CancellationException e) {
      return planned.withResult(Status.FAILED, cancelled(isRecovered), List.of());
    }
  }

  /// If the change reads the data, reading and saving are half of the progress each.
  private Progress saveProgress() {
    return order.change().readsData()
        ? (done, total) -> progress.report(total + done, 2 * total)
        : progress;
  }

  /// Plans the edit without writing. The status is planned, unchanged or failed.
  private FileReport plan() throws IOException {
    try (TensorFile open = TensorFile.open(file)) {
      EditedFile edited = EditedFile.of(open, order.isTensorElsewhere());
      NotEnoughMemoryException.requireRoom(
          file,
          BYTES_PER_ENTRY * edited.metadata().entries().size()
              + (open.isRefused() ? 0 : HEADER_COPIES * open.reading().headerLength().getAsLong()));
      Progress reading = (done, total) -> progress.report(done, 2 * total);
      Metadata after = order.change().apply(edited, cancellation, reading);
      List<EntryChange> changes = MetadataDifferences.of(edited.metadata(), after).changes();
      SavePlan plan =
          copy.isPresent()
              ? batch.saver().planCopy(open, after, copy.get(), false, order.options())
              : batch.saver().plan(open, after, order.options());
      if (plan.obstacles().stream().anyMatch(each -> each.kind() == Kind.REFUSED_FILE)) {
        // Refused files are not edited, even if a part of the header is readable.
        return failed(plan.obstacles().getFirst().sentence());
      }
      Status status = Status.PLANNED;
      Sentence message = Sentence.of("A dry run: nothing was written.");
      if (plan.obstacle().isPresent()) {
        status = Status.FAILED;
        message = plan.obstacle().get().sentence();
      } else if (plan.strategy() == Strategy.NONE) {
        status = Status.UNCHANGED;
        message =
            Sentence.of(
                "{0} is already as requested; nothing was written.", PathText.of(plan.target()));
      }
      List<Sentence> warnings = new ArrayList<>(order.change().remarks(edited));
      warnings.addAll(warnings(changes, edited));
      List<String> keys = List.copyOf(edited.metadata().entries().keySet());
      return new FileReport(
          file, Optional.of(plan), keys, changes, warnings, status, message, List.of());
    }
  }

  private static List<Sentence> warnings(List<EntryChange> changes, EditedFile file) {
    List<EditProblem> problems = new ArrayList<>(MetadataCheck.of(writtenMetadata(changes)));
    // Ignores entries that were already missing before the edit.
    problems.removeIf(problem -> problem.entryId().isEmpty());
    problems.addAll(MetadataCheck.of(changes, new LoaderKeys(file.isTensor())));
    return problems.stream().map(EditProblem::sentence).toList();
  }

  private static Metadata writtenMetadata(List<EntryChange> changes) {
    Map<String, String> entries = new LinkedHashMap<>();
    for (EntryChange change : changes) {
      switch (change) {
        case EntryChange.Added(var key, var value) -> entries.put(key, value);
        case EntryChange.Revalued(var key, _, var after) -> entries.put(key, after);
        case EntryChange.Renamed(_, var key, _, var after) -> entries.put(key, after);
        case EntryChange.Removed _, EntryChange.Reordered _ -> {}
      }
    }
    return Metadata.of(entries);
  }
}
