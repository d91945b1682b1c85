package io.github.tensorloupe.desktop.pane.problems;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.problems.ProblemsViewModel.Row;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.TensorFile;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A row of the list: a finding with its sentence, advice, file, tensor and bytes; the heading of a
/// group of findings; or the number of further findings in a group.
final class FindingCell extends ListCell<Row> {

  private static final PseudoClass CONCERNED = PseudoClass.getPseudoClass("concerned");
  private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");
  private static final PseudoClass MEMBER = PseudoClass.getPseudoClass("member");
  private static final int SENTENCE_CHARACTERS = 600;
  private static final int TOOLTIP_CHARACTERS = 4000;
  private static final double MAX_FACTS_WIDTH = 1600;

  private final ProblemsViewModel model;
  private final Function<FindingCode, Optional<Node>> remedies;
  private final Hyperlink value;
  private final Messages messages;
  private final StackPane icon = new StackPane();
  private final Label sentence = PanelParts.wrapping("", "finding-title");
  private final Label advice = PanelParts.wrapping("", "muted");
  private final Label code = PanelParts.label("", "caption", "mono", "finding-code");
  private final Label file = fact(Feather.FILE);
  private final Label tensor = fact(Feather.BOX);
  private final Label range = fact(Feather.HASH);
  private final HBox remedy = new HBox();
  private final HBox content;
  private final Tooltip full = Tips.of("");

  FindingCell(
      ProblemsViewModel model,
      Function<FindingCode, Optional<Node>> remedies,
      Consumer<LocatedFinding> showValue,
      Messages messages) {
    this.model = model;
    this.remedies = remedies;
    this.messages = messages;
    value = new Hyperlink(messages.text("problems.show-value"));
    value.getStyleClass().addAll("caption", "show-value");
    value.setOnAction(_ -> located().ifPresent(showValue));
    getStyleClass().add("finding-cell");
    Tips.explain(code, messages.text("problems.code.tip"));
    FlowPane facts = new FlowPane(12, 2, code, file, tensor, range, value);
    // On one line if they fit, even if the sentence is shorter.
    facts.setPrefWrapLength(MAX_FACTS_WIDTH);
    // Similar names may differ anywhere, so names are not truncated.
    tensor.setWrapText(true);
    VBox texts = new VBox(4, sentence, advice, facts, remedy);
    texts.setMinWidth(0);
    HBox.setHgrow(texts, Priority.ALWAYS);
    icon.getStyleClass().add("finding-icon");
    icon.setMinWidth(Region.USE_PREF_SIZE);
    content = new HBox(12, icon, texts);
    // A tooltip on the cell would replace the tooltips inside.
    sentence.setTooltip(full);
    // Makes long sentences wrap at the width of the list.
    setPrefWidth(0);
  }

  private static Label fact(Feather icon) {
    Label label = PanelParts.elastic("", "caption", "mono");
    label.setGraphic(Icons.of(icon, "finding-fact-icon"));
    label.setMaxWidth(360);
    return label;
  }

  private Optional<LocatedFinding> located() {
    return getItem() instanceof Row.Single(var located, _)
        ? Optional.of(located)
        : Optional.empty();
  }

  @Override
  protected void updateItem(Row row, boolean empty) {
    super.updateItem(row, empty);
    Row shown = empty ? null : row;
    markConcerned();
    pseudoClassStateChanged(GROUP, shown instanceof Row.Group);
    pseudoClassStateChanged(
        MEMBER, shown instanceof Row.More || shown instanceof Row.Single(_, boolean in) && in);
    setAccessibleText(null);
    switch (shown) {
      case null -> setGraphic(null);
      case Row.Single(var located, boolean isMember) -> show(located, isMember);
      case Row.Group(var group, boolean isOpen) -> show(group, isOpen);
      case Row.More(long count) -> showMore(count);
    }
  }

