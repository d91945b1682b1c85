package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.survey.SurveyRecord.Kind;

/// What a survey has told already, and the files that were seen. Keeps a few dozen bytes for a file
/// in memory, and the paths in a temporary file. Not thread-safe.
final class KnownFiles implements Closeable {

  private final LongTable told = new LongTable();

  /// By hashes of identities, where the paths begin in the temporary file.
  private final LongTable seen = new LongTable();

  private final FileChannel paths;
  private long pathsEnd;

  KnownFiles() throws IOException {
    Path file = Files.createTempFile("tensorloupe-survey", null);
    paths =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  /// Notes a record of a file or an error.
  ///
  /// @return false if it has been told already
  boolean tell(SurveyRecord record) {
    return record.kind() == Kind.ERROR
        ? tell(
            record.text(SurveyColumn.PATH).orElse(""), record.text(SurveyColumn.MESSAGE).orElse(""))
        : tell(
            record.text(SurveyColumn.PATH).orElse(""),
            record.number(SurveyColumn.SIZE).orElse(0),
            record.text(SurveyColumn.MODIFIED).orElse(""));
  }

  /// Notes a file in a state, likewise.
  boolean tell(SurveyedFile file, FileStamp stamp) {
    return tell(file.text(), stamp.byteLength(), FileSurvey.text(stamp.modified()));
  }

  private boolean tell(Object... parts) {
    return told.put(Part.hash(parts), 0) == LongTable.NONE;
  }

  /// Notes the bytes that a path leads to.
  ///
  /// @return the path that has led there before, if any
  Optional<String> see(SurveyedFile file, FileStamp stamp) {
    try {
      return seen(file, stamp);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<String> seen(SurveyedFile file, FileStamp stamp) throws IOException {
    List<Long> identities = new ArrayList<>();
    stamp
        .fileKey()
        .ifPresent(key -> identities.add(Part.hash(key, stamp.byteLength(), text(stamp))));
    file.expectedSha256().ifPresent(hash -> identities.add(Part.hash(hash, stamp.byteLength())));
    for (long identity : identities) {
      long offset = seen.get(identity);
      if (offset != LongTable.NONE) {
        return Optional.of(path(offset)).filter(path -> !path.equals(file.text()));
      }
    }
    if (!identities.isEmpty()) {
      long offset = keep(file.text());
      identities.forEach(identity -> seen.put(identity, offset));
    }
    return Optional.empty();
  }

  private static String text(FileStamp stamp) {
    return FileSurvey.text(stamp.modified());
  }

  private long keep(String path) throws IOException {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    ByteBuffer entry = ByteBuffer.allocate(Integer.BYTES + bytes.length).putInt(bytes.length);
    entry.put(bytes).flip();
    long offset = pathsEnd;
    while (entry.hasRemaining()) {
      pathsEnd += paths.write(entry, pathsEnd);
    }
    return offset;
  }

  private String path(long offset) throws IOException {
    ByteBuffer length = read(offset, Integer.BYTES);
    return StandardCharsets.UTF_8.decode(read(offset + Integer.BYTES, length.getInt(0))).toString();
  }

  private ByteBuffer read(long offset, int byteCount) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(byteCount);
    while (bytes.hasRemaining() && paths.read(bytes, offset + bytes.position()) >= 0) {
      // The channel may give less at once.
    }
    return bytes.flip();
  }

  @Override
  public void close() throws IOException {
    paths.close();
  }
}
