package io.github.tensorloupe.ui.hash;

import io.github.tensorloupe.ui.text.Messages;
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

  /// @param model what is shown
  public HashView(HashViewModel model, Messages messages) {
    this.model = model;
    setId("hash-view");
    getStyleClass().add("hash-view");
    getStylesheets()
        .add(Objects.requireNonNull(HashView.class.getResource("hash.css")).toExternalForm());
    page.getStyleClass().add("hash-page");
    page.setMinWidth(0);
    page.getChildren()
        .setAll(
            new WorkSection(model, messages),
            new FilesSection(model, messages),
            new PromiseSection(model, messages),
            new HashSection(model, messages));
    scroll.setId("hash-scroll");
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    nothing.setText(messages.text("hash.no-file"));
    nothing.getStyleClass().add("empty-state");
    nothing.setWrapText(true);
    getChildren().setAll(nothing, scroll);
    model.fileProperty().subscribe(_ -> showState());
  }

  /// Adds a section below the others.
  public void addSection(Node section) {
    page.getChildren().add(section);
  }

  private void showState() {
    boolean isOpen = model.fileProperty().get().isPresent();
    scroll.setVisible(isOpen);
    nothing.setVisible(!isOpen);
  }
}
