package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;

/// What may follow `health:`, below the filter field while that is being typed. A press completes
/// the word.
final class FilterHints extends FlowPane {

  private final TextField filter;
  private final Messages messages;

  FilterHints(TextField filter, Messages messages) {
    super(4, 4);
    this.filter = filter;
    this.messages = messages;
    setId("tree-filter-hints");
    getStyleClass().add("filter-hints");
    managedProperty().bind(visibleProperty());
    filter.textProperty().subscribe(this::show);
  }

  private void show(String text) {
    Set<HealthWord> words = wordsFor(lastWord(text));
    setVisible(!words.isEmpty());
    getChildren().setAll(words.stream().map(this::hint).toList());
  }

  private static String lastWord(String text) {
    return text.substring(lastBegin(text));
  }

  private static int lastBegin(String text) {
    return text.lastIndexOf(' ') + 1;
  }

  /// Nothing is left to say of a word that is whole.
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
    Button button = new Button(word.spelling());
    button.setId("tree-filter-hint-" + word.spelling());
    button.getStyleClass().add("small");
    button.setMinWidth(USE_PREF_SIZE);
    Tips.explain(button, messages.text("tree.filter." + word.spelling()));
    button.setOnAction(_ -> complete(word));
    return button;
  }

  private void complete(HealthWord word) {
    String before = filter.getText().substring(0, lastBegin(filter.getText()));
    filter.requestFocus();
    filter.setText(before + TreeFilter.HEALTH + word.spelling());
    filter.end();
  }
}
