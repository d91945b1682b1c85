package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Watch;
import io.github.tensorloupe.desktop.pane.library.FolderWatch.WatchFinding;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.Facet;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.LibrarySort;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.Order;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.Query;
import io.github.tensorloupe.desktop.pane.library.LibraryState.LibraryScanJob;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.library.FolderStamps;
import io.github.tensorloupe.library.HubCaches;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.model.NaturalOrder;
import java.nio.file.Path;
import java.time.Duration;

/// The models on disk, searched, filtered and sorted. Belongs to the FX thread; folders are scanned
/// in the background.
public final class LibraryViewModel {

  enum LibraryLook {
    GALLERY,
    TABLE
  }

  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final String REVERSED = "REVERSED";

  final ObjectProperty<LibraryListing> listing = new SimpleObjectProperty<>(LibraryListing.EMPTY);

  final StringProperty query = new SimpleStringProperty("");
  final ObjectProperty<Order> order = new SimpleObjectProperty<>(Order.DEFAULT);
  final ObjectProperty<LibraryLook> look = new SimpleObjectProperty<>(LibraryLook.GALLERY);

  /// The chosen values of each filter. Unused filters are absent.
  final ObjectProperty<Map<Facet, Set<String>>> chosen = new SimpleObjectProperty<>(Map.of());

  final ObservableValue<Boolean> scanning;

  /// True if the scans so far found no models on this computer.
  final BooleanProperty empty = new SimpleBooleanProperty();

  final StringProperty nothing = new SimpleStringProperty("");

  /// The folders that could not be scanned completely, each with the reason.
  final ObjectProperty<List<String>> notes = new SimpleObjectProperty<>(List.of());

  final ObjectProperty<Optional<Failure>> failure = new SimpleObjectProperty<>(Optional.empty());
  private final LibrarySources sources;
  private final Jobs jobs;
  private final JobSlot<FolderStamps> scanJob;
  private final Messages messages;
  private final LibraryState state;

  final FitFilter fitting;
  final LibraryLists lists;
  final FolderWatch watching;
  final ValueChecks checks;

  /// Bases that were chosen before. Their files may no longer exist.
  final ObjectProperty<List<FitFilter.Base>> previousBases = new SimpleObjectProperty<>(List.of());

  private Optional<Watch<Boolean>> watch = Optional.empty();
  private volatile Optional<FolderStamps> stamps = Optional.empty();
  private boolean hasScanned;

  public LibraryViewModel(LibrarySources sources, Jobs jobs, Messages messages) {
    this.sources = sources;
    this.jobs = jobs;
    this.scanJob = new JobSlot<>(jobs);
    this.scanning = scanJob.jobProperty().map(Optional::isPresent);
    this.messages = messages;
    this.state = new LibraryState(messages);
    this.fitting = new FitFilter(sources.bases(), jobs, this::fail, this::show, messages);
    this.lists =
        new LibraryLists(
            sources.libraryFile(),
            sources.live(),
            jobs,
            this::onListsChanged,
            this::fail,
            messages);
    this.checks = new ValueChecks(sources, jobs, this::applyChecks, this::fail, messages);
    this.watching =
        new FolderWatch(sources.live(), jobs, this::addArrivals, checks::resume, messages);
    watching.lastResult.subscribe(this::onFoldersPolled);
    // The results of a stopped scan remain.
    scanJob.onStop(this::show);
    query.subscribe(_ -> show());
    order.subscribe(_ -> show());
    chosen.subscribe(_ -> show());
    fitting.base.subscribe(_ -> show());
    lists.marks.subscribe(_ -> show());
  }

  /// Starts to watch the watched folders, and resumes the checks of an earlier run.
  ///
  /// @param onFinding receives problems of checkpoints that appear in watched folders
  public void begin(Consumer<WatchFinding> onFinding) {
    watching.setOnFinding(onFinding);
    lists.load(
        sources.pending()::load,
        () -> {
          startWatching();
          checks.resume();
        });
  }

