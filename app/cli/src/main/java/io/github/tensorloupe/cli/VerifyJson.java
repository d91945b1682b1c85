package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.expected.Check;
import java.util.List;

/// The objects of `verify --json`.
final class VerifyJson implements VerifyPrinter {

  private final JsonLines lines;

  VerifyJson(JsonLines lines) {
    this.lines = lines;
  }

  @Override
  public void print(Location location, List<Check> checks) {
    lines.line(
        json -> {
          JsonMembers members = new JsonMembers(json);
          json.writeStringField("path", location.text());
          json.writeArrayFieldStart("checks");
          for (Check check : checks) {
            json.writeStartObject();
            json.writeStringField("kind", check.kind().spelling());
            json.writeStringField("source", check.source());
            members.text("expected", check.expected().orElse(null));
            members.text("actual", check.actual().orElse(null));
            json.writeStringField("result", check.result().word());
            json.writeStringField("message", check.message());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }
}
