package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.LoaderKeys;
import io.github.tensorloupe.edit.MetadataCheck;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// What is to be told about the entries: what keeps them from being saved, and what may be a
/// mistake. Belongs to the FX thread; looking for it runs beside it.
final class NoticeBoard {

  private final LatestJob checking;
  private final Messages messages;
  private final List<Runnable> listeners = new ArrayList<>();
  private List<EditProblem> problems = List.of();
  private Map<Long, List<EditProblem>> byEntry = Map.of();

  NoticeBoard(Jobs jobs, Messages messages) {
    this.checking = new LatestJob(jobs);
    this.messages = messages;
  }

  /// Looks at entries; what is known of others is forgotten when this is done.
  ///
  /// @param changes what saving them would change
  /// @param isTensor whether a tensor has this name
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

  /// Forgets everything.
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

  /// Calls back whenever there is something else to tell, and also where it is the same again.
  void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /// What there is to tell of an entry.
  List<EditProblem> of(long entryId) {
    return byEntry.getOrDefault(entryId, List.of());
  }

  /// What there is to tell of a key, whether or not there is an entry with it.
  List<EditProblem> of(String key) {
    return problems.stream().filter(problem -> problem.key().equals(key)).toList();
  }

  /// What keeps the entries from being saved.
  List<EditProblem> blocking() {
    return problems.stream().filter(EditProblem::isBlocking).toList();
  }

  /// What is told of no entry that is there: of those that were taken out or are missing.
  List<EditProblem> ofNoEntry() {
    return problems.stream().filter(problem -> problem.entryId().isEmpty()).toList();
  }
}
