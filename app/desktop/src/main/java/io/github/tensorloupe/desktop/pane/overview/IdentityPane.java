package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.TensorRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.binding.BooleanBinding;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// What one part of the document is: kind and family, then every statement with its evidence.
final class IdentityPane extends VBox {

  private static final double MIN_WIDTH_FOR_TWO = 420;
  private static final double SHOWN_PICTURE_SIDE = 128;
  private static final int FAMILY_CHARACTERS = 200;

  /// The headline tells these, or a card of its own.
  private static final Set<Topic> ELSEWHERE = Set.of(Topic.KIND, Topic.FAMILY, Topic.DTYPES);

  /// Kept here, so that it is not collected while it is listened to.
  private final BooleanBinding wide = widthProperty().greaterThan(MIN_WIDTH_FOR_TWO);

  /// @param id what the ids of the nodes begin with
  IdentityPane(
      IdentifiedPart part,
      String id,
      Consumer<TensorRef> select,
      Function<FindingCode, Optional<Node>> remedies,
      Messages messages) {
    super(10);
    Identity identity = part.identity();
    setMinWidth(0);
    getStyleClass().add("identity-pane");
    Label headline = new Label(headline(identity, messages));
    headline.setId(id + "-headline");
    headline.getStyleClass().add("identity-headline");
    headline.setWrapText(true);
    headline.setMinHeight(Region.USE_PREF_SIZE);
    EvidenceLines why = new EvidenceLines(headlineEvidence(identity), select, messages);
    HBox.setHgrow(headline, Priority.ALWAYS);
    HBox line = new HBox(12, headline);
    line.setAlignment(Pos.CENTER_LEFT);
    why.button(id + "-why", headline.getText()).ifPresent(line.getChildren()::add);
    VBox rows = new VBox(10, line, why);
    rows.setMinWidth(0);
    HBox.setHgrow(rows, Priority.ALWAYS);
    StatementRows statements = new StatementRows(id, select, remedies, messages);
    rows.getChildren().add(statements.of(shown(identity), wide));
    part.picture()
        .map(picture -> view(picture, id, messages))
        .ifPresentOrElse(view -> arrange(view, rows), () -> getChildren().setAll(rows));
  }

  /// The picture stands beside the rows, or above them where there is little room.
  private void arrange(ImageView picture, VBox rows) {
    wide.subscribe(
        isWide -> {
          getChildren().clear();
          if (isWide) {
            HBox line = new HBox(16, picture, rows);
            line.setMinWidth(0);
            getChildren().setAll(line);
          } else {
            getChildren().setAll(picture, rows);
          }
        });
  }

  /// Kind and family in one line.
  static String headline(Identity identity, Messages messages) {
    String kind =
        identity.kind() == Kind.UNKNOWN
            ? messages.text("overview.identity.unknown")
            : messages.sentence(identity.kind().label());
    return identity
        .family()
        .map(family -> kind + " · " + DisplayText.of(messages.sentence(family), FAMILY_CHARACTERS))
        .orElse(kind);
  }

  private static List<Statement> headlineEvidence(Identity identity) {
    List<Statement> told = new ArrayList<>(identity.statements(Topic.KIND));
    told.addAll(identity.statements(Topic.FAMILY));
    return told;
  }

  private static List<Statement> shown(Identity identity) {
    return identity.statements().stream()
        .filter(statement -> !ELSEWHERE.contains(statement.topic()))
        .toList();
  }

  private static ImageView view(Image picture, String id, Messages messages) {
    ImageView view = new ImageView(picture);
    view.setId(id + "-picture");
    view.setPreserveRatio(true);
    view.setFitWidth(SHOWN_PICTURE_SIDE);
    view.setFitHeight(SHOWN_PICTURE_SIDE);
    view.setAccessibleText(messages.text("overview.identity.picture"));
    return view;
  }
}
