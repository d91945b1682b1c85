package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.Evidence;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.model.TensorRef;

/// The statements about a checkpoint that have evidence, each with all its evidence. A click on a
/// tensor selects it.
final class EvidenceList extends VBox {

  private static final int EVIDENCE_CHARACTERS = 300;
  private static final int ENTRY_CHARACTERS = 120;
  private static final int VALUE_CHARACTERS = 400;

  private final Consumer<TensorRef> select;
  private final Messages messages;

  EvidenceList(Identity identity, Consumer<TensorRef> select, Messages messages) {
    super(10);
    this.select = select;
    this.messages = messages;
    getStyleClass().add("evidence-list");
    setMinWidth(0);
    identity.statements().stream()
        .filter(statement -> !statement.evidence().isEmpty())
        .forEach(statement -> getChildren().add(block(statement)));
  }

  private VBox block(Statement statement) {
    String words = Statement.onOneLine(messages.sentence(statement.sentence()));
    String topic = messages.sentence(statement.topic().label());
    VBox block =
        new VBox(
            PanelParts.label(topic, "caption"),
            PanelParts.wrapping(DisplayText.of(words, VALUE_CHARACTERS)));
    statement.evidence().stream().distinct().forEach(each -> block.getChildren().add(line(each)));
    block.setMinWidth(0);
    return block;
  }

  private Node line(Evidence each) {
    String text = text(each);
    return switch (each) {
      case Evidence.OfMetadata _, Evidence.OfConfig _, Evidence.OfName _ ->
          Card.elastic(text, text, "mono", "muted", "evidence-entry");
      case Evidence.OfTensor(TensorRef tensor) -> {
        Button button = new Button(text);
        button.setMnemonicParsing(false);
        button.getStyleClass().addAll("flat", "small", "mono", "evidence-tensor");
        button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        button.setMinWidth(0);
        button.setMaxWidth(Double.MAX_VALUE);
        Tips.explain(button, text);
        button.setOnAction(_ -> select.accept(tensor));
        yield button;
      }
    };
  }

  private String text(Evidence each) {
    return switch (each) {
      case Evidence.OfTensor(TensorRef tensor) ->
          "%s  %s  %s"
              .formatted(
                  DisplayText.of(tensor.info().name(), EVIDENCE_CHARACTERS),
                  tensor.info().dtype(),
                  messages.shape(tensor.info().shape()));
      case Evidence.OfName(String name) ->
          messages.text("overview.identity.in-index", DisplayText.of(name, EVIDENCE_CHARACTERS));
      case Evidence.OfMetadata(String key, String value) ->
          "%s = %s"
              .formatted(
                  DisplayText.of(key, EVIDENCE_CHARACTERS),
                  DisplayText.of(value, ENTRY_CHARACTERS));
      case Evidence.OfConfig(String file, String key, String value) ->
          "%s: %s = %s".formatted(file, key, DisplayText.of(value, ENTRY_CHARACTERS));
    };
  }
}
