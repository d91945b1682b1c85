package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.control.slice.SliceBar;
import io.github.tensorloupe.desktop.pane.heatmap.LineViewModel.Kind;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.desktop.theme.ZoomedPane;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The controls for pooling, colors, zoom and export.
final class HeatToolbar extends FlowPane {

  private static final List<Double> PERCENTILES = List.of(90.0, 95.0, 99.0, 99.5, 99.9, 100.0);

  private static final PseudoClass LOW = PseudoClass.getPseudoClass("low");

  private final HeatMapViewModel model;
  private final LineViewModel line;
  private final Supplier<? extends SaveTargets> files;
  private final Messages messages;
  private final BooleanProperty low = new SimpleBooleanProperty();
  private final MenuButton axesMenu = new MenuButton(null, Icons.of(Feather.SLIDERS));
  private final CustomMenuItem axesItem = new CustomMenuItem(null, false);

  HeatToolbar(
      HeatMapViewModel model,
      LineViewModel line,
      Supplier<? extends SaveTargets> files,
      Messages messages) {
    this.model = model;
    this.line = line;
    this.files = files;
    this.messages = messages;
    getStyleClass().add("heatmap-toolbar");
    holdAxes(Optional.empty());
    axesMenu.setId("heatmap-axes-menu");
    axesMenu.getItems().add(axesItem);
    described(axesMenu, messages.text("slice.tip")).getStyleClass().addAll("flat", "button-icon");
    axesMenu.managedProperty().bind(axesMenu.visibleProperty());
    ComboBox<Pooling> poolings =
        box(
            "pooling",
            "heatmap.pooling",
            model.choices.pooling,
            List.of(Pooling.values()),
            it -> messages.text("heatmap.pooling." + it.name().toLowerCase(Locale.ROOT)));
    ComboBox<Double> percentiles =
        box(
            "percentile",
            "heatmap.percentile.tip",
            model.choices.percentile,
            PERCENTILES,
            it -> messages.text("heatmap.percentile", messages.value(it)));
    setMargin(percentiles, new Insets(0, 3, 0, 0));
    setMargin(poolings, new Insets(0, 2, 0, 2));
    BooleanBinding isPicture = line.kind.isEqualTo(Kind.PICTURE);
    Stream.of(poolings, percentiles).forEach(box -> showWhile(isPicture, box));
    Button further = zoomButton("further", Feather.ZOOM_OUT, -1);
    Button nearer = zoomButton("nearer", Feather.ZOOM_IN, 1);
    Button fit = button("fit", Icons.of(Feather.MAXIMIZE), "heatmap.fit", this::fit);
    Button export = button("export", Icons.of(Feather.DOWNLOAD), "heatmap.export", this::export);
    getChildren().addAll(kindMenu(), poolings, percentiles, transposeButton(), axesMenu);
    getChildren().addAll(further, nearer, fit, elementwiseButton(), export);
  }

  /// Moves the axis choosers into a menu, or releases them if empty.
  void holdAxes(Optional<SliceBar> axes) {
    low.set(axes.isPresent());
    pseudoClassStateChanged(LOW, axes.isPresent());
    axesItem.setContent(axes.map(ZoomedPane::inMenu).orElse(null));
    axesMenu.visibleProperty().unbind();
    axes.ifPresentOrElse(
        held -> axesMenu.visibleProperty().bind(held.visibleProperty()),
        () -> axesMenu.setVisible(false));
  }

  private <T> ComboBox<T> box(
      String name, String tipKey, Property<T> chosen, List<T> choices, Function<T, String> text) {
    ComboBox<T> box = described(new ComboBox<>(), messages.text(tipKey));
    PanelParts.named(box, "heatmap-" + name, "small");
    box.setConverter(PanelParts.choiceText(text));
    box.getItems().setAll(choices);
    box.valueProperty().bindBidirectional(chosen);
    return box;
  }

  private static <T extends Region> T described(T control, String tip) {
    control.setMinWidth(USE_PREF_SIZE);
    Tips.name(control, tip);
    return control;
  }

  private Button transposeButton() {
    Node icon = Icons.of(Feather.CORNER_RIGHT_DOWN);
    Button button = button("transpose", icon, "slice.transpose", model::transpose);
    WeakSubscriptions.of(button)
        .subscribe(
            model.slice, slice -> button.setDisable(slice.map(TensorSlice::isFolded).orElse(true)));
    return button;
  }

  /// Creates a button that is hidden while the axis menu needs its space, since the wheel and keys
  /// zoom too.
  private Button zoomButton(String name, Ikon icon, int steps) {
    Button button = button(name, Icons.of(icon), "heatmap." + name, () -> zoom(steps));
    button.visibleProperty().bind(axesMenu.visibleProperty().not());
    button.managedProperty().bind(button.visibleProperty());
    return button;
  }

  private MenuButton kindMenu() {
    MenuButton menu = described(new MenuButton(), messages.text("heatmap.kind"));
    menu.setId("heatmap-kind");
    menu.getItems()
        .setAll(
            MenuItems.radio(
                line.kind,
                List.of(Kind.values()),
                kind -> "heatmap-kind-" + Messages.word(kind),
                this::text));
    Runnable show =
        () -> {
          Kind kind = line.kind.getValue();
          menu.setText(low.get() ? "" : text(kind));
          menu.setGraphic(Icons.of(kind == Kind.PICTURE ? Feather.IMAGE : Feather.TRENDING_UP));
        };
    WeakSubscriptions.of(menu).subscribe(line.kind, show);
    low.subscribe(show);
    show.run();
    return menu;
  }

  private String text(Kind kind) {
    return messages.text("heatmap.kind." + Messages.word(kind));
  }

  private static void showWhile(ObservableValue<Boolean> condition, Node node) {
    node.visibleProperty().bind(condition);
    node.managedProperty().bind(condition);
  }

  private void zoom(int steps) {
    if (line.isShown()) {
      line.zoom(steps);
    } else {
      model.zoom(steps);
    }
  }

  private void fit() {
    if (line.isShown()) {
      line.fit();
    } else {
      model.fit();
    }
  }

  private Button elementwiseButton() {
    Button button = button("elementwise", null, "heatmap.elementwise", model::showElementwise);
    button.setText(messages.text("heatmap.elementwise.short"));
    button.getStyleClass().remove("button-icon");
    // Hidden in a low pane; a key does the same.
    showWhile(line.kind.isEqualTo(Kind.PICTURE).and(low.not()), button);
    return button;
  }

  private Button button(String name, Node icon, String key, Runnable action) {
    return PanelParts.iconButton("heatmap-" + name, icon, messages.text(key), action);
  }

  private void export() {
    if (model.slice().isPresent()) {
      TensorSlice slice = model.slice().get();
      String name = SaveTargets.suggestedName(slice.data().info().name(), "heatmap", "png");
      Pooling pooling = model.choices.pooling.get();
      double percentile = model.choices.percentile.get();
      files
          .get()
          .chooseTarget(name)
          .ifPresent(file -> model.export.save(slice, pooling, percentile, file));
    }
  }
}
