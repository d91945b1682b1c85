package io.github.tensorloupe.integrity.manifest;

import module java.base;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedTensor;

/// Writes manifests. Equal manifests yield the same text, with one tensor per line, in ASCII, so
/// that a name can neither break a line nor reverse its direction.
public final class ManifestText {

  static final String FORMAT = "tensorloupe-manifest";
  static final String ALGORITHM = "SHA-256";

  private ManifestText() {}

  /// Writes a manifest.
  ///
  /// @param out flushed, not closed
  /// @throws IOException if the stream cannot be written
  public static void write(Manifest manifest, OutputStream out) throws IOException {
    JsonFactory factory =
        JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();
    try (JsonGenerator json = factory.createGenerator(out, JsonEncoding.UTF8)) {
      json.setPrettyPrinter(new ManifestLines());
      json.writeStartObject();
      json.writeStringField("format", FORMAT);
      json.writeNumberField("version", Manifest.VERSION);
      json.writeStringField("created", manifest.created().toString());
      json.writeStringField("program", manifest.program());
      json.writeStringField("algorithm", ALGORITHM);
      json.writeArrayFieldStart("files");
      for (ListedFile file : manifest.files()) {
        write(file, json);
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void write(ListedFile file, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", file.name());
    json.writeNumberField("length", file.byteLength());
    json.writeStringField("headerSha256", file.head().hex());
    json.writeArrayFieldStart("tensors");
    for (ListedTensor tensor : file.tensors()) {
      write(tensor, json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(ListedTensor tensor, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", tensor.info().name());
    json.writeStringField("dtype", tensor.info().dtype().name());
    json.writeArrayFieldStart("shape");
    Shape shape = tensor.info().shape();
    for (int axis = 0; axis < shape.rank(); axis++) {
      json.writeNumber(Long.toUnsignedString(shape.dimension(axis)));
    }
    json.writeEndArray();
    json.writeNumberField("begin", tensor.info().begin());
    json.writeNumberField("end", tensor.info().end());
    json.writeStringField("sha256", tensor.hash().orElseThrow().hex());
    json.writeEndObject();
  }

  /// Breaks lines between the members of the top-level object, between files and between tensors.
  private static final class ManifestLines extends MinimalPrettyPrinter {

    private static final long serialVersionUID = 1L;

    private static void separate(JsonGenerator json, String otherwise) throws IOException {
      int depth = json.getOutputContext().getNestingDepth();
      json.writeRaw(
          switch (depth) {
            case 1, 2 -> "\n" + " ".repeat(depth);
            case 4 -> "\n   ";
            default -> otherwise;
          });
    }

    @Override
    public void beforeObjectEntries(JsonGenerator json) throws IOException {
      separate(json, "");
    }

    @Override
    public void writeObjectFieldValueSeparator(JsonGenerator json) throws IOException {
      json.writeRaw(": ");
    }

    @Override
    public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
      json.writeRaw(',');
      separate(json, " ");
    }

    @Override
    public void beforeArrayValues(JsonGenerator json) throws IOException {
      separate(json, "");
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
      json.writeRaw(',');
      separate(json, " ");
    }
  }
}
