package io.github.tensorloupe.desktop.settings;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.List;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/// What happens when the program starts, and when a file is opened.
final class OpeningSection extends VBox {

  OpeningSection(SettingsViewModel model, Messages messages) {
    getStyleClass().add("setting-rows");
    CheckBox session = new CheckBox(messages.text("settings.session"));
    session.setId("settings-session");
    session.setOnAction(_ -> model.restoreSession(session.isSelected()));
    CheckBox scans = new CheckBox(messages.text("scan.automatic"));
    scans.setId("settings-scan");
    scans.setOnAction(_ -> model.scanAutomatically(scans.isSelected()));
    ComboBox<Long> limits = limits(model, messages);
    SettingRow limitRow = new SettingRow(messages.text("settings.scan.limit"), limits);
    limitRow.disableProperty().bind(scans.selectedProperty().not());
    for (CheckBox box : new CheckBox[] {session, scans}) {
      box.setWrapText(true);
      box.setMinHeight(USE_PREF_SIZE);
    }
    getChildren().addAll(session, scans, limitRow);
    Following.of(this)
        .subscribe(
            model.settings(),
            settings -> {
              session.setSelected(settings.restoresSession());
              scans.setSelected(settings.scanAutomatically());
              List<Long> offered = ScanLimits.with(settings.autoScanLimitBytes());
              if (!limits.getItems().equals(offered)) {
                limits.getItems().setAll(offered);
              }
              limits.setValue(settings.autoScanLimitBytes());
            });
  }

  private static ComboBox<Long> limits(SettingsViewModel model, Messages messages) {
    ComboBox<Long> limits = new ComboBox<>();
    limits.setId("settings-scan-limit");
    limits.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(Long bytes) {
            return bytes == null ? "" : ScanLimits.text(bytes, messages);
          }

          @Override
          public Long fromString(String text) {
            throw new UnsupportedOperationException("limits are chosen, not typed");
          }
        });
    limits.setOnAction(
        _ -> {
          if (limits.getValue() != null) {
            model.limitScans(limits.getValue());
          }
        });
    return limits;
  }
}
