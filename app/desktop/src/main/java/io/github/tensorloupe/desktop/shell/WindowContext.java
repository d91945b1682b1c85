package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.error.LazyPane.Fault;
import io.github.tensorloupe.desktop.error.LazyPanes;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.WeightSelection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.work.IoRunnable;
import java.nio.file.Path;

/// The objects that all parts of one window share, created before the parts. Belongs to the FX
/// thread.
///
/// @param messages the texts in the language chosen when the program started
/// @param frame holds the bars and panes; filled last
/// @param panels shows panels above the frame
/// @param firstFrame runs deferred actions after the window has painted its document or start page
record WindowContext(
    Workbench.Environment environment,
    Messages messages,
    Selection selection,
    WeightSelection weights,
    ScanResults results,
    DocumentEdits edits,
    Commands commands,
    LazyPanes guards,
    BorderPane frame,
    PanelHost panels,
    StatusLine status,
    FirstFrame firstFrame) {

  private static final String PANES = "io.github.tensorloupe.desktop.pane";

  static WindowContext of(Workbench.Environment environment, FirstFrame firstFrame) {
    Messages messages = environment.settings().messages();
    Selection selection = new Selection(environment.host()::openFiles);
    Consumer<Fault> onReplaced = environment.diagnostics().faults()::paneReplaced;
    LazyPanes guards =
        new LazyPanes(
            new LazyPane.Environment(environment.jobs()::later, onReplaced, firstFrame, messages),
            PANES);
    BorderPane frame = new BorderPane();
    return new WindowContext(
        environment,
        messages,
        selection,
        new WeightSelection(selection),
        new ScanResults(),
        new DocumentEdits(selection),
        new Commands(messages),
        guards,
        frame,
        new PanelHost(frame, guards),
        new StatusLine(selection),
        firstFrame);
  }

  Jobs jobs() {
    return environment.jobs();
  }

  /// Shows a file or folder in the file manager of the desktop. If that fails, copies the path and
  /// reports the failure in the status bar.
  void reveal(Path path) {
    askDesktop(
        messages().text("reveal.job"),
        () -> environment.desktop().fileManager().show(path),
        path.toAbsolutePath().normalize().toString(),
        (failure, reason) ->
            Failures.of(failure, messages().text("reveal.failed", reason, PathText.of(path)))
                .about(path));
  }

  /// Opens a web page in the browser of the desktop. If that fails, copies the address and reports
  /// the failure in the status bar.
  void browse(URI page) {
    askDesktop(
        messages().text("browse.job"),
        () -> environment.desktop().fileManager().browse(page),
        page.toString(),
        (failure, reason) -> Failures.of(failure, messages().text("browse.failed", reason, page)));
  }

  private void askDesktop(
      String title,
      IoRunnable request,
      String copied,
      BiFunction<Throwable, String, Failure> report) {
    jobs()
        .start(
            title,
            (_, _) -> {
              request.run();
              return copied;
            },
            _ -> {},
            failure -> {
              CopyMenu.copy(copied);
              String reason = messages().sentence(Failures.sentence(failure));
              status.report(report.apply(failure, reason));
            })
        .unstoppable();
  }

  TabHost host() {
    return environment.host();
  }

  FileDialogs dialogs() {
    return environment.dialogs();
  }

  PaneContext forPanes() {
    return forPanes(selection, Optional.empty());
  }

  /// Returns the context of a pane for the given selection, such as one side of a comparison. Scan
  /// results outlive a pane; a side of a comparison has its own.
  PaneContext forPanes(Selection shown) {
    return forPanes(shown, Optional.empty());
  }

  /// Returns the context of a pane.
  ///
  /// @param comparison the open comparison if the pane shows it
  PaneContext forPanes(Selection shown, Optional<ComparisonContext> comparison) {
    return new PaneContext(
        shown,
        shown == selection
            ? results
            : weights.areAll(shown) ? weights.results() : new ScanResults(),
        edits,
        commands,
        panels,
        status::report,
        this::dialogs,
        jobs(),
        environment.desktop().library().bases(),
        environment.scanMemory(),
        environment.desktop().heatMaps(),
        comparison,
        CommandLineInterface.version(),
        messages());
  }
}
