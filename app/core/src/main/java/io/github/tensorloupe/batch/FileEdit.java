package io.github.tensorloupe.batch;

import module java.base;

import io.github.tensorloupe.batch.FileMetadataChange.EditedFile;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.batch.MetadataBatch.Order;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.LoaderKeys;
import io.github.tensorloupe.edit.MetadataCheck;
import io.github.tensorloupe.edit.MetadataEdits;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.save.Obstacle;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.RecoveryReport;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.save.SaveOutcome;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The change to one file, from what an earlier save left to the report. Good for one file.
record FileEdit(
    Saver saver,
    Recovery recovery,
    Order order,
    Cancellation cancellation,
    BatchProgress.OfFile progress) {

  private static final Sentence NOTHING_CHANGED = Sentence.of("Nothing was changed.");

  /// Chooses the target of the changed metadata.
  private interface Planning {
    SavePlan plan(TensorFile file, Metadata metadata) throws IOException;
  }

  /// A plan before it is carried out.
  private record Draft(SavePlan plan, List<EntryChange> changes, List<Sentence> warnings) {

    /// The report where there is nothing to be saved, or not allowed to.
    Optional<FileReport> foregone(Path file) {
      if (isOfRefusedFile()) {
        // What could be read of it is no base for a plan.
        return Optional.of(failed(file, plan.obstacles().getFirst().sentence()));
      }
      if (plan.obstacle().isPresent()) {
        return Optional.of(report(file, Status.FAILED, plan.obstacle().get().sentence()));
      }
      return plan.strategy() == Strategy.NONE
          ? Optional.of(
              report(
                  file,
                  Status.UNCHANGED,
                  Sentence.of(
                      "{0} is already as requested; nothing was written.",
                      PathText.of(plan.target()))))
          : Optional.empty();
    }

    private boolean isOfRefusedFile() {
      return plan.obstacles().stream()
          .anyMatch(obstacle -> obstacle.kind() == Obstacle.Kind.REFUSED_FILE);
    }

    FileReport report(Path file, Status status, Sentence message) {
      return report(file, status, message, List.of());
    }

    FileReport report(Path file, Status status, Sentence message, List<Sentence> notes) {
      return new FileReport(file, Optional.of(plan), changes, warnings, status, message, notes);
    }
  }

  /// Changes the file itself.
  FileReport inPlaceOf(Path file) {
    return run(file, (open, metadata) -> saver.plan(open, metadata, order.options()));
  }

  /// Writes a changed copy.
  FileReport intoCopy(Path file, Path copy) {
    Optional<RecoveryReport> recovered = Optional.empty();
    try {
      if (!order.isDryRun()) {
        recovered = recovery.recover(copy, false);
      }
    } catch (IOException e) {
      return failed(file, ReadFailures.finding(e).sentence().then(NOTHING_CHANGED));
    }
    return afterRecovery(recovered, copied(file, copy));
  }

  private FileReport copied(Path file, Path copy) {
    return run(
        file, (open, metadata) -> saver.planCopy(open, metadata, copy, false, order.options()));
  }

  private FileReport run(Path file, Planning planning) {
    try {
      return order.isDryRun() ? rehearse(file, planning) : edit(file, planning);
    } catch (SaveException e) {
      return failed(file, e.sentence());
    } catch (IOException e) {
      return failed(file, ReadFailures.finding(e).sentence().then(NOTHING_CHANGED));
    } catch (CancellationException e) {
      return failed(file, cancelled(file));
    } catch (OutOfMemoryError e) {
      return failed(
          file,
          Sentence.of(
              "{0} needs more memory than this program may use; allow more with -Xmx.",
              PathText.of(file)));
    } finally {
      progress.finish();
    }
  }

  private static Sentence cancelled(Path file) {
    return Sentence.of("Saving {0} was canceled.", PathText.of(file)).then(NOTHING_CHANGED);
  }

  private static FileReport failed(Path file, Sentence message) {
    return FileReport.withoutPlan(file, Status.FAILED, message);
  }

  private FileReport rehearse(Path file, Planning planning) throws IOException {
    Optional<InterruptedSave> interrupted = recovery.inspect(file);
    if (interrupted.isPresent()) {
      return failed(file, interrupted.get().sentence().then(NOTHING_CHANGED));
    }
    Draft draft = draft(file, planning);
    return draft
        .foregone(file)
        .orElseGet(
            () ->
                draft.report(file, Status.PLANNED, Sentence.of("A dry run: nothing was written.")));
  }

  private FileReport edit(Path file, Planning planning) throws IOException {
    Optional<RecoveryReport> recovered = recovery.recover(file, false);
    return afterRecovery(recovered, save(file, draft(file, planning)));
  }

  /// Adds the sentence on a recovery, unless the refusal to save says it already.
  private static FileReport afterRecovery(Optional<RecoveryReport> recovered, FileReport report) {
    return recovered
        .filter(done -> done.action().putsRight() || report.status() == Status.SAVED)
        .map(RecoveryReport::sentence)
        .map(report::after)
        .orElse(report);
  }

  /// Saves a draft of a file that is closed by now, so that its place can be taken anywhere.
  private FileReport save(Path file, Draft draft) {
    Optional<FileReport> foregone = draft.foregone(file);
    if (foregone.isPresent()) {
      return foregone.get();
    }
    try {
      SaveOutcome outcome = saver.save(draft.plan(), cancellation, progress.saving());
      List<Sentence> notes = outcome.notes().isEmpty() ? List.of() : List.of(outcome.message());
      return draft.report(file, Status.SAVED, outcome.message(), notes);
    } catch (SaveException e) {
      return draft.report(file, Status.FAILED, e.sentence());
    } catch (CancellationException e) {
      return draft.report(file, Status.FAILED, cancelled(file));
    }
  }

  private Draft draft(Path file, Planning planning) throws IOException {
    try (TensorFile open = TensorFile.open(file)) {
      EditedFile edited = EditedFile.of(open, order.isTensorElsewhere());
      Metadata after = order.change().apply(edited, cancellation, progress.reading());
      List<EntryChange> changes = changes(edited.metadata(), after);
      return new Draft(planning.plan(open, after), changes, warnings(changes, edited));
    }
  }

  private static List<EntryChange> changes(Metadata before, Metadata after) {
    MetadataEdits edits = new MetadataEdits(before);
    edits.apply(_ -> after);
    return edits.changes();
  }

  private static List<Sentence> warnings(List<EntryChange> changes, EditedFile file) {
    // What the file lacks was no matter before either.
    Stream<EditProblem> ofEntries =
        MetadataCheck.of(written(changes)).stream()
            .filter(problem -> problem.entryId().isPresent());
    Stream<EditProblem> ofLosses =
        MetadataCheck.of(changes, new LoaderKeys(file.isTensor())).stream();
    return Stream.concat(ofEntries, ofLosses).map(EditProblem::sentence).toList();
  }

  /// The entries that changes make, without those that they leave as they are.
  private static Metadata written(List<EntryChange> changes) {
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
