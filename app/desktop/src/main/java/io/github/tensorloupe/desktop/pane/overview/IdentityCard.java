package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.overview.Overview.IdentifiedPart;
import io.github.tensorloupe.desktop.text.MarkdownText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The facts about the document, with their evidence on demand. If there are several parts, each
/// has an expandable line.
final class IdentityCard extends Card {

  private static final int MAX_PARTS = 40;
  private static final int MAX_WORDS = 24;
  private static final int LABEL_CHARACTERS = 200;
  private static final int WORD_CHARACTERS = 80;
  private static final int VALUE_CHARACTERS = 400;
  private static final int TIP_CHARACTERS = 2000;

  private static final int SHORT_CHARACTERS = 18;

  /// A longer value is shown on a separate line.
  private static final int MEDIUM_CHARACTERS = 48;

  /// A shorter description is shown below the title.
  private static final int TAGLINE_CHARACTERS = 50;

  private static final double MIN_CELL_WIDTH = 120;
  private static final double MIN_MEDIUM_WIDTH = 210;
  private static final int MAX_CELL_COLUMNS = 5;

  /// For a document with one part, the masthead shows these.
  private static final Set<Topic> IN_HEAD =
      EnumSet.of(
          Topic.TITLE,
          Topic.AUTHOR,
          Topic.VARIANT,
          Topic.PRECISION,
          Topic.QUANTIZATION,
          Topic.RANK,
          Topic.LICENSE);

  /// Shown by the headline, or by a separate card.
  private static final Set<Topic> ELSEWHERE =
      EnumSet.of(Topic.KIND, Topic.FAMILY, Topic.DTYPES, Topic.MEMORY);

  private final Consumer<TensorRef> select;
  private final Function<FindingCode, Optional<Node>> remedies;
  private final Messages messages;

  /// @param figures figures of the whole document, shown before the facts of a single part
  IdentityCard(
      List<IdentifiedPart> parts,
      List<Node> figures,
      Consumer<TensorRef> select,
      Function<FindingCode, Optional<Node>> remedies,
      Messages messages) {
    super("overview-identity", messages.text("overview.identity.parts"));
    this.select = select;
    this.remedies = remedies;
    this.messages = messages;
    if (parts.size() <= 1) {
      getChildren().clear();
      parts.forEach(
          part -> getChildren().add(new FactsPane(part.identity(), figures, "identity", true)));
      if (parts.isEmpty()) {
        getChildren().add(grid(figures));
      }
      return;
    }
    VBox lines = new VBox(2);
    lines.getStyleClass().add("overview-rows");
    for (int i = 0; i < Math.min(MAX_PARTS, parts.size()); i++) {
      lines.getChildren().add(expandable(parts.get(i), "identity-" + i));
    }
    getChildren().setAll(grid(figures), getChildren().getFirst(), lines);
    if (parts.size() > MAX_PARTS) {
      addCaption(messages.text("overview.files.more", messages.count(parts.size() - MAX_PARTS)));
    }
  }

  private static Node grid(List<Node> cells) {
    return new ColumnsPane(MIN_CELL_WIDTH, MAX_CELL_COLUMNS, 14, cells);
  }

  private String count(Statement statement) {
    return statement.number().isPresent()
        ? messages.shortCount(statement.number().getAsLong())
        : "?";
  }

