package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;

/// Asks for the own tags of models, separated by commas. Tags that only some of the models have are
/// not listed and stay.
record TagPanel(LibraryLists lists, PanelHost panels, Messages messages) {

  private static final int MAX_CHARACTERS = 60;

  void show(List<Path> models) {
    String title = messages.text("library.tags.title");
    panels.show("library", title, () -> create(models, title));
  }

  private Panel create(List<Path> models, String title) {
    Set<String> common = new LinkedHashSet<>(lists.markOf(models.getFirst()).tags());
    models.forEach(each -> common.retainAll(lists.markOf(each).tags()));
    TextField field = PanelParts.named(new TextField(String.join(", ", common)), "library-tags");
    field.setAccessibleText(title);
    Panel panel = new Panel("library-tags-panel");
    panel.setTitle(title, messages.text("library.tags.hint"));
    panel.setBody(new VBox(field));
    panel.setBeginning(field);
    Runnable save =
        () -> {
          panels.hide(panel);
          List<String> added = entered(field.getText());
          lists.mark(
              models,
              mark -> {
                List<String> tags = new ArrayList<>(mark.tags());
                tags.removeAll(common);
                tags.addAll(added);
                return mark.withTags(tags);
              });
        };
    field.setOnAction(_ -> save.run());
    panel.setOnEscape(() -> panels.hide(panel));
    String cancel = messages.text("save.button.cancel");
    panel.setButtons(
        List.of(PanelParts.button("library-tags-cancel", cancel, () -> panels.hide(panel))),
        List.of(PanelParts.button("library-tags-save", messages.text("library.tags.save"), save)));
    return panel;
  }

  private static List<String> entered(String text) {
    return Stream.of(text.split(","))
        .map(tag -> tag.substring(0, Math.min(MAX_CHARACTERS, tag.length())).strip())
        .filter(tag -> !tag.isEmpty())
        .toList();
  }
}
