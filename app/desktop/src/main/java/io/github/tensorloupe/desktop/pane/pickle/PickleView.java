package io.github.tensorloupe.desktop.pane.pickle;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.ToggleChoice;
import io.github.tensorloupe.desktop.control.table.LazyTree;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot.State;
import io.github.tensorloupe.desktop.pane.pickle.PickleViewModel.Shown;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.foreign.pickle.PickleGlobal.Risk;
import io.github.tensorloupe.foreign.pickle.PickleListing.Line;
import io.github.tensorloupe.foreign.torch.FilePickle;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The instructions or the values of a pickle, below a summary of the classes and functions that it
/// names.
final class PickleView extends VBox {

  private static final double ROW_HEIGHT = 26;
  private static final int MAX_FINDINGS = 3;

  /// The number of rows above an instruction that remain visible.
  private static final int ROWS_BEFORE = 3;

  private static final int NAME_CHARACTERS = 60;

  private enum Content {
    INSTRUCTIONS,
    VALUES
  }

  private final PickleViewModel model;
  private final Messages messages;
  private final ObjectProperty<Content> content = new SimpleObjectProperty<>(Content.INSTRUCTIONS);
  private final ComboBox<FilePickle> choice = PanelParts.named(new ComboBox<>(), "pickle-choice");
  private final Label summary =
      PanelParts.named(PanelParts.wrapping("", "strong"), "pickle-summary");
  private final VBox findings = PanelParts.named(new VBox(4), "pickle-findings");
  private final TableView<Line> lines =
      PanelParts.named(new TableView<>(), "pickle-lines", "dense", "edge-to-edge");
  private final LazyTree<PickleRow> values = PanelParts.named(new LazyTree<>(), "pickle-values");
  private final Button previous;
  private final Button next;

  PickleView(PickleViewModel model, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    PanelParts.named(this, "pickle", "pickle-view");
    previous = step("previous", Feather.CHEVRON_UP, false);
    next = step("next", Feather.CHEVRON_DOWN, true);
    buildChoice();
    buildLines();
    buildValues();
    ToggleChoice<Content> contents = new ToggleChoice<>();
    contents.choose(
        content, List.of(Content.values()), each -> "pickle." + Messages.word(each), messages);
    FlowPane bar = new FlowPane(8, 8, contents, previous, next, choice);
    StackPane stack = new StackPane(lines, values);
    stack.setMinHeight(0);
    VBox.setVgrow(stack, Priority.ALWAYS);
    summary.setMinHeight(USE_PREF_SIZE);
    getChildren().setAll(summary, findings, bar, stack);
    WeakSubscriptions subscriptions = WeakSubscriptions.of(this);
    subscriptions.subscribe(content, _ -> showContent());
    subscriptions.subscribe(model.pickles.stateProperty(), this::showPickles);
    subscriptions.subscribe(model.shown.stateProperty(), this::show);
    heightProperty().subscribe(this::fit);
  }

  /// Leaves a low pane to its list.
  private void fit() {
    boolean isLow = PanelParts.isLow(this) && !lines.getItems().isEmpty();
    PanelParts.setShown(summary, !isLow);
    PanelParts.setShown(findings, !isLow && !findings.getChildren().isEmpty());
  }

  private Button step(String id, Feather icon, boolean isForward) {
    return PanelParts.iconButton(
        "pickle-" + id, Icons.of(icon), messages.text("pickle." + id), () -> goToMarked(isForward));
  }

  private void buildChoice() {
    choice.setAccessibleText(messages.text("pickle.choice"));
    choice.setConverter(PanelParts.choiceText(this::name));
    choice.valueProperty().subscribe(pickle -> model.choose(Optional.ofNullable(pickle)));
  }

  private String name(FilePickle pickle) {
    String name = pickle.name();
    boolean isNumber = name.chars().allMatch(Character::isDigit);
    return isNumber
        ? messages.text("pickle.numbered", name)
        : DisplayText.of(name, NAME_CHARACTERS);
  }

