package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.notice.Notice;
import io.github.tensorloupe.desktop.control.notice.NoticeHost;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Fault;
import io.github.tensorloupe.desktop.error.GuardedPane;
import io.github.tensorloupe.desktop.error.GuardedPanes;
import io.github.tensorloupe.desktop.job.EndedJob;
import io.github.tensorloupe.desktop.job.JobOutcome;
import io.github.tensorloupe.desktop.job.JobResult;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.activity.ActivityChip;
import io.github.tensorloupe.desktop.pane.activity.ActivityList;
import io.github.tensorloupe.desktop.pane.activity.JobNotices;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.stage.Window;

/// What runs beside one window and what goes wrong in it: the list of jobs, the notices, the guard
/// of the panes, and the log of it all. Belongs to the FX thread.
final class ActivityBench implements FaultDesk.Window, JobNotices.Board {

  private static final String PANES = "io.github.tensorloupe.desktop.pane";

  /// What it works with.
  ///
  /// @param reveal shows a file in the file manager
  /// @param tell tells something in the status bar
  record Tools(
      Jobs jobs,
      Commands commands,
      Diagnostics diagnostics,
      Consumer<Path> reveal,
      Consumer<String> tell,
      Messages messages) {}

  private final Tools tools;
  private final GuardedPanes panes;
  private final NoticeHost notices;
  private final ActivityList list;
  private final ActivityChip chip;

  /// What these offer to do again makes no sense with another document.
  private final List<Notice> ofDocument = new ArrayList<>();

  ActivityBench(Tools tools) {
    this.tools = tools;
    Messages messages = tools.messages();
    panes =
        new GuardedPanes(
            new GuardedPane.Surroundings(
                tools.jobs()::later, tools.diagnostics().faults()::paneReplaced, messages),
            PANES);
    notices = new NoticeHost(messages);
    list = new ActivityList(tools.jobs(), this::show, messages);
    tools.commands().bind(Command.SHOW_JOBS, this::toggleList);
    tools.commands().bind(Command.SHOW_LOG, this::showLog);
    chip = new ActivityChip(tools.jobs(), tools.commands(), messages);
    new JobNotices(this, this::isFocused, messages).follow(tools.jobs(), this::log);
    FaultDesk faults = tools.diagnostics().faults();
    faults.add(this);
    tools.jobs().setOnFault(fault -> faults.take(fault, this));
  }

  /// The part of the status bar.
  Node chip() {
    return chip;
  }

  /// What lies over the window.
  List<Node> overlays() {
    return List.of(list, notices);
  }

  /// Keeps the faults of panes from the window.
  GuardedPanes panes() {
    return panes;
  }

  /// Tells the log what is opened, and lets panes that have failed try another document. To be
  /// called before the panes follow the selection, so that those which fail anew stay as they are.
  void followDocument(Selection selection) {
    selection.documentProperty().subscribe(this::log);
    selection.documentProperty().subscribe(_ -> forgetFaults());
  }

  /// What has failed for one document need not fail for another one.
  private void forgetFaults() {
    panes.retry();
    ofDocument.forEach(notices::close);
    ofDocument.clear();
  }

  /// The window is gone.
  void close() {
    tools.diagnostics().faults().remove(this);
  }

  private void toggleList() {
    list.toggle();
    chip.noteSeen();
  }

  private void show(JobResult result) {
    switch (result) {
      case JobResult.InWindow(Command command) -> tools.commands().run(command);
      case JobResult.OnDisk(Path path) -> tools.reveal().accept(path);
    }
  }

  private void showLog() {
    Messages messages = tools.messages();
    tools
        .jobs()
        .start(
            messages.text("log.job"),
            (_, _) -> tools.diagnostics().log().file(),
            file -> {
              file.ifPresent(tools.reveal());
              tools
                  .tell()
                  .accept(
                      file.map(path -> messages.text("log.file", path))
                          .orElseGet(() -> messages.text("log.none")));
            },
            failure -> failed(messages.text("log.job"), Failures.of(failure)))
        .unstoppable();
  }

  @Override
  public boolean isFocused() {
    return chip.getScene() != null
        && Optional.ofNullable(chip.getScene().getWindow())
            .map(Window::isFocused)
            // What is drawn into a picture has no window.
            .orElse(true);
  }

  @Override
  public Fault attribute(Throwable cause) {
    return panes.attribute(cause);
  }

  @Override
  public void tell(Fault fault) {
    Messages messages = tools.messages();
    Failure failure = Failures.ofFault(fault.cause(), messages).doing(fault.pane().orElse(""));
    String title =
        fault
            .pane()
            .map(pane -> messages.text("fault.notice.pane", pane))
            .orElseGet(() -> messages.text("fault.notice"));
    Optional<Notice.Action> again =
        fault.again().map(action -> new Notice.Action(messages.text("fault.again"), action));
    Notice notice = Notice.danger(title, failure, again);
    notices.show(notice);
    if (again.isPresent()) {
      ofDocument.add(notice);
    }
  }

  @Override
  public void done(String title, String sentence, EndedJob job) {
    if (chip.getScene() == null || chip.getScene().getWindow() == null) {
      // A picture should not tell how busy the computer was that drew it.
      return;
    }
    notices.show(
        Notice.success(
            title,
            sentence,
            job.result()
                .map(
                    result ->
                        new Notice.Action(
                            JobNotices.action(result, tools.messages()), () -> show(result)))));
  }

  @Override
  public void failed(String title, Failure failure) {
    notices.show(Notice.danger(title, failure, Optional.empty()));
  }

  private void log(EndedJob job) {
    String what =
        "%s%s: %s after %d ms"
            .formatted(
                job.title(),
                job.about().map(name -> " (" + name + ")").orElse(""),
                switch (job.outcome()) {
                  case JobOutcome.Done(String sentence) ->
                      sentence.isEmpty() ? "done" : "done, \"" + sentence + "\",";
                  case JobOutcome.Failed _ -> "failed";
                  case JobOutcome.Cancelled() -> "stopped";
                },
                job.took().toMillis());
    if (job.outcome() instanceof JobOutcome.Failed(Throwable cause)) {
      tools.diagnostics().log().warning(what, cause);
    } else {
      tools.diagnostics().log().info(what);
    }
  }

  private void log(DocumentState state) {
    switch (state) {
      case DocumentState.Empty(), DocumentState.Opening _ -> {
        // It is told what comes of it.
      }
      case DocumentState.Open(var document) ->
          tools
              .diagnostics()
              .log()
              .info(
                  "opened %s: %d files, %d bytes, %d tensors, %d findings"
                      .formatted(
                          document.checkpoint().path().toAbsolutePath(),
                          document.checkpoint().files().size(),
                          document.checkpoint().files().stream()
                              .mapToLong(file -> file.bytes().length())
                              .sum(),
                          document.checkpoint().tensors().size(),
                          document.findings().size()));
      case DocumentState.Failed failed ->
          tools
              .diagnostics()
              .log()
              .warning(
                  "cannot open %s: %s"
                      .formatted(failed.path().toAbsolutePath(), failed.finding().message()));
    }
  }
}
