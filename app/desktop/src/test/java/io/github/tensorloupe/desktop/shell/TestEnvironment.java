package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.save.FileOperations;
import java.nio.file.Path;
import java.util.Optional;

/// The environment of a window in a test. By default, dialogs are not answered, nothing is scanned
/// automatically or remembered, and no desktop exists.
final class TestEnvironment {

  private final Path cacheFolder;
  private FileDialogs dialogs = new ScriptedDialogs();
  private TabHost host = new TestTab();
  private Optional<SharedLibrary> library = Optional.empty();
  private FileOperations disk = FileOperations.ofThisComputer();
  private ScanResultStore memory = ScanResultStore.NONE;
  private ChosenSettings settings =
      ChosenSettings.inMemory(Settings.DEFAULT.with(Switch.SCAN_AUTOMATICALLY, false));
  private Desktop outside = Desktop.nothing();
  private Diagnostics diagnostics = Diagnostics.none();
  private LoadedDocument.Reader reader = LoadedDocument::read;
  private Jobs jobs = Jobs.onFxThread();

  /// @param cacheFolder the folder for the demo checkpoint
  TestEnvironment(Path cacheFolder) {
    this.cacheFolder = cacheFolder;
  }

  TestEnvironment dialogs(FileDialogs answering) {
    dialogs = answering;
    return this;
  }

  /// Sets the tab that shows the window's content. By default, documents are opened in place.
  TestEnvironment host(TabHost tab) {
    host = tab;
    return this;
  }

  /// Sets the library that several tabs share.
  TestEnvironment library(SharedLibrary shared) {
    library = Optional.of(shared);
    return this;
  }

  TestEnvironment disk(FileOperations operations) {
    disk = operations;
    return this;
  }

  TestEnvironment memory(ScanResultStore scanMemory) {
    memory = scanMemory;
    return this;
  }

  TestEnvironment settings(ChosenSettings chosen) {
    settings = chosen;
    return this;
  }

  TestEnvironment outside(Desktop world) {
    outside = world;
    return this;
  }

  TestEnvironment diagnostics(Diagnostics found) {
    diagnostics = found;
    return this;
  }

  TestEnvironment reader(LoadedDocument.Reader reading) {
    reader = reading;
    return this;
  }

  TestEnvironment jobs(Jobs running) {
    jobs = running;
    return this;
  }

  Workspace.Environment build() {
    Pulses.trackJobs(jobs);
    return new Workspace.Environment(
        dialogs,
        host,
        () -> cacheFolder,
        disk,
        memory,
        settings,
        outside,
        library.orElseGet(() -> new SharedLibrary(outside.library(), jobs, settings.messages())),
        diagnostics,
        reader,
        jobs);
  }
}
