package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// All kinds of files that are known, in the order in which they are asked.
public final class Disguises {

  private static final List<Disguise> CERTAIN = List.of(new Numpy(), new Gguf());

  private static final List<Disguise> BINARY =
      List.of(new Zip(), new Pickle(), new Magic(), new Zeros(), new Shifted());

  private static final List<Disguise> TEXT =
      List.of(new Html(), new Json(), new Xml(), new PlainText());

  private Disguises() {}

  /// A kind whose beginning no header length of a file that loads can have. Asked first, because
  /// further bytes of these kinds may look like the brace of a header.
  public static Optional<Recognised> certain(Sample sample) throws IOException {
    return firstOf(CERTAIN, sample);
  }

  /// Any other kind; asked about files that do not look like safetensors.
  public static Optional<Recognised> other(Sample sample) throws IOException {
    return firstOf(sample.text().isEmpty() ? BINARY : TEXT, sample);
  }

  private static Optional<Recognised> firstOf(List<Disguise> disguises, Sample sample)
      throws IOException {
    for (Disguise disguise : disguises) {
      Optional<Recognised> found = disguise.in(sample);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /// An XML text, most often the error message of a store of files.
  private static final class Xml implements Disguise {

    private static final Pattern CODE = Pattern.compile("<Code>([^<]{1,200})<");
    private static final Pattern MESSAGE = Pattern.compile("<Message>([^<]{1,400})<");

    @Override
    public Optional<Recognised> in(Sample sample) {
      String text = sample.text().stripLeading();
      if (!text.startsWith("<?xml") && !text.startsWith("<Error")) {
        return Optional.empty();
      }
      List<Sentence> parts = new ArrayList<>();
      for (Pattern pattern : List.of(CODE, MESSAGE)) {
        Matcher found = pattern.matcher(text);
        if (found.find()) {
          parts.add(DetailText.quoted(found.group(1)));
        }
      }
      return Optional.of(
          new Recognised(
              Form.TEXT,
              parts.isEmpty()
                  ? Sentence.of("an XML text")
                  : Sentence.of("an XML message of a server: {0}", Sentence.joined(", ", parts))));
    }
  }

  /// Any text. Asked last among the texts.
  private static final class PlainText implements Disguise {

    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/\\r\\n]{64,}+[=\\r\\n]*");
    private static final int DECODED_CHARACTERS = 16;
    private static final int BRACE = 8;

    @Override
    public Optional<Recognised> in(Sample sample) {
      String text = sample.text();
      if (text.isBlank()) {
        return text.isEmpty()
            ? Optional.empty()
            : Optional.of(new Recognised(Form.TEXT, Sentence.of("a text file of white space")));
      }
      if (isBase64OfHeader(text)) {
        return Optional.of(
            new Recognised(
                Form.TEXT,
                Sentence.of("a safetensors file written as Base64 text; decode it first")));
      }
      String first = text.lines().filter(line -> !line.isBlank()).findFirst().orElseThrow();
      return Optional.of(
          new Recognised(
              Form.TEXT,
              sample.isUtf16()
                  ? Sentence.of(
                      "a text file in UTF-16 that begins with {0}", DetailText.quoted(first))
                  : Sentence.of("a text file that begins with {0}", DetailText.quoted(first))));
    }

    private static boolean isBase64OfHeader(String text) {
      if (!BASE64.matcher(text).matches()) {
        return false;
      }
      String start = text.replaceAll("[\\r\\n]", "").substring(0, DECODED_CHARACTERS);
      return Base64.getDecoder().decode(start)[BRACE] == '{';
    }
  }

  /// A Python pickle, as old PyTorch files are. Its instructions are read as text and never
  /// followed.
  private static final class Pickle implements Disguise {

    private static final int READ_BYTES = 64 << 10;

    /// The number that PyTorch put before everything else.
    private static final String OLD_TORCH =
        "\u0080\u0002\u008a\nl\u00fc\u009cF\u00f9 j\u00a8P\u0019";

    /// Modules whose functions run commands or code.
    private static final Set<String> RISKY =
        Set.of(
            "os", "posix", "nt", "subprocess", "sys", "runpy", "socket", "builtins", "__builtin__");

    private static final Set<String> HARMLESS =
        Set.of(
            "builtins.dict", "builtins.set", "__builtin__.set", "builtins.list", "builtins.slice");

    @Override
    public Optional<Recognised> in(Sample sample) throws IOException {
      byte[] head = sample.head();
      boolean isPickle = head.length > 2 && head[0] == (byte) 0x80 && head[1] >= 2 && head[1] <= 5;
      if (!isPickle || head[2] == 0) {
        return Optional.empty();
      }
      int protocol = head[1];
      List<Sentence> parts = new ArrayList<>();
      parts.add(
          sample.startsWith(OLD_TORCH)
              ? Sentence.of(
                  "a Python pickle of protocol {0}, as PyTorch wrote its files before version 1.6",
                  protocol)
              : Sentence.of("a Python pickle of protocol {0}", protocol));
      List<String> globals = new PickleScan(sample.read(0, READ_BYTES)).globals();
      if (!globals.isEmpty()) {
        parts.add(Sentence.of("it names {0}", DetailText.first(globals)));
      }
      globals.stream()
          .filter(Pickle::isRisky)
          .findFirst()
          .map(name -> Sentence.of("do not load it: {0} can run anything", DetailText.quoted(name)))
          .ifPresent(parts::add);
      return Optional.of(new Recognised(Form.PICKLE, Sentence.joined("; ", parts)));
    }

    private static boolean isRisky(String global) {
      int dot = global.indexOf('.');
      return RISKY.contains(global.substring(0, dot)) && !HARMLESS.contains(global);
    }
  }

  /// Kinds that a few fixed bytes tell, of which there is nothing more to say.
  private static final class Magic implements Disguise {

    /// @param index where the bytes stand
    /// @param bytes as Latin-1
    private record Mark(int index, String bytes, Sentence what) {}

    private static final List<Mark> MARKS =
        List.of(
            new Mark(
                0, "\u0089HDF\r\n\u001a\n", Sentence.of("an HDF5 file, as Keras writes it (.h5)")),
            new Mark(0, "\u0089PNG\r\n\u001a\n", Sentence.of("a PNG picture")),
            new Mark(0, "\u00ff\u00d8\u00ff", Sentence.of("a JPEG picture")),
            new Mark(0, "GIF8", Sentence.of("a GIF picture")),
            new Mark(8, "WEBP", Sentence.of("a WebP picture")),
            new Mark(0, "%PDF-", Sentence.of("a PDF document")),
            new Mark(0, "SQLite format 3\0", Sentence.of("an SQLite database")),
            new Mark(0, "7z\u00bc\u00af'\u001c", Sentence.of("a 7z archive; unpack it first")),
            new Mark(0, "\u00fd7zXZ\0", Sentence.of("data compressed with xz; unpack it first")),
            new Mark(
                0, "(\u00b5/\u00fd", Sentence.of("data compressed with zstd; unpack it first")),
            new Mark(0, "BZh", Sentence.of("data compressed with bzip2; unpack it first")),
            new Mark(0, "Rar!\u001a\u0007", Sentence.of("a RAR archive; unpack it first")),
            new Mark(
                0, "\u001f\u008b\b", Sentence.of("data compressed with gzip; unpack it first")),
            new Mark(257, "ustar", Sentence.of("a tar archive; unpack it first")),
            new Mark(0, "\u007fELF", Sentence.of("a program or library for Linux (ELF)")),
            new Mark(0, "MZ\u0090\0", Sentence.of("a program or library for Windows (PE)")),
            new Mark(0, "PAR1", Sentence.of("a Parquet file")),
            new Mark(4, "TFL3", Sentence.of("a TensorFlow Lite model")),
            new Mark(0, "ggml", Sentence.of("a model in an old format of llama.cpp (GGML)")),
            new Mark(0, "tjgg", Sentence.of("a model in an old format of llama.cpp (GGJT)")));

    /// The first field that exporters write into an ONNX file.
    private static final List<String> ONNX_PRODUCERS =
        List.of("pytorch", "onnx", "tf2onnx", "skl2");

    @Override
    public Optional<Recognised> in(Sample sample) {
      return MARKS.stream()
          .filter(mark -> sample.hasAt(mark.index(), mark.bytes()))
          .findFirst()
          .map(mark -> new Recognised(Form.OTHER, mark.what()))
          .or(() -> onnx(sample));
    }

    /// A version number and the name of the program that wrote it, as protobuf has them.
    private static Optional<Recognised> onnx(Sample sample) {
      byte[] head = sample.head();
      boolean hasFields = head.length > 12 && head[0] == 8 && head[2] == 0x12 && head[1] > 0;
      boolean isKnown =
          hasFields && ONNX_PRODUCERS.stream().anyMatch(producer -> sample.hasAt(4, producer));
      return isKnown
          ? Optional.of(new Recognised(Form.OTHER, Sentence.of("an ONNX model")))
          : Optional.empty();
    }
  }

  /// A NumPy array.
  private static final class Numpy implements Disguise {

    private static final Pattern DTYPE = Pattern.compile("'descr': *'([<>|=]?)([a-zA-Z])([0-9]*)'");
    private static final Pattern SHAPE = Pattern.compile("'shape': *(\\([0-9L, ]*\\))");

    @Override
    public Optional<Recognised> in(Sample sample) {
      if (!sample.startsWith("\u0093NUMPY")) {
        return Optional.empty();
      }
      String text = new String(sample.head(), StandardCharsets.ISO_8859_1);
      Matcher dtype = DTYPE.matcher(text);
      Matcher shape = SHAPE.matcher(text);
      List<Object> parts = new ArrayList<>();
      if (dtype.find()) {
        parts.add(Sentence.of("a NumPy .npy file of {0}", elements(dtype)));
        if (dtype.group(1).equals(">")) {
          parts.add(Sentence.of("the highest byte first"));
        }
      } else {
        parts.add(
            text.contains("'descr': [")
                ? Sentence.of("a NumPy .npy file of records")
                : Sentence.of("a NumPy .npy file"));
      }
      if (shape.find()) {
        parts.add(Sentence.of("shape {0}", DetailText.line(shape.group(1))));
      }
      if (text.contains("'fortran_order': True")) {
        parts.add(Sentence.of("column after column"));
      } else if (text.contains("'fortran_order': False")) {
        parts.add(Sentence.of("row after row"));
      }
      return Optional.of(new Recognised(Form.NUMPY, Sentence.joined(", ", parts)));
    }

    private static Object elements(Matcher dtype) {
      int byteCount =
          dtype.group(3).length() > 0 && dtype.group(3).length() < 5
              ? Integer.parseInt(dtype.group(3))
              : 0;
      return switch (dtype.group(2).charAt(0)) {
        case 'f' -> "float" + 8 * byteCount;
        case 'i' -> "int" + 8 * byteCount;
        case 'u' -> "uint" + 8 * byteCount;
        case 'c' -> "complex" + 8 * byteCount;
        case 'b' -> "bool";
        case 'U', 'S' -> Sentence.of("texts");
        case 'O' -> Sentence.of("Python objects, which are pickled");
        case 'V' -> Sentence.of("{0} raw {0#byte|bytes} each", byteCount);
        default -> DetailText.quoted(dtype.group(2) + dtype.group(3));
      };
    }
  }
}
