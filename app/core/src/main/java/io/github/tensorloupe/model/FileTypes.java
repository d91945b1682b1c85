package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The recognized types of files that are not safetensors files, in a fixed order.
final class FileTypes {

  private static final List<FileType> BINARY =
      List.of(FileTypes::model, FileTypes::magic, new Zeros(), new LeadingBytes());

  private static final List<FileType> MODELS =
      List.of(FileTypes::gguf, Pickle::in, FileTypes::model, new LeadingBytes());

  private static final List<FileType> TEXTS =
      List.of(FileTypes::html, FileTypes::json, FileTypes::xml, FileTypes::plainText);

  interface FileType {

    /// Returns the type if the file is of this kind, otherwise empty. Reads a bounded number of
    /// bytes.
    Optional<RecognizedType> in(Sample sample) throws IOException;
  }

  private FileTypes() {}

  /// Recognizes all other kinds. Must be called only for files that do not look like safetensors.
  static Optional<RecognizedType> other(Sample sample) throws IOException {
    return firstOf(sample.text().isEmpty() ? BINARY : TEXTS, sample);
  }

  /// Returns true for models in other formats and safetensors files after extra bytes, but not for
  /// archives of models. Unlike [#other], recognizes models that are text or begin with text.
  static boolean isModel(Sample sample) throws IOException {
    return firstOf(MODELS, sample).isPresent();
  }

  private static Optional<RecognizedType> firstOf(List<FileType> fileTypes, Sample sample)
      throws IOException {
    for (FileType fileType : fileTypes) {
      Optional<RecognizedType> type = fileType.in(sample);
      if (type.isPresent()) {
        return type;
      }
    }
    return Optional.empty();
  }

  private static Optional<RecognizedType> gguf(Sample sample) {
    return sample.startsWithAt(0, "GGUF")
        ? RecognizedType.of(FileKind.GGUF, FileKind.GGUF.description())
        : Optional.empty();
  }

  private static final Pattern XML_CODE = Pattern.compile("<Code>([^<]{1,200})<");
  private static final Pattern XML_MESSAGE = Pattern.compile("<Message>([^<]{1,400})<");

