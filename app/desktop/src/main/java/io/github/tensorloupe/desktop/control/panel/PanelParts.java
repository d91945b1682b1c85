package io.github.tensorloupe.desktop.control.panel;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import javafx.util.StringConverter;
import org.controlsfx.control.textfield.CustomTextField;
import org.controlsfx.control.textfield.TextFields;
import org.kordamp.ikonli.feather.Feather;

/// Factory methods for the parts that panels and forms are built from.
///
/// AtlantaFX `Message` shows one text only; a notice here also holds the check boxes and buttons
/// that resolve it.
public final class PanelParts {

  /// In a pane of this height, title, toolbar and legend take a third of the space.
  private static final double MIN_HIGH_PANE = 250;

  /// Width of the icons in a search field, with the space around its text.
  private static final double ROOM_OF_ICONS = 64;

  private PanelParts() {}

  /// Returns a framed message.
  ///
  /// @param below controls that help to resolve it, shown below the message
  public static HBox notice(Tone tone, String sentence, Node... below) {
    VBox texts = new VBox(8, wrapping(sentence));
    texts.getChildren().addAll(below);
    texts.setMinWidth(0);
    HBox.setHgrow(texts, Priority.ALWAYS);
    HBox notice = new HBox(12, tone.icon(), texts);
    notice.getStyleClass().addAll("notice", tone.noticeStyle());
    return notice;
  }

  /// Returns a framed failure message in the language of the window, with a button that copies its
  /// details.
  public static HBox notice(Failure failure, Messages messages) {
    return notice(
        Tone.DANGER,
        messages.sentence(failure.sentence()),
        DetailsButton.ifHasCause(failure, messages));
  }

  public static Label wrapping(String text, String... styleClasses) {
    Label label = label(text, styleClasses);
    label.setWrapText(true);
    label.setMinWidth(0);
    label.setMinHeight(Region.USE_PREF_SIZE);
    return label;
  }

  public static Label label(String text, String... styleClasses) {
    Label label = new Label(text);
    label.getStyleClass().addAll(styleClasses);
    return label;
  }

  /// Returns a label that keeps the width of its text.
  public static Label uncut(String text, String... styleClasses) {
    Label label = label(text, styleClasses);
    label.setMinWidth(Region.USE_PREF_SIZE);
    return label;
  }

  /// Returns a label that can shrink, and then shows both ends of its text.
  public static Label elastic(String text, String... styleClasses) {
    Label label = label(text, styleClasses);
    label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    label.setMinWidth(0);
    Tips.showWhenTruncated(label);
    return label;
  }

  /// Returns nodes next to each other, vertically centered.
  public static HBox row(double spacing, Node... nodes) {
    HBox row = new HBox(spacing, nodes);
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  /// Lets a part fill the remaining width of a row.
  public static void grow(Region part) {
    part.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(part, Priority.ALWAYS);
  }

  public static VBox section(String heading, Node... content) {
    VBox section = new VBox(8, label(heading, "panel-heading"));
    section.getChildren().addAll(content);
    section.setMinWidth(0);
    return section;
  }

  public static Button button(String id, String text, Runnable action) {
    Button button = new Button(text);
    button.setMnemonicParsing(false);
    button.setId(id);
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(_ -> action.run());
    return button;
  }

  /// Returns a flat button with an icon only; its tooltip names the action.
  public static Button iconButton(String id, Node icon, String text, Runnable action) {
    Button button = named(Icons.button(icon, text, action), id, "flat");
    button.setMinWidth(Region.USE_PREF_SIZE);
    return button;
  }

  /// Returns a search field with a button that clears it.
  public static CustomTextField searchField(String id, String prompt) {
    CustomTextField field = (CustomTextField) TextFields.createClearableTextField();
    field.setId(id);
    field.setLeft(Icons.of(Feather.SEARCH, "icon-small"));
    field.setPromptText(prompt);
    field.setAccessibleText(prompt);
    field
        .widthProperty()
        .subscribe(
            (_, width) -> {
              double room = width.doubleValue() - ROOM_OF_ICONS;
              field.setPromptText(fitting(prompt, field.getFont(), room));
            });
    return field;
  }

  /// Cuts a text after the last word that fits, because a prompt would be cut within a word.
  private static String fitting(String text, Font font, double width) {
    Text shown = new Text(text);
    shown.setFont(font);
    String left = text;
    while (shown.getLayoutBounds().getWidth() > width && left.contains(" ")) {
      left = left.substring(0, left.lastIndexOf(' ')).replaceFirst(",$", "");
      shown.setText(left + "…");
    }
    return shown.getText();
  }

  public static <N extends Node> N named(N node, String id, String... styleClasses) {
    node.setId(id);
    node.getStyleClass().addAll(styleClasses);
    return node;
  }

  /// Shows a node, or hides it so that it takes no space.
  public static void setShown(Node node, boolean shown) {
    node.setVisible(shown);
    node.setManaged(shown);
  }

  /// Returns true if the pane should show only its content and its toolbar. A pane without a layout
  /// is not low.
  public static boolean isLow(Region pane) {
    return pane.getHeight() > 0 && pane.getHeight() < MIN_HIGH_PANE;
  }

  /// Adds parts at the end of a box. A hidden part is added when it is first shown, because styling
  /// it would take as long as styling a visible one.
  public static void fill(Pane box, Node... parts) {
    int begin = box.getChildren().size();
    List<Node> inOrder = List.of(parts);
    for (Node part : inOrder) {
      WeakSubscriptions.of(box).include(part);
      part.visibleProperty()
          .subscribe(
              shown -> {
                ObservableList<Node> present = box.getChildren();
                if (!shown && box.getScene() == null) {
                  present.remove(part);
                } else if (shown && !present.contains(part)) {
                  List<Node> before = inOrder.subList(0, inOrder.indexOf(part));
                  long index = begin + before.stream().filter(present::contains).count();
                  present.add((int) index, part);
                }
              });
    }
  }

  /// Keeps a short text at its full width, and lets a long one shrink to the given width.
  public static void keepWhole(Label label, int shortCharacters, double minWidth) {
    label.setMinWidth(
        label.getText().length() <= shortCharacters ? Region.USE_PREF_SIZE : minWidth);
  }

  /// Returns a converter for choices that cannot be typed.
  ///
  /// @param text of a value, never called with null
  public static <T> StringConverter<T> choiceText(Function<T, String> text) {
    return new StringConverter<>() {
      @Override
      public String toString(T value) {
        return value == null ? "" : text.apply(value);
      }

      @Override
      public T fromString(String typed) {
        throw new UnsupportedOperationException("choices are not typed");
      }
    };
  }
}
