package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// The files beside a file after a save was interrupted, and what they mean for the file.
///
/// @param target links resolved; it need not be there
record Leftovers(FileOperations operations, Path target) {

  enum Condition {
    /// The save had not begun to change the file.
    UNTOUCHED(
        RecoveryAction.CLEAN_UP,
        Sentence.of("It had not begun to change the file; recovering deletes what it left."),
        Sentence.of("The interrupted save had not begun to change {0}; what it left is deleted.")),
    /// There is no file, nor was there one.
    NEVER_THERE(
        RecoveryAction.CLEAN_UP,
        Sentence.of("There is no such file; recovering deletes what the save left."),
        Sentence.of("There is no file {0}; what an interrupted save left of it is deleted.")),
    /// The file has the header from before the save.
    OLD(
        RecoveryAction.CLEAN_UP,
        Sentence.of("The file has its old header; recovering deletes what the save left."),
        Sentence.of("{0} has its old header; what the interrupted save left is deleted.")),
    /// The header was being written, or cannot be read.
    UNFINISHED(
        RecoveryAction.ROLL_BACK,
        Sentence.of("The header is half written; recovering restores the old one."),
        Sentence.of("{0} has its old header again; what the interrupted save left is deleted.")),
    /// The file has the new header; or the new file has the name, and what lies beside it is the
    /// old one, or nothing.
    NEW(
        RecoveryAction.KEEP_NEW,
        Sentence.of("The file has its new header; recovering deletes what the save left."),
        Sentence.of("{0} has its new header; what the interrupted save left is deleted.")),
    /// The journal is not what was written.
    DAMAGED(
        RecoveryAction.SET_ASIDE,
        Sentence.of(
            "Its journal is damaged; recovering leaves the file alone and sets the journal aside."),
        Sentence.of(
            "The journal of an interrupted save of {0} is damaged: the file was not touched, and"
                + " the journal was set aside. Run \"recover --keep\" before the next edit.")),
    /// The journal says nothing and the file does not load.
    USELESS(
        RecoveryAction.SET_ASIDE,
        Sentence.of(
            "The file does not load and the journal is empty; recovering leaves the file alone and"
                + " sets the journal aside."),
        Sentence.of(
            "{0} does not load, and the journal of its interrupted save is empty: the file was not"
                + " touched, and the journal was set aside. Run \"recover --keep\" before the next"
                + " edit.")),
    /// The file is neither the old one, nor the new one, nor what a save leaves in between; or it
    /// is not there any more.
    CHANGED(
        RecoveryAction.SET_ASIDE,
        Sentence.of(
            "Another program has changed, moved or deleted the file since; recovering leaves it"
                + " alone and sets the journal aside."),
        Sentence.of(
            "Another program changed, moved or deleted {0} after the interrupted save: nothing was"
                + " touched, and the journal was set aside. Run \"recover\" with --old, --new or"
                + " --keep before the next edit.")),
    /// The journal says of itself what no save writes.
    FORGED(
        RecoveryAction.LEAVE_ALONE,
        Sentence.of(
            "The journal beside {0} is not used: no save writes such a journal. While it is there,"
                + " the file cannot be edited; \"recover --keep\" sets it aside."),
        Sentence.of(
            "The journal beside {0} is not used, because no save writes such a journal: nothing"
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

    RecoveryReport report(Path target) {
      return new RecoveryReport(action, Sentence.of(report.key(), PathText.of(target)));
    }
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

  /// True if a file with the name of a draft begins as a draft does, and does not load. Any other
  /// file may belong to the user: a complete draft is named in a journal.
  boolean hasIncompleteDraft() throws IOException {
    Path draft = SaveNames.draft(target);
    if (!hasDraft() || !operations.isTrusted(draft, target)) {
      return false;
    }
    try (OpenFile file = operations.openToRead(draft)) {
      byte[] begin = Transfer.read(file, 0, (int) Math.min(file.length(), Preface.BYTE_COUNT + 1));
      return (beginsAsHeader(begin) || isZero(begin)) && !loads(draft);
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

  /// The journals that were put aside and wait for a choice, the oldest first.
  List<Path> setAside() {
    return IntStream.iterate(0, number -> number + 1)
        .mapToObj(number -> SaveNames.stale(target, number))
        .takeWhile(operations::exists)
        .toList();
  }

  Path freeStaleName() {
    return SaveNames.stale(target, setAside().size());
  }

  /// A name for a journal that somebody has decided against.
  Path freeKeptName() {
    int number = 0;
    while (operations.exists(SaveNames.kept(target, number))) {
      number++;
    }
    return SaveNames.kept(target, number);
  }

  /// The condition of a save that has not begun to change the file.
  Condition untouched() {
    return operations.exists(target) ? Condition.UNTOUCHED : Condition.NEVER_THERE;
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

  /// The condition of a journal that has no images to compare the file with.
  private Condition withoutImages(Journal journal) throws IOException {
    return switch (journal.state()) {
      case EMPTY -> operations.exists(target) && !loads(target) ? Condition.USELESS : untouched();
      case DAMAGED -> Condition.DAMAGED;
      case FORGED -> Condition.FORGED;
      case REWRITE -> ofRewrite(journal.keys());
      case IN_PLACE -> throw new IllegalArgumentException("a journal with images");
    };
  }

  /// A file with the name of the draft is deleted later, unless the new file has swapped its name
  /// with one that is not the old file.
  private Condition ofRewrite(List<String> keys) throws IOException {
    if (keys.size() < 2 || keys.getLast().isEmpty() || !keyOf(target).equals(keys.getFirst())) {
      return untouched();
    }
    return !hasDraft() || keyOf(SaveNames.draft(target)).equals(keys.getLast())
        ? Condition.NEW
        : Condition.CHANGED;
  }

  /// The key of a file in its file system; empty where it does not say, or there is none.
  private String keyOf(Path path) throws IOException {
    try {
      return operations.fileKey(path).map(Object::toString).orElse("");
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  /// True if the reference library loads the file. An unreadable file does not load.
  private static boolean loads(Path path) {
    try (TensorFile file = TensorFile.open(path)) {
      return !file.isRefused();
    } catch (IOException e) {
      return false;
    }
  }

  /// True if the file holds the mark of a header that is being written.
  boolean isUnfinished() throws IOException {
    if (!operations.isFile(target)) {
      return false;
    }
    // Without the system calls of saving: commands that only read look for the mark as well.
    try (FileBytes file = FileBytes.open(target)) {
      int count = (int) Math.min(Preface.BYTE_COUNT, file.length());
      return Preface.of(file.length(), file.read(0, count)).isUnfinished();
    }
  }

  /// Puts the file right as far as that can be done, and ends the save. An image is written
  /// whatever the file reads as: after a failure of the disk that may be only in the memory of the
  /// system. The journal goes last, when the disk has what it was for.
  Condition putRight(SaveLock lock) throws IOException {
    Journal journal = Journal.read(lock.file);
    Condition condition =
        journal.state() == Journal.State.IN_PLACE ? restore(journal) : withoutImages(journal);
    switch (condition.action()) {
      case CLEAN_UP, ROLL_BACK, KEEP_NEW -> {
        deleteDraft(journal);
        lock.release();
        operations.forceFolder(target.getParent());
      }
      case SET_ASIDE -> {
        keepDraft();
        lock.setAside(freeStaleName());
        operations.forceFolder(target.getParent());
      }
      case LEAVE_ALONE -> {}
    }
    return condition;
  }

  /// Looks and writes through one open file, so that nothing else is written to.
  private Condition restore(Journal journal) throws IOException {
    try (OpenFile file = operations.openToWrite(target)) {
      if (!operations.isTrusted(journal.file().handle(), file.handle())) {
        return Condition.FORGED;
      }
      Condition condition = ImageComparison.of(file, journal);
      switch (condition) {
        case OLD, UNFINISHED -> journal.restore(file, RecoveryChoice.OLD, true);
        // Without the mark: were this cut off, the save that has happened would be taken back.
        case NEW -> journal.restore(file, RecoveryChoice.NEW, false);
        default -> {}
      }
      return FileOperations.isAt(operations, target, file) ? condition : Condition.CHANGED;
    } catch (NoSuchFileException e) {
      return Condition.CHANGED;
    }
  }

  /// Writes the image that somebody has chosen, if the journal fits the file.
  ///
  /// @return true if it does; if not, nothing was written
  boolean restore(RecoveryChoice choice, SaveLock lock) throws IOException {
    Journal journal = Journal.read(lock.file);
    if (journal.state() != Journal.State.IN_PLACE) {
      return false;
    }
    try (OpenFile file = operations.openToWrite(target)) {
      if (!operations.isTrusted(lock.file.handle(), file.handle()) || !fits(journal, file)) {
        return false;
      }
      journal.restore(file, choice, true);
      if (!FileOperations.isAt(operations, target, file)) {
        return false;
      }
    } catch (NoSuchFileException e) {
      return false;
    }
    lock.release();
    operations.forceFolder(target.getParent());
    return true;
  }

  /// True if either image of a journal can be written: it is whole, and the file has its length,
  /// its header length and, behind the header, its data. What else the header holds does not
  /// matter.
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

  /// Renames the draft, which may be a file of another program.
  void keepDraft() throws IOException {
    if (hasDraft()) {
      operations.rename(SaveNames.draft(target), freeKeptName());
    }
  }

  /// Deletes the draft of an ended save, if the journal names its key, or if it is incomplete and
  /// the journal is empty. Any other file with this name belongs to another program.
  private void deleteDraft(Journal journal) throws IOException {
    boolean isRewrite = journal.state() == Journal.State.REWRITE;
    if (isRewrite && !journal.keys().contains(keyOf(SaveNames.draft(target)))) {
      keepDraft();
    } else if (isRewrite || journal.state() == Journal.State.EMPTY && hasIncompleteDraft()) {
      FileOperations.deleteIfExists(operations, SaveNames.draft(target));
    }
  }
}
