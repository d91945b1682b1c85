package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;

/// The comparison of a file with the old and the new image of a journal.
final class ImageComparison {

  /// The size of the units that disks write atomically, in any order.
  private static final int SECTOR_BYTES = 512;

  /// The number of bytes compared at a time, a multiple of the sector size.
  private static final int PIECE_BYTES = 1 << 17;

  private static final byte[] MARK = Preface.unfinishedMark();

  private final OpenFile file;
  private boolean isMixture = true;
  private boolean isMarked;
  private boolean isReadable = true;
  private boolean isAllOld = true;
  private boolean isAllNew = true;

  private ImageComparison(OpenFile file) {
    this.file = file;
  }

  /// Returns the condition of a file after an interrupted in-place save. A mixture of both images
  /// must contain the mark.
  static SaveCondition of(OpenFile file, Journal journal) throws IOException {
    JournalHead head = journal.head().orElseThrow();
    if (file.length() != head.fileLength()) {
      return SaveCondition.CHANGED;
    }
    ImageComparison comparison = new ImageComparison(file);
    for (long at = 0; at < head.imageLength(); at += PIECE_BYTES) {
      int count = (int) Math.min(PIECE_BYTES, head.imageLength() - at);
      comparison.compare(at, journal.oldBytes(at, count), journal.newBytes(at, count));
    }
    if (comparison.isMarked || !comparison.isReadable) {
      return comparison.isMixture ? SaveCondition.UNFINISHED : SaveCondition.CHANGED;
    }
    if (comparison.isAllNew) {
      return SaveCondition.NEW;
    }
    return comparison.isAllOld ? SaveCondition.OLD : SaveCondition.CHANGED;
  }

  private void compare(long begin, byte[] oldBytes, byte[] newBytes) throws IOException {
    byte[] actual = readable(begin, oldBytes);
    // The length field may contain all or part of the mark. Bytes of the mark are treated as old
    // bytes.
    for (int i = 0; begin == 0 && i < Preface.BYTE_COUNT; i++) {
      if (actual[i] == MARK[i] && actual[i] != oldBytes[i]) {
        isMarked = true;
        actual[i] = oldBytes[i];
      }
    }
    for (int from = 0; from < actual.length; from += SECTOR_BYTES) {
      int to = Math.min(actual.length, from + SECTOR_BYTES);
      isMixture &= isCutOff(oldBytes, newBytes, actual, from, to);
    }
    isAllNew &= Arrays.equals(actual, newBytes);
    isAllOld &= Arrays.equals(actual, oldBytes);
  }

  /// Reads bytes of the file. Replaces unreadable sectors by old bytes, because they can still be
  /// overwritten.
  private byte[] readable(long begin, byte[] oldBytes) throws IOException {
    try {
      return Transfer.read(file, begin, oldBytes.length);
    } catch (EOFException e) {
      throw e;
    } catch (IOException e) {
      // Retries sector by sector: some sectors may be readable, or the failure may be temporary.
    }
    byte[] bytes = oldBytes.clone();
    for (int from = 0; from < bytes.length; from += SECTOR_BYTES) {
      ByteBuffer sector = ByteBuffer.wrap(bytes, from, Math.min(SECTOR_BYTES, bytes.length - from));
      try {
        Transfer.read(file, sector, begin + from);
      } catch (IOException e) {
        isReadable = false;
        System.arraycopy(oldBytes, from, bytes, from, sector.limit() - from);
      }
    }
    return bytes;
  }

  /// Returns true if a sector contains one run of new bytes among old bytes. This results from a
  /// write or rollback that was interrupted within the sector, because a killed program can stop at
  /// any byte.
  private static boolean isCutOff(
      byte[] oldBytes, byte[] newBytes, byte[] actual, int from, int to) {
    int first = Arrays.mismatch(actual, from, to, oldBytes, from, to);
    if (first < 0) {
      return true;
    }
    int end = to;
    while (actual[end - 1] == oldBytes[end - 1]) {
      end--;
    }
    return Arrays.equals(actual, from + first, end, newBytes, from + first, end);
  }
}
