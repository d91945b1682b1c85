package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Plans and executes saves. Thread-safe; blocks the calling thread.
public record Saver(FileOperations operations) {

  /// Plans to save metadata in the file itself. Reads the header and file attributes; changes
  /// nothing.
  ///
  /// @param metadata the complete new metadata, in order
  public SavePlan plan(TensorFile file, Metadata metadata, SaveOptions options) throws IOException {
    return plan(file, metadata, options, Destination.ofFile(operations, file.path()));
  }

  private SavePlan plan(
      TensorFile file, Metadata metadata, SaveOptions options, Destination destination)
      throws IOException {
    try {
      return new SavePlanner(operations, file, options, destination).plan(metadata);
    } catch (OutOfMemoryError e) {
      throw SaveSentences.unchanged(destination.target(), WriteFailures.NO_MEMORY, e);
    }
  }

  /// Creates a plan for saving the file with new metadata to another path.
  ///
  /// @param replaces true to replace an existing file; if the path is the file itself, the plan
  ///   saves the file
  public SavePlan planCopy(
      TensorFile file, Metadata metadata, Path copy, boolean replaces, SaveOptions options)
      throws IOException {
    return plan(
        file, metadata, options, Destination.copy(operations, file.bytes(), copy, replaces));
  }

  /// Executes a plan, which must not be executed again.
  ///
  /// @param cancellation checked until the target is changed
  /// @param progress reported in bytes to write
  /// @throws SaveException if the save is refused or fails
  /// @throws java.util.concurrent.CancellationException if cancelled; the file is unchanged
  public SaveOutcome save(SavePlan plan, Cancellation cancellation, Progress progress)
      throws SaveException {
    Optional<Obstacle> obstacle = plan.obstacle();
    if (obstacle.isPresent()) {
      throw new SaveException(obstacle.get().sentence(), true);
    }
    if (plan.strategy() == Strategy.NONE) {
      String target = PathText.of(plan.target());
      Sentence message = Sentence.of("{0} already has this metadata; nothing was written.", target);
      return new SaveOutcome(plan, true, List.of(), message);
    }
    try (PinnedFolder folder = operations.pinResolved(plan.target().getParent())) {
      return new Saver(folder.operations()).saveLocked(plan, cancellation, progress);
    } catch (SaveException | CancellationException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      throw SaveSentences.unchanged(plan.target(), SaveSentences.reason(e), e);
    }
  }

  /// Returns the existing journal and draft of the target, with their file keys.
  private Map<Path, Optional<Object>> artifacts(SavePlan plan) throws IOException {
    Map<Path, Optional<Object>> keys = new LinkedHashMap<>();
    for (Path each : List.of(SaveNames.draft(plan.target()), SaveNames.journal(plan.target()))) {
      if (operations.exists(each)) {
        keys.put(each, operations.fileKey(each));
      }
    }
    return keys;
  }

  /// Adds a note about files that a failed save could not delete and a recovery deletes.
  ///
  /// @param before the artifacts that existed before the save
  private SaveException withArtifacts(
      SaveException failure, SavePlan plan, Map<Path, Optional<Object>> before) {
    try {
      Optional<InterruptedSave> found = new Recovery(operations).inspect(plan.target());
      if (found.filter(save -> save.state() == InterruptedSave.State.ABANDONED).isEmpty()) {
        return failure;
      }
      Map<Path, Optional<Object>> created = artifacts(plan);
      created.entrySet().removeAll(before.entrySet());
      if (!isDraftDeletable(plan.target())) {
        created.remove(SaveNames.draft(plan.target()));
      }
      List<String> names = created.keySet().stream().map(PathText::of).toList();
      return names.isEmpty()
          ? failure
          : failure.with(
              Sentence.of(
                  "Not deleted: {0}; \"recover\" cleans up.", Sentence.joined(", ", names)));
    } catch (IOException | RuntimeException | Error e) {
      return failure.with(
          Sentence.of(
              "Whether temporary files remain is not known: {0}.", SaveSentences.reason(e)));
    }
  }

  private boolean isDraftDeletable(Path target) throws IOException {
    SaveArtifacts artifacts = new SaveArtifacts(operations, target);
    try (OpenFile journal = operations.openToRead(SaveNames.journal(target))) {
      return artifacts.isDraftDeletable(Journal.read(journal));
    } catch (NoSuchFileException e) {
      return artifacts.hasIncompleteDraft();
    }
  }

  private SaveOutcome saveLocked(SavePlan plan, Cancellation cancellation, Progress progress)
      throws IOException {
    Map<Path, Optional<Object>> before = artifacts(plan);
    try {
      SaveLock lock =
          SaveLock.create(operations, plan.target(), plan.replacedKey())
              .orElseThrow(() -> new SaveException(concurrentSave(plan), true));
      return saveLocked(plan, lock, cancellation, progress);
    } catch (CancellationException e) {
      throw e;
    } catch (SaveException e) {
      // An incomplete file needs its journal after an in-place save.
      boolean isComplete = e.fileIsUnchanged() || plan.strategy() == Strategy.REWRITE;
      throw isComplete ? withArtifacts(e, plan, before) : e;
    } catch (IOException | RuntimeException | Error e) {
      SaveException failure = SaveSentences.unchanged(plan.target(), SaveSentences.reason(e), e);
      throw withArtifacts(failure, plan, before);
    }
  }

