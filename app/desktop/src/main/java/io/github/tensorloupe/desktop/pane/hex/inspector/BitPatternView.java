package io.github.tensorloupe.desktop.pane.hex.inspector;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.hex.inspector.InspectorViewModel.ElementBits;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.element.BitField;
import io.github.tensorloupe.format.Dtype;
import javafx.scene.control.Label;

/// The bits of the element under the caret, each field in its colour with what it holds.
final class BitPatternView extends VBox {

  private final Messages messages;

  BitPatternView(Messages messages) {
    this.messages = messages;
    setId("inspector-bits");
    getStyleClass().add("inspector-bits");
  }

  /// Shows another element, or that there is none.
  void show(Optional<ElementBits> element) {
    getChildren().clear();
    element.ifPresentOrElse(
        this::show,
        () -> getChildren().add(label(messages.text("hex.inspector.no-element"), "caption")));
  }

  private void show(ElementBits bits) {
    Dtype dtype = bits.element().info().dtype();
    HBox head =
        new HBox(
            label(dtype.name(), "strong", "dtype", DtypeStyles.styleClass(dtype)),
            label(bits.element().indexText(), "mono", "muted"),
            label(bits.text(), "mono", "inspector-value"));
    head.getStyleClass().add("inspector-head");
    getChildren().add(head);
    for (int part = 0; part < bits.codes().size(); part++) {
      FlowPane fields = new FlowPane();
      fields.getStyleClass().add("inspector-fields");
      bits.fields(part).forEach(field -> fields.getChildren().add(fieldView(field)));
      getChildren().add(fields);
      bits.product(part).ifPresent(product -> getChildren().add(label(product, "mono", "caption")));
    }
  }

  private VBox fieldView(ElementBits.Field field) {
    Label digits = label(grouped(field.digits()), "mono", "bit-digits");
    Label caption =
        label(
            messages.text(captionKey(field.kind()), Long.toUnsignedString(field.value())),
            "caption");
    VBox view = new VBox(digits, caption);
    view.getStyleClass().addAll("bit-field", styleClass(field.kind()));
    view.setAccessibleText(caption.getText() + ", " + field.digits());
    return view;
  }

  /// Long fields are cut into fours from the right, so that they can be counted and wrapped.
  private static String grouped(String digits) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < digits.length(); i++) {
      int left = digits.length() - i;
      boolean startsGroup = i > 0 && left % 4 == 0;
      boolean startsLine = i > 0 && left % 32 == 0;
      text.append(startsLine ? "\n" : startsGroup ? " " : "").append(digits.charAt(i));
    }
    return text.toString();
  }

  private static String captionKey(BitField.Kind kind) {
    return switch (kind) {
      case SIGN -> "hex.inspector.sign";
      case EXPONENT -> "hex.inspector.exponent";
      case MANTISSA -> "hex.inspector.mantissa";
      case INTEGER -> "hex.inspector.integer";
    };
  }

  private static String styleClass(BitField.Kind kind) {
    return switch (kind) {
      case SIGN -> "bit-sign";
      case EXPONENT -> "bit-exponent";
      case MANTISSA -> "bit-mantissa";
      case INTEGER -> "bit-integer";
    };
  }

  private static Label label(String text, String... styleClasses) {
    Label label = new Label(text);
    label.getStyleClass().addAll(styleClasses);
    return label;
  }
}
