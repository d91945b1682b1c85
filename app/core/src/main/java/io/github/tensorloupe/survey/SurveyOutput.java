package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.PinnedFolder;
import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;
import io.github.tensorloupe.survey.SurveyRecord.TensorLine;
import io.github.tensorloupe.text.Sentence;

/// The output file of a survey, locked against other surveys. The file contains complete blocks
/// and, while a large block is being written, the beginning of this block. Thread-safe, except for
/// blocks.
public final class SurveyOutput implements Closeable {

  /// Shorter runs of zeros within a line are not considered the result of a power failure.
  private static final int MIN_ZERO_BYTES = 32;

  /// Larger blocks are partly written before they are complete.
  private static final int MAX_BUFFERED_BYTES = 1 << 20;

  private static final long FORCE_NANOS = 5_000_000_000L;

  private final FileOperations files;
  private final Path file;

  /// The handle from which the channel was opened. Closed after the channel.
  private final OpenFile open;

  private final FileChannel channel;

  private final PinnedFolder folder;

  /// The path of the file without links if this object created the file, otherwise empty.
  private final Optional<Path> created;

  private volatile boolean hasFailed;

  /// Held by the block that is being written. Not a lock, because several threads may write to a
  /// block.
  private final Semaphore writing = new Semaphore(1);

  private long end;

  /// The reason why the beginning of an incomplete block could not be removed. No further block can
  /// be written then.
  private Optional<IOException> removalFailure = Optional.empty();

  private long forcedNanos = System.nanoTime();

