package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.LoaderKeys;
import io.github.tensorloupe.edit.MetadataCheck;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.model.Checkpoint;

/// The problems found in the entries: those that prevent saving, and possible mistakes. Belongs to
/// the FX thread; checks run in the background.
final class EntryProblems {

  private final LatestJob checking;
  private final Messages messages;
  private final List<Runnable> listeners = new ArrayList<>();
  private List<EditProblem> problems = List.of();
  private Map<Long, List<EditProblem>> byEntry = Map.of();

  EntryProblems(Jobs jobs, Messages messages) {
    this.checking = new LatestJob(jobs);
    this.messages = messages;
  }

  /// Checks entries; the problems found replace those found before.
  ///
  /// @param changes the changes that saving would make
  /// @param isTensor tests for names of tensors
  void check(List<Entry> entries, List<EntryChange> changes, Predicate<String> isTensor) {
    checking.start(
        messages.text("metadata.job.check"),
        (_, _) -> {
          List<EditProblem> found = new ArrayList<>(MetadataCheck.of(entries));
          found.addAll(MetadataCheck.of(changes, new LoaderKeys(isTensor)));
          return found;
        },
        this::post,
        failure -> {
          throw PaneException.part(failure, () -> check(entries, changes, isTensor));
        });
  }

  /// Forgets all problems.
  void clear() {
    checking.cancel();
    post(List.of());
  }

  private void post(List<EditProblem> found) {
    problems = List.copyOf(found);
    byEntry = new HashMap<>();
    for (EditProblem problem : problems) {
      problem
          .entryId()
          .ifPresent(id -> byEntry.computeIfAbsent(id, _ -> new ArrayList<>()).add(problem));
    }
    List.copyOf(listeners).forEach(Runnable::run);
  }

  /// Calls back after each check, even where it found the same problems again.
  void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /// The problems of an entry.
  List<EditProblem> of(long entryId) {
    return byEntry.getOrDefault(entryId, List.of());
  }

  /// The problems of a key, with or without an entry.
  List<EditProblem> of(String key) {
    return problems.stream().filter(problem -> problem.key().equals(key)).toList();
  }

  /// The problems that prevent saving.
  List<EditProblem> blocking() {
    return problems.stream().filter(EditProblem::isBlocking).toList();
  }

  /// The problems of entries that were removed or are missing.
  List<EditProblem> ofNoEntry() {
    return problems.stream().filter(problem -> problem.entryId().isEmpty()).toList();
  }

  /// The names of a checkpoint's tensors, gathered when first asked for. Thread-safe.
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
