package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.overview.Card.ShareBar;
import io.github.tensorloupe.desktop.pane.overview.Verdict.HeaderExcerpt;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.GitLfsPointer;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The verdict on a document as color, icon and text, with the advice.
final class VerdictBanner extends HBox {

  private static final int SENTENCE_CHARACTERS = 600;
  private static final int MAX_MORE = 3;
  private static final int MAX_TENSORS = 4;
  private static final int NAME_CHARACTERS = 120;
  private static final double NAME_WIDTH = 280;
  private static final String ELLIPSIS = "…";

  private final Overview overview;
  private final Verdict verdict;
  private final Consumer<TensorRef> select;
  private final Messages messages;
  private final VBox texts = new VBox(4);

  VerdictBanner(
      Overview overview,
      Function<FindingCode, Optional<Node>> remedies,
      Consumer<TensorRef> select,
      Messages messages) {
    super(12);
    this.overview = overview;
    this.verdict = overview.verdict();
    this.messages = messages;
    this.select = select;
    Tone tone =
        switch (verdict.outcome()) {
          case LOADS -> Tone.SUCCESS;
          case WARNINGS -> Tone.WARNING;
          default -> Tone.DANGER;
        };
    PanelParts.named(this, "overview-verdict", "verdict", "verdict-" + tone.word());
    HBox.setHgrow(texts, Priority.ALWAYS);
    getChildren().setAll(tone.icon("verdict-icon"), texts);
    add(title(), "heading").setId("overview-verdict-title");
    overview
        .cut()
        .ifPresentOrElse(
            this::addCut,
            () -> overview.pointer().ifPresentOrElse(this::addPointer, this::addSentence));
    verdict.excerpt().map(this::excerpt).ifPresent(texts.getChildren()::add);
    verdict
        .advice()
        .map(advice -> add(messages.text(advice.messageKey()), "verdict-advice"))
        .ifPresent(label -> label.setId("overview-advice"));
    verdict.firstFinding().map(Finding::code).flatMap(remedies).ifPresent(texts.getChildren()::add);
    addMore(remedies);
    verdict
        .variant()
        .map(it -> add(messages.text("overview.verdict.said", it.variant()), "muted"))
        .ifPresent(label -> label.setId("overview-verdict-variant"));
  }

  private void addSentence() {
    boolean isSaid =
        overview.isOther() || verdict.firstFinding().filter(this::isShownElsewhere).isPresent();
    if (!isSaid) {
      add(sentence()).setId("overview-verdict-sentence");
    }
  }

  private Label add(String text, String... styleClasses) {
    Label label = PanelParts.wrapping(text, styleClasses);
    texts.getChildren().add(label);
    return label;
  }

  private void addMore(Function<FindingCode, Optional<Node>> remedies) {
    Set<FindingCode> helped = EnumSet.noneOf(FindingCode.class);
    verdict.firstFinding().map(Finding::code).ifPresent(helped::add);
    List<Finding> more =
        verdict.more().stream().filter(finding -> !isShownElsewhere(finding)).toList();
    for (Finding finding : more.stream().limit(MAX_MORE).toList()) {
      add(shown(finding), "verdict-more");
      if (helped.add(finding.code())) {
        remedies.apply(finding.code()).ifPresent(texts.getChildren()::add);
      }
    }
    int rest = more.size() - MAX_MORE;
    if (rest > 0) {
      add(messages.count("overview.verdict.more", rest));
    }
  }

  private String shown(Finding finding) {
    return DisplayText.of(messages.sentence(finding.sentence()), SENTENCE_CHARACTERS);
  }

  private void addCut(TruncatedFile cut) {
    ShareBar bar = new ShareBar();
    bar.getStyleClass().addAll("dtype-share-bar", "cut-bar");
    bar.add(cut.share(), "part-there");
    String missing = messages.bytes(cut.expectedByteCount() - cut.byteCount());
    String there =
        messages.text(
            "overview.cut.bytes",
            messages.bytes(cut.byteCount()),
            messages.bytes(cut.expectedByteCount()),
            missing);
    String whole =
        messages.text(
            "overview.cut.whole",
            messages.count(cut.wholeCount()),
            messages.count(cut.tensorCount()));
    texts.getChildren().add(bar);
    add(there + " " + whole).setId("overview-verdict-sentence");
    addTensors("overview.cut.cut", cut.cut());
    addTensors("overview.cut.lost", cut.lost());
  }

