package io.github.tensorloupe.save;

import io.github.tensorloupe.save.InterruptedSave.State;
import io.github.tensorloupe.save.Leftovers.Condition;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One look at what an unfinished save has left beside a file. Writes nothing.
final class SaveInspection {

  private static final String SOMEONE = "another program";

  private final FileOperations operations;
  private final Path target;
  private final Leftovers leftovers;

  /// @param target links resolved; it need not be there
  SaveInspection(FileOperations operations, Path target) {
    this.operations = operations;
    this.target = target;
    this.leftovers = new Leftovers(operations, target);
  }

  /// What was found; empty if nothing is left.
  ///
  /// @throws IOException if that cannot be found out
  Optional<InterruptedSave> run() throws IOException {
    boolean hasDraft = leftovers.hasDraft();
    if (leftovers.hasJournal()) {
      return inspectJournal();
    }
    List<Path> setAside = leftovers.setAside();
    if (!setAside.isEmpty()) {
      return Optional.of(undecided(setAside.getLast()));
    }
    // A save that begins or ends just now has a draft before or after the look for its journal.
    if (hasDraft && leftovers.hasDraft() && !leftovers.hasJournal()) {
      return Optional.of(abandoned(Condition.UNTOUCHED));
    }
    return unfinishedElsewhere();
  }

  private Optional<InterruptedSave> inspectJournal() throws IOException {
    Path path = SaveNames.journal(target);
    try {
      if (!operations.isTrusted(path, target)) {
        return Optional.of(
            outOfReach(
                Set.of(RecoveryChoice.KEEP),
                ("The journal %s beside %s is not used: it is not a regular file that belongs to"
                        + " you or to the owner of the file. While it is there, the file cannot be"
                        + " edited; \"recover --keep\" puts it aside.")
                    .formatted(SaveSentences.path(path), SaveSentences.path(target))));
      }
      if (operations.holdsLock(path)) {
        return Optional.of(running("saved", "this program"));
      }
      try (OpenFile journalFile = operations.openToRead(path)) {
        return Optional.of(inspect(journalFile));
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
              State.RUNNING,
              RecoveryAction.LEAVE_ALONE,
              sentence.formatted(SaveSentences.path(target), SaveSentences.name(e.getFile()))));
    }
  }

  private InterruptedSave inspect(OpenFile journalFile) throws IOException {
    if (!journalFile.tryLock(true)) {
      return runningElsewhere(journalFile);
    }
    Journal journal = Journal.read(journalFile);
    Optional<SaveOwner> owner = journal.head().map(JournalHead::owner);
    Condition condition = leftovers.condition(journalFile, journal);
    if (owner.isPresent() && !owner.get().host().equals(operations.hostName())) {
      String sentence =
          ("%s was being saved by %s. If that program no longer runs, recover it by hand and allow"
                  + " for the other computer (--other-host).")
              .formatted(SaveSentences.path(target), owner.get().shown());
      return found(State.OTHER_HOST, condition.action(), sentence);
    }
    return abandoned(condition);
  }

  /// Some systems let nobody read what is locked. Whoever recovers holds the lock on a journal that
  /// names a process which has ended.
  private InterruptedSave runningElsewhere(OpenFile journalFile) {
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
        ? running("recovered", SOMEONE)
        : owner
            .map(each -> running("saved", each.shown()))
            .orElseGet(() -> running("saved or recovered", SOMEONE));
  }

  private InterruptedSave running(String what, String owner) {
    return found(
        State.RUNNING,
        RecoveryAction.LEAVE_ALONE,
        "%s is being %s by %s at this moment.".formatted(SaveSentences.path(target), what, owner));
  }

  private InterruptedSave abandoned(Condition condition) {
    String outlook = outlook(condition);
    return condition == Condition.FORGED
        ? outOfReach(Set.of(RecoveryChoice.KEEP), outlook)
        : found(
            State.ABANDONED,
            condition.action(),
            "A save of %s was interrupted. %s".formatted(SaveSentences.path(target), outlook));
  }

  /// @param choices what can be chosen all the same
  private InterruptedSave outOfReach(Set<RecoveryChoice> choices, String sentence) {
    return new InterruptedSave(
        target,
        SaveNames.journal(target),
        State.OUT_OF_REACH,
        RecoveryAction.LEAVE_ALONE,
        choices,
        sentence);
  }

  private InterruptedSave found(State state, RecoveryAction action, String sentence) {
    return new InterruptedSave(
        target, SaveNames.journal(target), state, action, Set.of(), sentence);
  }

  private InterruptedSave undecided(Path journal) {
    boolean fits = false;
    try {
      if (operations.isTrusted(journal, target)) {
        try (OpenFile journalFile = operations.openToRead(journal)) {
          fits = leftovers.fits(journalFile, Journal.read(journalFile));
        }
      }
    } catch (IOException e) {
      // A journal that cannot be read cannot help.
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
  private Optional<InterruptedSave> unfinishedElsewhere() {
    try {
      if (!leftovers.isUnfinished()) {
        return Optional.empty();
      }
      Optional<FileKeyLock.Trace> trace = FileKeyLock.look(operations, target);
      if (trace.filter(FileKeyLock.Trace::isRunning).isPresent()) {
        return Optional.of(running("saved under another name", SOMEONE));
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
              Set.of(),
              ("A save of %s was interrupted while it wrote the header, and the journal that"
                      + " restores it is not beside this name. %s")
                  .formatted(SaveSentences.path(target), where)));
    } catch (IOException e) {
      // Opening the file tells what is wrong with it.
      return Optional.empty();
    }
  }

  private String outlook(Condition condition) {
    return switch (condition) {
      case UNTOUCHED ->
          operations.exists(target)
              ? "It had not begun to change the file; recovering deletes what it left."
              : "There is no such file; recovering deletes what the save left.";
      case OLD -> "The file has its old header; recovering deletes what the save left.";
      case UNFINISHED -> "The header is half written; recovering restores the old one.";
      case NEW, REPLACED -> "The file has its new header; recovering deletes what the save left.";
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
}
