package io.github.tensorloupe.desktop.control.copy;

import module java.base;
import module javafx.controls;

import javafx.scene.control.Label;

/// The text of a node for copying.
public final class CopyText {

  private static final String WHOLE = CopyText.class.getName();

  private static final Pattern TYPESET_MINUS = Pattern.compile("\u2212(?=[0-9.∞])");

  private CopyText() {}

  /// Sets the full text of a node that shows only part of it.
  public static void set(Node node, Supplier<String> whole) {
    node.getProperties().put(WHOLE, whole);
  }

  static String of(Node node) {
    if (node.getProperties().get(WHOLE) instanceof Supplier<?> whole) {
      return String.valueOf(whole.get());
    }
    return switch (node) {
      case ButtonBase _ -> "";
      case Label label -> Optional.ofNullable(label.getText()).map(CopyText::plain).orElse("");
      case IndexedCell<?> cell -> Optional.ofNullable(cell.getText()).orElse("");
      case TextFlow flow ->
          flow.getChildren().stream()
              .map(child -> child instanceof Text text ? text.getText() : "")
              .collect(Collectors.joining());
      default -> "";
    };
  }

  /// Returns a value in a form that programs can parse: with a hyphen as minus, infinity as a word,
  /// and without a leading equals sign.
  public static String plain(String shown) {
    return TYPESET_MINUS
        .matcher(shown.startsWith("= ") ? shown.substring(2) : shown)
        .replaceAll("-")
        .replace("∞", "Infinity");
  }

  static boolean isWhole(Node node) {
    return node.getProperties().containsKey(WHOLE);
  }

  /// Returns all texts of a row, separated by tabs.
  static String ofRow(Node row) {
    List<String> texts = new ArrayList<>();
    collect(row, texts);
    return String.join("\t", texts);
  }

  private static void collect(Node node, List<String> texts) {
    if (!node.isVisible() || node instanceof ButtonBase) {
      return;
    }
    String text = of(node).strip();
    if (!text.isEmpty()) {
      texts.add(text);
    } else if (node instanceof Parent parent && !(node instanceof TextFlow)) {
      parent.getChildrenUnmodifiable().forEach(child -> collect(child, texts));
    }
    if (node instanceof Labeled cell
        && node instanceof IndexedCell<?>
        && !text.isEmpty()
        && cell.getGraphic() instanceof Parent graphic
        && !node.getProperties().containsKey(WHOLE)) {
      collect(graphic, texts);
    }
  }
}
