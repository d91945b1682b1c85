package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// The objects of `info --json`, written tensor by tensor.
final class InfoJson implements InfoPrinter {

  private final JsonLines lines;

  InfoJson(JsonLines lines) {
    this.lines = lines;
  }

  @Override
  public void print(Report report, Header header) {
    lines.line(
        json -> {
          JsonMembers members = new JsonMembers(json);
          members.report(report);
          json.writeFieldName("metadata");
          write(header.metadata(), json);
          json.writeArrayFieldStart("tensors");
          for (TensorInfo tensor : header.tensors()) {
            write(tensor, json, members);
          }
          json.writeEndArray();
        });
  }

  private static void write(Optional<Metadata> metadata, JsonGenerator json) throws IOException {
    if (metadata.isEmpty()) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    for (Map.Entry<String, String> entry : metadata.get().entries().entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  private static void write(TensorInfo tensor, JsonGenerator json, JsonMembers members)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", tensor.name());
    json.writeStringField("dtype", tensor.dtype().name());
    members.shape(tensor.shape());
    json.writeFieldName("begin");
    members.unsigned(tensor.begin());
    json.writeFieldName("end");
    members.unsigned(tensor.end());
    json.writeEndObject();
  }
}
