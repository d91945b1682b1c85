package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.filemap.FileMapViewModel.Coloring;
import io.github.tensorloupe.desktop.pane.filemap.MapColumns.ColumnKind;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.desktop.theme.ZoomedPane;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import javafx.scene.control.Label;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The strip for the whole file with a legend of its colors and, if there are several files, the
/// buttons for the previous and next file.
public final class FileMapView extends HBox {

  private static final int NAME_CHARACTERS = 200;

  private final FileMapViewModel model;
  private final Messages messages;
  private final Label place = new Label();
  private final Button before;
  private final Button next;
  private final HBox files;

  public FileMapView(FileMapViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("file-map-bar");
    setAlignment(Pos.CENTER_LEFT);
    setFillHeight(false);
    before = button("file-map-before", Feather.CHEVRON_LEFT, "filemap.file-before", -1);
    next = button("file-map-next", Feather.CHEVRON_RIGHT, "filemap.file-next", 1);
    PanelParts.named(place, "file-map-file", "caption").setMinWidth(USE_PREF_SIZE);
    files = new HBox(before, place, next);
    files.setAlignment(Pos.CENTER_LEFT);
    MapStrip strip = new MapStrip(model, messages);
    HBox.setHgrow(strip, Priority.ALWAYS);
    getChildren().setAll(files, strip, new MapLegend(model, messages));
    WeakSubscriptions.of(this).subscribe(model.caretProperty(), _ -> showFile());
  }

  private Button button(String id, Ikon icon, String key, int step) {
    Runnable go = () -> model.goToFile(step);
    return PanelParts.named(Icons.button(icon, messages.text(key), go, "flat", "small"), id);
  }

  private void showFile() {
    List<TensorFile> all = model.files();
    Optional<TensorFile> shown = model.caretProperty().get().map(caret -> caret.file());
    PanelParts.setShown(files, all.size() > 1);
    if (all.size() > 1 && shown.isPresent()) {
      int index = all.indexOf(shown.get());
      String name =
          DisplayText.of(String.valueOf(shown.get().path().getFileName()), NAME_CHARACTERS);
      place.setText(
          messages.text("filemap.file", messages.count(index + 1L), messages.count(all.size())));
      Tips.explain(place, name);
      place.setAccessibleText(name);
      before.setDisable(index == 0);
      next.setDisable(index == all.size() - 1);
    }
  }

  /// The menu next to the map, with the choice of coloring and the meaning of each color.
  private static final class MapLegend extends MenuButton {

    private static final int MAX_TENSORS = 100_000;

    private final FileMapViewModel model;
    private final Messages messages;
    private final List<MenuItem> choices;

    MapLegend(FileMapViewModel model, Messages messages) {
      super(null, Icons.of(Feather.DROPLET, "icon-small"));
      this.model = model;
      this.messages = messages;
      this.choices =
          MenuItems.radio(
              model.coloring,
              List.of(Coloring.values()),
              it -> "file-map-color-" + Messages.word(it),
              it -> messages.text("filemap.color." + Messages.word(it)));
      PanelParts.named(this, "file-map-legend", "flat", "button-icon", "small", "file-map-legend");
      Tips.name(this, messages.text("filemap.legend"));
      // The entries depend on the dtypes of the shown file.
      setOnShowing(_ -> getItems().setAll(items()));
      getItems().setAll(choices);
    }

    private List<MenuItem> items() {
      List<MenuItem> items = new ArrayList<>(choices);
      items.add(new SeparatorMenuItem());
      switch (model.coloring.get()) {
        case HEALTH ->
            Stream.of(ColumnKind.HEALTHY, ColumnKind.UNKNOWN, ColumnKind.NOTE)
                .forEach(kind -> items.add(entry(kind)));
        case DTYPE ->
            dtypes()
                .forEach(
                    dtype ->
                        items.add(entry(dtype.name(), "dtype-bar", DtypeStyles.styleClass(dtype))));
        case GROUP -> items.add(entry(messages.text("filemap.key.group"), "swatch", "group-0"));
      }
      // Problems are marked in every coloring.
      Stream.of(
              ColumnKind.WARNING,
              ColumnKind.ERROR,
              ColumnKind.HEADER,
              ColumnKind.UNCLAIMED,
              ColumnKind.OVERLAP,
              ColumnKind.MISSING)
          .forEach(kind -> items.add(entry(kind)));
      items.add(entry(messages.text("filemap.key.hole"), "file-map-key-hole"));
      return items;
    }

    private Set<Dtype> dtypes() {
      return model.file().stream()
          .flatMap(file -> file.header().tensors().stream().limit(MAX_TENSORS))
          .map(TensorInfo::dtype)
          .collect(Collectors.toCollection(() -> EnumSet.noneOf(Dtype.class)));
    }

    private MenuItem entry(ColumnKind kind) {
      return entry(
          messages.text("filemap.key." + Messages.word(kind)),
          "file-map-key-" + Messages.word(kind));
    }

    private static MenuItem entry(String text, String... styleClasses) {
      Region patch = new Region();
      patch.getStyleClass().add("file-map-key");
      patch.getStyleClass().addAll(styleClasses);
      Label label = PanelParts.label(text, "file-map-key-label");
      label.setGraphic(patch);
      CustomMenuItem item = new CustomMenuItem(ZoomedPane.inMenu(label), false);
      item.setText(text);
      // Dtype names have underscores, and JavaFX would search for a missing label to underline.
      item.setMnemonicParsing(false);
      item.getStyleClass().add("file-map-key-item");
      return item;
    }
  }
}
