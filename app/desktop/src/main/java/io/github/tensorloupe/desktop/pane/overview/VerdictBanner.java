package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.overview.OverviewView.Links;
import io.github.tensorloupe.desktop.pane.overview.Verdict.HeaderExcerpt;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.integrity.hash.PastedHash;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.text.Sentence;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The verdict on a document in color, shape and words, with the advice.
final class VerdictBanner extends HBox {

  private static final int SENTENCE_CHARACTERS = 600;
  private static final int MAX_MORE = 3;
  private static final String ELLIPSIS = "…";

  private final FileKind kind;
  private final boolean hasSeveralFiles;
  private final Links links;
  private final Messages messages;

  /// @param pasted the result for the hash that the user pasted
  VerdictBanner(
      Overview overview,
      ObservableValue<Optional<PastedHash>> pasted,
      Links links,
      Messages messages) {
    super(12);
    this.kind = overview.kind();
    this.hasSeveralFiles = overview.totals().fileCount() > 1;
    this.links = links;
    this.messages = messages;
    Verdict verdict = overview.verdict();
    Tone tone =
        switch (verdict.outcome()) {
          case LOADS -> Tone.SUCCESS;
          case WARNINGS -> Tone.WARNING;
          case SET_ERRORS, REFUSED, SET_REFUSED, FOLDER_PROBLEMS -> Tone.DANGER;
        };
    setId("overview-verdict");
    getStyleClass().addAll("verdict", "verdict-" + tone.word());
    VBox texts = new VBox(4);
    HBox.setHgrow(texts, Priority.ALWAYS);
    texts.getChildren().setAll(texts(verdict, overview.totals().fileCount()));
    texts.getChildren().add(2, pastedHashLine(pasted));
    getChildren().setAll(tone.icon("verdict-icon"), texts);
  }

  private List<Node> texts(Verdict verdict, int fileCount) {
    List<Node> texts = new ArrayList<>();
    texts.add(named("title", PanelParts.wrapping(title(verdict, fileCount), "heading")));
    texts.add(named("sentence", PanelParts.wrapping(sentence(verdict))));
    verdict.excerpt().map(this::excerpt).ifPresent(texts::add);
    verdict
        .advice()
        .map(advice -> PanelParts.wrapping(messages.text(advice.messageKey()), "verdict-advice"))
        .ifPresent(
            label -> {
              label.setId("overview-advice");
              texts.add(label);
            });
    verdict.code().flatMap(links.remedies()).ifPresent(texts::add);
    addMore(texts, verdict);
    verdict
        .variant()
        .map(variant -> messages.text("overview.verdict.said", variant.variant()))
        .ifPresent(said -> texts.add(named("variant", PanelParts.wrapping(said, "muted"))));
    if (verdict.loads()) {
      texts.add(hashesButton());
    }
    return texts;
  }

  private static Label named(String name, Label label) {
    label.setId("overview-verdict-" + name);
    return label;
  }

  /// Adds the next errors of a set, each with what helps unless that is there already.
  private void addMore(List<Node> texts, Verdict verdict) {
    Set<FindingCode> helped = EnumSet.noneOf(FindingCode.class);
    verdict.code().ifPresent(helped::add);
    for (Finding finding : verdict.more().stream().limit(MAX_MORE).toList()) {
      texts.add(PanelParts.wrapping(shown(finding.sentence()), "verdict-more"));
      if (helped.add(finding.code())) {
        links.remedies().apply(finding.code()).ifPresent(texts::add);
      }
    }
    int rest = verdict.more().size() - MAX_MORE;
    if (rest > 0) {
      texts.add(PanelParts.wrapping(messages.count("overview.verdict.more", rest)));
    }
  }

  private String shown(Sentence sentence) {
    return DisplayText.of(messages.sentence(sentence), SENTENCE_CHARACTERS);
  }

