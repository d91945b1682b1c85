package io.github.tensorloupe.desktop.control.copy;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;

/// A context menu that copies any text of a window that has no context menu, and the selected rows
/// of lists and tables. Belongs to the FX thread.
public final class CopyAnywhere {

  private static final int SHOWN_CHARACTERS = 40;
  private static final Set<String> NOT_VALUES = Set.of("tab", "column-header", "menu-bar");

  private final Node root;
  private final Messages messages;
  private final ContextMenu menu = new ContextMenu();

  private CopyAnywhere(Node root, Messages messages) {
    this.root = root;
    this.messages = messages;
    menu.setId("copy-menu");
  }

  /// Handles events that no node inside consumes.
  public static void install(Node root, Messages messages) {
    CopyAnywhere copying = new CopyAnywhere(root, messages);
    root.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, copying::open);
    root.addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> copying.menu.hide());
    root.addEventHandler(KeyEvent.KEY_PRESSED, copying::pressKey);
  }

  private void open(ContextMenuEvent event) {
    if (!(event.getTarget() instanceof Node target)) {
      return;
    }
    Optional<Node> text = ancestor(target, node -> !CopyText.of(node).isBlank());
    Optional<Node> row = rowOf(target).or(() -> rows(target).stream().findFirst());
    if (isNoValue(target) || text.isEmpty() && row.isEmpty()) {
      return;
    }
    menu.getItems().clear();
    text.ifPresent(node -> add("copy.this", CopyText.of(node)));
    row.ifPresent(node -> add("copy.row", CopyText.ofRow(node)));
    text.flatMap(node -> ancestor(node.getParent(), CopyText::isWhole))
        .ifPresent(node -> add("copy.all", CopyText.of(node)));
    event.consume();
    menu.show(root, event.getScreenX(), event.getScreenY());
  }

  private void add(String key, String text) {
    String shown = DisplayText.of(text.strip().replace('\t', ' '), SHOWN_CHARACTERS);
    MenuItem item = CopyMenu.item(key, messages.text(key, shown));
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> CopyMenu.copy(text, root));
    menu.getItems().add(item);
  }

  private Optional<Node> ancestor(Node from, Predicate<Node> wanted) {
    for (Node at = from; at != null && at != root; at = at.getParent()) {
      if (wanted.test(at)) {
        return Optional.of(at);
      }
      if (at instanceof Cell<?>) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private Optional<Node> rowOf(Node from) {
    return path(from)
        .filter(at -> at instanceof IndexedCell<?> && !(at instanceof TableCell<?, ?>))
        .findFirst()
        .filter(at -> !((IndexedCell<?>) at).isEmpty());
  }

  /// Returns a node and its ancestors below the root.
  private Stream<Node> path(Node from) {
    return FocusTraversal.upFrom(from).takeWhile(at -> at != root);
  }

  private boolean isNoValue(Node from) {
    return path(from)
        .anyMatch(
            at ->
                at instanceof MenuBar
                    || at instanceof TextInputControl
                    || at.getStyleClass().stream().anyMatch(NOT_VALUES::contains));
  }

  private void pressKey(KeyEvent event) {
    if (CopyMenu.COPY.match(event) && event.getTarget() instanceof Node target) {
      String rows = rows(target).stream().map(CopyText::ofRow).collect(Collectors.joining("\n"));
      if (!rows.isEmpty()) {
        event.consume();
        CopyMenu.copy(rows, target);
      }
    }
  }

  private static List<Node> rows(Node list) {
    String styleClass =
        switch (list) {
          case ListView<?> _ -> ".list-cell";
          case TableView<?> _ -> ".table-row-cell";
          case TreeTableView<?> _ -> ".tree-table-row-cell";
          default -> "";
        };
    if (styleClass.isEmpty()) {
      return List.of();
    }
    return list.lookupAll(styleClass).stream()
        .filter(CopyAnywhere::isSelectedRow)
        .sorted(Comparator.comparingInt(node -> ((IndexedCell<?>) node).getIndex()))
        .toList();
  }

  static boolean isSelectedRow(Node node) {
    return node instanceof IndexedCell<?> row && row.isSelected() && !row.isEmpty();
  }
}
