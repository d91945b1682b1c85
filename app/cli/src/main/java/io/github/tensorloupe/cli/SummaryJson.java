package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.identify.Evidence;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// The objects of `info --summary --json`.
final class SummaryJson implements SummaryPrinter {

  private static final List<Topic> NUMBERS =
      List.of(
          Topic.PARAMETERS,
          Topic.LAYERS,
          Topic.HIDDEN_SIZE,
          Topic.VOCABULARY,
          Topic.HEADS,
          Topic.KV_HEADS,
          Topic.EXPERTS,
          Topic.RANK);

  private final JsonLines lines;
  private final Consumer<Report> tellErrors;

  /// @param tellErrors tells what is wrong on standard error
  SummaryJson(JsonLines lines, Consumer<Report> tellErrors) {
    this.lines = lines;
    this.tellErrors = tellErrors;
  }

  @Override
  public void print(List<Report> reports, Optional<Identity> identity) {
    Report report = reports.getFirst();
    SummaryPrinter.told(reports).forEach(tellErrors);
    lines.line(
        json -> {
          JsonMembers members = new JsonMembers(json);
          json.writeStringField("path", report.location().text());
          json.writeStringField("verdict", report.verdict().word());
          Kind kind = identity.map(Identity::kind).orElse(Kind.UNKNOWN);
          json.writeStringField("kind", kind.spelling());
          members.text("family", identity.flatMap(Identity::family).orElse(null));
          for (Topic topic : NUMBERS) {
            members.unsigned(topic.spelling(), number(identity, topic));
          }
          members.unsigned("bytes", number(identity, Topic.MEMORY));
          json.writeArrayFieldStart("statements");
          for (Statement statement : identity.map(Identity::statements).orElse(List.of())) {
            write(statement, json, members);
          }
          json.writeEndArray();
        });
  }

  private static OptionalLong number(Optional<Identity> identity, Topic topic) {
    return identity
        .flatMap(known -> known.statement(topic))
        .map(Statement::number)
        .orElse(OptionalLong.empty());
  }

  private static void write(Statement statement, JsonGenerator json, JsonMembers members)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("what", statement.topic().spelling());
    json.writeStringField("value", statement.value());
    json.writeArrayFieldStart("evidence");
    for (Evidence evidence : statement.evidence()) {
      json.writeStartObject();
      switch (evidence) {
        case Evidence.OfTensor(var tensor) -> {
          json.writeStringField("tensor", tensor.info().name());
          json.writeStringField("dtype", tensor.info().dtype().name());
          members.shape(tensor.info().shape());
        }
        case Evidence.OfName(String name) -> json.writeStringField("tensor", name);
        case Evidence.OfMetadata(String key, String value) -> {
          json.writeStringField("key", key);
          json.writeStringField("value", value);
        }
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