  /// A file that loads may still differ from its expected hash.
  private Button hashesButton() {
    Button button =
        PanelParts.button(
            "overview-check-download", messages.text("overview.verdict.check"), links.hashes());
    button.setGraphic(Icons.of(Feather.KEY));
    button.getStyleClass().add("small");
    Tips.explain(button, messages.text("overview.verdict.check.tip"));
    return button;
  }

  private String title(Verdict verdict, int fileCount) {
    return switch (verdict.outcome()) {
      case LOADS -> loads();
      case WARNINGS ->
          verdict.warningCount() == 0
              ? loads()
              : loads() + messages.count("overview.verdict.warnings", verdict.warningCount());
      case SET_ERRORS -> messages.text("overview.verdict.set-errors");
      case REFUSED -> refused(verdict);
      case SET_REFUSED -> messages.text("overview.verdict.set-refused");
      case FOLDER_PROBLEMS ->
          verdict.refusedCount() == 0
              ? messages.text("overview.verdict.folder")
              : messages.text(
                  "overview.verdict.folder-refused",
                  messages.count(verdict.refusedCount()),
                  messages.count(fileCount));
    };
  }

  private String refused(Verdict verdict) {
    if (kind != FileKind.SAFETENSORS) {
      return messages.text(
          "overview.verdict.other-kind", messages.text("overview.kind." + kind.spelling()));
    }
    return messages.text(
        verdict.code().equals(Optional.of(FindingCode.TRUNCATED))
            ? "overview.verdict.truncated"
            : "overview.verdict.refused");
  }

  private String loads() {
    return messages.text(hasSeveralFiles ? "overview.verdict.all-ok" : "overview.verdict.ok");
  }

  private String sentence(Verdict verdict) {
    return verdict
        .sentence()
        .map(this::shown)
        .orElseGet(
            () ->
                messages.text(
                    verdict.infoCount() == 0
                        ? "overview.verdict.clean"
                        : "overview.verdict.notes"));
  }

  /// The text of a broken header with the place marked.
  private TextFlow excerpt(HeaderExcerpt excerpt) {
    String marked =
        excerpt.marked().isBlank()
            ? messages.text("overview.header.here") + excerpt.marked()
            : excerpt.marked();
    TextFlow flow =
        PanelParts.named(
            new TextFlow(
                piece((excerpt.isCutBefore() ? ELLIPSIS : "") + excerpt.before(), "excerpt-text"),
                piece(marked, "excerpt-marked"),
                piece(excerpt.after() + (excerpt.isCutAfter() ? ELLIPSIS : ""), "excerpt-text")),
            "overview-header-excerpt",
            "header-excerpt");
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

  /// The result for a pasted hash; takes no space while there is none.
  private Label pastedHashLine(ObservableValue<Optional<PastedHash>> pasted) {
    Label line = PanelParts.wrapping("");
    line.setId("overview-pasted-hash");
    line.setMaxWidth(Double.MAX_VALUE);
    Following.of(line)
        .subscribe(
            pasted,
            now -> {
              PanelParts.setShown(line, now.isPresent());
              now.ifPresent(result -> tell(result, line));
            });
    return line;
  }

  private void tell(PastedHash pasted, Label line) {
    String sentence =
        switch (pasted) {
          case PastedHash.Same(_, HashKind same) ->
              messages.text("overview.pasted.same", messages.sentence(same.title()));
          case PastedHash.Other(_, boolean isSha256) ->
              messages.text(isSha256 ? "overview.pasted.other" : "overview.pasted.other-short");
        };
    String file = DisplayText.of(String.valueOf(pasted.file().path().getFileName()));
    line.setText(hasSeveralFiles ? messages.text("overview.pasted.of", file, sentence) : sentence);
    line.setGraphic((pasted.differs() ? Tone.DANGER : Tone.SUCCESS).icon());
    line.getStyleClass()
        .setAll("label", pasted.differs() ? "pasted-hash-differs" : "pasted-hash-matches");
  }
}
