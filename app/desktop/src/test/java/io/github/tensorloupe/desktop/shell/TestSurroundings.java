package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.storage.ScanMemory;
import io.github.tensorloupe.storage.Settings;
import io.github.tensorloupe.storage.Settings.Switch;
import java.nio.file.Path;

/// The environment of a window in a test. By default, dialogs are not answered, nothing is scanned
/// automatically or remembered, and no desktop exists.
final class TestSurroundings {

  private final Path cacheFolder;
  private FileDialogs dialogs = new ScriptedDialogs();
  private Runnable onCloseWindow = () -> {};
  private Runnable onQuit = () -> {};
  private FileOperations disk = FileOperations.ofThisComputer();
  private ScanMemory memory = ScanMemory.NONE;
  private ChosenSettings settings =
      ChosenSettings.notKept(Settings.DEFAULT.with(Switch.SCAN_AUTOMATICALLY, false));
  private Desktop outside = Desktop.nothing();
  private Diagnostics diagnostics = Diagnostics.none();
  private ReadDocument.Reader reader = ReadDocument::read;
  private Jobs jobs = Jobs.onFxThread();

  /// @param cacheFolder the folder for the demo checkpoint
  TestSurroundings(Path cacheFolder) {
    this.cacheFolder = cacheFolder;
  }

  TestSurroundings dialogs(FileDialogs answering) {
    dialogs = answering;
    return this;
  }

  TestSurroundings onQuit(Runnable listener) {
    onQuit = listener;
    return this;
  }

  TestSurroundings onCloseWindow(Runnable listener) {
    onCloseWindow = listener;
    return this;
  }

  TestSurroundings disk(FileOperations operations) {
    disk = operations;
    return this;
  }

  TestSurroundings memory(ScanMemory kept) {
    memory = kept;
    return this;
  }

  TestSurroundings settings(ChosenSettings chosen) {
    settings = chosen;
    return this;
  }

  TestSurroundings outside(Desktop world) {
    outside = world;
    return this;
  }

  TestSurroundings diagnostics(Diagnostics found) {
    diagnostics = found;
    return this;
  }

  TestSurroundings reader(ReadDocument.Reader reading) {
    reader = reading;
    return this;
  }

  TestSurroundings jobs(Jobs running) {
    jobs = running;
    return this;
  }

  Workbench.Environment made() {
    Pulses.awaitAlso(jobs);
    return new Workbench.Environment(
        dialogs,
        onCloseWindow,
        onQuit,
        () -> cacheFolder,
        disk,
        memory,
        settings,
        outside,
        diagnostics,
        reader,
        jobs);
  }
}