  private SaveOutcome saveLocked(
      SavePlan plan, SaveLock lock, Cancellation cancellation, Progress progress)
      throws IOException {
    List<Sentence> notes = new ArrayList<>();
    AtomicReference<OpenFile> saved = new AtomicReference<>();
    // Created in advance, because memory may be exhausted after the save.
    List<Sentence> noMemory = List.of(laterStepFailed(WriteFailures.NO_MEMORY));
    SaveOutcome withoutMemory = new SaveOutcome(plan, false, noMemory, sentence(plan, noMemory));
    Throwable late = null;
    try {
      if (!new SaveArtifacts(operations, plan.target()).setAside().latest().isEmpty()) {
        // A journal has been set aside since planning.
        throw SaveSentences.unchanged(
            plan.target(),
            Sentence.of(
                "an interrupted save of it needs a decision first (recover --old, --new or"
                    + " --keep)"));
      }
      if (plan.strategy() == Strategy.IN_PLACE) {
        new InPlaceSave(operations, plan, lock, saved, cancellation, progress).run();
      } else {
        Path source = operations.realPath(plan.path());
        new RewriteSave(operations, plan, source, lock, saved, cancellation, progress).run(notes);
      }
    } catch (IOException | RuntimeException | Error e) {
      if (saved.get() == null) {
        try (Closeable _ = lock::releaseUnlessNeeded) {
          throw e;
        }
      }
      late = e;
    }
    try {
      if (late != null) {
        notes.add(laterStepFailed(SaveSentences.reason(late)));
      }
      return outcome(plan, saved.get(), lock, notes);
    } catch (RuntimeException | Error e) {
      return withoutMemory;
    }
  }

  private static Sentence laterStepFailed(Sentence reason) {
    return Sentence.of("a later step failed ({0})", reason);
  }

  private Sentence concurrentSave(SavePlan plan) {
    Sentence sentence;
    try {
      sentence =
          new Recovery(operations)
              .inspect(plan.target())
              .map(InterruptedSave::sentence)
              .orElse(Sentence.of("Another program was saving it a moment ago; try again."));
    } catch (IOException e) {
      sentence = Sentence.of("Another program is saving it, or was: {0}.", SaveSentences.reason(e));
    }
    return Sentence.of("{0} was not saved. {1}", PathText.of(plan.target()), sentence)
        .then(SaveSentences.UNCHANGED);
  }

  /// Completes a successful save. Converts later failures to warnings.
  private SaveOutcome outcome(SavePlan plan, OpenFile saved, SaveLock lock, List<Sentence> notes) {
    Path folder = plan.target().getParent();
    boolean isDurable = true;
    try {
      if (plan.strategy() == Strategy.REWRITE) {
        operations.forceFolder(folder);
      }
    } catch (IOException | RuntimeException | Error e) {
      isDurable = false;
      notes.add(
          Sentence.of(
              "the disk has not confirmed that it survives a power cut ({0})",
              SaveSentences.reason(e)));
    }
    try {
      lock.releaseUnlessNeeded();
      if (isDurable) {
        operations.forceFolder(folder);
      }
    } catch (IOException | RuntimeException | Error e) {
      notes.add(journalNote(plan, SaveSentences.reason(e)));
    }
    try {
      if (!plan.isTarget(operations, saved)) {
        notes.add(Sentence.of("another program has replaced, moved or deleted it since"));
      }
    } catch (IOException | RuntimeException | Error e) {
      notes.add(Sentence.of("then it could not be examined ({0})", SaveSentences.reason(e)));
    }
    return new SaveOutcome(plan, isDurable, notes, sentence(plan, notes));
  }

  /// @param reason the reason why deleting the journal or forcing its deletion failed
  private Sentence journalNote(SavePlan plan, Sentence reason) {
    Optional<Boolean> exists = new SaveArtifacts(operations, plan.target()).exist();
    if (exists.isEmpty()) {
      return Sentence.of("whether its journal is still there is not known ({0})", reason);
    }
    return exists.get()
        ? Sentence.of("its journal could not be deleted ({0})", reason)
        : Sentence.of("the disk has not confirmed that its journal is deleted ({0})", reason);
  }

  private static Sentence sentence(SavePlan plan, List<Sentence> notes) {
    String target = PathText.of(plan.target());
    return notes.stream()
        .reduce((first, second) -> Sentence.of("{0}, and {1}", first, second))
        .map(warnings -> Sentence.of("{0} is saved, but {1}.", target, warnings))
        .orElseGet(() -> Sentence.of("{0} is saved.", target));
  }
}
