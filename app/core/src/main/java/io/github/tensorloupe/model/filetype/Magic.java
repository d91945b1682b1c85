package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Kinds that a few fixed bytes tell, of which there is nothing more to say.
final class Magic implements Disguise {

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
          new Mark(0, "(\u00b5/\u00fd", Sentence.of("data compressed with zstd; unpack it first")),
          new Mark(0, "BZh", Sentence.of("data compressed with bzip2; unpack it first")),
          new Mark(0, "Rar!\u001a\u0007", Sentence.of("a RAR archive; unpack it first")),
          new Mark(0, "\u001f\u008b\b", Sentence.of("data compressed with gzip; unpack it first")),
          new Mark(257, "ustar", Sentence.of("a tar archive; unpack it first")),
          new Mark(0, "\u007fELF", Sentence.of("a program or library for Linux (ELF)")),
          new Mark(0, "MZ\u0090\0", Sentence.of("a program or library for Windows (PE)")),
          new Mark(0, "PAR1", Sentence.of("a Parquet file")),
          new Mark(4, "TFL3", Sentence.of("a TensorFlow Lite model")),
          new Mark(0, "ggml", Sentence.of("a model in an old format of llama.cpp (GGML)")),
          new Mark(0, "tjgg", Sentence.of("a model in an old format of llama.cpp (GGJT)")));

  /// What exporters put into the first field of an ONNX file.
  private static final List<String> ONNX_PRODUCERS = List.of("pytorch", "onnx", "tf2onnx", "skl2");

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
