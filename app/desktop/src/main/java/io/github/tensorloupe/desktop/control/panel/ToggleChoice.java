package io.github.tensorloupe.desktop.control.panel;

import module java.base;
import module javafx.controls;

import atlantafx.base.layout.InputGroup;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;

/// A choice between a few options: small toggle buttons next to each other. The buttons of the
/// shown options are pressed.
public final class ToggleChoice<T> extends InputGroup {

  private final Map<T, ToggleButton> toggles = new LinkedHashMap<>();
  private Predicate<T> isShown = _ -> false;

  public ToggleChoice() {
    setMinWidth(USE_PREF_SIZE);
  }

  /// Adds a button for each value of a property.
  ///
  /// @param key returns the prefix of the id, of the message, and of the message of the tip
  public void choose(
      Property<T> property, List<T> choices, Function<T, String> key, Messages messages) {
    for (T choice : choices) {
      String name = key.apply(choice);
      String tip = messages.text(name + ".tip");
      add(
          choice,
          name.replace('.', '-'),
          messages.text(name),
          tip,
          () -> property.setValue(choice));
    }
    WeakSubscriptions.of(this).subscribe(property, value -> press(value::equals));
  }

  /// Adds a button.
  ///
  /// @param onChoose runs whenever the user presses it
  public void add(T choice, String id, String text, String tip, Runnable onChoose) {
    ToggleButton toggle = PanelParts.named(new ToggleButton(text), id, "small");
    toggle.setMnemonicParsing(false);
    Tips.explain(toggle, tip);
    toggle.setOnAction(
        _ -> {
          onChoose.run();
          // Pressing a button changes no state by itself: one button always stays pressed.
          press(isShown);
        });
    toggles.put(choice, toggle);
    getChildren().add(toggle);
  }

  /// Presses the buttons of the shown options.
  public void press(Predicate<T> shown) {
    isShown = shown;
    toggles.forEach((choice, toggle) -> toggle.setSelected(shown.test(choice)));
  }

  public ToggleButton toggle(T choice) {
    return toggles.get(choice);
  }
}
