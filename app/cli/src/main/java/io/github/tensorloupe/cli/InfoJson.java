package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.TensorInfo;
import java.io.IOException;

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
          members.metadata(header.metadata());
          json.writeArrayFieldStart("tensors");
          for (TensorInfo tensor : header.tensors()) {
            write(tensor, json, members);
          }
          json.writeEndArray();
        });
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
