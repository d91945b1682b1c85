package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.ModelMark;
import io.github.tensorloupe.desktop.storage.RecentComparison;
import io.github.tensorloupe.desktop.storage.RecentFile;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.work.IoRunnable;
import java.nio.file.Path;

/// The user's lists: recent files and comparisons, and the added and watched folders. Belongs to
/// the FX thread; the lists are stored in the background.
public final class LibraryLists {

  /// The stored form of the lists.
  record StoredLists(
      List<RecentFile> recent,
      List<RecentComparison> comparisons,
      List<String> addresses,
      boolean checksWatched,
      Map<Path, ModelMark> marks) {}

  /// The recent files, latest first.
  final ObservableList<RecentFile> recent = FXCollections.observableArrayList();

  /// The recent comparisons, latest first.
  final ObservableList<RecentComparison> comparisons = FXCollections.observableArrayList();

  /// The recent addresses, latest first.
  private List<String> addresses = List.of();

  /// The marks of models by path.
  final ObjectProperty<Map<Path, ModelMark>> marks = new SimpleObjectProperty<>(Map.of());

  /// True if the values of checkpoints that appear in watched folders are checked too.
  final BooleanProperty checksWatched = new SimpleBooleanProperty(true);

  private final LibraryFile file;
  private final FolderWatcher live;
  private final Jobs jobs;
  private final Runnable onChanged;
  private final Consumer<Throwable> onFailure;
  private final Messages messages;

  /// @param live updated with the stored list of watched folders
  /// @param onChanged called after each change, even if it could not be stored
  LibraryLists(
      LibraryFile file,
      FolderWatcher live,
      Jobs jobs,
      Runnable onChanged,
      Consumer<Throwable> onFailure,
      Messages messages) {
    this.file = file;
    this.live = live;
    this.jobs = jobs;
    this.onChanged = onChanged;
    this.onFailure = onFailure;
    this.messages = messages;
  }

  public void recordOpened(Path path) {
    change(() -> file.addRecent(path, Instant.now()));
  }

  /// @param address an address that can be opened again unchanged
  public void recordOpened(String address) {
    change(() -> file.addAddress(address));
  }

  /// Moves a comparison to the front of the recent ones.
  public void recordComparison(RecentComparison compared) {
    if (comparisons.isEmpty() || !comparisons.getFirst().equals(compared)) {
      change(() -> file.addComparison(compared));
    }
  }

  void removeRecent(List<Path> paths) {
    change(
        () -> {
          for (Path each : paths) {
            file.forget(each);
          }
        });
  }

  /// Replaces the path of a renamed model, which keeps its marks.
  void rename(Path from, Path to) {
    change(() -> file.rename(from, to));
  }

  void clearRecent() {
    change(file::forgetRecent);
  }

  void addFolder(Path folder) {
    change(() -> file.addFolder(folder));
  }

  /// Removes a folder from the library, but not from disk.
  void removeFolder(Path folder) {
    change(() -> file.removeFolder(folder));
  }

  /// Starts or stops watching a folder. A watched folder is added to the library.
  void watch(Path folder, boolean isWatched) {
    change(
        () -> {
          if (isWatched) {
            file.addFolder(folder);
            file.watch(folder, Instant.now());
          } else {
            file.stopWatching(folder);
          }
        });
  }

  void setChecksWatched(boolean checks) {
    change(() -> file.setChecksWatched(checks));
  }

  /// Reads the lists, and starts to watch the watched folders. Blocks the calling thread.
  ///
  /// @throws IOException if the lists cannot be read; the message is a sentence
  StoredLists read() throws IOException {
    live.watch(file.watched());
    return new StoredLists(
        file.recent(), file.comparisons(), file.addresses(), file.checksWatched(), file.marks());
  }

  void show(StoredLists lists) {
    recent.setAll(lists.recent);
    comparisons.setAll(lists.comparisons);
    addresses = lists.addresses;
    checksWatched.set(lists.checksWatched);
    marks.set(lists.marks);
  }

  /// Changes the marks of models.
  ///
  /// @param change called in the background
  void mark(Collection<Path> models, UnaryOperator<ModelMark> change) {
    change(() -> file.mark(models, change), () -> {});
  }

  boolean hasTags() {
    return marks.get().values().stream().anyMatch(mark -> !mark.tags().isEmpty());
  }

  ModelMark markOf(Path model) {
    return marks.get().getOrDefault(model, ModelMark.none(model));
  }

  private void change(IoRunnable change) {
    change(change, onChanged);
  }

  private void change(IoRunnable change, Runnable onDone) {
    jobs.startWriting(
        messages.text("library.job.keep"),
        (_, _) -> {
          change.run();
          return read();
        },
        lists -> {
          show(lists);
          onDone.run();
        },
        thrown -> {
          onFailure.accept(thrown);
          onDone.run();
        });
  }

  /// Loads the lists in the background.
  ///
  /// @param first runs before the lists are read; may block
  void load(IoRunnable first, Runnable onLoaded) {
    jobs.start(
            messages.text("library.job.load"),
            (_, _) -> {
              first.run();
              return read();
            },
            lists -> {
              show(lists);
              onLoaded.run();
            },
            onFailure)
        .unstoppable();
  }

  public List<RecentComparison> recentComparisons() {
    return List.copyOf(comparisons);
  }

  public List<String> recentAddresses() {
    return addresses;
  }

  public List<Path> recentPaths() {
    return recent.stream().map(RecentFile::path).toList();
  }
}
