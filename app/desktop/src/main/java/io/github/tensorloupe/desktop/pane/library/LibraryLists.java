package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.library.LiveFolders;
import io.github.tensorloupe.storage.LibraryFile;
import io.github.tensorloupe.storage.RecentComparison;
import io.github.tensorloupe.storage.RecentFile;
import java.nio.file.Path;

/// The lists that a person has in the library: what was opened and compared before, and the folders
/// that were added or are watched. Belongs to the FX thread; they are kept in the background.
public final class LibraryLists {

  @FunctionalInterface
  private interface Change {
    void make() throws IOException;
  }

  private record Kept(
      List<RecentFile> recent,
      List<RecentComparison> comparisons,
      List<String> addresses,
      boolean checksWatched) {}

  /// The recent files, the latest first.
  final ObservableList<RecentFile> recent = FXCollections.observableArrayList();

  /// The recent comparisons, the latest first.
  final ObservableList<RecentComparison> comparisons = FXCollections.observableArrayList();

  /// The recent addresses, the latest first.
  private List<String> addresses = List.of();

  /// True if the values of what comes into watched folders are checked too.
  final BooleanProperty checksWatched = new SimpleBooleanProperty(true);

  private final LibraryFile file;
  private final LiveFolders live;
  private final Jobs jobs;
  private final Runnable onChanged;
  private final Consumer<Throwable> onFailure;
  private final Messages messages;

  /// @param live follows what is kept of watched folders
  /// @param onChanged is called after each change, also where it could not be kept
  LibraryLists(
      LibraryFile file,
      LiveFolders live,
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

  public void noteOpened(Path path) {
    change(() -> file.opened(path, Instant.now()));
  }

  /// @param address that can be opened again as it is
  public void noteOpened(String address) {
    change(() -> file.openedAddress(address));
  }

  /// Puts a comparison to the front of the recent ones, unless it is there.
  public void noteCompared(RecentComparison compared) {
    if (comparisons.isEmpty() || !comparisons.getFirst().equals(compared)) {
      change(() -> file.compared(compared));
    }
  }

  void forget(Path path) {
    change(() -> file.forget(path));
  }

  void addFolder(Path folder) {
    change(() -> file.addFolder(folder));
  }

  /// Removes a folder from the library, not from disk.
  void removeFolder(Path folder) {
    change(() -> file.removeFolder(folder));
  }

  /// Watches a folder, which is added where it was not, or watches it no longer.
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

  /// @throws IOException if the lists cannot be read; the message is a sentence
  private Kept kept() throws IOException {
    live.watch(file.watched());
    return new Kept(file.recent(), file.comparisons(), file.addresses(), file.checksWatched());
  }

  private void take(Kept kept) {
    recent.setAll(kept.recent);
    comparisons.setAll(kept.comparisons);
    addresses = kept.addresses;
    checksWatched.set(kept.checksWatched);
  }

  private void change(Change change) {
    jobs.startToEnd(
        messages.text("library.job.keep"),
        (_, _) -> {
          change.make();
          return kept();
        },
        kept -> {
          take(kept);
          onChanged.run();
        },
        thrown -> {
          onFailure.accept(thrown);
          onChanged.run();
        });
  }

  /// Reads the lists, and what else is to be there first.
  ///
  /// @param first blocks the calling thread
  void load(Callable<?> first, Runnable onLoaded) {
    jobs.start(
            messages.text("library.job.load"),
            (_, _) -> {
              first.call();
              return kept();
            },
            kept -> {
              take(kept);
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
