package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.survey.SurveyRecord.Kind;
import io.github.tensorloupe.text.Sentence;

/// An index of the lines that a survey has written and of the files that it has found. Uses a few
/// hundred bytes of memory per file, and stores the paths in a temporary file. Not thread-safe.
final class ScannedFileIndex implements Closeable {

  /// The contribution of a file's line to the summary.
  record Count(long tensors, boolean isSame, boolean isBad) {

    static final Count NOTHING = new Count(0, false, false);

    static Count of(SurveyRecord file) {
      return new Count(
          file.number(SurveyColumn.TENSORS).orElse(0),
          file.text(SurveyColumn.SAME_AS).isPresent(),
          file.text(SurveyColumn.SEVERITY).filter("error"::equals).isPresent());
    }

    private static Count unpacked(long packed) {
      return new Count(packed >> 2, (packed & 2) != 0, (packed & 1) != 0);
    }

    private long packed() {
      return tensors << 2 | (isSame ? 2 : 0) | (isBad ? 1 : 0);
    }
  }

  /// The numbers of lines, by a hash of the path and its reported state.
  private final LongTable lineOfState = new LongTable();

  /// The number of the last line of each path, by a hash of the path. Even for files. Odd for
  /// errors; consecutive errors of a path share a number.
  private final LongTable lastLineOfPath = new LongTable();

  /// The packed [Count] of the last line of each file, by a hash of the path.
  private final LongTable counts = new LongTable();

  /// A hash of the path with the same bytes in the last line of each file, by a hash of the path.
  private final LongTable sameAsHashes = new LongTable();

  private long number;

  /// Hashes of the paths that this run has reached.
  private final LongTable reachedPaths = new LongTable();

  /// The offsets of the paths in the temporary file, by hashes of file identities.
  private final LongTable pathOffsets = new LongTable();

  private final FileChannel paths;
  private long pathsEnd;

