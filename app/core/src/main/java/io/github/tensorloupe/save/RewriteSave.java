package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes a new file beside the target, checks it, and gives it the target's name. Until that
/// moment nothing has happened to the target.
///
/// @param source the file that is copied, links resolved
record RewriteSave(
    FileOperations operations,
    SavePlan plan,
    Path source,
    SaveLock lock,
    Cancellation cancellation,
    Progress progress) {

  /// The number of bytes that are copied between two looks at the cancellation.
  private static final long COPY_PIECE_BYTES = 16 << 20;

  /// Makes the new file and gives it the name.
  ///
  /// @return what is not as it should be all the same, each as a part of a sentence
  /// @throws IOException if it failed; the target is unchanged and there is no draft any more
  List<Sentence> run() throws IOException {
    deleteDraft();
    // Here to spare the copying, and below because that takes its time.
    plan.requireUnchanged(operations);
    try {
      List<Sentence> notes = new ArrayList<>();
      for (String each : writeDraft()) {
        notes.add(Sentence.of("its {0} could not be kept", Sentence.of(each)));
      }
      cancellation.check();
      plan.requireUnchanged(operations);
      Optional<Object> key = operations.fileKey(draft());
      takeName(notes);
      if (!operations.fileKey(plan.target()).equals(key)) {
        notes.add(Sentence.of("another program has replaced it since"));
      }
      return notes;
    } catch (IOException | RuntimeException | Error e) {
      try (Closeable _ = this::deleteDraft) {
        throw e;
      }
    }
  }

  /// Gives the draft the name. What had it must be what was opened.
  private void takeName(List<Sentence> notes) throws IOException {
    Path target = plan.target();
    if (!plan.replaces()) {
      operations.publish(draft(), target);
      deleteOrNote("its draft {0} could not be deleted ({1})", notes);
    } else if (plan.isCopy()) {
      operations.rename(draft(), target);
    } else {
      new Replacement(operations, draft(), target)
          .run(
              replaced -> {
                if (!operations.identity(replaced).equals(plan.identity())) {
                  throw SaveSentences.changed(target, target, null);
                }
              });
      deleteOrNote("the old file could not be deleted and remains as {0} ({1})", notes);
    }
  }

  private void deleteOrNote(String note, List<Sentence> notes) {
    try {
      deleteDraft();
    } catch (IOException e) {
      notes.add(Sentence.of(note, PathText.of(draft()), SaveSentences.reason(e)));
    }
  }

  private Path draft() {
    return SaveNames.draft(plan.target());
  }

  private void deleteDraft() throws IOException {
    new Leftovers(operations, plan.target()).deleteDraft();
  }

  private List<String> writeDraft() throws IOException {
    try (OpenFile original = operations.openToRead(source);
        OpenFile copy = operations.create(draft())) {
      writeJournal();
      writeHead(copy);
      long oldStart = Preface.BYTE_COUNT + plan.header().lengthBefore();
      long newStart = Preface.BYTE_COUNT + plan.header().lengthAfter();
      long dataLength = plan.bytesToWrite() - newStart;
      // A repair leaves out what stands behind the data.
      if (original.length() != plan.identity().byteLength()
          || original.length() < oldStart + dataLength) {
        throw SaveSentences.changed(plan.target(), source, null);
      }
      copyData(original, oldStart, dataLength, copy, newStart);
      List<String> notKept = operations.copyAttributes(source, draft());
      copy.force();
      verifyHead(copy);
      new CopyCheck(copy, plan.options().comparesData(), cancellation)
          .compare(
              (target, byteOffset) -> Transfer.read(original, target, byteOffset),
              oldStart,
              newStart,
              dataLength);
      return notKept;
    }
  }

  /// Until here the journal is empty, and the draft is deleted after a crash; from here on it tells
  /// whether the two files have swapped their names.
  private void writeJournal() throws IOException {
    String newKey = operations.fileKey(draft()).map(Object::toString).orElse("");
    byte[] keys = Journal.keys(newKey, plan.isCopy() ? "" : plan.identity().fileKey().orElse(""));
    long length = plan.bytesToWrite();
    long headerLength = plan.header().lengthAfter();
    JournalHead head =
        new JournalHead(operations, Strategy.REWRITE, length, headerLength, keys.length);
    Journal.write(lock.file, head, keys);
  }

  private void copyData(
      OpenFile original, long oldStart, long dataLength, OpenFile copy, long newStart)
      throws IOException {
    try (WriteBack writeBack = new WriteBack(copy)) {
      for (long done = 0; done < dataLength; ) {
        cancellation.check();
        long piece = Math.min(COPY_PIECE_BYTES, dataLength - done);
        long count = copy.copyFrom(original, oldStart + done, piece, newStart + done);
        if (count <= 0) {
          throw new EOFException("the file ends at byte %,d".formatted(oldStart + done));
        }
        done += count;
        progress.report(newStart + done, plan.bytesToWrite());
        writeBack.copied(count);
      }
    }
  }

  private void writeHead(OpenFile copy) throws IOException {
    ByteBuffer length = ByteBuffer.allocate(Preface.BYTE_COUNT).order(ByteOrder.LITTLE_ENDIAN);
    Transfer.write(copy, length.putLong(plan.header().lengthAfter()).flip(), 0);
    Transfer.write(copy, plan.header().bytes(), Preface.BYTE_COUNT);
    progress.report(Preface.BYTE_COUNT + plan.header().lengthAfter(), plan.bytesToWrite());
  }

  /// Reads back what a reader will see first.
  private void verifyHead(OpenFile copy) throws IOException {
    byte[] begin = Transfer.read(copy, 0, Preface.BYTE_COUNT);
    Preface preface = Preface.of(copy.length(), begin);
    byte[] header = Transfer.read(copy, Preface.BYTE_COUNT, plan.header().bytes().length);
    if (copy.length() != plan.bytesToWrite()
        || preface.headerLength().orElse(-1) != plan.header().lengthAfter()
        || !Arrays.equals(header, plan.header().bytes())) {
      throw new IOException("the new file does not read back as it was written");
    }
    plan.header().requireLoadable(copy.length());
  }

  /// Has the disk write what is copied while the copying goes on. Systems begin to write only once
  /// much has gathered in memory, so that the disk would stand idle at first and be waited for in
  /// the end.
  ///
  /// Belongs to the thread that copies; forces the file from a thread of its own. That thread hears
  /// of write errors that the system tells only once, so its failures are those of the whole save.
  static final class WriteBack implements Closeable {

    /// The number of bytes that are copied before the disk is set to work on them. Smaller files
    /// need none of this.
    private static final long PIECE_BYTES = 64L << 20;

    private final OpenFile file;
    private long waitingByteCount;
    private CompletableFuture<Void> forces = CompletableFuture.completedFuture(null);
    private volatile boolean hasEnded;

    /// @param file may be forced from another thread until [#close()]
    WriteBack(OpenFile file) {
      this.file = file;
    }

    /// Notes that more has been copied.
    void copied(long byteCount) {
      waitingByteCount += byteCount;
      if (waitingByteCount >= PIECE_BYTES) {
        waitingByteCount = 0;
        Thread.Builder thread = Thread.ofPlatform().daemon().name("tensorloupe-write-back");
        forces = forces.thenRunAsync(this::force, thread::start);
      }
    }

    private void force() {
      try {
        if (!hasEnded) {
          file.force();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// Waits for what is under way; the file is no longer touched from here on.
    ///
    /// @throws IOException if forcing has failed
    @Override
    public void close() throws IOException {
      hasEnded = true;
      try {
        forces.join();
      } catch (CompletionException e) {
        Throwable cause = e.getCause();
        throw cause instanceof UncheckedIOException failure
            ? failure.getCause()
            : new IOException("forcing failed: " + cause, cause);
      }
    }
  }
}
