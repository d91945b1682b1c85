package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.export.Exported;
import io.github.tensorloupe.export.Salvage;
import io.github.tensorloupe.export.SalvagePlan;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Quantities;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/// Prints what `salvage` kept and what not.
///
/// @param json whether for programs
/// @param isDryRun whether nothing was to be written
/// @param out the new file as it was asked for
record SalvagePrinter(Surroundings surroundings, boolean json, boolean isDryRun, String out) {

  /// @param interrupted what there is to say of an interrupted save of the file
  void print(
      Location location,
      SalvagePlan plan,
      Optional<Exported> written,
      Optional<String> interrupted) {
    if (json) {
      String summary = Salvage.summary(plan);
      String message = interrupted.map(save -> summary + " " + save).orElse(summary);
      new JsonLines(surroundings.out()).line(line -> write(location, plan, written, message, line));
    } else {
      printText(plan, written);
    }
  }

  /// A failure has no text here: it was told on standard error.
  void printFailure(Location location, String why) {
    if (json) {
      new JsonLines(surroundings.out())
          .line(
              line -> {
                line.writeStringField("path", location.text());
                line.writeStringField("out", out);
                line.writeNumberField("kept", 0);
                line.writeBooleanField("dryRun", isDryRun);
                line.writeBooleanField("written", false);
                line.writeStringField("message", why);
              });
    }
  }

  private void write(
      Location location,
      SalvagePlan plan,
      Optional<Exported> written,
      String message,
      JsonGenerator line)
      throws IOException {
    line.writeStringField("path", location.text());
    line.writeStringField("out", out);
    line.writeNumberField("kept", plan.kept().size());
    line.writeNumberField("keptBytes", plan.keptByteCount());
    line.writeArrayFieldStart("left");
    for (SalvagePlan.Casualty casualty : plan.left()) {
      line.writeStartObject();
      line.writeStringField("name", casualty.tensor().name());
      line.writeStringField("why", word(casualty.fate()));
      line.writeEndObject();
    }
    line.writeEndArray();
    line.writeBooleanField("dryRun", isDryRun);
    line.writeBooleanField("written", written.isPresent());
    line.writeStringField("message", message);
  }

  private static String word(SalvagePlan.Fate fate) {
    return fate.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void printText(SalvagePlan plan, Optional<Exported> written) {
    TextLines lines = new TextLines(surroundings);
    for (SalvagePlan.Casualty casualty : plan.left()) {
      lines.line(
          "%-13s  %s".formatted(word(casualty.fate()), DisplayText.of(casualty.tensor().name())));
    }
    lines.line(TextLines.shown(Salvage.summary(plan)));
    lines.line(
        TextLines.shown(
            written
                .map(file -> "Wrote %s: %s".formatted(out, Quantities.bytes(file.byteCount())))
                .orElse("Nothing was written.")));
    lines.flush();
  }
}
