package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.cli.Columns.Column;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.library.Revision;
import io.github.tensorloupe.text.Quantities;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/// Prints checkpoints that were found.
sealed interface LibraryPrinter {

  /// Prints all of them.
  ///
  /// @throws OutputException if the stream takes no more
  void print(List<LibraryLine> lines);

  /// The printer for programs or the one for people.
  static LibraryPrinter of(Surroundings surroundings, boolean json) {
    return json
        ? new Json(new JsonLines(surroundings.out()))
        : new Text(new TextLines(surroundings));
  }

  /// For programs.
  record Json(JsonLines out) implements LibraryPrinter {

    @Override
    public void print(List<LibraryLine> lines) {
      lines.forEach(line -> out.line(json -> write(json, line)));
    }

    private static void write(JsonGenerator json, LibraryLine line) throws IOException {
      LibraryEntry entry = line.entry();
      JsonMembers members = new JsonMembers(json);
      members.text("path", line.location().text());
      members.text("name", new Location(entry.name(), entry.path()).text());
      members.text("place", line.place().text());
      json.writeNumberField("byteLength", entry.contents().byteLength());
      json.writeNumberField("fileCount", entry.contents().fileCount());
      json.writeNumberField("tensorCount", entry.contents().tensorCount());
      json.writeArrayFieldStart("dtypes");
      for (Dtype dtype : entry.contents().dtypes()) {
        json.writeString(dtype.name());
      }
      json.writeEndArray();
      members.text("state", line.state());
      members.text("message", entry.message().isEmpty() ? null : entry.message());
      members.text("commit", entry.revision().map(Revision::commit).orElse(null));
      json.writeArrayFieldStart("refs");
      for (String ref : entry.revision().map(Revision::refs).orElse(List.of())) {
        json.writeString(ref);
      }
      json.writeEndArray();
      members.text("health", spelling(entry.health()));
    }

    /// Scripts do without knowing which values are not finite.
    private static String spelling(Health health) {
      return health.isBroken() ? "broken" : health.name().toLowerCase(Locale.ROOT);
    }
  }

  /// For people.
  record Text(TextLines out) implements LibraryPrinter {

    private static final int MAX_DTYPES = 3;

    @Override
    public void print(List<LibraryLine> lines) {
      Columns columns =
          new Columns(
              Column.text("NAME"),
              Column.text("STATE"),
              Column.number("SIZE"),
              Column.number("TENSORS"),
              Column.text("DTYPES"),
              Column.text("PATH"));
      lines.forEach(line -> columns.measure(cells(line)));
      if (lines.isEmpty()) {
        out.line("There is no checkpoint.");
      } else {
        out.line(out.paint(Style.FAINT, columns.titles()));
      }
      for (LibraryLine line : lines) {
        out.line(columns.row(cells(line)));
        if (!line.entry().message().isEmpty()) {
          Style style = line.entry().state() == State.INCOMPLETE ? Style.NOTABLE : Style.BAD;
          out.line("  " + out.paint(style, TextLines.shown(line.entry().message())));
        }
      }
      out.flush();
    }

    private static String[] cells(LibraryLine line) {
      LibraryEntry entry = line.entry();
      List<Dtype> dtypes = entry.contents().dtypes();
      String shown = String.join(" ", dtypes.stream().limit(MAX_DTYPES).map(Dtype::name).toList());
      return new String[] {
        DisplayText.of(entry.name()),
        line.state(),
        Quantities.bytes(entry.contents().byteLength()),
        Quantities.count(entry.contents().tensorCount()),
        dtypes.size() > MAX_DTYPES ? shown + " …" : shown,
        TextLines.shown(line.location().text())
      };
    }
  }
}
