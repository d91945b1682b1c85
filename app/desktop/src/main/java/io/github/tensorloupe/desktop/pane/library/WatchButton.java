package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;
import org.kordamp.ikonli.feather.Feather;

/// Offers the folders of the library to be watched, and says how many are.
final class WatchButton extends MenuButton {

  private static final int MAX_CHARACTERS = 90;
  private static final PseudoClass ACTIVE = PseudoClass.getPseudoClass("active");

  private final LibraryViewModel model;
  private final Supplier<Optional<Path>> chooseFolder;
  private final Messages messages;

  /// @param chooseFolder asks for a folder
  WatchButton(LibraryViewModel model, Supplier<Optional<Path>> chooseFolder, Messages messages) {
    this.model = model;
    this.chooseFolder = chooseFolder;
    this.messages = messages;
    PanelParts.named(this, "library-watch");
    setGraphic(Icons.of(Feather.EYE));
    setMnemonicParsing(false);
    Tips.explain(this, messages.text("library.watch.tip"));
    MenuItems.fillOnShowing(this, this::items);
    Following.of(this).subscribe(model.watching.folders, this::label);
  }

  private void label(Set<Path> watched) {
    String text =
        watched.isEmpty()
            ? messages.text("library.watch")
            : messages.count("library.watch.on", watched.size());
    setText(text);
    setAccessibleText(text);
    pseudoClassStateChanged(ACTIVE, !watched.isEmpty());
  }

  private List<MenuItem> items() {
    List<MenuItem> items = new ArrayList<>();
    for (Path folder : model.addedFolders()) {
      items.add(
          item(
              DisplayText.of(folder.toString(), MAX_CHARACTERS),
              model.watching.folders.get().contains(folder),
              isWatched -> model.lists.watch(folder, isWatched)));
    }
    MenuItem add =
        MenuItems.of(
            "library-watch-add",
            messages.text("library.watch.add"),
            Feather.FOLDER_PLUS,
            () -> chooseFolder.get().ifPresent(folder -> model.lists.watch(folder, true)));
    CheckMenuItem values =
        item(
            messages.text("library.watch.values"),
            model.lists.checksWatched.get(),
            model.lists::setChecksWatched);
    values.setId("library.watch.values");
    items.addAll(List.of(add, new SeparatorMenuItem(), values));
    return items;
  }

  private static CheckMenuItem item(String text, boolean isChosen, Consumer<Boolean> onChosen) {
    CheckMenuItem item = new CheckMenuItem(text);
    item.setMnemonicParsing(false);
    item.setSelected(isChosen);
    item.setOnAction(_ -> onChosen.accept(item.isSelected()));
    return item;
  }
}
