package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.control.Label;

/// The hash pane: a column of sections about the current file and all open files.
public final class HashView extends StackPane {

  private static final double GAP = 16;

  private final HashViewModel model;
  private final VBox page = new VBox(GAP);
  private final ScrollPane scroll = new ScrollPane(page);
  private final Label nothing = new Label();
  private final ExpectedHashSection expected;

  /// @param model what is shown
  public HashView(HashViewModel model, Messages messages) {
    this.model = model;
    setId("hash-view");
    getStyleClass().add("hash-view");
    getStylesheets()
        .add(Objects.requireNonNull(HashView.class.getResource("hash.css")).toExternalForm());
    expected = new ExpectedHashSection(model, messages);
    page.getStyleClass().add("hash-page");
    page.setMinWidth(0);
    page.getChildren()
        .setAll(
            new HashingSection(model, messages),
            new FilesSection(model, messages),
            expected,
            new HashSection(model, messages));
    scroll.setId("hash-scroll");
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    nothing.setText(messages.text("hash.no-file"));
    nothing.getStyleClass().add("empty-state");
    nothing.setWrapText(true);
    getChildren().setAll(nothing, scroll);
    Following.of(this).subscribe(model.fileProperty(), _ -> showState());
    // Another document starts at the top.
    Following.of(this).subscribe(model.documentProperty(), _ -> scroll.setVvalue(0));
    expected.pasted().boundsInParentProperty().subscribe(_ -> keepPastedHashVisible());
  }

  /// Adds a section below the others.
  public void addSection(Node section) {
    page.getChildren().add(section);
  }

  /// Scrolls to a section. Does nothing while the pane is not in a window.
  public void reveal(Node section) {
    if (getScene() != null) {
      getScene().getRoot().applyCss();
      getScene().getRoot().layout();
      double hidden = page.getHeight() - scroll.getViewportBounds().getHeight();
      double begin = page.sceneToLocal(section.localToScene(section.getLayoutBounds())).getMinY();
      scroll.setVvalue(hidden > 0 ? Math.clamp((begin - GAP) / hidden, 0, 1) : 0);
    }
  }

  /// Focuses the field for a hash from elsewhere and scrolls to its section. Does nothing while the
  /// pane is not in a window.
  public void askForHash() {
    if (getScene() != null) {
      // A pane that was just selected has no layout and takes no focus yet.
      getScene().getRoot().applyCss();
      getScene().getRoot().layout();
      expected.pasted().focusField();
      reveal(expected);
      keepPastedHashVisible();
    }
  }

  /// Keeps the field and the answer below it visible when the sections above grow.
  private void keepPastedHashVisible() {
    PastedHashField pasted = expected.pasted();
    double shown = scroll.getViewportBounds().getHeight();
    double hidden = page.getHeight() - shown;
    double end = page.sceneToLocal(pasted.localToScene(pasted.getLayoutBounds())).getMaxY() + GAP;
    if (pasted.hasFocus() && hidden > 0 && end > scroll.getVvalue() * hidden + shown) {
      scroll.setVvalue(Math.min(1, (end - shown) / hidden));
    }
  }

  private void showState() {
    boolean isOpen = model.fileProperty().get().isPresent();
    scroll.setVisible(isOpen);
    nothing.setVisible(!isOpen);
  }
}
