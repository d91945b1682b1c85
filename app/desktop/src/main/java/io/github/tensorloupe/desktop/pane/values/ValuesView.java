package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.heading.TensorHeading;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.slice.SliceBar;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.FeedbackLine;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.values.GridPage.CellSummary;
import io.github.tensorloupe.desktop.pane.values.TensorAdvice.Content;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The values of a tensor, with messages about them.
public final class ValuesView extends StackPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("values", Command.SHOW_VALUES, ValuesView::pane).withBytes();

  private static final KeyCombination GO_TO =
      new KeyCodeCombination(KeyCode.L, KeyCombination.SHORTCUT_DOWN);

  private static final int NAME_LIMIT = 400;

  private final ValuesViewModel model;
  private final TensorHeading title;
  private final ValuesToolbar toolbar;
  private final SliceBar axes;
  private final VBox top = new VBox();
  private final GridControl grid;
  private final TextArea json =
      PanelParts.named(new TextArea(), "values-json-text", "mono", "values-json");
  private final BorderPane content = new BorderPane();
  private final Label nothing =
      PanelParts.named(new Label(), "values-nothing", "empty-state", "values-nothing");

  private static DocumentPane pane(PaneContext context) {
    ValuesViewModel model =
        new ValuesViewModel(context.selection(), context.jobs(), context.messages());
    return shown -> {
      ValuesView view = new ValuesView(model, context.messages());
      model.active.bind(shown);
      return view;
    };
  }

  public ValuesView(ValuesViewModel model, Messages messages) {
    this.model = model;
    this.title = new TensorHeading("values", messages);
    this.grid = new GridControl(model, messages);
    this.toolbar = new ValuesToolbar(model, messages, grid::requestFocus);
    PanelParts.named(this, "values-view", "values-view");
    json.setEditable(false);
    json.setAccessibleText(messages.text("values.json.text"));
    nothing.setGraphic(Icons.of(Feather.GRID, "icon-large"));
    nothing.setWrapText(true);
    nothing.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
    nothing.setMouseTransparent(true);
    this.axes = new SliceBar("values", messages, model);
    content.setTop(top);
    // If there is too little space, the upper part is visible instead of the center.
    content.setMinSize(0, 0);
    StackPane forms = new StackPane();
    PanelParts.fill(forms, grid, json);
    content.setCenter(forms);
    content.setBottom(new ValuesStatus(model, messages));
    PanelParts.fill(this, content, nothing);
    setOnKeyPressed(this::pressShortcut);
    heightProperty().subscribe(_ -> arrange());
    WeakSubscriptions.of(this).subscribe(model.tensor, this::showTitle);
    WeakSubscriptions.of(this)
        .subscribe(
            model.page, page -> axes.show(page.map(GridPage::slice).map(SliceBar.Slice::of)));
    WeakSubscriptions.of(this).subscribe(model.content, this::showContent);
  }

  private void showTitle(Optional<TensorRef> tensor) {
    title.setVisible(tensor.isPresent());
    tensor
        .map(TensorRef::info)
        .ifPresent(info -> title.show(DisplayText.of(info.name(), NAME_LIMIT), info));
  }

  /// In a low pane, hides the title, because the tree shows which tensor is selected, and moves the
  /// axis controls into a menu.
  private void arrange() {
    List<Node> nodes = PanelParts.isLow(this) ? List.of(toolbar) : List.of(title, toolbar, axes);
    if (!top.getChildren().equals(nodes)) {
      boolean inMenu = !nodes.contains(axes);
      top.getChildren().clear();
      toolbar.holdAxes(inMenu ? Optional.of(axes) : Optional.empty());
      top.getChildren().setAll(nodes);
    }
  }

  @Override
  public void requestFocus() {
    grid.requestFocus();
  }

  private void showContent(Content shown) {
    boolean isNothing = shown instanceof Content.Nothing;
    boolean isJson = shown instanceof Content.Json;
    nothing.setText(shown instanceof Content.Nothing(String sentence) ? sentence : "");
    json.setText(shown instanceof Content.Json(String text) ? text : "");
    PanelParts.setShown(nothing, isNothing);
    PanelParts.setShown(json, isJson);
    PanelParts.setShown(grid, !isJson);
    PanelParts.setShown(content, !isNothing);
  }

  private void pressShortcut(KeyEvent event) {
    if (GO_TO.match(event) && model.page.get().isPresent()) {
      event.consume();
      toolbar.focusIndexField();
    }
  }

  /// The lines below the cells: missing values and failures, the outcome of copying, and the cell
  /// at the cursor.
  private static final class ValuesStatus extends VBox {

    private final ValuesViewModel model;
    private final Messages messages;
    private final Label refusal = PanelParts.named(PanelParts.wrapping(""), "values-refusal");
    private final Label missing = PanelParts.named(PanelParts.wrapping(""), "values-missing");
    private final Label failure = PanelParts.named(PanelParts.wrapping(""), "values-failure");
    private final Label element = PanelParts.named(new Label(), "values-element", "mono", "muted");
    private final Label value =
        PanelParts.named(new Label(), "values-value", "mono", "values-value");
    private final Label selected = PanelParts.named(new Label(), "values-selected", "muted");
    private final HBox cell;
    private boolean isJson;

    ValuesStatus(ValuesViewModel model, Messages messages) {
      this.model = model;
      this.messages = messages;
      getStyleClass().add("values-status");
      refusal.setGraphic(Icons.of(Feather.ALERT_CIRCLE, "icon-small", "icon-danger"));
      missing.setGraphic(Icons.of(Feather.SCISSORS, "icon-small", "icon-warning"));
      failure.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-danger"));
      cell = new HBox(element, value, new Spacer(), selected);
      cell.setAlignment(Pos.CENTER_LEFT);
      cell.getStyleClass().add("values-cell");
      selected.setMinWidth(USE_PREF_SIZE);
      value.setTextOverrun(OverrunStyle.ELLIPSIS);
      FeedbackLine notice = new FeedbackLine("values-notice", model.notice, messages);
      PanelParts.fill(this, refusal, missing, failure, notice, cell);
      WeakSubscriptions.of(this).subscribe(model.content, this::showContent);
      WeakSubscriptions.of(this).subscribe(model.page, this::showPage);
      WeakSubscriptions.of(this).subscribe(model.refusal, sentence -> show(refusal, sentence));
      DetailsButton.showFailure(failure, model.failureProperty(), messages);
    }

    private void showContent(Content content) {
      isJson = content instanceof Content.Json;
      showPage(model.page.get());
    }

    private void showPage(Optional<GridPage> page) {
      show(missing, model.whatIsMissing());
      Optional<CellSummary> line = page.flatMap(CellSummary::ofCursor);
      element.setText(line.map(CellSummary::index).orElse(""));
      value.setText(line.map(this::valueText).orElse(""));
      Tips.explain(value, value.getText());
      Optional<CellRange> range =
          page.flatMap(GridPage::selected).filter(cells -> !cells.isSingle());
      selected.setText(range.map(cells -> sizeText(page.orElseThrow(), cells)).orElse(""));
      PanelParts.setShown(cell, page.isPresent() && !isJson);
    }

    private String sizeText(GridPage page, CellRange range) {
      CellRange cells = page.slice().isFolded() ? GridState.runOf(page.slice(), range) : range;
      String rows = messages.count(cells.rowCount());
      return messages.text("values.selected", rows, messages.count(cells.columnCount()));
    }

    private String valueText(CellSummary line) {
      if (line.isBeyondEnd()) {
        return messages.text("values.beyond");
      }
      return line.value().isEmpty() ? "" : "= " + line.value();
    }

    private static void show(Label label, Optional<String> sentence) {
      label.setText(sentence.orElse(""));
      PanelParts.setShown(label, sentence.isPresent());
    }
  }
}
