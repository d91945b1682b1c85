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

  /// @param kept recent files and added folders
  /// @param caches returns the caches of this computer; called in the background
  public record Sources(LibraryFile kept, LibraryScan scan, Supplier<List<Place>> caches) {}

  @FunctionalInterface
  private interface Change {
    void make() throws IOException;
  }

  private static final Duration PAUSE = Duration.ofSeconds(5);

  final ObservableList<LibraryRow> rows = FXCollections.observableArrayList();

  /// The recent files, the latest first.
  final ObservableList<RecentFile> recent = FXCollections.observableArrayList();

  final StringProperty query = new SimpleStringProperty("");
  final ObjectProperty<LibrarySort> sort = new SimpleObjectProperty<>(LibrarySort.NAME);
  final BooleanProperty scanning = new SimpleBooleanProperty();

  /// The message where there are no rows.
  final StringProperty nothing = new SimpleStringProperty("");

  final ObjectProperty<Optional<Failure>> failure = new SimpleObjectProperty<>(Optional.empty());
  private final Sources sources;
  private final Jobs jobs;
  private final LatestJob looking;
  private final Messages messages;
  private final LibraryState state = new LibraryState();
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
    if (!active) {
      looking.cancel();
      scanning.set(false);
      return;
    }
    refresh();
    Supplier<Boolean> isOutdated = () -> stamps.map(FolderStamps::isOutdated).orElse(false);
    Consumer<Boolean> onSeen =
        outdated -> {
          if (outdated && !scanning.get()) {
            refresh();
          }
        };
    watch = Optional.of(jobs.watch(PAUSE, isOutdated, onSeen));
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
                recent.setAll(state.recent);
                showRows();
              }
            });
    Job job =
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
            });
    current = Optional.of(job);
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
    state.trouble.ifPresent(trouble -> failure.set(Optional.of(trouble)));
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
          watch.ifPresent(_ -> refresh());
        },
        thrown -> {
          failure.set(Optional.of(Failures.of(thrown)));
          watch.ifPresent(_ -> refresh());
        });
  }

  public List<Path> recentPaths() {
    return recent.stream().map(RecentFile::path).toList();
  }

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
}
