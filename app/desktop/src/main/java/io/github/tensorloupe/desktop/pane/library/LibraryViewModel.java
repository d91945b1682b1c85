package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibrarySort;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.Query;
import io.github.tensorloupe.desktop.pane.library.LibraryState.Look;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.library.FolderStamps;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.storage.LibraryFile;
import io.github.tensorloupe.storage.RecentFile;
import io.github.tensorloupe.work.Batches;
import io.github.tensorloupe.work.Watch;
import java.nio.file.Path;
import java.time.Duration;

/// The list of checkpoints on disk. Belongs to the FX thread; folders are scanned in the
/// background.
public final class LibraryViewModel {

  /// The sources of the library.
  ///
  /// @param kept recent files and added folders
  /// @param caches returns the caches of this computer; called in the background
  public record Sources(LibraryFile kept, LibraryScan scan, Supplier<List<Place>> caches) {}

  /// A change of recent files or folders.
  @FunctionalInterface
  private interface Change {
    void make() throws IOException;
  }

  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Sources sources;
  private final Jobs jobs;
  private final LatestJob looking;
  private final Messages messages;
  private final LibraryState state = new LibraryState();
  private final ObservableList<LibraryRow> rows = FXCollections.observableArrayList();
  private final ObservableList<RecentFile> recent = FXCollections.observableArrayList();
  private final StringProperty query = new SimpleStringProperty("");
  private final ObjectProperty<LibrarySort> sort = new SimpleObjectProperty<>(LibrarySort.NAME);
  private final ReadOnlyBooleanWrapper scanning = new ReadOnlyBooleanWrapper();
  private final ReadOnlyStringWrapper nothing = new ReadOnlyStringWrapper("");
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<Job> current = Optional.empty();
  private Optional<Watch<Boolean>> watch = Optional.empty();
  private volatile Optional<FolderStamps> stamps = Optional.empty();
  private int lookCount;

  public LibraryViewModel(Sources sources, Jobs jobs, Messages messages) {
    this.sources = sources;
    this.jobs = jobs;
    this.looking = new LatestJob(jobs);
    this.messages = messages;
    jobs.running().addListener((ListChangeListener<Job>) _ -> noticeStop());
    query.subscribe(_ -> showRows());
    sort.subscribe(_ -> showRows());
  }

  /// While active, scans the folders and rescans them when they change.
  public void setActive(boolean active) {
    watch.ifPresent(Watch::close);
    watch = Optional.empty();
    if (active) {
      refresh();
      watch =
          Optional.of(
              jobs.watch(
                  PAUSE,
                  () -> stamps.map(FolderStamps::isOutdated).orElse(false),
                  isOutdated -> {
                    if (isOutdated && !scanning.get()) {
                      refresh();
                    }
                  }));
    } else {
      looking.cancel();
      scanning.set(false);
    }
  }

  public void refresh() {
    int look = ++lookCount;
    state.begin();
    failure.set(Optional.empty());
    scanning.set(true);
    Batches<Consumer<LibraryState>> batches =
        jobs.batches(
            news -> {
              if (look == lookCount) {
                news.forEach(each -> each.accept(state));
                recent.setAll(state.recent());
                showRows();
              }
            });
    current =
        Optional.of(
            looking.start(
                messages.text("library.job"),
                new Look(sources, batches)::run,
                newStamps -> {
                  stamps = Optional.of(newStamps);
                  end();
                },
                thrown -> {
                  failure.set(Optional.of(Failures.of(thrown)));
                  end();
                }));
  }

  /// A canceled job is just removed from the running ones; its results so far stay.
  private void noticeStop() {
    boolean isStopped =
        current.filter(job -> job.isRequested() && !jobs.running().contains(job)).isPresent();
    if (scanning.get() && isStopped) {
      scanning.set(false);
      showRows();
    }
  }

  private void end() {
    scanning.set(false);
    state.end();
    showRows();
  }

  private void showRows() {
    LibraryRows made =
        new LibraryRows(state, Query.of(query.get()), sort.get(), scanning.get(), messages);
    rows.setAll(made.all());
    state.trouble().ifPresent(trouble -> failure.set(Optional.of(trouble)));
    nothing.set(made.nothing());
  }

  public void noteOpened(Path path) {
    change(() -> sources.kept().opened(path, Instant.now()));
  }

  void forget(Path path) {
    change(() -> sources.kept().forget(path));
  }

  void addFolder(Path folder) {
    change(() -> sources.kept().addFolder(folder));
  }

  /// Removes a folder from the library, not from disk.
  void removeFolder(Path folder) {
    change(() -> sources.kept().removeFolder(folder));
  }

  private void change(Change change) {
    jobs.startToEnd(
        messages.text("library.job.keep"),
        (_, _) -> {
          change.make();
          return sources.kept().recent();
        },
        newRecent -> {
          recent.setAll(newRecent);
          refreshIfWatched();
        },
        thrown -> {
          failure.set(Optional.of(Failures.of(thrown)));
          refreshIfWatched();
        });
  }

  private void refreshIfWatched() {
    if (watch.isPresent()) {
      refresh();
    }
  }

  /// The rows; not to be changed by the caller.
  ObservableList<LibraryRow> rows() {
    return rows;
  }

  /// The paths of recent files, the latest first.
  public List<Path> recentPaths() {
    return recent.stream().map(RecentFile::path).toList();
  }

  /// The recent files, the latest first; not to be changed by the caller.
  ObservableList<RecentFile> recent() {
    return recent;
  }

  StringProperty queryProperty() {
    return query;
  }

  /// The name of the order within a place.
  public String sortName() {
    return sort.get().name();
  }

  /// Sorts by the name of an order; unknown names are ignored.
  public void sortBy(String name) {
    Arrays.stream(LibrarySort.values())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .ifPresent(sort::set);
  }

  ObjectProperty<LibrarySort> sortProperty() {
    return sort;
  }

  ReadOnlyBooleanProperty scanningProperty() {
    return scanning.getReadOnlyProperty();
  }

  /// The message where there are no rows.
  ReadOnlyStringProperty nothingProperty() {
    return nothing.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
    return failure.getReadOnlyProperty();
  }
}
