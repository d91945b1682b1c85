package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Watch;
import io.github.tensorloupe.desktop.pane.library.FolderWatcher.Arrival;
import io.github.tensorloupe.desktop.pane.library.FolderWatcher.PollResult;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.library.CheckpointPoller;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;

/// The watched folders from the perspective of one window. Belongs to the FX thread; folders are
/// scanned in the background.
public final class FolderWatch {

  /// A problem of a checkpoint that appeared in a watched folder.
  ///
  /// @param title the name and the problem
  /// @param sentence details
  public record WatchFinding(Path path, String title, Sentence sentence) {}

  private static final int MAX_CHARACTERS = 200;

  final ObjectProperty<Set<Path>> folders = new SimpleObjectProperty<>(Set.of());

  final ObjectProperty<PollResult> lastResult = new SimpleObjectProperty<>(PollResult.NOTHING);

  private final FolderWatcher live;
  private final Jobs jobs;
  private final Messages messages;
  private final Consumer<List<LibraryEntry>> onArrived;
  private final Runnable onPolled;
  private Consumer<WatchFinding> onFinding = _ -> {};
  private Optional<Watch<PollResult>> watch = Optional.empty();
  private boolean isClosed;

  /// The sequence number of the last processed arrival. Initially the maximum, so that arrivals
  /// before the first poll are not reported.
  private volatile long last = Long.MAX_VALUE;

  /// @param onArrived receives checkpoints that arrived or were checked since the last poll
  /// @param onPolled called after each poll
  FolderWatch(
      FolderWatcher live,
      Jobs jobs,
      Consumer<List<LibraryEntry>> onArrived,
      Runnable onPolled,
      Messages messages) {
    this.live = live;
    this.jobs = jobs;
    this.onArrived = onArrived;
    this.onPolled = onPolled;
    this.messages = messages;
  }

  void setOnFinding(Consumer<WatchFinding> listener) {
    onFinding = listener;
  }

  /// Starts to poll the folders, unless the window is closed: its last changes to the lists may be
  /// stored after that.
  void begin() {
    if (watch.isEmpty() && !isClosed) {
      var pause = CheckpointPoller.MIN_IDLE_TIME;
      watch = Optional.of(jobs.watch(pause, () -> live.poll(last), this::show));
    }
  }

  void close() {
    isClosed = true;
    watch.ifPresent(Watch::close);
    watch = Optional.empty();
  }

  private void show(PollResult result) {
    last = result.last();
    lastResult.set(result);
    folders.set(live.watched());
    List<LibraryEntry> entries = result.arrivals().stream().map(Arrival::entry).toList();
    if (!entries.isEmpty()) {
      onArrived.accept(entries);
      entries.forEach(this::reportProblem);
    }
    onPolled.run();
  }

  private void reportProblem(LibraryEntry entry) {
    ModelHealth health = ModelHealth.of(Optional.of(entry), false, false);
    if (health.compareTo(ModelHealth.DOUBTFUL) <= 0) {
      String name = DisplayText.of(entry.name(), MAX_CHARACTERS);
      String title = messages.text("library.watch.found", name, messages.text(health.messageKey()));
      Sentence path = Sentence.of(DisplayText.of(entry.path().toString(), MAX_CHARACTERS));
      onFinding.accept(new WatchFinding(entry.path(), title, entry.problem().orElse(path)));
    }
  }

  /// Returns a note for each missing folder: it is watched again once it exists.
  List<String> notes() {
    return lastResult.get().missing().stream()
        .map(folder -> DisplayText.of(folder.toString(), MAX_CHARACTERS))
        .map(folder -> messages.text("library.watch.away", folder))
        .toList();
  }
}
