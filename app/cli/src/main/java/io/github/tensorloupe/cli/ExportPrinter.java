package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.Exported;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.text.Quantities;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// Prints what `export` wrote: a line for each file.
///
/// @param json whether for programs
record ExportPrinter(Surroundings surroundings, boolean json, ExportFormat format) {

  /// One file, written or not.
  ///
  /// @param location the file that the tensors are from, or the argument
  /// @param names of the tensors
  /// @param info the tensor, where it is one
  /// @param out the file as it was asked for
  /// @param exported empty where nothing was written
  /// @param message why not, or what differs from the source; empty where there is nothing to say
  record Line(
      Location location,
      List<String> names,
      Optional<TensorInfo> info,
      String out,
      Optional<Exported> exported,
      String message) {}

  void print(Line line) {
    if (json) {
      new JsonLines(surroundings.out()).line(generator -> write(line, generator));
    } else {
      line.exported().ifPresent(exported -> printText(line, exported));
    }
  }

  private void printText(Line line, Exported exported) {
    TextLines lines = new TextLines(surroundings);
    String what =
        line.info()
            .map(
                info ->
                    "%s %s".formatted(info.dtype(), DisplayText.of(info.shape().toString(), 80)))
            .orElseGet(() -> Figures.count(line.names().size(), "tensor"));
    String notes = line.message().isEmpty() ? "" : ". " + line.message();
    lines.line(
        TextLines.shown(
            "Wrote %s: %s, %s%s"
                .formatted(line.out(), what, Quantities.bytes(exported.byteCount()), notes)));
    lines.flush();
  }

  private void write(Line line, JsonGenerator generator) throws IOException {
    Optional<Exported> exported = line.exported();
    JsonMembers members = new JsonMembers(generator);
    members.text("path", line.location().text());
    members.text("tensor", line.names().size() == 1 ? line.names().getFirst() : null);
    members.text("format", format.name().toLowerCase(Locale.ROOT));
    members.text("out", line.out());
    members.text("dtype", line.info().map(info -> info.dtype().name()).orElse(null));
    members.text("writtenAs", exported.map(Exported::writtenAs).orElse(null));
    if (line.info().isPresent()) {
      members.shape(line.info().get().shape());
    } else {
      generator.writeNullField("shape");
    }
    members.unsigned(
        "byteCount",
        exported.map(file -> OptionalLong.of(file.byteCount())).orElse(OptionalLong.empty()));
    generator.writeBooleanField("written", exported.isPresent());
    members.text("message", line.message().isEmpty() ? null : line.message());
    if (format.holdsMany()) {
      generator.writeArrayFieldStart("tensors");
      for (String name : line.names()) {
        generator.writeString(name);
      }
      generator.writeEndArray();
    }
  }
}
