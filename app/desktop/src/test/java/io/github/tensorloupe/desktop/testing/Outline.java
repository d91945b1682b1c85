package io.github.tensorloupe.desktop.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.CheckBox;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Control;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Slider;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.TitledPane;
import javafx.scene.control.Toggle;
import javafx.scene.control.TreeTableView;
import javafx.scene.layout.GridPane;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import javafx.stage.Window;
import org.kordamp.ikonli.javafx.FontIcon;

/// The content of a window as a user perceives it: the role, text and state of each visible
/// control, and all visible texts, one line per control, row, or group of adjacent texts. Layout,
/// ids and style classes are omitted. Must be used on the FX thread.
public final class Outline {

  private static final int MAX_ROWS = 3;

  /// States of the program's style sheets that differ in color.
  private static final Set<String> COLORED_STATES =
      Set.of("error", "danger", "changed", "added", "wrong", "refused", "marked", "absent");

  private final List<String> lines = new ArrayList<>();

  private Outline() {}

  /// Returns the lines of a window. The lines of a menu are its items.
  static List<String> of(Window window) {
    Outline outline = new Outline();
    if (window instanceof ContextMenu menu) {
      outline.addLine("menu", items(menu.getItems()));
    } else {
      outline.add(window.getScene().getRoot());
    }
    return outline.lines;
  }

  /// Returns the role and the text of a control.
  public static String name(Node node) {
    String text =
        switch (node) {
          case ButtonBase button -> name(button, texts(button.getGraphic()));
          case TextInputControl field -> name(field, quoted(field.getPromptText()));
          case Control control -> name(control, "");
          default -> quoted(node.getAccessibleText());
        };
    return joined(role(node), text);
  }

  private void addLine(String... words) {
    lines.add(joined(words));
  }

  private static String joined(String... words) {
    return Stream.of(words).filter(word -> !word.isEmpty()).collect(Collectors.joining(" "));
  }

  private void add(Node node) {
    if (node == null || !node.isVisible()) {
      return;
    }
    switch (node) {
      case TextInputControl field ->
          addLine(
              name(field),
              "= " + quoted(field.getText()),
              field.isEditable() ? "" : "read-only",
              states(field));
      case ComboBox<?> box -> addLine(name(box), "= " + texts(box), states(box));
      case ChoiceBox<?> box -> addLine(name(box), "= " + texts(box), states(box));
      case Slider slider -> addLine(name(slider), number(slider.getValue()), states(slider));
      case ProgressIndicator bar -> addLine(role(bar), number(bar.getProgress()));
      case MenuBar bar -> bar.getMenus().forEach(menu -> addLine(items(List.of(menu))));
      case ButtonBase button -> addLine(name(button), states(button));
      case TitledPane pane -> {
        addLine(role(pane), quoted(pane.getText()), pane.isExpanded() ? "expanded" : "collapsed");
        add(pane.isExpanded() ? pane.getContent() : null);
      }
      case TableView<?> table -> addTable(table, table.getColumns(), table.getItems().size());
      case TreeTableView<?> table ->
          addTable(table, table.getColumns(), table.getExpandedItemCount());
      case ListView<?> list -> {
        addLine(name(list), "of " + list.getItems().size());
        addRows(list);
      }
      case TabPane pane -> pane.getTabs().forEach(this::add);
      case ScrollPane pane -> add(pane.getContent());
      case SplitPane split -> split.getItems().forEach(this::add);
      case ScrollBar _ -> {}
      default -> addContent(node);
    }
  }

  /// Adds the content of a node. Adjacent texts and buttons share a line.
  private void addContent(Node node) {
    String ownText = ownText(node);
    if (!ownText.isEmpty()) {
      addLine(ownText);
      return;
    }
    if (node.getAccessibleText() != null || node.isDisable()) {
      addLine(role(node), quoted(node.getAccessibleText()), states(node));
    }
    if (!(node instanceof Parent parent)) {
      return;
    }
    List<String> adjacent = new ArrayList<>();
    Integer row = null;
    for (Node child : parent.getChildrenUnmodifiable()) {
      String text = "";
      if (child.isVisible()) {
        text = child instanceof ButtonBase ? texts(child) : ownText(child);
      }
      if (text.isEmpty() || (row != null && !row.equals(GridPane.getRowIndex(child)))) {
        flush(adjacent);
      }
      row = GridPane.getRowIndex(child);
      if (text.isEmpty()) {
        add(child);
      } else {
        adjacent.add(text);
      }
    }
    flush(adjacent);
  }

  private void flush(List<String> adjacent) {
    if (!adjacent.isEmpty()) {
      addLine(String.join(" ", adjacent));
      adjacent.clear();
    }
  }

