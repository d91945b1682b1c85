package io.github.tensorloupe.desktop.pane.tree;

import module javafx.controls;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The indented name with the arrow that opens and closes a group.
final class NameCell extends TreeCell {

  private static final double MAX_INDENT = 14;
  private static final double MIN_INDENT = 4;

  /// In a narrow column the room for the arrow and a short name comes before the indents.
  private static final double ROOM_FOR_NAME = 104;

  /// Deeper names stand no further in, so that something of them is seen.
  private static final int MAX_INDENTS = 8;

  private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");

  private final TensorTreeViewModel model;
  private final Messages messages;
  private final Region indent = new Region();
  private final FontIcon arrow = Icons.of(Feather.CHEVRON_RIGHT, "icon-small");
  private final StackPane arrowBox = new StackPane(arrow);
  private final Label label = new Label();
  private int depth;
  private final HBox content = new HBox(indent, arrowBox, label);

  NameCell(TensorTreeViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("name-cell");
    arrowBox.getStyleClass().add("arrow");
    content.setAlignment(Pos.CENTER_LEFT);
    indent.setMinWidth(Region.USE_PREF_SIZE);
    label.setMinWidth(0);
    // Names below one group often differ only at their ends.
    label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    widthProperty().subscribe(this::indent);
    arrowBox.addEventFilter(MouseEvent.MOUSE_PRESSED, this::toggle);
    setOnMouseClicked(
        event -> {
          if (event.getClickCount() == 2) {
            toggle(event);
          }
        });
  }

  private void toggle(MouseEvent event) {
    if (getItem() != null && model.tree().isGroup(getItem().node())) {
      model.toggle(getItem().node());
      event.consume();
    }
  }

  @Override
  void show(int node) {
    boolean group = model.tree().isGroup(node);
    String text = DisplayText.of(model.tree().label(node));
    depth = model.tree().depth(node);
    indent();
    arrow.setIconCode(model.isExpanded(node) ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT);
    arrow.setVisible(group);
    label.setText(text.isEmpty() ? messages.text("tree.empty-name") : text);
    pseudoClassStateChanged(GROUP, group);
    setGraphic(content);
  }

  private void indent() {
    double step = (getWidth() - ROOM_FOR_NAME) / MAX_INDENTS;
    indent.setPrefWidth(Math.min(depth, MAX_INDENTS) * Math.clamp(step, MIN_INDENT, MAX_INDENT));
  }

  /// The label as it is shown, with nothing around it.
  String shownText() {
    return label.getText();
  }
}
