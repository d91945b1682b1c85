package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.feather.Feather;

/// A place at the right of the bytes that a button opens and closes. While there is little room it
/// is closed, unless a person wants it open.
final class SideSlot extends StackPane {

  /// How wide the whole pane is at least where the place opens by itself.
  private static final double WIDTH_TO_OPEN = 840;

  private final ToggleButton toggle =
      new ToggleButton(null, Icons.of(Feather.SIDEBAR, "icon-small"));
  private Optional<Supplier<? extends Node>> maker = Optional.empty();
  private Optional<Boolean> wish = Optional.empty();
  private boolean isRoomy;

  SideSlot(Messages messages) {
    setId("hex-side");
    getStyleClass().add("hex-side");
    toggle.setId("hex-side-toggle");
    toggle.getStyleClass().addAll("flat", "button-icon", "small");
    toggle.setMinWidth(USE_PREF_SIZE);
    toggle.setAccessibleText(messages.text("hex.inspector"));
    Tips.explain(toggle, messages.text("hex.inspector"));
    toggle.setOnAction(
        _ -> {
          wish = Optional.of(toggle.isSelected());
          arrange();
        });
    arrange();
  }

  /// The button, for the title line.
  ToggleButton toggle() {
    return toggle;
  }

  /// Puts something into the place.
  ///
  /// @param content is asked for it when the place is first open
  void setContent(Supplier<? extends Node> content) {
    maker = Optional.of(content);
    getChildren().clear();
    arrange();
  }

  /// Says how wide the whole pane is.
  void setPaneWidth(double width) {
    boolean roomy = width >= WIDTH_TO_OPEN;
    if (roomy != isRoomy) {
      isRoomy = roomy;
      wish = Optional.empty();
      arrange();
    }
  }

  private void arrange() {
    boolean filled = maker.isPresent();
    boolean open = filled && wish.orElse(isRoomy);
    toggle.setVisible(filled);
    toggle.setManaged(filled);
    toggle.setSelected(open);
    if (open && getChildren().isEmpty()) {
      getChildren().setAll(maker.get().get());
    }
    setVisible(open);
    setManaged(open);
    // What lies in the place learns so that nobody sees it.
    getChildren().forEach(content -> content.setVisible(open));
  }
}
