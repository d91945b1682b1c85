package io.github.tensorloupe.desktop.pane.batch;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.StagedPanel;
import io.github.tensorloupe.desktop.pane.ChangeRows;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.batch.BatchViewModel.FileRow;
import io.github.tensorloupe.desktop.pane.batch.BatchViewModel.Step;
import io.github.tensorloupe.desktop.pane.batch.ChangeRequest.Kind;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// Shows the panel that edits many files. Belongs to the FX thread.
public final class BatchFlow {

  private final PaneContext context;
  private final MetadataBatch batch;
  private final Consumer<Set<Path>> onSaved;
  private Optional<BatchViewModel> current = Optional.empty();

  /// @param onSaved receives the paths of saved and restored files
  public BatchFlow(PaneContext context, MetadataBatch batch, Consumer<Set<Path>> onSaved) {
    this.context = context;
    this.batch = batch;
    this.onSaved = onSaved;
  }

  public void show() {
    show(Kind.SET);
  }

  /// Shows the panel with the files of the given models.
  ///
  /// @param models files, indexes and folders
  /// @param removesPrivateData true to suggest the removal of private data as the change
  public void show(List<Path> models, boolean removesPrivateData) {
    show(removesPrivateData ? Kind.REMOVE_PRIVATE : Kind.SET);
    current.ifPresent(model -> model.addModels(models));
  }

  /// Shows the panel with the change that writes the hashes of the data.
  public void showHashes() {
    show(Kind.HASHES);
  }

  /// Shows the panel with the change that removes private data.
  public void showPrivateData() {
    show(Kind.REMOVE_PRIVATE);
  }

  private void show(Kind kind) {
    BatchViewModel model = new BatchViewModel(context, batch, kind);
    model.work.onStep(
        step -> {
          if (step == Step.SAVED || step == Step.UNDONE) {
            onSaved.accept(model.savedFiles());
          }
        });
    model.work.onClosed(() -> current = Optional.empty());
    current = Optional.of(model);
    String title = context.messages().text("batch.title");
    context.panels().show("batch", title, () -> new BatchPanel(model).staged.panel);
  }

  public boolean isSaving() {
    return current.filter(BatchViewModel::isSaving).isPresent();
  }

  /// Asks for files and a change, shows a dry run, and saves.
  private final class BatchPanel {

    private final BatchViewModel model;
    private final Messages messages = context.messages();
    private final StagedPanel<Step> staged;
    private final FileTable table;
    private final Button tryOut;
    private final Button save;
    private final Button copy;
    private final Button undo;
    private final FlowPane options = new FlowPane(16, 8);
    private Optional<FileReport> shownReport = Optional.empty();
    private final VBox changes = PanelParts.named(new VBox(8), "batch-changes");
    private final Label summary =
        PanelParts.named(PanelParts.wrapping("", "muted"), "batch-summary");

    BatchPanel(BatchViewModel model) {
      this.model = model;
      staged =
          new StagedPanel<>(
              "batch", messages.text("batch.button.close"), model.work, context.panels(), messages);
      table = new FileTable();
      tryOut = button("try", model::tryOut);
      save = button("save", model::save);
      copy = button("copy", () -> CopyMenu.copy(table.report()));
      undo = button("undo", model::undo);
      PanelParts.setShown(changes, false);
      staged.panel.setTitle(messages.text("batch.title"), messages.text("batch.subtitle"));
      setForm();
      staged.begin(this::show);
      WeakSubscriptions subscriptions = WeakSubscriptions.of(staged.panel);
      subscriptions.subscribe(model.work.stateProperty(), _ -> showReadiness());
      subscriptions.subscribe(model.change, this::showReadiness);
      subscriptions.subscribe(model.rows, this::showReadiness);
      subscriptions.subscribe(table.getSelectionModel().selectedItemProperty(), _ -> showChanges());
    }

    private Button button(String id, Runnable action) {
      return staged.button(id, messages.text("batch.button." + id), action);
    }

