package io.github.tensorloupe.desktop.control.panel;

import module java.base;
import module javafx.controls;

import atlantafx.base.layout.InputGroup;
import io.github.tensorloupe.desktop.theme.Tips;

/// A choice of few: small buttons beside each other, of which those of what is shown are pressed.
public final class ToggleChoice<T> extends InputGroup {

  private final Map<T, ToggleButton> toggles = new LinkedHashMap<>();
  private Predicate<T> isShown = _ -> false;

  public ToggleChoice() {
    setMinWidth(USE_PREF_SIZE);
  }

  /// Adds a button.
  ///
  /// @param onChoose is run whenever a person presses it
  public void add(T choice, String id, String text, String tip, Runnable onChoose) {
    ToggleButton toggle = PanelParts.named(new ToggleButton(text), id, "small");
    Tips.explain(toggle, tip);
    toggle.setOnAction(
        _ -> {
          onChoose.run();
          // A press alone changes nothing: one of them always stays pressed.
          press(isShown);
        });
    toggles.put(choice, toggle);
    getChildren().add(toggle);
  }

  /// Presses the buttons of what is shown.
  public void press(Predicate<T> shown) {
    isShown = shown;
    toggles.forEach((choice, toggle) -> toggle.setSelected(shown.test(choice)));
  }

  public ToggleButton toggle(T choice) {
    return toggles.get(choice);
  }
}
