package io.github.tensorloupe.save;

import io.github.tensorloupe.save.InterruptedSave.State;
import io.github.tensorloupe.save.Leftovers.Condition;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Finds out what an interrupted save left and puts it right. Thread-safe; can be repeated and
/// interrupted at any point.
public final class Recovery {

  private static final String SOMEONE = "another program";

  private final FileOperations operations;

  /// @param operations every step on the disk
  public Recovery(FileOperations operations) {
    this.operations = Objects.requireNonNull(operations);
  }

  /// What an unfinished save left beside a file; empty if nothing did. Writes nothing. The file
  /// itself need not be there.
  ///
  /// @throws IOException if that cannot be found out
  public Optional<InterruptedSave> inspect(Path file) throws IOException {
    Path target = Leftovers.targetOf(operations, file);
    if (target.getFileName() == null || target.getParent() == null) {
      return Optional.empty();
    }
    Leftovers leftovers = new Leftovers(operations, target);
    boolean hasDraft = leftovers.hasDraft();
    if (leftovers.hasJournal()) {
      return inspectJournal(target, leftovers);
    }
    List<Path> setAside = leftovers.setAside();
    if (!setAside.isEmpty()) {
      return Optional.of(undecided(target, leftovers, setAside.getLast()));
    }
    // A save that begins or ends just now has a draft before or after the look for its journal.
    if (hasDraft && leftovers.hasDraft() && !leftovers.hasJournal()) {
      return Optional.of(abandoned(target, Condition.UNTOUCHED));
    }
    return unfinishedElsewhere(target, leftovers);
  }

  private Optional<InterruptedSave> inspectJournal(Path target, Leftovers leftovers)
      throws IOException {
    Path path = SaveNames.journal(target);
    try {
      if (!operations.isTrusted(path, target)) {
        return Optional.of(
            outOfReach(
                target,
                Set.of(RecoveryChoice.KEEP),
                ("The journal %s beside %s is not used: it is not a regular file that belongs to"
                        + " you or to the owner of the file. While it is there, the file cannot be"
                        + " edited; \"recover --keep\" puts it aside.")
                    .formatted(SaveSentences.path(path), SaveSentences.path(target))));
      }
      if (operations.holdsLock(path)) {
        return Optional.of(running(target, "saved", "this program"));
      }
      try (OpenFile journalFile = operations.openToRead(path)) {
        return Optional.of(inspect(leftovers, target, journalFile));
      }
    } catch (NoSuchFileException e) {
      // The save has ended meanwhile.
      return Optional.empty();
    } catch (AccessDeniedException e) {
      String sentence =
          "Another user is saving %s, or was interrupted while saving it: you have no permission"
              + " to read %s, which would tell which.";
      return Optional.of(
          found(
              target,
              State.RUNNING,
              RecoveryAction.LEAVE_ALONE,
              sentence.formatted(SaveSentences.path(target), SaveSentences.path(path))));
    }
  }

  private InterruptedSave inspect(Leftovers leftovers, Path target, OpenFile journalFile)
      throws IOException {
    if (!journalFile.tryLock(true)) {
      return runningElsewhere(target, journalFile);
    }
    Journal journal = Journal.read(journalFile);
    Optional<SaveOwner> owner = journal.head().map(JournalHead::owner);
    Condition condition = leftovers.condition(journalFile, journal);
    if (owner.isPresent() && !owner.get().host().equals(operations.hostName())) {
      String sentence =
          ("%s was being saved by %s. If that program no longer runs, recover it by hand and allow"
                  + " for the other computer (--other-host).")
              .formatted(SaveSentences.path(target), owner.get().shown());
      return found(target, State.OTHER_HOST, condition.action(), sentence);
    }
    return abandoned(target, condition);
  }

  /// Some systems let nobody read what is locked. Whoever recovers holds the lock on a journal that
  /// names a process which has ended.
  private InterruptedSave runningElsewhere(Path target, OpenFile journalFile) {
    Optional<SaveOwner> owner = Optional.empty();
    try {
      owner = Journal.read(journalFile).head().map(JournalHead::owner);
    } catch (IOException e) {
      // Then it is not known who saves.
    }
    boolean hasEnded =
        owner
            .filter(each -> each.host().equals(operations.hostName()))
            .filter(each -> ProcessHandle.of(each.processId()).isEmpty())
            .isPresent();
    return hasEnded
        ? running(target, "recovered", SOMEONE)
        : running(target, "saved", owner.map(SaveOwner::shown).orElse(SOMEONE));
  }

