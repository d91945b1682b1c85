package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// The journals and drafts next to a file after an interrupted save.
///
/// @param target the saved file, links resolved; need not exist
record SaveArtifacts(FileOperations operations, Path target) {

  enum Condition {
    /// The save had not changed the file yet.
    UNTOUCHED(
        RecoveryAction.CLEAN_UP,
        Sentence.of(
            "The save had not begun to change the file; recovering deletes its temporary files."),
        Sentence.of(
            "The interrupted save had not begun to change {0}; its temporary files are deleted.")),
    /// The file does not exist and did not exist before the save.
    NEVER_EXISTED(
        RecoveryAction.CLEAN_UP,
        Sentence.of("The file does not exist; recovering deletes the temporary files of the save."),
        Sentence.of("{0} does not exist; the temporary files of an interrupted save are deleted.")),
    /// The file has the old header.
    OLD(
        RecoveryAction.CLEAN_UP,
        Sentence.of(
            "The file has its old header; recovering deletes the temporary files of the save."),
        Sentence.of(
            "{0} has its old header; the temporary files of the interrupted save are deleted.")),
    /// The header is incomplete or cannot be read.
    UNFINISHED(
        RecoveryAction.ROLL_BACK,
        Sentence.of("The header is half written; recovering restores the old one."),
        Sentence.of(
            "{0} has its old header again; the temporary files of the interrupted save are"
                + " deleted.")),
    /// The file has the new header; or the file was replaced, and the draft is the old file or does
    /// not exist.
    NEW(
        RecoveryAction.KEEP_NEW,
        Sentence.of(
            "The file has its new header; recovering deletes the temporary files of the save."),
        Sentence.of(
            "{0} has its new header; the temporary files of the interrupted save are deleted.")),
    /// The target of a rewrite is neither the old nor the new file.
    REPLACED(
        RecoveryAction.CLEAN_UP,
        Sentence.of(
            "Another program has replaced, moved or deleted the file since; recovering deletes the"
                + " temporary files of the save."),
        Sentence.of(
            "Another program replaced, moved or deleted {0} after the interrupted save; the"
                + " temporary files of the save are deleted.")),
    /// The journal has a wrong checksum.
    DAMAGED(
        RecoveryAction.SET_ASIDE,
        Sentence.of(
            "Its journal is damaged; recovering leaves the file alone and sets the journal aside."),
        Sentence.of(
            "The journal of an interrupted save of {0} is damaged: the file was not touched, and"
                + " the journal was set aside. Run \"recover --keep\" before the next edit.")),
    /// The journal is empty and the file does not load.
    USELESS(
        RecoveryAction.SET_ASIDE,
        Sentence.of(
            "The file does not load and the journal is empty; recovering leaves the file alone and"
                + " sets the journal aside."),
        Sentence.of(
            "{0} does not load, and the journal of its interrupted save is empty: the file was not"
                + " touched, and the journal was set aside. Run \"recover --keep\" before the next"
                + " edit.")),
    /// Another program has changed, moved or deleted the file.
    CHANGED(
        RecoveryAction.SET_ASIDE,
        Sentence.of(
            "Another program has changed, moved or deleted the file since; recovering leaves it"
                + " alone and sets the journal aside."),
        Sentence.of(
            "Another program changed, moved or deleted {0} after the interrupted save: nothing was"
                + " touched, and the journal was set aside. Run \"recover\" with --old, --new or"
                + " --keep before the next edit.")),
    /// The journal contains data that no save writes.
    FORGED(
        RecoveryAction.LEAVE_ALONE,
        Sentence.of(
            "The journal next to {0} is not used: no save writes such a journal. While it is there,"
                + " the file cannot be edited; \"recover --keep\" sets it aside."),
        Sentence.of(
            "The journal next to {0} is not used, because no save writes such a journal: nothing"
                + " was touched."));

    private final RecoveryAction action;
    private final Sentence outlook;
    private final Sentence report;

    Condition(RecoveryAction action, Sentence outlook, Sentence report) {
      this.action = action;
      this.outlook = outlook;
      this.report = report;
    }

    RecoveryAction action() {
      return action;
    }

    Sentence outlook(Path target) {
      return Sentence.of(outlook.key(), PathText.of(target));
    }

    Sentence report(Path target) {
      return Sentence.of(report.key(), PathText.of(target));
    }
  }

  /// Returns the target of a path that need not exist.
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

