package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.overview.Overview.IdentifiedPart;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.identify.Evidence;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The identity of the document with its evidence; of several parts a line each, which expands.
final class IdentityCard extends Card {

  private static final int MAX_PARTS = 40;
  private static final double MIN_WIDTH_FOR_TWO = 420;
  private static final double SHOWN_PICTURE_SIDE = 128;
  private static final int LABEL_CHARACTERS = 200;
  private static final int VALUE_CHARACTERS = 400;
  private static final double TOPIC_WIDTH = 110;
  private static final int EVIDENCE_CHARACTERS = 300;
  private static final int ENTRY_CHARACTERS = 120;

  /// The headline tells these, or a card of its own.
  private static final Set<Topic> ELSEWHERE = Set.of(Topic.KIND, Topic.FAMILY, Topic.DTYPES);

  private final Consumer<TensorRef> select;
  private final Function<FindingCode, Optional<Node>> remedies;
  private final Messages messages;

  IdentityCard(
      List<IdentifiedPart> parts,
      Consumer<TensorRef> select,
      Function<FindingCode, Optional<Node>> remedies,
      Messages messages) {
    super(
        "overview-identity",
        messages.text(parts.size() == 1 ? "overview.identity" : "overview.identity.parts"));
    this.select = select;
    this.remedies = remedies;
    this.messages = messages;
    if (parts.size() == 1) {
      getChildren().add(new IdentityPane(parts.getFirst(), "identity"));
      return;
    }
    VBox lines = new VBox(2);
    lines.getStyleClass().add("overview-rows");
    for (int i = 0; i < Math.min(MAX_PARTS, parts.size()); i++) {
      lines.getChildren().add(expandable(parts.get(i), "identity-" + i));
    }
    getChildren().add(lines);
    if (parts.size() > MAX_PARTS) {
      addCaption(messages.text("overview.files.more", messages.count(parts.size() - MAX_PARTS)));
    }
  }

  /// The rest is made when it is asked for.
  private VBox expandable(IdentifiedPart part, String id) {
    String name = DisplayText.of(part.identity().part().label(), LABEL_CHARACTERS);
    String kind = headline(part.identity());
    Optional<Statement> parameters = part.identity().statement(Topic.PARAMETERS);
    String count = parameters.map(it -> messages.shortCount(it.number().orElse(0))).orElse("");
    FontIcon arrow = Icons.of(Feather.CHEVRON_RIGHT, "icon-small");
    HBox first = line(arrow, elastic(name, name, "mono"), figure(count));
    Button button = button(name, first, elastic(kind, kind, "caption", "identity-part-kind"));
    button.setId(id + "-part");
    button.setAccessibleText("%s: %s".formatted(name, kind));
    VBox line = new VBox(4, button);
    line.setMinWidth(0);
    button.setOnAction(
        _ -> {
          if (line.getChildren().size() > 1) {
            line.getChildren().remove(1);
          } else {
            IdentityPane pane = new IdentityPane(part, id);
            pane.getStyleClass().add("identity-opened");
            line.getChildren().add(pane);
          }
        });
    return line;
  }

  /// Kind and family in one line.
  private String headline(Identity identity) {
    String kind =
        identity.kind() == Kind.UNKNOWN
            ? messages.text("overview.identity.unknown")
            : messages.sentence(identity.kind().label());
    return identity
        .family()
        .map(family -> kind + " · " + DisplayText.of(messages.sentence(family), LABEL_CHARACTERS))
        .orElse(kind);
  }

  /// The identity of one part: kind and family, then every statement with its evidence.
  private final class IdentityPane extends VBox {

    private final String id;

    /// Kept here, so that it is not collected while it is listened to.
    private final BooleanBinding wide = widthProperty().greaterThan(MIN_WIDTH_FOR_TWO);

    /// @param id the prefix of the ids of the nodes
    IdentityPane(IdentifiedPart part, String id) {
      super(10);
      this.id = id;
      setMinWidth(0);
      getStyleClass().add("identity-pane");
      VBox rows = new VBox(10);
      rows.setMinWidth(0);
      HBox.setHgrow(rows, Priority.ALWAYS);
      addHeadline(rows, part.identity());
      rows.getChildren().add(statements(part.identity()));
      List<ImageView> picture = part.picture().map(this::view).stream().toList();
      // The picture stands beside the rows, or above them where there is little room.
      wide.subscribe(
          isWide -> {
            getChildren().clear();
            Pane parts = isWide ? new HBox(16) : new VBox(10);
            parts.setMinWidth(0);
            parts.getChildren().addAll(picture);
            parts.getChildren().add(rows);
            getChildren().setAll(parts);
          });
    }

    private void addHeadline(VBox rows, Identity identity) {
      Label headline = PanelParts.wrapping(headline(identity), "identity-headline");
      headline.setId(id + "-headline");
      HBox.setHgrow(headline, Priority.ALWAYS);
      HBox line = new HBox(12, headline);
      line.setAlignment(Pos.CENTER_LEFT);
      EvidenceLines why =
          new EvidenceLines(
              Stream.of(Topic.KIND, Topic.FAMILY).map(identity::statements).flatMap(List::stream));
      why.button(id + "-why", headline.getText()).ifPresent(line.getChildren()::add);
      rows.getChildren().addAll(line, why);
    }

