package io.github.tensorloupe.desktop.pane.hash;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/// The hash pane: a column of sections about the file at hand, and about all open files.
public final class HashView extends StackPane {

  private static final double GAP = 16;

  private final HashViewModel model;
  private final VBox page = new VBox(GAP);
  private final ScrollPane scroll = new ScrollPane(page);
  private final Label nothing = new Label();
  private final PromiseSection promises;

  /// @param model what is shown
  public HashView(HashViewModel model, Messages messages) {
    this.model = model;
    setId("hash-view");
    getStyleClass().add("hash-view");
    getStylesheets()
        .add(Objects.requireNonNull(HashView.class.getResource("hash.css")).toExternalForm());
    promises = new PromiseSection(model, messages);
    page.getStyleClass().add("hash-page");
    page.setMinWidth(0);
    page.getChildren()
        .setAll(
            new WorkSection(model, messages),
            new FilesSection(model, messages),
            promises,
            new HashSection(model, messages));
    scroll.setId("hash-scroll");
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    nothing.setText(messages.text("hash.no-file"));
    nothing.getStyleClass().add("empty-state");
    nothing.setWrapText(true);
    getChildren().setAll(nothing, scroll);
    Following.of(this).subscribe(model.fileProperty(), _ -> showState());
    // Where somebody was in one document says nothing of where to begin in the next.
    Following.of(this).subscribe(model.documentProperty(), _ -> scroll.setVvalue(0));
    promises.claim().boundsInParentProperty().subscribe(_ -> keepClaimInSight());
  }

  /// Adds a section below the others.
  public void addSection(Node section) {
    page.getChildren().add(section);
  }

  /// Brings a section into sight. Does nothing while the pane is not in a window.
  public void reveal(Node section) {
    if (getScene() != null) {
      getScene().getRoot().applyCss();
      getScene().getRoot().layout();
      double hidden = page.getHeight() - scroll.getViewportBounds().getHeight();
      double begin = page.sceneToLocal(section.localToScene(section.getLayoutBounds())).getMinY();
      scroll.setVvalue(hidden > 0 ? Math.clamp((begin - GAP) / hidden, 0, 1) : 0);
    }
  }

  /// Lets the hash that somebody has from elsewhere be typed: its field has the focus, and the
  /// section that it stands in is in sight from its top, as far as the field leaves room for that.
  /// Does nothing while the pane is not in a window.
  public void askForClaim() {
    if (getScene() != null) {
      // A pane that was just turned to has no places yet, and nothing in it takes the focus.
      getScene().getRoot().applyCss();
      getScene().getRoot().layout();
      promises.claim().focusField();
      reveal(promises);
      keepClaimInSight();
    }
  }

  /// What comes in above the field moves it, and what is said of the hash stands below it.
  private void keepClaimInSight() {
    ClaimBox claim = promises.claim();
    double shown = scroll.getViewportBounds().getHeight();
    double hidden = page.getHeight() - shown;
    double end = page.sceneToLocal(claim.localToScene(claim.getLayoutBounds())).getMaxY() + GAP;
    if (claim.isAsked() && hidden > 0 && end > scroll.getVvalue() * hidden + shown) {
      scroll.setVvalue(Math.min(1, (end - shown) / hidden));
    }
  }

  private void showState() {
    boolean isOpen = model.fileProperty().get().isPresent();
    scroll.setVisible(isOpen);
    nothing.setVisible(!isOpen);
  }
}
