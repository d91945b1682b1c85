package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.tree.TreeFilter.HealthWord;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import org.controlsfx.control.textfield.CustomTextField;

/// The filter field with what is beside it, and below it the words that may follow `health:` while
/// that is being typed.
final class FilterBar extends GridPane {

  private final CustomTextField filter;
  private final FlowPane hints = PanelParts.named(new FlowPane(4, 4), "tree-filter-hints");
  private final Messages messages;

  /// @param chooser stands beside the field
  FilterBar(TensorTreeViewModel model, CustomTextField filter, Node chooser, Messages messages) {
    this.filter = filter;
    setHgap(6);
    setVgap(8);
    this.messages = messages;
    getStyleClass().add("filter-bar");
    filter
        .focusedProperty()
        .subscribe(
            focused -> {
              if (focused) {
                model.prepareFilter();
              }
            });
    hints.getStyleClass().add("filter-hints");
    hints.managedProperty().bind(hints.visibleProperty());
    filter.textProperty().subscribe(this::show);
    GridPane.setHgrow(filter, Priority.ALWAYS);
    // The words follow the field for the Tab key.
    add(filter, 0, 0);
    add(hints, 0, 1, 2, 1);
    add(chooser, 1, 0);
  }

  private void show(String text) {
    Set<HealthWord> words = wordsFor(text.substring(text.lastIndexOf(' ') + 1));
    hints.setVisible(!words.isEmpty());
    hints.getChildren().setAll(words.stream().map(this::hint).toList());
  }

  /// No words where one is typed in full.
  private static Set<HealthWord> wordsFor(String typed) {
    String lower = typed.toLowerCase(Locale.ROOT);
    if (!lower.startsWith(TreeFilter.HEALTH)) {
      return Set.of();
    }
    String begun = lower.substring(TreeFilter.HEALTH.length());
    Set<HealthWord> words = HealthWord.beginningWith(begun);
    boolean isWhole = words.stream().map(HealthWord::spelling).toList().equals(List.of(begun));
    return isWhole ? Set.of() : words;
  }

  private Button hint(HealthWord word) {
    String text = word.spelling();
    Button button = PanelParts.button("tree-filter-hint-" + text, text, () -> complete(word));
    button.getStyleClass().add("small");
    Tips.explain(button, messages.text("tree.filter." + text));
    return button;
  }

  private void complete(HealthWord word) {
    String text = filter.getText();
    String before = text.substring(0, text.lastIndexOf(' ') + 1);
    filter.requestFocus();
    filter.setText(before + TreeFilter.HEALTH + word.spelling());
    filter.end();
  }
}
