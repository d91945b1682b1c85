package io.github.tensorloupe.save;

import io.github.tensorloupe.save.InterruptedSave.State;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
    Leftovers leftovers = new Leftovers(operations, target);
    if (target.getFileName() == null || target.getParent() == null) {
      return Optional.empty();
    }
    boolean hasDraft = leftovers.hasDraft();
    if (!leftovers.hasJournal()) {
      // A save that begins or ends just now has a draft before or after the look for its journal.
      return hasDraft && leftovers.hasDraft()
          ? Optional.of(found(target, State.ABANDONED, RecoveryAction.CLEAN_UP, ""))
          : Optional.empty();
    }
    Path path = SaveNames.journal(target);
    if (operations.holdsLock(path)) {
      return Optional.of(found(target, State.RUNNING, RecoveryAction.CLEAN_UP, "this program"));
    }
    try (OpenFile journalFile = operations.openToRead(path)) {
      return Optional.of(inspect(leftovers, target, journalFile));
    } catch (NoSuchFileException e) {
      // The save has ended meanwhile.
      return Optional.empty();
    }
  }

  private InterruptedSave inspect(Leftovers leftovers, Path target, OpenFile journalFile)
      throws IOException {
    boolean isFree = journalFile.tryLock(true);
    if (!isFree) {
      return found(target, State.RUNNING, RecoveryAction.CLEAN_UP, ownerOf(journalFile));
    }
    Optional<Journal> journal = Journal.read(journalFile);
    String owner = journal.map(each -> each.head().owner().shown()).orElse(SOMEONE);
    State state = isFromHere(journal) ? State.ABANDONED : State.OTHER_HOST;
    return found(target, state, leftovers.action(journalFile, journal), owner);
  }

  /// Some systems let nobody read what is locked.
  private static String ownerOf(OpenFile journalFile) {
    try {
      return Journal.read(journalFile).map(each -> each.head().owner().shown()).orElse(SOMEONE);
    } catch (IOException e) {
      return SOMEONE;
    }
  }

  private boolean isFromHere(Optional<Journal> journal) {
    return journal
        .map(each -> each.head().owner().host().equals(operations.hostName()))
        .orElse(true);
  }

  private InterruptedSave found(Path target, State state, RecoveryAction action, String owner) {
    String name = SaveSentences.path(target);
    String sentence =
        switch (state) {
          case RUNNING -> "%s is being saved by %s at this moment.".formatted(name, owner);
          case OTHER_HOST ->
              ("%s was being saved by %s. If that program no longer runs, recover it by hand and"
                      + " allow for the other computer (--other-host).")
                  .formatted(name, owner);
          case ABANDONED ->
              "A save of %s was interrupted. %s".formatted(name, whatRecoveryDoes(target, action));
        };
    return new InterruptedSave(target, SaveNames.journal(target), state, action, sentence);
  }

  private String whatRecoveryDoes(Path target, RecoveryAction action) {
    return switch (action) {
      case CLEAN_UP ->
          operations.exists(target)
              ? "The file is whole; recovering deletes what was left beside it."
              : "There is no such file; recovering deletes what was left of it.";
      case ROLL_BACK -> "Its header is half written; recovering brings back the old one.";
      case KEEP_NEW -> "The new header is complete; recovering deletes what was left beside it.";
      case SET_ASIDE ->
          "Someone else has changed, moved or deleted the file since; recovering leaves it alone"
              + " and puts the journal aside.";
    };
  }

  /// Puts right what an interrupted save left; empty if nothing did.
  ///
  /// @param otherHostToo whether a save that began on another computer is taken for abandoned
  /// @throws SaveException if a save is under way, or another computer began it
  /// @throws IOException if it fails; it can be tried again
  public Optional<RecoveryReport> recover(Path file, boolean otherHostToo) throws IOException {
    Optional<InterruptedSave> found = inspect(file);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Path target = found.get().target();
    Leftovers leftovers = new Leftovers(operations, target);
    if (!leftovers.hasJournal()) {
      return recoverDraft(target, leftovers);
    }
    if (!found.get().isRecoverable(otherHostToo)) {
      throw new SaveException(found.get().sentence(), true, null);
    }
    Optional<SaveLock> lock = SaveLock.takeOver(operations, target);
    if (lock.isEmpty()) {
      return recoveredElsewhere(file);
    }
    return Optional.of(recover(target, leftovers, lock.get()));
  }

  private RecoveryReport recover(Path target, Leftovers leftovers, SaveLock lock)
      throws IOException {
    try {
      Optional<Journal> journal = Journal.read(lock.file());
      RecoveryAction action = leftovers.action(lock.file(), journal);
      leftovers.apply(action, lock, journal);
      return report(target, action);
    } finally {
      lock.close();
    }
  }

  private Optional<RecoveryReport> recoverDraft(Path target, Leftovers leftovers)
      throws IOException {
    Optional<SaveLock> lock = SaveLock.create(operations, target);
    if (lock.isEmpty()) {
      return recoveredElsewhere(target);
    }
    if (!leftovers.hasDraft()) {
      // It belonged to a save that has ended meanwhile.
      lock.get().release();
      return Optional.empty();
    }
    return Optional.of(recover(target, leftovers, lock.get()));
  }

  /// Someone else was faster.
  private Optional<RecoveryReport> recoveredElsewhere(Path file) throws IOException {
    Optional<InterruptedSave> still = inspect(file);
    if (still.isPresent()) {
      throw new SaveException(
          "%s is being recovered or saved by another program.".formatted(SaveSentences.path(file)),
          true,
          null);
    }
    return Optional.empty();
  }

  private RecoveryReport report(Path target, RecoveryAction action) {
    String name = SaveSentences.path(target);
    String sentence =
        switch (action) {
          case CLEAN_UP ->
              operations.exists(target)
                  ? "%s is whole; what an interrupted save left beside it is deleted."
                  : "There is no file %s; what an interrupted save left of it is deleted.";
          case ROLL_BACK -> "%s has its old header again.";
          case KEEP_NEW -> "%s is whole and has its new header; what was left is deleted.";
          case SET_ASIDE ->
              "%s was changed, moved or deleted by someone else after the interrupted save: nothing"
                  + " was touched, and the journal was put aside.";
        };
    return new RecoveryReport(target, action, sentence.formatted(name));
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
    return SaveNames.journal(file).getFileName().equals(name)
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
    entries.stream().filter(each -> SaveNames.target(each).isPresent()).forEach(leftovers::add);
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
