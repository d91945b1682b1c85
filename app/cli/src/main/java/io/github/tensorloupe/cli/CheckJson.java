package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// The objects of `check --json`.
final class CheckJson implements Consumer<Report> {

  private final JsonLines lines;

  CheckJson(JsonLines lines) {
    this.lines = lines;
  }

  @Override
  public void accept(Report report) {
    lines.line(
        json -> {
          JsonMembers members = new JsonMembers(json);
          members.report(report);
          members.unsigned("tensorCount", report.tensorCount());
          json.writeArrayFieldStart("findings");
          for (Finding finding : report.findings()) {
            write(finding, json, members);
          }
          json.writeEndArray();
        });
  }

  private static void write(Finding finding, JsonGenerator json, JsonMembers members)
      throws IOException {
    Optional<ByteRange> range = finding.range();
    json.writeStartObject();
    json.writeStringField("code", finding.code().spelling());
    json.writeStringField("severity", finding.severity().word());
    json.writeStringField("message", finding.message());
    members.text("tensor", finding.tensor().orElse(null));
    members.unsigned("begin", offset(range.map(ByteRange::begin)));
    members.unsigned("end", offset(range.map(ByteRange::end)));
    json.writeEndObject();
  }

  private static OptionalLong offset(Optional<Long> byteOffset) {
    return byteOffset.isPresent() ? OptionalLong.of(byteOffset.get()) : OptionalLong.empty();
  }
}
