package io.github.tensorloupe.desktop.pane.library;

import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.storage.RecentFile;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is known of the library so far. While places are looked through once more, what was known
/// before stays until the look is over. Belongs to the FX thread.
final class LibraryState {

  /// Something that a look through the library brings.
  sealed interface News {}

  /// What was opened before, and which places are looked through.
  record Lists(List<RecentFile> recent, List<Place> places) implements News {}

  /// A checkpoint.
  record Found(LibraryEntry entry) implements News {}

  /// A folder that could not be looked through.
  record PassedOver(Path folder, String sentence) implements News {}

  /// The lists themselves could not be read.
  record Trouble(Sentence sentence) implements News {}

  /// Something that was opened before.
  ///
  /// @param entry empty where it is gone
  record Looked(Path path, Optional<LibraryEntry> entry) implements News {}

  private final Map<Path, LibraryEntry> entries = new LinkedHashMap<>();
  private final Map<Path, LibraryEntry> recentEntries = new HashMap<>();
  private final Set<Path> gone = new HashSet<>();
  private final Set<Path> seen = new HashSet<>();
  private final Map<Path, String> problems = new LinkedHashMap<>();
  private Optional<Sentence> trouble = Optional.empty();
  private List<RecentFile> recent = List.of();
  private List<Place> places = List.of();

  /// A look begins.
  void begin() {
    seen.clear();
    problems.clear();
    trouble = Optional.empty();
  }

  void take(News news) {
    switch (news) {
      case Lists(List<RecentFile> newRecent, List<Place> newPlaces) -> {
        recent = newRecent;
        places = newPlaces;
      }
      case Found(LibraryEntry entry) -> {
        entries.put(entry.path(), entry);
        seen.add(entry.path());
      }
      case PassedOver(Path folder, String sentence) -> problems.put(folder, sentence);
      case Trouble(Sentence sentence) -> trouble = Optional.of(sentence);
      case Looked(Path path, Optional<LibraryEntry> entry) -> take(path, entry);
    }
  }

  private void take(Path path, Optional<LibraryEntry> entry) {
    if (entry.isPresent()) {
      recentEntries.put(path, entry.get());
      gone.remove(path);
    } else {
      gone.add(path);
    }
  }

  /// The look is over: what it did not find is not there.
  void end() {
    entries.keySet().retainAll(seen);
  }

  List<RecentFile> recent() {
    return recent;
  }

  List<Place> places() {
    return places;
  }

  int count() {
    return entries.size();
  }

  /// The checkpoints of each place, in no particular order.
  Map<Place, List<LibraryEntry>> byPlace() {
    Map<Place, List<LibraryEntry>> all = new LinkedHashMap<>();
    places.forEach(place -> all.put(place, new ArrayList<>()));
    entries
        .values()
        .forEach(
            entry ->
                Optional.ofNullable(all.get(entry.place())).ifPresent(list -> list.add(entry)));
    return all;
  }

  /// Why places could not be looked through, or folders in them.
  List<String> problemsIn(Place place) {
    return problems.entrySet().stream()
        .filter(each -> each.getKey().startsWith(place.folder()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /// Why the lists could not be read; empty where they could.
  Optional<Sentence> trouble() {
    return trouble;
  }

  boolean isGone(Path path) {
    return gone.contains(path);
  }

  Optional<LibraryEntry> recentEntry(Path path) {
    return Optional.ofNullable(entries.get(path))
        .or(() -> Optional.ofNullable(recentEntries.get(path)));
  }
}