  ScannedFileIndex() throws IOException {
    try {
      Path file = Files.createTempFile("tensorloupe-survey", null);
      paths =
          FileChannel.open(
              file,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw WriteFailures.sentence(Sentence.of("The temporary file of the survey"), e);
    }
  }

  /// Adds a record of a file or an error.
  ///
  /// @return false if the record was added before, and no other state of the file since
  boolean add(SurveyRecord record) {
    String path = path(record);
    boolean isError = record.kind() == Kind.ERROR;
    return isError && !record.endsErrors()
        ? add(path, true, record.text(SurveyColumn.MESSAGE).orElse(""))
        : add(
            path,
            false,
            record.number(SurveyColumn.SIZE).orElse(0),
            record.text(SurveyColumn.MODIFIED).orElse(""));
  }

  boolean endsInErrors(String path) {
    return lastLineOfPath.get(Part.hash(path)) % 2 == 1;
  }

  /// Notes that the run has reached a file.
  ///
  /// @return true if the run has not reached it before, and its last line is of another state
  boolean markReached(SurveyedFile file, FileStamp stamp) {
    long ofPath = Part.hash(file.text());
    boolean isFirst = reachedPaths.put(ofPath, 0) == LongTable.NONE;
    return isFirst && !isReported(ofPath, stamp);
  }

  private boolean isReported(long ofPath, FileStamp stamp) {
    return isReported(ofPath, state(ofPath, stamp.byteLength(), text(stamp)));
  }

  private static long state(long ofPath, Object... parts) {
    return Part.hash(ofPath, Part.hash(parts));
  }

  private boolean isReported(long ofPath, long state) {
    long line = lastLineOfPath.get(ofPath);
    return line != LongTable.NONE && lineOfState.get(state) == line;
  }

  private boolean add(String path, boolean isError, Object... parts) {
    long ofPath = Part.hash(path);
    long state = state(ofPath, parts);
    if (isReported(ofPath, state)) {
      return false;
    }
    long before = lastLineOfPath.get(ofPath);
    boolean isOneOfErrors = isError && before % 2 == 1;
    if (!isOneOfErrors) {
      number += 2;
      lastLineOfPath.put(ofPath, number + (isError ? 1 : 0));
    }
    lineOfState.put(state, lastLineOfPath.get(ofPath));
    return true;
  }

  private static String path(SurveyRecord record) {
    return record.text(SurveyColumn.PATH).orElse("");
  }

  /// Stores the count of the line of a file, and the path with the same bytes.
  ///
  /// @return the count of the previous line of the path, which this line replaces; empty if it is
  ///   the first line
  Optional<Count> count(SurveyRecord file) {
    long ofPath = Part.hash(path(file));
    sameAsHashes.put(ofPath, link(file.text(SurveyColumn.SAME_AS)));
    long before = counts.put(ofPath, Count.of(file).packed());
    return before == LongTable.NONE ? Optional.empty() : Optional.of(Count.unpacked(before));
  }

  /// Returns false if the last line of a file refers to another file that no longer has the same
  /// bytes.
  ///
  /// @param other the file that has the same bytes now
  boolean isSameAsCurrent(SurveyedFile file, Optional<String> other) {
    long told = sameAsHashes.get(Part.hash(file.text()));
    return told <= 0 || told == link(other);
  }

  private static long link(Optional<String> path) {
    return path.map(it -> (Part.hash(it) >>> 2) + 1).orElse(0L);
  }

  /// Returns true if the line of this state of a file refers to another file with the same bytes,
  /// and this run has not found these bytes yet. The other file may follow, and then this file does
  /// not need to be read.
  boolean canDefer(SurveyedFile file) {
    long ofPath = Part.hash(file.text());
    // Few lines refer to another file; the other files are not accessed here.
    Optional<FileStamp> stamp =
        sameAsHashes.get(ofPath) > 0 ? FileStamp.of(file.path()) : Optional.empty();
    return stamp.isPresent()
        && isReported(ofPath, stamp.get())
        && identities(file, stamp.get()).stream()
            .noneMatch(it -> pathOffsets.get(it) != LongTable.NONE);
  }

  /// Adds a path with the identity of its file.
  ///
  /// @return an earlier path of the same bytes, or empty
  Optional<String> addIdentity(SurveyedFile file, FileStamp stamp) {
    try {
      return pathOffsets(file, stamp);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<String> pathOffsets(SurveyedFile file, FileStamp stamp) throws IOException {
    List<Long> identities = identities(file, stamp);
    for (long identity : identities) {
      long offset = pathOffsets.get(identity);
      if (offset != LongTable.NONE) {
        return Optional.of(path(offset)).filter(path -> !path.equals(file.text()));
      }
    }
    if (!identities.isEmpty()) {
      long offset = storePath(file.text());
      identities.forEach(identity -> pathOffsets.put(identity, offset));
    }
    return Optional.empty();
  }

  private static List<Long> identities(SurveyedFile file, FileStamp stamp) {
    Optional<Long> key = stamp.fileKey().map(it -> Part.hash(it, stamp.byteLength(), text(stamp)));
    Optional<Long> hash = file.expectedSha256().map(it -> Part.hash(it, stamp.byteLength()));
    return Stream.of(key, hash).flatMap(Optional::stream).toList();
  }

  private static String text(FileStamp stamp) {
    return FileSurvey.text(stamp.modified());
  }

  private long storePath(String path) throws IOException {
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
      // The channel may return fewer bytes than requested.
    }
    return bytes.flip();
  }

  @Override
  public void close() throws IOException {
    paths.close();
  }

  /// A map from hashes to numbers that uses at most 64 bytes per entry. Not thread-safe.
  static final class LongTable {

    /// Denotes a missing value.
    static final long NONE = -1;

    private static final int FIRST_CAPACITY = 1 << 10;

    private long[] keys = new long[FIRST_CAPACITY];

    /// The values plus one, so that 0 denotes a free slot.
    private long[] values = new long[FIRST_CAPACITY];

    private int size;

    /// @return the value, or [#NONE]
    long get(long hash) {
      return values[slot(hash)] - 1;
    }

    /// @param value 0 or more
    /// @return the previous value, or [#NONE]
    long put(long hash, long value) {
      if (2 * size >= keys.length) {
        grow();
      }
      int slot = slot(hash);
      long before = values[slot] - 1;
      size += before == NONE ? 1 : 0;
      keys[slot] = hash;
      values[slot] = value + 1;
      return before;
    }

    long byteCount() {
      return 2L * Long.BYTES * keys.length;
    }

    private int slot(long hash) {
      // The keys are already uniformly distributed.
      int slot = (int) hash & keys.length - 1;
      while (values[slot] != 0 && keys[slot] != hash) {
        slot = slot + 1 & keys.length - 1;
      }
      return slot;
    }

    private void grow() {
      long[] oldKeys = keys;
      long[] oldValues = values;
      keys = new long[2 * oldKeys.length];
      values = new long[keys.length];
      for (int i = 0; i < oldKeys.length; i++) {
        if (oldValues[i] != 0) {
          int slot = slot(oldKeys[i]);
          keys[slot] = oldKeys[i];
          values[slot] = oldValues[i];
        }
      }
    }
  }
}
