package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.comparison.sides.PairFacts.Fact;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.element.BitField;
import io.github.tensorloupe.element.ElementType;
import javafx.scene.control.Label;

/// Which bits of the selected pair changed: in words, as figures that lead to an element, and as a
/// bar for each bit of the code, the highest first.
final class BitsView extends HBox {

  private static final double BAR_HEIGHT = 48;
  private static final double LEAST_BAR = 3;
  private static final double WORDS_WIDTH = 380;

  /// In less room the words are a tool tip.
  private static final double LEAST_WORDS = 140;

  /// Bars of more bits are narrower.
  private static final int FEW_BITS = 16;

  private static final double NARROW = 8;
  private static final double WIDE = 18;

  private final ComparisonContext context;
  private final Messages messages;
  private final DifferenceSearch search;
  private final Label sentence = PanelParts.named(PanelParts.wrapping(""), "bits-sentence");
  private final FlowPane facts = PanelParts.named(new FlowPane(), "bits-facts", "bits-facts");
  private final VBox words = new VBox(sentence, facts);
  private final HBox chart = PanelParts.named(new HBox(), "bits-chart", "bits-chart");
  private Optional<PairResult> shown = Optional.empty();

  BitsView(ComparisonContext context) {
    this.context = context;
    this.messages = context.messages();
    this.search = new DifferenceSearch(context);
    getStyleClass().add("bits-view");
    words.getStyleClass().add("bits-words");
    words.setMinWidth(0);
    HBox.setHgrow(words, Priority.ALWAYS);
    words.setPrefWidth(WORDS_WIDTH);
    chart.setMinWidth(USE_PREF_SIZE);
    Tips.tell(chart, sentence::getText);
    widthProperty().subscribe((_, _) -> fit());
    // Notices come up at the right.
    getChildren().addAll(chart, words);
    Following.of(this).subscribe(context.selection().pairProperty(), _ -> follow());
    Following.of(this)
        .subscribe(
            context.results().revisionProperty(),
            (_, _) -> {
              if (shown.isEmpty()) {
                follow();
              }
            });
  }

  private void fit() {
    boolean isRoomy = getWidth() == 0 || getWidth() - chart.prefWidth(-1) >= LEAST_WORDS;
    PanelParts.setShown(words, isRoomy || !chart.isManaged());
  }

  /// That of the words in the width that the chart leaves them: the usual one is too high.
  @Override
  protected double computePrefHeight(double width) {
    double room = width < 0 ? getWidth() : width;
    double bars = chart.isManaged() ? chart.prefWidth(-1) + getSpacing() : 0;
    double beside = snappedLeftInset() + snappedRightInset() + bars;
    double ofWords = words.isManaged() ? words.prefHeight(Math.max(0, room - beside)) : 0;
    double higher = Math.max(ofWords, chart.isManaged() ? chart.prefHeight(-1) : 0);
    return snappedTopInset() + higher + snappedBottomInset();
  }

  private void follow() {
    OptionalInt pair = context.selection().pairProperty().get();
    shown = pair.isPresent() ? context.results().result(pair.getAsInt()) : Optional.empty();
    facts.getChildren().clear();
    chart.getChildren().clear();
    PanelParts.setShown(chart, false);
    if (pair.isEmpty() || shown.isEmpty()) {
      sentence.setText(messages.text(pair.isEmpty() ? "compare.sides.none" : "compare.bits.wait"));
      fit();
      return;
    }
    PairFacts told =
        new PairFacts(context.comparison().pairs().get(pair.getAsInt()), shown.get(), messages);
    sentence.setText(told.sentence());
    told.facts().forEach(fact -> facts.getChildren().add(node(pair.getAsInt(), fact)));
    shown
        .get()
        .figures()
        .flatMap(Figures::bits)
        .filter(counts -> counts.stream().anyMatch(count -> count > 0))
        .ifPresent(counts -> draw(told.type(), counts));
    fit();
  }

  private Node node(int pair, Fact fact) {
    if (fact.element().isEmpty()) {
      return PanelParts.named(new Label(fact.text()), "bits-" + fact.id(), "muted");
    }
    Hyperlink link = PanelParts.named(new Hyperlink(fact.text()), "bits-" + fact.id());
    link.setOnAction(
        _ -> {
          link.setVisited(false);
          context.selection().select(pair, fact.element().getAsLong());
        });
    return link;
  }

  /// @param counts of each bit, from the lowest
  private void draw(ElementType type, List<Long> counts) {
    PanelParts.setShown(chart, true);
    long most = Collections.max(counts);
    int bit = counts.size();
    for (BitField field : type.bitFields()) {
      HBox bars = new HBox();
      bars.getStyleClass().add("bits-bars");
      for (int i = 0; i < field.bitCount(); i++) {
        bit--;
        bars.getChildren().add(bar(bit, counts.get(bit), most, counts.size()));
      }
      String word = Messages.word(field.kind());
      Label name = new Label(messages.text("compare.bits." + word));
      name.getStyleClass().add("caption");
      name.setMinWidth(USE_PREF_SIZE);
      VBox column = new VBox(bars, name);
      column.getStyleClass().addAll("bits-field", "bits-" + word);
      chart.getChildren().add(column);
    }
  }

  /// A bar as high as its share of the most; any count can be seen.
  private Node bar(int bit, long count, long most, int bits) {
    Region fill = new Region();
    fill.getStyleClass().add("bits-fill");
    double height = count == 0 ? 0 : Math.max(LEAST_BAR, BAR_HEIGHT * count / most);
    fill.setMaxHeight(height);
    fill.setPrefHeight(height);
    StackPane ground = new StackPane(fill);
    StackPane.setAlignment(fill, Pos.BOTTOM_CENTER);
    ground.setPrefHeight(BAR_HEIGHT);
    Button bar = PanelParts.named(new Button(null, ground), "bits-bit-" + bit, "flat", "bits-bar");
    double width = bits > FEW_BITS ? NARROW : WIDE;
    bar.setMinWidth(width);
    bar.setMaxWidth(width);
    bar.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    ground.setPrefWidth(width);
    String text =
        count == 1
            ? messages.text("compare.bits.bar.one", bit)
            : messages.text("compare.bits.bar", bit, messages.count(count));
    Tips.name(bar, text);
    bar.setDisable(count == 0);
    bar.setOnAction(_ -> search.findBit(bit));
    return bar;
  }
}
