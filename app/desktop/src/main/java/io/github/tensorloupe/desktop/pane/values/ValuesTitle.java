package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.text.DtypeText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;

/// Which tensor is shown: its name, dtype and shape.
final class ValuesTitle extends HBox {

  private static final int NAME_LIMIT = 400;
  private static final int SHORT_NAME_CHARACTERS = 8;
  private static final double MIN_NAME_WIDTH = 64;
  private static final int SHORT_SHAPE_CHARACTERS = 48;
  private static final double MIN_SHAPE_WIDTH = 160;
  private static final double TIP_WIDTH = 600;

  private final Messages messages;
  private final Label name = new Label();
  private final Label dtype = new Label();
  private final Label shape = new Label();

  ValuesTitle(Messages messages) {
    this.messages = messages;
    getStyleClass().add("values-title");
    setAlignment(Pos.CENTER_LEFT);
    name.setId("values-name");
    name.getStyleClass().add("mono");
    name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    dtype.setMinWidth(USE_PREF_SIZE);
    shape.setId("values-shape");
    shape.getStyleClass().addAll("muted");
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    getChildren().addAll(name, dtype, gap, shape);
  }

  void show(Optional<TensorRef> tensor) {
    setVisible(tensor.isPresent());
    tensor.map(TensorRef::info).ifPresent(this::show);
  }

  private void show(TensorInfo info) {
    name.setText(DisplayText.of(info.name(), NAME_LIMIT));
    keepWhole(name, SHORT_NAME_CHARACTERS, MIN_NAME_WIDTH);
    Tooltip tip = Tips.of(name.getText());
    tip.setWrapText(true);
    tip.setMaxWidth(TIP_WIDTH);
    name.setTooltip(tip);
    dtype.setText(info.dtype().name());
    String meaning = new DtypeText(messages).of(info.dtype());
    Tips.explain(dtype, meaning);
    dtype.setAccessibleHelp(meaning);
    dtype
        .getStyleClass()
        .setAll("label", "badge", "mono", "dtype", DtypeStyles.styleClass(info.dtype()));
    shape.setText(messages.shape(info.shape()));
    keepWhole(shape, SHORT_SHAPE_CHARACTERS, MIN_SHAPE_WIDTH);
  }

  /// Short texts are not cut, and long ones keep a certain room.
  private static void keepWhole(Label label, int shortCharacters, double otherwise) {
    label.setMinWidth(label.getText().length() <= shortCharacters ? USE_PREF_SIZE : otherwise);
  }
}
