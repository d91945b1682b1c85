package io.github.tensorloupe.integrity.manifest;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedTensor;

/// Manifests as JSON with one tensor per line. Equal manifests have identical text. The text is
/// ASCII, so that names cannot contain line breaks or bidirectional control characters.
public final class ManifestText {

  static final String FORMAT = "tensorloupe-manifest";
  static final String ALGORITHM = "SHA-256";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private ManifestText() {}

  /// Writes a manifest. Omits tensors without a hash.
  ///
  /// @param out the stream, which is flushed but not closed
  /// @throws IOException if writing fails
  public static void write(Manifest manifest, OutputStream out) throws IOException {
    Map<String, Object> text = new LinkedHashMap<>();
    text.put("format", FORMAT);
    text.put("version", Manifest.VERSION);
    text.put("created", manifest.created().toString());
    text.put("program", manifest.program());
    text.put("algorithm", ALGORITHM);
    text.put("files", manifest.files().stream().map(ManifestText::members).iterator());
    JSON.writer(new ManifestLines()).writeValue(out, text);
    out.write('\n');
    out.flush();
  }

  private static Map<String, Object> members(ListedFile file) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("file", file.name());
    members.put("length", file.byteLength());
    members.put("headerSha256", file.head().hex());
    Stream<ListedTensor> tensors =
        file.tensors().stream().filter(tensor -> tensor.hash().isPresent());
    members.put("tensors", tensors.map(ManifestText::members).iterator());
    return members;
  }

  private static Map<String, Object> members(ListedTensor tensor) {
    TensorInfo info = tensor.info();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", info.name());
    members.put("dtype", info.dtype().name());
    LongStream dimensions = Arrays.stream(info.shape().dimensions());
    members.put(
        "shape", dimensions.mapToObj(Long::toUnsignedString).map(BigInteger::new).iterator());
    members.put("begin", info.begin());
    members.put("end", info.end());
    members.put("sha256", tensor.hash().orElseThrow().hex());
    return members;
  }

  /// A printer with line breaks between top-level members, between files and between tensors.
  private static final class ManifestLines extends MinimalPrettyPrinter {

    private static final long serialVersionUID = 1L;

    private static void separate(JsonGenerator json, String separator) throws IOException {
      int depth = json.getOutputContext().getNestingDepth();
      json.writeRaw(
          switch (depth) {
            case 1, 2 -> "\n" + " ".repeat(depth);
            case 4 -> "\n   ";
            default -> separator;
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
