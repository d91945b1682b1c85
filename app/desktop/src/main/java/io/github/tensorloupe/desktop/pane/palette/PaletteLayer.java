package io.github.tensorloupe.desktop.pane.palette;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.SceneWays;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.work.OnDemand;

/// The layer of the palette above the window's content. A click beside the palette or a change of
/// focus closes it.
public final class PaletteLayer extends StackPane {

  private final PaletteViewModel model;
  private final OnDemand<PaletteView> view;
  private Optional<Node> focusedBefore = Optional.empty();

  public PaletteLayer(PaletteViewModel model, Commands commands, Messages messages) {
    this.model = model;
    view = new OnDemand<>(() -> makeView(commands, messages));
    setId("palette-layer");
    getStyleClass().add("palette-layer");
    Themes.style(this, PaletteLayer.class, "palette.css");
    setAlignment(Pos.TOP_CENTER);
    setVisible(false);
    setOnMousePressed(
        event -> {
          event.consume();
          if (event.getTarget() == this) {
            model.close();
          }
        });
    setOnScroll(event -> event.consume());
    Following.of(this).subscribe(model.openProperty(), this::show);
    sceneProperty()
        .flatMap(Scene::focusOwnerProperty)
        .subscribe(owner -> Optional.ofNullable(owner).ifPresent(this::follow));
  }

  private PaletteView makeView(Commands commands, Messages messages) {
    PaletteView made =
        new PaletteView(
            model,
            event ->
                commands
                    .keymapProperty()
                    .get()
                    .keys(Command.PALETTE)
                    .filter(keys -> keys.match(event))
                    .isPresent(),
            messages);
    getChildren().setAll(made);
    return made;
  }

  private void show(boolean open) {
    if (open == isVisible()) {
      return;
    }
    setVisible(open);
    if (open) {
      focusedBefore = SceneWays.focusedBeside(this);
      view.get().focusField();
    } else {
      Optional<Node> before = focusedBefore;
      focusedBefore = Optional.empty();
      before.ifPresent(Node::requestFocus);
    }
  }

  /// Closes the palette when another node takes the focus, which then stays there.
  private void follow(Node owner) {
    if (isVisible() && !SceneWays.isInside(owner, this)) {
      focusedBefore = Optional.empty();
      model.close();
    }
  }
}
