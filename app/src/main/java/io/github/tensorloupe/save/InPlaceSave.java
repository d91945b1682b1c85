package io.github.tensorloupe.save;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;

/// Writes a new header over the old one of the same length. The journal has the beginning of the
/// file before and after, so that a write that is cut off can be undone.
final class InPlaceSave {

  /// The file's beginning is kept up to a multiple of this.
  private static final int BLOCK_BYTES = 4096;

  private final FileOperations operations;
  private final SavePlan plan;
  private final SaveLock lock;
  private final Cancellation cancellation;
  private final Progress progress;

  InPlaceSave(
      FileOperations operations,
      SavePlan plan,
      SaveLock lock,
      Cancellation cancellation,
      Progress progress) {
    this.operations = operations;
    this.plan = plan;
    this.lock = lock;
    this.cancellation = cancellation;
    this.progress = progress;
  }

  /// How many bytes are written, the journal included.
  static long byteCount(FileOperations operations, PlannedHeader header, long fileLength) {
    return Journal.byteCount(head(operations, header, fileLength)) + header.lengthAfter();
  }

  private static JournalHead head(
      FileOperations operations, PlannedHeader header, long fileLength) {
    long dataStart = Preface.BYTE_COUNT + header.lengthAfter();
    return new JournalHead(
        Strategy.IN_PLACE,
        SaveOwner.ofThisProcess(operations),
        fileLength,
        header.lengthAfter(),
        Math.min(HeaderLayout.roundUp(dataStart, BLOCK_BYTES), fileLength));
  }

  /// Saves. The journal is there as long as the file may be neither the old one nor the new one.
  ///
  /// @throws SaveException if the file could not be put right; its journal is kept
  /// @throws IOException if it failed; the file is unchanged and the journal is to be deleted
  void run() throws IOException {
    OpenFile file = operations.openToWrite(plan.target());
    try {
      write(file);
    } catch (IOException | RuntimeException | Error e) {
      try {
        file.close();
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
    try {
      file.close();
    } catch (IOException e) {
      // The disk has confirmed the new header: nothing that fails from here on takes it back.
    }
  }

  private void write(OpenFile file) throws IOException {
    if (file.length() != plan.identity().byteLength()) {
      throw IdentityCheck.changed(plan.target(), plan.target(), null);
    }
    HeaderCheck.loads(file.length(), plan.header());
    byte[] oldImage = writeJournal(file);
    cancellation.check();
    IdentityCheck.isUnchanged(operations, plan);
    overwrite(file, oldImage);
  }

  private byte[] writeJournal(OpenFile file) throws IOException {
    JournalHead head = head(operations, plan.header(), file.length());
    byte[] oldImage = Transfer.read(file, 0, (int) head.imageLength());
    byte[] newImage = oldImage.clone();
    System.arraycopy(
        plan.header().bytes(), 0, newImage, Preface.BYTE_COUNT, plan.header().bytes().length);
    Journal.write(lock.file(), head, oldImage, newImage);
    lock.file().force();
    operations.forceFolder(plan.target().getParent());
    progress.report(Journal.byteCount(head), plan.bytesToWrite());
    return oldImage;
  }

  private void overwrite(OpenFile file, byte[] oldImage) throws IOException {
    lock.beginWriting();
    try {
      Transfer.write(file, plan.header().bytes(), Preface.BYTE_COUNT);
      file.force();
    } catch (IOException | RuntimeException | Error e) {
      takeBack(file, oldImage, e);
      lock.endWriting();
      throw e;
    }
    lock.endWriting();
    progress.report(plan.bytesToWrite(), plan.bytesToWrite());
  }

  private void takeBack(OpenFile file, byte[] oldImage, Throwable failure) throws SaveException {
    try {
      // Not a copy: what has failed may be that there is no memory left.
      ByteBuffer header =
          ByteBuffer.wrap(oldImage, Preface.BYTE_COUNT, plan.header().bytes().length);
      Transfer.write(file, header, Preface.BYTE_COUNT);
      file.force();
    } catch (IOException | RuntimeException | Error e) {
      failure.addSuppressed(e);
      throw new SaveException(
          ("Saving %s failed half way and the old header could not be written back: %s. The data"
                  + " are unchanged, and %s has the old header: recovering puts it right.")
              .formatted(
                  SaveSentences.path(plan.target()),
                  SaveSentences.reason(e),
                  SaveSentences.path(SaveNames.journal(plan.target()))),
          false,
          failure);
    }
  }
}
