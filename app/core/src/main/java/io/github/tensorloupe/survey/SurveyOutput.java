package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.TrustedLinks;
import io.github.tensorloupe.survey.SurveyRecord.Kind;
import io.github.tensorloupe.text.Sentence;

/// The file that a survey is written into, block by block; no other survey writes it meanwhile. At
/// any moment it holds whole blocks and the beginning of one more at most. Thread-safe, but for
/// blocks.
public final class SurveyOutput implements Closeable {

  /// A block that is larger is written while it grows.
  private static final int MOST_HELD = 1 << 20;

  private static final long FORCE_NANOS = 5_000_000_000L;

  private final Path file;
  private final FileChannel channel;

  /// The created file, without links in its path; empty if the file existed before.
  private final Optional<Path> created;

  private final Object fileKey;
  private volatile boolean hasFailed;

  /// Held by whoever writes; not by a thread, for a block may grow on several.
  private final Semaphore writing = new Semaphore(1);

  /// Behind the last whole block, or the bytes of a block that is written while it grows.
  private long end;

  private long forcedNanos = System.nanoTime();

  private SurveyOutput(Path file, FileChannel channel, boolean isNew) throws IOException {
    this.file = file;
    this.channel = channel;
    this.created = isNew ? Optional.of(file.toRealPath()) : Optional.empty();
    this.fileKey = keyOf(file);
  }

  private static Object keyOf(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /// Begins a survey in a file that must not exist.
  ///
  /// @throws FileAlreadyExistsException if it does
  /// @throws IOException if it cannot be made
  public static SurveyOutput create(Path file) throws IOException {
    return open(file, StandardOpenOption.CREATE_NEW);
  }

  /// Opens a survey to go on with; where there is none, begins one.
  ///
  /// @throws IOException if it cannot be opened, or another survey writes into it
  public static SurveyOutput resume(Path file) throws IOException {
    return open(file, StandardOpenOption.CREATE);
  }

  private static SurveyOutput open(Path file, OpenOption how) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw noSurvey(file);
    }
    boolean isNew = Files.notExists(file);
    FileChannel channel = channel(file, how);
    try {
      if (channel.tryLock() == null) {
        throw new OverlappingFileLockException();
      }
      return new SurveyOutput(file, channel, isNew);
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw new SentenceException(
          Sentence.of("{0} is being written by another survey.", PathText.of(file)));
    } catch (IOException e) {
      try (channel) {
        throw e;
      }
    }
  }

  /// Links that belong to other users are not followed.
  private static FileChannel channel(Path file, OpenOption how) throws IOException {
    try {
      return FileChannel.open(
          TrustedLinks.resolve(file),
          how,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(file), e);
    }
  }

  /// Reads the records of files and errors in the whole blocks, and cuts off what follows them.
  ///
  /// @param known receives them; if it throws, nothing is cut
  /// @throws IOException if the file is no survey, or somebody else has changed it; then nothing is
  ///   cut
  void recover(Consumer<SurveyRecord> known) throws IOException {
    // Closing it would close the channel, and closing another one would give up the lock.
    SurveyReader reader = new SurveyReader(channel);
    long lineCount = 0;
    long tensorCount = 0;
    for (byte[] line = reader.nextLine(); line != null; line = reader.nextLine()) {
      lineCount++;
      Optional<SurveyRecord> record = parse(line);
      if (record.isEmpty() && lineCount == 1) {
        throw noSurvey(file);
      }
      if (record.isEmpty() && hasZeros(line)) {
        // That is what a power failure leaves.
        break;
      }
      if (record.isPresent() && record.get().kind() == Kind.TENSOR) {
        tensorCount++;
      } else if (record.isPresent()
          && record.get().number(SurveyColumn.TENSORS).orElse(0) == tensorCount) {
        known.accept(record.get());
        end = reader.end();
        tensorCount = 0;
      } else {
        throw new SentenceException(
            Sentence.of(
                "Line {0} of {1} does not follow from the lines before it. The file was not"
                    + " changed.",
                lineCount, PathText.of(file)));
      }
    }
    // A survey may have been killed in the middle of its first line.
    if (lineCount == 0 && !beginsAsSurvey()) {
      throw noSurvey(file);
    }
    channel.truncate(end);
  }

  private static boolean hasZeros(byte[] line) {
    return IntStream.range(0, line.length).anyMatch(i -> line[i] == 0);
  }

  private static SentenceException noSurvey(Path file) {
    return new SentenceException(
        Sentence.of("{0} is not a table of survey. It was not changed.", PathText.of(file)));
  }

  private static Optional<SurveyRecord> parse(byte[] line) {
    try {
      return Optional.of(SurveyLine.parse(line));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private boolean beginsAsSurvey() throws IOException {
    for (Kind kind : Kind.values()) {
      byte[] expected = SurveyLine.beginOf(kind);
      ByteBuffer begin = ByteBuffer.allocate((int) Math.min(expected.length, channel.size()));
      while (begin.hasRemaining() && channel.read(begin, begin.position()) >= 0) {
        // The channel may give less at once.
      }
      if (Arrays.equals(begin.array(), Arrays.copyOf(expected, begin.capacity()))) {
        return true;
      }
    }
    return false;
  }

  /// Returns true if the path leads to the file of this survey.
  public boolean isAtPath() {
    try {
      return Objects.equals(keyOf(file), fileKey);
    } catch (IOException e) {
      return false;
    }
  }

  /// Begins a block, which is to be closed.
  Block begin() {
    return new Block();
  }

  /// Writes a record that is a block by itself.
  void append(SurveyRecord record) {
    try (Block block = begin()) {
      block.accept(record);
      block.commit();
    }
  }

  /// The lines of one file, or an error. Written at once when it is committed, or, if it is large,
  /// while it grows, and then everybody else waits. Called once at a time.
  final class Block implements Consumer<SurveyRecord>, AutoCloseable {

    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private boolean isWriting;
    private boolean isCommitted;
    private long begin;

    /// @throws UncheckedIOException if nothing more can be written
    @Override
    public void accept(SurveyRecord record) {
      held.writeBytes(SurveyLine.of(record));
      if (held.size() > MOST_HELD) {
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
        ByteBuffer bytes = ByteBuffer.wrap(held.toByteArray());
        while (bytes.hasRemaining()) {
          end += channel.write(bytes, end);
        }
        held.reset();
      } catch (IOException e) {
        hasFailed = true;
        throw new UncheckedIOException(WriteFailures.sentence(PathText.of(file), e));
      }
    }

    /// Ends the block, which counts from now on.
    ///
    /// @throws UncheckedIOException if it cannot be written
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

    /// Takes away what is not committed, and lets others write.
    @Override
    public void close() {
      if (isWriting) {
        try {
          if (!isCommitted) {
            end = begin;
            channel.truncate(end);
          }
        } catch (IOException e) {
          // The next one to go on with the survey cuts it off.
        } finally {
          writing.release();
        }
      }
    }
  }

  /// Forces everything to the disk and lets others write. Deletes the file if this survey created
  /// it and failed before a whole block was written.
  ///
  /// @throws IOException if the disk does not take it
  @Override
  public void close() throws IOException {
    try (channel) {
      if (hasFailed && end == 0 && created.isPresent()) {
        deleteCreated(created.get());
      } else {
        channel.force(true);
      }
    }
  }

  private void deleteCreated(Path path) throws IOException {
    try {
      if (Objects.equals(keyOf(path), fileKey)) {
        Files.delete(path);
      }
    } catch (NoSuchFileException e) {
      // Another program moved or deleted it.
    }
  }
}
