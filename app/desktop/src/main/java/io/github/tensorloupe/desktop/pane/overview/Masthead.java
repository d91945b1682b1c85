package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.overview.Overview.IdentifiedPart;
import io.github.tensorloupe.desktop.text.MarkdownText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedShare;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The header of the overview: picture, title, tagline and keywords. The file name is in the title
/// bar.
final class Masthead extends VBox {

  private static final double PICTURE_SIDE = 128;
  private static final double SMALL_PICTURE_SIDE = 72;
  private static final double MIN_ROOMY_WIDTH = 480;
  private static final int TITLE_CHARACTERS = 120;
  private static final int LINE_CHARACTERS = 300;
  private static final int FACT_CHARACTERS = 80;
  private static final int MAX_SHARES = 3;

  /// The prefix of the ids of facts.
  private static final String FACT = "fact-";

  private static final int TIP_CHARACTERS = 2000;

  private final Overview overview;
  private final Messages messages;
  private final FlowPane facts = new FlowPane(16, 4);

  /// A field, so that the binding is not garbage-collected while listeners are attached.
  private final BooleanBinding roomy = widthProperty().greaterThanOrEqualTo(MIN_ROOMY_WIDTH);

  Masthead(Overview overview, FlowPane line, Messages messages) {
    super(10);
    this.overview = overview;
    this.messages = messages;
    PanelParts.named(this, "overview-masthead", "masthead");
    setMinWidth(0);
    Optional<IdentifiedPart> only =
        Optional.of(overview.identified())
            .filter(parts -> parts.size() == 1 && overview.parts().isEmpty())
            .map(List::getFirst);
    VBox texts = new VBox(6);
    texts.setMinWidth(0);
    HBox.setHgrow(texts, Priority.ALWAYS);
    DoubleBinding length =
        Bindings.createDoubleBinding(
            () -> roomy.get() ? texts.getWidth() : getWidth(),
            roomy,
            texts.widthProperty(),
            widthProperty());
    for (FlowPane flow : List.of(facts, line)) {
      // The VBox of both flows computes its height from this length.
      flow.prefWrapLengthProperty().bind(length);
      Card.limitChildWidths(flow, length);
    }
    Node picture = only.flatMap(IdentifiedPart::picture).map(this::view).orElseGet(this::mark);
    getChildren().setAll(new HBox(16, picture, texts));
    Optional<Identity> identity = only.map(IdentifiedPart::identity);
    Optional<String> title = identity.flatMap(it -> line(it, Topic.TITLE));
    texts.getChildren().add(title(title.orElseGet(() -> untitled(identity))));
    identity.flatMap(this::tagline).ifPresent(texts.getChildren()::add);
    identity.ifPresent(it -> addFacts(it, title.isPresent()));
    addKindOfDocument(identity.isPresent());
    PanelParts.setShown(facts, !facts.getChildren().isEmpty());
    roomy.subscribe(isRoomy -> place(texts, isRoomy, line));
  }

  // The keywords are next to the picture, or below it if there is little room.
  private void place(VBox texts, boolean isRoomy, FlowPane line) {
    (isRoomy ? this : texts).getChildren().removeAll(facts, line);
    (isRoomy ? texts : this).getChildren().addAll(facts, line);
  }

  private static Optional<String> line(Identity identity, Topic topic) {
    return identity.statement(topic).map(Statement::oneLine).filter(text -> !text.isEmpty());
  }

  private Label title(String text) {
    Label label = PanelParts.wrapping(DisplayText.of(text, TITLE_CHARACTERS), "title");
    CopyText.set(label, () -> text);
    return PanelParts.named(label, "overview-title");
  }

  private String untitled(Optional<Identity> identity) {
    if (identity.isEmpty()) {
      boolean isEmpty = overview.kind() == FileKind.SAFETENSORS && overview.headersRead();
      return isEmpty ? messages.text("overview.title.empty") : kindOf(overview, messages);
    }
    Kind kind = identity.get().kind();
    if (kind != Kind.UNKNOWN) {
      return headline(identity.get(), messages);
    }
    return identity
        .get()
        .family()
        .map(messages::sentence)
        .orElseGet(
            () ->
                messages.text(
                    overview.checkpoint().tensors().isEmpty() && overview.headersRead()
                        ? "overview.title.no-tensors"
                        : "overview.title.unknown"));
  }

