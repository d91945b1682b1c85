package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.integrity.duplicates.DuplicateGroup;
import io.github.tensorloupe.integrity.duplicates.Duplicates;
import io.github.tensorloupe.integrity.duplicates.SharedName;
import io.github.tensorloupe.model.TensorRef;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Function;

/// The objects of `duplicates --json`.
record DuplicatesJson(JsonLines lines) implements DuplicatesPrinter {

  @Override
  public void print(Location location, Duplicates duplicates, Function<TensorRef, String> file) {
    duplicates.groups().forEach(group -> print(location, group, file));
    duplicates.sharedNames().forEach(shared -> print(location, shared, file));
    lines.line(
        json -> {
          begin(location, "summary", json);
          json.writeNumberField("groupCount", duplicates.groups().size());
          json.writeNumberField("wastedBytes", duplicates.wastedBytes());
          json.writeNumberField("unreadableCount", duplicates.unreadableCount());
        });
  }

  private static void begin(Location location, String kind, JsonGenerator json) throws IOException {
    json.writeStringField("path", location.text());
    json.writeStringField("kind", kind);
  }

  private void print(Location location, DuplicateGroup group, Function<TensorRef, String> file) {
    lines.line(
        json -> {
          begin(location, "group", json);
          json.writeStringField("filling", group.filling().name().toLowerCase(Locale.ROOT));
          json.writeNumberField("byteCount", group.byteCount());
          json.writeNumberField("storedCount", group.storedCount());
          json.writeNumberField("wastedBytes", group.wastedBytes());
          json.writeArrayFieldStart("tensors");
          for (TensorRef tensor : group.tensors()) {
            json.writeStartObject();
            json.writeStringField("file", file.apply(tensor));
            json.writeStringField("name", tensor.info().name());
            json.writeStringField("dtype", tensor.info().dtype().name());
            new JsonMembers(json).shape(tensor.info().shape());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  private void print(Location location, SharedName shared, Function<TensorRef, String> file) {
    lines.line(
        json -> {
          begin(location, "shared-name", json);
          json.writeStringField("file", file.apply(shared.kept()));
          json.writeStringField("dropped", shared.dropped());
          json.writeStringField("kept", shared.kept().info().name());
        });
  }

  @Override
  public void printNothing(Location location) {
    lines.line(
        json -> {
          begin(location, "summary", json);
          json.writeNullField("groupCount");
          json.writeNullField("wastedBytes");
          json.writeNullField("unreadableCount");
        });
  }
}
