package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.storage.RecentComparison;
import io.github.tensorloupe.desktop.storage.RecentFile;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.library.FolderStamps;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.LibraryListener;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The scanned contents of the library. During a rescan, earlier results remain until its end.
/// Belongs to the FX thread.
final class LibraryState {

  private static final int PATH_CHARACTERS = 400;

  /// The reasons why folders could not be scanned.
  final Map<Path, Sentence> problems = new LinkedHashMap<>();

  private final Map<Path, LibraryEntry> entries = new LinkedHashMap<>();
  private final Map<Path, LibraryEntry> recentEntries = new HashMap<>();
  private final Set<Path> deleted = new HashSet<>();
  private final Set<Path> scannedPaths = new HashSet<>();
  private List<LibraryFolder> places = List.of();
  private Map<Path, LibraryItem> items = Map.of();

  /// The recent files, latest first.
  List<RecentFile> recent = List.of();

  /// The recent comparisons, latest first.
  List<RecentComparison> comparisons = List.of();

  /// Files in watched folders that another program is writing.
  Set<Path> written = Set.of();

  /// The bases that adapters were compared with, latest first.
  List<FitFilter.Base> bases = List.of();

  /// The reason why the lists could not be read; empty if they could.
  Optional<Failure> trouble = Optional.empty();

  void begin() {
    scannedPaths.clear();
    problems.clear();
    trouble = Optional.empty();
  }

  void list(List<RecentFile> newRecent, List<LibraryFolder> newPlaces) {
    recent = newRecent;
    places = newPlaces;
  }

  void add(LibraryEntry entry) {
    entries.put(entry.path(), entry);
    scannedPaths.add(entry.path());
  }

  /// @param entry empty if the file no longer exists
  void addRecent(Path path, Optional<LibraryEntry> entry) {
    deleted.remove(path);
    entry.ifPresentOrElse(there -> recentEntries.put(path, there), () -> deleted.add(path));
  }

  /// Ends a scan and removes entries that it did not find.
  void end() {
    entries.keySet().retainAll(scannedPaths);
  }

  List<LibraryFolder> places() {
    return places;
  }

  /// Returns each model once, in no particular order.
  ///
  /// @param fit returns the note that a model fits the chosen base
  List<LibraryItem> items(BiFunction<Path, LibraryEntry, String> fit, Messages messages) {
    Map<Path, LibraryItem> before = items;
    items = new LinkedHashMap<>();
    for (RecentFile each : recent) {
      Path path = each.path();
      LibraryEntry entry = entries.getOrDefault(path, recentEntries.get(path));
      List<String> folders = new ArrayList<>(List.of(messages.text("library.recent")));
      Optional.ofNullable(entries.get(path))
          .ifPresent(found -> folders.add(title(found.place(), messages)));
      Optional<Instant> opened = Optional.of(each.opened());
      add(before, path, Optional.ofNullable(entry), opened, folders, fit, messages);
    }
    Map<LibraryFolder, List<String>> titles = new HashMap<>();
    for (LibraryEntry entry : entries.values()) {
      if (!items.containsKey(entry.path())) {
        List<String> folders =
            titles.computeIfAbsent(entry.place(), it -> List.of(title(it, messages)));
        add(before, entry.path(), Optional.of(entry), Optional.empty(), folders, fit, messages);
      }
    }
    return List.copyOf(items.values());
  }

  // Unchanged items are reused, because creating the texts of thousands of models is slow.
  private void add(
      Map<Path, LibraryItem> before,
      Path path,
      Optional<LibraryEntry> entry,
      Optional<Instant> opened,
      List<String> folders,
      BiFunction<Path, LibraryEntry, String> fit,
      Messages messages) {
    String note = entry.map(it -> fit.apply(path, it)).orElse("");
    LibraryItem known = before.get(path);
    boolean isDeleted = deleted.contains(path) && !entries.containsKey(path);
    boolean isSame =
        known != null
            && known.entry().equals(entry)
            && known.opened().equals(opened)
            && known.isDeleted() == isDeleted
            && (known.health() == ModelHealth.WRITTEN) == written.contains(path)
            && known.folders().equals(folders)
            && known.fit().equals(note);
    items.put(
        path,
        isSame
            ? known
            : LibraryItem.of(
                path,
                entry,
                opened,
                ModelHealth.of(entry, isDeleted, written.contains(path)),
                folders,
                note,
                messages));
  }

  /// Returns the title of a folder's chip: its name, or its path if another folder has the same
  /// name.
  String title(LibraryFolder place, Messages messages) {
    if (place.isCache()) {
      return messages.text("library.cache");
    }
    String name = LibraryItem.nameOf(place.folder());
    boolean isDuplicate =
        places.stream()
            .anyMatch(it -> !it.equals(place) && LibraryItem.nameOf(it.folder()).equals(name));
    return DisplayText.of(isDuplicate ? place.folder().toString() : name, PATH_CHARACTERS);
  }

  /// Returns the reasons why folders could not be scanned, each prefixed with the folder.
  ///
  /// @param reported folders to leave out, because they were already reported
  List<String> notes(Set<Path> reported, Messages messages) {
    return problems.entrySet().stream()
        .filter(each -> !reported.contains(each.getKey()))
        .map(
            each ->
                DisplayText.of(each.getKey().toString(), PATH_CHARACTERS)
                    + ": "
                    + messages.sentence(each.getValue()))
        .toList();
  }

  /// Applies the result of a value check.
  void check(Path path, Health health, OptionalDouble effectiveRank) {
    entries.computeIfPresent(path, (_, entry) -> entry.with(health, effectiveRank));
    recentEntries.computeIfPresent(path, (_, entry) -> entry.with(health, effectiveRank));
  }

  /// One scan of the library, in the background.
  record LibraryScanJob(LibraryViewModel.Sources sources, Batches<Consumer<LibraryState>> news)
      implements LibraryListener {

    /// @return the modification times of the scanned folders
    FolderStamps run(Cancellation cancellation, Progress progress) {
      List<RecentFile> opened = new ArrayList<>();
      List<LibraryFolder> places = new ArrayList<>(sources.caches().get());
      try {
        opened.addAll(sources.libraryFile().recent());
        List<RecentComparison> compared = sources.libraryFile().comparisons();
        news.add(state -> state.comparisons = compared);
        sources.libraryFile().folders().forEach(folder -> places.add(LibraryFolder.folder(folder)));
      } catch (IOException e) {
        news.add(state -> state.trouble = Optional.of(Failures.of(e)));
      }
      news.add(state -> state.list(opened, places));
      List<FitFilter.Base> bases = sources.bases().all().stream().map(FitFilter.Base::of).toList();
      news.add(state -> state.bases = bases);
      // Files first, because folders take longer.
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
    public void onEntry(LibraryEntry entry) {
      news.add(state -> state.add(entry));
    }

    @Override
    public void onUnreadableFolder(Path folder, Finding why) {
      news.add(state -> state.problems.put(folder, why.sentence()));
    }
  }
}
