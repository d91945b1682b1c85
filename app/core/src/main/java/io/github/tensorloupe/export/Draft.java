package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.CopyCheck;
import io.github.tensorloupe.save.Drafts;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.PinnedFolder;
import io.github.tensorloupe.save.Replacement;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.save.Transfer;
import io.github.tensorloupe.save.WriteBack;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;
import io.github.tensorloupe.work.IoRunnable;
import io.github.tensorloupe.work.Progress;

/// A new file next to its target that is renamed to the target once it is complete. Not
/// thread-safe. A failed write throws an exception with a sentence that names the target.
public final class Draft {

  /// A written file.
  ///
  /// @param result the result of the callback
  /// @param warning a sentence about attributes of the replaced file that were not kept, or empty
  public record Written<T>(T result, Optional<Sentence> warning) {}

  private static final long COPY_PIECE_BYTES = 16 << 20;

  private static final String BUT = "{0} is written, but {1}.";

  private final FileOperations byPath;
  private final FileOperations files;
  private final ExportTarget target;
  private final Cancellation cancellation;
  private final boolean isResumable;
  private final PinnedFolder folder;
  private final OpenFile output;
  private final WriteBack writeBack;
  private Replacement replacement;
  private final List<IoRunnable> checks = new ArrayList<>();
  private final SequencedSet<String> lostAttributes = new LinkedHashSet<>();
  private Optional<Sentence> keptFileNote = Optional.empty();
  private long byteCount;
  private boolean isFinished;
  private boolean hasUnknownOutcome;

  private Draft(
      FileOperations files,
      ExportTarget target,
      Cancellation cancellation,
      boolean isResumable,
      IoFunction<Drafts, Drafts.Opened> making)
      throws IOException {
    byPath = files;
    this.target = target;
    this.cancellation = cancellation;
    this.isResumable = isResumable;
    try {
      folder = files.pinResolved(target.path().getParent(), target.folderKey());
      this.files = folder.operations();
    } catch (IOException e) {
      throw sentence(e);
    }
    try {
      Drafts.Opened opened = making.apply(new Drafts(this.files));
      output = opened.file();
      writeBack = new WriteBack(output);
      replacement = new Replacement(this.files, opened.path(), target.path(), output.key());
    } catch (IOException e) {
      folder.close();
      throw sentence(e);
    }
  }

  private void close() throws IOException {
    try (folder;
        output) {
      writeBack.abandon();
    }
  }

  /// Writes a file atomically. Blocks the calling thread.
  ///
  /// @param cancellation checked while bytes are copied, and before the rename
  /// @param writing writes the content; may finish the draft before or while reading it back
  /// @throws FileAlreadyExistsException if the target was created meanwhile and must not be
  ///   replaced
  /// @throws WrittenException if the file was written but its draft could not be deleted
  /// @throws IOException if writing fails; the message is a sentence, which names the draft if it
  ///   could not be deleted
  public static <T> Written<T> write(
      FileOperations files,
      ExportTarget target,
      Cancellation cancellation,
      IoFunction<Draft, T> writing)
      throws IOException {
    // A draft of a replaced file must not be readable by more users than the file.
    Draft draft = create(files, target, cancellation, target.replaces());
    return DraftGroup.write(draft, cancellation, writing);
  }

  /// Creates a draft.
  ///
  /// @param isPrivate true if only the owner may read the draft
  static Draft create(
      FileOperations files, ExportTarget target, Cancellation cancellation, boolean isPrivate)
      throws IOException {
    return new Draft(
        files, target, cancellation, false, drafts -> drafts.create(target.path(), isPrivate));
  }

  /// Completes the draft of an earlier call, or creates a new one. After a failure, the draft
  /// remains and can be resumed.
  ///
  /// @param state 1 to 16 hexadecimal digits that identify the content
  /// @param writing appends to the existing content; throws [WrongContentException] if the content
  ///   is invalid, which deletes the draft
  public static <T> Written<T> resume(
      FileOperations files,
      ExportTarget target,
      String state,
      Cancellation cancellation,
      IoFunction<Draft, T> writing)
      throws IOException {
    IoFunction<Drafts, Drafts.Opened> making = drafts -> drafts.reopen(target.path(), state);
    Draft draft = new Draft(files, target, cancellation, true, making);
    return DraftGroup.write(
        draft,
        cancellation,
        opened -> {
          opened.attempt(() -> opened.byteCount = opened.output.length());
          return writing.apply(opened);
        });
  }

