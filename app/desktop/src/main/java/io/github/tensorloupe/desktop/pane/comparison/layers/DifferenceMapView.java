package io.github.tensorloupe.desktop.pane.comparison.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.StackStatistic;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.layermap.LayerMapCanvas;
import io.github.tensorloupe.desktop.control.layermap.LayerMapLegend;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.ComparisonDescriptor;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The pane of the layer map of a comparison; a place that is clicked selects its pair.
public final class DifferenceMapView extends StackPane {

  private static final double HEIGHT_FOR_LEGEND = 200;

  public static final ComparisonDescriptor DESCRIPTOR =
      new ComparisonDescriptor("layers", Command.SHOW_LAYERS, DifferenceMapView::pane);

  private final DifferenceMapViewModel model;
  private final Messages messages;
  private final ComboBox<LayerStack> stacks = new ComboBox<>();
  private final LayerMapCanvas canvas;
  private final LayerMapLegend legend;
  private final Label readout = PanelParts.named(new Label(), "compare-layers-readout");
  private final Label tensorName = PanelParts.label("", "mono", "caption");

  DifferenceMapView(DifferenceMapViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    this.canvas = new LayerMapCanvas(model.shown(), messages);
    this.legend = new LayerMapLegend("compare.layers.legend.", messages);
    PanelParts.named(this, "compare-layers", "compare-layers");
    Themes.style(this, DifferenceMapView.class, "differences.css");
    VBox.setVgrow(canvas, Priority.ALWAYS);
    VBox content = new VBox(stacks, canvas, legend, new VBox(readout, tensorName));
    content.getStyleClass().add("compare-layers-content");
    Label note = new Label(null, Icons.of(Feather.GRID, "icon-large"));
    PanelParts.named(note, "compare-layers-note", "empty-state", "compare-layers-note");
    note.setWrapText(true);
    getChildren().addAll(content, note);
    prepareStacks();
    Following.of(this)
        .subscribe(
            model.noteProperty(),
            why -> {
              note.setText(why);
              note.setVisible(!why.isEmpty());
              content.setVisible(why.isEmpty());
            });
    Following.of(this).subscribe(model.shown().heatMapProperty(), _ -> showMap());
    canvas.lookedAtProperty().subscribe(_ -> showReadout());
    heightProperty().subscribe(_ -> showMap());
  }

  private static DocumentPane pane(ComparisonContext context) {
    DifferenceMapViewModel model = new DifferenceMapViewModel(context);
    return shown -> {
      model.activeProperty().bind(shown);
      return new DifferenceMapView(model, context.messages());
    };
  }

  private void prepareStacks() {
    PanelParts.named(stacks, "compare-layers-stack", "small");
    Tips.name(stacks, messages.text("layers.stack"));
    stacks.setConverter(PanelParts.choiceText(this::text));
    stacks.setMinWidth(0);
    Following.of(this)
        .subscribe(
            model.stacksProperty(),
            all -> {
              stacks.getItems().setAll(all);
              PanelParts.setShown(stacks, all.size() > 1);
            });
    Following.of(this)
        .subscribe(model.shown().stackProperty(), it -> stacks.setValue(it.orElse(null)));
    stacks
        .valueProperty()
        .subscribe(
            (_, chosen) -> {
              // While the items change it may be none for a moment.
              if (chosen != null) {
                model.shown().stackProperty().set(Optional.of(chosen));
              }
            });
  }

  private String text(LayerStack stack) {
    String name = stack.name() + stack.expertRole().map(role -> ": " + role).orElse("");
    String layers = messages.count(stack.layerCount());
    String roles = messages.count(stack.roles().size());
    return messages.text("layers.stack.size", DisplayText.of(name), layers, roles);
  }

  private void showMap() {
    map().ifPresent(map -> legend.show(map, false, model::value));
    PanelParts.setShown(legend, getHeight() >= HEIGHT_FOR_LEGEND);
    PanelParts.setShown(tensorName, getHeight() >= HEIGHT_FOR_LEGEND);
    showReadout();
  }

  private Optional<StackStatistic> map() {
    return model.shown().heatMapProperty().get();
  }

  private void showReadout() {
    // The place may be one of a map that has gone.
    Optional<LayerPlace> place =
        canvas
            .lookedAtProperty()
            .get()
            .filter(at -> map().filter(map -> map.contains(at)).isPresent());
    String text =
        place
            .map(at -> model.text(map().orElseThrow(), at))
            .orElse(messages.text("compare.layers.hint"));
    readout.setText(text);
    canvas.setAccessibleText(text);
    tensorName.setText(place.flatMap(model::name).orElse(""));
  }
}
