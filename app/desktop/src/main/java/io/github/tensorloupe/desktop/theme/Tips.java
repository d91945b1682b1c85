package io.github.tensorloupe.desktop.theme;

import java.util.function.Supplier;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;

/// Tool tips that wrap, so that no sentence and no name runs out of the screen. Belongs to the FX
/// thread.
public final class Tips {

  private static final double WIDTH = 560;
  private static final int MAX_CHARACTERS = 2000;

  private Tips() {}

  /// A tool tip with a text. Of a very long one it has the beginning.
  public static Tooltip of(String text) {
    Tooltip tip = new Tooltip(beginning(text));
    tip.setWrapText(true);
    tip.setMaxWidth(WIDTH);
    // Escape means what is below it; that nobody asked for the tip must not cost a second press.
    tip.setConsumeAutoHidingEvents(false);
    return tip;
  }

  /// Explains what is shown: to who rests there with the mouse, and to who has it read aloud,
  /// unless that is what it is called there anyway.
  ///
  /// @param sentence plain text; an empty one explains nothing
  public static void explain(Node node, String sentence) {
    boolean isSaid = sentence.isEmpty() || sentence.equals(node.getAccessibleText());
    node.setAccessibleHelp(isSaid ? null : sentence);
    tell(node, () -> sentence);
  }

  /// Explains what is shown by a sentence that changes.
  ///
  /// @param sentence plain text, kept up to date for as long as the node is there
  public static void explain(Node node, ObservableValue<String> sentence) {
    node.accessibleHelpProperty().bind(sentence);
    tell(node, sentence::getValue);
  }

  /// Tells something, in place of what was told before, to who rests there with the mouse.
  ///
  /// @param sentence is asked for each time; an empty one is not shown
  public static void tell(Node node, Supplier<String> sentence) {
    LazyTip.of(node).setSentence(sentence);
  }

  /// What is told now to who rests at the node; empty if nothing is.
  public static String sentence(Node node) {
    return LazyTip.ifAt(node).map(LazyTip::sentence).orElse("");
  }

  /// The beginning of a text that is too long to be read in passing.
  static String beginning(String text) {
    if (text.length() <= MAX_CHARACTERS) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1)) ? 1 : 0;
    return text.substring(0, MAX_CHARACTERS - end) + "…";
  }
}
