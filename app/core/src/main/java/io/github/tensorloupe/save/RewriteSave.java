package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes a new file next to the target, verifies it, and renames it to the target. Until the
/// rename nothing happens to the target.
///
/// @param source the file that is copied, links resolved
/// @param saved set to the new file as soon as that has its name
record RewriteSave(
    FileOperations operations,
    SavePlan plan,
    Path source,
    SaveLock lock,
    AtomicReference<OpenFile> saved,
    Cancellation cancellation,
    Progress progress) {

  private static final long COPY_PIECE_BYTES = 16 << 20;

  /// Creates the new file and gives it the name.
  ///
  /// @param notes receives warnings, as sentence fragments
  /// @throws IOException if a step failed. Until `saved` is set the target is unchanged, and the
  ///   draft is deleted
  void run(List<Sentence> notes) throws IOException {
    Path draft = SaveNames.draft(plan.target());
    try (OpenFile original = operations.openToRead(source)) {
      plan.requireUnchanged(operations, original);
      try (OpenFile copy = create(draft)) {
        Replacement replacement = new Replacement(operations, draft, plan.target(), copy.key());
        try {
          writeDraft(original, copy, notes);
          cancellation.check();
          plan.requireUnchanged(operations, original);
          operations.closeForRename(original, copy);
          takeName(replacement);
        } catch (IOException | RuntimeException | Error e) {
          discard(replacement, e);
          throw e;
        }
        saved.set(copy);
        deleteReplaced(replacement, notes);
      }
    }
  }

  private OpenFile create(Path draft) throws IOException {
    try {
      return operations.create(draft);
    } catch (FileAlreadyExistsException e) {
      throw SaveSentences.unchanged(
          plan.target(),
          Sentence.of("{0}, the name of the new file, is taken; move it away", PathText.of(draft)),
          e);
    }
  }

  /// Deletes the draft. If that fails the journal stays, which proves that the draft may be
  /// deleted.
  private void discard(Replacement replacement, Throwable cause) {
    try {
      replacement.deleteDraft();
    } catch (IOException e) {
      lock.setNeeded(true);
      cause.addSuppressed(e);
    }
  }

  private void takeName(Replacement replacement) throws IOException {
    if (plan.replaced().isEmpty()) {
      replacement.publish();
      return;
    }
    replacement.run(
        replaced -> {
          if (!operations.identity(replaced).equals(plan.replaced().get())) {
            throw SaveSentences.changed(plan.target(), plan.target(), null);
          }
        });
  }

  /// Deletes the file with the name of the draft: the old file, or the new one if that has both
  /// names.
  private void deleteReplaced(Replacement replacement, List<Sentence> notes) {
    try {
      replacement.deleteReplaced(plan.replacedKey());
    } catch (IOException e) {
      // Recovering deletes it.
      lock.setNeeded(true);
      String note =
          plan.replaced().isPresent()
              ? "the old file could not be deleted and remains as {0} ({1})"
              : "its draft {0} could not be deleted ({1})";
      notes.add(Sentence.of(note, PathText.of(replacement.draft()), SaveSentences.reason(e)));
    }
  }

  private void writeDraft(OpenFile original, OpenFile copy, List<Sentence> notes)
      throws IOException {
    writeJournal(copy);
    writeHead(copy);
    long oldStart = Preface.BYTE_COUNT + plan.header().lengthBefore();
    long newStart = Preface.BYTE_COUNT + plan.header().lengthAfter();
    long dataLength = plan.bytesToWrite() - newStart;
    // A repair leaves out the bytes after the data.
    if (original.length() < oldStart + dataLength) {
      throw SaveSentences.changed(plan.target(), source, null);
    }
    copyData(original, oldStart, dataLength, copy, newStart);
    for (String each : operations.copyAttributes(original.handle(), copy.handle())) {
      notes.add(Sentence.of("its {0} could not be kept", Sentence.of(each)));
    }
    copy.force();
    verifyHead(copy);
    new CopyCheck(copy, plan.options().comparesData(), cancellation)
        .compare(
            (target, byteOffset) -> Transfer.read(original, target, byteOffset),
            oldStart,
            newStart,
            dataLength);
  }

  /// The draft is empty as long as the journal is. After a crash only a draft that is named in the
  /// journal, or empty, is deleted.
  private void writeJournal(OpenFile copy) throws IOException {
    String newKey = copy.key().map(Object::toString).orElse("");
    byte[] keys = Journal.keys(newKey, plan.replacedKey().orElse(""));
    long length = plan.bytesToWrite();
    long headerLength = plan.header().lengthAfter();
    JournalHead head =
        new JournalHead(operations, Strategy.REWRITE, length, headerLength, keys.length);
    Journal.write(lock.file, head, keys);
    lock.file.force();
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
