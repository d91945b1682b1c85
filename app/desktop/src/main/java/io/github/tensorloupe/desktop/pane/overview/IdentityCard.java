package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.overview.Overview.IdentifiedPart;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.TensorRef;
import org.kordamp.ikonli.feather.Feather;

/// The identity of the document with its evidence; for several parts a line for each, which
/// expands.
final class IdentityCard extends Card {

  private static final int MAX_PARTS = 40;
  private static final int LABEL_CHARACTERS = 200;

  private final Consumer<TensorRef> select;
  private final Function<FindingCode, Optional<Node>> remedies;
  private final Messages messages;

  IdentityCard(
      List<IdentifiedPart> parts,
      Consumer<TensorRef> select,
      Function<FindingCode, Optional<Node>> remedies,
      Messages messages) {
    super(
        "overview-identity",
        messages.text(parts.size() == 1 ? "overview.identity" : "overview.identity.parts"));
    this.select = select;
    this.remedies = remedies;
    this.messages = messages;
    if (parts.size() == 1) {
      getChildren().add(pane(parts.getFirst(), "identity"));
      return;
    }
    VBox lines = new VBox(2);
    lines.getStyleClass().add("overview-rows");
    for (int i = 0; i < Math.min(MAX_PARTS, parts.size()); i++) {
      lines.getChildren().add(expandable(parts.get(i), "identity-" + i));
    }
    getChildren().add(lines);
    if (parts.size() > MAX_PARTS) {
      addCaption(messages.text("overview.files.more", messages.count(parts.size() - MAX_PARTS)));
    }
  }

  private IdentityPane pane(IdentifiedPart part, String id) {
    return new IdentityPane(part, id, select, remedies, messages);
  }

  /// The rest is made when it is asked for.
  private VBox expandable(IdentifiedPart part, String id) {
    String name = DisplayText.of(part.identity().part().label(), LABEL_CHARACTERS);
    String kind = IdentityPane.headline(part.identity(), messages);
    String count =
        part.identity()
            .statement(Topic.PARAMETERS)
            .map(statement -> messages.shortCount(statement.number().orElse(0)))
            .orElse("");
    Button button =
        button(
            name,
            line(
                Icons.of(Feather.CHEVRON_RIGHT, "icon-small"),
                elastic(name, name, "mono"),
                figure(count)),
            elastic(kind, kind, "caption", "identity-part-kind"));
    button.setId(id + "-part");
    button.setAccessibleText("%s: %s".formatted(name, kind));
    VBox line = new VBox(4, button);
    line.setMinWidth(0);
    button.setOnAction(_ -> toggle(line, part, id));
    return line;
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
