package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.pane.hash.HashView.Section;
import io.github.tensorloupe.desktop.pane.hash.TensorTask.Outcome;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import java.nio.file.Path;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The section about single tensors: equal ones, and changes since a manifest was written.
final class TensorsView extends VBox {

  private static final double GAP = 16;

  private final ManifestViewModel manifest;
  private final Supplier<? extends SaveTargets> targets;
  private final Supplier<Optional<Path>> manifests;

  /// @param targets asks where to write a manifest
  /// @param manifests asks for one to check against; empty if the user canceled
  TensorsView(
      EqualTensorsViewModel equal,
      ManifestViewModel manifest,
      Supplier<? extends SaveTargets> targets,
      Supplier<Optional<Path>> manifests,
      Messages messages) {
    super(GAP);
    this.manifest = manifest;
    this.targets = targets;
    this.manifests = manifests;
    setId("tensors-view");
    setMinWidth(0);
    getStyleClass().add("tensors-view");
    Themes.style(this, TensorsView.class, "tensors.css");
    getChildren().setAll(manifestCard(messages), equalCard(equal, messages));
  }

  /// Asks for a manifest and compares the document with it.
  void compare() {
    manifests.get().ifPresent(manifest::check);
  }

  /// Asks for a target and writes the manifest of the document.
  void write() {
    targets.get().chooseTarget(manifest.suggestedName()).ifPresent(manifest::write);
  }

  private ContentCard equalCard(EqualTensorsViewModel model, Messages messages) {
    Button look = button("equal.look", Feather.COPY, model::look, messages);
    return new ContentCard("equal", model, messages, look);
  }

  private ContentCard manifestCard(Messages messages) {
    Button checkBeside =
        button(
            "manifest.check-beside",
            Feather.CHECK_SQUARE,
            () -> manifest.besideProperty().get().ifPresent(manifest::check),
            messages);
    Following.of(this)
        .subscribe(
            manifest.besideProperty(), path -> PanelParts.setShown(checkBeside, path.isPresent()));
    Button check = button("manifest.check", Feather.CHECK_SQUARE, this::compare, messages);
    Button write = button("manifest.write", Feather.SAVE, this::write, messages);
    return new ContentCard("manifest", manifest, messages, checkBeside, check, write);
  }

  private static Button button(String key, Feather icon, Runnable action, Messages messages) {
    Button button = PanelParts.button(key.replace('.', '-'), messages.text(key), action);
    button.setGraphic(Icons.of(icon));
    return button;
  }

  /// A card of the pane: purpose, buttons, progress and outcome of a task, and the tensors it
  /// found.
  private static final class ContentCard extends Section {

    private final Label outcome = PanelParts.wrapping("");

    /// @param id of the card, prefix of the ids of its parts and suffix of its message keys
    ContentCard(String id, TensorTask task, Messages messages, Button... actions) {
      super(id, messages.text("contents.title." + id));
      FlowPane buttons = new FlowPane(8, 8, actions);
      ByteProgress progress =
          new ByteProgress(id + "-progress", messages.text("contents.progress"), messages);
      HBox.setHgrow(progress, Priority.ALWAYS);
      Button stop = PanelParts.button(id + "-stop", messages.text("contents.stop"), task::stop);
      stop.setGraphic(Icons.of(Feather.X));
      HBox running = new HBox(12, progress, stop);
      running.setAlignment(Pos.CENTER_LEFT);
      outcome.setId(id + "-outcome");
      outcome.setGraphicTextGap(8);
      DetailsButton details =
          DetailsButton.whileThereIs(
              task.outcomeProperty().map(now -> now.flatMap(Outcome::failure)), messages);
      ContentList list = new ContentList(id + "-list", task.rows(), task::goTo);
      list.setAccessibleText(messages.text("contents.list." + id));
      getChildren()
          .addAll(
              PanelParts.wrapping(messages.text("contents.purpose." + id), "muted"),
              buttons,
              running,
              outcome,
              details,
              list);
      Following following = Following.of(this);
      following.subscribe(
          task.jobProperty(),
          job -> {
            progress.follow(job);
            PanelParts.setShown(running, job.isPresent());
            PanelParts.setShown(buttons, job.isEmpty());
          });
      following.subscribe(task.outcomeProperty(), this::show);
    }

    private void show(Optional<Outcome> now) {
      outcome.setText(now.map(Outcome::sentence).orElse(""));
      outcome.setGraphic(now.map(each -> each.tone().icon("icon-small")).orElse(null));
      PanelParts.setShown(outcome, now.isPresent());
    }
  }
}
