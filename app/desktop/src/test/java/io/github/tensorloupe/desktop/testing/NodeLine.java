package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.theme.Tips;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.css.CssMetaData;
import javafx.css.PseudoClass;
import javafx.css.StyleOrigin;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Control;
import javafx.scene.control.Labeled;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.Slider;
import javafx.scene.control.TextInputControl;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import org.kordamp.ikonli.javafx.FontIcon;

/// The line of one node in an [Outline]: its class, styles, states and texts, and every property
/// that the program has set. Properties set by style sheets and skins are omitted.
final class NodeLine {

  /// Prefixes of the properties in which panes store the constraints of their children.
  private static final Set<String> CONSTRAINT_PREFIXES =
      Set.of("hbox-", "vbox-", "gridpane-", "stackpane-", "borderpane-", "tilepane-");

  /// States that depend on the mouse, the focus, or the position among siblings.
  private static final Set<String> TRANSIENT_STATES =
      Set.of(
          "hover",
          "focused",
          "focus-visible",
          "focus-within",
          "pressed",
          "showing-mnemonics",
          "root",
          "first-child",
          "last-child",
          "only-child",
          "nth-child(odd)",
          "nth-child(even)");

  /// Style classes that JavaFX adds to every control of a class.
  private static final Set<String> DEFAULT_STYLE_CLASSES =
      Set.of(
          "label",
          "button",
          "toggle-button",
          "ikonli-font-icon",
          "scroll-pane",
          "text-input",
          "cell",
          "indexed-cell",
          "table-cell",
          "table-column");

  /// Properties that are set by skins or written in another form.
  private static final Set<String> IGNORED_PROPERTIES =
      Set.of(
          "skin",
          "fit-width",
          "fit-height",
          "visibility",
          "managed",
          "focus-traversable",
          "icon-code",
          "graphic",
          "fill");

  private final List<String> words = new ArrayList<>();

  private NodeLine() {}

  static String of(Node node) {
    NodeLine all = new NodeLine();
    all.addName(node);
    all.addStates(node);
    all.addOwnText(node);
    all.addTexts(node);
    all.addSettings(node);
    return String.join(" ", all.words);
  }

  private void addName(Node node) {
    Class<?> named = node.getClass();
    while (named.isAnonymousClass()) {
      named = named.getSuperclass();
    }
    words.add(named.getSimpleName());
    if (node.getId() != null) {
      words.add("#" + node.getId());
    }
    node.getStyleClass().stream()
        .filter(style -> !DEFAULT_STYLE_CLASSES.contains(style))
        .forEach(style -> words.add("." + style));
  }

  private void addStates(Node node) {
    node.getPseudoClassStates().stream()
        .map(PseudoClass::getPseudoClassName)
        .filter(state -> !TRANSIENT_STATES.contains(state) && !state.contains("$"))
        .sorted()
        .forEach(state -> words.add(":" + state));
    addIf(!node.isManaged(), "unmanaged");
    addIf(node.isFocusTraversable(), "traversable");
    addIf(node.isMouseTransparent(), "mouse-transparent");
    addIf(node.getOnMouseClicked() != null || node.getOnMousePressed() != null, "hears-mouse");
    addIf(node.getOnKeyPressed() != null, "hears-keys");
    addIf(node instanceof ButtonBase button && button.getOnAction() != null, "acts");
  }

  private void addIf(boolean holds, String word) {
    if (holds) {
      words.add(word);
    }
  }

  private void addOwnText(Node node) {
    switch (node) {
      case Labeled labeled -> add("", labeled.getText());
      case FontIcon icon -> add("", icon.getIconLiteral());
      case Text text -> add("", text.getText());
      case TextFlow flow -> add("", joined(flow));
      case TextInputControl input -> {
        add("", input.getText());
        add("prompt", input.getPromptText());
        addIf(!input.isEditable(), "read-only");
      }
      case ComboBoxBase<?> choice -> {
        add("value", value(choice.getValue()));
        add("prompt", choice.getPromptText());
      }
      case ProgressIndicator progress -> words.add(number(progress.getProgress()));
      case Slider slider ->
          Stream.of(slider.getMin(), slider.getValue(), slider.getMax())
              .forEach(number -> words.add(number(number)));
      default -> {}
    }
  }

  private static String joined(TextFlow flow) {
    return flow.getChildren().stream()
        .map(child -> child instanceof Text text ? text.getText() : "")
        .collect(Collectors.joining());
  }

  private void addTexts(Node node) {
    String tip = Tips.sentence(node);
    String help = Objects.requireNonNullElse(node.getAccessibleHelp(), "");
    add("says", node.getAccessibleText());
    add("help", help.equals(tip) ? "" : help);
    add("role", node.getAccessibleRoleDescription());
    add("tip", tip);
    if (node instanceof Control control && control.getTooltip() != null) {
      add("tip", control.getTooltip().getText());
    }
  }

  private void add(String name, String text) {
    if (text != null && !text.isEmpty()) {
      words.add(name + quoted(text));
    }
  }

  /// Returns a text on one line, in quotation marks.
  static String quoted(String text) {
    return "“" + text.replace("\n", "⏎") + "”";
  }

  private void addSettings(Node node) {
    for (CssMetaData<? extends Styleable, ?> each : node.getCssMetaData()) {
      StyleableProperty<?> property = property(each, node);
      String name = each.getProperty().replace("-fx-", "");
      if (property != null
          && property.getStyleOrigin() == StyleOrigin.USER
          && property.getValue() != null
          && !IGNORED_PROPERTIES.contains(name)) {
        words.add(name + "=" + value(property.getValue()));
      }
    }
    if (node.hasProperties()) {
      node.getProperties().entrySet().stream()
          .filter(
              each -> CONSTRAINT_PREFIXES.stream().anyMatch(each.getKey().toString()::startsWith))
          .map(each -> each.getKey() + "=" + value(each.getValue()))
          .sorted()
          .forEach(words::add);
    }
  }

  @SuppressWarnings("unchecked")
  private static StyleableProperty<?> property(CssMetaData<? extends Styleable, ?> of, Node node) {
    return ((CssMetaData<Node, ?>) of).getStyleableProperty(node);
  }

  private static String value(Object value) {
    return switch (value) {
      case null -> "";
      case Number number -> number(number.doubleValue());
      case Insets insets ->
          Stream.of(insets.getTop(), insets.getRight(), insets.getBottom(), insets.getLeft())
              .map(NodeLine::number)
              .collect(Collectors.joining(","));
      case Enum<?> _, Boolean _, String _ -> value.toString();
      default -> value.getClass().getSimpleName();
    };
  }

  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e9
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.3g", value);
  }
}
