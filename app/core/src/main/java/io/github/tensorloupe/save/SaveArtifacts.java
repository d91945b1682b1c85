package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// The journals and drafts of a file that an interrupted save has left.
///
/// @param target the saved file, with links resolved; need not exist
record SaveArtifacts(FileOperations operations, Path target) {

  /// Returns the path with links resolved. The file need not exist.
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

  /// Returns true if artifacts exist, or empty if this cannot be determined.
  Optional<Boolean> exist() {
    try {
      return Optional.of(hasJournal() || hasDraft() || !setAside().latest().isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  boolean hasJournal() throws IOException {
    return operations.exists(SaveNames.journal(target));
  }

  /// Returns true if the journal exists, or false if this cannot be determined.
  private boolean journalRemains() {
    try {
      return hasJournal();
    } catch (IOException e) {
      return false;
    }
  }

  boolean hasDraft() throws IOException {
    return operations.exists(SaveNames.draft(target));
  }

  /// Returns true if a file with the name of a draft begins with zeros or a header, but does not
  /// load. A complete file without a journal may belong to the user.
  boolean hasIncompleteDraft() throws IOException {
    Path draft = SaveNames.draft(target);
    if (!hasDraft() || !operations.isTrusted(draft, target)) {
      return false;
    }
    try (OpenFile file = operations.openToRead(draft)) {
      byte[] begin = Transfer.read(file, 0, (int) Math.min(file.length(), Preface.BYTE_COUNT + 1));
      if (!beginsAsHeader(begin) && IntStream.range(0, begin.length).anyMatch(i -> begin[i] != 0)) {
        return false;
      }
      try (TensorFile content = TensorFile.open(file.handle())) {
        return content.isRefused();
      } catch (FileSystemException e) {
        throw PinnedFolder.renamed(e, draft, file.handle());
      }
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  private static boolean beginsAsHeader(byte[] bytes) {
    return bytes.length > Preface.BYTE_COUNT
        && bytes[Preface.BYTE_COUNT] == '{'
        && Long.compareUnsigned(
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(),
                Preface.MAX_HEADER_LENGTH)
            <= 0;
  }

  /// Returns the reason why a journal is not trusted, for the end of a sentence.
  Sentence reasonForDistrust(Path journal) throws IOException {
    return operations.attributes(journal).isRegularFile() && operations.hardLinkCount(journal) > 1
        ? Sentence.of("it has another name (a hard link), which has to be deleted first")
        : Sentence.of("it is not a regular file that belongs to you or to the owner of the file");
  }

  /// Returns the kept journal of the save that left the file half written, or else the latest
  /// journal that can restore the file, or empty.
  Optional<Path> keptJournal() throws IOException {
    Optional<Path> latest = Optional.empty();
    for (Path path : kept().latest().reversed()) {
      if (!operations.isTrusted(path, target)) {
        continue;
      }
      try (OpenFile file = operations.openToRead(path)) {
        Journal journal = Journal.read(file);
        if (fits(journal) && condition(journal) == SaveCondition.UNFINISHED) {
          return Optional.of(path);
        }
        latest = latest.isEmpty() && fits(journal) ? Optional.of(path) : latest;
      } catch (AccessDeniedException | NoSuchFileException e) {
        // Another user's file, or deleted meanwhile.
      }
    }
    return latest;
  }

  /// Returns the journals and drafts that are kept but ignored.
  NumberedFiles kept() {
    return new NumberedFiles(operations, number -> SaveNames.kept(target, number));
  }

  /// Returns the journals that were set aside and await a choice.
  NumberedFiles setAside() {
    return new NumberedFiles(operations, number -> SaveNames.stale(target, number));
  }

  /// Opens an untrusted journal to examine its lock.
  ///
  /// @return the journal, or empty for links and folders
  Optional<OpenFile> openUntrusted(Path journal) throws IOException {
    try {
      return Optional.of(operations.openToRead(journal));
    } catch (AccessDeniedException | NoSuchFileException e) {
      throw e;
    } catch (FileSystemException e) {
      return Optional.empty();
    }
  }

  SaveCondition untouched() throws IOException {
    return operations.exists(target) ? SaveCondition.UNTOUCHED : SaveCondition.NEVER_EXISTED;
  }

  SaveCondition condition(Journal journal) throws IOException {
    return switch (journal.state()) {
      // A complete journal is on the disk before the file gets the mark.
      case EMPTY -> withEmptyJournal();
      case DAMAGED -> SaveCondition.DAMAGED;
      case FORGED -> SaveCondition.FORGED;
      case REWRITE -> journal.rewritten().condition(this);
      case IN_PLACE -> compare(journal);
    };
  }

  private SaveCondition compare(Journal journal) throws IOException {
    try (OpenFile file = operations.openToRead(target)) {
      return ImageComparison.of(file, journal);
    } catch (NoSuchFileException e) {
      return SaveCondition.CHANGED;
    }
  }

  SaveCondition withEmptyJournal() throws IOException {
    return isUnfinished() ? SaveCondition.USELESS : untouched();
  }

  /// Returns true if the file contains the mark of an incomplete header.
  boolean isUnfinished() throws IOException {
    if (!operations.isFile(target)) {
      return false;
    }
    // Bypasses FileOperations, because reading commands call this method and must start quickly.
    try (FileBytes file = FileBytes.open(target)) {
      int count = (int) Math.min(Preface.BYTE_COUNT, file.length());
      return Preface.of(file.length(), file.read(0, count)).isUnfinished();
    }
  }

  /// Recovers the file if possible, and ends the save. Writes an image even if the file already
  /// reads as this image, because the page cache may differ from the disk after an I/O error.
  /// Deletes the journal last.
  RecoveryReport recover(SaveLock lock) throws IOException {
    Journal journal = Journal.read(lock.file);
    SaveCondition condition =
        journal.state() == Journal.State.IN_PLACE ? restore(journal) : condition(journal);
    if (journal.state() == Journal.State.REWRITE && journal.rewritten().oldFile().isKnown()) {
      FileKeyLock.deleteAbandoned(operations, journal.rewritten().oldFile().key(), target);
    }
    Optional<Sentence> keptFileNotice =
        keepsDraft(journal, condition) ? keepDraft() : keptDraftNotice(journal);
    return switch (condition.action()) {
      case CLEAN_UP, ROLL_BACK, KEEP_NEW -> {
        deleteDraft(journal);
        yield end(lock, condition, keptFileNotice);
      }
      case SET_ASIDE -> {
        lock.setAside(setAside().free());
        operations.forceFolder(target.getParent());
        yield condition.report(target).with(keptFileNotice);
      }
      case LEAVE_ALONE -> condition.report(target);
    };
  }

  /// Compares and writes an image through one open file, so that no other file can be written.
  private SaveCondition restore(Journal journal) throws IOException {
    try (OpenFile file = operations.openToWrite(target)) {
      if (!operations.isTrusted(journal.file().handle(), file.handle())) {
        return SaveCondition.FORGED;
      }
      lockToRestore(file);
      SaveCondition condition = ImageComparison.of(file, journal);
      switch (condition) {
        case OLD, UNFINISHED -> restore(journal, file, RecoveryChoice.OLD, true);
        // Without the mark, because an interruption would otherwise roll back a completed save.
        case NEW -> restore(journal, file, RecoveryChoice.NEW, false);
        default -> {}
      }
      return condition;
    } catch (NoSuchFileException e) {
      return SaveCondition.CHANGED;
    }
  }

  /// Writes the image chosen by the user.
  ///
  /// @return false if the journal does not match the file; nothing is written
  boolean restore(RecoveryChoice choice, SaveLock lock) throws IOException {
    Journal journal = Journal.read(lock.file);
    if (journal.state() != Journal.State.IN_PLACE) {
      return false;
    }
    try (OpenFile file = operations.openToWrite(target)) {
      lockToRestore(file);
      if (!operations.isTrusted(lock.file.handle(), file.handle()) || !fits(journal, file)) {
        return false;
      }
      restore(journal, file, choice, true);
    } catch (NoSuchFileException e) {
      return false;
    }
    return true;
  }

  /// Locks the file, because other users may save it under another name.
  private void lockToRestore(OpenFile file) throws IOException {
    if (!file.lockToOverwrite(!FileOperations.hasSeveralNames(operations, target))) {
      throw SaveSentences.notRecovered(target, SaveSentences.LOCKED);
    }
  }

  private void restore(Journal journal, OpenFile file, RecoveryChoice image, boolean isMarked)
      throws IOException {
    journal.restore(file, image, isMarked);
    Sentence reason = Sentence.of("another program has replaced, moved or deleted it since");
    IOException failure = null;
    try {
      if (FileOperations.isAt(operations, target, file)) {
        return;
      }
    } catch (IOException e) {
      reason = Sentence.of("then it could not be examined ({0})", SaveSentences.reason(e));
      failure = e;
    }
    Sentence sentence =
        Sentence.of("The header of {0} is restored, but {1}.", PathText.of(target), reason);
    Sentence journalRemains = Sentence.of("The journal is still there.");
    throw new SaveException(
        exist().orElse(false) ? sentence.then(journalRemains) : sentence, false, failure);
  }

  /// Deletes the journal of a recovered file and releases its lock.
  RecoveryReport end(SaveLock lock, SaveCondition condition, Optional<Sentence> keptFileNotice)
      throws IOException {
    try {
      lock.release();
      operations.forceFolder(target.getParent());
      return condition.report(target).with(keptFileNotice);
    } catch (IOException e) {
      if (journalRemains()) {
        throw e;
      }
      Sentence sentence =
          Sentence.of(
              "{0} is recovered, but the disk has not confirmed that its journal is deleted ({1}).",
              PathText.of(target), SaveSentences.reason(e));
      return new RecoveryReport(condition.action(), sentence, false).with(keptFileNotice);
    }
  }

  /// Returns true if the images of a journal can be written: the journal is complete, and its
  /// length, header length and first data bytes equal those of the file. The remaining header may
  /// differ.
  boolean fits(Journal journal) throws IOException {
    try (OpenFile file = operations.openToRead(target)) {
      return fits(journal, file);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static boolean fits(Journal journal, OpenFile file) throws IOException {
    if (journal.state() != Journal.State.IN_PLACE) {
      return false;
    }
    JournalHead head = journal.head().orElseThrow();
    long dataStart = Preface.BYTE_COUNT + head.headerLength();
    int tail = (int) (head.imageLength() - dataStart);
    return file.length() == head.fileLength()
        && isLengthOrMark(
            Transfer.read(file, 0, Preface.BYTE_COUNT), journal.oldBytes(0, Preface.BYTE_COUNT))
        && Arrays.equals(Transfer.read(file, dataStart, tail), journal.oldBytes(dataStart, tail));
  }

  private static boolean isLengthOrMark(byte[] field, byte[] length) {
    byte[] mark = Preface.unfinishedMark();
    return IntStream.range(0, field.length)
        .allMatch(i -> field[i] == length[i] || field[i] == mark[i]);
  }

  /// Renames the draft, which may be the old file or belong to another program.
  ///
  /// @return a sentence about the kept file, or empty if no draft exists
  Optional<Sentence> keepDraft() throws IOException {
    return hasDraft()
        ? Optional.of(keptNotice(moveToKeptName(SaveNames.draft(target))))
        : Optional.empty();
  }

  Path moveToKeptName(Path file) throws IOException {
    Path keptPath = kept().free();
    new Replacement(operations, file, keptPath, operations.fileKey(file)).renameNoReplace();
    return keptPath;
  }

  private Sentence keptNotice(Path keptPath) {
    return Sentence.of(
        "{0} may be the old file or belong to another program, and is kept as {1}.",
        PathText.of(SaveNames.draft(target).getFileName()), PathText.of(keptPath));
  }

  /// Returns a sentence about the old file if an interrupted recovery has kept it, or empty.
  private Optional<Sentence> keptDraftNotice(Journal journal) throws IOException {
    if (journal.state() == Journal.State.REWRITE) {
      for (Path kept : kept().latest()) {
        if (journal.rewritten().oldFile().isAt(operations, kept, false)) {
          return Optional.of(keptNotice(kept));
        }
      }
    }
    return Optional.empty();
  }

  /// Returns true if a recovery renames the draft instead of deleting it. Does so unless the draft
  /// is the new file, or the old file after it was replaced.
  private boolean keepsDraft(Journal journal, SaveCondition condition) throws IOException {
    return hasDraft()
        && (condition.action() == RecoveryAction.SET_ASIDE
            || journal.state() == Journal.State.REWRITE
                && !journal.rewritten().isDeletable(operations, target));
  }

  /// Returns a sentence about the file that a recovery will keep or has kept, or empty.
  Optional<Sentence> keptFileOutlook(Journal journal, SaveCondition condition) throws IOException {
    return keepsDraft(journal, condition)
        ? Optional.of(
            Sentence.of(
                "{0} may be the old file or belong to another program; recovering keeps it as {1}.",
                PathText.of(SaveNames.draft(target).getFileName()), PathText.of(kept().free())))
        : keptDraftNotice(journal);
  }

  private void deleteDraft(Journal journal) throws IOException {
    if (isDraftDeletable(journal)) {
      FileOperations.deleteIfExists(operations, SaveNames.draft(target));
    }
  }

  /// Returns true if the draft is not kept by the recovery of an ended rewrite, or is an incomplete
  /// file next to an empty journal.
  boolean isDraftDeletable(Journal journal) throws IOException {
    return journal.state() == Journal.State.REWRITE
        ? journal.rewritten().isDeletable(operations, target)
        : journal.state() == Journal.State.EMPTY && hasIncompleteDraft();
  }
}
