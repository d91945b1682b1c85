package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.LoaderKeys;
import io.github.tensorloupe.edit.MetadataCheck;
import io.github.tensorloupe.model.Checkpoint;

/// The problems of the entries: errors that prevent saving, and possible mistakes. Belongs to the
/// FX thread; checks run in the background.
final class EntryProblems {

  private final JobSlot<List<EditProblem>> checking;
  private final Messages messages;

  /// The number of checks so far. Changes with each check, even if the result is the same.
  final IntegerProperty checks = new SimpleIntegerProperty();

  private List<EditProblem> problems = List.of();
  private Map<OptionalLong, List<EditProblem>> byEntry = Map.of();

  EntryProblems(Jobs jobs, Messages messages) {
    this.checking = new JobSlot<>(jobs);
    this.messages = messages;
  }

  /// Checks entries and the changes that saving would make, and replaces the previous problems.
  ///
  /// @param isTensor tests whether a string is a tensor name
  void check(MetadataEdits edits, Predicate<String> isTensor) {
    List<Entry> entries = edits.entries();
    List<EntryChange> changes = edits.changes();
    checking.start(
        messages.text("metadata.job.check"),
        (_, _) -> {
          List<EditProblem> all = new ArrayList<>(MetadataCheck.of(entries));
          all.addAll(MetadataCheck.of(changes, new LoaderKeys(isTensor)));
          return all;
        },
        this::post,
        PaneException.orPart(() -> check(edits, isTensor)));
  }

  void clear() {
    checking.clear();
    post(List.of());
  }

  private void post(List<EditProblem> all) {
    problems = all;
    byEntry = all.stream().collect(Collectors.groupingBy(EditProblem::entryId));
    checks.set(checks.get() + 1);
  }

  List<EditProblem> of(long entryId) {
    return byEntry.getOrDefault(OptionalLong.of(entryId), List.of());
  }

  List<EditProblem> of(String key) {
    return problems.stream().filter(problem -> problem.key().equals(key)).toList();
  }

  List<EditProblem> blocking() {
    return problems.stream().filter(EditProblem::isBlocking).toList();
  }

  /// Returns the problems of entries that were removed or are missing.
  List<EditProblem> ofNoEntry() {
    return byEntry.getOrDefault(OptionalLong.empty(), List.of());
  }

  /// The names of a checkpoint's tensors, collected on first use. Thread-safe.
  static final class TensorNames implements Predicate<String> {

    private final Checkpoint checkpoint;
    private Set<String> names;

    TensorNames(Checkpoint checkpoint) {
      this.checkpoint = checkpoint;
    }

    @Override
    public synchronized boolean test(String name) {
      if (names == null) {
        names = HashSet.newHashSet(checkpoint.tensors().size());
        checkpoint.tensors().forEach(tensor -> names.add(tensor.info().name()));
      }
      return names.contains(name);
    }
  }
}
