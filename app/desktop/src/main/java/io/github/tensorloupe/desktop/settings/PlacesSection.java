package io.github.tensorloupe.desktop.settings;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.model.PathText;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Where the program keeps its files.
final class PlacesSection extends VBox {

  private final Consumer<Path> onShow;
  private final Messages messages;

  /// @param onShow shows a file or folder in the desktop's file manager
  PlacesSection(List<KeptPlace> places, Consumer<Path> onShow, Messages messages) {
    this.onShow = onShow;
    this.messages = messages;
    getStyleClass().add("setting-rows");
    places.forEach(place -> getChildren().add(row(place)));
  }

  private SettingRow row(KeptPlace place) {
    String name = messages.text(place.messageKey());
    return new SettingRow(
        name,
        place
            .path()
            .map(path -> line(name, path))
            .orElseGet(() -> new Label(messages.text("settings.place.none"))));
  }

  private Node line(String name, Path path) {
    String text = PathText.of(path);
    Label shown = new Label(text);
    shown.getStyleClass().addAll("mono", "muted");
    shown.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    shown.setMinWidth(0);
    shown.setMaxWidth(Double.MAX_VALUE);
    Tips.explain(shown, text);
    HBox.setHgrow(shown, Priority.ALWAYS);
    HBox line =
        new HBox(
            shown,
            button("settings.place.copy", name, Feather.COPY, () -> CopyMenu.copy(path.toString())),
            button("settings.place.show", name, Feather.EXTERNAL_LINK, () -> onShow.accept(path)));
    line.getStyleClass().add("setting-place");
    line.setAlignment(Pos.CENTER_LEFT);
    return line;
  }

  private Button button(String key, String name, Feather icon, Runnable action) {
    Button button = new Button(null, Icons.of(icon));
    button.getStyleClass().addAll("flat", "button-icon");
    button.setMinWidth(USE_PREF_SIZE);
    button.setAccessibleText(messages.text("settings.place.of", messages.text(key), name));
    Tips.explain(button, messages.text(key));
    button.setOnAction(_ -> action.run());
    return button;
  }
}
