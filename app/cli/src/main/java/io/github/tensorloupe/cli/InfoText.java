package io.github.tensorloupe.cli;

import io.github.tensorloupe.cli.Columns.Column;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.text.Quantities;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What `info` tells a person: a summary, the metadata and a table of tensors.
final class InfoText implements InfoPrinter {

  private static final int VALUE_LIMIT = 200;
  private static final int SHAPE_LIMIT = 60;

  private final TextLines lines;
  private boolean isFirst = true;

  InfoText(TextLines lines) {
    this.lines = lines;
  }

  @Override
  public void print(Report report, Header header) {
    if (report.verdict() == Verdict.UNREADABLE) {
      return;
    }
    if (!isFirst) {
      lines.line("");
    }
    isFirst = false;
    lines.line(
        lines.paint(Style.STRONG, TextLines.shown(report.location().text()))
            + ": "
            + String.join(", ", facts(report)));
    header.metadata().ifPresent(this::writeMetadata);
    if (!header.tensors().isEmpty()) {
      writeTensors(header.tensors());
    }
    lines.flush();
  }

  private List<String> facts(Report report) {
    List<String> facts = new ArrayList<>();
    if (report.verdict() == Verdict.REFUSED) {
      String error =
          report.error().map(LoadError::variant).map(text -> " (" + text + ")").orElse("");
      facts.add(lines.paint(Style.BAD, "refused" + error));
    }
    if (report.kind() != FileKind.SAFETENSORS) {
      facts.add(report.description());
    }
    report.tensorCount().ifPresent(count -> facts.add(Figures.count(count, "tensor")));
    report.headerLength().ifPresent(length -> facts.add("header " + Quantities.bytes(length)));
    report.dataLength().ifPresent(length -> facts.add("data " + Quantities.bytes(length)));
    return facts;
  }

  private void writeMetadata(Metadata metadata) {
    Map<String, String> entries = metadata.entries();
    lines.line(
        entries.isEmpty() ? "  metadata without entries" : lines.paint(Style.FAINT, "  METADATA"));
    lines.entries(metadata, VALUE_LIMIT);
  }

  private void writeTensors(List<TensorInfo> tensors) {
    Columns columns =
        new Columns(
            Column.text("NAME"),
            Column.text("DTYPE"),
            Column.text("SHAPE"),
            Column.number("SIZE"),
            Column.number("BEGIN"),
            Column.number("END"));
    tensors.forEach(tensor -> columns.measure(cells(tensor)));
    lines.line("  " + lines.paint(Style.FAINT, columns.titles()));
    tensors.forEach(tensor -> lines.line("  " + columns.row(cells(tensor))));
  }

  private static String[] cells(TensorInfo tensor) {
    boolean isRange = Long.compareUnsigned(tensor.begin(), tensor.end()) <= 0;
    return new String[] {
      DisplayText.of(tensor.name()),
      tensor.dtype().name(),
      DisplayText.of(tensor.shape().toString(), SHAPE_LIMIT),
      isRange ? Quantities.bytes(tensor.byteCount()) : "?",
      Long.toUnsignedString(tensor.begin()),
      Long.toUnsignedString(tensor.end())
    };
  }
}