  /// Returns the kind and the family in one line.
  static String headline(Identity identity, Messages messages) {
    String kind =
        identity.kind() == Kind.UNKNOWN
            ? messages.text("overview.identity.unknown")
            : messages.sentence(identity.kind().label());
    Optional<String> family =
        identity.family().map(it -> DisplayText.of(messages.sentence(it), TITLE_CHARACTERS));
    // Some family names include the kind.
    boolean saysKind =
        family
            .filter(it -> it.toLowerCase(Locale.ROOT).contains(kind.toLowerCase(Locale.ROOT)))
            .isPresent();
    return family.map(it -> saysKind ? it : kind + " · " + it).orElse(kind);
  }

  private Optional<Label> tagline(Identity identity) {
    List<String> parts = new ArrayList<>();
    line(identity, Topic.AUTHOR)
        .map(author -> messages.text("overview.by", DisplayText.of(author, FACT_CHARACTERS)))
        .ifPresent(parts::add);
    Optional<String> description =
        identity
            .statement(Topic.DESCRIPTION)
            .map(it -> MarkdownText.of(it.value()).oneLine())
            .filter(text -> !text.isEmpty());
    description.map(text -> DisplayText.of(text, LINE_CHARACTERS)).ifPresent(parts::add);
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    Label label = PanelParts.label(String.join(" · ", parts), "muted");
    label.setMinWidth(0);
    Tips.setTooltip(
        label, () -> DisplayText.of(description.orElse(label.getText()), TIP_CHARACTERS));
    return Optional.of(PanelParts.named(label, "overview-tagline"));
  }

  private void addFacts(Identity identity, boolean isTitled) {
    boolean isKnown = identity.kind() != Kind.UNKNOWN;
    if (isTitled && isKnown) {
      fact(Topic.KIND, messages.sentence(identity.kind().label()), "strong");
    }
    if (isTitled) {
      identity.family().ifPresent(it -> fact(Topic.FAMILY, messages.sentence(it), "strong"));
    }
    identity
        .statements(Topic.VARIANT)
        .forEach(each -> fact(Topic.VARIANT, messages.sentence(each.sentence())));
    line(identity, Topic.PRECISION).ifPresent(it -> fact(Topic.PRECISION, it));
    identity
        .statements(Topic.QUANTIZATION)
        .forEach(each -> fact(Topic.QUANTIZATION, messages.sentence(each.sentence())));
    Optional<Statement> rank = identity.statement(Topic.RANK);
    rank.map(it -> messages.text("overview.fact.rank", messages.sentence(it.sentence())))
        .ifPresent(it -> fact(Topic.RANK, it));
    identity
        .statement(Topic.PARAMETERS)
        .filter(it -> rank.isEmpty() && it.number().isPresent())
        .ifPresent(this::addParameters);
    line(identity, Topic.LICENSE).ifPresent(it -> fact(Topic.LICENSE, it));
  }

  /// Shows the quantization schemes of the weights instead of the scheme that names suggest.
  void show(Quantization quantization) {
    List<Node> shown = facts.getChildren();
    Predicate<Node> suggested = fact -> (FACT + Topic.QUANTIZATION.spelling()).equals(fact.getId());
    int at =
        IntStream.range(0, shown.size())
            .filter(i -> suggested.test(shown.get(i)))
            .findFirst()
            .orElse(shown.size());
    shown.removeIf(suggested);
    for (QuantizedShare share :
        quantization.shares().stream().limit(MAX_SHARES).toList().reversed()) {
      Label fact = fact(Topic.QUANTIZATION, messages.sentence(share.sentence()));
      shown.remove(fact);
      shown.add(at, fact);
    }
    PanelParts.setShown(facts, true);
  }

  private void addKindOfDocument(boolean isIdentified) {
    boolean saysTitle = !isIdentified && overview.kind() != FileKind.SAFETENSORS;
    if (overview.kind() != FileKind.SAFETENSORS && !saysTitle) {
      boolean isWhole = overview.missingShards().isEmpty();
      String kind = kindOf(overview, messages);
      Label fact = named("overview-kind", kind);
      if (!isWhole) {
        fact.getStyleClass().addAll("badge", "badge-danger");
      }
      Tips.explain(fact, messages.text("overview.stat.files.tip"));
      facts.getChildren().add(fact);
    } else if (overview.isOther()) {
      long length = Overview.lengthOf(overview.checkpoint().files());
      Label size = named("overview-stat-file-size", messages.bytes(length));
      Tips.explain(size, messages.exactBytes(length));
      facts.getChildren().add(size);
    }
  }

  // A rounded figure; the tooltip has the full statement.
  private void addParameters(Statement statement) {
    String count = messages.shortCount(statement.number().orElse(0));
    Label fact = fact(Topic.PARAMETERS, messages.text("overview.fact.parameters", count));
    Tips.explain(fact, explanation(Topic.PARAMETERS, messages.sentence(statement.sentence())));
  }

