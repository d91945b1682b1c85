package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.LoaderKeys;
import io.github.tensorloupe.edit.MetadataCheck;
import io.github.tensorloupe.model.Checkpoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Looks for what keeps changes from being saved, and for what they may break. Entries that nobody
/// has touched are of interest only where they keep the rest from being saved.
final class ChangeCheck {

  private final LoaderKeys loaderKeys;

  /// @param checkpoint that the changes belong to
  ChangeCheck(Checkpoint checkpoint) {
    this.loaderKeys =
        new LoaderKeys(
            name ->
                checkpoint.files().stream()
                    .anyMatch(file -> file.header().tensor(name).isPresent()));
  }

  /// The problems of each set. Takes time in proportion to the text.
  List<List<EditProblem>> of(List<ChangeSet> sets) {
    return sets.stream().map(this::of).toList();
  }

  private List<EditProblem> of(ChangeSet set) {
    Set<String> touched = touched(set.changes());
    List<EditProblem> problems = new ArrayList<>();
    MetadataCheck.of(set.entries()).stream()
        .filter(problem -> problem.isBlocking() || touched.contains(problem.key()))
        .forEach(problems::add);
    problems.addAll(MetadataCheck.of(set.changes(), loaderKeys));
    return List.copyOf(problems);
  }

  private static Set<String> touched(List<EntryChange> changes) {
    Set<String> keys = new HashSet<>();
    changes.stream().flatMap(ChangeCheck::keyAfter).forEach(keys::add);
    return keys;
  }

  private static Stream<String> keyAfter(EntryChange change) {
    return switch (change) {
      case EntryChange.Added(String key, String _) -> Stream.of(key);
      case EntryChange.Revalued(String key, String _, String _) -> Stream.of(key);
      case EntryChange.Renamed(String _, String key, String _, String _) -> Stream.of(key);
      case EntryChange.Removed _, EntryChange.Reordered _ -> Stream.empty();
    };
  }
}