  private void buildLines() {
    lines.setAccessibleText(messages.text("pickle.instructions"));
    lines.setFixedCellSize(ROW_HEIGHT);
    lines.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    lines.setPlaceholder(PanelParts.label("", "muted"));
    addColumn("offset", 96, line -> messages.count(line.offset()))
        .getStyleClass()
        .add("figure-column");
    addColumn("opcode", 150, Line::opcode);
    TableColumn<Line, Line> effect = addColumn("effect", 130, this::effect);
    effect.setCellFactory(_ -> new EffectCell());
    addColumn("argument", 300, PickleView::argument);
    lines
        .getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            line -> {
              if (line != null) {
                model.select(line, lines.getSelectionModel().getSelectedIndex());
              }
            });
  }

  private TableColumn<Line, Line> addColumn(String id, double width, Function<Line, String> text) {
    TableColumn<Line, Line> column = new TableColumn<>(messages.text("pickle.column." + id));
    column.setId("pickle-column-" + id);
    column.setPrefWidth(width);
    column.setSortable(false);
    column.setReorderable(false);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
    column.setCellFactory(_ -> TableColumns.textCell(text, OverrunStyle.ELLIPSIS));
    lines.getColumns().add(column);
    return column;
  }

  private static String argument(Line line) {
    // The instruction takes the name from the stack.
    return line.argument().isEmpty()
        ? line.global().map(global -> DisplayText.of(global.qualifiedName())).orElse("")
        : line.argument();
  }

  private String effect(Line line) {
    return line.global()
        .map(global -> messages.text("pickle.risk." + Messages.word(global.risk())))
        .orElse("");
  }

  private static Tone tone(Risk risk) {
    return switch (risk) {
      case DANGEROUS -> Tone.DANGER;
      case UNKNOWN -> Tone.WARNING;
      case INERT, ALLOWED -> Tone.INFO;
    };
  }

  private void buildValues() {
    values.setAccessibleText(messages.text("pickle.values"));
    addColumn("name", row -> row.name(messages));
    addColumn("value", row -> row.text(messages));
    values
        .getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            item -> {
              if (item != null && item.getValue() instanceof PickleNode node) {
                model.select(node);
              }
            });
  }

  private void addColumn(String id, Function<PickleRow, String> text) {
    TreeTableColumn<PickleRow, String> column =
        new TreeTableColumn<>(messages.text("pickle.column." + id));
    column.setId("pickle-column-" + id);
    column.setPrefWidth(260);
    column.setSortable(false);
    column.setReorderable(false);
    column.setCellValueFactory(
        row -> new ReadOnlyStringWrapper(text.apply(row.getValue().getValue())));
    values.getColumns().add(column);
  }

  private void showContent() {
    boolean isOfLines = content.get() == Content.INSTRUCTIONS;
    PanelParts.setShown(lines, isOfLines);
    PanelParts.setShown(values, !isOfLines);
    PanelParts.setShown(previous, isOfLines);
    PanelParts.setShown(next, isOfLines);
  }

  private void showPickles(State<List<FilePickle>> state) {
    List<FilePickle> pickles =
        state instanceof State.Done<List<FilePickle>>(var result) ? result : List.of();
    choice.getItems().setAll(pickles);
    choice.setValue(pickles.isEmpty() ? null : pickles.getFirst());
    PanelParts.setShown(choice, pickles.size() > 1);
    if (pickles.isEmpty()) {
      summary.setText(text(state));
    }
  }

  /// Returns the reason why no pickle is shown.
  private String text(State<?> state) {
    return switch (state) {
      case State.Done<?> _ -> messages.text("pickle.none");
      case State.Failed<?>(var failure) -> messages.sentence(Failures.sentence(failure));
      case State.Running<?> _ -> messages.text("pickle.job") + "…";
      case State.Idle<?> _, State.Stopped<?> _ -> "";
    };
  }

  private void show(State<Shown> state) {
    findings.getChildren().clear();
    lines.setItems(FXCollections.observableArrayList());
    values.setRoot(null);
    if (state instanceof State.Done<Shown>(Shown shown)) {
      show(shown);
    } else {
      summary.setText(text(state));
    }
    fit();
  }

  private void show(Shown shown) {
    summary.setText(summary(shown));
    List<Finding> worst =
        shown.reading().findings().stream()
            .filter(finding -> finding.severity() != Severity.INFO)
            .sorted(Comparator.comparing(Finding::severity))
            .toList();
    worst.stream().limit(MAX_FINDINGS).forEach(this::add);
    if (worst.size() > MAX_FINDINGS) {
      String more = messages.count("pickle.more", worst.size() - MAX_FINDINGS);
      findings.getChildren().add(PanelParts.wrapping(more, "muted"));
    }
    boolean isMarked = shown.index().marked().length > 0;
    previous.setDisable(!isMarked);
    next.setDisable(!isMarked);
    lines.setItems(new PickleLines(shown.index()));
    showLine(model.selectedLine());
    shown.reading().root().map(PickleNode::of).ifPresent(values::setRootRow);
  }

  private void add(Finding finding) {
    Label label = PanelParts.wrapping(messages.sentence(finding.sentence()));
    label.setGraphic(Tone.of(finding.severity()).icon("icon-small"));
    label.setGraphicTextGap(8);
    findings.getChildren().add(label);
  }

  private String summary(Shown shown) {
    int count = shown.reading().globals().size();
    List<String> parts = new ArrayList<>();
    parts.add(messages.count("pickle.globals", count));
    for (Risk risk : List.of(Risk.DANGEROUS, Risk.UNKNOWN)) {
      if (shown.count(risk) > 0) {
        parts.add(messages.count("pickle.globals." + Messages.word(risk), shown.count(risk)));
      }
    }
    parts.add(messages.count("pickle.lines", shown.index().count()));
    return String.join(" · ", parts);
  }

  private void goToMarked(boolean isForward) {
    int from = lines.getSelectionModel().getSelectedIndex();
    model.shown.resultProperty().get().stream()
        .flatMapToInt(shown -> shown.marked(from, isForward).stream())
        .forEach(this::showLine);
  }

  /// Selects an instruction and scrolls to it, or to the first one if the index is -1.
  private void showLine(int index) {
    if (index >= 0) {
      lines.getSelectionModel().clearAndSelect(index);
    }
    lines.scrollTo(Math.max(0, index - ROWS_BEFORE));
  }

  /// The effect of a class or function, with an icon.
  private final class EffectCell extends TableCell<Line, Line> {

    @Override
    protected void updateItem(Line line, boolean empty) {
      super.updateItem(line, empty);
      boolean isMarked = !empty && line != null && line.global().isPresent();
      setText(isMarked ? effect(line) : null);
      setGraphic(isMarked ? tone(line.global().get().risk()).icon("icon-small") : null);
    }
  }
}
