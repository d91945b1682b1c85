package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import atlantafx.base.layout.InputGroup;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.Preset;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The row above the entries: entries or model card, the search field, presets, import and export.
final class MetadataBar extends HBox {

  private static final double SPACING = 8;
  private static final double WIDE = 520;

  private final MetadataViewModel model;
  private final Messages messages;
  private final ToggleButton entries;
  private final ToggleButton card;
  private final TextField find;
  private final MenuButton presets = PanelParts.named(new MenuButton(), "metadata-presets");
  private final Menu presetMenu = new Menu();

  /// @param dialogs supplies the file dialogs; called for each file
  /// @param onHashesOfMany adds hashes to several files
  /// @param onMode receives whether the model card is selected
  MetadataBar(
      MetadataViewModel model,
      Messages messages,
      Supplier<FileDialogs> dialogs,
      Runnable onHashesOfMany,
      Consumer<Boolean> onMode) {
    super(SPACING);
    this.model = model;
    this.messages = messages;
    entries = mode("entries");
    card = mode("card");
    find = PanelParts.searchField("metadata-find", messages.text("metadata.find"));
    find.textProperty().bindBidirectional(model.rows.findText);
    HBox.setHgrow(find, Priority.ALWAYS);
    getStyleClass().add("metadata-bar");
    setAlignment(Pos.CENTER_LEFT);
    String presetsText = messages.text("metadata.presets");
    presets.setText(presetsText);
    Tips.explain(presets, messages.text("metadata.presets.tip"));
    presets.setMinWidth(USE_PREF_SIZE);
    presets.getItems().setAll(presetItems("metadata-preset-", onHashesOfMany));
    presets.disableProperty().bind(model.editing.editable.not());
    presetMenu.setText(presetsText);
    presetMenu.getItems().setAll(presetItems("metadata-more-preset-", onHashesOfMany));
    presetMenu.disableProperty().bind(model.editing.editable.not());
    getChildren().setAll(modes(onMode), find, presets, moreButton(dialogs));
    widthProperty().subscribe(width -> arrange(width.doubleValue() >= WIDE));
  }

  /// Moves the presets of a narrow bar to the other menu.
  private void arrange(boolean wide) {
    setSpacing(wide ? SPACING : SPACING / 2);
    PanelParts.setShown(presets, wide);
    find.setMinWidth(wide ? 80 : 44);
    presetMenu.setVisible(!wide);
    for (ToggleButton mode : List.of(entries, card)) {
      mode.getStyleClass().remove("small");
      if (!wide) {
        mode.getStyleClass().add("small");
      }
    }
  }

  private ToggleButton mode(String name) {
    ToggleButton mode = new ToggleButton(messages.text("metadata.mode." + name));
    mode.setId("metadata-mode-" + name);
    Tips.explain(mode, messages.text("metadata.mode." + name + ".tip"));
    return mode;
  }

  private InputGroup modes(Consumer<Boolean> onMode) {
    ToggleGroup group = new ToggleGroup();
    group.getToggles().setAll(entries, card);
    group.selectToggle(entries);
    group
        .selectedToggleProperty()
        .subscribe(
            (before, now) -> {
              if (now == null) {
                group.selectToggle(before);
              } else {
                find.setDisable(now == card);
                onMode.accept(now == card);
              }
            });
    InputGroup modes = new InputGroup(entries, card);
    modes.setMinWidth(USE_PREF_SIZE);
    return modes;
  }

  void showEntries() {
    entries.setSelected(true);
  }

  private List<MenuItem> presetItems(String idPrefix, Runnable onHashesOfMany) {
    List<MenuItem> items = new ArrayList<>();
    for (Preset preset : Preset.values()) {
      Runnable action =
          () -> {
            if (preset.needsDataHash() && model.files().size() > 1) {
              onHashesOfMany.run();
            } else {
              model.propose(preset);
            }
          };
      String id = idPrefix + Messages.word(preset);
      items.add(MenuItems.of(id, model.proposals.name(preset), action));
    }
    return items;
  }

  private MenuButton moreButton(Supplier<FileDialogs> dialogs) {
    ProposalViewModel proposals = model.proposals;
    Runnable runImport =
        () -> dialogs.get().choose(FileDialogs.Existing.JSON).ifPresent(proposals::importFrom);
    Runnable runExport =
        () ->
            dialogs.get().chooseTarget(model.suggestedExportName()).ifPresent(proposals::exportTo);
    MenuItem importItem = item("import", Feather.DOWNLOAD, runImport);
    importItem.disableProperty().bind(model.editing.editable.not());
    MenuButton more =
        new MenuButton(
            null,
            Icons.of(Feather.MORE_HORIZONTAL),
            presetMenu,
            importItem,
            item("export", Feather.UPLOAD, runExport),
            item(
                "copy-all",
                Feather.CLIPBOARD,
                () -> CopyMenu.copy(model.editing.asJson(_ -> true))));
    Tips.name(more, messages.text("metadata.more"));
    more.setMinWidth(USE_PREF_SIZE);
    return PanelParts.named(
        more, "metadata-more", "flat", "button-icon", "tweak-no-arrow", "no-arrow");
  }

  private MenuItem item(String name, Ikon icon, Runnable run) {
    return MenuItems.of(
        "metadata-more-" + name, messages.text("metadata.action." + name), icon, run);
  }
}
