package io.github.tensorloupe.desktop.pane.overview.treemap;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A treemap with what fills it above and the figures of what is selected below.
public final class TreemapPane extends VBox {

  private final TreemapViewModel model;
  private final Messages messages;
  private final TileText text;
  private final Button out = new Button(null, Icons.of(Feather.ZOOM_OUT, "icon-small"));
  private final RootPath root;
  private final Label summary = new Label();

  /// @param model what is shown
  /// @param onNumbers shows the numbers of the selected tensor
  public TreemapPane(TreemapViewModel model, Runnable onNumbers, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    this.text = new TileText(messages);
    this.root = new RootPath(text, model::zoomTo);
    getStyleClass().add("treemap-pane");
    setMinWidth(0);
    summary.setId("treemap-summary");
    summary.getStyleClass().add("caption");
    summary.setMinWidth(0);
    summary.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    getChildren().setAll(bar(), new TreemapCanvas(model, onNumbers, messages), summary);
    Following.of(this).subscribe(model.treemapProperty(), this::showRoot);
    Following.of(this).subscribe(model.summaryProperty(), this::showSummary);
  }

  private HBox bar() {
    out.setId("treemap-out");
    out.getStyleClass().addAll("flat", "button-icon", "small");
    out.setAccessibleText(messages.text("treemap.out"));
    Tips.explain(out, messages.text("treemap.out"));
    out.setOnAction(_ -> model.zoomOut());
    HBox.setHgrow(root, Priority.ALWAYS);
    HBox bar = new HBox(8, out, root, toggles());
    bar.setAlignment(Pos.CENTER_LEFT);
    bar.setMinWidth(0);
    return bar;
  }

  private HBox toggles() {
    HBox toggles = new HBox();
    toggles.setMinWidth(Region.USE_PREF_SIZE);
    ToggleGroup group = new ToggleGroup();
    for (TileColoring coloring : TileColoring.values()) {
      String name = coloring.name().toLowerCase(Locale.ROOT);
      ToggleButton toggle = new ToggleButton(messages.text("treemap.color." + name));
      toggle.setId("treemap-color-" + name);
      Tips.explain(toggle, messages.text("treemap.color." + name + ".tip"));
      toggle.setToggleGroup(group);
      toggle.getStyleClass().addAll("small", coloring.ordinal() == 0 ? "left-pill" : "right-pill");
      toggle.setSelected(model.coloringProperty().get() == coloring);
      // One of them always stays pressed.
      toggle.setOnAction(
          _ -> {
            toggle.setSelected(true);
            model.coloringProperty().set(coloring);
          });
      toggles.getChildren().add(toggle);
    }
    return toggles;
  }

  private void showRoot(Optional<Treemap> map) {
    out.setDisable(map.filter(shown -> shown.root() >= 0).isEmpty());
    root.show(map);
  }

  private void showSummary(Optional<GroupSummary> shown) {
    summary.setText(
        shown
            .flatMap(
                figures -> model.treemapProperty().get().map(map -> text.of(map.tree(), figures)))
            .orElse(messages.text("treemap.hint")));
  }
}
