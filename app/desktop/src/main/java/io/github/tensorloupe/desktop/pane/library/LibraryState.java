package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.pane.library.LibraryState.News;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.library.FolderStamps;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryListener;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.storage.RecentFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Batches;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The scanned contents of the library. During a rescan, earlier results stay until its end.
/// Belongs to the FX thread.
final class LibraryState {

  /// A result of a scan.
  sealed interface News {}

  /// The recent files and the places to be scanned.
  record Lists(List<RecentFile> recent, List<Place> places) implements News {}

  /// A checkpoint was found.
  record Found(LibraryEntry entry) implements News {}

  /// A folder could not be scanned.
  record PassedOver(Path folder, Sentence sentence) implements News {}

  /// The lists could not be read.
  record Trouble(Sentence sentence) implements News {}

  /// A recent file was inspected.
  ///
  /// @param entry empty if the file is gone
  record Looked(Path path, Optional<LibraryEntry> entry) implements News {}

  private final Map<Path, LibraryEntry> entries = new LinkedHashMap<>();
  private final Map<Path, LibraryEntry> recentEntries = new HashMap<>();
  private final Set<Path> gone = new HashSet<>();
  private final Set<Path> seen = new HashSet<>();
  private final Map<Path, Sentence> problems = new LinkedHashMap<>();
  private Optional<Sentence> trouble = Optional.empty();
  private List<RecentFile> recent = List.of();
  private List<Place> places = List.of();

  /// Starts a scan.
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
      case PassedOver(Path folder, Sentence sentence) -> problems.put(folder, sentence);
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

  /// Ends a scan and removes what it did not find.
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

  /// Why folders of a place could not be scanned.
  List<Sentence> problemsIn(Place place) {
    return problems.entrySet().stream()
        .filter(each -> each.getKey().startsWith(place.folder()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /// Why the lists could not be read; empty if they could.
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

  /// One scan of the library, in the background.
  ///
  /// @param batches receives the results
  record Look(LibraryViewModel.Sources sources, Batches<News> batches) {

    /// Scans everything.
    ///
    /// @return the modification times of the scanned folders
    FolderStamps run(Cancellation cancellation, Progress progress) {
      List<RecentFile> opened = new ArrayList<>();
      List<Place> places = new ArrayList<>(sources.caches().get());
      try {
        opened.addAll(sources.kept().recent());
        sources.kept().folders().forEach(folder -> places.add(Place.folder(folder)));
      } catch (IOException e) {
        batches.add(new LibraryState.Trouble(Failures.sentence(e)));
      }
      batches.add(new LibraryState.Lists(opened, places));
      List<Path> paths = opened.stream().map(RecentFile::path).toList();
      // Files first: folders take longer.
      Map<Boolean, List<Path>> byKind =
          paths.stream().collect(Collectors.partitioningBy(Files::isDirectory));
      inspect(byKind.get(false), cancellation);
      FolderStamps found =
          sources.scan().run(places, new ToBatches(batches), cancellation, progress);
      inspect(byKind.get(true), cancellation);
      batches.flush();
      return found;
    }

    private void inspect(List<Path> paths, Cancellation cancellation) {
      for (Path path : paths) {
        cancellation.check();
        batches.add(new LibraryState.Looked(path, inspect(path, cancellation)));
      }
    }

    private Optional<LibraryEntry> inspect(Path path, Cancellation cancellation) {
      return Files.exists(path)
          ? Optional.of(sources.scan().inspect(path, cancellation))
          : Optional.empty();
    }

    private record ToBatches(Batches<News> batches) implements LibraryListener {
      @Override
      public void found(LibraryEntry entry) {
        batches.add(new LibraryState.Found(entry));
      }

      @Override
      public void passedOver(Path folder, Finding why) {
        batches.add(new LibraryState.PassedOver(folder, why.sentence()));
      }
    }
  }
}
