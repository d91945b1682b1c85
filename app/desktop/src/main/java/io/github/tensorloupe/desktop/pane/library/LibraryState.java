package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.storage.ModelMark;
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

  private final Messages messages;

  /// The reasons why folders could not be scanned.
  final Map<Path, Sentence> problems = new LinkedHashMap<>();

  private final Map<Path, LibraryEntry> entries = new LinkedHashMap<>();

  /// The entries of recent files, and of the checkpoints in recent folders, by recent path.
  private final Map<Path, List<LibraryEntry>> recentEntries = new HashMap<>();

  private final Set<Path> deleted = new HashSet<>();
  private final Set<Path> scannedPaths = new HashSet<>();
  List<LibraryFolder> places = List.of();
  private Map<Path, LibraryItem> items = Map.of();

  /// The marks of models by path.
  Map<Path, ModelMark> marks = Map.of();

  /// Files in watched folders that another program is writing.
  Set<Path> written = Set.of();

  /// The bases that adapters were compared with, latest first.
  List<FitFilter.Base> bases = List.of();

  /// The reason why the lists could not be read; empty if they could.
  Optional<Failure> trouble = Optional.empty();

  LibraryState(Messages messages) {
    this.messages = messages;
  }

  void begin() {
    scannedPaths.clear();
    problems.clear();
    trouble = Optional.empty();
  }

  void add(LibraryEntry entry) {
    entries.put(entry.path(), entry);
    scannedPaths.add(entry.path());
  }

  /// @param found the checkpoints at the path; empty if it no longer exists
  void addRecent(Path path, Optional<List<LibraryEntry>> found) {
    deleted.remove(path);
    found.ifPresentOrElse(it -> recentEntries.put(path, it), () -> deleted.add(path));
  }

  /// Returns true if a recent path is a model, or a folder that was opened with the model.
  boolean includes(Path recent, Path model) {
    return recent.equals(model)
        || recentEntries.getOrDefault(recent, List.of()).stream()
            .anyMatch(entry -> entry.path().equals(model));
  }

  /// Ends a scan and removes entries that it did not find.
  void end() {
    entries.keySet().retainAll(scannedPaths);
  }

  /// Returns each model once, in no particular order.
  ///
  /// @param recent the recent files
  /// @param fit returns the note that a model fits the chosen base
  List<LibraryItem> items(List<RecentFile> recent, BiFunction<Path, LibraryEntry, String> fit) {
    Map<Path, LibraryItem> before = items;
    items = new LinkedHashMap<>();
    for (RecentFile each : recent) {
      Optional<Instant> opened = Optional.of(each.opened());
      List<LibraryEntry> found = recentEntries.get(each.path());
      if (found == null || entries.containsKey(each.path())) {
        addRecent(before, each.path(), Optional.empty(), opened, fit);
      } else {
        found.forEach(it -> addRecent(before, it.path(), Optional.of(it), opened, fit));
      }
    }
    Map<LibraryFolder, List<String>> titles = new HashMap<>();
    for (LibraryEntry entry : entries.values()) {
      if (!items.containsKey(entry.path())) {
        List<String> folders = titles.computeIfAbsent(entry.place(), it -> List.of(title(it)));
        add(before, entry.path(), Optional.of(entry), Optional.empty(), folders, fit);
      }
    }
    return List.copyOf(items.values());
  }

  /// Returns the paths of the last items, except deleted ones.
  Stream<Path> existing() {
    return items.values().stream().filter(item -> !item.isDeleted()).map(LibraryItem::path);
  }

  private void addRecent(
      Map<Path, LibraryItem> before,
      Path path,
      Optional<LibraryEntry> found,
      Optional<Instant> opened,
      BiFunction<Path, LibraryEntry, String> fit) {
    if (items.containsKey(path)) {
      return;
    }
    List<String> folders = new ArrayList<>(List.of(messages.text("library.recent")));
    Optional<LibraryEntry> scanned = Optional.ofNullable(entries.get(path));
    scanned.ifPresent(it -> folders.add(title(it.place())));
    add(before, path, scanned.or(() -> found), opened, folders, fit);
  }

  // Unchanged items are reused, because creating the texts of thousands of models is slow.
  private void add(
      Map<Path, LibraryItem> before,
      Path path,
      Optional<LibraryEntry> entry,
      Optional<Instant> opened,
      List<String> folders,
      BiFunction<Path, LibraryEntry, String> fit) {
    String note = entry.map(it -> fit.apply(path, it)).orElse("");
    LibraryItem previous = before.get(path);
    boolean isDeleted = deleted.contains(path) && !entries.containsKey(path);
    ModelHealth health = ModelHealth.of(entry, isDeleted, written.contains(path));
    ModelMark mark = marks.getOrDefault(path, ModelMark.none(path));
    boolean isSame =
        previous != null
            && previous.entry().equals(entry)
            && previous.opened().equals(opened)
            && previous.health() == health
            && previous.folders().equals(folders)
            && previous.fit().equals(note)
            && previous.mark().equals(mark);
    LibraryItem item =
        isSame
            ? previous
            : LibraryItem.of(path, entry, opened, health, folders, note, mark, messages);
    items.put(path, item);
  }

  /// Returns the title of a folder's chip: its name, or its path if another folder has the same
  /// name.
  String title(LibraryFolder place) {
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
  List<String> notes(Set<Path> reported) {
    List<String> notes = new ArrayList<>();
    problems.forEach(
        (folder, sentence) -> {
          if (!reported.contains(folder)) {
            String name = DisplayText.of(folder.toString(), PATH_CHARACTERS);
            notes.add(name + ": " + messages.sentence(sentence));
          }
        });
    return notes;
  }

  /// Applies the result of a value check.
  void check(Path path, Health health, OptionalDouble effectiveRank) {
    entries.computeIfPresent(path, (_, entry) -> entry.with(health, effectiveRank));
    UnaryOperator<LibraryEntry> checked =
        it -> it.path().equals(path) ? it.with(health, effectiveRank) : it;
    recentEntries.replaceAll((_, found) -> found.stream().map(checked).toList());
  }

  /// One scan of the library, in the background.
  record LibraryScanJob(
      LibrarySources sources, LibraryLists lists, Batches<Consumer<LibraryState>> news)
      implements LibraryListener {

    /// @return the modification times of the scanned folders
    FolderStamps run(Cancellation cancellation, Progress progress) {
      List<RecentFile> recent = new ArrayList<>();
      List<LibraryFolder> places = new ArrayList<>(sources.caches().get());
      try {
        LibraryLists.StoredLists stored = lists.read();
        recent.addAll(stored.recent());
        news.add(_ -> lists.show(stored));
        sources.libraryFile().folders().forEach(folder -> places.add(LibraryFolder.folder(folder)));
      } catch (IOException e) {
        news.add(state -> state.trouble = Optional.of(Failures.of(e)));
      }
      List<FitFilter.Base> bases = sources.bases().all().stream().map(FitFilter.Base::of).toList();
      news.add(
          state -> {
            state.places = places;
            state.bases = bases;
          });
      // Files first, because folders take longer.
      Map<Boolean, List<RecentFile>> byKind =
          recent.stream().collect(Collectors.partitioningBy(it -> Files.isDirectory(it.path())));
      inspect(byKind.get(false), cancellation);
      FolderStamps stamps = sources.scan().run(places, this, cancellation, progress);
      inspect(byKind.get(true), cancellation);
      news.flush();
      return stamps;
    }

    private void inspect(List<RecentFile> files, Cancellation cancellation) {
      for (RecentFile file : files) {
        cancellation.check();
        Path path = file.path();
        Optional<List<LibraryEntry>> found =
            Files.exists(path) ? Optional.of(entriesAt(path, cancellation)) : Optional.empty();
        news.add(state -> state.addRecent(path, found));
      }
    }

    private List<LibraryEntry> entriesAt(Path path, Cancellation cancellation) {
      if (!Files.isDirectory(path)) {
        return List.of(sources.scan().inspect(path, cancellation));
      }
      List<LibraryEntry> found = Collections.synchronizedList(new ArrayList<>());
      LibraryListener collecting =
          new LibraryListener() {
            @Override
            public void onEntry(LibraryEntry entry) {
              found.add(entry);
            }

            @Override
            public void onUnreadableFolder(Path folder, Finding why) {
              LibraryScanJob.this.onUnreadableFolder(folder, why);
            }
          };
      List<LibraryFolder> folder = List.of(LibraryFolder.folder(path));
      sources.scan().run(folder, collecting, cancellation, Progress.NONE);
      return List.copyOf(found);
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
