package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Sentence;
import java.util.Optional;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/// The line at the bottom: how much is open, what is wrong with it, what was told last, and what is
/// running.
final class StatusBarView extends HBox {

  private static final int NOTICE_CHARACTERS = 400;

  private final ScanResults results;
  private final Messages messages;
  private final Label contents = new Label();
  private final Hyperlink problems = new Hyperlink();
  private final Label notice = new Label();
  private final SimpleObjectProperty<Optional<Failure>> failure =
      new SimpleObjectProperty<>(Optional.empty());

  /// @param values tells how far the values of the document are known
  /// @param activity tells what runs
  /// @param commands shows what is wrong, when asked for it
  StatusBarView(
      Selection selection,
      ScanResults results,
      Node values,
      Node activity,
      Commands commands,
      Messages messages) {
    this.results = results;
    this.messages = messages;
    getStyleClass().add("status-bar");
    setAlignment(Pos.CENTER_LEFT);
    contents.setId("status-contents");
    problems.setId("status-problems");
    problems.setOnAction(_ -> commands.run(Command.SHOW_PROBLEMS));
    Tips.explain(problems, messages.text("status.problems.tip"));
    // That it was followed once is nothing to remember.
    problems.visitedProperty().subscribe(_ -> problems.setVisited(false));
    problems.visibleProperty().bind(problems.textProperty().isNotEmpty());
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    notice.setId("status-notice");
    notice.setMinWidth(0);
    Tips.tell(notice, notice::getText);
    // A sentence begins with the file and ends with what became of it.
    notice.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    // Of all that is told here it is the least needed.
    contents.setMinWidth(0);
    Tips.tell(contents, contents::getText);
    problems.setMinWidth(USE_PREF_SIZE);
    DetailsButton details = DetailsButton.whileThereIs(failure, messages);
    details.setId("status-details");
    getChildren().addAll(contents, problems, values, notice, details, gap, activity);
    Following.of(this).subscribe(selection.documentProperty(), this::show);
    Following.of(this)
        .subscribe(
            results.revisionProperty(),
            _ -> selection.openDocument().ifPresent(this::showProblems));
  }

  /// Tells something until something else is opened.
  void tell(String sentence) {
    failure.set(Optional.empty());
    show(Sentence.of(sentence));
  }

  /// Tells of something that did not work, until something else is opened.
  void tell(Failure failed) {
    show(failed.sentence());
    failure.set(Optional.of(failed));
  }

  /// What the core says is shown in the language of the window.
  private void show(Sentence sentence) {
    notice.setText(DisplayText.of(messages.sentence(sentence), NOTICE_CHARACTERS));
  }

  private void show(DocumentState state) {
    if (!(state instanceof DocumentState.Open)) {
      tell("");
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
            .filter(located -> located.finding().concern() == severity)
            .count();
  }

  private String counted(String key, long count) {
    return count == 1 ? messages.text(key + ".one") : messages.text(key, Figures.count(count));
  }
}
