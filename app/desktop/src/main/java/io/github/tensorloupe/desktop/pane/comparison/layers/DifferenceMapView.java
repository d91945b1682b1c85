package io.github.tensorloupe.desktop.pane.comparison.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.StackStatistic;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.layermap.LayerMapCanvas;
import io.github.tensorloupe.desktop.control.layermap.LayerMapLegend;
import io.github.tensorloupe.desktop.control.layermap.StackChoice;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.ComparisonDescriptor;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The pane of the layer map of a comparison; a place that is clicked selects its pair.
public final class DifferenceMapView extends StackPane {

  public static final ComparisonDescriptor DESCRIPTOR =
      new ComparisonDescriptor("layers", Command.SHOW_LAYERS, DifferenceMapView::pane);

  private static final double HEIGHT_FOR_LEGEND = 200;

  private final DifferenceMapViewModel model;
  private final ComparisonContext context;
  private final LayerMapCanvas canvas;
  private final LayerMapLegend legend;
  private final Label readout = PanelParts.named(new Label(), "compare-layers-readout");

  DifferenceMapView(DifferenceMapViewModel model, ComparisonContext context) {
    this.model = model;
    this.context = context;
    canvas = new LayerMapCanvas(model.shown, context.messages());
    legend = new LayerMapLegend("compare.layers.legend.", context.messages());
    PanelParts.named(this, "compare-layers", "compare-layers");
    Themes.style(this, DifferenceMapView.class, "differences.css");
    VBox.setVgrow(canvas, Priority.ALWAYS);
    StackChoice stacks =
        new StackChoice("compare-layers-stack", model.shown, model.stacks, context.messages());
    VBox content = new VBox(stacks, canvas, legend, readout);
    content.getStyleClass().add("compare-layers-content");
    Label note = new Label(null, Icons.of(Feather.GRID, "icon-large"));
    PanelParts.named(note, "compare-layers-note", "empty-state", "compare-layers-note");
    note.setWrapText(true);
    getChildren().addAll(content, note);
    note.textProperty().bind(model.note);
    note.visibleProperty().bind(model.note.isNotEmpty());
    content.visibleProperty().bind(model.note.isEmpty());
    Following.of(this).subscribe(model.stacks, all -> PanelParts.setShown(stacks, all.size() > 1));
    Following.of(this).subscribe(model.shown.heatMapProperty(), _ -> showMap());
    canvas.lookedAtProperty().subscribe(_ -> showReadout());
    heightProperty().subscribe(_ -> showMap());
  }

  private static DocumentPane pane(ComparisonContext context) {
    DifferenceMapViewModel model = new DifferenceMapViewModel(context);
    return shown -> {
      model.active.bind(shown);
      return new DifferenceMapView(model, context);
    };
  }

  private void showMap() {
    map().ifPresent(map -> legend.show(map, false, context.messages()::rounded));
    PanelParts.setShown(legend, getHeight() >= HEIGHT_FOR_LEGEND);
    showReadout();
  }

  private Optional<StackStatistic> map() {
    return model.shown.heatMapProperty().get();
  }

  private void showReadout() {
    // The place may be one of a map that has gone.
    Optional<LayerPlace> place =
        canvas
            .lookedAtProperty()
            .get()
            .filter(at -> map().filter(map -> map.contains(at)).isPresent());
    String hint = context.messages().text("compare.layers.hint");
    String text = place.map(at -> model.text(map().orElseThrow(), at)).orElse(hint);
    readout.setText(text);
    canvas.setAccessibleText(text);
  }
}
