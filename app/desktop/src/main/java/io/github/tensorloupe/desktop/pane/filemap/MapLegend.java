package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.filemap.FileMapViewModel.Coloring;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.desktop.theme.ZoomedPane;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The menu beside the map: what the colours tell, and what each of them means.
final class MapLegend extends MenuButton {

  private static final int MOST_TENSORS = 100_000;

  private final FileMapViewModel model;
  private final Messages messages;

  MapLegend(FileMapViewModel model, Messages messages) {
    super(null, Icons.of(Feather.DROPLET, "icon-small"));
    this.model = model;
    this.messages = messages;
    setId("file-map-legend");
    getStyleClass().addAll("flat", "button-icon", "small", "file-map-legend");
    setAccessibleText(messages.text("filemap.legend"));
    Tips.explain(this, messages.text("filemap.legend"));
    // The dtypes are those of the file that is shown now.
    setOnShowing(_ -> getItems().setAll(items()));
    getItems().setAll(choices());
  }

  private List<MenuItem> items() {
    List<MenuItem> items = new ArrayList<>(choices());
    items.add(new SeparatorMenuItem());
    switch (model.coloringProperty().get()) {
      case HEALTH -> {
        for (ColumnKind kind :
            List.of(
                ColumnKind.HEALTHY,
                ColumnKind.UNKNOWN,
                ColumnKind.NOTE,
                ColumnKind.WARNING,
                ColumnKind.ERROR)) {
          items.add(entry(kind));
        }
      }
      case DTYPE ->
          dtypes()
              .forEach(
                  dtype ->
                      items.add(entry(dtype.name(), "dtype-bar", DtypeStyles.styleClass(dtype))));
      case GROUP -> items.add(entry(messages.text("filemap.key.group"), "swatch", "group-0"));
    }
    // Whatever the colours tell, problems are marked above them.
    List<ColumnKind> marks =
        model.coloringProperty().get() == Coloring.HEALTH
            ? List.of()
            : List.of(ColumnKind.WARNING, ColumnKind.ERROR);
    marks.forEach(kind -> items.add(entry(kind)));
    for (ColumnKind kind :
        List.of(ColumnKind.HEADER, ColumnKind.UNCLAIMED, ColumnKind.OVERLAP, ColumnKind.MISSING)) {
      items.add(entry(kind));
    }
    items.add(entry(messages.text("filemap.key.hole"), "file-map-key-hole"));
    return items;
  }

  private List<RadioMenuItem> choices() {
    List<RadioMenuItem> choices = new ArrayList<>();
    for (Coloring coloring : Coloring.values()) {
      String name = coloring.name().toLowerCase(Locale.ROOT);
      RadioMenuItem choice = new RadioMenuItem(messages.text("filemap.color." + name));
      choice.setId("file-map-color-" + name);
      choice.setSelected(model.coloringProperty().get() == coloring);
      choice.setOnAction(_ -> model.coloringProperty().set(coloring));
      choices.add(choice);
    }
    return choices;
  }

  private Set<Dtype> dtypes() {
    Set<Dtype> dtypes = EnumSet.noneOf(Dtype.class);
    model
        .file()
        .ifPresent(
            file ->
                file.header().tensors().stream()
                    .limit(MOST_TENSORS)
                    .map(TensorInfo::dtype)
                    .forEach(dtypes::add));
    return dtypes;
  }

  private MenuItem entry(ColumnKind kind) {
    String name = kind.name().toLowerCase(Locale.ROOT);
    return entry(messages.text("filemap.key." + name), "file-map-key-" + name);
  }

  private static MenuItem entry(String text, String... styleClasses) {
    Region patch = new Region();
    patch.getStyleClass().add("file-map-key");
    patch.getStyleClass().addAll(styleClasses);
    Label label = new Label(text, patch);
    label.getStyleClass().add("file-map-key-label");
    CustomMenuItem item = new CustomMenuItem(ZoomedPane.inMenu(label), false);
    item.setText(text);
    item.getStyleClass().add("file-map-key-item");
    return item;
  }
}
