package io.github.tensorloupe.desktop.pane.hash.tensors;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The section about single tensors: which are equal, and which have changed since a manifest was
/// written.
public final class TensorsView extends VBox {

  /// Asks a person for a manifest to read; empty where they changed their mind.
  @FunctionalInterface
  public interface ManifestChoice {
    Optional<Path> choose();
  }

  private static final double GAP = 16;

  private final ManifestViewModel manifest;
  private final Supplier<? extends SaveTargets> targets;
  private final ManifestChoice manifests;
  private final Messages messages;

  /// @param targets asks where to write a manifest
  /// @param manifests asks for one to check against
  public TensorsView(
      EqualTensorsViewModel equal,
      ManifestViewModel manifest,
      Supplier<? extends SaveTargets> targets,
      ManifestChoice manifests,
      Messages messages) {
    super(GAP);
    this.manifest = manifest;
    this.targets = targets;
    this.manifests = manifests;
    this.messages = messages;
    setId("tensors-view");
    setMinWidth(0);
    getStyleClass().add("tensors-view");
    getStylesheets()
        .add(Objects.requireNonNull(TensorsView.class.getResource("tensors.css")).toExternalForm());
    getChildren().setAll(manifestCard(manifest), equalCard(equal));
  }

  /// Asks for a manifest, of this document or of another one, and compares the document with it.
  public void compare() {
    manifests.choose().ifPresent(manifest::check);
  }

  /// Asks where to, and writes the manifest of the document.
  public void write() {
    targets.get().chooseTarget(manifest.suggestedName()).ifPresent(manifest::write);
  }

  private ContentCard equalCard(EqualTensorsViewModel model) {
    Button look = button("equal.look", Feather.COPY, model::look);
    return new ContentCard(
        new ContentCard.Content(
            "equal",
            messages.text("equal.title"),
            messages.text("equal.purpose"),
            model.jobProperty(),
            model.toldProperty(),
            model::stop),
        List.of(look),
        list("equal.list", new ContentList("equal-list", model.rows(), model::goTo)),
        messages);
  }

  private ContentCard manifestCard(ManifestViewModel model) {
    Button checkBeside =
        button(
            "manifest.check-beside",
            Feather.CHECK_SQUARE,
            () -> model.besideProperty().get().ifPresent(model::check));
    Following.of(this)
        .subscribe(
            model.besideProperty(), path -> ContentCard.setShown(checkBeside, path.isPresent()));
    Button check = button("manifest.check", Feather.CHECK_SQUARE, this::compare);
    Button write = button("manifest.write", Feather.SAVE, this::write);
    return new ContentCard(
        new ContentCard.Content(
            "manifest",
            messages.text("manifest.title"),
            messages.text("manifest.purpose"),
            model.jobProperty(),
            model.toldProperty(),
            model::stop),
        List.of(checkBeside, check, write),
        list("manifest.list", new ContentList("manifest-list", model.rows(), model::goTo)),
        messages);
  }

  private ContentList list(String key, ContentList list) {
    list.setAccessibleText(messages.text(key));
    return list;
  }

  private Button button(String key, Feather icon, Runnable action) {
    Button button = new Button(messages.text(key), Icons.of(icon));
    button.setId(key.replace('.', '-'));
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setOnAction(_ -> action.run());
    return button;
  }
}
