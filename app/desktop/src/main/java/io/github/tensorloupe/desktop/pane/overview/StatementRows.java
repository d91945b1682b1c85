package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.TensorRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Statements as rows: what it is about, what is said, and why.
final class StatementRows {

  private static final int VALUE_CHARACTERS = 400;
  private static final double TOPIC_WIDTH = 110;

  private final String id;
  private final Consumer<TensorRef> select;
  private final Function<FindingCode, Optional<Node>> remedies;
  private final Messages messages;

  /// The pieces of one row.
  ///
  /// @param buttons that go with the value
  /// @param below the value: what helps, and the evidence
  private record Row(Label topic, Label value, List<Node> buttons, List<Node> below) {

    /// Everything that is said stands right of what it is about.
    Node wide() {
      topic.setMinWidth(TOPIC_WIDTH);
      topic.setPrefWidth(TOPIC_WIDTH);
      HBox line = new HBox(8, value);
      line.getChildren().addAll(buttons);
      VBox right = new VBox(2, line);
      right.getChildren().addAll(below);
      right.setMinWidth(0);
      HBox.setHgrow(right, Priority.ALWAYS);
      return new HBox(16, topic, right);
    }

    /// It stands below.
    Node narrow() {
      topic.setMinWidth(Region.USE_PREF_SIZE);
      topic.setPrefWidth(Region.USE_COMPUTED_SIZE);
      HBox line = new HBox(8, topic);
      line.getChildren().addAll(buttons);
      VBox row = new VBox(2, line, value);
      row.getChildren().addAll(below);
      row.setMinWidth(0);
      return row;
    }
  }

  /// @param id what the ids of the nodes begin with
  StatementRows(
      String id,
      Consumer<TensorRef> select,
      Function<FindingCode, Optional<Node>> remedies,
      Messages messages) {
    this.id = id;
    this.select = select;
    this.remedies = remedies;
    this.messages = messages;
  }

  /// The rows in the order of the statements.
  ///
  /// @param wide whether there is room for topic and value side by side
  VBox of(List<Statement> statements, ObservableValue<Boolean> wide) {
    List<Row> rows = new ArrayList<>();
    for (Statement statement : statements) {
      rows.add(row(statement, rows.size()));
    }
    VBox box = new VBox(6);
    box.setMinWidth(0);
    wide.subscribe(
        isWide -> {
          box.getChildren().clear();
          box.getChildren().setAll(rows.stream().map(isWide ? Row::wide : Row::narrow).toList());
        });
    return box;
  }

  private Row row(Statement statement, int number) {
    Label topic = new Label(messages.sentence(statement.topic().label()));
    topic.getStyleClass().add("muted");
    EvidenceLines why = new EvidenceLines(List.of(statement), select, messages);
    List<Node> buttons = new ArrayList<>();
    beside(statement).ifPresent(buttons::add);
    why.button("%s-why-%d".formatted(id, number), messages.sentence(statement.topic().label()))
        .ifPresent(buttons::add);
    List<Node> below = new ArrayList<>();
    if (statement.topic() == Topic.FORMAT) {
      remedies.apply(FindingCode.MISSING_FORMAT).ifPresent(below::add);
    }
    below.add(why);
    return new Row(topic, value(statement), buttons, below);
  }

  private Label value(Statement statement) {
    Label text = new Label(DisplayText.of(words(statement), VALUE_CHARACTERS));
    text.setId("%s-%s".formatted(id, statement.topic().spelling()));
    CopyText.set(text, statement::oneLine);
    text.setWrapText(true);
    text.setMinHeight(Region.USE_PREF_SIZE);
    text.setMinWidth(0);
    return text;
  }

  /// What was found out is said by the core; the rest stands in the file.
  private String words(Statement statement) {
    return switch (statement.topic()) {
      case CONTRADICTION,
          VARIANT,
          CONTAINS,
          QUANTISATION,
          ALPHA,
          PARAMETERS,
          MEMORY,
          MISSING,
          FORMAT ->
          messages.sentence(statement.oneLine());
      default -> statement.oneLine();
    };
  }

  private Optional<Node> beside(Statement statement) {
    return switch (statement.topic()) {
      case CONTRADICTION -> Optional.of(Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
      case TRIGGER_WORDS, FREQUENT_TAGS -> Optional.of(copyButton(statement));
      default -> Optional.empty();
    };
  }

  private Button copyButton(Statement statement) {
    Button button = new Button(null, Icons.of(Feather.COPY, "icon-small"));
    button.setId("%s-copy-%s".formatted(id, statement.topic().spelling()));
    button.getStyleClass().addAll("flat", "small", "button-icon", "copy-button");
    button.setMinWidth(Region.USE_PREF_SIZE);
    String text = messages.text(messageKey(statement.topic()));
    button.setAccessibleText(text);
    Tips.explain(button, text);
    button.setOnAction(_ -> copy(statement.value()));
    return button;
  }

  private static String messageKey(Topic topic) {
    return topic == Topic.TRIGGER_WORDS
        ? "overview.identity.copy-words"
        : "overview.identity.copy-tags";
  }

  private static void copy(String text) {
    CopyMenu.copy(text);
  }
}