  private static Optional<RecognizedType> xml(Sample sample) {
    String text = sample.text().stripLeading();
    if (!text.startsWith("<?xml") && !text.startsWith("<Error")) {
      return Optional.empty();
    }
    List<Sentence> parts = new ArrayList<>();
    for (Pattern pattern : List.of(XML_CODE, XML_MESSAGE)) {
      Matcher matcher = pattern.matcher(text);
      if (matcher.find()) {
        parts.add(RecognizedType.quoted(matcher.group(1)));
      }
    }
    return RecognizedType.of(
        FileKind.TEXT,
        parts.isEmpty()
            ? Sentence.of("an XML text")
            : Sentence.of("an XML message of a server: {0}", Sentence.joined(", ", parts)));
  }

  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/\\r\\n]{64,}+[=\\r\\n]*");
  private static final int DECODED_CHARACTERS = 16;
  private static final int BRACE = 8;

  /// The text of a link: a relative path to a blob of the Hugging Face cache, or to such a file.
  private static final Pattern LINK =
      Pattern.compile(
          "((?:\\.\\.?/)+[^\\s<>\"\\p{Cntrl}]{1,400}|[\\w./-]{1,400}\\.safetensors)\\R?");

  private static Optional<RecognizedType> plainText(Sample sample) {
    String text = sample.text();
    if (text.isBlank()) {
      return RecognizedType.of(FileKind.TEXT, Sentence.of("a text file of white space"));
    }
    if (isBase64OfHeader(text)) {
      return RecognizedType.of(
          FileKind.TEXT, Sentence.of("a safetensors file written as Base64 text; decode it first"));
    }
    Matcher link = LINK.matcher(text);
    if (link.matches()) {
      return RecognizedType.of(
          FileKind.TEXT,
          Sentence.of(
              "a text file with the path {0}: a symbolic link that was saved as text, for example"
                  + " by Git. Copy or download the file that it names",
              RecognizedType.quoted(link.group(1))));
    }
    String first = text.lines().filter(line -> !line.isBlank()).findFirst().orElseThrow();
    return RecognizedType.of(
        FileKind.TEXT,
        sample.isUtf16()
            ? Sentence.of(
                "a text file in UTF-16 that begins with {0}", RecognizedType.quoted(first))
            : Sentence.of("a text file that begins with {0}", RecognizedType.quoted(first)));
  }

  private static boolean isBase64OfHeader(String text) {
    if (!BASE64.matcher(text).matches()) {
      return false;
    }
    String letters = text.replaceAll("[=\\r\\n]", "");
    return letters.length() >= DECODED_CHARACTERS
        && Base64.getDecoder().decode(letters.substring(0, DECODED_CHARACTERS))[BRACE] == '{';
  }

  /// Magic bytes that identify a kind of file.
  ///
  /// @param index the file offset of the magic bytes
  /// @param bytes the magic bytes in Latin-1
  private record Magic(int index, String bytes, Sentence description) {}

  private static final List<Magic> MARKS =
      List.of(
          new Magic(0, "\u0089PNG\r\n\u001a\n", Sentence.of("a PNG picture")),
          new Magic(0, "\u00ff\u00d8\u00ff", Sentence.of("a JPEG picture")),
          new Magic(0, "GIF8", Sentence.of("a GIF picture")),
          new Magic(8, "WEBP", Sentence.of("a WebP picture")),
          new Magic(0, "%PDF-", Sentence.of("a PDF document")),
          new Magic(0, "SQLite format 3\0", Sentence.of("an SQLite database")),
          new Magic(0, "7z\u00bc\u00af'\u001c", Sentence.of("a 7z archive; unpack it first")),
          new Magic(0, "\u00fd7zXZ\0", Sentence.of("data compressed with xz; unpack it first")),
          new Magic(0, "(\u00b5/\u00fd", Sentence.of("data compressed with zstd; unpack it first")),
          new Magic(0, "BZh", Sentence.of("data compressed with bzip2; unpack it first")),
          new Magic(0, "Rar!\u001a\u0007", Sentence.of("a RAR archive; unpack it first")),
          new Magic(0, "\u001f\u008b\b", Sentence.of("data compressed with gzip; unpack it first")),
          new Magic(257, "ustar", Sentence.of("a tar archive; unpack it first")),
          new Magic(0, "\u007fELF", Sentence.of("a program or library for Linux (ELF)")),
          new Magic(0, "MZ\u0090\0", Sentence.of("a program or library for Windows (PE)")),
          new Magic(0, "PAR1", Sentence.of("a Parquet file")));

  private static final Sentence GGML = Sentence.of("a model in an old format of llama.cpp (GGML)");

  private static final List<Magic> MODEL_MARKS =
      List.of(
          new Magic(4, "TFL3", Sentence.of("a TensorFlow Lite model")),
          new Magic(0, "lmgg", GGML),
          new Magic(0, "fmgg", GGML),
          new Magic(0, "algg", GGML),
          new Magic(0, "tjgg", Sentence.of("a model in an old format of llama.cpp (GGJT)")));

  /// Producer names that exporters write at the beginning of ONNX files.
  private static final List<String> ONNX_PRODUCERS = List.of("pytorch", "onnx", "tf2onnx", "skl2");

  private static Optional<RecognizedType> magic(Sample sample) {
    return magic(sample, MARKS);
  }

  private static Optional<RecognizedType> model(Sample sample) throws IOException {
    return magic(sample, MODEL_MARKS).or(() -> onnx(sample));
  }

  private static Optional<RecognizedType> magic(Sample sample, List<Magic> marks) {
    return marks.stream()
        .filter(mark -> sample.startsWithAt(mark.index(), mark.bytes()))
        .findFirst()
        .map(mark -> new RecognizedType(FileKind.UNKNOWN, mark.description()));
  }

  private static Optional<RecognizedType> onnx(Sample sample) {
    byte[] head = sample.head;
    boolean hasFields = head.length > 12 && head[0] == 8 && head[2] == 0x12 && head[1] > 0;
    return hasFields
            && ONNX_PRODUCERS.stream().anyMatch(producer -> sample.startsWithAt(4, producer))
        ? RecognizedType.of(FileKind.UNKNOWN, Sentence.of("an ONNX model"))
        : Optional.empty();
  }

  // Large enough for titles after inline style sheets.
  private static final int HTML_BYTES = 64 << 10;

  private static final Pattern HTML_TITLE =
      Pattern.compile("<(title|h1)\\b[^<>]*>([^<]{1,2000})<", Pattern.CASE_INSENSITIVE);
  private static final Pattern SIGN_IN =
      Pattern.compile("\\b(sign[ -]?in|log[ -]?in|anmelden)\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern NUMBERED =
      Pattern.compile("&#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));");

  private static Optional<RecognizedType> html(Sample sample) throws IOException {
    String start = sample.text().stripLeading().toLowerCase(Locale.ROOT);
    boolean isPage =
        start.startsWith("<!doctype html") || start.startsWith("<") && start.contains("<html");
    if (!isPage) {
      return Optional.empty();
    }
    Matcher matcher = HTML_TITLE.matcher(sample.text(HTML_BYTES));
    if (!matcher.find()) {
      return RecognizedType.of(FileKind.HTML, Sentence.of("a web page"));
    }
    String text = unescaped(matcher.group(2));
    Sentence title = RecognizedType.quoted(text);
    return RecognizedType.of(
        FileKind.HTML,
        SIGN_IN.matcher(text).find()
            ? Sentence.of("a web page with the title {0}: it asks to sign in", title)
            : Sentence.of("a web page with the title {0}", title));
  }

  private static String unescaped(String html) {
    String text =
        NUMBERED
            .matcher(html)
            .replaceAll(
                match -> {
                  boolean isHex = match.group(1) != null;
                  int codePoint = Integer.parseInt(match.group(isHex ? 1 : 2), isHex ? 16 : 10);
                  return Character.isValidCodePoint(codePoint)
                      ? Matcher.quoteReplacement(Character.toString(codePoint))
                      : "?";
                });
    return text.replace("&ndash;", "–")
        .replace("&mdash;", "—")
        .replace("&nbsp;", " ")
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }

  private static final String JSON_STRING = "\"((?:[^\"\\\\]|\\\\.)*+)\"";
  private static final Pattern JSON_MESSAGE =
      Pattern.compile("\"(?:error|message|detail|error_description)\" *: *" + JSON_STRING);
  private static final Pattern MODEL_TYPE = Pattern.compile("\"model_type\" *: *" + JSON_STRING);
  private static final Pattern STRING = Pattern.compile("\\G" + JSON_STRING + "\\s*(:?)");

  private static Optional<RecognizedType> json(Sample sample) {
    String text = sample.text().strip();
    if (!text.startsWith("{") && !text.startsWith("[")) {
      return Optional.empty();
    }
    if (text.startsWith("{") && text.contains("\"weight_map\"")) {
      return RecognizedType.of(
          FileKind.INDEX, Sentence.of("the JSON index of a sharded checkpoint"));
    }
    return RecognizedType.of(FileKind.TEXT, jsonText(text));
  }

  private static Sentence jsonText(String text) {
    List<String> keys = jsonKeys(text);
    Matcher modelType = MODEL_TYPE.matcher(text);
    if (keys.contains("model_type") && modelType.find()) {
      return Sentence.of(
          "the config.json of a model of type {0}, not its weights",
          RecognizedType.quoted(modelType.group(1)));
    }
    Matcher message = JSON_MESSAGE.matcher(text);
    if (message.find()) {
      return Sentence.of(
          "a JSON message of a server: {0}", RecognizedType.quoted(message.group(1)));
    }
    return keys.isEmpty()
        ? Sentence.of("a JSON text")
        : Sentence.of("a JSON text with the keys {0}", RecognizedType.first(keys));
  }

  private static List<String> jsonKeys(String text) {
    List<String> keys = new ArrayList<>();
    Matcher string = STRING.matcher(text);
    int depth = 0;
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (character == '"') {
        if (!string.find(at)) {
          return keys;
        }
        if (depth == 1 && !string.group(2).isEmpty()) {
          keys.add(string.group(1));
        }
        at = string.end() - 1;
      } else if (character == '{' || character == '[') {
        depth++;
      } else if (character == '}' || character == ']') {
        depth--;
      }
    }
    return keys;
  }
}