  // The details are created when the line is expanded.
  private VBox expandable(IdentifiedPart part, String id) {
    String name = DisplayText.of(part.identity().part().label(), LABEL_CHARACTERS);
    String kind = Masthead.headline(part.identity(), messages);
    Optional<Statement> parameters = part.identity().statement(Topic.PARAMETERS);
    String count = parameters.map(this::count).orElse("");
    FontIcon arrow = Icons.of(Feather.CHEVRON_RIGHT, "icon-small");
    HBox first = line(arrow, elastic(name, name, "mono"), PanelParts.uncut(count));
    Button button = button(name, first, elastic(kind, kind, "caption", "identity-part-kind"));
    button.setId(id + "-part");
    button.setAccessibleText("%s: %s".formatted(name, kind));
    VBox line = new VBox(4, button);
    line.setMinWidth(0);
    button.setOnAction(
        _ -> {
          boolean isOpen = line.getChildren().size() > 1;
          arrow.setIconCode(isOpen ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN);
          if (isOpen) {
            line.getChildren().remove(1);
          } else {
            Label headline = PanelParts.wrapping(kind, "identity-headline");
            headline.setId(id + "-headline");
            FactsPane pane = new FactsPane(part.identity(), List.of(), id, false);
            pane.getChildren().addFirst(headline);
            pane.getStyleClass().add("identity-opened");
            line.getChildren().add(pane);
          }
        });
    return line;
  }

  /// Creates a cell with a topic and the value below it.
  static VBox cell(String topic, Label value) {
    value.getStyleClass().add("fact-value");
    VBox cell = new VBox(2, PanelParts.label(topic, "caption"), value);
    cell.setMinWidth(0);
    return cell;
  }

  /// The facts about a checkpoint: notes, a grid of short facts, the longer ones, and the evidence.
  private final class FactsPane extends VBox {

    private final String id;
    private final VBox notes = new VBox(8);
    private final List<Node> cells;
    private final List<Node> medium = new ArrayList<>();

    /// The values of short facts. Facts with the same topic share a cell.
    private final Map<Topic, Label> values = new EnumMap<>(Topic.class);

    private final VBox words = new VBox(10);
    private final VBox longer = new VBox(10);

    /// @param id the prefix of the ids of the nodes
    /// @param hasHead true if the masthead shows some of the facts
    FactsPane(Identity identity, List<Node> figures, String id, boolean hasHead) {
      super(14);
      this.id = id;
      cells = new ArrayList<>(figures);
      setMinWidth(0);
      for (Statement statement : identity.statements()) {
        Topic topic = statement.topic();
        boolean isInHead =
            IN_HEAD.contains(topic)
                || topic == Topic.PARAMETERS && identity.statement(Topic.RANK).isEmpty();
        if (!ELSEWHERE.contains(topic) && !(hasHead && isInHead)) {
          add(statement);
        }
      }
      Stream.of(notes, grid(cells), new ColumnsPane(MIN_MEDIUM_WIDTH, 3, 14, medium), words, longer)
          .filter(node -> !((Parent) node).getChildrenUnmodifiable().isEmpty())
          .forEach(getChildren()::add);
      if (identity.statements().stream().anyMatch(it -> !it.evidence().isEmpty())) {
        addWhy(identity);
      }
    }

    private void add(Statement statement) {
      switch (statement.topic()) {
        case CONTRADICTION, MISSING -> notes.getChildren().add(note(statement));
        case FORMAT -> {
          HBox note = note(statement);
          remedies
              .apply(FindingCode.MISSING_FORMAT)
              .ifPresent(((Pane) note.getChildren().getLast()).getChildren()::add);
          notes.getChildren().add(note);
        }
        case TRIGGER_WORDS, TAGS, FREQUENT_TAGS -> words.getChildren().add(words(statement));
        case PARAMETERS -> cells.addFirst(parameters(statement));
        case DESCRIPTION -> {
          String text = MarkdownText.of(statement.value()).oneLine();
          if (text.length() > TAGLINE_CHARACTERS) {
            addLong(statement, text);
          }
        }
        default -> {
          String text = Statement.onOneLine(messages.sentence(statement.sentence()));
          Label earlier = values.get(statement.topic());
          if (text.length() > MEDIUM_CHARACTERS) {
            addLong(statement, text);
          } else if (earlier != null) {
            String joined = earlier.getText() + ", " + text;
            earlier.setText(joined);
            CopyText.set(earlier, () -> joined);
          } else {
            Label value = value(statement, text);
            values.put(statement.topic(), value);
            (text.length() > SHORT_CHARACTERS ? medium : cells).add(cell(topic(statement), value));
          }
        }
      }
    }

