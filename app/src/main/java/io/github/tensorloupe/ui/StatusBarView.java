package io.github.tensorloupe.ui;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.ui.job.Job;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.selection.DocumentState;
import io.github.tensorloupe.ui.selection.OpenDocument;
import io.github.tensorloupe.ui.selection.ScanResults;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import io.github.tensorloupe.work.Throughput;
import java.util.Optional;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import javafx.util.Subscription;
import org.kordamp.ikonli.feather.Feather;

/// The line at the bottom: how much is open, what is wrong with it, and what is running.
final class StatusBarView extends HBox {

  /// Work that is done sooner is not worth a flash at the bottom of the window.
  private static final Duration SHOW_AFTER = Duration.millis(200);

  private static final int NOTICE_CHARACTERS = 400;

  private final Jobs jobs;
  private final ScanResults results;
  private final Messages messages;
  private final Label contents = new Label();
  private final Label problems = new Label();
  private final Label notice = new Label();
  private final Label jobTitle = new Label();
  private final Label jobFigures = new Label();
  private final ProgressBar progress = new ProgressBar();
  private final Button stop;
  private final HBox jobBox;
  private final PauseTransition showLater = new PauseTransition(SHOW_AFTER);
  private Optional<Job> shownJob = Optional.empty();
  private Subscription figuresShown = Subscription.EMPTY;

  /// @param values tells how far the values of the document are known
  StatusBarView(
      Selection selection, ScanResults results, Jobs jobs, Node values, Messages messages) {
    this.jobs = jobs;
    this.results = results;
    this.messages = messages;
    getStyleClass().add("status-bar");
    setAlignment(Pos.CENTER_LEFT);
    contents.setId("status-contents");
    problems.setId("status-problems");
    stop = new Button(null, Icons.of(Feather.X_CIRCLE, "icon-small"));
    stop.setId("status-stop");
    stop.setAccessibleText(messages.text("status.cancel"));
    stop.getStyleClass().addAll("flat", "button-icon", "small");
    stop.setOnAction(_ -> shownJob.ifPresent(Job::cancel));
    progress.setPrefWidth(120);
    progress.setMinWidth(48);
    jobFigures.setId("status-job-figures");
    jobFigures.setMinWidth(0);
    jobTitle.setMinWidth(0);
    jobBox = new HBox(8, jobTitle, jobFigures, progress, stop);
    jobBox.setAlignment(Pos.CENTER_RIGHT);
    jobBox.setVisible(false);
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    notice.setId("status-notice");
    notice.setMinWidth(0);
    // A sentence begins with the file and ends with what became of it.
    notice.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    contents.setMinWidth(USE_PREF_SIZE);
    problems.setMinWidth(USE_PREF_SIZE);
    jobBox.setMinWidth(0);
    getChildren().addAll(contents, problems, values, notice, gap, jobBox);
    selection.documentProperty().subscribe(this::show);
    results
        .revisionProperty()
        .subscribe(_ -> selection.openDocument().ifPresent(this::showProblems));
    showLater.setOnFinished(_ -> jobBox.setVisible(!jobs.running().isEmpty()));
    jobs.running().subscribe(this::showJobs);
  }

  /// Tells something until something else is opened.
  void tell(String sentence) {
    notice.setText(DisplayText.of(sentence, NOTICE_CHARACTERS));
    notice.setTooltip(new Tooltip(notice.getText()));
  }

  private void showJobs() {
    progress.progressProperty().unbind();
    figuresShown.unsubscribe();
    shownJob = jobs.running().stream().findFirst();
    if (jobs.running().isEmpty()) {
      showLater.stop();
      jobBox.setVisible(false);
      return;
    }
    Job job = jobs.running().getFirst();
    jobTitle.setText(job.title());
    progress.progressProperty().bind(job.progressProperty());
    figuresShown = job.throughputProperty().subscribe(this::showFigures);
    if (!jobBox.isVisible()) {
      showLater.play();
    }
  }

  private void showFigures(Optional<Throughput> throughput) {
    jobFigures.setText(throughput.map(now -> new JobFigures(now, messages).text()).orElse(""));
    jobFigures.setManaged(throughput.isPresent());
  }

  private void show(DocumentState state) {
    if (!(state instanceof DocumentState.Open)) {
      notice.setText("");
    }
    if (state instanceof DocumentState.Open(OpenDocument document)) {
      contents.setText(contentsOf(document));
      showProblems(document);
    } else {
      contents.setText("");
      problems.setText("");
    }
  }

  private String contentsOf(OpenDocument document) {
    long byteCount =
        document.checkpoint().files().stream().mapToLong(file -> file.bytes().length()).sum();
    int fileCount = document.checkpoint().files().size();
    String tensors = counted("status.tensors", document.checkpoint().tensors().size());
    String files =
        fileCount == 1 ? "" : " · " + messages.text("status.files", Figures.count(fileCount));
    return tensors + files + " · " + Figures.bytes(byteCount);
  }

  private void showProblems(OpenDocument document) {
    problems.getStyleClass().removeAll("status-danger", "status-warning", "status-healthy");
    long errors = countOf(document, Severity.ERROR);
    long warnings = countOf(document, Severity.WARNING);
    if (errors > 0) {
      problems.setText(counted("status.errors", errors));
      problems.getStyleClass().add("status-danger");
    } else if (warnings > 0) {
      problems.setText(counted("status.warnings", warnings));
      problems.getStyleClass().add("status-warning");
    } else {
      problems.setText(messages.text("status.healthy"));
      problems.getStyleClass().add("status-healthy");
    }
  }

  private long countOf(OpenDocument document, Severity severity) {
    return results.findingCount(severity)
        + document.findings().stream()
            .filter(located -> located.finding().severity() == severity)
            .count();
  }

  private String counted(String key, long count) {
    return count == 1 ? messages.text(key + ".one") : messages.text(key, Figures.count(count));
  }
}
