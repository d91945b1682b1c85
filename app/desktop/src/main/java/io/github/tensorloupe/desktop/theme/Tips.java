package io.github.tensorloupe.desktop.theme;

import module java.base;
import module javafx.controls;

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

  /// Names a control without a text, or says more than its text does.
  public static void name(Node node, String sentence) {
    node.setAccessibleText(sentence);
    explain(node, sentence);
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
    LazyTip lazy =
        (LazyTip) node.getProperties().computeIfAbsent(LazyTip.class, _ -> new LazyTip(node));
    lazy.sentence = sentence;
    if (lazy.tip.isPresent()) {
      lazy.prepare();
    }
  }

  /// The sentence shown now to who rests at the node; empty if there is none.
  public static String sentence(Node node) {
    return node.getProperties().get(LazyTip.class) instanceof LazyTip lazy
        ? lazy.sentence.get()
        : "";
  }

  /// The beginning of a text that is too long to be read in passing.
  static String beginning(String text) {
    if (text.length() <= MAX_CHARACTERS) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1)) ? 1 : 0;
    return text.substring(0, MAX_CHARACTERS - end) + "…";
  }

  /// A tool tip that is made when the mouse first comes to its node. A tool tip is a window of its
  /// own, hundreds of things explain themselves, and few are ever asked. Belongs to the FX thread.
  private static final class LazyTip {

    private final Node node;
    private Supplier<String> sentence = () -> "";
    private Optional<Tooltip> tip = Optional.empty();

    private LazyTip(Node node) {
      this.node = node;
      node.addEventHandler(MouseEvent.MOUSE_ENTERED, _ -> prepare());
      // The mouse may have been there before there was anything to say.
      node.addEventHandler(
          MouseEvent.MOUSE_MOVED,
          _ -> {
            if (tip.isEmpty()) {
              prepare();
            }
          });
    }

    private void prepare() {
      String text = Tips.beginning(sentence.get());
      if (text.isEmpty()) {
        tip.ifPresent(made -> Tooltip.uninstall(node, made));
        tip = Optional.empty();
      } else if (tip.isEmpty()) {
        Tooltip made = Tips.of(text);
        // What the mouse rests on may have changed since it came.
        made.setOnShowing(_ -> made.setText(Tips.beginning(sentence.get())));
        Tooltip.install(node, made);
        tip = Optional.of(made);
      } else {
        tip.get().setText(text);
      }
    }
  }
}
