package io.github.tensorloupe.model;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.Preface;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Reads what has to be known of a file when it is opened: its header, and what it is where the
/// header cannot be read.
final class TensorFileReader {

  /// Headers above this are not read, whatever the memory: 1 GB.
  private static final long MAX_READABLE_HEADER_BYTES = 1_000_000_000;

  private final FileBytes bytes;
  private final HeapRoom heapRoom;
  private final List<Finding> findings = new ArrayList<>();

  TensorFileReader(FileBytes bytes, HeapRoom heapRoom) {
    this.bytes = bytes;
    this.heapRoom = heapRoom;
  }

  /// @throws NotEnoughMemoryException if the reference library would read the header and there is
  ///   no room for it here
  TensorFile read() throws IOException {
    byte[] head = bytes.read(0, (int) Math.min(FileSniffer.HEAD_BYTES, bytes.length()));
    HeaderReading reading = readHeader(head);
    FileKind kind = FileKind.SAFETENSORS;
    // A file that loads is what it says, and nothing more of it is read.
    if (reading.loadError().isPresent()) {
      kind = FileSniffer.kindOf(bytes, head);
    }
    if (kind != FileKind.SAFETENSORS) {
      findings.add(wrongKind(kind, head));
    }
    findings.addAll(reading.findings());
    return new TensorFile(bytes, kind, reading, findings);
  }

  private HeaderReading readHeader(byte[] head) throws IOException {
    Preface preface = Preface.of(bytes.length(), head);
    boolean loadable = preface.loadError().isEmpty();
    if (loadable || FileSniffer.looksLikeSafetensors(head)) {
      try {
        return readHeader(preface);
      } catch (NotEnoughMemoryException e) {
        if (loadable) {
          throw e;
        }
        findings.add(ReadFailures.finding(e));
      }
    }
    return HeaderReader.read(preface, new byte[0]);
  }

  private HeaderReading readHeader(Preface preface) throws IOException {
    long present = preface.presentHeaderByteCount();
    if (present > MAX_READABLE_HEADER_BYTES) {
      return HeaderReader.read(preface, new byte[0]);
    }
    if (!heapRoom.fits(present)) {
      throw new NotEnoughMemoryException(bytes.path(), present);
    }
    try {
      return HeaderReader.read(preface, bytes.read(Preface.BYTE_COUNT, (int) present));
    } catch (OutOfMemoryError e) {
      throw new NotEnoughMemoryException(bytes.path(), present);
    }
  }

  private Finding wrongKind(FileKind kind, byte[] head) {
    String sentence = "This is %s".formatted(kind.description());
    if (kind == FileKind.GIT_LFS_POINTER) {
      GitLfsPointer pointer = GitLfsPointer.of(new String(head, StandardCharsets.UTF_8));
      if (pointer.byteCount().isPresent()) {
        long byteCount = pointer.byteCount().getAsLong();
        sentence += String.format(Locale.ROOT, ": the real file has %,d bytes", byteCount);
      }
      if (pointer.oid().isPresent()) {
        sentence += " and the SHA-256 " + pointer.oid().get();
      }
      sentence += "; fetch it with \"git lfs pull\" or download it again";
    }
    return Finding.of(FindingCode.WRONG_KIND, sentence + ".", new ByteRange(0, bytes.length()));
  }
}
