package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.text.Sentence;

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
    Preface preface = Preface.of(bytes.length(), head);
    if (preface.isUnfinished()) {
      // Half of what stands behind the mark may be the old header and half the new one.
      HeaderReading unread = HeaderReader.read(preface, new byte[0]);
      findings.addAll(unread.findings());
      return of(FileSniffer.Finding.plain(FileKind.SAFETENSORS), unread);
    }
    HeaderReading reading = readHeader(preface, head);
    // A file that loads is what it says, and nothing more of it is read.
    if (reading.loadError().isEmpty()) {
      findings.addAll(reading.findings());
      return of(FileSniffer.Finding.plain(FileKind.SAFETENSORS), reading);
    }
    FileSniffer.Finding found = FileSniffer.look(bytes, head);
    if (found.kind() != FileKind.SAFETENSORS) {
      findings.add(wrongKind(found.what()));
    }
    if (!found.isDisguise()) {
      // What other files say where a header would be is chance.
      findings.addAll(reading.findings());
    }
    return of(found, reading);
  }

  private TensorFile of(FileSniffer.Finding found, HeaderReading reading) {
    FileKind kind = found.kind();
    Sentence description = kind == FileKind.UNKNOWN ? found.what() : kind.description();
    return new TensorFile(bytes, kind, description, reading, findings);
  }

  private HeaderReading readHeader(Preface preface, byte[] head) throws IOException {
    boolean loadable = preface.loadError().isEmpty();
    if (loadable || FileSniffer.looksLikeSafetensors(bytes, head)) {
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

  private Finding wrongKind(Sentence what) {
    return Finding.of(
        FindingCode.WRONG_KIND,
        Sentence.of("This is {0}.", what),
        new ByteRange(0, bytes.length()));
  }
}
