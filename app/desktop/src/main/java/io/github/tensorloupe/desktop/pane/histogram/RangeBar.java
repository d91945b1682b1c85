package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.NumberText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The shown range of values: two text fields, the number of values in the range, and a button that
/// resets it. Hidden if all values are shown.
final class RangeBar extends HBox {

  private static final PseudoClass INVALID = PseudoClass.getPseudoClass("error");

  private final ChartViewModel model;
  private final Messages messages;
  private final TextField low;
  private final TextField high;
  private final Label inside = PanelParts.named(new Label(), "histogram-range-inside", "caption");
  private final Button all;

  RangeBar(ChartViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    low = field("low");
    high = field("high");
    all =
        PanelParts.button("histogram-range-all", messages.text("histogram.range.all"), this::close);
    all.setGraphic(Icons.of(Feather.X, "icon-small"));
    all.getStyleClass().add("small");
    PanelParts.named(this, "histogram-range-bar", "histogram-range-bar");
    setAlignment(Pos.CENTER_LEFT);
    // The bar must not push the neighbors of the pane aside.
    setMinWidth(0);
    inside.setMinWidth(0);
    Label dots = new Label("…");
    dots.setMinWidth(USE_PREF_SIZE);
    getChildren().addAll(low, dots, high, all, inside);
    addEventHandler(KeyEvent.KEY_PRESSED, this::pressKey);
    PanelParts.setShown(this, false);
    WeakSubscriptions.of(this).subscribe(model.data, data -> data.ifPresent(this::show));
  }

  private TextField field(String name) {
    TextField field = PanelParts.named(new TextField(), "histogram-range-" + name, "small", "mono");
    field.setAccessibleText(messages.text("histogram.range." + name));
    field.setPrefColumnCount(8);
    field.setMinWidth(48);
    return field;
  }

  private void show(ChartData data) {
    double spread = data.axis().high() - data.axis().low();
    low.setText(new NumberText(messages).of(data.axis().low(), spread));
    high.setText(new NumberText(messages).of(data.axis().high(), spread));
    low.pseudoClassStateChanged(INVALID, false);
    high.pseudoClassStateChanged(INVALID, false);
    boolean ranged = model.range.get().isPresent();
    PanelParts.setShown(all, ranged);
    // A logarithmic axis cannot show values of 0 and below.
    PanelParts.setShown(this, ranged || data.isPart());
    long count = data.count(0, data.binCount());
    String share = messages.share((double) count / data.finite());
    inside.setText(messages.text("histogram.range.inside", messages.count(count), share));
  }

  void open() {
    PanelParts.setShown(this, true);
    low.requestFocus();
    low.selectAll();
  }

  private void close() {
    model.range.set(Optional.empty());
    PanelParts.setShown(this, false);
  }

  private void pressKey(KeyEvent event) {
    if (event.getCode() == KeyCode.ENTER && event.getTarget() instanceof TextField) {
      apply();
      event.consume();
    } else if (event.getCode() == KeyCode.ESCAPE) {
      close();
      event.consume();
    }
  }

  private void apply() {
    double from = number(low);
    double to = number(high);
    if (Double.isFinite(from) && Double.isFinite(to)) {
      high.pseudoClassStateChanged(INVALID, from >= to);
      if (from < to) {
        model.range.set(Optional.of(new ValueRange(from, to)));
      }
    }
  }

  /// Returns the number in the field, or a non-finite number if the text is not a number.
  private double number(TextField field) {
    double number = messages.number(field.getText());
    field.pseudoClassStateChanged(INVALID, !Double.isFinite(number));
    return number;
  }
}