  private void addTensors(String key, List<TensorInfo> tensors) {
    if (tensors.isEmpty()) {
      return;
    }
    FlowPane names = new FlowPane(6, 4);
    names.setMinWidth(0);
    names.getChildren().add(PanelParts.label(messages.count(key, tensors.size()), "strong"));
    TensorFile file = overview.checkpoint().files().getFirst();
    for (TensorInfo tensor : tensors.subList(0, Math.min(MAX_TENSORS, tensors.size()))) {
      Button button = new Button(DisplayText.of(tensor.name(), NAME_CHARACTERS));
      button.getStyleClass().addAll("flat", "small", "mono", "evidence-tensor");
      button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      button.setMnemonicParsing(false);
      button.setMaxWidth(NAME_WIDTH);
      Tips.explain(button, DisplayText.of(tensor.name(), SENTENCE_CHARACTERS));
      button.setOnAction(_ -> select.accept(new TensorRef(file, tensor)));
      names.getChildren().add(button);
    }
    if (tensors.size() > MAX_TENSORS) {
      String rest = messages.count(tensors.size() - MAX_TENSORS);
      names.getChildren().add(PanelParts.label(messages.text("overview.files.more", rest)));
    }
    texts.getChildren().add(names);
  }

  private void addPointer(GitLfsPointer pointer) {
    pointer
        .byteCount()
        .ifPresent(
            count ->
                add(messages.text("overview.pointer.size", messages.exactBytes(count)))
                    .setId("overview-pointer-size"));
    pointer.oid().ifPresent(oid -> addCopied("overview-pointer-oid", "SHA-256", oid));
    add(messages.text("overview.advice.git-lfs-pointer"), "verdict-advice")
        .setId("overview-advice");
    addCopied("overview-pointer-command", "", "git lfs install && git lfs pull");
  }

  private void addCopied(String id, String topic, String text) {
    Label shown = Card.elastic(text, text, "mono");
    shown.setMaxWidth(Region.USE_PREF_SIZE);
    Runnable copy = () -> CopyMenu.copy(text);
    String name = messages.text("overview.copy");
    Node button = PanelParts.iconButton(id, Icons.of(Feather.COPY, "icon-small"), name, copy);
    button.getStyleClass().addAll("small", "copy-button");
    HBox line = Card.line(shown, button);
    if (!topic.isEmpty()) {
      line.getChildren().addFirst(PanelParts.uncut(topic, "muted"));
    }
    texts.getChildren().add(line);
  }

  private String title() {
    String refused = messages.count(verdict.refusedCount());
    String files = messages.count(overview.fileCount());
    return switch (verdict.outcome()) {
      case SET_ERRORS -> messages.text("overview.verdict.set-errors");
      case REFUSED -> refused();
      case SET_REFUSED ->
          overview.missingShards().isEmpty()
              ? messages.text("overview.verdict.set-refused")
              : missingShards();
      case FOLDER_PROBLEMS ->
          verdict.refusedCount() == 0
              ? messages.text("overview.verdict.folder")
              : messages.text("overview.verdict.folder-refused", refused, files);
      case ERRORS -> messages.text("verdict.errors");
      case FOREIGN_REFUSED -> messages.text("verdict.foreign-refused");
      case FOREIGN -> messages.text("overview.verdict.foreign");
      default -> messages.text("overview.verdict.warning");
    };
  }

  private String missingShards() {
    int missing = overview.missingShards().size();
    String all = messages.count(overview.fileCount() + missing);
    return messages.text("overview.verdict.shards-missing", messages.count(missing), all);
  }

  // The shards card lists missing shards.
  private boolean isShownElsewhere(Finding finding) {
    return finding.code() == FindingCode.SHARD_MISSING && !overview.missingShards().isEmpty();
  }

  private String refused() {
    if (overview.isOther()) {
      return overview.pointer().isPresent() ? messages.text("overview.pointer") : sentence();
    }
    if (overview.cut().isPresent()) {
      String there = messages.share(Math.clamp(overview.cut().get().share(), 0.001, 0.999));
      return messages.text("overview.cut.title", there);
    }
    boolean isCut =
        verdict.firstFinding().map(Finding::code).equals(Optional.of(FindingCode.TRUNCATED));
    return messages.text(isCut ? "overview.verdict.truncated" : "overview.verdict.refused");
  }

  private String sentence() {
    return verdict.firstFinding().map(this::shown).orElse("");
  }

  private TextFlow excerpt(HeaderExcerpt excerpt) {
    String here = excerpt.marked().isBlank() ? messages.text("overview.header.here") : "";
    String marked = here + excerpt.marked();
    TextFlow flow =
        new TextFlow(
            piece((excerpt.isCutBefore() ? ELLIPSIS : "") + excerpt.before(), "excerpt-text"),
            piece(marked, "excerpt-marked"),
            piece(excerpt.after() + (excerpt.isCutAfter() ? ELLIPSIS : ""), "excerpt-text"));
    PanelParts.named(flow, "overview-header-excerpt", "header-excerpt");
    flow.setMinWidth(0);
    flow.setAccessibleText(
        messages.text("overview.header.excerpt", excerpt.before(), marked, excerpt.after()));
    return flow;
  }

  private static Text piece(String text, String styleClass) {
    Text piece = new Text(text);
    piece.getStyleClass().add(styleClass);
    return piece;
  }
}
