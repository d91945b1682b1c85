package io.github.tensorloupe.save;

import io.github.tensorloupe.format.Preface;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// What lies beside a file after a save was interrupted, and what that means for the file.
final class Leftovers {

  /// Disks write this much whole or not at all, in any order, when the power fails.
  private static final int SECTOR_BYTES = 512;

  private static final int PIECE_BYTES = 256 * SECTOR_BYTES;

  private final FileOperations operations;
  private final Path target;

  /// @param target links resolved; it need not be there
  Leftovers(FileOperations operations, Path target) {
    this.operations = operations;
    this.target = target;
  }

  /// The target of a path that may lead to nothing any more.
  static Path targetOf(FileOperations operations, Path file) throws IOException {
    try {
      return operations.realPath(file);
    } catch (NoSuchFileException e) {
      Path absolute = file.toAbsolutePath().normalize();
      Path folder = absolute.getParent();
      return folder == null || !operations.exists(folder)
          ? absolute
          : operations.realPath(folder).resolve(absolute.getFileName());
    }
  }

  boolean hasJournal() {
    return operations.exists(SaveNames.journal(target));
  }

  boolean hasDraft() {
    return operations.exists(SaveNames.draft(target));
  }

  /// What recovering would do, given the open journal.
  RecoveryAction action(OpenFile journalFile, Optional<Journal> journal) throws IOException {
    if (journal.isEmpty()
        || !journal.get().isComplete()
        || journal.get().head().strategy() != Strategy.IN_PLACE) {
      return RecoveryAction.CLEAN_UP;
    }
    try (OpenFile file = operations.openToRead(target)) {
      return action(journalFile, journal.get(), file);
    } catch (NoSuchFileException e) {
      return RecoveryAction.SET_ASIDE;
    }
  }

  private static RecoveryAction action(OpenFile journalFile, Journal journal, OpenFile file)
      throws IOException {
    long end = journal.head().imageLength();
    if (file.length() != journal.head().fileLength() || end > file.length()) {
      return RecoveryAction.SET_ASIDE;
    }
    boolean allNew = true;
    boolean allOld = true;
    for (long at = 0; at < end; at += PIECE_BYTES) {
      int count = (int) Math.min(PIECE_BYTES, end - at);
      byte[] oldBytes = journal.oldBytes(journalFile, at, count);
      byte[] newBytes = journal.newBytes(journalFile, at, count);
      byte[] found = Transfer.read(file, at, count);
      if (!isMixture(oldBytes, newBytes, found)) {
        return RecoveryAction.SET_ASIDE;
      }
      allNew &= Arrays.equals(found, newBytes);
      allOld &= Arrays.equals(found, oldBytes);
    }
    if (allNew) {
      return RecoveryAction.KEEP_NEW;
    }
    return allOld ? RecoveryAction.CLEAN_UP : RecoveryAction.ROLL_BACK;
  }

  private static boolean isMixture(byte[] oldBytes, byte[] newBytes, byte[] found) {
    for (int from = 0; from < found.length; from += SECTOR_BYTES) {
      int to = Math.min(found.length, from + SECTOR_BYTES);
      if (!isCutOff(oldBytes, newBytes, found, from, to)) {
        return false;
      }
    }
    return true;
  }

  /// Whether the bytes of a sector are what a write leaves that ends anywhere in it, or the taking
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

  /// Does it. The journal goes last, and only after the disk has what it was for.
  void apply(RecoveryAction action, SaveLock lock, Optional<Journal> journal) throws IOException {
    switch (action) {
      case CLEAN_UP, KEEP_NEW -> forceTarget(journal);
      case ROLL_BACK -> rollBack(lock.file(), journal.orElseThrow());
      case SET_ASIDE -> {
        lock.setAside(freeStaleName());
        operations.forceFolder(target.getParent());
        return;
      }
    }
    deleteDraft();
    lock.release();
    operations.forceFolder(target.getParent());
  }

  /// What reads as all old or all new may be only in the memory of the system, and half of it on
  /// the disk.
  private void forceTarget(Optional<Journal> journal) throws IOException {
    if (journal.filter(each -> each.head().strategy() == Strategy.IN_PLACE).isEmpty()) {
      return;
    }
    try (OpenFile file = operations.openToWrite(target)) {
      file.force();
    } catch (NoSuchFileException e) {
      // Nothing is left that could be half written.
    }
  }

  private void rollBack(OpenFile journalFile, Journal journal) throws IOException {
    long end = Preface.BYTE_COUNT + journal.head().headerLength();
    try (OpenFile file = operations.openToWrite(target)) {
      for (long at = Preface.BYTE_COUNT; at < end; at += PIECE_BYTES) {
        int count = (int) Math.min(PIECE_BYTES, end - at);
        Transfer.write(file, journal.oldBytes(journalFile, at, count), at);
      }
      file.force();
    }
  }

  /// Deletes a file that never took its name, if there is one.
  void deleteDraft() throws IOException {
    if (hasDraft()) {
      operations.delete(SaveNames.draft(target));
    }
  }

  /// A name for a journal that is put aside.
  Path freeStaleName() {
    int number = 0;
    while (operations.exists(SaveNames.stale(target, number))) {
      number++;
    }
    return SaveNames.stale(target, number);
  }
}