  /// Returns whether the save has left anything, or empty if this is not known.
  Optional<Boolean> exist() {
    try {
      return Optional.of(hasJournal() || hasDraft() || !setAside().isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  boolean hasJournal() throws IOException {
    return operations.exists(SaveNames.journal(target));
  }

  boolean hasDraft() throws IOException {
    return operations.exists(SaveNames.draft(target));
  }

  /// Returns true if a file with the name of a draft begins with zeros or a header and does not
  /// load. Other files may belong to the user: a complete draft is named in a journal.
  ///
  /// @throws IOException if the file cannot be read
  boolean hasIncompleteDraft() throws IOException {
    Path draft = SaveNames.draft(target);
    if (!hasDraft() || !operations.isTrusted(draft, target)) {
      return false;
    }
    try (OpenFile file = operations.openToRead(draft)) {
      byte[] begin = Transfer.read(file, 0, (int) Math.min(file.length(), Preface.BYTE_COUNT + 1));
      if (!beginsAsHeader(begin) && !isZero(begin)) {
        return false;
      }
      try (TensorFile content = TensorFile.open(file.handle())) {
        return content.isRefused();
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

  private static boolean isZero(byte[] bytes) {
    return IntStream.range(0, bytes.length).allMatch(i -> bytes[i] == 0);
  }

  /// Returns the journals that were set aside and await a choice, the oldest first.
  List<Path> setAside() throws IOException {
    List<Path> journals = new ArrayList<>();
    Path next = SaveNames.stale(target, 0);
    while (operations.exists(next)) {
      journals.add(next);
      next = SaveNames.stale(target, journals.size());
    }
    return journals;
  }

  Path freeStaleName() throws IOException {
    return SaveNames.stale(target, setAside().size());
  }

  /// Returns a free name for a journal or a draft that is kept but ignored.
  Path freeKeptName() throws IOException {
    int number = 0;
    while (operations.exists(SaveNames.kept(target, number))) {
      number++;
    }
    return SaveNames.kept(target, number);
  }

  /// Returns the condition of a save that has not changed the file yet.
  Condition untouched() throws IOException {
    return operations.exists(target) ? Condition.UNTOUCHED : Condition.NEVER_EXISTED;
  }

  Condition condition(Journal journal) throws IOException {
    if (journal.state() != Journal.State.IN_PLACE) {
      return withoutImages(journal);
    }
    try (OpenFile file = operations.openToRead(target)) {
      return ImageComparison.of(file, journal);
    } catch (NoSuchFileException e) {
      return Condition.CHANGED;
    }
  }

  /// Returns the condition of a journal without images.
  private Condition withoutImages(Journal journal) throws IOException {
    return switch (journal.state()) {
      // The journal is complete on the disk before the file gets the mark.
      case EMPTY -> isUnfinished() ? Condition.USELESS : untouched();
      case DAMAGED -> Condition.DAMAGED;
      case FORGED -> Condition.FORGED;
      case REWRITE -> ofRewrite(journal.keys());
      case IN_PLACE -> throw new IllegalArgumentException("a journal with images");
    };
  }

  /// @param keys of the new file and the old file, or empty strings if unknown
  private Condition ofRewrite(List<String> keys) throws IOException {
    if (keys.getFirst().isEmpty()
        || isAt(keys.getLast(), target)
        || keys.getLast().isEmpty() && !operations.exists(target)) {
      return untouched();
    }
    boolean isNew = isAt(keys.getFirst(), target) && loads(target);
    if (hasDraft() && !isDeletable(keys, isNew)) {
      return Condition.CHANGED;
    }
    return isNew ? Condition.NEW : Condition.REPLACED;
  }

  /// Returns true if the draft is the new file, or the old file after it was replaced. Any other
  /// file may be the user's only copy, or belong to another program.
  private boolean isDeletable(List<String> keys, boolean isReplaced) throws IOException {
    Path draft = SaveNames.draft(target);
    return keys.getFirst().isEmpty()
        || isAt(keys.getFirst(), draft)
        || isReplaced && isAt(keys.getLast(), draft);
  }

  /// Returns true if the path leads to the file with the key.
  private boolean isAt(String key, Path path) throws IOException {
    try {
      return !key.isEmpty() && Journal.isKeyOf(key, path, operations.fileKey(path));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /// Returns true if the reference library loads the file; false if it is unreadable.
  private static boolean loads(Path path) {
    try (TensorFile file = TensorFile.open(path)) {
      return !file.isRefused();
    } catch (IOException e) {
      return false;
    }
  }

  /// Returns true if the file contains the mark of an incomplete header.
  boolean isUnfinished() throws IOException {
    if (!operations.isFile(target)) {
      return false;
    }
    // Does not use FileOperations, because reading commands call this and must start quickly.
    try (FileBytes file = FileBytes.open(target)) {
      int count = (int) Math.min(Preface.BYTE_COUNT, file.length());
      return Preface.of(file.length(), file.read(0, count)).isUnfinished();
    }
  }

  /// Recovers the file if possible, and ends the save. Writes an image even if the file already
  /// reads as this image, because after an I/O error the page cache may differ from the disk.
  /// Deletes the journal last.
  RecoveryReport recover(SaveLock lock) throws IOException {
    Journal journal = Journal.read(lock.file);
    Condition condition =
        journal.state() == Journal.State.IN_PLACE ? restore(journal) : withoutImages(journal);
    Optional<Sentence> keptFileNotice = Optional.empty();
    switch (condition.action()) {
      case CLEAN_UP, ROLL_BACK, KEEP_NEW -> {
        keptFileNotice = deleteDraft(journal, condition);
        return end(lock, condition, keptFileNotice);
      }
      case SET_ASIDE -> {
        keptFileNotice = keepDraft();
        lock.setAside(freeStaleName());
        operations.forceFolder(target.getParent());
      }
      case LEAVE_ALONE -> {}
    }
    return report(condition, keptFileNotice, true);
  }

  private RecoveryReport report(Condition condition, Optional<Sentence> more, boolean isConfirmed) {
    Sentence sentence = condition.report(target);
    return new RecoveryReport(
        condition.action(), more.map(sentence::then).orElse(sentence), isConfirmed);
  }

  /// Compares and writes through one open file, so that no other file is written.
  private Condition restore(Journal journal) throws IOException {
    try (OpenFile file = operations.openToWrite(target)) {
      if (!operations.isTrusted(journal.file().handle(), file.handle())) {
        return Condition.FORGED;
      }
      Condition condition = ImageComparison.of(file, journal);
      switch (condition) {
        case OLD, UNFINISHED -> restore(journal, file, RecoveryChoice.OLD, true);
        // Without the mark. Otherwise an interruption would roll back a completed save.
        case NEW -> restore(journal, file, RecoveryChoice.NEW, false);
        default -> {}
      }
      return condition;
    } catch (NoSuchFileException e) {
      return Condition.CHANGED;
    }
  }

  /// Writes the image that the user has chosen.
  ///
  /// @return false if the journal does not fit the file; nothing is written
  boolean restore(RecoveryChoice choice, SaveLock lock) throws IOException {
    Journal journal = Journal.read(lock.file);
    if (journal.state() != Journal.State.IN_PLACE) {
      return false;
    }
    try (OpenFile file = operations.openToWrite(target)) {
      if (!operations.isTrusted(lock.file.handle(), file.handle()) || !fits(journal, file)) {
        return false;
      }
      restore(journal, file, choice, true);
    } catch (NoSuchFileException e) {
      return false;
    }
    return true;
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
  ///
  /// @param keptFileNotice describes a file that was kept
  RecoveryReport end(SaveLock lock, Condition condition, Optional<Sentence> keptFileNotice)
      throws IOException {
    try {
      lock.release();
      operations.forceFolder(target.getParent());
      return report(condition, keptFileNotice, true);
    } catch (IOException e) {
      if (hasJournal()) {
        throw e;
      }
      Sentence sentence =
          Sentence.of(
              "{0} is recovered, but the disk has not confirmed that its journal is deleted ({1}).",
              PathText.of(target), SaveSentences.reason(e));
      return new RecoveryReport(
          condition.action(), keptFileNotice.map(sentence::then).orElse(sentence), false);
    }
  }

  /// Returns true if the images of a journal can be written: the journal is complete, and the file
  /// has its length, its header length and its first data bytes. The remaining header may differ.
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

  private static boolean isLengthOrMark(byte[] found, byte[] length) {
    byte[] mark = Preface.unfinishedMark();
    return IntStream.range(0, found.length)
        .allMatch(i -> found[i] == length[i] || found[i] == mark[i]);
  }

  /// Renames the draft, which may belong to another program or be the old file.
  ///
  /// @return a sentence about the kept file, or empty if there is no draft
  Optional<Sentence> keepDraft() throws IOException {
    if (!hasDraft()) {
      return Optional.empty();
    }
    Path draft = SaveNames.draft(target);
    Path keptPath = freeKeptName();
    operations.rename(draft, keptPath);
    return Optional.of(
        Sentence.of(
            "{0} may be the old file or belong to another program, and is kept as {1}.",
            PathText.of(draft.getFileName()), PathText.of(keptPath)));
  }

  /// Deletes the draft of an ended save: the new file, the old file if it was replaced by the new
  /// file, or an incomplete file next to an empty journal. Any other file is kept.
  ///
  /// @return a sentence about the kept file, or empty if there is none
  private Optional<Sentence> deleteDraft(Journal journal, Condition condition) throws IOException {
    if (journal.state() == Journal.State.REWRITE) {
      if (!isDeletable(journal.keys(), condition == Condition.NEW)) {
        return keepDraft();
      }
    } else if (journal.state() != Journal.State.EMPTY || !hasIncompleteDraft()) {
      return Optional.empty();
    }
    FileOperations.deleteIfExists(operations, SaveNames.draft(target));
    return Optional.empty();
  }
}
