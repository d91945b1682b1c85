package io.github.tensorloupe.foreign.zip;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.CappedFindings;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.work.Cancellation;

/// Compares the headers in front of the data with the directory.
final class LocalHeaders {

  private static final int LOCAL_BYTES = 30;
  private static final int EXPECTED_EXTRA_BYTES = 128;

  private final ZipDirectory directory;
  private final CappedFindings errors = new CappedFindings(FindingCode.MORE_FINDINGS);
  private final List<ArchiveEntry> verified = new ArrayList<>();

  LocalHeaders(ZipDirectory directory, Cancellation cancellation) throws IOException {
    this.directory = directory;
    List<ByteRange> headers = new ArrayList<>();
    for (ArchiveEntry entry : directory.entries()) {
      long end =
          Math.min(directory.begin(), entry.headerOffset() + LOCAL_BYTES + EXPECTED_EXTRA_BYTES);
      if (entry.headerOffset() < end) {
        headers.add(new ByteRange(entry.headerOffset(), end));
      }
    }
    try (var _ = directory.file().announceReads(headers)) {
      for (ArchiveEntry entry : directory.entries()) {
        cancellation.check();
        verified.add(verified(entry));
      }
    }
    addOverlaps();
  }

  List<ArchiveEntry> verified() {
    return verified;
  }

  List<Finding> findings() {
    return errors.findings();
  }

  /// Returns the entry with its data offset if it is readable.
  private ArchiveEntry verified(ArchiveEntry entry) throws IOException {
    long room = directory.begin() - entry.headerOffset() - LOCAL_BYTES;
    if (room < 0) {
      note(
          FindingCode.ZIP_MALFORMED,
          "The entry {0} begins at {1}, after the data of the archive.",
          entry,
          entry.headerOffset());
      return entry;
    }
    int nameBytes = entry.name().length() * 3;
    int wanted = LOCAL_BYTES + (int) Math.min(room, nameBytes + EXPECTED_EXTRA_BYTES);
    ByteBuffer header = ZipDirectory.buffer(directory.file(), entry.headerOffset(), wanted);
    int localNameBytes = ZipDirectory.unsigned(header.getShort(26));
    int extraBytes = ZipDirectory.unsigned(header.getShort(28));
    long dataOffset = entry.headerOffset() + LOCAL_BYTES + localNameBytes + extraBytes;
    if (header.getInt(0) != ZipDirectory.LOCAL
        || dataOffset > directory.begin()
        || entry.compressedSize() > directory.begin() - dataOffset) {
      note(
          FindingCode.ZIP_MALFORMED,
          "The entry {0} at {1} has no header, or its {2} bytes exceed the data of the archive.",
          entry,
          entry.headerOffset(),
          entry.compressedSize());
      return entry;
    }
    if (LOCAL_BYTES + localNameBytes + extraBytes > header.limit()) {
      header =
          ZipDirectory.buffer(
              directory.file(), entry.headerOffset(), LOCAL_BYTES + localNameBytes + extraBytes);
    }
    int flags = entry.flags() | ZipDirectory.unsigned(header.getShort(6));
    ByteBuffer extra = ZipDirectory.slice(header, LOCAL_BYTES + localNameBytes, extraBytes);
    long[] sizes = {
      ZipDirectory.unsigned(header.getInt(22)), ZipDirectory.unsigned(header.getInt(18))
    };
    boolean hasSizes = ZipDirectory.replaceSizes(extra, sizes);
    boolean isSizeEqual =
        (flags & ArchiveEntry.SIZES_FOLLOW) != 0
            || hasSizes && sizes[0] == entry.size() && sizes[1] == entry.compressedSize();
    String localName = ZipDirectory.name(ZipDirectory.slice(header, LOCAL_BYTES, localNameBytes));
    int method = ZipDirectory.unsigned(header.getShort(8));
    boolean isEqual = true;
    if (!localName.equals(entry.name())) {
      isEqual = false;
      note(
          FindingCode.ZIP_HEADER_MISMATCH,
          "The entry {0} is named {1} in the header before its data.",
          entry,
          localName);
    } else if (method != entry.method() || !isSizeEqual) {
      // The data shows whether the inflated size in the directory is correct.
      isEqual =
          method == entry.method()
              && method == ArchiveEntry.DEFLATED
              && sizes[1] == entry.compressedSize();
      note(
          FindingCode.ZIP_HEADER_MISMATCH,
          "The header before the data of the entry {0} has method {1} and sizes {2} and {3}, but"
              + " the directory has method {4} and sizes {5} and {6}.",
          entry,
          method,
          sizes[1],
          sizes[0],
          entry.method(),
          entry.compressedSize(),
          entry.size());
    }
    return isEqual && isSupported(entry, flags) ? entry.withData(dataOffset) : entry;
  }

  private boolean isSupported(ArchiveEntry entry, int flags) {
    if ((flags & ArchiveEntry.ENCRYPTED) != 0) {
      note(FindingCode.ZIP_ENCRYPTED, "The entry {0} is encrypted.", entry);
      return false;
    }
    if (entry.method() != ArchiveEntry.STORED && entry.method() != ArchiveEntry.DEFLATED) {
      note(
          FindingCode.ZIP_METHOD,
          "The entry {0} is compressed by method {1}. Only deflate (8) is supported.",
          entry,
          entry.method());
      return false;
    }
    if (entry.isStored() && entry.size() != entry.compressedSize()) {
      note(
          FindingCode.ZIP_SIZE,
          "The entry {0} declares {1} bytes, but the archive stores {2}.",
          entry,
          entry.size(),
          entry.compressedSize());
      return false;
    }
    return true;
  }

  private void addOverlaps() {
    List<ArchiveEntry> byOffset = new ArrayList<>(verified);
    byOffset.sort(Comparator.comparingLong(ArchiveEntry::headerOffset));
    long end = 0;
    for (ArchiveEntry entry : byOffset) {
      if (entry.headerOffset() < end) {
        note(
            FindingCode.ZIP_OVERLAP,
            "The entry {0} at {1} overlaps another entry, which ends at {2}.",
            entry,
            entry.headerOffset(),
            end);
      }
      long shortest = entry.headerOffset() + LOCAL_BYTES + entry.name().length();
      long entryEnd = entry.dataOffset().orElse(shortest) + entry.compressedSize();
      end = Math.max(end, entryEnd < 0 ? Long.MAX_VALUE : entryEnd);
    }
  }

  private void note(FindingCode code, String sentence, ArchiveEntry entry, Object... others) {
    Object[] arguments = new Object[others.length + 1];
    arguments[0] = entry.name();
    System.arraycopy(others, 0, arguments, 1, others.length);
    errors.note(sentence, code, null, null, arguments);
  }
}
