package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The pane's title: the name, dtype, shape and size of the tensor, and a note if it is incomplete.
final class TensorTitle extends VBox {

  private static final double WIDTH_FOR_ONE_LINE = 720;
  private static final int SHORT_NAME_CHARACTERS = 5;
  private static final int SHORT_FACTS_CHARACTERS = 48;
  private static final double MIN_NAME_WIDTH = 48;
  private static final double MIN_FACTS_WIDTH = 280;

  private final Messages messages;
  private final Label name = new Label();
  private final Label dtype = PanelParts.named(new Label(), "histogram-dtype");
  private final Label facts = PanelParts.named(new Label(), "histogram-facts", "muted");
  private final Region space = new Spacer();
  private final HBox firstLine = new HBox();
  private final Label cut =
      new Label(null, Icons.of(Feather.SCISSORS, "icon-small", "icon-warning"));

  TensorTitle(Messages messages) {
    this.messages = messages;
    getStyleClass().add("tensor-title");
    firstLine.getStyleClass().add("tensor-title-line");
    PanelParts.named(name, "histogram-name", "mono", "tensor-title-name");
    name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    dtype.setMinWidth(USE_PREF_SIZE);
    PanelParts.named(cut, "histogram-cut", "tensor-title-cut");
    cut.setWrapText(true);
    arrange(false, true);
  }

  void show(HistogramSubject subject, String text) {
    name.setText(text);
    PanelParts.keepWhole(name, SHORT_NAME_CHARACTERS, MIN_NAME_WIDTH);
    Tips.setTooltip(name, name::getText);
    boolean alone = subject.scope() == Scope.TENSOR;
    PanelParts.setShown(dtype, alone);
    facts.setText("");
    if (alone) {
      showInfo(subject.tensor().info());
    }
    Optional<TensorData> incomplete =
        subject.tensor().data().filter(data -> alone && !data.isComplete());
    cut.setText(incomplete.map(this::cutNote).orElse(""));
    PanelParts.setShown(cut, incomplete.isPresent());
  }

  void showCount(long valueCount) {
    facts.setText(messages.text("histogram.values.count", messages.count(valueCount)));
  }

  private void showInfo(TensorInfo info) {
    dtype.setText(info.dtype().name());
    Tips.explain(dtype, messages.dtype(info.dtype()));
    dtype
        .getStyleClass()
        .setAll("label", "badge", "mono", "dtype", DtypeStyles.styleClass(info.dtype()));
    facts.setText(facts(info));
    Tips.setTooltip(facts, facts::getText);
  }

  private String facts(TensorInfo info) {
    List<String> parts = new ArrayList<>();
    parts.add(messages.shape(info.shape()));
    info.shape().elementCount().ifPresent(count -> parts.add(elements(count)));
    // The data offsets of a refused file may not form a range.
    if (info.byteCount() >= 0) {
      parts.add(messages.bytes(info.byteCount()));
    }
    return String.join("  ·  ", parts);
  }

  private String elements(long count) {
    return count >= 0
        ? messages.count("histogram.elements", count)
        : messages.text("histogram.elements", Long.toUnsignedString(count));
  }

  private String cutNote(TensorData data) {
    String there = messages.bytes(data.range().byteCount());
    return messages.text("histogram.cut", there, messages.bytes(data.info().byteCount()));
  }

  /// Uses one line if everything, or most of a long name, fits into this width.
  ///
  /// @param low true if there is no room for a second line
  void fitInto(double width, boolean low) {
    double full =
        name.prefWidth(-1) + dtype.prefWidth(-1) + facts.prefWidth(-1) + 4 * firstLine.getSpacing();
    boolean oneLine = width >= Math.min(full, WIDTH_FOR_ONE_LINE);
    if (oneLine) {
      // A shape with many dimensions must not push the neighbors of the pane aside.
      PanelParts.keepWhole(facts, SHORT_FACTS_CHARACTERS, MIN_FACTS_WIDTH);
    } else {
      facts.setMinWidth(0);
    }
    arrange(oneLine, !oneLine && !low);
  }

  private void arrange(boolean factsInLine, boolean factsBelow) {
    List<Node> firstLineNodes =
        factsInLine ? List.of(name, dtype, space, facts) : List.of(name, dtype);
    List<Node> below = factsBelow ? List.of(firstLine, facts, cut) : List.of(firstLine, cut);
    if (!firstLine.getChildren().equals(firstLineNodes) || !getChildren().equals(below)) {
      firstLine.getChildren().clear();
      getChildren().setAll(below);
      firstLine.getChildren().setAll(firstLineNodes);
    }
  }
}
