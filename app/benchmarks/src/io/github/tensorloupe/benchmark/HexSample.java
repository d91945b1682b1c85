package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.HexView;
import io.github.tensorloupe.desktop.pane.hex.HexViewModel;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.ScrollEvent;

/// The bytes of a file of zeros in a window without a display. Must be closed.
final class HexSample implements AutoCloseable {

  private static final double WIDTH = 900;
  private static final double HEIGHT = 700;
  private static final double ROW_HEIGHT = 20;

  private final Path path;
  private final Checkpoint checkpoint;
  private final Selection selection = new Selection();
  private Jobs jobs;
  private Scene scene;
  private Node bytes;

  HexSample(Path path, long dataLength)
      throws IOException, ExecutionException, InterruptedException {
    this.path = path;
    BenchmarkFile.writeSparse(path, dataLength);
    checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
    onFxThread(this::show);
  }

  private void show() {
    Themes.loadFonts();
    Messages messages = Messages.english();
    jobs = Jobs.onFxThread();
    HexViewModel model = new HexViewModel(selection, new ScanResults(), jobs, messages);
    HexView view = new HexView(model, _ -> Optional.empty(), messages);
    scene = new Scene(view, WIDTH, HEIGHT);
    Themes.apply(Appearance.DEFAULT.withTheme(Theme.LIGHT), scene);
    selection.show(new DocumentState.Open(FileDocument.of(checkpoint, List.of(), List::of)));
    scene.snapshot(null);
    bytes = view.lookup("#hex-canvas");
  }

  /// Puts the caret on a byte and waits until it is painted.
  ///
  /// @param fraction from 0 for the file's first byte to 1 for its end
  void placeCaret(double fraction) throws ExecutionException, InterruptedException {
    long length = checkpoint.files().getFirst().bytes().length();
    secondsUntilPainted(
        () -> selection.placeCaret(checkpoint.files().getFirst(), (long) (length * fraction)));
  }

  /// Returns the seconds from a key press until the resulting rows are painted.
  double press(KeyCode key, boolean control) throws ExecutionException, InterruptedException {
    return secondsUntilPainted(
        () ->
            Event.fireEvent(
                bytes,
                new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, control, false, false)));
  }

  /// Returns the seconds from a turn of the wheel until the resulting rows are painted.
  double turnWheel(int rows) throws ExecutionException, InterruptedException {
    return secondsUntilPainted(() -> Event.fireEvent(bytes, wheel(-rows * ROW_HEIGHT)));
  }

  private static ScrollEvent wheel(double deltaY) {
    return new ScrollEvent(
        ScrollEvent.SCROLL,
        100,
        100,
        100,
        100,
        false,
        false,
        false,
        false,
        false,
        false,
        0,
        deltaY,
        0,
        deltaY,
        ScrollEvent.HorizontalTextScrollUnits.NONE,
        0,
        ScrollEvent.VerticalTextScrollUnits.NONE,
        0,
        0,
        null);
  }

  private double secondsUntilPainted(Runnable action)
      throws ExecutionException, InterruptedException {
    CompletableFuture<Double> seconds = new CompletableFuture<>();
    Platform.runLater(
        () -> {
          long begin = System.nanoTime();
          action.run();
          jobs.whenIdle(
              () -> {
                scene.snapshot(null);
                seconds.complete((System.nanoTime() - begin) / 1e9);
              });
        });
    return seconds.get();
  }

  private static void onFxThread(Runnable action) throws ExecutionException, InterruptedException {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Platform.runLater(
        () -> {
          try {
            action.run();
            done.complete(null);
          } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
          }
        });
    done.get();
  }

  @Override
  public void close() throws IOException {
    checkpoint.close();
    Files.delete(path);
  }
}
