package io.github.tensorloupe.save;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Writes a new file beside the target, checks it, and gives it the target's name. Until that
/// moment nothing has happened to the target.
final class RewriteSave {

  /// How much is compared at a time, which is also the size of a sample.
  private static final int COMPARED_BYTES = 1 << 16;

  /// Up to this many bytes of data all of them are compared.
  private static final long WHOLLY_COMPARED_BYTES = 4L << 20;

  /// At least so many samples are taken, and one in this many bytes.
  private static final int LEAST_SAMPLES = 64;

  private static final long SAMPLE_DISTANCE = 8L << 20;

  private final FileOperations operations;
  private final SavePlan plan;
  private final Cancellation cancellation;
  private final Progress progress;
  private final Path source;
  private final Path draft;
  private long written;

  RewriteSave(
      FileOperations operations, SavePlan plan, Cancellation cancellation, Progress progress)
      throws IOException {
    this.operations = operations;
    this.plan = plan;
    this.cancellation = cancellation;
    this.progress = progress;
    this.source = operations.realPath(plan.path());
    this.draft = SaveNames.draft(plan.target());
  }

  /// Makes the new file and gives it the name.
  ///
  /// @return what could not be kept of the old file, in words
  /// @throws IOException if it failed; the target is unchanged and there is no draft any more
  List<String> run() throws IOException {
    deleteDraft();
    // Here to spare the copying, and below because that takes its time.
    IdentityCheck.isUnchanged(operations, plan);
    try {
      List<String> notes = new ArrayList<>(writeDraft());
      cancellation.check();
      IdentityCheck.isUnchanged(operations, plan);
      Optional<Object> key = operations.fileKey(draft);
      takeName(notes);
      if (!operations.fileKey(plan.target()).equals(key)) {
        notes.add("another program has replaced it since");
      }
      return notes;
    } catch (IOException | RuntimeException | Error e) {
      try {
        deleteDraft();
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  /// Gives the draft the name. What had it must be what was opened: another program may have put
  /// something else there after the last look, which is not to be lost.
  private void takeName(List<String> notes) throws IOException {
    Path target = plan.target();
    if (!plan.replaces()) {
      operations.publish(draft, target);
    } else if (plan.isCopy() || !operations.exchange(draft, target)) {
      operations.rename(draft, target);
    } else {
      requireOriginal(target);
      try {
        operations.delete(draft);
      } catch (IOException e) {
        notes.add(
            "the old file could not be deleted and remains as %s (%s)"
                .formatted(SaveSentences.path(draft), SaveSentences.reason(e)));
      }
    }
  }

  /// Whatever now has the name of the draft gets its own name back unless it is the file that was
  /// opened.
  private void requireOriginal(Path target) throws IOException {
    IOException failure = IdentityCheck.changed(target, target, null);
    try {
      if (operations.identity(draft).equals(plan.identity())) {
        return;
      }
    } catch (IOException e) {
      failure = e;
    }
    if (operations.exchange(draft, target)) {
      throw failure;
    }
    Path kept = new Leftovers(operations, target).freeKeptName();
    operations.rename(draft, kept);
    throw new SaveException(
        ("Another program replaced %s at the last moment. That program's file is now %s; %s holds"
                + " the edit.")
            .formatted(
                SaveSentences.path(target), SaveSentences.path(kept), SaveSentences.path(target)),
        false,
        failure);
  }

  private void deleteDraft() throws IOException {
    try {
      operations.delete(draft);
    } catch (NoSuchFileException e) {
      // There was none.
    }
  }

  private List<String> writeDraft() throws IOException {
    try (OpenFile original = operations.openToRead(source);
        OpenFile copy = operations.create(draft)) {
      writeHead(copy);
      long oldStart = Preface.BYTE_COUNT + plan.header().lengthBefore();
      long newStart = Preface.BYTE_COUNT + plan.header().lengthAfter();
      long dataLength = plan.bytesToWrite() - newStart;
      // A repair leaves out what stands behind the data.
      if (original.length() != plan.identity().byteLength()
          || original.length() < oldStart + dataLength) {
        throw IdentityCheck.changed(plan.target(), source, null);
      }
      copyData(original, oldStart, dataLength, copy, newStart);
      List<String> notKept = operations.copyAttributes(source, draft);
      copy.force();
      verifyHead(copy);
      if (copy.length() != newStart + dataLength) {
        throw new IOException("the new file does not have the length that was written");
      }
      compareData(original, oldStart, copy, newStart, dataLength);
      return notKept;
    }
  }

  private void copyData(
      OpenFile original, long oldStart, long dataLength, OpenFile copy, long newStart)
      throws IOException {
    WriteBack writeBack = new WriteBack(copy);
    try {
      Transfer.copy(
          original,
          oldStart,
          dataLength,
          copy,
          newStart,
          cancellation,
          byteCount -> {
            reportMore(byteCount);
            writeBack.copied(byteCount);
          });
    } catch (IOException | RuntimeException | Error e) {
      try {
        writeBack.end();
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
    writeBack.end();
  }

  private void reportMore(long byteCount) {
    written += byteCount;
    progress.report(written, plan.bytesToWrite());
  }

  private void writeHead(OpenFile copy) throws IOException {
    ByteBuffer length = ByteBuffer.allocate(Preface.BYTE_COUNT).order(ByteOrder.LITTLE_ENDIAN);
    Transfer.write(copy, length.putLong(plan.header().lengthAfter()).flip(), 0);
    Transfer.write(copy, plan.header().bytes(), Preface.BYTE_COUNT);
    reportMore(Preface.BYTE_COUNT + plan.header().lengthAfter());
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
    HeaderCheck.loads(copy.length(), plan.header());
  }

  /// Kernels copy by themselves, and one that lies is believed by nobody else: both ends and
  /// samples in between are read again from the medium, or all of it where that was asked for.
  private void compareData(
      OpenFile original, long originalStart, OpenFile copy, long copyStart, long byteCount)
      throws IOException {
    long distance =
        plan.options().comparesData() || byteCount <= WHOLLY_COMPARED_BYTES
            ? COMPARED_BYTES
            : Math.min(byteCount / LEAST_SAMPLES, SAMPLE_DISTANCE);
    ByteBuffer expected = ByteBuffer.allocate(COMPARED_BYTES);
    ByteBuffer found = ByteBuffer.allocate(COMPARED_BYTES);
    for (long at = 0; at < byteCount; at += distance) {
      // The last sample ends with the data.
      long begin = at + distance < byteCount ? at : Math.max(at, byteCount - COMPARED_BYTES);
      cancellation.check();
      int count = (int) Math.min(COMPARED_BYTES, byteCount - begin);
      copy.dropCached(copyStart + begin, count);
      Transfer.read(original, expected.clear().limit(count), originalStart + begin);
      Transfer.read(copy, found.clear().limit(count), copyStart + begin);
      int difference = expected.flip().mismatch(found.flip());
      if (difference >= 0) {
        throw new IOException(
            "byte %,d of the data differs in the new file".formatted(begin + difference));
      }
    }
  }
}
