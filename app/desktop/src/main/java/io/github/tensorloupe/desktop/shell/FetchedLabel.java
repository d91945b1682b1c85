package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.remote.RemoteFileSystem;
import io.github.tensorloupe.work.Watch;
import java.nio.file.Path;
import java.time.Duration;
import javafx.scene.control.Label;

/// Counts the bytes that were fetched for a document on a server. Belongs to the FX thread.
final class FetchedLabel extends Label {

  private static final Duration PAUSE = Duration.ofMillis(300);

  private record Fetched(long requests, long bytes) {
    static Fetched of(List<RemoteFileSystem> servers) {
      return new Fetched(
          servers.stream().mapToLong(each -> each.traffic().requestCount()).sum(),
          servers.stream().mapToLong(each -> each.traffic().byteCount()).sum());
    }
  }

  private final Jobs jobs;
  private final Messages messages;
  private Optional<Watch<Fetched>> watch = Optional.empty();

  FetchedLabel(WindowContext window) {
    jobs = window.jobs();
    messages = window.messages();
    setId("status-fetched");
    setMinWidth(USE_PREF_SIZE);
    Tips.explain(this, messages.text("status.fetched.tip"));
    Following.of(this).subscribe(window.selection().documentProperty(), this::follow);
  }

  private void follow(DocumentState state) {
    watch.ifPresent(Watch::close);
    watch = Optional.empty();
    List<RemoteFileSystem> servers =
        paths(state)
            .map(Path::getFileSystem)
            .filter(RemoteFileSystem.class::isInstance)
            .map(RemoteFileSystem.class::cast)
            .distinct()
            .toList();
    PanelParts.setShown(this, !servers.isEmpty());
    if (!servers.isEmpty()) {
      show(Fetched.of(servers));
      watch = Optional.of(jobs.watch(PAUSE, () -> Fetched.of(servers), this::show));
    }
  }

  private static Stream<Path> paths(DocumentState state) {
    return switch (state) {
      case DocumentState.Open(var document) -> Stream.of(document.checkpoint().path());
      case DocumentState.Compared(var comparison) ->
          Stream.of(comparison.sideA().path(), comparison.sideB().path());
      default -> Stream.of();
    };
  }

  private void show(Fetched fetched) {
    setText(
        messages.text(
            "status.fetched",
            messages.bytes(fetched.bytes()),
            messages.count("status.requests", fetched.requests())));
  }
}
