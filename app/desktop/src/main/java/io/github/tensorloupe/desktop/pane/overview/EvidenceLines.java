package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.Evidence;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.model.TensorRef;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// What led to some statements, hidden until it is asked for. Pressing a tensor selects it.
final class EvidenceLines extends VBox {

  private static final int NAME_CHARACTERS = 300;
  private static final int VALUE_CHARACTERS = 120;

  private final List<Evidence> evidence;
  private final Consumer<TensorRef> select;
  private final Messages messages;

  /// @param select shows a tensor
  EvidenceLines(List<Statement> statements, Consumer<TensorRef> select, Messages messages) {
    super(2);
    this.evidence =
        statements.stream().flatMap(statement -> statement.evidence().stream()).distinct().toList();
    this.select = select;
    this.messages = messages;
    getStyleClass().add("evidence-lines");
    setMinWidth(0);
    setVisible(false);
    setManaged(false);
  }

  /// The button that shows and hides them; none where there is nothing to show.
  ///
  /// @param what the statement, for those who do not see where the button stands
  Optional<Node> button(String id, String what) {
    if (evidence.isEmpty()) {
      return Optional.empty();
    }
    ToggleButton button = new ToggleButton(messages.text("overview.identity.why"));
    button.setId(id);
    button.getStyleClass().addAll("flat", "small", "why-button");
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setAccessibleText(messages.text("overview.identity.why-of", what));
    Tips.explain(button, evidence.stream().map(this::text).collect(Collectors.joining("\n")));
    button.selectedProperty().subscribe(this::show);
    return Optional.of(button);
  }

  private void show(boolean shown) {
    if (shown && getChildren().isEmpty()) {
      evidence.forEach(each -> getChildren().add(line(each)));
    }
    setVisible(shown);
    setManaged(shown);
  }

  private Node line(Evidence each) {
    String text = text(each);
    return switch (each) {
      case Evidence.OfMetadata _, Evidence.OfName _ ->
          Card.elastic(text, text, "mono", "muted", "evidence-entry");
      case Evidence.OfTensor(TensorRef tensor) -> {
        Button button = new Button(text);
        button.getStyleClass().addAll("flat", "small", "mono", "evidence-tensor");
        button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        button.setMinWidth(0);
        button.setMaxWidth(Double.MAX_VALUE);
        Tips.explain(button, text);
        button.setOnAction(_ -> select.accept(tensor));
        yield button;
      }
    };
  }

  private String text(Evidence each) {
    return switch (each) {
      case Evidence.OfTensor(TensorRef tensor) ->
          "%s  %s  %s"
              .formatted(
                  DisplayText.of(tensor.info().name(), NAME_CHARACTERS),
                  tensor.info().dtype(),
                  messages.shape(tensor.info().shape()));
      case Evidence.OfName(String name) ->
          messages.text("overview.identity.in-index", DisplayText.of(name, NAME_CHARACTERS));
      case Evidence.OfMetadata(String key, String value) ->
          "%s = %s"
              .formatted(
                  DisplayText.of(key, NAME_CHARACTERS), DisplayText.of(value, VALUE_CHARACTERS));
    };
  }
}
