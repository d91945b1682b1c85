package io.github.tensorloupe.desktop.pane.overview.treemap;

import io.github.tensorloupe.desktop.selection.NodePath;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.model.NameTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// The way from the whole document to what fills the map; each part but the last leads there.
final class RootPath extends HBox {

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
    List<Integer> nodes = root < 0 ? List.of() : NodePath.nodes(tree, root);
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