    private void setForm() {
      Button add = button("add", () -> model.add(context.dialogs().get().chooseFiles()));
      Button folder = button("add-folder", this::addFolder);
      Button open = button("add-open", model::addOpenFiles);
      PanelParts.setShown(open, model.hasOpenFiles());
      FlowPane fileButtons = new FlowPane(8, 8, add, folder, open, button("clear", model::clear));
      for (Permission permission : Permission.values()) {
        options.getChildren().add(option(permission));
      }
      ChangeForm change = new ChangeForm();
      List.of(fileButtons, options, change).forEach(staged::disableDuringRun);
      staged.setForm(
          PanelParts.section(messages.text("batch.change"), change, options),
          PanelParts.section(messages.text("batch.files"), fileButtons, table, summary, changes));
    }

    private void addFolder() {
      FileDialogs dialogs = context.dialogs().get();
      dialogs.choose(FileDialogs.Existing.FOLDER).ifPresent(model::addFolder);
    }

    private CheckBox option(Permission permission) {
      String id = Messages.word(permission);
      CheckBox box =
          PanelParts.named(new CheckBox(messages.text("batch.option." + id)), "batch-" + id);
      ObjectProperty<SaveOptions> options = model.options;
      box.setUserData(permission);
      box.setSelected(options.get().allows(permission));
      box.selectedProperty()
          .subscribe((_, now) -> options.set(options.get().with(permission, now)));
      return box;
    }

    private void show(Step step) {
      Button close = staged.close;
      showReadiness();
      switch (step) {
        case CHOOSING -> staged.showStep(List.of(), List.of(), List.of(close, tryOut));
        case TRIED -> staged.showStep(List.of(), List.of(copy), List.of(close, tryOut, save));
        case SAVED, UNDONE ->
            staged.showStep(List.of(), List.of(copy, undo), List.of(tryOut, close));
      }
    }

    private void showReadiness() {
      boolean isFirst = model.work.step().filter(Step.CHOOSING::equals).isPresent();
      tryOut.setDisable(!model.isReady());
      tryOut.setText(messages.text(isFirst ? "batch.button.try" : "batch.button.try-again"));
      save.setDisable(model.plannedCount() == 0);
      save.setText(messages.count("batch.button.save", model.plannedCount()));
      undo.setDisable(!model.canUndo());
      summary.setText(model.summary());
      for (Node option : options.getChildren()) {
        Permission permission = (Permission) option.getUserData();
        boolean isNeeded = model.neededPermissions.contains(permission);
        PanelParts.setShown(option, isNeeded || model.options.get().allows(permission));
      }
      showChanges();
    }

    /// Shows the changes of the selected file, or of the first one with changes.
    private void showChanges() {
      Optional<FileReport> shown =
          Optional.ofNullable(table.getSelectionModel().getSelectedItem())
              .or(() -> model.rows.stream().filter(FileRow::hasChanges).findFirst())
              .filter(FileRow::hasChanges)
              .flatMap(FileRow::report);
      if (shown.equals(shownReport)) {
        return;
      }
      shownReport = shown;
      PanelParts.setShown(changes, shown.isPresent());
      changes.getChildren().clear();
      shown.ifPresent(
          report -> {
            String name = DisplayText.of(FileTable.nameOf(report.path()));
            Label heading = PanelParts.wrapping(messages.text("batch.changes", name), "strong");
            Node rows = new ChangeRows(report.changes(), this::loadPicture, messages);
            changes.getChildren().setAll(heading, rows);
          });
    }

    private void loadPicture(Supplier<Image> decoder, Consumer<Image> onDecoded) {
      String title = messages.text("metadata.job.read");
      context.jobs().start(title, (_, _) -> decoder.get(), onDecoded, _ -> {});
    }

    private final class FileTable extends TableView<FileRow> {

      private static final double HEIGHT = 200;
      private static final double ROW_HEIGHT = 28;
      private static final int NAME_CHARACTERS = 200;
      private static final int SENTENCE_CHARACTERS = 2000;

      FileTable() {
        super(model.rows);
        setId("batch-table");
        setAccessibleText(messages.text("batch.files"));
        setFixedCellSize(ROW_HEIGHT);
        setPrefHeight(HEIGHT);
        setMinHeight(120);
        setPlaceholder(PanelParts.wrapping(messages.text("batch.summary.none"), "muted"));
        addColumn("file", 180, row -> DisplayText.of(nameOf(row.path()), NAME_CHARACTERS));
        addFact("status", 136, it -> messages.text("batch.status." + Messages.word(it.status())));
        addPlanned(
            "strategy", 90, it -> messages.text("batch.strategy." + Messages.word(it.strategy())));
        addPlanned(
            "bytes",
            104,
            it -> it.strategy() == Strategy.NONE ? "" : messages.bytes(it.bytesToWrite()));
        addFact("message", 420, this::message);
      }

