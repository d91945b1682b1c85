package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.notice.Notice;
import io.github.tensorloupe.desktop.control.notice.NoticeHost;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.GuardedPane.Fault;
import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.activity.ActivityChip;
import io.github.tensorloupe.desktop.pane.activity.ActivityList;
import io.github.tensorloupe.desktop.pane.activity.JobNotices;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;

/// Jobs and faults of one window: the list of jobs, the notices, and the log of both. Belongs to
/// the FX thread.
final class WindowActivity implements FaultReporter.Window, JobNotices.Board {

  private final WindowContext window;
  private final NoticeHost notices;
  private final ActivityList list;
  private final ActivityChip chip;

  /// Notices with an action that makes no sense for another document.
  private final List<Notice> ofDocument = new ArrayList<>();

  WindowActivity(WindowContext window) {
    this.window = window;
    Messages messages = window.messages();
    Jobs jobs = window.jobs();
    Commands commands = window.commands();
    notices = new NoticeHost(messages);
    commands.bind(Command.SHOW_JOBS, this::toggleList);
    commands.bind(Command.SHOW_LOG, this::showLog);
    chip = new ActivityChip(jobs, commands, messages);
    list = new ActivityList(jobs, chip, this::show, messages);
    new JobNotices(this, this::isFocused, messages).follow(jobs, this::log);
    FaultReporter faults = window.environment().diagnostics().faults();
    faults.add(this);
    jobs.setOnFault(fault -> faults.take(fault, this));
  }

  Node chip() {
    return chip;
  }

  /// The layers over the window.
  List<Node> overlays() {
    return List.of(list, notices);
  }

  /// Logs the documents that are opened, and makes failed panes anew for another document. To be
  /// called before the panes follow the selection, so that a pane that fails anew keeps its card.
  void followDocument(Selection selection) {
    selection.documentProperty().subscribe(this::log);
    selection.documentProperty().subscribe(_ -> forgetFaults());
  }

  /// A pane that failed for one document may work for another.
  private void forgetFaults() {
    window.guards().retry();
    ofDocument.forEach(notices::close);
    ofDocument.clear();
  }

  void close() {
    diagnostics().faults().remove(this);
  }

  private Diagnostics diagnostics() {
    return window.environment().diagnostics();
  }

  private void toggleList() {
    list.toggle();
    chip.noteSeen();
  }

  private void show(JobResult result) {
    switch (result) {
      case JobResult.InWindow(Command command) -> window.commands().run(command);
      case JobResult.OnDisk(Path path) -> window.reveal(path);
    }
  }

  private void showLog() {
    Messages messages = window.messages();
    window
        .jobs()
        .start(
            messages.text("log.job"),
            (_, _) -> diagnostics().log().file(),
            this::showLogFile,
            failure -> failed(messages.text("log.job"), Failures.of(failure)))
        .unstoppable();
  }

  private void showLogFile(Optional<Path> file) {
    Messages messages = window.messages();
    file.ifPresent(window::reveal);
    window
        .status()
        .tell(
            file.map(path -> messages.text("log.file", path))
                .orElseGet(() -> messages.text("log.none")));
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
    return window.guards().attribute(cause);
  }

  @Override
  public void tell(Fault fault) {
    Messages messages = window.messages();
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
                            JobNotices.action(result, window.messages()), () -> show(result)))));
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
      diagnostics().log().warning(what, cause);
    } else {
      diagnostics().log().info(what);
    }
  }

  private void log(DocumentState state) {
    switch (state) {
      case DocumentState.Empty(), DocumentState.Opening _ -> {
        // It is told what comes of it.
      }
      case DocumentState.Open(var document) ->
          diagnostics()
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
          diagnostics()
              .log()
              .warning(
                  "cannot open %s: %s"
                      .formatted(failed.path().toAbsolutePath(), failed.finding().message()));
    }
  }
}
