package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.chart.Treemap;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapViewModel.Coloring;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapViewModel.TileText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.model.GroupSummary;
import io.github.tensorloupe.model.NameTree;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A treemap with what fills it above and the figures of what is selected below.
public final class TreemapPane extends VBox {

  private static final double MAX_PART_WIDTH = 120;

  /// So many groups next to the last are shown; those above them are left out.
  private static final int MOST_GROUPS = 3;

  private final TreemapViewModel model;
  private final Messages messages;
  private final TileText text;
  private final Button out;
  private final HBox root = new HBox(2);
  private final Label summary = new Label();

  /// @param onNumbers shows the numbers of the selected tensor
  public TreemapPane(TreemapViewModel model, Runnable onNumbers, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    this.text = new TileText(messages);
    this.out =
        Icons.button(
            Feather.ZOOM_OUT, messages.text("treemap.out"), model::zoomOut, "flat", "small");
    getStyleClass().add("treemap-pane");
    setMinWidth(0);
    summary.setId("treemap-summary");
    summary.getStyleClass().add("caption");
    summary.setMinWidth(0);
    summary.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    getChildren().setAll(bar(), new TreemapCanvas(model, onNumbers, messages), summary);
    Following.of(this)
        .subscribe(
            model.treemapProperty(),
            map -> {
              out.setDisable(map.filter(shown -> shown.root() >= 0).isEmpty());
              root.getChildren().setAll(map.map(this::path).orElse(List.of()));
            });
    Following.of(this).subscribe(model.summaryProperty(), this::showSummary);
  }

  private HBox bar() {
    out.setId("treemap-out");
    root.setAlignment(Pos.CENTER_LEFT);
    root.setMinWidth(0);
    HBox.setHgrow(root, Priority.ALWAYS);
    HBox bar = new HBox(8, out, root, toggles());
    bar.setAlignment(Pos.CENTER_LEFT);
    bar.setMinWidth(0);
    return bar;
  }

  private HBox toggles() {
    HBox toggles = new HBox();
    toggles.setMinWidth(Region.USE_PREF_SIZE);
    ToggleGroup group = new ToggleGroup();
    for (Coloring coloring : Coloring.values()) {
      String name = coloring.name().toLowerCase(Locale.ROOT);
      ToggleButton toggle = new ToggleButton(messages.text("treemap.color." + name));
      toggle.setId("treemap-color-" + name);
      Tips.explain(toggle, messages.text("treemap.color." + name + ".tip"));
      toggle.setToggleGroup(group);
      toggle.getStyleClass().addAll("small", coloring.ordinal() == 0 ? "left-pill" : "right-pill");
      toggle.setSelected(model.coloringProperty().get() == coloring);
      // One of them always stays pressed.
      toggle.setOnAction(
          _ -> {
            toggle.setSelected(true);
            model.coloringProperty().set(coloring);
          });
      toggles.getChildren().add(toggle);
    }
    return toggles;
  }

  private void showSummary(Optional<GroupSummary> shown) {
    summary.setText(
        shown
            .flatMap(
                figures -> model.treemapProperty().get().map(map -> text.of(map.tree(), figures)))
            .orElse(messages.text("treemap.hint")));
  }

  /// The way from the whole document to what fills the map; each part but the last leads there.
  private List<Node> path(Treemap map) {
    List<Node> parts = new ArrayList<>();
    if (map.root() >= 0) {
      List<Integer> nodes = map.tree().nodesTo(map.root());
      int last = nodes.size() - 1;
      Stream.concat(Stream.of(-1), nodes.subList(Math.max(0, last - MOST_GROUPS), last).stream())
          .map(node -> partButton(map.tree(), node))
          .forEach(
              part -> {
                parts.add(part);
                parts.add(Icons.of(Feather.CHEVRON_RIGHT, "icon-small"));
              });
    }
    Label own = new Label(text.part(map.tree(), map.root()));
    own.setId("treemap-root");
    own.getStyleClass().addAll("mono", "muted");
    own.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    own.setMinWidth(0);
    parts.add(own);
    return parts;
  }

  private Button partButton(NameTree tree, int node) {
    Button button = new Button(text.part(tree, node));
    button.setId("treemap-part-" + (node < 0 ? "whole" : node));
    button.getStyleClass().addAll("flat", "small", "treemap-part");
    button.setMnemonicParsing(false);
    button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    button.setMinWidth(0);
    button.setMaxWidth(MAX_PART_WIDTH);
    button.setOnAction(_ -> model.zoomTo(node));
    return button;
  }
}
