package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.save.Leftovers.Condition;

/// Compares a file with the old and the new image that a journal holds.
final class ImageComparison {

  /// Disks write this much whole or not at all, in any order, when the power fails.
  private static final int SECTOR_BYTES = 512;

  /// The number of bytes compared at a time: whole sectors.
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

  /// The condition of the file of a save in place. Only a save that has put down its mark leaves a
  /// mixture.
  ///
  /// @throws IOException if the file becomes shorter meanwhile, or the journal cannot be read
  static Condition of(OpenFile file, Journal journal) throws IOException {
    JournalHead head = journal.head().orElseThrow();
    if (file.length() != head.fileLength()) {
      return Condition.CHANGED;
    }
    ImageComparison found = new ImageComparison(file);
    for (long at = 0; at < head.imageLength(); at += PIECE_BYTES) {
      int count = (int) Math.min(PIECE_BYTES, head.imageLength() - at);
      found.compare(at, journal.oldBytes(at, count), journal.newBytes(at, count));
    }
    if (found.isMarked || !found.isReadable) {
      return found.isMixture ? Condition.UNFINISHED : Condition.CHANGED;
    }
    if (found.allNew) {
      return Condition.NEW;
    }
    return found.allOld ? Condition.OLD : Condition.CHANGED;
  }

  private void compare(long begin, byte[] oldBytes, byte[] newBytes) throws IOException {
    byte[] found = readable(begin, oldBytes);
    // The length may be the mark, and either may be cut off inside; what it is besides is compared
    // as if the length were there.
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

  /// The bytes of the file, with old ones where the disk does not give them back: what cannot be
  /// read keeps nobody from writing it again.
  private byte[] readable(long begin, byte[] oldBytes) throws IOException {
    try {
      return Transfer.read(file, begin, oldBytes.length);
    } catch (EOFException e) {
      throw e;
    } catch (IOException e) {
      isReadable = false;
    }
    byte[] found = oldBytes.clone();
    for (int from = 0; from < found.length; from += SECTOR_BYTES) {
      ByteBuffer sector = ByteBuffer.wrap(found, from, Math.min(SECTOR_BYTES, found.length - from));
      try {
        Transfer.read(file, sector, begin + from);
      } catch (IOException e) {
        System.arraycopy(oldBytes, from, found, from, sector.limit() - from);
      }
    }
    return found;
  }

  /// True if the bytes of a sector are what a write leaves that ends anywhere in it, or the taking
  /// back of such a write: one run of new bytes among the old ones. A program that is killed stops
  /// at no border of a sector.
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
