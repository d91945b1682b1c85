package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.comparison.sides.PairFacts.Fact;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.element.BitField;
import io.github.tensorloupe.element.ElementType;
import javafx.scene.control.Label;

/// The changed bits of the selected pair: a sentence, figures that link to an element, and a bar
/// for each bit of the code, the highest first. The bars leave half of the width to the text.
final class BitsView extends HBox {

  private static final double BAR_HEIGHT = 48;
  private static final double MIN_BAR_HEIGHT = 3;
  private static final double MIN_BAR_WIDTH = 2;

  /// With more bits, the bars are narrower.
  private static final int FEW_BITS = 16;

  private static final double NARROW = 8;
  private static final double WIDE = 18;
  private static final double SPACE = 40;
  private static final double BARS_SHARE = 0.45;

  private final PaneContext context;
  private final Messages messages;
  private final DifferenceSearch search;
  private final Label sentence = PanelParts.named(PanelParts.wrapping(""), "bits-sentence");
  private final FlowPane facts = PanelParts.named(new FlowPane(), "bits-facts", "bits-facts");
  private final VBox words = new VBox(sentence, facts);
  private final HBox chart = PanelParts.named(new HBox(), "bits-chart", "bits-chart");
  private final DoubleProperty barWidth = new SimpleDoubleProperty(MIN_BAR_WIDTH);
  private final DoubleProperty factWidth = new SimpleDoubleProperty();
  private final Region pane;
  private Optional<PairResult> shown = Optional.empty();
  private int barCount;

  BitsView(PaneContext context, DifferenceSearch search, Region pane) {
    this.context = context;
    this.messages = context.messages();
    this.search = search;
    this.pane = pane;
    getStyleClass().add("bits-view");
    words.getStyleClass().add("bits-words");
    words.setMinWidth(0);
    words.setPrefWidth(0);
    HBox.setHgrow(words, Priority.ALWAYS);
    chart.setMinWidth(USE_PREF_SIZE);
    List.of(chart, facts).forEach(each -> Tips.setTooltip(each, this::text));
    // The chart is on the left, because notifications appear on the right.
    getChildren().addAll(chart, words);
    pane.layoutBoundsProperty().subscribe(_ -> fit());
    WeakSubscriptions.of(this)
        .subscribe(context.compared().selection().pairProperty(), _ -> update());
    WeakSubscriptions.of(this)
        .subscribe(
            context.compared().results().revisionProperty(),
            (_, _) -> {
              if (shown.isEmpty()) {
                update();
              }
            });
  }

  /// In a low pane, shows only the bars, and figures that link to elements. A tooltip has the full
  /// text.
  private void fit() {
    List<Node> links = facts.getChildren().filtered(Hyperlink.class::isInstance);
    boolean isLow = PanelParts.isLow(pane) && !links.isEmpty();
    double width = pane.getWidth();
    PanelParts.setShown(sentence, !isLow);
    facts.getChildren().forEach(it -> PanelParts.setShown(it, !isLow || links.contains(it)));
    PanelParts.setShown(chart, barCount > 0);
    factWidth.set(Math.max(0, (chart.isManaged() ? width / 2 : width) - SPACE));
    double maxWidth = barCount > FEW_BITS ? NARROW : WIDE;
    double room = Math.floor(BARS_SHARE * width / Math.max(1, barCount)) - 1;
    barWidth.set(Math.clamp(room, MIN_BAR_WIDTH, maxWidth));
  }

  /// Computes the height of the text in the width that the bars leave. The default implementation
  /// assumes a different width.
  @Override
  protected double computePrefHeight(double ofWidth) {
    double bars = chart.isManaged() ? chart.prefWidth(-1) + getSpacing() : 0;
    double room = pane.getWidth() - snappedLeftInset() - snappedRightInset() - bars;
    double ofBars = chart.isManaged() ? chart.prefHeight(-1) : 0;
    double higher = Math.max(ofBars, words.prefHeight(Math.max(0, room)));
    return snappedTopInset() + higher + snappedBottomInset();
  }

  private String text() {
    Stream<Labeled> all = facts.getChildren().stream().map(Labeled.class::cast);
    return Stream.concat(Stream.of(sentence), all)
        .map(Labeled::getText)
        .collect(Collectors.joining("\n"));
  }

  private void update() {
    OptionalInt pair = context.compared().selection().pairProperty().get();
    shown =
        pair.isPresent() ? context.compared().results().result(pair.getAsInt()) : Optional.empty();
    facts.getChildren().clear();
    chart.getChildren().clear();
    barCount = 0;
    sentence.setText(messages.text(pair.isEmpty() ? "compare.sides.none" : "compare.bits.wait"));
    shown.ifPresent(
        result -> {
          TensorPair of = context.compared().comparison().pairs().get(pair.getAsInt());
          PairFacts pairFacts = new PairFacts(of, result, messages);
          sentence.setText(pairFacts.sentence());
          pairFacts.facts().forEach(fact -> facts.getChildren().add(node(pair.getAsInt(), fact)));
          result
              .figures()
              .flatMap(Figures::bits)
              .filter(counts -> Collections.max(counts) > 0 && !pairFacts.isComputed())
              .ifPresent(counts -> draw(pairFacts.type(), counts));
        });
    fit();
  }

  private Node node(int pair, Fact fact) {
    Labeled node = fact.element().isEmpty() ? new Label(fact.text()) : new Hyperlink(fact.text());
    PanelParts.named(node, "bits-" + fact.id(), "bits-fact");
    node.maxWidthProperty().bind(factWidth);
    if (node instanceof Hyperlink link) {
      link.setOnAction(
          _ -> {
            link.setVisited(false);
            context.compared().selection().select(pair, fact.element().getAsLong());
          });
    }
    return node;
  }

  /// @param counts the number of changes of each bit, from the lowest
  private void draw(ElementType type, List<Long> counts) {
    barCount = counts.size();
    int bit = barCount;
    for (BitField field : type.bitFields()) {
      HBox bars = new HBox();
      bars.getStyleClass().add("bits-bars");
      for (int i = 0; i < field.bitCount(); i++) {
        bit--;
        bars.getChildren().add(bar(bit, counts.get(bit), Collections.max(counts)));
      }
      String word = Messages.word(field.kind());
      Label name = PanelParts.uncut(messages.text("compare.bits." + word), "caption");
      VBox column = new VBox(bars, name);
      column.getStyleClass().addAll("bits-field", "bits-" + word);
      chart.getChildren().add(column);
    }
  }

  private Node bar(int bit, long count, long maxCount) {
    Region fill = new Region();
    fill.getStyleClass().add("bits-fill");
    fill.setPrefHeight(count == 0 ? 0 : Math.max(MIN_BAR_HEIGHT, BAR_HEIGHT * count / maxCount));
    fill.setMaxHeight(USE_PREF_SIZE);
    fill.prefWidthProperty().bind(barWidth);
    Button bar = PanelParts.named(new Button(null, fill), "bits-bit-" + bit, "flat", "bits-bar");
    bar.minWidthProperty().bind(barWidth);
    bar.maxWidthProperty().bind(barWidth);
    bar.setMinHeight(BAR_HEIGHT);
    bar.setMaxHeight(BAR_HEIGHT);
    Tips.name(
        bar,
        count == 1
            ? messages.text("compare.bits.bar.one", bit)
            : messages.text("compare.bits.bar", bit, count));
    bar.setDisable(count == 0);
    bar.setOnAction(_ -> search.findBit(bit));
    return bar;
  }
}
