package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.TensorFile;

/// The files beside a file after a save was interrupted, and what they mean for the file.
///
/// @param target links resolved; it need not be there
record Leftovers(FileOperations operations, Path target) {

  private static final int PIECE_BYTES = 1 << 17;
  private static final byte[] MARK = Preface.unfinishedMark();

  /// The condition of a journal and its file together.
  enum Condition {
    /// The save had not begun to change the file.
    UNTOUCHED(RecoveryAction.CLEAN_UP),
    /// The file has the header from before the save.
    OLD(RecoveryAction.CLEAN_UP),
    /// The header was being written, or cannot be read.
    UNFINISHED(RecoveryAction.ROLL_BACK),
    /// The file has the new header.
    NEW(RecoveryAction.KEEP_NEW),
    /// The new file has the name: what lies beside it is the old one, or nothing.
    REPLACED(RecoveryAction.KEEP_NEW),
    /// The journal is not what was written.
    DAMAGED(RecoveryAction.SET_ASIDE),
    /// The journal says nothing and the file does not load.
    USELESS(RecoveryAction.SET_ASIDE),
    /// The file is neither the old one, nor the new one, nor what a save leaves in between.
    CHANGED(RecoveryAction.SET_ASIDE),
    /// There is no such file any more.
    GONE(RecoveryAction.SET_ASIDE),
    /// The journal says of itself what no save writes.
    FORGED(RecoveryAction.LEAVE_ALONE);

    private final RecoveryAction action;

    Condition(RecoveryAction action) {
      this.action = action;
    }