    private void addLong(Statement statement, String text) {
      Label topic = PanelParts.label(topic(statement), "caption");
      longer.getChildren().add(new VBox(2, topic, value(statement, text)));
    }

    private String topic(Statement statement) {
      return messages.sentence(statement.topic().label());
    }

    private Label value(Statement statement, String text) {
      Label value = PanelParts.wrapping(DisplayText.of(text, VALUE_CHARACTERS));
      value.setId("%s-%s".formatted(id, statement.topic().spelling()));
      CopyText.set(value, statement::oneLine);
      if (text.length() > VALUE_CHARACTERS) {
        Tips.setTooltip(value, () -> DisplayText.of(text, TIP_CHARACTERS));
      }
      return value;
    }

    // Shows the figure only; the tooltip has the full statement.
    private VBox parameters(Statement statement) {
      VBox cell = cell(topic(statement), value(statement, count(statement)));
      cell.setId("overview-stat-parameters");
      Tips.explain(cell, messages.sentence(statement.sentence()));
      return cell;
    }

    private HBox note(Statement statement) {
      String words = Statement.onOneLine(messages.sentence(statement.sentence()));
      HBox note = PanelParts.notice(Tone.WARNING, DisplayText.of(words, VALUE_CHARACTERS));
      note.setId("%s-%s".formatted(id, statement.topic().spelling()));
      return note;
    }

    private VBox words(Statement statement) {
      List<String> words = statement.words();
      FlowPane chips = new FlowPane(6, 6);
      Card.limitChildWidths(chips, chips.widthProperty());
      boolean areTriggers = statement.topic() == Topic.TRIGGER_WORDS;
      for (String word : words.subList(0, Math.min(MAX_WORDS, words.size()))) {
        Label chip = PanelParts.elastic(DisplayText.of(word, WORD_CHARACTERS), "pill");
        chip.getStyleClass().add(areTriggers ? "pill-accent" : "pill-quiet");
        CopyText.set(chip, () -> word);
        chips.getChildren().add(chip);
      }
      if (words.size() > MAX_WORDS) {
        String rest = messages.count(words.size() - MAX_WORDS);
        chips
            .getChildren()
            .add(PanelParts.label(messages.text("overview.files.more", rest), "muted"));
      }
      if (statement.topic() != Topic.TAGS) {
        chips.getChildren().add(copyButton(statement, areTriggers));
      }
      VBox block = new VBox(4, PanelParts.label(topic(statement), "caption"), chips);
      block.setId("%s-%s".formatted(id, statement.topic().spelling()));
      block.setMinWidth(0);
      return block;
    }

    private Button copyButton(Statement statement, boolean areTriggers) {
      String key = areTriggers ? "overview.identity.copy-words" : "overview.identity.copy-tags";
      String name = "%s-copy-%s".formatted(id, statement.topic().spelling());
      FontIcon icon = Icons.of(Feather.COPY, "icon-small");
      Runnable copy = () -> CopyMenu.copy(statement.value());
      Button button = PanelParts.iconButton(name, icon, messages.text(key), copy);
      button.getStyleClass().addAll("small", "copy-button");
      return button;
    }

    // Adds the button that expands the evidence for all statements.
    private void addWhy(Identity identity) {
      ToggleButton why = new ToggleButton(messages.text("overview.identity.why"));
      PanelParts.named(why, id + "-why", "flat", "small", "why-button");
      why.setGraphic(Icons.of(Feather.CHEVRON_RIGHT, "icon-small"));
      Tips.explain(why, messages.text("overview.identity.why.tip"));
      getChildren().add(why);
      why.setOnAction(
          _ -> {
            boolean isOpen = getChildren().getLast() instanceof EvidenceList;
            if (isOpen) {
              getChildren().removeLast();
            } else {
              getChildren().add(new EvidenceList(identity, select, messages));
            }
            Feather arrow = isOpen ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN;
            ((FontIcon) why.getGraphic()).setIconCode(arrow);
          });
    }
  }
}
