package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.model.FileTypes.FileType;
import io.github.tensorloupe.text.Sentence;

/// A ZIP archive. PyTorch, NumPy and Keras also use this format.
final class Zip implements FileType {

  /// Descriptions of archives by a pattern for a characteristic file name. The first match applies.
  private static final List<Map.Entry<String, Sentence>> CONTENTS =
      List.of(
          Map.entry(".*/constants\\.pkl", Sentence.of("a PyTorch program (TorchScript)")),
          Map.entry(
              "(.*/)?data\\.pkl", Sentence.of("a PyTorch checkpoint (.pt, .pth, .bin or .ckpt)")),
          Map.entry(".*\\.safetensors", Sentence.of("with safetensors files inside: unpack it")),
          Map.entry("model\\.weights\\.h5", Sentence.of("a Keras model (.keras)")),
          Map.entry(".*\\.npy", Sentence.of("a NumPy archive (.npz)")),
          Map.entry("\\[Content_Types]\\.xml", Sentence.of("an office document")));

  @Override
  public Optional<RecognizedType> in(Sample sample) throws IOException {
    boolean isZip =
        sample.startsWithAt(0, "PK\u0003\u0004") || sample.startsWithAt(0, "PK\u0005\u0006");
    return isZip ? RecognizedType.of(FileKind.ZIP, description(sample)) : Optional.empty();
  }

  private static Sentence description(Sample sample) throws IOException {
    Optional<ZipDirectory> zip = ZipDirectory.of(sample);
    if (zip.isEmpty()) {
      return Sentence.of(
          "a zip archive whose end is missing, so that it cannot be unpacked either");
    }
    ZipDirectory directory = zip.get();
    Sentence archive = Sentence.of("a zip archive");
    if (directory.names().isEmpty()) {
      return directory.entryCount() == 0 ? Sentence.of("a zip archive without any file") : archive;
    }
    Sentence kind =
        CONTENTS.stream()
            .filter(known -> directory.has(known.getKey()))
            .findFirst()
            .map(known -> Sentence.joined(", ", List.of(archive, known.getValue())))
            .orElse(archive);
    return Sentence.of(
        "{0}; its {1} {1#file|files}: {2}",
        kind, directory.entryCount(), RecognizedType.first(directory.names()));
  }

  /// The file names in a ZIP archive, read from the directory at its end.
  ///
  /// @param entryCount the declared number of files, unsigned
  /// @param names the file names that were read, at most a few thousand
  record ZipDirectory(long entryCount, List<String> names) {

    private static final int END_BYTES = 22;
    private static final int LOCATOR_BYTES = 20;
    private static final int MAX_COMMENT_BYTES = 0xffff;
    private static final int MAX_DIRECTORY_BYTES = 256 << 10;
    private static final int ENTRY_BYTES = 46;

    private static final int END = 0x06054b50;
    private static final int LOCATOR_64 = 0x07064b50;
    private static final int END_64 = 0x06064b50;
    private static final int ENTRY = 0x02014b50;

    private boolean has(String name) {
      return names.stream().anyMatch(Pattern.compile(name, Pattern.DOTALL).asMatchPredicate());
    }

    static Optional<ZipDirectory> of(Sample sample) throws IOException {
      long tailBegin = Math.max(0, sample.length() - END_BYTES - MAX_COMMENT_BYTES - LOCATOR_BYTES);
      ByteBuffer tail = littleEndian(sample.read(tailBegin, (int) (sample.length() - tailBegin)));
      for (int at = tail.limit() - END_BYTES; at >= 0; at--) {
        if (tail.getInt(at) == END) {
          return read(sample, tail, at);
        }
      }
      return Optional.empty();
    }

    private static Optional<ZipDirectory> read(Sample sample, ByteBuffer tail, int end)
        throws IOException {
      long count = tail.getShort(end + 10) & 0xffff;
      long byteCount = tail.getInt(end + 12) & 0xffffffffL;
      long begin = tail.getInt(end + 16) & 0xffffffffL;
      int locator = end - LOCATOR_BYTES;
      if (locator >= 0 && tail.getInt(locator) == LOCATOR_64) {
        ByteBuffer end64 = at(sample, tail.getLong(locator + 8), 56);
        if (end64.limit() == 56 && end64.getInt(0) == END_64) {
          count = end64.getLong(32);
          byteCount = end64.getLong(40);
          begin = end64.getLong(48);
        }
      }
      int readBytes = Math.clamp(byteCount, 0, MAX_DIRECTORY_BYTES);
      return Optional.of(new ZipDirectory(count, names(at(sample, begin, readBytes))));
    }

    private static List<String> names(ByteBuffer directory) {
      List<String> names = new ArrayList<>();
      int at = 0;
      while (at + ENTRY_BYTES <= directory.limit() && directory.getInt(at) == ENTRY) {
        int nameBytes = directory.getShort(at + 28) & 0xffff;
        int otherBytes =
            (directory.getShort(at + 30) & 0xffff) + (directory.getShort(at + 32) & 0xffff);
        int nameBegin = at + ENTRY_BYTES;
        if (nameBegin + nameBytes > directory.limit()) {
          break;
        }
        names.add(new String(directory.array(), nameBegin, nameBytes, StandardCharsets.UTF_8));
        at = nameBegin + nameBytes + otherBytes;
      }
      return names;
    }

    private static ByteBuffer at(Sample sample, long begin, int byteCount) throws IOException {
      boolean isInside = begin >= 0 && begin < sample.length();
      return littleEndian(isInside ? sample.read(begin, byteCount) : new byte[0]);
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
      return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
  }
}
