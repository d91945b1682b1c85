package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapViewModel.Coloring;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapViewModel.GroupSummary;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.model.NameTree;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A treemap with what fills it above and the figures of what is selected below.
public final class TreemapPane extends VBox {

  private final TreemapViewModel model;
  private final Messages messages;
  private final TileText text;
  private final Button out = new Button(null, Icons.of(Feather.ZOOM_OUT, "icon-small"));
  private final RootPath root;
  private final Label summary = new Label();

  /// @param model what is shown
  /// @param onNumbers shows the numbers of the selected tensor
  public TreemapPane(TreemapViewModel model, Runnable onNumbers, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    this.text = new TileText(messages);
    this.root = new RootPath(text, model::zoomTo);
    getStyleClass().add("treemap-pane");
    setMinWidth(0);
    summary.setId("treemap-summary");
    summary.getStyleClass().add("caption");
    summary.setMinWidth(0);
    summary.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    getChildren().setAll(bar(), new TreemapCanvas(model, onNumbers, messages), summary);
    Following.of(this).subscribe(model.treemapProperty(), this::showRoot);
    Following.of(this).subscribe(model.summaryProperty(), this::showSummary);
  }

  private HBox bar() {
    out.setId("treemap-out");
    out.getStyleClass().addAll("flat", "button-icon", "small");
    out.setAccessibleText(messages.text("treemap.out"));
    Tips.explain(out, messages.text("treemap.out"));
    out.setOnAction(_ -> model.zoomOut());
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

  private void showRoot(Optional<Treemap> map) {
    out.setDisable(map.filter(shown -> shown.root() >= 0).isEmpty());
    root.show(map);
  }

  private void showSummary(Optional<GroupSummary> shown) {
    summary.setText(
        shown
            .flatMap(
                figures -> model.treemapProperty().get().map(map -> text.of(map.tree(), figures)))
            .orElse(messages.text("treemap.hint")));
  }

  /// The way from the whole document to what fills the map; each part but the last leads there.
  private static final class RootPath extends HBox {

    private static final double MAX_PART_WIDTH = 120;

    /// So many groups next to the last are shown; those above them are left out.
    private static final int MOST_GROUPS = 3;

    private final TileText text;
    private final IntConsumer onGo;

    /// @param onGo receives the node that is pressed, -1 for the whole document
    RootPath(TileText text, IntConsumer onGo) {
      super(2);
      this.text = text;
      this.onGo = onGo;
      setAlignment(Pos.CENTER_LEFT);
      setMinWidth(0);
    }

    /// Shows another way.
    ///
    /// @param map empty for no way
    void show(Optional<Treemap> map) {
      List<Node> parts = new ArrayList<>();
      map.ifPresent(shown -> addParts(shown.tree(), shown.root(), parts));
      getChildren().setAll(parts);
    }

    private void addParts(NameTree tree, int root, List<Node> parts) {
      List<Integer> nodes = root < 0 ? List.of() : tree.nodesTo(root);
      if (!nodes.isEmpty()) {
        parts.add(button(tree, -1));
        parts.add(chevron());
        for (int node :
            nodes.subList(Math.max(0, nodes.size() - 1 - MOST_GROUPS), nodes.size() - 1)) {
          parts.add(button(tree, node));
          parts.add(chevron());
        }
      }
      Label last = new Label(text.part(tree, root));
      last.setId("treemap-root");
      last.getStyleClass().addAll("mono", "muted");
      last.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      last.setMinWidth(0);
      parts.add(last);
    }

    private Button button(NameTree tree, int node) {
      Button button = new Button(text.part(tree, node));
      button.setId("treemap-part-" + (node < 0 ? "whole" : node));
      button.getStyleClass().addAll("flat", "small", "treemap-part");
      button.setMnemonicParsing(false);
      button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      button.setMinWidth(0);
      button.setMaxWidth(MAX_PART_WIDTH);
      button.setOnAction(_ -> onGo.accept(node));
      return button;
    }

    private static Node chevron() {
      return Icons.of(Feather.CHEVRON_RIGHT, "icon-small");
    }
  }
}
