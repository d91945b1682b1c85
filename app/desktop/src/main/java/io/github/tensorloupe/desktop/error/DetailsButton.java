package io.github.tensorloupe.desktop.error;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.text.ProgramFacts;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// Copies all that is known of a failure into the clipboard, and says so. Belongs to the FX thread.
public final class DetailsButton extends Button {

  private final Messages messages;

  /// @param failure is asked when the button is pressed
  public DetailsButton(Supplier<Optional<Failure>> failure, Messages messages) {
    this.messages = messages;
    setGraphic(Icons.of(Feather.CLIPBOARD, "icon-small"));
    getStyleClass().addAll("small", "details-button");
    setMinWidth(USE_PREF_SIZE);
    Tips.explain(this, messages.text("failure.copy.tip"));
    setOnAction(_ -> failure.get().ifPresent(this::copy));
    offer();
  }

  public DetailsButton(Failure failure, Messages messages) {
    this(() -> Optional.of(failure), messages);
  }

  /// Lets it be there only while there is something to copy.
  public static DetailsButton whileThereIs(
      ObservableValue<Optional<Failure>> failure, Messages messages) {
    DetailsButton button = new DetailsButton(failure::getValue, messages);
    Following.of(button)
        .subscribe(
            failure,
            now -> {
              boolean offers = now.flatMap(Failure::cause).isPresent();
              button.setVisible(offers);
              button.setManaged(offers);
              button.offer();
            });
    return button;
  }

  /// Puts the button beside the sentence of a label, while there is something to copy.
  public static void beside(
      Label label, ObservableValue<Optional<Failure>> failure, Messages messages) {
    DetailsButton button = new DetailsButton(failure::getValue, messages);
    Node before = label.getGraphic();
    ContentDisplay display = label.getContentDisplay();
    Following.of(label)
        .subscribe(
            failure,
            now -> {
              boolean offers = now.flatMap(Failure::cause).isPresent();
              label.setGraphic(offers ? button : before);
              label.setContentDisplay(offers ? ContentDisplay.RIGHT : display);
              button.offer();
            });
  }

  /// The button where there is more to tell than the sentence, else nothing.
  public static Node[] where(Failure failure, Messages messages) {
    return failure.cause().isEmpty()
        ? new Node[0]
        : new Node[] {new DetailsButton(failure, messages)};
  }

  private void offer() {
    setText(messages.text("failure.copy"));
  }

  private void copy(Failure failure) {
    CopyMenu.copy(new FailureText(failure, ProgramFacts.lines()).text());
    setText(messages.text("failure.copied"));
  }

  /// All that is known of a failure, to be pasted into a report. The paths in it are the person's
  /// own to give away.
  record FailureText(Failure failure, List<String> facts) {

    String text() {
      StringBuilder text = new StringBuilder();
      line(text, "Doing", failure.doing());
      line(text, "Message", failure.sentence().toString());
      failure.path().ifPresent(path -> line(text, "Path", path.toAbsolutePath().toString()));
      line(text, "File on disk", failure.disk().words());
      line(text, "Time", failure.at().truncatedTo(ChronoUnit.MILLIS).toString());
      facts.forEach(fact -> text.append(fact).append('\n'));
      failure.cause().ifPresent(cause -> text.append('\n').append(stackOf(cause)));
      return text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
      if (!value.isEmpty()) {
        text.append(name).append(": ").append(value).append('\n');
      }
    }

    private static String stackOf(Throwable cause) {
      StringWriter stack = new StringWriter();
      cause.printStackTrace(new PrintWriter(stack, true));
      return stack.toString().replace("\r\n", "\n");
    }
  }
}
