package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.pane.overview.Verdict.HeaderExcerpt;
import io.github.tensorloupe.desktop.pane.overview.Verdict.Outcome;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.integrity.hash.PastedHash;
import io.github.tensorloupe.model.FileKind;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The verdict on a document in color, shape and words, with the advice.
final class VerdictBanner extends HBox {

  private static final int SENTENCE_CHARACTERS = 600;
  private static final int MAX_MORE = 3;

  private final FileKind kind;
  private final Messages messages;

  /// @param pasted the result for the hash that the user pasted
  /// @param remedies makes the control that fixes a finding, where there is one
  /// @param onHashes compares the files with their expected hashes
  VerdictBanner(
      Overview overview,
      ObservableValue<Optional<PastedHash>> pasted,
      Function<FindingCode, Optional<Node>> remedies,
      Runnable onHashes,
      Messages messages) {
    super(12);
    this.kind = overview.kind();
    this.messages = messages;
    Verdict verdict = overview.verdict();
    setId("overview-verdict");
    getStyleClass().addAll("verdict", styleClass(verdict.outcome()));
    Label title = wrapping(title(verdict, overview.totals().fileCount()), "heading");
    title.setId("overview-verdict-title");
    VBox texts = new VBox(4, title);
    HBox.setHgrow(texts, Priority.ALWAYS);
    Label sentence = wrapping(sentence(verdict));
    sentence.setId("overview-verdict-sentence");
    boolean several = overview.totals().fileCount() > 1;
    texts.getChildren().addAll(sentence, new PastedHashLine(pasted, several, messages));
    verdict
        .excerpt()
        .ifPresent(excerpt -> texts.getChildren().add(new HeaderExcerptPane(excerpt, messages)));
    verdict
        .advice()
        .ifPresent(
            advice -> {
              Label label = wrapping(messages.text(advice.messageKey()), "verdict-advice");
              label.setId("overview-advice");
              texts.getChildren().add(label);
            });
    verdict.code().flatMap(remedies).ifPresent(texts.getChildren()::add);
    texts.getChildren().addAll(more(verdict, remedies));
    verdict.variant().ifPresent(variant -> texts.getChildren().add(said(variant)));
    if (verdict.loads()) {
      texts.getChildren().add(hashesButton(onHashes));
    }
    getChildren().setAll(icon(verdict.outcome()), texts);
  }

  /// The next errors of a set, each with what helps unless that is there already.
  private List<Node> more(Verdict verdict, Function<FindingCode, Optional<Node>> remedies) {
    List<Node> nodes = new ArrayList<>();
    Set<FindingCode> helped = EnumSet.noneOf(FindingCode.class);
    verdict.code().ifPresent(helped::add);
    for (Finding finding : verdict.more().stream().limit(MAX_MORE).toList()) {
      Label sentence =
          wrapping(DisplayText.of(messages.sentence(finding.sentence()), SENTENCE_CHARACTERS));
      sentence.getStyleClass().add("verdict-more");
      nodes.add(sentence);
      if (helped.add(finding.code())) {
        remedies.apply(finding.code()).ifPresent(nodes::add);
      }
    }
    int rest = verdict.more().size() - MAX_MORE;
    if (rest > 0) {
      nodes.add(
          wrapping(
              rest == 1
                  ? messages.text("overview.verdict.more.one")
                  : messages.text("overview.verdict.more", Figures.count(rest))));
    }
    return nodes;
  }

  /// The error name that other programs print.
  private Label said(LoadError variant) {
    Label label = wrapping(messages.text("overview.verdict.said", variant.variant()), "muted");
    label.setId("overview-verdict-variant");
    return label;
  }

  /// A file that loads may still differ from its expected hash.
  private Button hashesButton(Runnable action) {
    Button button = new Button(messages.text("overview.verdict.check"), Icons.of(Feather.KEY));
    button.setId("overview-check-download");
    button.getStyleClass().add("small");
    button.setMinWidth(Region.USE_PREF_SIZE);
    Tips.explain(button, messages.text("overview.verdict.check.tip"));
    button.setOnAction(_ -> action.run());
    return button;
  }

  private static Label wrapping(String text, String... styleClasses) {
    Label label = new Label(text);
    label.getStyleClass().addAll(styleClasses);
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    return label;
  }

  private static String styleClass(Outcome outcome) {
    return switch (outcome) {
      case LOADS -> "verdict-success";
      case WARNINGS -> "verdict-warning";
      case SET_ERRORS, REFUSED, SET_REFUSED, FOLDER_PROBLEMS -> "verdict-danger";
    };
  }