  private Label fact(Topic topic, String text, String... styleClasses) {
    Label fact = named(FACT + topic.spelling(), text, styleClasses);
    Tips.explain(fact, explanation(topic, DisplayText.of(text, TIP_CHARACTERS)));
    facts.getChildren().add(fact);
    return fact;
  }

  private String explanation(Topic topic, String text) {
    return messages.sentence(topic.label()) + ": " + text;
  }

  private static Label named(String id, String text, String... styleClasses) {
    Label fact = PanelParts.elastic(DisplayText.of(text, FACT_CHARACTERS), "fact");
    fact.getStyleClass().addAll(styleClasses);
    return PanelParts.named(fact, id);
  }

  private Node view(Image picture) {
    ImageView view = new ImageView(picture);
    view.setId("identity-picture");
    view.setPreserveRatio(true);
    view.setAccessibleText(messages.text("overview.identity.picture"));
    StackPane frame = new StackPane(view);
    frame.getStyleClass().add("masthead-picture");
    frame.setAlignment(Pos.TOP_LEFT);
    frame.setMinWidth(Region.USE_PREF_SIZE);
    roomy.subscribe(
        isRoomy -> {
          double side = isRoomy ? PICTURE_SIDE : SMALL_PICTURE_SIDE;
          view.setFitWidth(side);
          view.setFitHeight(side);
        });
    return frame;
  }

  // An icon if there is no picture.
  private Node mark() {
    StackPane mark = new StackPane(Icons.of(sign(), "masthead-icon"));
    mark.getStyleClass().add("masthead-mark");
    return mark;
  }

  private Feather sign() {
    return switch (overview.kind()) {
      case DIRECTORY -> Feather.FOLDER;
      case GIT_LFS_POINTER, INDEX, TEXT -> Feather.FILE_TEXT;
      case HTML -> Feather.GLOBE;
      case ZIP, PICKLE -> Feather.ARCHIVE;
      case EMPTY, ZEROS, UNKNOWN -> Feather.FILE;
      case FLAX_MSGPACK, GGUF, HDF5, NPY, NPZ, PYTORCH_LEGACY, PYTORCH_ZIP -> Feather.PACKAGE;
      case SAFETENSORS, SET ->
          overview.identified().stream()
              .findFirst()
              .map(part -> sign(part.identity().kind()))
              .orElse(Feather.FILE);
    };
  }

  private Feather sign(Kind kind) {
    return switch (kind) {
      case DORA, LOHA, LOKR, LOCON, LORA, OFT, BOFT, VERA, GLORA, TLORA, PROMPT_TUNING, IA3 ->
          Feather.SLIDERS;
      case CONTROL_LORA, CONTROLNET, T2I_ADAPTER, IP_ADAPTER, EMBEDDING -> Feather.SLIDERS;
      case UPSCALER, DIFFUSION_CHECKPOINT, DIFFUSION_MODEL, VAE, IMAGE_ENCODER -> Feather.IMAGE;
      case IMAGE_CLASSIFIER, SEGMENTATION_MODEL -> Feather.EYE;
      case TEXT_ENCODER, TEXT_IMAGE_ENCODER, LANGUAGE_MODEL, ENCODER_DECODER ->
          Feather.MESSAGE_SQUARE;
      case VISION_LANGUAGE_MODEL, AUDIO_LANGUAGE_MODEL, MULTIMODAL_MODEL -> Feather.MESSAGE_SQUARE;
      case SPEECH_MODEL -> Feather.MIC;
      case TIME_SERIES_MODEL, OPTIMIZER_STATE, SPARSE_AUTOENCODER -> Feather.ACTIVITY;
      case UNKNOWN -> overview.checkpoint().tensors().isEmpty() ? Feather.FILE_TEXT : Feather.BOX;
    };
  }

  /// Returns the kind of the document: the detected type of a single file, or a set or a folder
  /// with the number of files.
  static String kindOf(Overview overview, Messages messages) {
    int files = overview.fileCount();
    String count = messages.count(files);
    String parts = messages.count(overview.parts().size());
    return switch (overview.kind()) {
      case FileKind.SET -> {
        int missing = overview.missingShards().size();
        yield missing == 0
            ? messages.count("overview.kind.set", files)
            : messages.text(
                "overview.kind.set.missing",
                messages.count(files + missing),
                messages.count(missing));
      }
      case FileKind.DIRECTORY ->
          overview.parts().stream().anyMatch(CheckpointPart::isSet)
              ? messages.text("overview.kind.directory.parts", count, parts)
              : messages.count("overview.kind.directory", files);
      default -> messages.text("overview.kind." + overview.kind().spelling());
    };
  }
}
