package io.github.tensorloupe.desktop.pane.library;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.job.Watch;
import io.github.tensorloupe.desktop.pane.library.LibraryState.News;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.library.FolderStamps;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.storage.LibraryFile;
import io.github.tensorloupe.storage.RecentFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;

/// What is on disk to open, and what a person does to that list. Belongs to the FX thread; folders
/// are looked through beside it.
public final class LibraryViewModel {

  /// Where the library comes from.
  ///
  /// @param kept what was opened before, and the folders that were added
  /// @param scan looks through folders
  /// @param caches gives the caches of this computer; called beside the FX thread
  public record Sources(LibraryFile kept, LibraryScan scan, Supplier<List<Place>> caches) {}

  /// A step that changes what is kept.
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
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
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

  /// Begins or ends to look after the library: while somebody looks at it, it follows the disk.
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
                  this::refreshIfOutdated));
    } else {
      looking.cancel();
      scanning.set(false);
    }
  }

  private void refreshIfOutdated(boolean isOutdated) {
    if (isOutdated && !scanning.get()) {
      refresh();
    }
  }

  /// Looks through all places once more.
  public void refresh() {
    int look = ++lookCount;
    state.begin();
    problem.set("");
    failure.set(Optional.empty());
    scanning.set(true);
    Batches<News> batches =
        jobs.batches(
            news -> {
              if (look == lookCount) {
                news.forEach(state::take);
                recent.setAll(state.recent());
                showRows();
              }
            });
    current =
        Optional.of(
            looking.start(
                messages.text("library.job"),
                new LibraryLook(sources, batches)::run,
                newStamps -> {
                  stamps = Optional.of(newStamps);
                  end();
                },
                thrown -> {
                  fail(thrown);
                  end();
                }));
  }

  /// A look may also be stopped from outside; then its job just vanishes from the running ones, and
  /// what was found before stays.
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
        new LibraryRows(state, LibraryQuery.of(query.get()), sort.get(), scanning.get(), messages);
    rows.setAll(made.all());
    state.trouble().map(messages::sentence).ifPresent(problem::set);
    nothing.set(made.nothing());
  }

  /// Notes that something was opened.
  public void noteOpened(Path path) {
    change(() -> sources.kept().opened(path, Instant.now()));
  }

  /// Forgets that something was opened.
  void forget(Path path) {
    change(() -> sources.kept().forget(path));
  }

  /// Adds a folder to those that are looked through.
  void addFolder(Path folder) {
    change(() -> sources.kept().addFolder(folder));
  }

  /// Takes a folder from those that are looked through; nothing in it is touched.
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
        this::follow,
        thrown -> {
          fail(thrown);
          refreshIfWatched();
        });
  }

  private void follow(List<RecentFile> newRecent) {
    recent.setAll(newRecent);
    refreshIfWatched();
  }

  private void refreshIfWatched() {
    if (watch.isPresent()) {
      refresh();
    }
  }

  /// What is shown; not to be changed by the caller.
  ObservableList<LibraryRow> rows() {
    return rows;
  }

  /// The paths of what was opened before, the latest first.
  public List<Path> recentPaths() {
    return recent.stream().map(RecentFile::path).toList();
  }

  /// What was opened before, the latest first; not to be changed by the caller.
  ObservableList<RecentFile> recent() {
    return recent;
  }

  /// What is searched for.
  StringProperty queryProperty() {
    return query;
  }

  /// The name of the order within a place.
  public String sortName() {
    return sort.get().name();
  }

  /// Orders by the name of an order; a name that is none changes nothing.
  public void sortBy(String name) {
    Arrays.stream(LibrarySort.values())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .ifPresent(sort::set);
  }

  /// The order within a place.
  ObjectProperty<LibrarySort> sortProperty() {
    return sort;
  }

  /// Whether folders are looked through now.
  ReadOnlyBooleanProperty scanningProperty() {
    return scanning.getReadOnlyProperty();
  }

  /// A sentence for where there is no row.
  ReadOnlyStringProperty nothingProperty() {
    return nothing.getReadOnlyProperty();
  }

  /// What went wrong last, as a sentence; empty where nothing did.
  private void fail(Throwable thrown) {
    Failure failed = Failures.of(thrown);
    problem.set(messages.sentence(failed.sentence()));
    failure.set(Optional.of(failed));
  }

  /// What was thrown; empty where nothing was.
  ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }
}