  private void onListsChanged() {
    startWatching();
    watch.ifPresent(_ -> refresh());
  }

  private void startWatching() {
    watching.folders.set(sources.live().watched());
    if (!sources.live().watched().isEmpty() || sources.pending().counts().leftCount() > 0) {
      watching.begin();
    }
  }

  /// Ends this window's use of the shared folder watch and check queue.
  public void close() {
    setActive(false);
    watching.close();
    checks.close();
  }

  private void onFoldersPolled(FolderWatcher.PollResult before, FolderWatcher.PollResult now) {
    state.written = now.written();
    if (!before.written().equals(now.written()) || !before.missing().equals(now.missing())) {
      show();
    }
  }

  private void addArrivals(List<LibraryEntry> entries) {
    entries.forEach(state::add);
    show();
    if (lists.checksWatched.get()) {
      checks.add(entries);
    }
  }

  private void applyChecks(List<LibraryEntry> entries) {
    entries.forEach(it -> state.check(it.path(), it.health(), it.effectiveRank()));
    show();
  }

  /// While active, scans the folders and rescans them when they change.
  public void setActive(boolean active) {
    watch.ifPresent(Watch::close);
    watch = Optional.empty();
    if (!active) {
      scanJob.clear();
      return;
    }
    refresh();
    watch =
        Optional.of(
            jobs.watch(
                PAUSE,
                () -> stamps.map(FolderStamps::isOutdated).orElse(false),
                isOutdated -> {
                  if (isOutdated && !scanJob.isRunning()) {
                    refresh();
                  }
                }));
  }

  public void refresh() {
    hasScanned = true;
    state.begin();
    failure.set(Optional.empty());
    Batches<Consumer<LibraryState>> batches =
        scanJob.batches(
            news -> {
              news.forEach(each -> each.accept(state));
              show();
            });
    scanJob.start(
        messages.text("library.job"),
        new LibraryScanJob(sources, lists, batches)::run,
        newStamps -> {
          stamps = Optional.of(newStamps);
          end();
        },
        thrown -> {
          if (thrown instanceof Jobs.UnshownResultException) {
            throw PaneException.whole(thrown, this::refresh);
          }
          fail(thrown);
          end();
        });
  }

  private void fail(Throwable thrown) {
    failure.set(Optional.of(Failures.of(thrown)));
  }

  private void end() {
    state.end();
    show();
  }

  private void show() {
    Query words = Query.of(query.get(), fitting.base.get().isPresent());
    state.marks = lists.marks.get();
    List<LibraryItem> items = state.items(lists.recent, fitting::note);
    fitting.checkFit(items);
    LibraryListing newListing = LibraryListing.of(items, words, chosen.get(), order.get());
    // A folder without models can be chosen too, so that the user can remove it.
    for (LibraryFolder place : state.places) {
      newListing
          .options()
          .computeIfAbsent(Facet.FOLDER, _ -> new TreeMap<>(NaturalOrder.INSTANCE))
          .putIfAbsent(state.title(place), 0);
    }
    nothing.set(messages.text(nothing(newListing, words)));
    List<String> allNotes = new ArrayList<>(watching.notes());
    allNotes.addAll(state.notes(watching.lastResult.get().missing()));
    notes.set(allNotes);
    // During a rescan, the results of the last scan remain valid. The search field must exist
    // before models arrive, so that it receives the typed keys.
    if (newListing.allCount() > 0 || hasScanned && !scanJob.isRunning()) {
      empty.set(newListing.allCount() == 0);
    }
    listing.set(newListing);
    previousBases.set(state.bases);
    state.trouble.ifPresent(trouble -> failure.set(Optional.of(trouble)));
  }

  private String nothing(LibraryListing newListing, Query words) {
    if (scanJob.isRunning() && newListing.allCount() == 0 || fitting.isRunning()) {
      return "library.looking";
    }
    boolean isEmptyFolder =
        words.isEmpty()
            && chosen.get().keySet().equals(Set.of(Facet.FOLDER))
            && newListing.allCount() > 0;
    return isEmptyFolder ? "library.none-here" : "library.nothing-matches";
  }

