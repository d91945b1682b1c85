package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.notice.NoticeHost;
import io.github.tensorloupe.desktop.control.notice.NoticeHost.Notice;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.LazyPane.Fault;
import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.log.ProgramLog;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.activity.ActivityChip;
import io.github.tensorloupe.desktop.pane.activity.ActivityList;
import io.github.tensorloupe.desktop.pane.activity.JobNotices;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.Checkpoint;
import java.nio.file.Path;

/// Jobs and faults of a workspace: the job list, the notices, and their log entries. Belongs to the
/// FX thread.
final class ActivityBoard implements FaultReporter.Window, JobNotices.Board {

  private final Workspace workspace;
  private final PaneContext context;
  private final ProgramLog log;
  private final NoticeHost notices;
  private final ActivityList list;
  final ActivityChip chip;

  /// Notices whose action makes no sense for another document.
  private final List<Notice> ofDocument = new ArrayList<>();

  private Optional<Notice> otherDocumentNotice = Optional.empty();

  /// Logs the documents that are opened, and recreates failed panes for another document. Must be
  /// created before the panes subscribe to the selection, so that a pane that fails again keeps its
  /// fault card.
  ActivityBoard(Workspace workspace) {
    this.workspace = workspace;
    context = workspace.context;
    log = workspace.environment.diagnostics().log();
    Messages messages = context.messages();
    Jobs jobs = context.jobs();
    Commands commands = context.commands();
    notices = new NoticeHost(messages);
    commands.bind(Command.SHOW_JOBS, this::toggleList);
    commands.bind(Command.SHOW_LOG, this::showLog);
    chip = new ActivityChip(jobs, commands, messages);
    list = new ActivityList(jobs, chip, this::show, messages);
    new JobNotices(this, this::isFocused, messages).observe(jobs, this::log);
    FaultReporter faults = workspace.environment.diagnostics().faults();
    faults.add(this);
    jobs.setOnFault(fault -> faults.report(fault, this));
    context
        .selection()
        .documentProperty()
        .subscribe(
            state -> {
              log(state);
              // A pane that failed for one document may work for another.
              workspace.guards.retry();
              ofDocument.forEach(notices::close);
              ofDocument.clear();
            });
  }

  List<Node> overlays() {
    return List.of(list, notices);
  }

  void close() {
    workspace.environment.diagnostics().faults().remove(this);
  }

  private void toggleList() {
    list.toggle();
    chip.markFailuresSeen();
  }

  private void show(JobResult result) {
    switch (result) {
      case JobResult.InWindow(Command command) -> context.commands().run(command);
      case JobResult.OnDisk(Path path) -> workspace.reveal(path);
    }
  }

  private void showLog() {
    Messages messages = context.messages();
    String title = messages.text("log.job");
    Consumer<Optional<Path>> onFile =
        file -> {
          file.ifPresent(workspace::reveal);
          String none = messages.text("log.none");
          workspace.status.report(file.map(path -> messages.text("log.file", path)).orElse(none));
        };
    Consumer<Throwable> onFailure = failure -> failed(title, Failures.of(failure));
    context.jobs().start(title, (_, _) -> log.file(), onFile, onFailure).unstoppable();
  }

  @Override
  public boolean isFocused() {
    // A scene that is drawn into a picture has no window.
    return chip.getScene() != null
        && (chip.getScene().getWindow() == null || chip.getScene().getWindow().isFocused());
  }

  @Override
  public Fault attribute(Throwable cause) {
    return workspace.guards.attribute(cause);
  }

  @Override
  public void reportFault(Fault fault) {
    Messages messages = context.messages();
    Failure failure = Failures.ofBug(fault.cause(), messages).doing(fault.pane().orElse(""));
    String defaultTitle = messages.text("fault.notice");
    String title =
        fault.pane().map(pane -> messages.text("fault.notice.pane", pane)).orElse(defaultTitle);
    Optional<Notice.Action> again =
        fault.again().map(action -> new Notice.Action(messages.text("fault.again"), action));
    Notice notice = Notice.danger(title, failure, again);
    notices.show(notice);
    again.ifPresent(_ -> ofDocument.add(notice));
  }

  @Override
  public void done(String title, String sentence, EndedJob job) {
    boolean isTabSelected = workspace.frame.getScene() != null;
    boolean isInWindow = chip.getScene() != null && chip.getScene().getWindow() != null;
    // Not in a picture, which should not depend on the speed of the computer that drew it.
    if (!isTabSelected || isInWindow) {
      Function<JobResult, Notice.Action> action =
          result ->
              new Notice.Action(JobNotices.action(result, context.messages()), () -> show(result));
      notices.show(Notice.success(title, sentence, job.result().map(action)));
    }
  }

  @Override
  public void failed(String title, Failure failure) {
    notices.show(Notice.danger(title, failure, Optional.empty()));
  }

  /// Shows a notice about another document and closes the previous notice of this kind.
  void found(Notice notice) {
    otherDocumentNotice.ifPresent(notices::close);
    otherDocumentNotice = Optional.of(notice);
    if (chip.getScene() != null) {
      notices.show(notice);
    }
  }

  private void log(EndedJob job) {
    String outcome =
        switch (job.outcome()) {
          case JobOutcome.Done(String sentence) when sentence.isEmpty() -> "done";
          case JobOutcome.Done(String sentence) -> "done, \"" + sentence + "\",";
          case JobOutcome.Failed _ -> "failed";
          case JobOutcome.Cancelled() -> "stopped";
        };
    String about = job.about().map(name -> " (" + name + ")").orElse("");
    String what =
        "%s%s: %s after %d ms".formatted(job.title(), about, outcome, job.took().toMillis());
    if (job.outcome() instanceof JobOutcome.Failed(Throwable cause)) {
      log.warning(what, cause);
    } else {
      log.info(what);
    }
  }

  private void log(DocumentState state) {
    if (state instanceof DocumentState.Open(FileDocument document)) {
      Checkpoint checkpoint = document.checkpoint();
      log.info(
          "opened %s: %d files, %d bytes, %d tensors, %d findings"
              .formatted(
                  checkpoint.path().toAbsolutePath(),
                  checkpoint.files().size(),
                  document.byteCount(),
                  checkpoint.tensors().size(),
                  document.findings().size()));
    } else if (state instanceof DocumentState.Failed(Path path, Finding finding, var _)) {
      log.warning("cannot open %s: %s".formatted(path.toAbsolutePath(), finding.message()));
    }
  }
}
