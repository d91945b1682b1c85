package io.github.tensorloupe.desktop.pane.batch;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.batch.BatchViewModel.Stage;
import io.github.tensorloupe.desktop.pane.batch.WantedChange.Kind;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// Asks for files and a change, shows a dry run, and saves.
final class BatchPanel {

  private final BatchViewModel model;
  private final BatchFlow.FileChoice choice;
  private final PanelHost panels;
  private final Messages messages;
  private final Panel panel = new Panel("batch");
  private final Button close;
  private final Button stop;
  private final Button tryOut;
  private final Button save;
  private final Button copy;
  private final VBox notice = new VBox();
  private final ProgressBar bar = new ProgressBar();
  private final Label summary = PanelParts.wrapping("", "muted");

  BatchPanel(
      BatchViewModel model, BatchFlow.FileChoice choice, PanelHost panels, Messages messages) {
    this.model = model;
    this.choice = choice;
    this.panels = panels;
    this.messages = messages;
    close = button("batch-close", "batch.button.close", this::close);
    stop = button("batch-stop", "batch.button.stop", model::stop);
    tryOut = button("batch-try", "batch.button.try", model::tryOut);
    save = button("batch-save", "batch.button.save", model::save);
    copy = button("batch-copy", "batch.button.copy", this::copyReport);
    panel
        .getStylesheets()
        .add(Objects.requireNonNull(BatchPanel.class.getResource("batch.css")).toExternalForm());
    panel.setTitle(messages.text("batch.title"), messages.text("batch.subtitle"));
    panel.setBody(body());
    panel.setOnEscape(this::close);
    Following following = Following.of(panel);
    following.subscribe(model.stageProperty(), _ -> showStage());
    following.subscribe(model.wantedProperty(), this::showReadiness);
    following.subscribe(model.rows(), this::showReadiness);
    following.subscribe(model.progressProperty(), bar::setProgress);
  }

  /// The panel to be shown.
  Panel panel() {
    return panel;
  }

  private void close() {
    if (!model.isRunning()) {
      panels.hide(panel);
    }
  }

  private Button button(String id, String key, Runnable action) {
    return PanelParts.button(id, messages.text(key), action);
  }

  private VBox body() {
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(messages.text("batch.job.save"));
    summary.setId("batch-summary");
    FileTable table = new FileTable(model.rows(), messages);
    VBox files =
        PanelParts.section(
            messages.text("batch.files"), fileButtons(), table, bar, summary, notice);
    ChangeForm form = new ChangeForm(model, choice, messages);
    disableWhileRunning(form);
    VBox change = PanelParts.section(messages.text("batch.change"), form, options());
    return new VBox(20, change, files);
  }

  private HBox fileButtons() {
    Button add = button("batch-add", "batch.button.add", () -> model.add(choice.chooseFiles()));
    Button open = button("batch-add-open", "batch.button.add-open", model::addOpenFiles);
    PanelParts.setShown(open, model.hasOpenFiles());
    Button clear = button("batch-clear", "batch.button.clear", model::clear);
    HBox buttons = new HBox(8, add, open, clear);
    buttons.setAlignment(Pos.CENTER_LEFT);
    disableWhileRunning(buttons);
    HBox.setHgrow(buttons, Priority.ALWAYS);
    return buttons;
  }

  private FlowPane options() {
    FlowPane options =
        new FlowPane(
            16,
            8,
            option("split-links", model.splitLinksProperty()),
            option("edit-links", model.editLinksProperty()),
            option("edit-cache", model.editCacheProperty()));
    disableWhileRunning(options);
    return options;
  }

  private CheckBox option(String id, BooleanProperty value) {
    CheckBox box = new CheckBox(messages.text("batch.option." + id));
    box.setId("batch-" + id);
    box.selectedProperty().bindBidirectional(value);
    return box;
  }

  private void disableWhileRunning(Node part) {
    Following.of(part).subscribe(model.stageProperty(), _ -> part.setDisable(model.isRunning()));
  }

  private void showStage() {
    PanelParts.setShown(bar, model.isRunning());
    notice.getChildren().clear();
    model
        .problemProperty()
        .get()
        .ifPresent(failure -> notice.getChildren().add(PanelParts.notice(failure, messages)));
    PanelParts.setShown(notice, model.problemProperty().get().isPresent());
    panel.setOnEscape(this::close);
    switch (model.stageProperty().get()) {
      case CHOOSING -> panel.setButtons(List.of(), List.of(close, tryOut));
      case TRYING, SAVING -> {
        panel.setStopButton(stop);
        panel.showEnd();
      }
      case TRIED -> panel.setButtons(List.of(copy), List.of(close, tryOut, save));
      case SAVED -> panel.setButtons(List.of(copy), List.of(tryOut, close));
    }
    showReadiness();
    panel.focusButtons();
  }

  private void showReadiness() {
    Stage stage = model.stageProperty().get();
    tryOut.setDisable(!model.isReady());
    tryOut.setText(
        messages.text(stage == Stage.CHOOSING ? "batch.button.try" : "batch.button.try-again"));
    save.setDisable(model.plannedCount() == 0);
    long planned = model.plannedCount();
    save.setText(
        planned == 1
            ? messages.text("batch.button.save.one")
            : messages.text("batch.button.save", Figures.count(planned)));
    summary.setText(summaryText(stage));
  }

