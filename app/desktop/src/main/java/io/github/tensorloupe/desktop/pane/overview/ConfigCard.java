package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.config.ConfigComparison;
import io.github.tensorloupe.config.ConfigReport;
import io.github.tensorloupe.config.Fact;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The configuration next to a checkpoint as a table: configured value, stored value, and the
/// effect of a disagreement. Disagreements come first.
final class ConfigCard extends Card {

  private static final int TEXT_CHARACTERS = 200;

  private static final Comparator<ConfigComparison> DISAGREEING_FIRST =
      Comparator.comparing((ConfigComparison row) -> row.agrees().map(it -> it ? 1 : 0).orElse(2));

  private final Consumer<TensorRef> select;
  private final Consumer<ConfigComparison> showKey;
  private final Messages messages;

  /// @param select selects a tensor
  /// @param showKey shows a key in its configuration file
  ConfigCard(Consumer<TensorRef> select, Consumer<ConfigComparison> showKey, Messages messages) {
    super("overview-config", messages.text("overview.config"));
    this.select = select;
    this.showKey = showKey;
    this.messages = messages;
  }

  /// Shows a report. The card takes no space if the report is empty.
  void show(Optional<ConfigReport> report) {
    getChildren().remove(1, getChildren().size());
    Optional<ConfigReport> shown =
        report.filter(it -> !(it.comparisons().isEmpty() && it.findings().isEmpty()));
    PanelParts.setShown(this, shown.isPresent());
    shown.ifPresent(this::fill);
  }

  private void fill(ConfigReport report) {
    List<ConfigComparison> rows =
        report.comparisons().stream()
            .filter(row -> row.config().isPresent() || row.tensors().isPresent())
            .sorted(DISAGREEING_FIRST)
            .toList();
    Map<ConfigComparison, Finding> effects = effects(report, rows);
    List<Finding> others =
        report.findings().stream().filter(it -> !effects.containsValue(it)).toList();
    others.forEach(finding -> getChildren().add(line(finding)));
    if (rows.stream().allMatch(row -> row.agrees().orElse(true))) {
      addAgreement(report, rows, effects);
    } else {
      getChildren().add(table(report, rows, effects));
    }
    Stream<String> types =
        Stream.concat(report.modelType().stream(), report.architectures().stream());
    String origin =
        Stream.concat(report.files().stream(), types.distinct())
            .map(text -> DisplayText.of(text, TEXT_CHARACTERS))
            .collect(Collectors.joining(" · "));
    addCaption(origin);
    getChildren().getLast().setId("overview-config-origin");
  }

  /// Adds a sentence, and a button that shows or hides the table.
  private void addAgreement(
      ConfigReport report, List<ConfigComparison> rows, Map<ConfigComparison, Finding> effects) {
    long count = rows.stream().filter(row -> row.agrees().isPresent()).count();
    if (count == 0) {
      return;
    }
    String sentence = messages.count("overview.config.all-agree", count);
    Button toggle = new Button(sentence, Icons.of(Feather.CHECK, "icon-small", "icon-success"));
    toggle.getStyleClass().addAll("flat", "overview-row");
    toggle.setId("overview-config-all-agree");
    toggle.setMnemonicParsing(false);
    GridPane table = table(report, rows, effects);
    PanelParts.setShown(table, false);
    toggle.setOnAction(_ -> PanelParts.setShown(table, !table.isVisible()));
    Tips.explain(toggle, messages.text("overview.config.all-agree.tip"));
    getChildren().addAll(toggle, table);
  }

  /// Returns the finding of each row; several rows may have the code of one finding.
  private static Map<ConfigComparison, Finding> effects(
      ConfigReport report, List<ConfigComparison> rows) {
    Map<ConfigComparison, Finding> effects = new HashMap<>();
    for (ConfigComparison row : rows) {
      report.findings().stream()
          .filter(finding -> row.finding().equals(Optional.of(finding.code())))
          .findFirst()
          .ifPresent(finding -> effects.put(row, finding));
    }
    return effects;
  }