  private void attempt(IoRunnable step) throws IOException {
    try {
      step.run();
    } catch (FileChangedException | FileClosedException e) {
      throw e;
    } catch (IOException e) {
      throw sentence(e);
    }
  }

  public long byteCount() {
    return byteCount;
  }

  /// Returns the file key of the draft, or empty if the file system has none.
  public Optional<Object> key() {
    return output.key();
  }

  ExportResult exported(String writtenAs, List<Sentence> notes) {
    return new ExportResult(target.requestedPath(), writtenAs, byteCount, notes, Optional.empty());
  }

  Optional<Sentence> warning() {
    return lostAttributes.stream()
        .map(each -> Sentence.of("its {0} could not be kept", Sentence.of(each)))
        .reduce((first, second) -> Sentence.of("{0}, and {1}", first, second))
        .map(warnings -> Sentence.of(BUT, PathText.of(target.requestedPath()), warnings));
  }

  public void write(ByteBuffer source) throws IOException {
    long begin = byteCount;
    byteCount += source.remaining();
    write(source, begin);
  }

  /// Appends a range that [#write(ByteBuffer, long)] fills.
  ///
  /// @return the file offset of its first byte
  public long reserve(long count) {
    long begin = byteCount;
    byteCount += count;
    return begin;
  }

  /// Writes bytes to a part of the file. May be called by several threads for different parts.
  public void write(ByteBuffer source, long byteOffset) throws IOException {
    long count = source.remaining();
    attempt(() -> Transfer.write(output, source, byteOffset));
    writeBack.written(count);
  }

  void copyAttributes(OpenFile from) throws IOException {
    attempt(() -> lostAttributes.addAll(files.copyAttributes(from.handle(), output.handle())));
  }

  /// Returns a stream that appends to the draft. Closing the stream has no effect.
  OutputStream stream() {
    return Transfer.stream(this::write);
  }

  /// Appends a range of an open file. [#finish] compares the written bytes with the source.
  ///
  /// @param progress reported in bytes of the range
  public void copy(ByteSource source, ByteRange range, Progress progress) throws IOException {
    long begin = byteCount;
    checks.add(() -> new CopyCheck(output, false, cancellation).compare(source, range, begin));
    append(source, range, progress);
  }

  /// Appends a range of an open file, which the caller compares with the source.
  ///
  /// @param progress reported in bytes of the range
  public void append(ByteSource source, ByteRange range, Progress progress) throws IOException {
    long begin = byteCount;
    while (byteCount - begin < range.byteCount()) {
      cancellation.check();
      long from = range.begin() + byteCount - begin;
      long piece = Math.min(COPY_PIECE_BYTES, range.end() - from);
      long count = byteCount;
      attempt(() -> byteCount += output.copyFrom(source, from, piece, byteCount));
      writeBack.written(byteCount - count);
      progress.report(byteCount - begin, range.byteCount());
    }
  }

  /// Reads written bytes into the remaining space of a buffer.
  ///
  /// @param byteOffset file offset of the first byte
  public void read(ByteBuffer buffer, long byteOffset) throws IOException {
    attempt(() -> Transfer.read(output, buffer, byteOffset));
  }

  /// Returns true if the draft contains exactly these bytes.
  boolean contentEquals(byte[] expected) throws IOException {
    byte[] actual = new byte[expected.length];
    read(ByteBuffer.wrap(actual), 0);
    return output.length() == actual.length && Arrays.equals(actual, expected);
  }

  /// Forces the written bytes to the disk on another thread. [#finish] waits for it.
  public void forceInBackground() {
    writeBack.start();
  }

  /// Forces all bytes to the disk, and compares copied ranges with their sources. No writes are
  /// permitted afterwards. Idempotent.
  public void finish() throws IOException {
    if (!isFinished) {
      if (target.replaces()) {
        copyOldAttributes();
      }
      attempt(this::force);
      isFinished = true;
    }
  }

  private void force() throws IOException {
    writeBack.close();
    output.force();
    for (IoRunnable check : checks) {
      check.run();
    }
  }

