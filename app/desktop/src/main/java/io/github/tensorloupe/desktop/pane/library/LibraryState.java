package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
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

  /// The reasons why folders could not be scanned.
  final Map<Path, Sentence> problems = new LinkedHashMap<>();

  private final Map<Path, LibraryEntry> entries = new LinkedHashMap<>();
  private final Map<Path, LibraryEntry> recentEntries = new HashMap<>();
  private final Set<Path> gone = new HashSet<>();
  private final Set<Path> seen = new HashSet<>();
  private List<Place> places = List.of();

  /// The recent files, the latest first.
  List<RecentFile> recent = List.of();

  /// The reason why the lists could not be read; empty if they could.
  Optional<Failure> trouble = Optional.empty();

  void begin() {
    seen.clear();
    problems.clear();
    trouble = Optional.empty();
  }

  void list(List<RecentFile> newRecent, List<Place> newPlaces) {
    recent = newRecent;
    places = newPlaces;
  }

  void add(LibraryEntry entry) {
    entries.put(entry.path(), entry);
    seen.add(entry.path());
  }

  /// @param entry empty if the file is gone
  void addRecent(Path path, Optional<LibraryEntry> entry) {
    gone.remove(path);
    entry.ifPresentOrElse(there -> recentEntries.put(path, there), () -> gone.add(path));
  }

  /// Ends a scan and removes what it did not find.
  void end() {
    entries.keySet().retainAll(seen);
  }

  Map<Place, List<LibraryEntry>> byPlace() {
    Map<Place, List<LibraryEntry>> all = new LinkedHashMap<>();
    places.forEach(place -> all.put(place, new ArrayList<>()));
    for (LibraryEntry entry : entries.values()) {
      all.getOrDefault(entry.place(), new ArrayList<>()).add(entry);
    }
    return all;
  }

  /// Why folders of a place could not be scanned.
  List<Sentence> problemsIn(Place place) {
    return problems.entrySet().stream()
        .filter(each -> each.getKey().startsWith(place.folder()))
        .map(Map.Entry::getValue)
        .toList();
  }

  boolean isGone(Path path) {
    return gone.contains(path);
  }

  Optional<LibraryEntry> recentEntry(Path path) {
    return Optional.ofNullable(entries.getOrDefault(path, recentEntries.get(path)));
  }

  /// One scan of the library, in the background.
  record Look(LibraryViewModel.Sources sources, Batches<Consumer<LibraryState>> news)
      implements LibraryListener {

    /// @return the modification times of the scanned folders
    FolderStamps run(Cancellation cancellation, Progress progress) {
      List<RecentFile> opened = new ArrayList<>();
      List<Place> places = new ArrayList<>(sources.caches().get());
      try {
        opened.addAll(sources.kept().recent());
        sources.kept().folders().forEach(folder -> places.add(Place.folder(folder)));
      } catch (IOException e) {
        news.add(state -> state.trouble = Optional.of(Failures.of(e)));
      }
      news.add(state -> state.list(opened, places));
      // Files first: folders take longer.
      Map<Boolean, List<RecentFile>> byKind =
          opened.stream().collect(Collectors.partitioningBy(it -> Files.isDirectory(it.path())));
      inspect(byKind.get(false), cancellation);
      FolderStamps stamps = sources.scan().run(places, this, cancellation, progress);
      inspect(byKind.get(true), cancellation);
      news.flush();
      return stamps;
    }

    private void inspect(List<RecentFile> files, Cancellation cancellation) {
      for (RecentFile file : files) {
        cancellation.check();
        Optional<LibraryEntry> entry =
            Optional.of(file.path())
                .filter(Files::exists)
                .map(there -> sources.scan().inspect(there, cancellation));
        news.add(state -> state.addRecent(file.path(), entry));
      }
    }

    @Override
    public void found(LibraryEntry entry) {
      news.add(state -> state.add(entry));
    }

    @Override
    public void passedOver(Path folder, Finding why) {
      news.add(state -> state.problems.put(folder, why.sentence()));
    }
  }
}