  void showFitting(LibraryItem base) {
    fitting.choose(new FitFilter.Base(base.path(), base.title(), base.modified()));
  }

  /// Selects or deselects a value of a filter.
  void toggle(Facet facet, String value) {
    Map<Facet, Set<String>> changed = new EnumMap<>(Facet.class);
    changed.putAll(chosen.get());
    Set<String> values = new LinkedHashSet<>(changed.getOrDefault(facet, Set.of()));
    if (!values.remove(value)) {
      values.add(value);
    }
    changed.put(facet, values);
    changed.values().removeIf(Set::isEmpty);
    chosen.set(changed);
  }

  void clear(Facet facet) {
    Map<Facet, Set<String>> changed = new HashMap<>(chosen.get());
    changed.remove(facet);
    chosen.set(changed);
  }

  void clearFilters() {
    chosen.set(Map.of());
  }

  String text(Facet facet, String value) {
    if (value.isEmpty()) {
      return messages.text("library.unknown");
    }
    boolean isKey = facet == Facet.HEALTH || value.equals(LibraryListing.FAVORITES);
    return isKey ? messages.text(value) : DisplayText.of(value);
  }

  /// Returns the folder if the filters select exactly one folder.
  Optional<LibraryFolder> chosenFolder() {
    Set<String> titles = chosen.get().getOrDefault(Facet.FOLDER, Set.of());
    return state.places.stream()
        .filter(place -> titles.equals(Set.of(state.title(place))))
        .findFirst();
  }

  /// Scans the values of models that load and were not scanned yet, and stores the results.
  void check(List<LibraryItem> items) {
    checks.add(
        items.stream()
            .filter(LibraryItem::canBeChecked)
            .map(item -> item.entry().orElseThrow())
            .toList());
    watching.begin();
  }

  /// True if no models were found on this computer.
  public ObservableValue<Boolean> emptyProperty() {
    return empty;
  }

  /// Returns the paths of the visible models.
  public Stream<Path> paths() {
    return listing.get().shown().stream()
        .flatMap(item -> item.entry().stream())
        .map(LibraryEntry::path);
  }

  /// Returns the paths of all existing models, regardless of the search and the filters.
  public Stream<Path> models() {
    return state.existing();
  }

  /// Removes a model from the recent files, with the folder that was opened with it.
  void removeRecent(Path path) {
    lists.removeRecent(
        lists.recentPaths().stream().filter(recent -> state.includes(recent, path)).toList());
  }

  List<Path> addedFolders() {
    return state.places.stream()
        .filter(place -> !place.isCache())
        .map(LibraryFolder::folder)
        .toList();
  }

  public LibraryLists lists() {
    return lists;
  }

  /// Returns the titles of all models by path.
  public SequencedMap<Path, String> titles() {
    return listing.get().titles();
  }

  /// Returns the listed models that are not adapters.
  public List<Path> bases() {
    return listing.get().bases();
  }

  /// Returns a model of the Hugging Face Hub in the caches by name, without a scan. Blocks; may be
  /// called from any thread.
  public Optional<Path> findInCaches(String name) {
    return HubCaches.find(sources.caches().get(), name);
  }

  /// Returns the order and the layout as text, for the settings.
  public String arrangement() {
    String direction = order.get().isReversed() ? " " + REVERSED : "";
    return order.get().by().name() + direction + " " + look.get().name();
  }

  /// Restores an order and a layout, ignoring unknown values.
  public void arrange(String remembered) {
    List<String> words = List.of(remembered.split(" "));
    for (LibrarySort each : LibrarySort.values()) {
      if (words.contains(each.name())) {
        order.set(new Order(each, words.contains(REVERSED)));
      }
    }
    for (LibraryLook each : LibraryLook.values()) {
      if (words.contains(each.name())) {
        look.set(each);
      }
    }
  }
}
