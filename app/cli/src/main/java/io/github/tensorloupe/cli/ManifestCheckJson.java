package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.manifest.FileChange;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestReport;
import io.github.tensorloupe.integrity.manifest.TensorChange;
import io.github.tensorloupe.integrity.manifest.TensorChange.Kind;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// The objects of `manifest check --json`: tensors, files, and a summary.
///
/// @param checkpoint what was checked
/// @param place of the manifest
record ManifestCheckJson(JsonLines lines, Location checkpoint, Location place)
    implements ManifestCheckPrinter {

  @Override
  public void print(Manifest manifest, ManifestReport report) {
    report.tensors().forEach(this::print);
    report.files().forEach(this::print);
    lines.line(
        json -> {
          begin("summary", json);
          json.writeStringField("manifest", place.text());
          json.writeStringField("created", manifest.created().toString());
          json.writeStringField("program", manifest.program());
          for (Kind kind : Kind.values()) {
            json.writeNumberField(kind.word(), report.count(kind));
          }
          json.writeBooleanField("intact", report.isIntact());
          json.writeStringField("message", "");
        });
  }

  private void begin(String kind, JsonGenerator json) throws IOException {
    json.writeStringField("path", checkpoint.text());
    json.writeStringField("kind", kind);
  }

  private void print(TensorChange tensor) {
    lines.line(
        json -> {
          begin("tensor", json);
          json.writeStringField("result", tensor.kind().word());
          json.writeStringField("name", tensor.name());
          if (tensor.was().isPresent()) {
            TensorChange.Was was = tensor.was().get();
            write("was", was.file(), was.info(), Optional.of(was.hash()), json);
          } else {
            json.writeNullField("was");
          }
          if (tensor.is().isPresent()) {
            TensorChange.Is is = tensor.is().get();
            write("is", is.file(), is.info(), is.hash(), json);
          } else {
            json.writeNullField("is");
          }
        });
  }

  private static void write(
      String member, String file, TensorInfo info, Optional<ContentHash> hash, JsonGenerator json)
      throws IOException {
    JsonMembers members = new JsonMembers(json);
    json.writeObjectFieldStart(member);
    json.writeStringField("file", file);
    json.writeStringField("name", info.name());
    json.writeStringField("dtype", info.dtype().name());
    members.shape(info.shape());
    members.unsigned("begin", OptionalLong.of(info.begin()));
    members.unsigned("end", OptionalLong.of(info.end()));
    members.text("sha256", hash.map(ContentHash::hex).orElse(null));
    json.writeEndObject();
  }

  private void print(FileChange file) {
    lines.line(
        json -> {
          JsonMembers members = new JsonMembers(json);
          begin("file", json);
          json.writeStringField("result", file.kind().word());
          json.writeStringField("file", file.name());
          members.unsigned(
              "lengthBefore",
              file.was()
                  .map(was -> OptionalLong.of(was.byteLength()))
                  .orElse(OptionalLong.empty()));
          members.unsigned(
              "lengthNow",
              file.is()
                  .map(is -> OptionalLong.of(is.file().bytes().length()))
                  .orElse(OptionalLong.empty()));
        });
  }

  @Override
  public void printFailure(String why) {
    lines.line(
        json -> {
          begin("summary", json);
          json.writeStringField("manifest", place.text());
          json.writeNullField("created");
          json.writeNullField("program");
          for (Kind kind : Kind.values()) {
            json.writeNullField(kind.word());
          }
          json.writeNullField("intact");
          json.writeStringField("message", why);
        });
  }
}
