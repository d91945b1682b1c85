package io.github.tensorloupe.integrity.manifest;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedTensor;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.NotEnoughMemoryException;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoSupplier;

/// Parses manifests from untrusted files. All members of version 1 are required and must have the
/// right type. Other members are ignored.
public final class ManifestReader {

  /// Thrown if a file is not a usable manifest. The sentence contains the reason and the location.
  public static final class UnusableManifestException extends SentenceException {

    private static final long serialVersionUID = 1L;

    private UnusableManifestException(String sentence, Object... words) {
      super(sentence, words);
    }
  }

  private static final long MAX_BYTES = 1_000_000_000;
  private static final int MAX_NESTING = 20;
  private static final int MAX_TEXT = 100_000_000;
  private static final int MAX_RANK = 1 << 16;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, false)
          .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_NESTING)
                  .maxStringLength(MAX_TEXT)
                  .build())
          .build();

  private final JsonParser json;

  private ManifestReader(JsonParser json) {
    this.json = json;
  }

  /// Reads a manifest.
  ///
  /// @throws UnusableManifestException if the file is not a valid manifest of a supported version
  /// @throws NotEnoughMemoryException if the manifest needs more memory than is available
  /// @throws IOException if the file cannot be opened or read
  public static Manifest read(Path path) throws IOException {
    try (FileBytes file = FileBytes.open(path)) {
      if (file.length() > MAX_BYTES) {
        throw new UnusableManifestException("A manifest of more than 1 GB is not read.");
      }
      // A short tensor entry needs twice its text size in memory.
      if (file.length() > Runtime.getRuntime().maxMemory() / 4) {
        throw new NotEnoughMemoryException(path, file.length());
      }
      return parse(file);
    }
  }

  private static Manifest parse(ByteSource file) throws IOException {
    try (Reader text = Files.newBufferedReader(file.path())) {
      Manifest manifest = parse(text);
      file.requireUnchanged();
      return manifest;
    } catch (CharacterCodingException e) {
      throw new UnusableManifestException("The manifest is not UTF-8 text.");
    } catch (UnusableManifestException e) {
      // If the file shrank during the read, reports the change instead of invalid JSON.
      file.requireUnchanged();
      throw e;
    } catch (SentenceException | FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw ReadFailures.withPath(file.path(), e);
    } catch (OutOfMemoryError e) {
      throw new NotEnoughMemoryException(file.path(), file.length());
    }
  }

  static Manifest parse(Reader text) throws IOException {
    try (JsonParser json = JSON.createParser(text)) {
      return new ManifestReader(json).manifest();
    } catch (JsonProcessingException e) {
      throw new UnusableManifestException(
          "The manifest is not JSON{0}: {1}.",
          place(e.getLocation()),
          DisplayText.of(DisplayText.withoutLocation(e.getOriginalMessage()), 300));
    }
  }

  private static Sentence place(JsonLocation location) {
    return location == null
        ? Sentence.of("")
        : Sentence.of(
            " at line {0}, column {1}",
            Integer.toString(location.getLineNr()), Integer.toString(location.getColumnNr()));
  }

  private UnusableManifestException unusable(String detail, Object... words) {
    Sentence reason = Sentence.of(detail, words);
    return new UnusableManifestException(
        "The manifest cannot be used: {0}{1}.", reason, place(json.currentLocation()));
  }

  private Manifest manifest() throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw unusable("it is not a JSON object");
    }
    Map<String, Object> known = new HashMap<>();
    object(
        known,
        Map.of(
            "format", () -> expected(ManifestText.FORMAT),
            "version", this::version,
            "created", () -> text(ManifestReader::instant),
            "program", () -> text(Optional::of),
            "algorithm", () -> expected(ManifestText.ALGORITHM),
            "files", () -> files(known)));
    if (json.nextToken() != null) {
      throw unusable("it continues after its closing brace");
    }
    return new Manifest(
        (Instant) known.get("created"), (String) known.get("program"), list(known.get("files")));
  }

  /// Reads the required members of the current object with their parsers into `known`, by name.
  private void object(Map<String, Object> known, Map<String, IoSupplier<?>> values)
      throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw unusable("expected an object");
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      IoSupplier<?> value = values.get(name);
      if (value == null) {
        json.skipChildren();
      } else {
        known.put(name, value.get());
      }
    }
    for (String name : values.keySet().stream().sorted().toList()) {
      if (!known.containsKey(name)) {
        throw unusable("\"{0}\" is missing in the object", name);
      }
    }
  }

  private String expected(String only) throws IOException {
    return text(text -> text.equals(only) ? Optional.of(only) : Optional.empty());
  }

  private Long version() throws IOException {
    long version = number();
    if (version != Manifest.VERSION) {
      throw unusable(
          "expected version {1}, found version {0}",
          Long.toUnsignedString(version), Manifest.VERSION);
    }
    return version;
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private List<ListedFile> files(Map<String, Object> known) throws IOException {
    // Checks the version before parsing files, whose format may differ in later versions.
    if (!known.containsKey("format") || !known.containsKey("version")) {
      throw unusable("\"format\" and \"version\" do not come first");
    }
    return array(this::file, Integer.MAX_VALUE);
  }

  private ListedFile file() throws IOException {
    Map<String, Object> known = new HashMap<>();
    object(
        known,
        Map.of(
            "file", () -> text(Optional::of),
            "length", this::byteCount,
            "headerSha256", () -> text(ContentHash::ofHex),
            "tensors", () -> array(this::tensor, Integer.MAX_VALUE)));
    return new ListedFile(
        (String) known.get("file"),
        (Long) known.get("length"),
        (ContentHash) known.get("headerSha256"),
        list(known.get("tensors")),
        Optional.empty());
  }

  private ListedTensor tensor() throws IOException {
    Map<String, Object> known = new HashMap<>();
    object(
        known,
        Map.of(
            "name", () -> text(Optional::of),
            "dtype", () -> text(Dtype::named),
            "shape", () -> array(this::number, MAX_RANK),
            "begin", this::byteCount,
            "end", this::byteCount,
            "sha256", () -> text(ContentHash::ofHex)));
    long begin = (Long) known.get("begin");
    long end = (Long) known.get("end");
    if (end < begin) {
      throw unusable("a tensor ends before it begins");
    }
    List<Long> shape = list(known.get("shape"));
    TensorInfo info =
        new TensorInfo(
            (String) known.get("name"),
            (Dtype) known.get("dtype"),
            Shape.of(shape.stream().mapToLong(dimension -> dimension).toArray()),
            begin,
            end);
    return new ListedTensor(info, (ContentHash) known.get("sha256"));
  }

  @SuppressWarnings("unchecked")
  private static <T> List<T> list(Object list) {
    return (List<T>) list;
  }

  private <T> List<T> array(IoSupplier<T> element, int maxElements) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw unusable("expected a list");
    }
    List<T> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (elements.size() == maxElements) {
        throw unusable("a list has more than {0} members", Integer.toString(maxElements));
      }
      elements.add(element.get());
    }
    return elements;
  }

  private <T> T text(Function<String, Optional<T>> meaning) throws IOException {
    String name = json.currentName();
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw unusable("\"{0}\" is not a string", name);
    }
    String text = json.getText();
    return meaning
        .apply(text)
        .orElseThrow(() -> unusable("\"{0}\" is \"{1}\"", name, DisplayText.of(text)));
  }

  private Long byteCount() throws IOException {
    long count = number();
    if (count < 0) {
      throw unusable("a number is too large");
    }
    return count;
  }

  private Long number() throws IOException {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw unusable("expected a whole number");
    }
    try {
      return Long.parseUnsignedLong(json.getText());
    } catch (NumberFormatException e) {
      throw unusable("expected a number from 0 to 2⁶⁴ − 1");
    }
  }
}
