package io.github.tensorloupe;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.ScriptedDialogs;
import io.github.tensorloupe.ui.FileDialogs;
import io.github.tensorloupe.ui.scan.ScanMemory;
import io.github.tensorloupe.ui.scan.ScanSettings;
import io.github.tensorloupe.ui.theme.Theme;
import java.nio.file.Path;
import java.util.function.Consumer;

/// What the window of a test lives in. Unless something else is said, nobody answers dialogs,
/// nothing is scanned by itself, nothing is remembered, and there is no desktop.
final class TestSurroundings {

  private final Path cacheFolder;
  private FileDialogs dialogs = new ScriptedDialogs();
  private Consumer<Theme> onTheme = _ -> {};
  private Runnable onQuit = () -> {};
  private FileOperations disk = FileOperations.ofThisComputer();
  private ScanMemory memory = ScanMemory.NONE;
  private ScanSettings settings = ScanSettings.fixed(false, 0);
  private Outside outside = Outside.nothing();

  /// @param cacheFolder that the demo checkpoint is written to
  TestSurroundings(Path cacheFolder) {
    this.cacheFolder = cacheFolder;
  }

  TestSurroundings dialogs(FileDialogs answering) {
    dialogs = answering;
    return this;
  }

  TestSurroundings onTheme(Consumer<Theme> listener) {
    onTheme = listener;
    return this;
  }

  TestSurroundings onQuit(Runnable listener) {
    onQuit = listener;
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

  TestSurroundings settings(ScanSettings chosen) {
    settings = chosen;
    return this;
  }

  TestSurroundings outside(Outside world) {
    outside = world;
    return this;
  }

  Workbench.Surroundings made() {
    return new Workbench.Surroundings(
        () -> dialogs, onTheme, onQuit, () -> cacheFolder, disk, memory, settings, outside);
  }
}