  private static InterruptedSave running(Path target, String what, String owner) {
    return found(
        target,
        State.RUNNING,
        RecoveryAction.LEAVE_ALONE,
        "%s is being %s by %s at this moment.".formatted(SaveSentences.path(target), what, owner));
  }

  private InterruptedSave abandoned(Path target, Condition condition) {
    String outlook = outlook(target, condition);
    return condition == Condition.FORGED
        ? outOfReach(target, Set.of(RecoveryChoice.KEEP), outlook)
        : found(
            target,
            State.ABANDONED,
            condition.action(),
            "A save of %s was interrupted. %s".formatted(SaveSentences.path(target), outlook));
  }

  /// @param choices what can be chosen all the same
  private static InterruptedSave outOfReach(
      Path target, Set<RecoveryChoice> choices, String sentence) {
    return new InterruptedSave(
        target,
        SaveNames.journal(target),
        State.OUT_OF_REACH,
        RecoveryAction.LEAVE_ALONE,
        choices,
        sentence);
  }

  private static InterruptedSave found(
      Path target, State state, RecoveryAction action, String sentence) {
    return new InterruptedSave(
        target, SaveNames.journal(target), state, action, Set.of(), sentence);
  }

  private InterruptedSave undecided(Path target, Leftovers leftovers, Path journal)
      throws IOException {
    boolean fits;
    try (OpenFile journalFile = operations.openToRead(journal)) {
      fits =
          operations.isTrusted(journal, target)
              && leftovers.fits(journalFile, Journal.read(journalFile));
    }
    String name = SaveSentences.path(target);
    String sentence =
        fits
            ? "An interrupted save of %s needs a decision. Its journal %s holds the old and the new"
                + " header: \"recover --old\" writes the old one, \"--new\" the new one, \"--keep\""
                + " leaves the file as it is. Until then it cannot be edited."
            : "An interrupted save of %s could not be recovered, and its journal %s does not fit"
                + " the file: \"recover --keep\" leaves the file as it is. Until then it cannot"
                + " be edited.";
    return new InterruptedSave(
        target,
        journal,
        State.UNDECIDED,
        RecoveryAction.SET_ASIDE,
        fits ? Set.of(RecoveryChoice.values()) : Set.of(RecoveryChoice.KEEP),
        sentence.formatted(name, SaveSentences.path(journal.getFileName())));
  }

  /// The file may have been moved since, or have another name beside which the journal lies.
  private Optional<InterruptedSave> unfinishedElsewhere(Path target, Leftovers leftovers) {
    try {
      if (!leftovers.isUnfinished()) {
        return Optional.empty();
      }
      Optional<FileKeyLock.Trace> trace = FileKeyLock.look(operations, target);
      if (trace.filter(FileKeyLock.Trace::isRunning).isPresent()) {
        return Optional.of(running(target, "saved under another name", SOMEONE));
      }
      String where =
          trace
              .flatMap(FileKeyLock.Trace::savedPath)
              .map(
                  each ->
                      "It was being saved as %s: recover it there."
                          .formatted(SaveSentences.name(each)))
              .orElse(
                  "Look for a file %s beside its other names (hard links) or where it was moved"
                          .formatted(
                              SaveSentences.name(
                                  String.valueOf(SaveNames.journal(target).getFileName())))
                      + " from, and recover it there.");
      return Optional.of(
          outOfReach(
              target,
              Set.of(),
              ("A save of %s was interrupted while it wrote the header, and the journal that"
                      + " restores it is not beside this name. %s")
                  .formatted(SaveSentences.path(target), where)));
    } catch (IOException e) {
      // Opening the file tells what is wrong with it.
      return Optional.empty();
    }
  }

  private String outlook(Path target, Condition condition) {
    return switch (condition) {
      case UNTOUCHED ->
          operations.exists(target)
              ? "It had not begun to change the file; recovering deletes what it left."
              : "There is no such file; recovering deletes what the save left.";
      case OLD -> "The file has its old header; recovering deletes what the save left.";
      case UNFINISHED -> "The header is half written; recovering restores the old one.";
      case NEW -> "The file has its new header; recovering deletes what the save left.";
      case DAMAGED ->
          "Its journal is damaged; recovering leaves the file alone and puts the journal aside.";
      case USELESS ->
          "The file does not load and the journal is empty; recovering leaves the file alone and"
              + " puts the journal aside.";
      case CHANGED, GONE ->
          "Another program has changed, moved or deleted the file since; recovering leaves it alone"
              + " and puts the journal aside.";
      case FORGED ->
          ("The journal beside %s is not used: no save writes such a journal. While it is there,"
                  + " the file cannot be edited; \"recover --keep\" puts it aside.")
              .formatted(SaveSentences.path(target));
    };
  }