  private void show(LocatedFinding located, boolean isMember) {
    Finding finding = located.finding();
    icon.getChildren().setAll(isMember ? memberIcon() : Tone.of(finding.concern()).icon());
    String message = messages.sentence(finding.sentence());
    boolean leadsToValue = model.leadsToValue(located);
    sentence.setText(DisplayText.of(message, SENTENCE_CHARACTERS));
    show(advice, advice(finding, messages).filter(_ -> !isMember));
    code.setText(finding.code().spelling());
    PanelParts.setShown(code, !isMember);
    Optional<TensorFile> named = located.file().filter(_ -> model.hasSeveralFiles());
    show(file, named.map(each -> DisplayText.of(model.nameOf(each))));
    showRemedy(isMember ? Optional.empty() : remedies.apply(finding.code()));
    PanelParts.setShown(value, leadsToValue);
    String unnamed = messages.text("problems.empty-name");
    show(tensor, finding.tensor().map(it -> it.isEmpty() ? unnamed : DisplayText.of(it)));
    show(range, finding.range().map(this::shownRange));
    String whole = DisplayText.of(message, TOOLTIP_CHARACTERS);
    full.setText(leadsToValue ? whole + "\n" + messages.text("problems.index") : whole);
    setGraphic(content);
  }

  private void show(FindingGroup<LocatedFinding> group, boolean isOpen) {
    Finding first = group.members().getFirst().finding();
    icon.getChildren().setAll(Tone.of(group.kind().severity()).icon());
    String title = messages.sentence(group.title());
    showWords(title, title + "\n" + messages.text("problems.group.tip"));
    show(advice, advice(first, messages));
    code.setText(first.code().spelling());
    PanelParts.setShown(code, true);
    showRemedy(remedies.apply(first.code()));
    sentence.setGraphic(
        Icons.of(isOpen ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT, "icon-small"));
    setAccessibleText(
        messages.text(isOpen ? "problems.group.open" : "problems.group.closed", title));
    setGraphic(content);
  }

  // The heading of the group shows the severity of its members.
  private static FontIcon memberIcon() {
    return Icons.of(Feather.CORNER_DOWN_RIGHT, "finding-fact-icon");
  }

  private void showMore(long count) {
    icon.getChildren().setAll(memberIcon());
    String text = messages.text("problems.group.more", messages.count(count));
    showWords(text, text);
    show(advice, Optional.empty());
    PanelParts.setShown(code, false);
    showRemedy(Optional.empty());
    setGraphic(content);
  }

  private void showWords(String text, String tip) {
    sentence.setText(text);
    full.setText(tip);
    Stream.of(file, tensor, range).forEach(fact -> show(fact, Optional.empty()));
    PanelParts.setShown(value, false);
  }

  private void showRemedy(Optional<Node> helping) {
    sentence.setGraphic(null);
    remedy.getChildren().setAll(helping.stream().toList());
    PanelParts.setShown(remedy, helping.isPresent());
  }

  static Optional<String> advice(Finding finding, Messages messages) {
    return switch (finding.code()) {
      case NAN, INF, ALL_ZERO, CONSTANT, ZERO_PAGES, INVALID_BOOL, EQUAL_ROWS ->
          Optional.of(messages.text("problems.advice." + finding.code().spelling()))
              .filter(_ -> finding.concern() == finding.code().severity());
      default -> Optional.empty();
    };
  }

  void markConcerned() {
    pseudoClassStateChanged(
        CONCERNED, !isEmpty() && getItem() != null && model.isAboutSelection(getItem()));
  }

  /// Returns the height with wrapped texts. [ListCell] ignores that the facts wrap.
  @Override
  protected double computePrefHeight(double width) {
    if (getGraphic() == null || width < 0) {
      return super.computePrefHeight(width);
    }
    double sides = snappedLeftInset() + snappedRightInset();
    // A flow pane does not limit the width of its children.
    tensor.setMaxWidth(Math.max(0, width - sides - icon.prefWidth(-1) - content.getSpacing()));
    return snappedTopInset() + content.prefHeight(width - sides) + snappedBottomInset();
  }

  private String shownRange(ByteRange bytes) {
    return bytes.byteCount() <= 1
        ? messages.text("problems.byte", messages.count(bytes.begin()))
        : messages.text(
            "problems.bytes", messages.count(bytes.begin()), messages.count(bytes.end() - 1));
  }

  private static void show(Label label, Optional<String> text) {
    label.setText(text.orElse(""));
    PanelParts.setShown(label, text.isPresent());
  }
}