  private String summaryText(Stage stage) {
    return switch (stage) {
      case CHOOSING ->
          model.rows().isEmpty()
              ? messages.text("batch.summary.none")
              : messages.text("batch.summary.files", Figures.count(model.rows().size()));
      case TRYING -> messages.text("batch.summary.trying");
      case SAVING -> messages.text("batch.summary.saving");
      case TRIED -> model.summary(Status.PLANNED);
      case SAVED -> model.summary(Status.SAVED);
    };
  }

  private void copyReport() {
    CopyMenu.copy(model.reportText());
  }

  /// The table of files and their reports.
  private static final class FileTable extends TableView<FileRow> {

    private static final double HEIGHT = 200;
    private static final double ROW_HEIGHT = 28;

    FileTable(ObservableList<FileRow> rows, Messages messages) {
      super(rows);
      setId("batch-table");
      setAccessibleText(messages.text("batch.files"));
      setFixedCellSize(ROW_HEIGHT);
      setPrefHeight(HEIGHT);
      setMinHeight(120);
      Label nothing = new Label(messages.text("batch.summary.none"));
      nothing.getStyleClass().add("muted");
      setPlaceholder(nothing);
      addColumn(messages.text("batch.column.file"), 180, FileRow::name);
      addColumn(messages.text("batch.column.status"), 136, row -> row.status(messages));
      addColumn(messages.text("batch.column.strategy"), 90, row -> row.strategy(messages));
      addColumn(messages.text("batch.column.bytes"), 104, FileRow::bytes);
      addColumn(messages.text("batch.column.message"), 420, row -> row.message(messages));
    }

    private void addColumn(String title, double width, Function<FileRow, String> text) {
      TableColumn<FileRow, String> column = new TableColumn<>(title);
      column.setPrefWidth(width);
      column.setSortable(false);
      column.setReorderable(false);
      column.setCellValueFactory(
          cell -> new ReadOnlyStringWrapper(text.apply(cell.getValue())).getReadOnlyProperty());
      column.setCellFactory(_ -> new TextCell());
      getColumns().add(column);
    }

    /// A text with a tooltip.
    private static final class TextCell extends TableCell<FileRow, String> {
      @Override
      protected void updateItem(String text, boolean empty) {
        super.updateItem(text, empty);
        setText(empty ? null : text);
        if (empty || text.isEmpty()) {
          setTooltip(null);
        } else {
          Tooltip tip = Tips.of(text);
          tip.setWrapText(true);
          tip.setMaxWidth(560);
          setTooltip(tip);
        }
      }
    }
  }

  /// The form for the change.
  private static final class ChangeForm extends VBox {

    private final BatchViewModel model;
    private final Messages messages;
    private final ComboBox<Kind> kind = new ComboBox<>();
    private final TextArea typed = new TextArea();
    private final Label jsonName = new Label();
    private final Label explanation = PanelParts.wrapping("", "caption");
    private Optional<Path> json = Optional.empty();

    ChangeForm(BatchViewModel model, BatchFlow.FileChoice choice, Messages messages) {
      super(8);
      this.model = model;
      this.messages = messages;
      kind.setId("batch-kind");
      kind.setAccessibleText(messages.text("batch.change"));
      kind.getItems().setAll(Kind.values());
      WantedChange now = model.wantedProperty().get();
      kind.setValue(now.kind());
      json = now.json();
      json.ifPresent(this::showName);
      kind.setMaxWidth(Double.MAX_VALUE);
      kind.setConverter(
          PanelParts.choiceText(value -> messages.text("batch.kind." + value.word())));
      typed.setId("batch-typed");
      typed.setAccessibleText(messages.text("batch.typed"));
      typed.getStyleClass().add("mono");
      typed.setPrefRowCount(3);
      typed.setText(now.typed());
      typed.managedProperty().bind(typed.visibleProperty());
      Button choose = new Button(messages.text("batch.button.choose-json"));
      choose.setId("batch-choose-json");
      choose.setOnAction(_ -> choice.chooseJsonFile().ifPresent(this::take));
      HBox jsonBox = new HBox(12, choose, jsonName);
      jsonBox.setAlignment(Pos.CENTER_LEFT);
      jsonBox.managedProperty().bind(jsonBox.visibleProperty());
      getChildren().addAll(kind, typed, jsonBox, explanation);
      kind.valueProperty()
          .subscribe(
              value -> {
                typed.setVisible(value.isTyped());
                typed.setPromptText(value.isTyped() ? prompt(value) : "");
                jsonBox.setVisible(value.needsJson());
                explanation.setText(messages.text("batch.explained." + value.word()));
                publish();
              });
      typed.textProperty().subscribe(this::publish);
    }

    private String prompt(Kind value) {
      return messages.text(value == Kind.SET ? "batch.prompt.set" : "batch.prompt.unset");
    }

    private void take(Path file) {
      json = Optional.of(file);
      showName(file);
      publish();
    }

    private void showName(Path file) {
      jsonName.setText(DisplayText.of(String.valueOf(file.getFileName())));
    }

    private void publish() {
      WantedChange wanted = new WantedChange(kind.getValue(), typed.getText(), json);
      // An equal value would discard the dry run.
      if (!wanted.equals(model.wantedProperty().get())) {
        model.wantedProperty().set(wanted);
      }
    }
  }
}
