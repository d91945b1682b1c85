package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;

/// Says what stands at a place of the map.
record MapText(FileMapViewModel model, Messages messages) {

  /// The words for a byte: those for its tensor, also where that shares its column with others.
  String ofByte(MapColumns map, long byteOffset) {
    return Selection.tensorAt(map.file(), byteOffset)
        .map(this::tensor)
        .orElseGet(() -> of(map, map.scale().column(byteOffset)));
  }

  /// The words for a column.
  String of(MapColumns map, int column) {
    long begin = map.scale().begin(column);
    String where = messages.text("filemap.byte", Figures.count(begin));
    return switch (map.kind(column)) {
      case HEADER -> header(map, where);
      case UNCLAIMED -> messages.text("filemap.unclaimed") + "\n" + where;
      case OVERLAP ->
          messages.text("filemap.overlap")
              + "\n"
              + where
              + map.tensor(column)
                  .map(info -> "\n" + tensor(new TensorRef(map.file(), info)))
                  .orElse("");
      case MISSING ->
          messages.text("filemap.missing", Figures.count(map.scale().fileLength()))
              + "\n"
              + messages.text("filemap.missing.byte", Figures.count(begin));
      case HEALTHY, UNKNOWN, NOTE, WARNING, ERROR ->
          map.tensor(column).map(info -> tensor(new TensorRef(map.file(), info))).orElse(where);
    };
  }

  private String header(MapColumns map, String where) {
    String refused =
        map.file()
            .reading()
            .loadError()
            .map(error -> "\n" + messages.text("filemap.refused", error.variant()))
            .orElse("");
    return messages.text("filemap.header") + refused + "\n" + where;
  }

  private String tensor(TensorRef tensor) {
    String facts =
        messages.text(
            "filemap.tensor",
            tensor.info().dtype(),
            messages.shape(tensor.info().shape()),
            Figures.bytes(Math.max(0, tensor.info().byteCount())));
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
        + facts
        + "\n"
        + range
        + "\n"
        + health;
  }

  private String issue(HealthIssue issue) {
    return messages.text("filemap.issue." + issue.spelling());
  }
}
