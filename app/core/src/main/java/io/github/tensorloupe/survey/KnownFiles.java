package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.survey.SurveyRecord.Kind;
import io.github.tensorloupe.text.Sentence;

/// Remembers the lines that a survey has written and the files that it has seen. Keeps a few
/// hundred bytes for a file in memory, and the paths in a temporary file. Not thread-safe.
final class KnownFiles implements Closeable {

  /// The share of the line of a file in the sums.
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

  /// By hashes of paths and what is told of them, the number of the line.
  private final LongTable told = new LongTable();

  /// By hashes of paths, the number of the line that is told of them last: an odd one of errors,
  /// which have the same number as long as no other line follows, an even one of others.
  private final LongTable last = new LongTable();

  /// By hashes of paths, what the last line of the file counts.
  private final LongTable counts = new LongTable();

  /// By hashes of paths, what the last line of the file names as having the same bytes.
  private final LongTable same = new LongTable();

  private long number;

  /// Hashes of the paths that this run has come to.
  private final LongTable begun = new LongTable();

  /// By hashes of identities, where the paths begin in the temporary file.
  private final LongTable seen = new LongTable();

  private final FileChannel paths;
  private long pathsEnd;

  KnownFiles() throws IOException {
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

  /// Notes a record of a file or an error.
  ///
  /// @return false if it has been told already, and no other state of the file since
  boolean tell(SurveyRecord record) {
    String path = path(record);
    boolean isError = record.kind() == Kind.ERROR;
    return isError && !record.endsErrors()
        ? tell(path, true, record.text(SurveyColumn.MESSAGE).orElse(""))
        : tell(
            path,
            false,
            record.number(SurveyColumn.SIZE).orElse(0),
            record.text(SurveyColumn.MODIFIED).orElse(""));
  }

  boolean endsInErrors(String path) {
    return last.get(Part.hash(path)) % 2 == 1;
  }

  /// Notes that a run has come to a file.
  ///
  /// @return true if it has not come to it before, and what was told of it last is not of this
  ///   state
  boolean begin(SurveyedFile file, FileStamp stamp) {
    long ofPath = Part.hash(file.text());
    boolean isFirst = begun.put(ofPath, 0) == LongTable.NONE;
    return isFirst && !isTold(ofPath, stamp);
  }

  private boolean isTold(long ofPath, FileStamp stamp) {
    return isTold(ofPath, state(ofPath, stamp.byteLength(), text(stamp)));
  }

  private static long state(long ofPath, Object... parts) {
    return Part.hash(ofPath, Part.hash(parts));
  }

  private boolean isTold(long ofPath, long state) {
    long line = last.get(ofPath);
    return line != LongTable.NONE && told.get(state) == line;
  }

  private boolean tell(String path, boolean isError, Object... parts) {
    long ofPath = Part.hash(path);
    long state = state(ofPath, parts);
    if (isTold(ofPath, state)) {
      return false;
    }
    long before = last.get(ofPath);
    boolean isOneOfErrors = isError && before % 2 == 1;
    if (!isOneOfErrors) {
      number += 2;
      last.put(ofPath, number + (isError ? 1 : 0));
    }
    told.put(state, last.get(ofPath));
    return true;
  }

  private static String path(SurveyRecord record) {
    return record.text(SurveyColumn.PATH).orElse("");
  }

  /// Notes what the line of a file counts and names.
  ///
  /// @return what the line of that path before it counts, which it takes the place of; empty where
  ///   there is none
  Optional<Count> count(SurveyRecord file) {
    long ofPath = Part.hash(path(file));
    same.put(ofPath, link(file.text(SurveyColumn.SAME_AS)));
    long before = counts.put(ofPath, Count.of(file).packed());
    return before == LongTable.NONE ? Optional.empty() : Optional.of(Count.unpacked(before));
  }

  /// False if what was told of a file names another that it no longer has the same bytes as.
  ///
  /// @param other the one that it has the same bytes as
  boolean holds(SurveyedFile file, Optional<String> other) {
    long told = same.get(Part.hash(file.text()));
    return told <= 0 || told == link(other);
  }

  private static long link(Optional<String> path) {
    return path.map(it -> (Part.hash(it) >>> 2) + 1).orElse(0L);
  }

  /// True if what was told of a file in this state names another one, and no path has led to their
  /// bytes yet: the other one may still come, and then this one need not be read.
  boolean mayWait(SurveyedFile file) {
    long ofPath = Part.hash(file.text());
    // Few files name another one; the others are not looked at here.
    Optional<FileStamp> stamp = same.get(ofPath) > 0 ? FileStamp.of(file.path()) : Optional.empty();
    return stamp.isPresent()
        && isTold(ofPath, stamp.get())
        && identities(file, stamp.get()).stream().noneMatch(it -> seen.get(it) != LongTable.NONE);
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
    List<Long> identities = identities(file, stamp);
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

  private static List<Long> identities(SurveyedFile file, FileStamp stamp) {
    Optional<Long> key = stamp.fileKey().map(it -> Part.hash(it, stamp.byteLength(), text(stamp)));
    Optional<Long> hash = file.expectedSha256().map(it -> Part.hash(it, stamp.byteLength()));
    return Stream.of(key, hash).flatMap(Optional::stream).toList();
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

  /// A map from hashes to numbers that takes 64 bytes for an entry at most. Not thread-safe.
  static final class LongTable {

    /// Stands for an absent value.
    static final long NONE = -1;

    private static final int FIRST_CAPACITY = 1 << 10;

    private long[] keys = new long[FIRST_CAPACITY];

    /// Each one higher than it is, so that 0 is free.
    private long[] values = new long[FIRST_CAPACITY];

    private int size;

    /// @return the value, or [#NONE]
    long get(long hash) {
      return values[slot(hash)] - 1;
    }

    /// @param value 0 or more
    /// @return the value before, or [#NONE]
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
      // The bits are random as they are.
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
