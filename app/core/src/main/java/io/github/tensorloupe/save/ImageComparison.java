package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;

/// Compares a file with the old and the new image of a journal.
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
  private boolean allOld = true;
  private boolean allNew = true;

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
    ImageComparison found = new ImageComparison(file);
    for (long at = 0; at < head.imageLength(); at += PIECE_BYTES) {
      int count = (int) Math.min(PIECE_BYTES, head.imageLength() - at);
      found.compare(at, journal.oldBytes(at, count), journal.newBytes(at, count));
    }
    if (found.isMarked || !found.isReadable) {
      return found.isMixture ? SaveCondition.UNFINISHED : SaveCondition.CHANGED;
    }
    if (found.allNew) {
      return SaveCondition.NEW;
    }
    return found.allOld ? SaveCondition.OLD : SaveCondition.CHANGED;
  }

  private void compare(long begin, byte[] oldBytes, byte[] newBytes) throws IOException {
    byte[] found = readable(begin, oldBytes);
    // The length field may contain all or part of the mark. Bytes of the mark are treated as old
    // bytes.
    for (int i = 0; begin == 0 && i < Preface.BYTE_COUNT; i++) {
      if (found[i] == MARK[i] && found[i] != oldBytes[i]) {
        isMarked = true;
        found[i] = oldBytes[i];
      }
    }
    for (int from = 0; from < found.length; from += SECTOR_BYTES) {
      int to = Math.min(found.length, from + SECTOR_BYTES);
      isMixture &= isCutOff(oldBytes, newBytes, found, from, to);
    }
    allNew &= Arrays.equals(found, newBytes);
    allOld &= Arrays.equals(found, oldBytes);
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
    byte[] found = oldBytes.clone();
    for (int from = 0; from < found.length; from += SECTOR_BYTES) {
      ByteBuffer sector = ByteBuffer.wrap(found, from, Math.min(SECTOR_BYTES, found.length - from));
      try {
        Transfer.read(file, sector, begin + from);
      } catch (IOException e) {
        isReadable = false;
        System.arraycopy(oldBytes, from, found, from, sector.limit() - from);
      }
    }
    return found;
  }

  /// Returns true if a sector contains one run of new bytes among old bytes. This results from a
  /// write or rollback that was interrupted within the sector, because a killed program can stop at
  /// any byte.
  private static boolean isCutOff(
      byte[] oldBytes, byte[] newBytes, byte[] found, int from, int to) {
    int first = Arrays.mismatch(found, from, to, oldBytes, from, to);
    if (first < 0) {
      return true;
    }
    int end = to;
    while (found[end - 1] == oldBytes[end - 1]) {
      end--;
    }
    return Arrays.equals(found, from + first, end, newBytes, from + first, end);
  }
}