  private HBox line(Finding finding) {
    Label text = PanelParts.wrapping(messages.sentence(finding.sentence()));
    PanelParts.grow(text);
    HBox line = line(Tone.of(finding.severity()).icon(), text);
    line.setAlignment(Pos.TOP_LEFT);
    line.getStyleClass().add("config-finding");
    return line;
  }

  private GridPane table(
      ConfigReport report, List<ConfigComparison> rows, Map<ConfigComparison, Finding> effects) {
    GridPane grid = PanelParts.named(new GridPane(), "overview-config-table", "config-table");
    ColumnConstraints name = new ColumnConstraints();
    name.setHgrow(Priority.ALWAYS);
    ColumnConstraints fixed = new ColumnConstraints();
    grid.getColumnConstraints().setAll(fixed, name, fixed, fixed);
    String file = report.files().isEmpty() ? "" : DisplayText.of(report.files().getFirst());
    grid.addRow(
        0,
        new Region(),
        new Region(),
        PanelParts.uncut(file, "caption"),
        PanelParts.uncut(messages.text("overview.config.tensors"), "caption"));
    for (ConfigComparison row : rows) {
      addRow(grid, row, Optional.ofNullable(effects.get(row)));
    }
    return grid;
  }

  private void addRow(GridPane grid, ConfigComparison row, Optional<Finding> effect) {
    String name = row.subject().spelling();
    Label label = PanelParts.wrapping(messages.text("overview.config.what." + name));
    String key =
        row.key()
            .map(it -> DisplayText.of(row.file() + ": " + it))
            .orElse(messages.text("overview.config.default"));
    Tips.explain(label, key);
    Node config = value(row.config(), row.key().map(_ -> () -> showKey.accept(row)), key);
    Optional<TensorRef> tensor = row.evidence().stream().findFirst();
    Node tensors =
        value(
            row.tensors(),
            tensor.map(it -> () -> select.accept(it)),
            tensor.map(it -> DisplayText.of(it.info().name())).orElse(""));
    config.setId("overview-config-" + name);
    tensors.setId("overview-config-" + name + "-tensors");
    grid.addRow(grid.getRowCount(), mark(row, effect), label, config, tensors);
    if (effect.isPresent()) {
      String sentence = messages.sentence(effect.get().sentence());
      grid.add(PanelParts.wrapping(sentence, "muted"), 1, grid.getRowCount(), 3, 1);
    }
  }

  private Node mark(ConfigComparison row, Optional<Finding> effect) {
    if (row.agrees().isEmpty()) {
      return new Region();
    }
    boolean agrees = row.agrees().get();
    Node icon =
        agrees
            ? Icons.of(Feather.CHECK, "icon-small", "icon-success")
            : Tone.of(effect.map(Finding::severity).orElse(Severity.INFO)).icon();
    icon.setAccessibleText(
        messages.text(agrees ? "overview.config.agrees" : "overview.config.differs"));
    return icon;
  }

  private Node value(Optional<Fact> fact, Optional<Runnable> action, String tip) {
    String text = fact.map(this::text).orElse("–");
    Labeled shown = action.isPresent() ? new Hyperlink(text) : PanelParts.label(text);
    shown.setWrapText(true);
    if (shown instanceof Hyperlink link) {
      link.setOnAction(_ -> action.get().run());
    }
    if (!tip.isEmpty()) {
      Tips.explain(shown, tip);
    }
    return shown;
  }

  private String text(Fact fact) {
    return switch (fact) {
      case Fact.Count(long count) -> messages.count(count);
      case Fact.Head(String state) -> messages.text("overview.config.head." + state);
      case Fact.Keys(List<String> keys) ->
          keys.isEmpty()
              ? messages.text("overview.config.none")
              : DisplayText.of(String.join(", ", keys), TEXT_CHARACTERS);
    };
  }
}