  private static FontIcon icon(Outcome outcome) {
    return switch (outcome) {
      case LOADS -> Icons.of(Feather.CHECK_CIRCLE, "verdict-icon", "icon-success");
      case WARNINGS -> Icons.of(Feather.ALERT_TRIANGLE, "verdict-icon", "icon-warning");
      case SET_ERRORS, REFUSED, SET_REFUSED, FOLDER_PROBLEMS ->
          Icons.of(Feather.X_CIRCLE, "verdict-icon", "icon-danger");
    };
  }

  private String title(Verdict verdict, int fileCount) {
    return switch (verdict.outcome()) {
      case LOADS -> loads(fileCount);
      case WARNINGS -> loads(fileCount) + warnings(verdict.warningCount());
      case SET_ERRORS -> messages.text("overview.verdict.set-errors");
      case REFUSED -> refused(verdict);
      case SET_REFUSED -> messages.text("overview.verdict.set-refused");
      case FOLDER_PROBLEMS ->
          verdict.refusedCount() == 0
              ? messages.text("overview.verdict.folder")
              : messages.text(
                  "overview.verdict.folder-refused",
                  Figures.count(verdict.refusedCount()),
                  Figures.count(fileCount));
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

  private String loads(int fileCount) {
    return messages.text(fileCount > 1 ? "overview.verdict.all-ok" : "overview.verdict.ok");
  }

  private String warnings(int count) {
    return switch (count) {
      case 0 -> "";
      case 1 -> messages.text("overview.verdict.warnings.one");
      default -> messages.text("overview.verdict.warnings", Figures.count(count));
    };
  }

  private String sentence(Verdict verdict) {
    return verdict
        .sentence()
        .map(sentence -> DisplayText.of(messages.sentence(sentence), SENTENCE_CHARACTERS))
        .orElseGet(
            () ->
                messages.text(
                    verdict.infoCount() == 0
                        ? "overview.verdict.clean"
                        : "overview.verdict.notes"));
  }

  /// Shows the text of a broken header with the place marked.
  private static final class HeaderExcerptPane extends TextFlow {

    private static final String ELLIPSIS = "…";

    HeaderExcerptPane(HeaderExcerpt excerpt, Messages messages) {
      setId("overview-header-excerpt");
      getStyleClass().add("header-excerpt");
      setMinWidth(0);
      String marked =
          excerpt.marked().isBlank()
              ? messages.text("overview.header.here") + excerpt.marked()
              : excerpt.marked();
      getChildren()
          .setAll(
              piece((excerpt.isCutBefore() ? ELLIPSIS : "") + excerpt.before(), "excerpt-text"),
              piece(marked, "excerpt-marked"),
              piece(excerpt.after() + (excerpt.isCutAfter() ? ELLIPSIS : ""), "excerpt-text"));
      setAccessibleText(
          messages.text("overview.header.excerpt", excerpt.before(), marked, excerpt.after()));
    }

    private static Text piece(String text, String styleClass) {
      Text piece = new Text(text);
      piece.getStyleClass().add(styleClass);
      return piece;
    }
  }

  /// The result for a pasted hash; takes no space while there is none.
  private static final class PastedHashLine extends Label {

    private final boolean isNamed;
    private final Messages messages;

    /// @param isNamed true to name the file
    PastedHashLine(
        ObservableValue<Optional<PastedHash>> pasted, boolean isNamed, Messages messages) {
      this.isNamed = isNamed;
      this.messages = messages;
      setId("overview-pasted-hash");
      setWrapText(true);
      setMinHeight(Region.USE_PREF_SIZE);
      setMaxWidth(Double.MAX_VALUE);
      managedProperty().bind(visibleProperty());
      Following.of(this).subscribe(pasted, this::show);
    }

    private void show(Optional<PastedHash> pasted) {
      setVisible(pasted.isPresent());
      pasted.ifPresent(this::tell);
    }

    private void tell(PastedHash pasted) {
      String sentence = sentence(pasted);
      String file = DisplayText.of(String.valueOf(pasted.file().path().getFileName()));
      setText(isNamed ? messages.text("overview.pasted.of", file, sentence) : sentence);
      setGraphic(
          switch (pasted) {
            case PastedHash.Same _ -> Icons.of(Feather.CHECK_CIRCLE, "icon-success");
            case PastedHash.Other _ -> Icons.of(Feather.X_CIRCLE, "icon-danger");
          });
      getStyleClass()
          .setAll("label", pasted.differs() ? "pasted-hash-differs" : "pasted-hash-matches");
    }

    private String sentence(PastedHash pasted) {
      return switch (pasted) {
        case PastedHash.Same(_, HashKind kind) ->
            messages.text("overview.pasted.same", messages.sentence(kind.title()));
        case PastedHash.Other(_, boolean isSha256) ->
            messages.text(isSha256 ? "overview.pasted.other" : "overview.pasted.other-short");
      };
    }
  }
}
