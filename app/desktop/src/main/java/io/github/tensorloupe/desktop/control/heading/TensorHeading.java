package io.github.tensorloupe.desktop.control.heading;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The heading of a pane about a tensor: its name, dtype, shape and further facts, and a note if it
/// is incomplete.
public final class TensorHeading extends VBox {

  private static final String SEPARATOR = "  ·  ";
  private static final double WIDTH_FOR_ONE_LINE = 720;
  private static final int SHORT_NAME_CHARACTERS = 6;
  private static final int SHORT_FACTS_CHARACTERS = 48;
  private static final double MIN_NAME_WIDTH = 48;
  private static final double MIN_FACTS_WIDTH = 200;

  private final Messages messages;
  private final Label name;
  private final Label dtype;
  private final Label facts;
  private final Region space = new Spacer();
  private final HBox firstLine = new HBox();
  private final Label cut;

  /// @param pane the prefix of the ids of the parts
  public TensorHeading(String pane, Messages messages) {
    this.messages = messages;
    name = PanelParts.named(PanelParts.elastic("", "mono"), pane + "-name", "tensor-heading-name");
    dtype = PanelParts.named(new Label(), pane + "-dtype");
    facts = PanelParts.named(new Label(), pane + "-facts", "muted");
    cut = PanelParts.named(PanelParts.wrapping(""), pane + "-cut", "tensor-heading-cut");
    cut.setGraphic(Icons.of(Feather.SCISSORS, "icon-small", "icon-warning"));
    getStyleClass().add("tensor-heading");
    setMinWidth(0);
    firstLine.getStyleClass().add("tensor-heading-line");
    dtype.setMinWidth(USE_PREF_SIZE);
    List.of(name, facts).forEach(label -> Tips.setTooltip(label, label::getText));
    arrange(true, false);
  }

  /// Shows a title without a dtype.
  public void show(String title, String newFacts) {
    PanelParts.setShown(dtype, false);
    PanelParts.setShown(cut, false);
    name.setText(title);
    PanelParts.keepWhole(name, SHORT_NAME_CHARACTERS, MIN_NAME_WIDTH);
    facts.setText(newFacts);
    PanelParts.keepWhole(facts, SHORT_FACTS_CHARACTERS, MIN_FACTS_WIDTH);
  }

  /// Shows a tensor.
  ///
  /// @param shownName its name, safe to display
  /// @param more facts that follow the shape; empty ones are omitted
  public void show(String shownName, TensorInfo info, String... more) {
    show(
        shownName,
        Stream.concat(Stream.of(messages.shape(info.shape())), Stream.of(more))
            .filter(fact -> !fact.isEmpty())
            .collect(Collectors.joining(SEPARATOR)));
    PanelParts.setShown(dtype, true);
    dtype.setText(info.dtype().name());
    Tips.explain(dtype, messages.dtype(info.dtype()));
    dtype
        .getStyleClass()
        .setAll("label", "badge", "mono", "dtype", DtypeStyles.styleClass(info.dtype()));
  }

  /// Shows a tensor with its size, and how much of it is in the file.
  public void showWithSize(String shownName, TensorRef tensor) {
    TensorInfo info = tensor.info();
    OptionalLong count = info.shape().elementCount();
    String elements = count.isPresent() ? elements(count.getAsLong()) : "";
    // The data offsets of a refused file may not form a range.
    show(shownName, info, elements, info.byteCount() < 0 ? "" : messages.bytes(info.byteCount()));
    Optional<TensorData> incomplete = tensor.data().filter(data -> !data.isComplete());
    cut.setText(incomplete.map(this::cutNote).orElse(""));
    PanelParts.setShown(cut, incomplete.isPresent());
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

  /// Returns the visible text as one line.
  public String text() {
    String of = dtype.isVisible() ? dtype.getText() + SEPARATOR : "";
    return name.getText() + "  " + of + facts.getText();
  }

  /// Uses two lines if neither everything nor most of a long name fits into one.
  ///
  /// @param low true if there is no room for a second line
  public void fitInto(double width, boolean low) {
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
