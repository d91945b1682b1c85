package io.github.tensorloupe.desktop.pane.convert;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.convert.ConversionPlan;
import io.github.tensorloupe.convert.ConversionPlan.PlannedFile;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.convert.ConversionPlan.Warning;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.convert.PlannedConversion.Before;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.PathText;

/// A plan under review: the new files, their tensors before and after, and remarks.
final class PlanView extends VBox {

  private static final double TABLE_HEIGHT = 232;
  private static final double ROW_HEIGHT = 26;
  private static final int MAX_FILES = 4;
  private static final int MAX_WARNINGS = 5;

  /// True if no file exists, or the user has confirmed that existing files are replaced.
  final BooleanProperty replaces = new SimpleBooleanProperty();

  private final PlannedConversion planned;
  private final ConversionPlan plan;
  private final Messages messages;

  PlanView(PlannedConversion planned, Messages messages) {
    super(16);
    this.planned = planned;
    plan = planned.plan();
    this.messages = messages;
    setMinWidth(0);
    replaces.set(planned.existing().isEmpty());
    if (!planned.existing().isEmpty()) {
      getChildren().add(existing());
    }
    getChildren().addAll(files(), tensors());
    String remarks = String.join("\n", remarks());
    if (!remarks.isEmpty()) {
      Node text = PanelParts.named(PanelParts.wrapping(remarks), "convert-remarks");
      getChildren().add(PanelParts.section(messages.text("convert.changes"), text));
    }
  }

  private Node existing() {
    CheckBox box =
        PanelParts.named(new CheckBox(messages.text("export.option.replace")), "convert-replace");
    replaces.bind(box.selectedProperty());
    String names =
        DisplayText.ofAll(
            planned.existing().stream().map(path -> String.valueOf(path.getFileName())).toList());
    return PanelParts.notice(Tone.WARNING, messages.text("convert.exists", names), box);
  }

  private Node files() {
    List<String> lines = new ArrayList<>();
    SourceFacts source = planned.facts();
    lines.add(
        messages.text(
            "convert.source",
            messages.count("convert.tensors", source.tensorCount()),
            messages.bytes(source.byteCount())));
    for (PlannedFile file : plan.files().subList(0, Math.min(MAX_FILES, plan.files().size()))) {
      lines.add(
          messages.text(
              "convert.file",
              PathText.of(file.path()),
              messages.count("convert.tensors", file.tensors().size()),
              messages.bytes(file.byteCount())));
    }
    if (plan.files().size() > MAX_FILES) {
      lines.add(messages.text("convert.more", messages.count(plan.files().size() - MAX_FILES)));
    }
    plan.text().map(text -> PathText.of(text.path())).ifPresent(lines::add);
    long total = plan.files().stream().mapToLong(PlannedFile::byteCount).sum();
    lines.add(
        messages.text("convert.space", messages.bytes(total), messages.bytes(planned.freeBytes())));
    Node text = PanelParts.named(PanelParts.wrapping(String.join("\n", lines)), "convert-files");
    return PanelParts.section(messages.text("convert.files"), text);
  }

  private Node tensors() {
    TableView<PlannedTensor> table =
        PanelParts.named(new TableView<>(), "convert-tensors", "dense");
    table.setAccessibleText(messages.text("convert.result"));
    table.setFixedCellSize(ROW_HEIGHT);
    table.setPrefHeight(TABLE_HEIGHT);
    table.setMinWidth(0);
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    boolean isRenamed = plan.tensors().anyMatch(PlanView::isRenamed);
    if (isRenamed) {
      table.getColumns().add(column("before", 250, tensor -> shown(tensor.sourceName())));
    }
    table
        .getColumns()
        .add(column(isRenamed ? "after" : "name", 250, tensor -> shown(tensor.info().name())));
    table.getColumns().add(column("shape", 100, each -> messages.shape(each.info().shape())));
    table.getColumns().add(column("dtype", 110, this::dtype));
    table.getColumns().add(column("size", 150, this::size));
    table.getItems().setAll(plan.tensors().toList());
    return PanelParts.section(messages.text("convert.result"), table);
  }

  private static boolean isRenamed(PlannedTensor tensor) {
    return !tensor.sourceName().equals(tensor.info().name());
  }

  private static String shown(String name) {
    return DisplayText.of(name);
  }

  private TableColumn<PlannedTensor, String> column(
      String id, double width, Function<PlannedTensor, String> text) {
    TableColumn<PlannedTensor, String> column = new TableColumn<>();
    column.setGraphic(PanelParts.elastic(messages.text("convert.column." + id)));
    column.setCellValueFactory(row -> new ReadOnlyStringWrapper(text.apply(row.getValue())));
    column.setCellFactory(_ -> new TextCell());
    column.setPrefWidth(width);
    column.setReorderable(false);
    return column;
  }

  private String dtype(PlannedTensor tensor) {
    return change(planned.before(tensor).dtype(), tensor.info().dtype().name());
  }

  private String size(PlannedTensor tensor) {
    Before before = planned.before(tensor);
    String after = messages.bytes(tensor.info().end() - tensor.info().begin());
    return before.byteCount().isPresent()
        ? change(messages.bytes(before.byteCount().getAsLong()), after)
        : after;
  }

  private String change(String before, String after) {
    return before.equals(after) ? after : messages.text("convert.change", before, after);
  }

  private List<String> remarks() {
    List<String> lines = new ArrayList<>();
    String ofModules = planned.choices().operation().hasNewFactors() ? "modules-" : "";
    addCount(lines, ofModules + "renamed", plan.renamedCount());
    addCount(lines, ofModules + "excluded", plan.excludedCount());
    addCount(lines, "outside", plan.outsideRootCount());
    addCount(lines, "dequantized", plan.dequantizedCount());
    addCount(lines, "deduplicated", plan.deduplicatedCount());
    addCount(lines, "skipped", plan.skippedCount());
    SequencedMap<List<Dtype>, Integer> casts = new LinkedHashMap<>();
    plan.tensors()
        .filter(PlannedTensor::isCast)
        .forEach(
            each -> casts.merge(List.of(each.sourceDtype(), each.info().dtype()), 1, Integer::sum));
    casts.forEach(
        (dtypes, count) ->
            lines.add(
                messages.text(
                    "convert.cast",
                    messages.count("convert.tensors", count),
                    dtypes.getFirst().name(),
                    dtypes.getLast().name())));
    if (!casts.isEmpty()) {
      lines.add(messages.text("convert.rounding"));
    }
    List<Warning> warnings = plan.warnings();
    warnings.stream()
        .limit(MAX_WARNINGS)
        .forEach(warning -> lines.add(messages.sentence(warning.sentence())));
    if (warnings.size() > MAX_WARNINGS) {
      lines.add(messages.text("convert.more", messages.count(warnings.size() - MAX_WARNINGS)));
    }
    return lines;
  }

  private void addCount(List<String> lines, String key, int count) {
    if (count > 0) {
      lines.add(messages.count("convert.count." + key, count));
    }
  }

  private static final class TextCell extends TableCell<PlannedTensor, String> {

    TextCell() {
      // Names differ at their ends.
      setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      Tips.showWhenTruncated(this);
    }

    @Override
    protected void updateItem(String text, boolean empty) {
      super.updateItem(text, empty);
      setText(empty ? null : text);
    }
  }
}