  private SurveyOutput(
      FileOperations files, PinnedFolder folder, Path file, OpenFile open, Optional<Path> created)
      throws IOException {
    this.files = files;
    this.folder = folder;
    this.file = file;
    this.open = open;
    this.created = created;
    if (!open.tryLock(false) && (created.isEmpty() || !open.isLockedByReader())) {
      throw new SentenceException(
          open.isLockedByReader()
              ? Sentence.of("{0} is locked by another program that reads it.", PathText.of(file))
              : Sentence.of("{0} is being written by another survey.", PathText.of(file)));
    }
    // In a shared folder, another user may have created the table to read or falsify the results.
    if (created.isEmpty() && !files.hasTrustedOwner(open.handle(), folder.path())) {
      throw new SentenceException(
          Sentence.of("{0} belongs to another user. It was not changed.", PathText.of(file)));
    }
    channel = FileChannel.open(open.handle(), StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /// Creates an output file, or opens one to continue a survey.
  ///
  /// @param isResumed true to open an existing file
  /// @throws FileAlreadyExistsException if the file exists and `isResumed` is false
  /// @throws IOException if the file cannot be opened, or another survey is writing to it
  public static SurveyOutput open(Path file, boolean isResumed) throws IOException {
    return open(FileOperations.ofThisComputer(), file, isResumed);
  }

  // Does not follow links that belong to other users.
  static SurveyOutput open(FileOperations files, Path file, boolean isResumed) throws IOException {
    try {
      Path resolved = TrustedPaths.resolve(file);
      if (files.exists(resolved) && !files.isFile(resolved)) {
        throw notASurvey(file);
      }
      if (!Files.isDirectory(resolved.getParent())) {
        throw new NoSuchFileException(resolved.toString());
      }
      PinnedFolder folder = files.pinResolved(resolved.getParent());
      try {
        return open(files, folder, file, resolved, isResumed);
      } catch (IOException | RuntimeException | Error e) {
        folder.close();
        throw e;
      }
    } catch (FileAlreadyExistsException | SentenceException e) {
      throw e;
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(file), e);
    }
  }

  private static SurveyOutput open(
      FileOperations files, PinnedFolder folder, Path file, Path resolved, boolean isResumed)
      throws IOException {
    FileOperations inFolder = folder.operations();
    boolean isNew = !isResumed || !inFolder.exists(resolved);
    OpenFile open = isNew ? inFolder.createShared(resolved) : inFolder.openToWrite(resolved);
    Optional<Path> created = isNew ? Optional.of(resolved) : Optional.empty();
    try {
      return new SurveyOutput(files, folder, file, open, created);
    } catch (IOException | RuntimeException | Error e) {
      try (open) {
        // Another survey may have locked the new file.
        if (isNew && !(e instanceof SentenceException)) {
          deleteCreated(folder, open, resolved);
        }
        throw e;
      }
    }
  }

  /// Reads the file and error records of all complete blocks, and truncates the file after the last
  /// one. If the consumer throws an exception, the file is unchanged.
  ///
  /// @throws IOException if the file is not a survey or was edited; the file is unchanged
  void recover(Consumer<SurveyRecord> known) throws IOException {
    try {
      readBlocks(known);
      channel.truncate(end);
    } catch (SentenceException e) {
      throw e;
    } catch (IOException e) {
      hasFailed = true;
      throw WriteFailures.sentence(PathText.of(file), e);
    }
  }

  private void readBlocks(Consumer<SurveyRecord> known) throws IOException {
    // Not closed, because this would close the channel and release the lock.
    SurveyReader reader = new SurveyReader(channel);
    long lineCount = 0;
    long tensorCount = 0;
    boolean hasGap = false;
    byte[] line = reader.nextLine();
    for (; line != null; line = reader.nextLine()) {
      lineCount++;
      Optional<SurveyRecord> record = parse(line);
      if (record.isEmpty() && lineCount == 1) {
        throw notASurvey(file);
      }
      if (hasGap || record.isEmpty() && isZeroed(line)) {
        // After a power failure, blocks at the end of the file may be zero.
        if (record.isEmpty() && !isZeroed(line)) {
          throw misplacedLine(lineCount);
        }
        hasGap = true;
        continue;
      }
      if (record.orElse(null) instanceof TensorLine) {
        tensorCount++;
      } else if (record.isPresent() && tensorsOf(record.get()) == tensorCount) {
        known.accept(record.get());
        end = reader.end();
        tensorCount = 0;
      } else {
        throw misplacedLine(lineCount);
      }
    }
    // A survey may have been killed in the middle of a line.
    byte[] rest = reader.incompleteLine();
    if (rest.length > 0 && !SurveyLine.isBegin(rest) && !(lineCount > 0 && isZeroed(rest))) {
      throw lineCount == 0 ? notASurvey(file) : misplacedLine(lineCount + 1);
    }
  }

  private SentenceException misplacedLine(long number) {
    return new SentenceException(
        Sentence.of(
            "Line {0} of {1} does not follow from the lines before it. The file was not changed.",
            number, PathText.of(file)));
  }

  private static long tensorsOf(SurveyRecord record) {
    return record instanceof FileLine line && line.tensors() != null ? line.tensors() : 0;
  }

  /// Returns true for the beginning of a line followed by many zeros, or by zeros up to the end of
  /// the bytes.
  private static boolean isZeroed(byte[] line) {
    int count = 0;
    while (count < line.length && line[count] != 0) {
      count++;
    }
    int end = count;
    while (end < line.length && line[end] == 0) {
      end++;
    }
    return end > count
        && (end == line.length || end - count >= MIN_ZERO_BYTES)
        && SurveyLine.isBegin(Arrays.copyOf(line, count));
  }

  private static SentenceException notASurvey(Path file) {
    return new SentenceException(
        Sentence.of("{0} is not the result of a survey. It was not changed.", PathText.of(file)));
  }

  private static Optional<SurveyRecord> parse(byte[] line) {
    try {
      SurveyRecord record = SurveyLine.parse(line);
      return Optional.of(record).filter(_ -> record.path() != null);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Returns true if the path leads to the file of this survey.
  ///
  /// @throws IOException if the file at the path cannot be examined
  public boolean isAtPath() throws IOException {
    try {
      return FileOperations.isAt(files, TrustedPaths.resolve(file), open);
    } catch (IOException e) {
      throw new SentenceException(
          Sentence.of(
              "{0} is written, but then it could not be examined: {1}.",
              PathText.of(file), WriteFailures.reason(e)),
          e);
    }
  }

  /// Returns the folders of the sources that contain this output. See [TrustedPaths#sharedFolders].
  List<Path> sharedFolders(Collection<Path> sources) throws IOException {
    return TrustedPaths.sharedFolders(folder.path().toRealPath(), sources);
  }

  Block begin() {
    return new Block();
  }

  void append(SurveyRecord record) {
    try (Block block = begin()) {
      block.accept(record);
      block.commit();
    }
  }

  /// The lines of one file, or an error line. A block is written on commit. A large block is
  /// written earlier, and other blocks wait until it is closed. Not thread-safe.
  final class Block implements Consumer<SurveyRecord>, AutoCloseable {

    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private boolean isWriting;
    private boolean isCommitted;
    private long begin;

    @Override
    public void accept(SurveyRecord record) {
      buffer.writeBytes(SurveyLine.of(record));
      if (buffer.size() > MAX_BUFFERED_BYTES) {
        write();
      }
    }

    private void write() {
      if (!isWriting) {
        writing.acquireUninterruptibly();
        isWriting = true;
        begin = end;
      }
      try {
        if (removalFailure.isPresent()) {
          throw removalFailure.get();
        }
        ByteBuffer bytes = ByteBuffer.wrap(buffer.toByteArray());
        while (bytes.hasRemaining()) {
          end += channel.write(bytes, end);
        }
        buffer.reset();
      } catch (IOException e) {
        hasFailed = true;
        throw new UncheckedIOException(WriteFailures.sentence(PathText.of(file), e));
      }
    }

    void commit() {
      write();
      isCommitted = true;
      try {
        if (System.nanoTime() - forcedNanos > FORCE_NANOS) {
          channel.force(false);
          forcedNanos = System.nanoTime();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(WriteFailures.sentence(PathText.of(file), e));
      }
    }

    /// Ends the block. Removes its lines from the file unless it was committed.
    @Override
    public void close() {
      if (isWriting) {
        try {
          if (!isCommitted) {
            end = begin;
            channel.truncate(end);
          }
        } catch (IOException e) {
          // The incomplete block will be removed when the survey is continued.
          removalFailure = Optional.of(e);
        } finally {
          writing.release();
        }
      }
    }
  }

  /// Forces all bytes to the disk and releases the lock. Deletes the file if this object created it
  /// and writing failed before the first complete block.
  @Override
  public void close() throws IOException {
    try (folder;
        open;
        channel) {
      if (hasFailed && end == 0 && created.isPresent()) {
        deleteCreated(folder, open, created.get());
      } else {
        channel.force(true);
      }
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(file), e);
    }
  }

  private static void deleteCreated(PinnedFolder folder, OpenFile open, Path path)
      throws IOException {
    try {
      if (FileOperations.isAt(folder.operations(), path, open)) {
        folder.operations().delete(path);
      }
    } catch (NoSuchFileException e) {
      // Another program moved or deleted the file.
    }
  }
}
