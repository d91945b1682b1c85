package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.chart.Treemap;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapViewModel.Coloring;
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
  private final Button out;
  private final HBox root = new HBox(2);
  private final Label summary =
      PanelParts.named(PanelParts.elastic("", "caption"), "treemap-summary");

  /// @param onNumbers shows the numbers of the selected tensor
  public TreemapPane(TreemapViewModel model, Runnable onNumbers, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    String outText = messages.text("treemap.out");
    this.out = Icons.button(Feather.ZOOM_OUT, outText, model::zoomOut, "flat", "small");
    getStyleClass().add("treemap-pane");
    setMinWidth(0);
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
      String pill = coloring.ordinal() == 0 ? "left-pill" : "right-pill";
      ToggleButton toggle = new ToggleButton(messages.text("treemap.color." + name));
      PanelParts.named(toggle, "treemap-color-" + name, "small", pill);
      Tips.explain(toggle, messages.text("treemap.color." + name + ".tip"));
      toggle.setToggleGroup(group);
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
                figures ->
                    model.treemapProperty().get().map(map -> model.text(map.tree(), figures)))
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
    Label own = PanelParts.elastic(model.part(map.tree(), map.root()), "mono", "muted");
    parts.add(PanelParts.named(own, "treemap-root"));
    return parts;
  }

  private Button partButton(NameTree tree, int node) {
    String id = "treemap-part-" + (node < 0 ? "whole" : node);
    Button button = PanelParts.button(id, model.part(tree, node), () -> model.zoomTo(node));
    button.getStyleClass().addAll("flat", "small", "treemap-part");
    button.setMnemonicParsing(false);
    button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    button.setMinWidth(0);
    button.setMaxWidth(MAX_PART_WIDTH);
    return button;
  }
}
