package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The identity of the document with its evidence; for several parts a line for each, which
/// expands.
final class IdentityCard extends Card {

  private static final int MAX_PARTS = 40;
  private static final int LABEL_CHARACTERS = 200;

  private final Consumer<TensorRef> select;
  private final Function<FindingCode, Optional<Node>> remedies;

  /// @param select shows a tensor
  /// @param remedies makes what helps against a finding
  IdentityCard(
      List<IdentifiedPart> parts,
      Consumer<TensorRef> select,
      Function<FindingCode, Optional<Node>> remedies,
      Messages messages) {
    super(
        "overview-identity",
        messages.text(parts.size() == 1 ? "overview.identity" : "overview.identity.parts"),
        messages);
    this.select = select;
    this.remedies = remedies;
    if (parts.size() == 1) {
      getChildren().add(pane(parts.getFirst(), "identity"));
    } else {
      addLines(parts);
    }
  }

  private IdentityPane pane(IdentifiedPart part, String id) {
    return new IdentityPane(part, id, select, remedies, messages());
  }

  private void addLines(List<IdentifiedPart> parts) {
    VBox lines = new VBox(2);
    lines.getStyleClass().add("overview-rows");
    for (int i = 0; i < Math.min(MAX_PARTS, parts.size()); i++) {
      lines.getChildren().add(line(parts.get(i), "identity-" + i));
    }
    getChildren().add(lines);
    if (parts.size() > MAX_PARTS) {
      Label more =
          new Label(
              messages().text("overview.files.more", Figures.count(parts.size() - MAX_PARTS)));
      more.getStyleClass().add("caption");
      getChildren().add(more);
    }
  }

  /// The rest is made when it is asked for.
  private VBox line(IdentifiedPart part, String id) {
    Identity identity = part.identity();
    String name = DisplayText.of(identity.part().label(), LABEL_CHARACTERS);
    String kind = IdentityPane.headline(identity, messages());
    VBox texts =
        new VBox(2, texts(identity, name), elastic(kind, kind, "caption", "identity-part-kind"));
    texts.setMinWidth(0);
    Button button = new Button(name, texts);
    button.setId(id + "-part");
    button.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    button.getStyleClass().addAll("flat", "overview-row");
    button.setMaxWidth(Double.MAX_VALUE);
    button.setMinWidth(0);
    texts.prefWidthProperty().bind(button.widthProperty().subtract(16));
    button.setAccessibleText("%s: %s".formatted(name, kind));
    VBox line = new VBox(4, button);
    line.setMinWidth(0);
    button.setOnAction(_ -> toggle(line, part, id));
    return line;
  }

  private Node texts(Identity identity, String name) {
    String count =
        identity
            .statement(Topic.PARAMETERS)
            .map(statement -> Figures.shortCount(statement.number().orElse(0)))
            .orElse("");
    return line(
        Icons.of(Feather.CHEVRON_RIGHT, "icon-small"), elastic(name, name, "mono"), figure(count));
  }

  private void toggle(VBox line, IdentifiedPart part, String id) {
    if (line.getChildren().size() > 1) {
      line.getChildren().remove(1);
    } else {
      IdentityPane pane = pane(part, id);
      pane.getStyleClass().add("identity-opened");
      line.getChildren().add(pane);
    }
  }
}
