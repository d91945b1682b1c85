package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import atlantafx.base.layout.InputGroup;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.Preset;
import org.controlsfx.control.textfield.CustomTextField;
import org.controlsfx.control.textfield.TextFields;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The row above the entries: entries or model card, the find field, presets, import and export.
final class MetadataBar extends HBox {

  private static final double SPACING = 8;
  private static final double WIDE = 520;
  private static final double LEAST_FIND_WIDTH = 80;
  private static final double LEAST_NARROW_FIND_WIDTH = 44;

  private final MetadataViewModel model;
  private final Messages messages;
  private final Supplier<MetadataFiles> files;
  private final ToggleButton entries = new ToggleButton();
  private final ToggleButton card = new ToggleButton();
  private final InputGroup modes = new InputGroup(entries, card);
  private final TextField find = TextFields.createClearableTextField();
  private final MenuButton presets = new MenuButton();
  private final MenuButton more = new MenuButton();
  private final Menu presetMenu = new Menu();
  private Optional<Runnable> onHashesOfMany = Optional.empty();

  /// @param onMode receives whether the model card is wanted
  MetadataBar(
      MetadataViewModel model,
      Messages messages,
      Supplier<MetadataFiles> files,
      Consumer<Boolean> onMode) {
    super(SPACING);
    this.model = model;
    this.messages = messages;
    this.files = files;
    getStyleClass().add("metadata-bar");
    setAlignment(Pos.CENTER_LEFT);
    setUpModes(onMode);
    setUpFind();
    setUpPresets();
    setUpMore();
    getChildren().setAll(modes, find, presets, more);
    widthProperty().subscribe(width -> arrange(width.doubleValue() >= WIDE));
  }

  /// A narrow bar shows the presets in the other menu.
  private void arrange(boolean wide) {
    setSpacing(wide ? SPACING : SPACING / 2);
    Nodes.show(presets, wide);
    find.setMinWidth(wide ? LEAST_FIND_WIDTH : LEAST_NARROW_FIND_WIDTH);
    presetMenu.setVisible(!wide);
    for (ToggleButton mode : List.of(entries, card)) {
      mode.getStyleClass().remove("small");
      if (!wide) {
        mode.getStyleClass().add("small");
      }
    }
  }

  private void setUpModes(Consumer<Boolean> onMode) {
    ToggleGroup group = new ToggleGroup();
    entries.setId("metadata-mode-entries");
    entries.setText(messages.text("metadata.mode.entries"));
    Tips.explain(entries, messages.text("metadata.mode.entries.tip"));
    card.setId("metadata-mode-card");
    card.setText(messages.text("metadata.mode.card"));
    Tips.explain(card, messages.text("metadata.mode.card.tip"));
    group.getToggles().setAll(entries, card);
    group.selectToggle(entries);
    modes.setMinWidth(Region.USE_PREF_SIZE);
    group
        .selectedToggleProperty()
        .addListener(
            (_, before, now) -> {
              if (now == null) {
                group.selectToggle(before);
              } else {
                find.setDisable(now == card);
                onMode.accept(now == card);
              }
            });
  }

  /// Turns from the model card to the entries.
  void showEntries() {
    entries.setSelected(true);
  }

  private void setUpFind() {
    if (find instanceof CustomTextField custom) {
      custom.setLeft(Icons.of(Feather.SEARCH, "icon-small"));
    }
    find.setId("metadata-find");
    find.setPromptText(messages.text("metadata.find"));
    find.setAccessibleText(messages.text("metadata.find"));
    find.textProperty().bindBidirectional(model.findTextProperty());
    HBox.setHgrow(find, Priority.ALWAYS);
  }

  private void setUpPresets() {
    presets.setId("metadata-presets");
    presets.setText(messages.text("metadata.presets"));
    Tips.explain(presets, messages.text("metadata.presets.tip"));
    presets.setMinWidth(Region.USE_PREF_SIZE);
    presetMenu.setText(messages.text("metadata.presets"));
    for (Preset preset : Preset.values()) {
      presets.getItems().add(presetItem(preset, "metadata-preset-"));
      presetMenu.getItems().add(presetItem(preset, "metadata-more-preset-"));
    }
    presets.disableProperty().bind(model.editing().editableProperty().not());
    presetMenu.disableProperty().bind(model.editing().editableProperty().not());
    Following.of(this).subscribe(model.sourceProperty(), _ -> enablePresets());
  }

  /// Sets the action that gives several files their own hashes.
  void setOnHashesOfMany(Runnable recompute) {
    onHashesOfMany = Optional.of(recompute);
    enablePresets();
  }

  private MenuItem presetItem(Preset preset, String idPrefix) {
    MenuItem item = new MenuItem(model.proposals().name(preset));
    item.setId(idPrefix + ProposalViewModel.id(preset));
    item.setOnAction(_ -> propose(preset));
    return item;
  }

  private void propose(Preset preset) {
    if (model.isApplicable(preset)) {
      model.propose(preset);
    } else {
      onHashesOfMany.ifPresent(Runnable::run);
    }
  }

  private void enablePresets() {
    for (Preset preset : Preset.values()) {
      boolean applicable =
          model.isApplicable(preset) || preset.needsDataHash() && onHashesOfMany.isPresent();
      presets.getItems().get(preset.ordinal()).setDisable(!applicable);
      presetMenu.getItems().get(preset.ordinal()).setDisable(!applicable);
    }
  }

  private void setUpMore() {
    more.setId("metadata-more");
    more.setGraphic(Icons.of(Feather.MORE_HORIZONTAL));
    more.getStyleClass().addAll("flat", "button-icon", "tweak-no-arrow", "no-arrow");
    more.setAccessibleText(messages.text("metadata.more"));
    Tips.explain(more, messages.text("metadata.more"));
    more.setMinWidth(Region.USE_PREF_SIZE);
    MenuItem imported =
        item(
            "import",
            Feather.DOWNLOAD,
            () -> files.get().chooseJsonFile().ifPresent(model.proposals()::importFrom));
    imported.disableProperty().bind(model.editing().editableProperty().not());
    MenuItem exported =
        item(
            "export",
            Feather.UPLOAD,
            () ->
                files
                    .get()
                    .chooseJsonTarget(model.suggestedExportName())
                    .ifPresent(model.proposals()::exportTo));
    MenuItem copied =
        item("copy-all", Feather.CLIPBOARD, () -> CopyMenu.copy(model.editing().asJson()));
    more.getItems().setAll(presetMenu, imported, exported, copied);
  }

  private MenuItem item(String name, Ikon icon, Runnable run) {
    MenuItem item = new MenuItem(messages.text("metadata.action." + name), Icons.of(icon));
    item.setId("metadata-more-" + name);
    item.setOnAction(_ -> run.run());
    return item;
  }
}
