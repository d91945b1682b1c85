package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.control.slice.SliceBar;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.desktop.theme.ZoomedPane;
import javafx.util.StringConverter;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// Chooses how elements are pooled and colored, the zoom, and the way into a file.
final class HeatToolbar extends FlowPane {

  private static final Double[] PERCENTILES = {90.0, 95.0, 99.0, 99.5, 99.9, 100.0};

  private final HeatMapViewModel model;
  private final Supplier<? extends SaveTargets> files;
  private final Messages messages;
  private final MenuButton axesMenu = new MenuButton(null, Icons.of(Feather.SLIDERS));
  private final CustomMenuItem axesItem = new CustomMenuItem(null, false);

  HeatToolbar(HeatMapViewModel model, Supplier<? extends SaveTargets> files, Messages messages) {
    this.model = model;
    this.files = files;
    this.messages = messages;
    getStyleClass().add("heatmap-toolbar");
    getChildren().addAll(poolings(), percentiles());
    holdAxes(Optional.empty());
    axesMenu.setId("heatmap-axes-menu");
    axesMenu.getStyleClass().addAll("flat", "button-icon");
    axesMenu.setMinWidth(USE_PREF_SIZE);
    axesMenu.setAccessibleText(messages.text("slice.tip"));
    Tips.explain(axesMenu, messages.text("slice.tip"));
    axesMenu.getItems().add(axesItem);
    axesMenu.managedProperty().bind(axesMenu.visibleProperty());
    getChildren().addAll(transposeButton(), axesMenu);
    getChildren()
        .addAll(
            zoomButton("heatmap-further", Feather.ZOOM_OUT, "heatmap.further", -1),
            zoomButton("heatmap-nearer", Feather.ZOOM_IN, "heatmap.nearer", 1),
            button("heatmap-fit", Feather.MAXIMIZE, "heatmap.fit", model::fit),
            elementwiseButton(),
            button("heatmap-export", Feather.DOWNLOAD, "heatmap.export", this::export));
  }

  /// Takes the choosers of axes into a menu, or gives them back.
  ///
  /// @param axes have no other place while they are here
  void holdAxes(Optional<SliceBar> axes) {
    axesItem.setContent(axes.map(ZoomedPane::inMenu).orElse(null));
    axesMenu.visibleProperty().unbind();
    axes.ifPresentOrElse(
        held -> axesMenu.visibleProperty().bind(held.visibleProperty()),
        () -> axesMenu.setVisible(false));
  }

  private ComboBox<Pooling> poolings() {
    ComboBox<Pooling> box =
        box("heatmap-pooling", messages.text("heatmap.pooling"), this::poolingText);
    box.getItems().setAll(Pooling.values());
    box.valueProperty().bindBidirectional(model.poolingProperty());
    return box;
  }

  private String poolingText(Pooling pooling) {
    return messages.text(
        switch (pooling) {
          case EXTREME -> "heatmap.pooling.extreme";
          case MEAN -> "heatmap.pooling.mean";
          case RMS -> "heatmap.pooling.rms";
        });
  }

  private ComboBox<Double> percentiles() {
    ComboBox<Double> box =
        box(
            "heatmap-percentile",
            messages.text("heatmap.percentile.tip"),
            percentile -> messages.text("heatmap.percentile", Figures.value(percentile)));
    setMargin(box, new Insets(0, 3, 0, 2));
    box.getItems().setAll(PERCENTILES);
    box.setValue(model.percentileProperty().get());
    box.valueProperty().addListener((_, _, chosen) -> model.percentileProperty().set(chosen));
    return box;
  }

  private static <T> ComboBox<T> box(String id, String accessibleText, Function<T, String> text) {
    ComboBox<T> box = new ComboBox<>();
    box.setId(id);
    box.getStyleClass().add("small");
    box.setAccessibleText(accessibleText);
    Tips.explain(box, accessibleText);
    box.setMinWidth(USE_PREF_SIZE);
    box.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(T value) {
            return value == null ? "" : text.apply(value);
          }

          @Override
          public T fromString(String ignored) {
            throw new UnsupportedOperationException("nothing is typed");
          }
        });
    return box;
  }

  private Button transposeButton() {
    Button button =
        button("heatmap-transpose", Feather.CORNER_RIGHT_DOWN, "slice.transpose", model::transpose);
    Following.of(button)
        .subscribe(
            model.stateProperty(),
            _ ->
                button.setDisable(
                    model.slice().filter(slice -> !SliceChoice.isFolded(slice)).isEmpty()));
    return button;
  }

  /// Gives its room to the menu of axes, for wheel and keys zoom too.
  private Button zoomButton(String id, Ikon icon, String key, int steps) {
    Button button = button(id, icon, key, () -> model.zoom(steps));
    button.visibleProperty().bind(axesMenu.visibleProperty().not());
    button.managedProperty().bind(button.visibleProperty());
    return button;
  }

  private Button elementwiseButton() {
    Button button = button("heatmap-elementwise", null, "heatmap.elementwise", () -> {});
    button.setText(messages.text("heatmap.elementwise.short"));
    button.getStyleClass().setAll("button", "flat");
    button.setOnAction(_ -> model.showElementwise());
    return button;
  }

  private Button button(String id, Ikon icon, String key, Runnable action) {
    Node graphic = icon == null ? null : Icons.of(icon);
    Button button = new Button(null, graphic);
    button.setId(id);
    button.getStyleClass().addAll("flat", "button-icon");
    button.setAccessibleText(messages.text(key));
    Tips.explain(button, messages.text(key));
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(_ -> action.run());
    return button;
  }

  private void export() {
    Optional<TensorSlice> slice = model.slice();
    slice.ifPresent(
        shown ->
            files
                .get()
                .chooseTarget(HeatExport.suggestedName(shown))
                .ifPresent(
                    file ->
                        model
                            .export()
                            .save(
                                shown,
                                model.poolingProperty().get(),
                                model.percentileProperty().get(),
                                file)));
  }
}
