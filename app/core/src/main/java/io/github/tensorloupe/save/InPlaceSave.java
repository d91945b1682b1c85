package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A save that overwrites the header of a file with a header of the same length. The journal
/// contains the beginning of the file before and after the save, for undoing an interrupted write.
///
/// @param saved set to the file once the new header has been forced to the disk
record InPlaceSave(
    FileOperations operations,
    SavePlan plan,
    SaveLock lock,
    AtomicReference<OpenFile> saved,
    Cancellation cancellation,
    Progress progress) {

  private static final int COMPARED_BYTES = 1 << 16;

  /// Returns the number of bytes to write: the journal with its magic number, and the header with
  /// the mark.
  static long byteCount(FileOperations operations, PlannedHeader header, long fileLength) {
    JournalHead head = JournalHead.inPlace(operations, fileLength, header.lengthAfter());
    return Journal.byteCount(head)
        + JournalHead.MAGIC_BYTES
        + 2 * Preface.BYTE_COUNT
        + header.lengthAfter();
  }

  /// Saves the file. The journal exists while the file may contain a mixture of old and new.
  ///
  /// @throws SaveException if the old header could not be restored, so that the journal remains, or
  ///   if another file got the path meanwhile
  /// @throws IOException if a step failed. The file is unchanged unless `saved` is set, and the
  ///   caller must delete the journal
  void run() throws IOException {
    try (OpenFile file = operations.openToWrite(plan.target())) {
      plan.requireUnchanged(operations, file);
      write(file);
      saved.set(file);
      progress.report(plan.bytesToWrite(), plan.bytesToWrite());
      requireName(file);
    }
  }

  private void write(OpenFile file) throws IOException {
    plan.header().requireLoadable(file.length());
    JournalHead head = JournalHead.inPlace(operations, file.length(), plan.header().lengthAfter());
    byte[] oldImage = Transfer.read(file, 0, (int) head.imageLength());
    byte[] newImage = oldImage.clone();
    System.arraycopy(
        plan.header().bytes(), 0, newImage, Preface.BYTE_COUNT, plan.header().bytes().length);
    writeJournal(head, oldImage, newImage);
    cancellation.check();
    plan.requireUnchanged(operations, file);
    lockTarget(file, oldImage);
    overwrite(file, oldImage, newImage);
  }

  /// Locks the file itself, because other users may save it under another name: a hard link, or a
  /// mount at another path, which cannot be detected. Then compares the header, which may have
  /// changed before the lock.
  private void lockTarget(OpenFile file, byte[] oldImage) throws IOException {
    if (!file.lockToOverwrite(!FileOperations.hasSeveralNames(operations, plan.target()))) {
      throw SaveSentences.unchanged(plan.target(), SaveSentences.LOCKED);
    }
    if (file.length() != plan.identity().byteLength()
        || !Arrays.equals(Transfer.read(file, 0, oldImage.length), oldImage)) {
      throw SaveSentences.changed(plan.target(), plan.target());
    }
  }

  /// Writes the magic number after the rest is on the disk, so that an incomplete journal is never
  /// used.
  private void writeJournal(JournalHead head, byte[] oldImage, byte[] newImage) throws IOException {
    Journal.writeUnsealed(lock.file, head, oldImage, newImage);
    lock.file.force();
    Journal.seal(lock.file, head);
    lock.file.force();
    operations.forceFolder(plan.target().getParent());
    progress.report(Journal.byteCount(head), plan.bytesToWrite());
  }

  private void overwrite(OpenFile file, byte[] oldImage, byte[] newImage) throws IOException {
    ByteBuffer piece = ByteBuffer.allocate(COMPARED_BYTES);
    lock.isNeeded = true;
    try {
      write(file, newImage);
    } catch (IOException | RuntimeException | Error e) {
      rollBack(file, oldImage, e);
      lock.isNeeded = false;
      throw e;
    }
    requireWritten(file, newImage, piece);
    lock.isNeeded = false;
  }

  // Does not copy the image, because a rollback must work without free memory.
  private void write(OpenFile file, byte[] image) throws IOException {
    HeaderImage bytes = (begin, byteCount) -> ByteBuffer.wrap(image, (int) begin, byteCount);
    bytes.writeTo(file, plan.header().lengthAfter(), true);
  }

  /// Verifies the written header, because other programs may ignore the locks. Keeps the journal if
  /// the header differs.
  private void requireWritten(OpenFile file, byte[] newImage, ByteBuffer piece)
      throws SaveException {
    boolean isWritten;
    try {
      isWritten = file.length() == plan.identity().byteLength();
      for (int begin = 0; isWritten && begin < newImage.length; begin += piece.limit()) {
        int end = Math.min(begin + COMPARED_BYTES, newImage.length);
        Transfer.read(file, piece.clear().limit(end - begin), begin);
        isWritten = Arrays.equals(piece.array(), 0, end - begin, newImage, begin, end);
      }
    } catch (EOFException e) {
      isWritten = false;
    } catch (IOException | RuntimeException | Error e) {
      // Read failures are ignored, because the header is on the disk.
      isWritten = true;
    }
    if (!isWritten) {
      throw new SaveException(
          Sentence.of(
              "{0} was not saved: another program wrote to it at the same moment, and its content"
                  + " differs from the saved one. {1} has the old header; run \"recover\" for the"
                  + " next steps.",
              PathText.of(plan.target()), PathText.of(SaveNames.journal(plan.target()))),
          false);
    }
  }

  private void rollBack(OpenFile file, byte[] oldImage, Throwable failure) throws SaveException {
    try {
      write(file, oldImage);
    } catch (IOException | RuntimeException | Error e) {
      failure.addSuppressed(e);
      String target = PathText.of(plan.target());
      String journal = PathText.of(SaveNames.journal(plan.target()));
      Sentence sentence =
          Sentence.of(
              "Saving {0} failed halfway, and the old header could not be written back: {1}. The"
                  + " tensor data is unchanged. {2} has the old header: the file has to be"
                  + " recovered before it is used.",
              target, SaveSentences.reason(e), journal);
      throw new SaveException(sentence, false, failure);
    }
  }

  private void requireName(OpenFile file) throws IOException {
    if (!plan.isTarget(operations, file)) {
      saved.set(null);
      throw new SaveException(
          Sentence.of(
              "{0} was not saved: another program replaced, moved or deleted it at the last moment."
                  + " The edit went into the file that had this name before; nothing else was"
                  + " touched.",
              PathText.of(plan.target())),
          true);
    }
  }
}
