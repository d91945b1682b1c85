package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.remote.RemoteFileSystem;
import io.github.tensorloupe.remote.Traffic;
import io.github.tensorloupe.work.Watch;
import java.time.Duration;
import javafx.scene.control.Label;

/// Counts the bytes that were fetched for a document on a server. Belongs to the FX thread.
final class FetchedLabel extends Label {

  private static final Duration PAUSE = Duration.ofMillis(300);

  private final WindowContext window;
  private Optional<Watch<String>> watch = Optional.empty();

  FetchedLabel(WindowContext window) {
    this.window = window;
    setId("status-fetched");
    setMinWidth(USE_PREF_SIZE);
    Tips.explain(this, window.messages().text("status.fetched.tip"));
    Following.of(this).subscribe(window.selection().documentProperty(), this::follow);
  }

  private void follow(DocumentState state) {
    watch.ifPresent(Watch::close);
    List<Traffic> fetched =
        state.documents().stream()
            .map(document -> document.checkpoint().path().getFileSystem())
            .distinct()
            .filter(RemoteFileSystem.class::isInstance)
            .map(server -> ((RemoteFileSystem) server).traffic())
            .toList();
    PanelParts.setShown(this, !fetched.isEmpty());
    setText(text(fetched));
    watch =
        isVisible()
            ? Optional.of(window.jobs().watch(PAUSE, () -> text(fetched), this::setText))
            : Optional.empty();
  }

  private String text(List<Traffic> fetched) {
    Messages messages = window.messages();
    long bytes = fetched.stream().mapToLong(Traffic::byteCount).sum();
    long requests = fetched.stream().mapToLong(Traffic::requestCount).sum();
    return messages.text(
        "status.fetched", messages.bytes(bytes), messages.count("status.requests", requests));
  }
}
