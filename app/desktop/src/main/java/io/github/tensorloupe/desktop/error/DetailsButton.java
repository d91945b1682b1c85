package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.text.SystemFacts;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A button that copies the details of a failure to the clipboard and confirms it. Belongs to the
/// FX thread.
public final class DetailsButton extends Button {

  private final Messages messages;

  /// @param failure called when the button is pressed
  public DetailsButton(Supplier<Optional<Failure>> failure, Messages messages) {
    this.messages = messages;
    setGraphic(Icons.of(Feather.CLIPBOARD, "icon-small"));
    getStyleClass().addAll("small", "details-button");
    setMinWidth(USE_PREF_SIZE);
    Tips.explain(this, messages.text("failure.copy.tip"));
    setOnAction(_ -> failure.get().ifPresent(this::copy));
    setText(messages.text("failure.copy"));
  }

  public DetailsButton(Failure failure, Messages messages) {
    this(() -> Optional.of(failure), messages);
  }

  /// Creates a button that is visible only while there is a failure to copy.
  public static DetailsButton visibleWhilePresent(
      ObservableValue<Optional<Failure>> failure, Messages messages) {
    DetailsButton button = new DetailsButton(failure::getValue, messages);
    button.managedProperty().bind(button.visibleProperty());
    button.showFor(failure, button, button::setVisible);
    return button;
  }

  /// Shows the button next to the text of a label while there is a failure to copy.
  public static void showNextTo(
      Label label, ObservableValue<Optional<Failure>> failure, Messages messages) {
    DetailsButton button = new DetailsButton(failure::getValue, messages);
    Node before = label.getGraphic();
    ContentDisplay display = label.getContentDisplay();
    button.showFor(
        failure,
        label,
        offers -> {
          label.setGraphic(offers ? button : before);
          label.setContentDisplay(offers ? ContentDisplay.RIGHT : display);
        });
  }

  /// Shows a failure in a label, with the button next to it. Takes no space while there is no
  /// failure.
  public static void showFailure(
      Label label, ObservableValue<Optional<Failure>> failure, Messages messages) {
    showNextTo(label, failure, messages);
    label.managedProperty().bind(label.visibleProperty());
    WeakSubscriptions.of(label)
        .subscribe(
            failure,
            now -> {
              label.setText(now.map(each -> messages.sentence(each.sentence())).orElse(""));
              label.setVisible(now.isPresent());
            });
  }

  private void showFor(
      ObservableValue<Optional<Failure>> failure, Node view, Consumer<Boolean> show) {
    WeakSubscriptions.of(view)
        .subscribe(
            failure,
            now -> {
              show.accept(now.flatMap(Failure::cause).isPresent());
              setText(messages.text("failure.copy"));
            });
  }

  /// Returns the button if the failure has a cause, otherwise an empty array.
  public static Node[] ifHasCause(Failure failure, Messages messages) {
    return failure.cause().isEmpty()
        ? new Node[0]
        : new Node[] {new DetailsButton(failure, messages)};
  }

  private void copy(Failure failure) {
    CopyMenu.copy(failure.report(SystemFacts.lines()));
    setText(messages.text("failure.copied"));
  }
}
