package io.github.tensorloupe.desktop.pane.reload;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Watch;
import io.github.tensorloupe.desktop.pane.reload.CheckpointStamp.Change;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import java.time.Duration;

/// Watches the files of the open document, or of the two compared documents. Belongs to the FX
/// thread; files are checked in the background.
///
/// Polls every two seconds, because change notifications do not cover network drives. A poll takes
/// less than 10 µs per file.
public final class ReloadViewModel implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofSeconds(2);

  /// The open documents, one or two, and the state of their files. The stamps are collected in the
  /// background.
  ///
  /// @param isIgnored true if the user chose to ignore the changes so far
  private record Watched(
      List<FileDocument> documents, boolean isIgnored, Optional<List<CheckpointStamp>> stamps) {

    List<CheckpointStamp> collectStamps() {
      return documents.stream()
          .map(FileDocument::checkpoint)
          .map(isIgnored ? CheckpointStamp::current : CheckpointStamp::asOpened)
          .toList();
    }
  }

  /// @param before the state when the check began
  private record ReloadCheck(
      Watched before, List<CheckpointStamp> stamps, Optional<Change> change) {}

  private final BooleanSupplier ownWork;
  private final Messages messages;
  private final Watch<Optional<ReloadCheck>> watch;

  /// The message about changes by other programs, or an empty string.
  final StringProperty sentence = new SimpleStringProperty("");

  private volatile Optional<Watched> watched = Optional.empty();

  /// @param ownWork returns true while this program saves or reloads the files
  public ReloadViewModel(
      Selection selection, Jobs jobs, BooleanSupplier ownWork, Messages messages) {
    this(selection, jobs, ownWork, PAUSE, messages);
  }

  ReloadViewModel(
      Selection selection, Jobs jobs, BooleanSupplier ownWork, Duration pause, Messages messages) {
    this.ownWork = ownWork;
    this.messages = messages;
    selection.documentProperty().subscribe(_ -> onDocumentsChanged(selection.openDocuments()));
    watch = jobs.watch(pause, this::look, result -> result.ifPresent(this::applyCheck));
  }

  private void onDocumentsChanged(List<FileDocument> documents) {
    watched =
        Optional.of(documents)
            .filter(shown -> !shown.isEmpty())
            .map(shown -> new Watched(shown, false, Optional.empty()));
    sentence.set("");
  }

  private Optional<ReloadCheck> look() {
    return watched.map(
        now -> {
          List<CheckpointStamp> stamps = now.stamps().orElseGet(now::collectStamps);
          Optional<Change> change =
              stamps.stream().flatMap(stamp -> stamp.change().stream()).findFirst();
          return new ReloadCheck(now, stamps, change);
        });
  }

  private void applyCheck(ReloadCheck result) {
    Watched before = result.before();
    if (watched.filter(now -> now == before).isPresent() && !ownWork.getAsBoolean()) {
      watched =
          Optional.of(
              new Watched(before.documents(), before.isIgnored(), Optional.of(result.stamps())));
      sentence.set(result.change().map(this::text).orElse(""));
    }
  }

  void lookNow() {
    look().ifPresent(this::applyCheck);
  }

  private String text(Change change) {
    String name = DisplayText.of(String.valueOf(change.path().getFileName()));
    String text = messages.text("reload." + change.kind().name().toLowerCase(Locale.ROOT), name);
    return change.fileCount() == 1
        ? text
        : text + " " + messages.text("reload.more", messages.count(change.fileCount() - 1L));
  }

  public void ignore() {
    watched = watched.map(now -> new Watched(now.documents(), true, Optional.empty()));
    sentence.set("");
  }

  @Override
  public void close() {
    watch.close();
  }
}