  /// Copies the attributes of the replaced file. Copying the permissions is mandatory, copying
  /// other attributes is optional.
  private void copyOldAttributes() throws IOException {
    try (OpenFile old = files.openToRead(target.path())) {
      requireOld(old);
      lostAttributes.addAll(files.copyAttributes(old.handle(), output.handle()));
    } catch (SentenceException e) {
      throw e;
    } catch (IOException e) {
      throw sentence(e);
    }
  }

  /// Gives the draft the name of its target.
  ///
  /// @param isReversible true to keep a replaced file until [#end]
  void move(boolean isReversible) throws IOException {
    try {
      if (target.replaces()) {
        // Permissions may have been revoked since the draft was finished.
        copyOldAttributes();
        replacement = replacement.withKeptName();
        keptFileNote = replacement.run(isReversible, this::requireOld);
      } else {
        replacement.publish();
      }
    } catch (FileAlreadyExistsException e) {
      throw target.changedException();
    } catch (SaveException e) {
      hasUnknownOutcome = true;
      throw e;
    } catch (SentenceException e) {
      throw e;
    } catch (IOException e) {
      throw sentence(e);
    }
  }

  private void requireOld(Path replaced) throws IOException {
    try (OpenFile old = files.openToRead(replaced)) {
      requireOld(old);
    }
  }

  private void requireOld(OpenFile old) throws IOException {
    if (!Optional.of(old.stamp()).equals(target.existingStamp())) {
      throw target.changedException();
    }
  }

  /// Deletes the replaced file, and closes the new one.
  void end() throws WrittenException {
    String name = PathText.of(target.requestedPath());
    try (Closeable _ = this::close) {
      replacement.deleteReplaced(
          target.existingStamp().flatMap(FileStamp::fileKey).map(Object::toString));
    } catch (IOException | RuntimeException | Error e) {
      throw written(
          Sentence.of(
              "{0} is written, but its draft {1} could not be deleted: {2}.",
              name, PathText.of(replacement.draft()), WriteFailures.reason(e)),
          e);
    }
    Sentence problem =
        keptFileNote.orElse(Sentence.of("another program has replaced, moved or deleted it since"));
    try {
      if (keptFileNote.isEmpty()
          && FileOperations.isAt(byPath, byPath.realPath(target.requestedPath()), output)) {
        return;
      }
    } catch (NoSuchFileException e) {
      // Reported below.
    } catch (IOException | RuntimeException | Error e) {
      throw written(
          Sentence.of(
              "{0} is written, but then it could not be examined: {1}.",
              name, WriteFailures.reason(e)),
          e);
    }
    throw written(Sentence.of(BUT, name, problem), null);
  }

  private WrittenException written(Sentence problem, Throwable cause) {
    return new WrittenException(warning().map(problem::then).orElse(problem), cause);
  }

  /// Restores the state before [#move].
  ///
  /// @throws IOException the cause with the names of files that remain, if this fails
  void undo(Throwable cause) throws IOException {
    if (keptFileNote.isEmpty() && replacement.undo(target.replaces(), cause)) {
      discard(cause);
      return;
    }
    try (Closeable _ = this::close) {
      Sentence state =
          keptFileNote.orElse(
              target.replaces()
                  ? Sentence.of("the old file is {0}", PathText.of(replacement.draft()))
                  : Sentence.of("it could not be deleted"));
      ReadFailures.rethrow(cause, Sentence.of(BUT, PathText.of(target.requestedPath()), state));
    }
  }

  /// Deletes the draft unless it can be resumed.
  ///
  /// @throws IOException the cause with the name of the draft, if this fails
  void discard(Throwable cause) throws IOException {
    try (Closeable _ = this::close) {
      // With an unknown outcome, the draft's name may belong to the replaced file.
      if (!hasUnknownOutcome && (!isResumable || cause instanceof WrongContentException)) {
        replacement.deleteDraft();
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
      Sentence left =
          Sentence.of(
              "The draft {0} could not be deleted: {1}.",
              PathText.of(replacement.draft()), WriteFailures.reason(e));
      ReadFailures.rethrow(
          cause instanceof FileAlreadyExistsException exists ? sentence(exists) : cause, left);
    }
  }

  private SentenceException sentence(IOException failure) {
    return WriteFailures.sentence(PathText.of(target.requestedPath()), failure);
  }
}
