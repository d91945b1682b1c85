package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.survey.SurveyRecord.ErrorLine;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;
import io.github.tensorloupe.text.Sentence;

/// An index of the lines in the output of a survey and of the files found by the current run. Uses
/// a few hundred bytes of memory per file, and stores the paths in a temporary file. Not
/// thread-safe.
final class ScannedFileIndex implements Closeable {

  /// The last line for a path. Consecutive error lines count as one line.
  private static final class LastLine {

    /// The hashes of the reported states of the path: one, or one per error.
    private Set<Long> states = Set.of();

    private boolean isError;

    private boolean isVisited;

    /// The contribution of the last file line; null before the first one.
    private FileCount count;

    /// Returns false if the state is already reported.
    private boolean add(boolean isErrorState, long state) {
      if (states.contains(state)) {
        return false;
      }
      if (!isErrorState) {
        states = Set.of(state);
      } else {
        states = isError ? states : new HashSet<>();
        states.add(state);
      }
      isError = isErrorState;
      return true;
    }
  }

  /// The contribution of a file line to the summary.
  ///
  /// @param sameAs the hash of the path of another file with equal bytes, or 0
  record FileCount(long tensors, boolean isBad, long sameAs) {

    static FileCount of(FileLine file) {
      return new FileCount(
          file.tensors() == null ? 0 : file.tensors(),
          file.severity() == Severity.ERROR,
          link(Optional.ofNullable(file.sameAs())));
    }

    private static long link(Optional<String> path) {
      return path.map(it -> Part.hash(it) | 1).orElse(0L);
    }

    boolean isSame() {
      return sameAs != 0;
    }
  }

  private final Map<Long, LastLine> linesByPathHash = new HashMap<>();

  /// The offsets of paths in the temporary file, by hash of the file identity.
  private final Map<Long, Long> pathOffsets = new HashMap<>();

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

  private LastLine line(String path) {
    return linesByPathHash.computeIfAbsent(Part.hash(path), _ -> new LastLine());
  }

  /// Adds an error, or the revocation of errors.
  ///
  /// @return false if the last line for the path already reports this state
  boolean add(ErrorLine error) {
    LastLine line = line(error.path());
    return error.endsErrors()
        ? line.add(false, state(0, ""))
        : line.add(true, Part.hash(Objects.requireNonNullElse(error.message(), "")));
  }

  /// Adds the line of a file.
  ///
  /// @return the contribution of the previous line of the file, which this line replaces, if any
  Optional<FileCount> add(FileLine file) {
    long size = file.size() == null ? 0 : file.size();
    LastLine line = line(file.path());
    line.add(false, state(size, Objects.requireNonNullElse(file.modified(), "")));
    Optional<FileCount> before = Optional.ofNullable(line.count);
    line.count = FileCount.of(file);
    return before;
  }

  private static long state(long byteLength, String modified) {
    return Part.hash(byteLength, modified);
  }

  private static long state(FileStamp stamp) {
    return state(stamp.byteLength(), text(stamp));
  }

  boolean endsInErrors(String path) {
    return line(path).isError;
  }

  /// Marks a file as visited by the current run.
  ///
  /// @return true if the file was not visited before and its last line does not report its current
  ///   state
  boolean markVisited(SurveyedFile file, FileStamp stamp) {
    LastLine line = line(file.text());
    boolean isFirst = !line.isVisited;
    line.isVisited = true;
    return isFirst && !line.states.contains(state(stamp));
  }

  /// Returns false if the last line of a file refers to another file with equal bytes that is not
  /// the given one.
  ///
  /// @param other the path of the file that has equal bytes now, or empty
  boolean isSameAsCurrent(SurveyedFile file, Optional<String> other) {
    FileCount count = line(file.text()).count;
    return count == null || !count.isSame() || count.sameAs == FileCount.link(other);
  }

  /// Returns true if the line for the current state of a file refers to another file with equal
  /// bytes, and the current run has not found these bytes yet. If the other file follows, the file
  /// need not be read.
  boolean canDefer(SurveyedFile file) {
    LastLine line = line(file.text());
    // Accesses only the few files whose line refers to another file.
    Optional<FileStamp> stamp =
        line.count != null && line.count.isSame() ? FileStamp.of(file.path()) : Optional.empty();
    return stamp.isPresent()
        && line.states.contains(state(stamp.get()))
        && identities(file, stamp.get()).stream().noneMatch(pathOffsets::containsKey);
  }

  /// Adds the path and the identity of a file.
  ///
  /// @return the path of an earlier file with equal bytes, if any
  Optional<String> addIdentity(SurveyedFile file, FileStamp stamp) {
    List<Long> identities = identities(file, stamp);
    try {
      for (long identity : identities) {
        Long offset = pathOffsets.get(identity);
        if (offset != null) {
          return Optional.of(path(offset)).filter(path -> !path.equals(file.text()));
        }
      }
      if (!identities.isEmpty()) {
        long offset = storePath(file.text());
        identities.forEach(identity -> pathOffsets.put(identity, offset));
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
}