  /// Puts right what an interrupted save left; empty if nothing did. Where that needs a choice or
  /// is not possible, nothing is done, and the report says so.
  ///
  /// @param otherHostToo whether a save that began on another computer is taken for abandoned
  /// @throws SaveException if a save is under way, another computer began it, or recovering fails;
  ///   it can be tried again
  /// @throws IOException if it cannot be found out what is there
  public Optional<RecoveryReport> recover(Path file, boolean otherHostToo) throws IOException {
    Optional<InterruptedSave> found = inspect(file);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    InterruptedSave save = found.get();
    return switch (save.state()) {
      case UNDECIDED, OUT_OF_REACH ->
          Optional.of(new RecoveryReport(save.target(), save.action(), save.sentence()));
      case RUNNING, ABANDONED, OTHER_HOST -> {
        requireRecoverable(save, otherHostToo);
        yield guarded(save.target(), () -> recover(save.target()));
      }
    };
  }

  private static void requireRecoverable(InterruptedSave save, boolean otherHostToo)
      throws SaveException {
    if (!save.isRecoverable(otherHostToo)) {
      throw new SaveException(save.sentence(), true, null);
    }
  }

  private interface Step {
    Optional<RecoveryReport> run() throws IOException;
  }

  private static Optional<RecoveryReport> guarded(Path target, Step step) throws SaveException {
    try {
      return step.run();
    } catch (SaveException e) {
      throw e;
    } catch (IOException e) {
      throw failed(target, SaveSentences.reason(e), e);
    } catch (OutOfMemoryError e) {
      throw failed(target, SaveSentences.NO_MEMORY, e);
    }
  }

  private static SaveException failed(Path target, String why, Throwable cause) {
    return new SaveException(
        "%s could not be recovered: %s. What the save left is still there; it can be tried again."
            .formatted(SaveSentences.path(target), why),
        false,
        cause);
  }

  private Optional<RecoveryReport> recover(Path target) throws IOException {
    Leftovers leftovers = new Leftovers(operations, target);
    boolean hasJournal = leftovers.hasJournal();
    Optional<SaveLock> taken =
        hasJournal ? SaveLock.takeOver(operations, target) : SaveLock.create(operations, target);
    if (taken.isEmpty()) {
      return recoveredElsewhere(target);
    }
    try (SaveLock lock = taken.get()) {
      if (!hasJournal && !leftovers.hasDraft()) {
        // It belonged to a save that has ended meanwhile.
        lock.release();
        return Optional.empty();
      }
      Journal journal = Journal.read(lock.file());
      Condition condition = leftovers.condition(lock.file(), journal);
      leftovers.apply(condition, lock, journal);
      return Optional.of(report(target, condition));
    }
  }

  /// Someone else was faster.
  private Optional<RecoveryReport> recoveredElsewhere(Path file) throws IOException {
    if (inspect(file).isPresent()) {
      throw new SaveException(
          "%s is being recovered or saved by another program.".formatted(SaveSentences.path(file)),
          true,
          null);
    }
    return Optional.empty();
  }

  private RecoveryReport report(Path target, Condition condition) {
    String sentence =
        switch (condition) {
          case UNTOUCHED ->
              operations.exists(target)
                  ? "The interrupted save had not begun to change %s; what it left is deleted."
                  : "There is no file %s; what an interrupted save left of it is deleted.";
          case OLD -> "%s has its old header; what the interrupted save left is deleted.";
          case UNFINISHED ->
              "%s has its old header again; what the interrupted save left is deleted.";
          case NEW -> "%s has its new header; what the interrupted save left is deleted.";
          case DAMAGED ->
              "The journal of an interrupted save of %s is damaged: the file was not touched, and"
                  + " the journal was put aside. Run \"recover --keep\" before the next edit.";
          case USELESS ->
              "%s does not load, and the journal of its interrupted save is empty: the file was not"
                  + " touched, and the journal was put aside. Run \"recover --keep\" before the"
                  + " next edit.";
          case CHANGED, GONE ->
              "Another program changed, moved or deleted %s after the interrupted save: nothing was"
                  + " touched, and the journal was put aside. Run \"recover\" with --old, --new or"
                  + " --keep before the next edit.";
          case FORGED ->
              "The journal beside %s is not used, because no save writes such a journal: nothing"
                  + " was touched.";
        };
    return new RecoveryReport(
        target, condition.action(), sentence.formatted(SaveSentences.path(target)));
  }