      private static String nameOf(Path path) {
        return String.valueOf(path.getFileName());
      }

      private void addPlanned(String name, double width, Function<SavePlan, String> text) {
        addFact(name, width, report -> report.plan().map(text).orElse(""));
      }

      /// Adds a column with a value of the report; empty before a dry run.
      private void addFact(String name, double width, Function<FileReport, String> text) {
        addColumn(name, width, row -> row.report().map(text).orElse(""));
      }

      private void addColumn(String name, double width, Function<FileRow, String> text) {
        TableColumn<FileRow, String> column =
            new TableColumn<>(messages.text("batch.column." + name));
        column.setPrefWidth(width);
        column.setSortable(false);
        column.setReorderable(false);
        column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(text.apply(cell.getValue())));
        column.setCellFactory(_ -> new TextCell());
        getColumns().add(column);
      }

      private String message(FileReport report) {
        List<Sentence> sentences = new ArrayList<>(report.warnings());
        sentences.addFirst(report.message());
        return DisplayText.of(
            messages.sentence(Sentence.joined(" ", sentences)), SENTENCE_CHARACTERS);
      }

      /// Returns the report as text: one line per file, with the path and the reported values
      /// separated by tabs.
      String report() {
        return getItems().stream().map(this::line).collect(Collectors.joining("\n", "", "\n"));
      }

      private String line(FileRow row) {
        String path = DisplayText.of(row.path().toString(), SENTENCE_CHARACTERS);
        return getColumns().stream()
            .skip(1)
            .map(column -> String.valueOf(column.getCellData(row)))
            .collect(Collectors.joining("\t", path + "\t", ""));
      }

      private static final class TextCell extends TableCell<FileRow, String> {

        TextCell() {
          Tips.setTooltip(this, () -> Objects.requireNonNullElse(getText(), ""));
        }

        @Override
        protected void updateItem(String text, boolean empty) {
          super.updateItem(text, empty);
          setText(empty ? null : text);
        }
      }
    }

    private final class ChangeForm extends VBox {

      private final ComboBox<Kind> kind = new ComboBox<>();
      private final TextArea typed = new TextArea();
      private final Label jsonName = new Label();
      private final Label explanation = PanelParts.wrapping("", "caption");
      private Optional<Path> json = Optional.empty();

      ChangeForm() {
        super(8);
        ChangeRequest now = model.change.get();
        kind.setId("batch-kind");
        kind.setAccessibleText(messages.text("batch.change"));
        kind.getItems().setAll(Kind.values());
        kind.setValue(now.kind());
        kind.setMaxWidth(Double.MAX_VALUE);
        kind.setConverter(
            PanelParts.choiceText(value -> messages.text("batch.kind." + value.word())));
        PanelParts.named(typed, "batch-typed", "mono")
            .setAccessibleText(messages.text("batch.typed"));
        typed.setPrefRowCount(3);
        typed.setText(now.typed());
        now.json().ifPresent(this::setJson);
        Button choose =
            PanelParts.button(
                "batch-choose-json",
                messages.text("batch.button.choose-json"),
                () -> {
                  context
                      .dialogs()
                      .get()
                      .choose(FileDialogs.Existing.JSON)
                      .ifPresent(this::setJson);
                  publish();
                });
        HBox jsonBox = PanelParts.row(12, choose, jsonName);
        getChildren().addAll(kind, typed, jsonBox, explanation);
        kind.valueProperty()
            .subscribe(
                value -> {
                  PanelParts.setShown(typed, value.isTyped());
                  typed.setPromptText(
                      value.isTyped() ? messages.text("batch.prompt." + value.word()) : "");
                  PanelParts.setShown(jsonBox, value.needsJson());
                  explanation.setText(messages.text("batch.explained." + value.word()));
                  publish();
                });
        typed.textProperty().subscribe(this::publish);
      }

      private void setJson(Path file) {
        json = Optional.of(file);
        jsonName.setText(DisplayText.of(String.valueOf(file.getFileName())));
      }

      private void publish() {
        model.change.set(new ChangeRequest(kind.getValue(), typed.getText(), json));
      }
    }
  }
}
