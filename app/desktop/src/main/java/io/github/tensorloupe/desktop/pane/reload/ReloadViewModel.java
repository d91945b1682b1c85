package io.github.tensorloupe.desktop.pane.reload;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Watch;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.CheckpointStamp;
import io.github.tensorloupe.model.CheckpointStamp.Change;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/// Watches the files of the open document. Belongs to the FX thread; the files are looked at beside
/// it.
///
/// The file system is asked again and again and does not report by itself: what reports changes
/// knows nothing of network drives, and a few questions every other second cost nothing.
public final class ReloadViewModel implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofSeconds(2);

  /// A document with what its files were; the stamp is taken by the watching thread.
  ///
  /// @param isIgnored whether the person wants to keep what is shown, whatever the files are now
  private record Watched(
      OpenDocument document, boolean isIgnored, Optional<CheckpointStamp> stamp) {

    Watched stamped() {
      CheckpointStamp taken =
          isIgnored
              ? CheckpointStamp.asItIs(document.checkpoint())
              : CheckpointStamp.asOpened(document.checkpoint());
      return new Watched(document, isIgnored, Optional.of(taken));
    }
  }

  /// What a look has shown.
  ///
  /// @param before what was watched when it began
  private record Seen(Watched before, Watched stamped, Optional<Change> change) {}

  private final BooleanSupplier ownWork;
  private final Messages messages;
  private final Watch<Optional<Seen>> watch;
  private final ReadOnlyStringWrapper sentence = new ReadOnlyStringWrapper("");
  private volatile Optional<Watched> watched = Optional.empty();

  /// @param ownWork whether this program is writing or reading again what is open, so that changes
  ///   are no surprise
  public ReloadViewModel(
      Selection selection, Jobs jobs, BooleanSupplier ownWork, Messages messages) {
    this(selection, jobs, ownWork, PAUSE, messages);
  }

  ReloadViewModel(
      Selection selection, Jobs jobs, BooleanSupplier ownWork, Duration pause, Messages messages) {
    this.ownWork = ownWork;
    this.messages = messages;
    selection.documentProperty().subscribe(_ -> follow(selection.openDocument()));
    watch = jobs.watch(pause, this::look, seen -> seen.ifPresent(this::tell));
  }

  private void follow(Optional<OpenDocument> document) {
    watched = document.map(open -> new Watched(open, false, Optional.empty()));
    sentence.set("");
  }

  private Optional<Seen> look() {
    Optional<Watched> now = watched;
    Optional<Watched> stamped = now.map(each -> each.stamp().isPresent() ? each : each.stamped());
    return stamped.map(each -> new Seen(now.get(), each, each.stamp().get().change()));
  }

  private void tell(Seen seen) {
    boolean isCurrent = watched.isPresent() && watched.get() == seen.before();
    if (isCurrent && !ownWork.getAsBoolean()) {
      watched = Optional.of(seen.stamped());
      sentence.set(seen.change().map(this::text).orElse(""));
    }
  }

  /// Looks on the calling thread, without waiting for the next time.
  void lookNow() {
    look().ifPresent(this::tell);
  }

  private String text(Change change) {
    String name = DisplayText.of(String.valueOf(change.path().getFileName()));
    String text =
        switch (change.kind()) {
          case DELETED -> messages.text("reload.deleted", name);
          case SHRUNK -> messages.text("reload.shrunk", name);
          case REPLACED -> messages.text("reload.replaced", name);
          case GROWN -> messages.text("reload.grown", name);
          case CHANGED -> messages.text("reload.changed", name);
          case ADDED -> messages.text("reload.added", name);
        };
    return change.fileCount() == 1
        ? text
        : text + " " + messages.text("reload.more", Figures.count(change.fileCount() - 1L));
  }

  /// What another program has done to the files, as a sentence; empty where it has done nothing.
  public ReadOnlyStringProperty sentenceProperty() {
    return sentence.getReadOnlyProperty();
  }

  /// Takes the files as they are now for what is shown, until they change once more.
  public void ignore() {
    watched = watched.map(now -> new Watched(now.document(), true, Optional.empty()));
    sentence.set("");
  }

  /// Ends the watch.
  @Override
  public void close() {
    watch.close();
  }
}
