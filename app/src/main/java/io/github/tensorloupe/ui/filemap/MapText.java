package io.github.tensorloupe.ui.filemap;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import java.util.stream.Collectors;

/// Says what stands at a place of the map.
record MapText(FileMapViewModel model, Messages messages) {

  /// The words for a column.
  String of(MapColumns map, int column) {
    long begin = map.scale().begin(column);
    String where = messages.text("filemap.byte", Figures.count(begin));
    return switch (map.kind(column)) {
      case HEADER -> messages.text("filemap.header") + "\n" + where;
      case UNCLAIMED -> messages.text("filemap.unclaimed") + "\n" + where;
      case MISSING -> messages.text("filemap.missing") + "\n" + where;
      case HEALTHY, UNKNOWN, NOTE, WARNING, ERROR ->
          map.tensor(column).map(info -> tensor(new TensorRef(map.file(), info))).orElse(where);
    };
  }

  private String tensor(TensorRef tensor) {
    String name = DisplayText.of(tensor.info().name());
    String range =
        tensor
            .data()
            .map(
                data ->
                    messages.text(
                        "filemap.bytes",
                        Figures.count(data.range().begin()),
                        Figures.count(data.range().end() - 1)))
            .orElse("");
    String health =
        model
            .health(tensor)
            .map(
                known ->
                    known.issues().isEmpty()
                        ? messages.text("filemap.healthy")
                        : known.issues().stream()
                            .map(this::issue)
                            .collect(Collectors.joining(" · ")))
            .orElse(messages.text("filemap.not-scanned"));
    return (name.isEmpty() ? messages.text("filemap.empty-name") : name)
        + "\n"
        + range
        + "\n"
        + health;
  }

  private String issue(HealthIssue issue) {
    return messages.text("filemap.issue." + issue.code().spelling());
  }
}