    private ImageView view(Image picture) {
      ImageView view = new ImageView(picture);
      view.setId(id + "-picture");
      view.setPreserveRatio(true);
      view.setFitWidth(SHOWN_PICTURE_SIDE);
      view.setFitHeight(SHOWN_PICTURE_SIDE);
      view.setAccessibleText(messages.text("overview.identity.picture"));
      return view;
    }

    /// The topic of each statement, its text, and the evidence.
    private VBox statements(Identity identity) {
      List<Row> rows = new ArrayList<>();
      for (Statement statement : identity.statements()) {
        if (!ELSEWHERE.contains(statement.topic())) {
          rows.add(row(statement, rows.size()));
        }
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
      String name = messages.sentence(statement.topic().label());
      EvidenceLines why = new EvidenceLines(Stream.of(statement));
      List<Node> buttons = new ArrayList<>();
      beside(statement).ifPresent(buttons::add);
      why.button("%s-why-%d".formatted(id, number), name).ifPresent(buttons::add);
      List<Node> below = new ArrayList<>();
      if (statement.topic() == Topic.FORMAT) {
        remedies.apply(FindingCode.MISSING_FORMAT).ifPresent(below::add);
      }
      below.add(why);
      return new Row(PanelParts.label(name, "muted"), value(statement), buttons, below);
    }

    private Label value(Statement statement) {
      String words = Statement.onOneLine(messages.sentence(statement.sentence()));
      Label text = PanelParts.wrapping(DisplayText.of(words, VALUE_CHARACTERS));
      text.setId("%s-%s".formatted(id, statement.topic().spelling()));
      CopyText.set(text, statement::oneLine);
      return text;
    }

    private Optional<Node> beside(Statement statement) {
      return switch (statement.topic()) {
        case CONTRADICTION -> Optional.of(Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
        case TRIGGER_WORDS, FREQUENT_TAGS -> Optional.of(copyButton(statement));
        default -> Optional.empty();
      };
    }

    private Button copyButton(Statement statement) {
      boolean areWords = statement.topic() == Topic.TRIGGER_WORDS;
      String key = areWords ? "overview.identity.copy-words" : "overview.identity.copy-tags";
      String name = "%s-copy-%s".formatted(id, statement.topic().spelling());
      FontIcon icon = Icons.of(Feather.COPY, "icon-small");
      Runnable copy = () -> CopyMenu.copy(statement.value());
      Button button = PanelParts.iconButton(name, icon, messages.text(key), copy);
      button.getStyleClass().addAll("small", "copy-button");
      return button;
    }
  }

  /// The pieces of one row.
  ///
  /// @param buttons that go with the value
  /// @param below the value: what helps, and the evidence
  private record Row(Label topic, Label value, List<Node> buttons, List<Node> below) {

    /// Everything that is said stands right of what it is about.
    Node wide() {
      topic.setMinWidth(TOPIC_WIDTH);
      topic.setPrefWidth(TOPIC_WIDTH);
      VBox right = column(value);
      HBox.setHgrow(right, Priority.ALWAYS);
      return new HBox(16, topic, right);
    }

    /// It stands below.
    Node narrow() {
      topic.setMinWidth(Region.USE_PREF_SIZE);
      topic.setPrefWidth(Region.USE_COMPUTED_SIZE);
      VBox row = column(topic);
      row.getChildren().add(1, value);
      return row;
    }

    private VBox column(Label first) {
      HBox line = new HBox(8, first);
      line.getChildren().addAll(buttons);
      VBox column = new VBox(2, line);
      column.getChildren().addAll(below);
      column.setMinWidth(0);
      return column;
    }
  }

  /// The evidence of statements, hidden until it is asked for. A click on a tensor selects it.
  private final class EvidenceLines extends VBox {

    private final List<Evidence> evidence;

    EvidenceLines(Stream<Statement> statements) {
      super(2);
      this.evidence =
          statements.flatMap(statement -> statement.evidence().stream()).distinct().toList();
      getStyleClass().add("evidence-lines");
      setMinWidth(0);
      PanelParts.setShown(this, false);
    }

    /// The button that shows and hides them; none where there is nothing to show.
    ///
    /// @param what the statement, for those who do not see where the button stands
    Optional<Node> button(String id, String what) {
      if (evidence.isEmpty()) {
        return Optional.empty();
      }
      ToggleButton button = new ToggleButton(messages.text("overview.identity.why"));
      PanelParts.named(button, id, "flat", "small", "why-button");
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
      PanelParts.setShown(this, shown);
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
                    DisplayText.of(tensor.info().name(), EVIDENCE_CHARACTERS),
                    tensor.info().dtype(),
                    messages.shape(tensor.info().shape()));
        case Evidence.OfName(String name) ->
            messages.text("overview.identity.in-index", DisplayText.of(name, EVIDENCE_CHARACTERS));
        case Evidence.OfMetadata(String key, String value) ->
            "%s = %s"
                .formatted(
                    DisplayText.of(key, EVIDENCE_CHARACTERS),
                    DisplayText.of(value, ENTRY_CHARACTERS));
      };
    }
  }
}