    RecoveryAction action() {
      return action;
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

  /// The journals that were put aside and wait for a choice, the oldest first.
  List<Path> setAside() {
    List<Path> found = new ArrayList<>();
    Path path = SaveNames.stale(target, 0);
    for (int number = 1; operations.exists(path); number++) {
      found.add(path);
      path = SaveNames.stale(target, number);
    }
    return found;
  }

  /// A name for one more journal that is put aside.
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

  Condition condition(OpenFile journalFile, Journal journal) throws IOException {
    Optional<Condition> known = withoutImages(journalFile, journal);
    if (known.isPresent()) {
      return known.get();
    }
    try (OpenFile file = operations.openToRead(target)) {
      return condition(journalFile, journal, file);
    } catch (NoSuchFileException e) {
      return Condition.GONE;
    }
  }

  /// The condition of a journal that has no images to compare the file with; empty where it has.
  private Optional<Condition> withoutImages(OpenFile journalFile, Journal journal)
      throws IOException {
    return switch (journal.state()) {
      case EMPTY ->
          Optional.of(
              !operations.exists(target) || loads() ? Condition.UNTOUCHED : Condition.USELESS);
      case DAMAGED -> Optional.of(Condition.DAMAGED);
      case WHOLE -> {
        if (!journal.isOfSaveInPlace()) {
          yield Optional.of(ofRewrite(journal.keys(journalFile)));
        }
        yield journal.isConsistent(journalFile) ? Optional.empty() : Optional.of(Condition.FORGED);
      }
    };
  }

  /// A file with the name of the draft is deleted later, unless the new file has swapped its name
  /// with one that is not the old file.
  private Condition ofRewrite(List<String> keys) throws IOException {
    if (keys.size() < 2 || keys.getLast().isEmpty() || !keyOf(target).equals(keys.getFirst())) {
      return Condition.UNTOUCHED;
    }
    return !hasDraft() || keyOf(SaveNames.draft(target)).equals(keys.getLast())
        ? Condition.REPLACED
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

  /// True if the reference library would load the file. One that cannot be read does not load.
  private boolean loads() {
    try (TensorFile file = TensorFile.open(target)) {
      return !file.isRefused();
    } catch (IOException e) {
      return false;
    }
  }

  /// True if the file holds the mark of a header that is being written.
  ///
  /// @throws IOException if it cannot be read
  boolean isUnfinished() throws IOException {
    if (!operations.isFile(target)) {
      return false;
    }
    try (OpenFile file = operations.openToRead(target)) {
      int count = (int) Math.min(Preface.BYTE_COUNT, file.length());
      return Preface.of(file.length(), Transfer.read(file, 0, count)).isUnfinished();
    }
  }

  private Condition condition(OpenFile journalFile, Journal journal, OpenFile file)
      throws IOException {
    JournalHead head = journal.head().orElseThrow();
    if (file.length() != head.fileLength()) {
      return Condition.CHANGED;
    }
    ImageComparison comparison = new ImageComparison(file);
    for (long at = 0; at < head.imageLength(); at += PIECE_BYTES) {
      int count = (int) Math.min(PIECE_BYTES, head.imageLength() - at);
      byte[] oldBytes = journal.oldBytes(journalFile, at, count);
      comparison.compare(at, oldBytes, journal.newBytes(journalFile, at, count));
    }
    return comparison.result();
  }

  /// Puts the file right as far as that can be done, and ends the save. An image is written
  /// whatever the file reads as: after a failure of the disk that may be only in the memory of the
  /// system. The journal goes last, when the disk has what it was for.
  ///
  /// @return what was found
  Condition putRight(SaveLock lock) throws IOException {
    Journal journal = Journal.read(lock.file());
    Optional<Condition> known = withoutImages(lock.file(), journal);
    Condition condition = known.isPresent() ? known.get() : write(lock.file(), journal);
    switch (condition) {
      case UNTOUCHED, OLD, UNFINISHED, NEW, REPLACED -> {
        deleteDraft();
        lock.release();
        operations.forceFolder(target.getParent());
      }
      case DAMAGED, USELESS, CHANGED, GONE -> {
        if (hasDraft()) {
          // It may be what another program has put there.
          operations.rename(SaveNames.draft(target), freeKeptName());
        }
        lock.setAside(freeStaleName());
        operations.forceFolder(target.getParent());
      }
      case FORGED -> {}
    }
    return condition;
  }

  /// Looks and writes through one open file, so that nothing else is written to.
  private Condition write(OpenFile journalFile, Journal journal) throws IOException {
    String key = keyOf(target);
    try (OpenFile file = operations.openToWrite(target)) {
      Condition condition = condition(journalFile, journal, file);
      switch (condition) {
        case OLD, UNFINISHED ->
            HeaderOverwrite.write(file, headerLength(journal), journal.oldImage(journalFile));
        // Without the mark: were this cut off, the save that has happened would be taken back.
        case NEW ->
            HeaderOverwrite.writeAgain(file, headerLength(journal), journal.newImage(journalFile));
        default -> {}
      }
      return keyOf(target).equals(key) ? condition : Condition.CHANGED;
    } catch (NoSuchFileException e) {
      return Condition.GONE;
    }
  }

  private static long headerLength(Journal journal) {
    return journal.head().orElseThrow().headerLength();
  }

  /// Writes the image that somebody has chosen, if the journal fits the file.
  ///
  /// @return true if it does; if not, nothing was written
  boolean write(RecoveryChoice choice, SaveLock lock) throws IOException {
    Journal journal = Journal.read(lock.file());
    if (!journal.isOfSaveInPlace() || !journal.isConsistent(lock.file())) {
      return false;
    }
    String key = keyOf(target);
    try (OpenFile file = operations.openToWrite(target)) {
      if (!fits(lock.file(), journal, file)) {
        return false;
      }
      HeaderOverwrite.write(
          file,
          headerLength(journal),
          choice == RecoveryChoice.OLD
              ? journal.oldImage(lock.file())
              : journal.newImage(lock.file()));
      if (!keyOf(target).equals(key)) {
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
  boolean fits(OpenFile journalFile, Journal journal) throws IOException {
    if (!journal.isOfSaveInPlace() || !journal.isConsistent(journalFile)) {
      return false;
    }
    try (OpenFile file = operations.openToRead(target)) {
      return fits(journalFile, journal, file);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static boolean fits(OpenFile journalFile, Journal journal, OpenFile file)
      throws IOException {
    JournalHead head = journal.head().orElseThrow();
    long dataStart = Preface.BYTE_COUNT + head.headerLength();
    int tail = (int) (head.imageLength() - dataStart);
    byte[] length = journal.oldBytes(journalFile, 0, Preface.BYTE_COUNT);
    byte[] data = journal.oldBytes(journalFile, dataStart, tail);
    return file.length() == head.fileLength()
        && isLengthOrMark(Transfer.read(file, 0, Preface.BYTE_COUNT), length)
        && Arrays.equals(Transfer.read(file, dataStart, tail), data);
  }

  private static boolean isLengthOrMark(byte[] found, byte[] length) {
    for (int i = 0; i < found.length; i++) {
      if (found[i] != length[i] && found[i] != MARK[i]) {
        return false;
      }
    }
    return true;
  }

  /// Deletes a file that never took its name, if there is one.
  void deleteDraft() throws IOException {
    if (hasDraft()) {
      operations.delete(SaveNames.draft(target));
    }
  }
}