  /// Does what somebody has chosen for a file whose interrupted save cannot be put right by itself;
  /// empty if there is none. A save that could be put right takes a choice as well.
  ///
  /// @param otherHostToo whether a save that began on another computer is taken for abandoned
  /// @throws SaveException if a save is under way, the journal cannot do what was chosen, or it
  ///   fails; nothing is deleted then
  /// @throws IOException if it cannot be found out what is there
  public Optional<RecoveryReport> choose(Path file, RecoveryChoice choice, boolean otherHostToo)
      throws IOException {
    Optional<InterruptedSave> found = inspect(file);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    InterruptedSave save = found.get();
    if (save.state() == State.RUNNING || save.state() == State.OTHER_HOST) {
      requireRecoverable(save, otherHostToo);
    }
    Path target = save.target();
    return guarded(
        target,
        () ->
            Optional.of(
                switch (choice) {
                  case KEEP -> keep(target);
                  case OLD, NEW -> write(target, choice);
                }));
  }

  private RecoveryReport keep(Path target) throws IOException {
    Leftovers leftovers = new Leftovers(operations, target);
    List<Path> journals = new ArrayList<>(leftovers.setAside());
    if (leftovers.hasJournal()) {
      journals.add(SaveNames.journal(target));
    }
    if (journals.isEmpty()) {
      throw failed(target, "there is no journal beside it to put aside", null);
    }
    Path kept = leftovers.freeKeptName();
    for (Path journal : journals) {
      kept = leftovers.freeKeptName();
      operations.rename(journal, kept);
    }
    leftovers.deleteDraft();
    operations.forceFolder(target.getParent());
    return new RecoveryReport(
        target,
        RecoveryAction.CLEAN_UP,
        "%s stays as it is and can be edited if it loads; its journal is kept as %s and is not used"
            + " any"
            + " more.".formatted(SaveSentences.path(target), SaveSentences.path(kept)));
  }

  /// The journal is in force again while the header is written, so that this can be interrupted as
  /// a save can.
  private RecoveryReport write(Path target, RecoveryChoice choice) throws IOException {
    Leftovers leftovers = new Leftovers(operations, target);
    if (!leftovers.hasJournal() && !leftovers.setAside().isEmpty()) {
      operations.publish(leftovers.setAside().getLast(), SaveNames.journal(target));
    }
    Optional<SaveLock> taken = SaveLock.takeOver(operations, target);
    if (taken.isEmpty()) {
      throw failed(target, "there is no journal beside it, or another program uses it", null);
    }
    try (SaveLock lock = taken.get()) {
      boolean isTrusted = operations.isTrusted(SaveNames.journal(target), target);
      if (!isTrusted || !leftovers.write(choice, lock)) {
        lock.setAside(leftovers.freeStaleName());
        throw failed(
            target,
            "the journal does not fit it, so neither header can be written; the file was not"
                + " touched, and \"recover --keep\" leaves it as it is",
            null);
      }
    }
    return report(target, choice == RecoveryChoice.OLD ? Condition.OLD : Condition.NEW);
  }

  /// The file beside which an interrupted save left this; empty where nothing did.
  ///
  /// @throws IOException if the folder cannot be read
  public Optional<Path> fileOf(Path leftover) throws IOException {
    Path folder = leftover.toAbsolutePath().getParent();
    if (folder == null || SaveNames.target(leftover).isEmpty()) {
      return Optional.empty();
    }
    return unfinishedIn(folder).stream()
        .filter(file -> isLeftover(leftover.getFileName(), file))
        .findFirst();
  }

  private static boolean isLeftover(Path name, Path file) {
    Path journal = SaveNames.beforeSetAside(name);
    return SaveNames.journal(file).getFileName().equals(journal)
        || SaveNames.draft(file).getFileName().equals(name);
  }

  /// The files in a folder beside which an unfinished save has left something; not in the folders
  /// below. They need not be there themselves.
  ///
  /// @throws IOException if the folder cannot be read
  public List<Path> unfinishedIn(Path folder) throws IOException {
    List<Path> entries = operations.list(folder);
    Set<Path> leftovers = new LinkedHashSet<>();
    Set<Path> targets = new LinkedHashSet<>();
    entries.stream()
        .filter(each -> SaveNames.target(each).isPresent())
        .map(SaveNames::beforeSetAside)
        .forEach(leftovers::add);
    if (leftovers.isEmpty()) {
      return List.of();
    }
    // A long name is cut in its leftovers' names, so the file itself is asked first.
    for (Path entry : entries) {
      if (leftovers.remove(SaveNames.journal(entry)) | leftovers.remove(SaveNames.draft(entry))) {
        targets.add(entry);
      }
    }
    leftovers.forEach(each -> targets.add(SaveNames.target(each).orElseThrow()));
    return List.copyOf(targets);
  }
}
