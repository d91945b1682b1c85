package io.github.tensorloupe.desktop.theme;

import module java.base;
import module javafx.controls;

/// Tooltips that wrap, so that long text stays on the screen. Belongs to the FX thread.
public final class Tips {

  private static final double WIDTH = 560;
  private static final int MAX_CHARACTERS = 2000;

  private Tips() {}

  /// Creates a tooltip. Very long text is cut.
  public static Tooltip of(String text) {
    Tooltip tip = new Tooltip(beginning(text));
    tip.setWrapText(true);
    tip.setMaxWidth(WIDTH);
    // The Escape key must reach the node below at the first press.
    tip.setConsumeAutoHidingEvents(false);
    return tip;
  }

  /// Sets the tooltip of a node, and its accessible help unless that would repeat its accessible
  /// text.
  ///
  /// @param sentence plain text; empty for none
  public static void explain(Node node, String sentence) {
    boolean isSaid = sentence.isEmpty() || sentence.equals(node.getAccessibleText());
    node.setAccessibleHelp(isSaid ? null : sentence);
    setTooltip(node, () -> sentence);
  }

  /// Sets the accessible text and the tooltip of a control without text, or with more details than
  /// its text.
  public static void name(Node node, String sentence) {
    node.setAccessibleText(sentence);
    explain(node, sentence);
  }

  /// Sets the tooltip and the accessible help of a node to a changing text.
  ///
  /// @param sentence plain text, observed as long as the node exists
  public static void explain(Node node, ObservableValue<String> sentence) {
    node.accessibleHelpProperty().bind(sentence);
    setTooltip(node, sentence::getValue);
  }

  /// Shows the text of a control in a tooltip while it is truncated.
  public static void showWhenTruncated(Labeled node) {
    setTooltip(node, () -> node.isTextTruncated() ? node.getText() : "");
  }

  /// Sets the tooltip of a node.
  ///
  /// @param sentence called whenever the tooltip is shown; an empty text is not shown
  public static void setTooltip(Node node, Supplier<String> sentence) {
    LazyTip lazy =
        (LazyTip) node.getProperties().computeIfAbsent(LazyTip.class, _ -> new LazyTip(node));
    lazy.sentence = sentence;
    if (lazy.tip.isPresent()) {
      lazy.prepare();
    }
  }

  /// Returns the current tooltip text of a node, or empty if there is none.
  public static String sentence(Node node) {
    return node.getProperties().get(LazyTip.class) instanceof LazyTip lazy
        ? lazy.sentence.get()
        : "";
  }

  /// Cuts a text that is too long for a tooltip.
  static String beginning(String text) {
    if (text.length() <= MAX_CHARACTERS) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1)) ? 1 : 0;
    return text.substring(0, MAX_CHARACTERS - end) + "…";
  }

  /// A tooltip that is created when the mouse first enters its node. Each tooltip is a window;
  /// hundreds of nodes have one, and few are ever shown. Belongs to the FX thread.
  private static final class LazyTip {

    private final Node node;
    private Supplier<String> sentence = () -> "";
    private Optional<Tooltip> tip = Optional.empty();

    private LazyTip(Node node) {
      this.node = node;
      node.addEventHandler(MouseEvent.MOUSE_ENTERED, _ -> prepare());
      // The mouse may have entered the node before it had a tooltip.
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
        tip.ifPresent(tooltip -> Tooltip.uninstall(node, tooltip));
        tip = Optional.empty();
      } else if (tip.isEmpty()) {
        Tooltip tooltip = Tips.of(text);
        // The text may have changed since the mouse entered.
        tooltip.setOnShowing(_ -> tooltip.setText(Tips.beginning(sentence.get())));
        Tooltip.install(node, tooltip);
        tip = Optional.of(tooltip);
      } else {
        tip.get().setText(text);
      }
    }
  }
}
