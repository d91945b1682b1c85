package io.github.tensorloupe.desktop.theme;

import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;

/// A tool tip that is made when the mouse first comes to its node. A tool tip is a window of its
/// own, hundreds of things explain themselves, and few are ever asked. Belongs to the FX thread.
final class LazyTip {

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

  /// The one of a node.
  static LazyTip of(Node node) {
    return (LazyTip) node.getProperties().computeIfAbsent(LazyTip.class, _ -> new LazyTip(node));
  }

  /// The one of a node, if it has one.
  static Optional<LazyTip> ifAt(Node node) {
    return Optional.ofNullable((LazyTip) node.getProperties().get(LazyTip.class));
  }

  String sentence() {
    return sentence.get();
  }

  void setSentence(Supplier<String> sentence) {
    this.sentence = sentence;
    tip.ifPresent(_ -> prepare());
  }

  private void prepare() {
    String text = Tips.beginning(sentence.get());
    if (text.isEmpty()) {
      tip.ifPresent(made -> Tooltip.uninstall(node, made));
      tip = Optional.empty();
    } else if (tip.isEmpty()) {
      tip = Optional.of(made(text));
    } else {
      tip.get().setText(text);
    }
  }

  private Tooltip made(String text) {
    Tooltip made = Tips.of(text);
    // What the mouse rests on may have changed since it came.
    made.setOnShowing(_ -> made.setText(Tips.beginning(sentence.get())));
    Tooltip.install(node, made);
    return made;
  }
}
