package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.demo.DemoCheckpoints.Sample;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.identify.Kind;

/// The samples as cards, shown if the library is empty. A sample is written to disk when it is
/// opened.
final class DemoCards extends ScrollPane {

  static final List<Sample> ORDER =
      List.of(Sample.RICH_METADATA, Sample.HEALTHY, Sample.NAN_AND_INF, Sample.TRUNCATED);

  private static final double CARD_WIDTH = 236;
  private static final double PICTURE_HEIGHT = 132;
  private static final double HINT_HEIGHT = 46;

  DemoCards(Consumer<Sample> onOpen, Messages messages) {
    FlowPane cards = new FlowPane(12, 12);
    for (Sample sample : ORDER) {
      cards.getChildren().add(card(sample, onOpen, messages));
    }
    VBox page =
        new VBox(
            12,
            PanelParts.wrapping(messages.text("library.nothing"), "muted"),
            PanelParts.label(messages.text("library.demo"), "strong"),
            cards);
    page.getChildren().getFirst().setId("library-nothing");
    page.setPadding(new Insets(4, 2, 12, 2));
    setContent(page);
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    setFocusTraversable(false);
    PanelParts.named(this, "library-demos", "edge-to-edge", "library-demos");
  }

  private Button card(Sample sample, Consumer<Sample> onOpen, Messages messages) {
    String key = "library.demo." + Messages.word(sample);
    ModelPicture picture = new ModelPicture("icon-large");
    switch (sample) {
      case RICH_METADATA -> {
        byte[] png = DemoCheckpoints.picture();
        picture.show(new Image(new ByteArrayInputStream(png)));
      }
      case HEALTHY -> picture.show(Kind.LANGUAGE_MODEL);
      case NAN_AND_INF, TRUNCATED -> picture.show(Kind.UNKNOWN);
    }
    // In a low window, the text below the picture stays visible.
    picture
        .prefHeightProperty()
        .bind(heightProperty().map(it -> Math.min(PICTURE_HEIGHT, it.doubleValue() / 3)));
    picture.minHeightProperty().bind(picture.prefHeightProperty());
    StackPane above = new StackPane(picture);
    messages
        .find(key + ".mark")
        .ifPresent(
            mark -> {
              var badge = PanelParts.label(mark, "badge", "badge-danger");
              StackPane.setAlignment(badge, Pos.TOP_RIGHT);
              StackPane.setMargin(badge, new Insets(8));
              above.getChildren().add(badge);
            });
    var hint = PanelParts.wrapping(messages.text(key + ".hint"), "caption");
    // A button does not pass its width to its content when it computes the height.
    hint.setMinHeight(HINT_HEIGHT);
    VBox content =
        new VBox(8, above, PanelParts.wrapping(messages.text(key), "library-name"), hint);
    content.setPrefWidth(CARD_WIDTH);
    Button card = new Button(null, content);
    PanelParts.named(card, "library-demo-" + Messages.word(sample), "model-card", "demo-card");
    card.setAccessibleText(messages.text(key) + ". " + messages.text(key + ".hint"));
    card.setOnAction(_ -> onOpen.accept(sample));
    return card;
  }
}
