package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.job.Watch;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.survey.SurveyView;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.DocumentHealth;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.SurveyDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.remote.RemoteFileSystem;
import io.github.tensorloupe.remote.Traffic;
import java.time.Duration;
import javafx.scene.control.Label;

/// The status bar: the size of the document, its problems, the latest message, and running jobs.
final class StatusBarView extends HBox {

  private static final int NOTICE_CHARACTERS = 400;

  private final Messages messages;
  private final Label contents = PanelParts.named(new Label(), "status-contents");
  private final Hyperlink problems = PanelParts.named(new Hyperlink(), "status-problems");
  private final Label notice = PanelParts.named(new Label(), "status-notice");

  /// @param values shows the scan progress of the document or the comparison
  StatusBarView(PaneContext window, StatusLine status, Node values, Node activity) {
    messages = window.messages();
    Selection selection = window.selection();
    Commands commands = window.commands();
    ReadOnlyObjectProperty<StatusLine.Message> message = status.message;
    getStyleClass().add("status-bar");
    setAlignment(Pos.CENTER_LEFT);
    problems.setOnAction(_ -> commands.run(Command.SHOW_PROBLEMS));
    Tips.explain(problems, messages.text("status.problems.tip"));
    // JavaFX would style the link as visited.
    problems.visitedProperty().subscribe(_ -> problems.setVisited(false));
    problems.visibleProperty().bind(problems.textProperty().isNotEmpty());
    problems.managedProperty().bind(problems.visibleProperty());
    notice.setMinWidth(0);
    Tips.setTooltip(notice, notice::getText);
    // Sentences begin with the file name and end with the result.
    notice.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    // The least important part.
    contents.setMinWidth(0);
    Tips.setTooltip(contents, contents::getText);
    problems.setMinWidth(USE_PREF_SIZE);
    DetailsButton details =
        DetailsButton.visibleWhilePresent(message.map(StatusLine.Message::failure), messages);
    details.setId("status-details");
    getChildren()
        .addAll(
            contents,
            new FetchedLabel(window),
            problems,
            values,
            notice,
            details,
            new Spacer(),
            activity);
    WeakSubscriptions subscriptions = WeakSubscriptions.of(this);
    subscriptions.subscribe(message, this::show);
    subscriptions.subscribe(selection.documentProperty(), this::show);
    subscriptions.subscribe(window.results().healthProperty(), this::showProblems);
  }

  private void show(StatusLine.Message message) {
    notice.setText(DisplayText.of(messages.sentence(message.sentence()), NOTICE_CHARACTERS));
  }

  private void show(DocumentState state) {
    switch (state) {
      case DocumentState.Open(FileDocument document) -> contents.setText(contentsOf(document));
      case DocumentState.Open(ComparisonDocument comparison) ->
          contents.setText(
              messages.text(
                  "compare.contents", contentsOf(comparison.a()), contentsOf(comparison.b())));
      case DocumentState.Open(SurveyDocument survey) ->
          contents.setText(SurveyView.contents(survey, messages));
      case DocumentState.Empty _, DocumentState.Opening _, DocumentState.Failed _ ->
          contents.setText("");
    }
  }

  private String contentsOf(FileDocument document) {
    int fileCount = document.checkpoint().files().size();
    String tensors = messages.count("status.tensors", document.checkpoint().tensors().size());
    String files =
        fileCount == 1 ? "" : " · " + messages.text("status.files", messages.count(fileCount));
    return tensors + files + " · " + messages.bytes(document.byteCount());
  }

  private void showProblems(Optional<DocumentHealth> health) {
    Optional<Severity> worst =
        health.flatMap(DocumentHealth::worst).filter(severity -> severity != Severity.INFO);
    problems.getStyleClass().removeAll("status-danger", "status-warning");
    problems.setText("");
    worst.ifPresent(
        severity -> {
          boolean isError = severity == Severity.ERROR;
          problems.getStyleClass().add(isError ? "status-danger" : "status-warning");
          problems.setText(
              messages.count("problems." + severity.spelling(), health.get().count(severity)));
        });
  }

  /// Shows the number of bytes fetched for a remote document. Belongs to the FX thread.
  private static final class FetchedLabel extends Label {

    private static final Duration PAUSE = Duration.ofMillis(300);

    private final PaneContext window;
    private Optional<Watch<String>> watch = Optional.empty();

    FetchedLabel(PaneContext window) {
      this.window = window;
      setId("status-fetched");
      setMinWidth(USE_PREF_SIZE);
      Tips.explain(this, window.messages().text("status.fetched.tip"));
      WeakSubscriptions.of(this).subscribe(window.selection().documentProperty(), _ -> update());
    }

    private void update() {
      watch.ifPresent(Watch::close);
      List<Traffic> fetched =
          window.selection().openDocuments().stream()
              .map(document -> document.checkpoint().path().getFileSystem())
              .distinct()
              .filter(RemoteFileSystem.class::isInstance)
              .map(server -> ((RemoteFileSystem) server).traffic())
              .toList();
      PanelParts.setShown(this, !fetched.isEmpty());
      setText(text(fetched));
      watch =
          isVisible()
              ? Optional.of(window.jobs().watch(PAUSE, () -> text(fetched), this::setText))
              : Optional.empty();
    }

    private String text(List<Traffic> fetched) {
      Messages messages = window.messages();
      long bytes = fetched.stream().mapToLong(Traffic::byteCount).sum();
      long requests = fetched.stream().mapToLong(Traffic::requestCount).sum();
      return messages.text(
          "status.fetched", messages.bytes(bytes), messages.count("status.requests", requests));
    }
  }
}
