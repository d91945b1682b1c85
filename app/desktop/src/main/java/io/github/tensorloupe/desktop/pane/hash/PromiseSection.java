package io.github.tensorloupe.desktop.pane.hash;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Examination;
import io.github.tensorloupe.integrity.expected.Outlook;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// Whether the file at hand is what its surroundings promise, and each promise.
final class PromiseSection extends Section {

  private final HashViewModel model;
  private final Messages messages;
  private final VBox rows = new VBox(12);
  private final ClaimBox claim;

  PromiseSection(HashViewModel model, Messages messages) {
    super("hash-promises", messages.text("hash.promises"));
    this.model = model;
    this.messages = messages;
    claim = new ClaimBox(model, messages);
    getChildren().addAll(rows, claim);
    Following.of(this).subscribe(model.revisionProperty(), _ -> show());
  }

  /// Where a hash from elsewhere is typed.
  ClaimBox claim() {
    return claim;
  }

  private void show() {
    rows.getChildren().clear();
    Optional<Examination> examination = model.fileProperty().get().flatMap(model::examination);
    Optional<Outlook> outlook = model.fileProperty().get().flatMap(model::outlook);
    Outcome outcome = examination.isPresent() ? Outcome.of(examination) : Outcome.before(outlook);
    Label sentence = new Label(messages.text(outcome.messageKey()));
    sentence.setId("hash-outcome");
    sentence.setWrapText(true);
    sentence.setMinHeight(Region.USE_PREF_SIZE);
    sentence.setMaxWidth(Double.MAX_VALUE);
    sentence.setGraphic(outcome.icon());
    sentence.getStyleClass().addAll("hash-outcome", outcome.styleClass());
    // Who has given a hash needs no promise.
    sentence.setVisible(outcome != Outcome.NO_PROMISE || !model.claimAnswer().isKnown());
    sentence.setManaged(sentence.isVisible());
    rows.getChildren().add(sentence);
    if (examination.isPresent()) {
      examination.get().checks().forEach(this::add);
    } else {
      outlook.ifPresent(
          each -> {
            each.checks().forEach(this::add);
            each.waiting()
                .forEach(promise -> rows.getChildren().add(CheckRow.of(promise, messages)));
          });
    }
  }

  private void add(Check check) {
    rows.getChildren().add(CheckRow.of(check, messages));
  }
}
