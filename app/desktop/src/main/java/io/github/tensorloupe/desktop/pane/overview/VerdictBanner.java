package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
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
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The verdict on a document in color, shape and words, with the advice.
final class VerdictBanner extends HBox {

  private static final int SENTENCE_CHARACTERS = 600;
  private static final int MAX_MORE = 3;
  private static final String ELLIPSIS = "…";

  private final Overview overview;
  private final Verdict verdict;
  private final Messages messages;
  private final VBox texts = new VBox(4);

  /// @param pasted the result for the hash that the user pasted
  /// @param onHashes compares the files with their expected hashes
  VerdictBanner(
      Overview overview,
      ObservableValue<Optional<PastedHash>> pasted,
      Function<FindingCode, Optional<Node>> remedies,
      Runnable onHashes,
      Messages messages) {
    super(12);
    this.overview = overview;
    this.verdict = overview.verdict();
    this.messages = messages;
    Tone tone =
        switch (verdict.outcome()) {
          case LOADS -> Tone.SUCCESS;
          case WARNINGS -> Tone.WARNING;
          case SET_ERRORS, REFUSED, SET_REFUSED, FOLDER_PROBLEMS -> Tone.DANGER;
        };
    PanelParts.named(this, "overview-verdict", "verdict", "verdict-" + tone.word());
    HBox.setHgrow(texts, Priority.ALWAYS);
    getChildren().setAll(tone.icon("verdict-icon"), texts);
    add(title(), "heading").setId("overview-verdict-title");
    add(sentence()).setId("overview-verdict-sentence");
    texts.getChildren().add(pastedHashLine(pasted));
    verdict.excerpt().map(this::excerpt).ifPresent(texts.getChildren()::add);
    verdict
        .advice()
        .map(advice -> add(messages.text(advice.messageKey()), "verdict-advice"))
        .ifPresent(label -> label.setId("overview-advice"));
    verdict.told().map(Finding::code).flatMap(remedies).ifPresent(texts.getChildren()::add);
    addMore(remedies);
    verdict
        .variant()
        .map(it -> add(messages.text("overview.verdict.said", it.variant()), "muted"))
        .ifPresent(label -> label.setId("overview-verdict-variant"));
    if (verdict.loads()) {
      texts.getChildren().add(hashesButton(onHashes));
    }
  }

  private Label add(String text, String... styleClasses) {
    Label label = PanelParts.wrapping(text, styleClasses);
    texts.getChildren().add(label);
    return label;
  }

  /// Adds the next errors of a set, each with what helps unless that is there already.
  private void addMore(Function<FindingCode, Optional<Node>> remedies) {
    Set<FindingCode> helped = EnumSet.noneOf(FindingCode.class);
    verdict.told().map(Finding::code).ifPresent(helped::add);
    for (Finding finding : verdict.more().stream().limit(MAX_MORE).toList()) {
      add(shown(finding), "verdict-more");
      if (helped.add(finding.code())) {
        remedies.apply(finding.code()).ifPresent(texts.getChildren()::add);
      }
    }
    int rest = verdict.more().size() - MAX_MORE;
    if (rest > 0) {
      add(messages.count("overview.verdict.more", rest));
    }
  }

  private String shown(Finding finding) {
    return DisplayText.of(messages.sentence(finding.sentence()), SENTENCE_CHARACTERS);
  }

  /// A file that loads may still differ from its expected hash.
  private Button hashesButton(Runnable onHashes) {
    String text = messages.text("overview.verdict.check");
    Button button = PanelParts.button("overview-check-download", text, onHashes);
    button.setGraphic(Icons.of(Feather.KEY));
    button.getStyleClass().add("small");
    Tips.explain(button, messages.text("overview.verdict.check.tip"));
    return button;
  }

  private String title() {
    String refused = messages.count(verdict.refusedCount());
    String files = messages.count(overview.fileCount());
    return switch (verdict.outcome()) {
      case LOADS -> loads();
      case WARNINGS ->
          verdict.warningCount() == 0
              ? loads()
              : loads() + messages.count("overview.verdict.warnings", verdict.warningCount());
      case SET_ERRORS -> messages.text("overview.verdict.set-errors");
      case REFUSED -> refused();
      case SET_REFUSED -> messages.text("overview.verdict.set-refused");
      case FOLDER_PROBLEMS ->
          verdict.refusedCount() == 0
              ? messages.text("overview.verdict.folder")
              : messages.text("overview.verdict.folder-refused", refused, files);
    };
  }

  private String refused() {
    if (overview.kind() != FileKind.SAFETENSORS) {
      String kind = messages.text("overview.kind." + overview.kind().spelling());
      return messages.text("overview.verdict.other-kind", kind);
    }
    boolean isCut = verdict.told().map(Finding::code).equals(Optional.of(FindingCode.TRUNCATED));
    return messages.text(isCut ? "overview.verdict.truncated" : "overview.verdict.refused");
  }

  private String loads() {
    return messages.text(
        overview.fileCount() > 1 ? "overview.verdict.all-ok" : "overview.verdict.ok");
  }

  private String sentence() {
    String clean = verdict.infoCount() == 0 ? "overview.verdict.clean" : "overview.verdict.notes";
    return verdict.told().map(this::shown).orElseGet(() -> messages.text(clean));
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

  /// The result for a pasted hash; takes no space while there is none.
  private Label pastedHashLine(ObservableValue<Optional<PastedHash>> pasted) {
    Label line = PanelParts.named(PanelParts.wrapping(""), "overview-pasted-hash");
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
    line.setText(
        overview.fileCount() > 1 ? messages.text("overview.pasted.of", file, sentence) : sentence);
    line.setGraphic((pasted.differs() ? Tone.DANGER : Tone.SUCCESS).icon());
    line.getStyleClass()
        .setAll("label", pasted.differs() ? "pasted-hash-differs" : "pasted-hash-matches");
  }
}
