package io.github.tensorloupe.desktop.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Separator;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Slider;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.TreeTableView;
import javafx.scene.shape.Shape;
import javafx.scene.text.TextFlow;
import javafx.stage.Window;

/// The visible nodes of a window as text: one line per node, below the line of its parent.
/// Positions and sizes are omitted. Must be used on the FX thread.
final class Outline {

  private static final int MAX_ROWS = 3;

  private final List<String> lines = new ArrayList<>();

  private Outline() {}

  /// Returns the lines of a window, indented by depth. The lines of a menu are its items.
  static List<String> of(Window window) {
    Outline outline = new Outline();
    if (window instanceof ContextMenu menu) {
      menu.getItems().forEach(item -> outline.add(item, 0));
    } else {
      outline.add(window.getScene().getRoot(), 0);
    }
    return outline.mergeRepeated();
  }

  /// Merges consecutive equal lines into one.
  private List<String> mergeRepeated() {
    List<String> together = new ArrayList<>();
    for (int from = 0; from < lines.size(); ) {
      int to = from + 1;
      while (to < lines.size() && lines.get(to).equals(lines.get(from))) {
        to++;
      }
      together.add(lines.get(from) + (to - from > 1 ? " ×" + (to - from) : ""));
      from = to;
    }
    return together;
  }

  private void add(Node node, int depth) {
    if (node != null && node.isVisible()) {
      lines.add(" ".repeat(depth) + NodeLine.of(node));
      addInside(node, depth + 1);
    }
  }

  private void addInside(Node node, int depth) {
    switch (node) {
      case TextFlow _, ScrollBar _, Separator _, Slider _, ProgressIndicator _, Shape _ -> {}
      case TextInputControl _, ComboBoxBase<?> _ -> {}
      case MenuBar bar -> bar.getMenus().forEach(menu -> add(menu, depth));
      case MenuButton button -> add(button.getGraphic(), depth);
      case ListCell<?> cell -> add(cell.getGraphic(), depth);
      case IndexedCell<?> cell ->
          cell.getChildrenUnmodifiable().stream()
              .filter(child -> !(child instanceof Shape))
              .forEach(child -> add(child, depth));
      case Labeled labeled -> add(labeled.getGraphic(), depth);
      case ScrollPane pane -> add(pane.getContent(), depth);
      case SplitPane split -> split.getItems().forEach(item -> add(item, depth));
      case TabPane pane -> pane.getTabs().forEach(tab -> add(tab, depth));
      case TableView<?> table -> {
        table.getColumns().forEach(column -> add(column, depth));
        addRows(table, "table-row-cell", depth);
        add(table.getItems().isEmpty() ? table.getPlaceholder() : null, depth);
      }
      case TreeTableView<?> table -> {
        table.getColumns().forEach(column -> add(column, depth));
        addRows(table, "tree-table-row-cell", depth);
      }
      case ListView<?> list -> addRows(list, "list-cell", depth);
      case Parent parent -> parent.getChildrenUnmodifiable().forEach(child -> add(child, depth));
      default -> {}
    }
  }

  private void addRows(Node table, String style, int depth) {
    table.lookupAll("." + style).stream()
        .<IndexedCell<?>>map(node -> (IndexedCell<?>) node)
        .filter(cell -> cell.isVisible() && !cell.isEmpty())
        .sorted(Comparator.comparingInt(IndexedCell::getIndex))
        .limit(MAX_ROWS)
        .forEach(cell -> add(cell, depth));
  }

  private void add(MenuItem item, int depth) {
    if (item instanceof SeparatorMenuItem || !item.isVisible()) {
      return;
    }
    addWords(
        depth,
        item.getClass().getSimpleName(),
        styles(item.getStyleClass()),
        quoted(item.getText()),
        item.isDisable() ? "disabled" : "",
        item.getAccelerator() == null ? "" : item.getAccelerator().getName());
    add(item.getGraphic(), depth + 1);
    if (item instanceof Menu menu) {
      menu.getItems().forEach(each -> add(each, depth + 1));
    }
  }

  private void add(Tab tab, int depth) {
    addWords(
        depth,
        "Tab #" + tab.getId(),
        quoted(tab.getText()),
        tab.getTooltip() == null ? "" : "tip" + quoted(tab.getTooltip().getText()),
        tab.isClosable() ? "closable" : "",
        tab.isDisable() ? "disabled" : "",
        tab.isSelected() ? ":selected" : "");
    add(tab.getGraphic(), depth + 1);
    add(tab.isSelected() ? tab.getContent() : null, depth + 1);
  }

  private void add(TableColumnBase<?, ?> column, int depth) {
    if (!column.isVisible()) {
      return;
    }
    addWords(
        depth,
        "Column #" + column.getId(),
        styles(column.getStyleClass()),
        quoted(column.getText()),
        column.isSortable() ? "sortable" : "",
        column.isEditable() ? "editable" : "",
        column.isReorderable() ? "reorderable" : "",
        "from " + NodeLine.number(column.getMinWidth()),
        "to " + NodeLine.number(column.getMaxWidth()));
    add(column.getGraphic(), depth + 1);
  }

  private void addWords(int depth, String... words) {
    lines.add(
        " ".repeat(depth)
            + Stream.of(words).filter(word -> !word.isEmpty()).collect(Collectors.joining(" ")));
  }

  private static String styles(List<String> all) {
    return all.stream()
        .filter(style -> !style.equals("menu-item") && !style.equals("table-column"))
        .map(style -> "." + style)
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String text) {
    return text == null || text.isEmpty() ? "" : NodeLine.quoted(text);
  }
}
