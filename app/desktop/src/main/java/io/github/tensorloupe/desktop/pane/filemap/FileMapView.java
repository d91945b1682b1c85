package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import javafx.scene.control.Label;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The strip that stands for the whole file, with what its colours tell, and where there are
/// several files the way from one to the next.
public final class FileMapView extends HBox {

  private static final int NAME_CHARACTERS = 200;

  private final FileMapViewModel model;
  private final Messages messages;
  private final Label place = new Label();
  private final Button before;
  private final Button next;
  private final HBox files;

  /// @param model what is shown
  public FileMapView(FileMapViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    getStyleClass().add("file-map-bar");
    getStylesheets()
        .add(Objects.requireNonNull(FileMapView.class.getResource("filemap.css")).toExternalForm());
    setAlignment(Pos.CENTER_LEFT);
    setFillHeight(false);
    before = button("file-map-before", Feather.CHEVRON_LEFT, "filemap.file-before", -1);
    next = button("file-map-next", Feather.CHEVRON_RIGHT, "filemap.file-next", 1);
    place.setId("file-map-file");
    place.getStyleClass().add("caption");
    place.setMinWidth(USE_PREF_SIZE);
    files = new HBox(before, place, next);
    files.setAlignment(Pos.CENTER_LEFT);
    MapStrip strip = new MapStrip(model, messages);
    HBox.setHgrow(strip, Priority.ALWAYS);
    getChildren().setAll(files, strip, new MapLegend(model, messages));
    Following.of(this).subscribe(model.caretProperty(), _ -> showFile());
  }

  private Button button(String id, Ikon icon, String key, int step) {
    Button button = new Button(null, Icons.of(icon, "icon-small"));
    button.setId(id);
    button.getStyleClass().addAll("flat", "button-icon", "small");
    button.setAccessibleText(messages.text(key));
    Tips.explain(button, messages.text(key));
    button.setOnAction(_ -> model.moves().goToFile(step));
    return button;
  }

  private void showFile() {
    List<TensorFile> all = model.files();
    Optional<TensorFile> shown = model.caretProperty().get().map(caret -> caret.file());
    files.setVisible(all.size() > 1);
    files.setManaged(all.size() > 1);
    if (all.size() > 1 && shown.isPresent()) {
      int index = all.indexOf(shown.get());
      String name =
          DisplayText.of(String.valueOf(shown.get().path().getFileName()), NAME_CHARACTERS);
      place.setText(
          messages.text("filemap.file", Figures.count(index + 1L), Figures.count(all.size())));
      Tips.explain(place, name);
      place.setAccessibleText(name);
      before.setDisable(index == 0);
      next.setDisable(index == all.size() - 1);
    }
  }
}