  /// Returns the text and state of a node that displays only text, or an empty string for other
  /// nodes.
  private static String ownText(Node node) {
    return switch (node) {
      case FontIcon _ -> "";
      case Text text -> quoted(text.getText());
      case TextFlow flow -> quoted(content(flow));
      case ButtonBase _, TitledPane _ -> "";
      case Labeled labeled -> {
        String text = quoted(labeled.getText());
        String inside = texts(labeled.getGraphic());
        String both = text.isEmpty() || inside.isEmpty() ? text + inside : inside + " " + text;
        if (both.isEmpty()) {
          both = quoted(labeled.getAccessibleText());
        }
        // Rows and empty labels would repeat their states.
        yield both.isEmpty() || node instanceof IndexedCell<?> ? both : joined(both, states(node));
      }
      default -> "";
    };
  }

  private static String content(TextFlow flow) {
    return flow.getChildren().stream()
        .map(child -> child instanceof Text text ? text.getText() : "")
        .collect(Collectors.joining());
  }

  /// Returns the content of a node on one line.
  private static String texts(Node node) {
    Outline inside = new Outline();
    switch (node) {
      case null -> {}
      // Its other child is the list of the popup.
      case ComboBox<?> box ->
          box.getChildrenUnmodifiable().stream()
              .filter(IndexedCell.class::isInstance)
              .forEach(inside::add);
      case ChoiceBox<?> _, IndexedCell<?> _ -> inside.addContent(node);
      default -> inside.add(node);
    }
    return String.join(" ", inside.lines);
  }

  private void addTable(Control table, List<? extends TableColumnBase<?, ?>> columns, int size) {
    String heads =
        columns.stream()
            .filter(TableColumnBase::isVisible)
            .map(column -> quoted(column.getText()) + texts(column.getGraphic()))
            .collect(Collectors.joining(" "));
    addLine(name(table), heads, "of " + size);
    addRows(table);
    if (size == 0 && table instanceof TableView<?> empty) {
      add(empty.getPlaceholder());
    }
  }

  private void addRows(Control table) {
    table.lookupAll(".cell").stream()
        .<IndexedCell<?>>map(node -> (IndexedCell<?>) node)
        .filter(cell -> cell.isVisible() && !cell.isEmpty() && isRow(cell))
        .sorted(Comparator.comparingInt(IndexedCell::getIndex))
        .limit(MAX_ROWS)
        .forEach(row -> addLine("row", texts(row), states(row)));
  }

  /// Returns false for a cell of a row.
  private static boolean isRow(Node cell) {
    return !(cell.getParent() instanceof IndexedCell<?>);
  }

  private void add(Tab tab) {
    addLine(
        "tab",
        quoted(tab.getText()),
        texts(tab.getGraphic()),
        tab.isDisable() ? "disabled" : "",
        tab.isSelected() ? "selected" : "");
    add(tab.isSelected() ? tab.getContent() : null);
  }

  /// Returns the enabled items of menus, and the disabled items in parentheses.
  private static String items(List<MenuItem> items) {
    List<String> texts = new ArrayList<>();
    for (MenuItem item : items) {
      if (item instanceof SeparatorMenuItem || !item.isVisible()) {
        continue;
      }
      String text =
          item.getText() == null
              ? texts(item.getGraphic())
              // The underscore marks the mnemonic.
              : item.getText().replace("_", "");
      if (item instanceof Menu menu) {
        text += ": " + items(menu.getItems());
      } else if (item.isDisable()) {
        text = "(" + text + ")";
      }
      boolean isSelected =
          item instanceof Toggle toggle && toggle.isSelected()
              || item instanceof CheckMenuItem check && check.isSelected();
      texts.add(text + (isSelected ? " selected" : ""));
    }
    return String.join(", ", texts);
  }

  private static String role(Node node) {
    return node.getAccessibleRole().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /// Returns the text of a control, or its accessible text, or another text.
  private static String name(Control control, String other) {
    String text = control instanceof Labeled labeled ? quoted(labeled.getText()) : "";
    if (text.isEmpty()) {
      text = quoted(control.getAccessibleText());
    }
    return text.isEmpty() ? other : text;
  }

  private static String states(Node node) {
    boolean isSelected =
        node instanceof Toggle toggle && toggle.isSelected()
            || node instanceof CheckBox box && box.isSelected()
            || node instanceof IndexedCell<?> cell && cell.isSelected();
    String colors =
        node.getPseudoClassStates().stream()
            .map(PseudoClass::getPseudoClassName)
            .filter(COLORED_STATES::contains)
            .sorted()
            .collect(Collectors.joining(" "));
    return joined(isSelected ? "selected" : "", node.isDisable() ? "disabled" : "", colors);
  }

  /// Returns a text on one line, in quotation marks, or an empty string.
  static String quoted(String text) {
    return text == null || text.isEmpty() ? "" : "“" + text.replace("\n", "⏎") + "”";
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e9
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.3g", value);
  }
}
