package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.InterruptedSave.State;
import io.github.tensorloupe.text.Sentence;

/// The search for an unfinished save of a file, and its description. Changes nothing.
record SaveInspection(FileOperations operations, Path target, SaveArtifacts artifacts) {

  /// The number of times that a new empty journal, or a replaced journal, is examined.
  private static final int MAX_ATTEMPTS = 10;

  /// An older empty journal was not created by a save that is about to lock it.
  private static final Duration MAX_AGE = Duration.ofMinutes(1);

  private static final Sentence SOMEONE = Sentence.of("another program");
  private static final String SAVED = "{0} is being saved by {1} at this moment.";
  private static final String UNKNOWN = "{0} is being saved or recovered by {1} at this moment.";

  /// Returns the unfinished save, or empty.
  Optional<InterruptedSave> run() throws IOException {
    boolean hasDraft = artifacts.hasDraft();
    if (artifacts.hasJournal()) {
      return inspectJournal();
    }
    List<Path> setAside = artifacts.setAside().latest();
    if (!setAside.isEmpty()) {
      return Optional.of(withOwner(undecided(setAside.getLast()), setAside.getLast()));
    }
    // Checks again, because a running save may have created or deleted its journal meanwhile.
    if (hasDraft && artifacts.hasIncompleteDraft() && !artifacts.hasJournal()) {
      // Recovering creates an empty journal.
      return Optional.of(abandoned(artifacts.withEmptyJournal(), Optional.empty()));
    }
    return unfinishedElsewhere();
  }

  /// Adds a sentence if the user cannot rename the journal, which each choice requires.
  private InterruptedSave withOwner(InterruptedSave save, Path journal) throws IOException {
    if (save.choices().isEmpty()
        || !operations.restrictions(journal).contains(FileOperations.Restriction.STICKY_FOLDER)) {
      return save;
    }
    Sentence owner =
        Sentence.of(
            "In this folder, only the owner of the journal or the administrator can do that.");
    Sentence sentence = save.sentence().then(owner);
    return new InterruptedSave(target, save.state(), save.action(), save.choices(), sentence);
  }

  private Optional<InterruptedSave> inspectJournal() throws IOException {
    Path path = SaveNames.journal(target);
    try {
      if (!operations.isTrusted(path, target)) {
        if (isLocked(path)) {
          return Optional.of(running(UNKNOWN, SOMEONE));
        }
        Sentence sentence =
            Sentence.of(
                "The journal {0} next to {1} is not used: {2}. While it is there, the file cannot"
                    + " be edited; \"recover --keep\" sets it aside.",
                PathText.of(path), PathText.of(target), artifacts.reasonForDistrust(path));
        return Optional.of(withOwner(outOfReach(sentence, RecoveryChoice.KEEP), path));
      }
      if (operations.holdsLock(path)) {
        return Optional.of(running(SAVED, Sentence.of("this program")));
      }
      for (int attempt = 1; ; attempt++) {
        try (OpenFile journalFile = operations.openToRead(path)) {
          boolean isLast = attempt == MAX_ATTEMPTS;
          // A save creates its journal before it locks it.
          if (!isLast && journalFile.length() == 0 && isRecent(path) && SaveLock.pause()) {
            continue;
          }
          InterruptedSave save = inspect(journalFile);
          // A save deletes its journal before it releases the lock.
          if (isLast || FileOperations.isAt(operations, path, journalFile)) {
            return Optional.of(withOwner(save, path));
          }
        }
      }
    } catch (NoSuchFileException e) {
      // The save has ended meanwhile.
      return Optional.empty();
    } catch (AccessDeniedException e) {
      Sentence sentence =
          Sentence.of(
              "Another user is saving {0}, or was interrupted while saving it: you have no"
                  + " permission to read {1}, which contains the state of the save.",
              PathText.of(target), DisplayText.of(e.getFile()));
      return Optional.of(
          found(
              State.RUNNING,
              RecoveryAction.LEAVE_ALONE,
              sentence.then(SaveSentences.OWNER_CAN_RECOVER)));
    }
  }

  /// Returns false if a journal was not changed in the last minute, by the clock of this computer.
  private boolean isRecent(Path journal) throws IOException {
    Instant changed = operations.attributes(journal).lastModifiedTime().toInstant();
    Duration age = Duration.between(changed, Instant.now());
    return age.abs().compareTo(MAX_AGE) < 0;
  }

  private boolean isLocked(Path journal) throws IOException {
    if (operations.holdsLock(journal)) {
      return true;
    }
    Optional<OpenFile> journalFile = artifacts.openUntrusted(journal);
    if (journalFile.isEmpty()) {
      return false;
    }
    try (OpenFile file = journalFile.get()) {
      return !file.tryLock(true);
    }
  }

  private InterruptedSave inspect(OpenFile journalFile) throws IOException {
    if (!journalFile.tryLock(true)) {
      return runningElsewhere(journalFile);
    }
    Journal journal = Journal.read(journalFile);
    SaveCondition condition = artifacts.condition(journal);
    Optional<JournalHead> head = journal.head();
    if (head.isPresent() && !head.get().host().equals(operations.hostName())) {
      Sentence sentence =
          Sentence.of(
              "{0} was being saved by {1}. If that program no longer runs, recover it by hand and"
                  + " allow for the other computer (--other-host).",
              PathText.of(target), head.get().owner());
      return found(State.OTHER_HOST, condition.action(), sentence);
    }
    return abandoned(condition, artifacts.keptFileOutlook(journal, condition));
  }

  /// Describes a save or recovery by another program. The journal of a recovery names a process
  /// that has ended. Some systems do not allow reading a locked file.
  private InterruptedSave runningElsewhere(OpenFile journalFile) {
    Optional<JournalHead> head = Optional.empty();
    try {
      head = Journal.read(journalFile).head();
    } catch (IOException e) {
      // The process remains unknown.
    }
    if (head.isEmpty()) {
      return running(UNKNOWN, SOMEONE);
    }
    boolean hasEnded =
        head.get().host().equals(operations.hostName())
            && ProcessHandle.of(head.get().processId()).isEmpty();
    return hasEnded
        ? running("{0} is being recovered by {1} at this moment.", SOMEONE)
        : running(SAVED, head.get().owner());
  }

  /// @param key a sentence whose arguments are the file and the program
  private InterruptedSave running(String key, Sentence owner) {
    return found(
        State.RUNNING, RecoveryAction.LEAVE_ALONE, Sentence.of(key, PathText.of(target), owner));
  }

  private InterruptedSave abandoned(SaveCondition condition, Optional<Sentence> keptFile) {
    Sentence outlook = condition.outlook(target);
    if (condition == SaveCondition.FORGED) {
      return outOfReach(outlook, RecoveryChoice.KEEP);
    }
    Sentence sentence =
        Sentence.of("A save of {0} was interrupted. {1}", PathText.of(target), outlook);
    return found(
        State.ABANDONED, condition.action(), keptFile.map(sentence::then).orElse(sentence));
  }

  private InterruptedSave outOfReach(Sentence sentence, RecoveryChoice... choices) {
    return found(State.OUT_OF_REACH, RecoveryAction.LEAVE_ALONE, sentence, choices);
  }

  private InterruptedSave found(
      State state, RecoveryAction action, Sentence sentence, RecoveryChoice... choices) {
    return new InterruptedSave(target, state, action, Set.of(choices), sentence);
  }

  private InterruptedSave undecided(Path journal) {
    String name = PathText.of(target);
    String journalName = PathText.of(journal.getFileName());
    Optional<Sentence> obstacle = obstacle(journal);
    if (obstacle.isPresent()) {
      Sentence sentence =
          Sentence.of(
              "An interrupted save of {0} could not be recovered with its journal {1}: {2}."
                  + " \"recover --keep\" leaves the file as it is. Until then it cannot be edited.",
              name, journalName, obstacle.get());
      return found(State.UNDECIDED, RecoveryAction.SET_ASIDE, sentence, RecoveryChoice.KEEP);
    }
    Sentence sentence =
        Sentence.of(
            "An interrupted save of {0} needs a decision. Its journal {1} holds the old and the"
                + " new header: \"recover --old\" writes the old one, \"--new\" the new one,"
                + " \"--keep\" leaves the file as it is. Until then it cannot be edited.",
            name, journalName);
    return found(State.UNDECIDED, RecoveryAction.SET_ASIDE, sentence, RecoveryChoice.values());
  }

  /// Returns the reason why a journal cannot restore the file, or empty if it can.
  private Optional<Sentence> obstacle(Path journal) {
    try {
      if (!operations.isTrusted(journal, target)) {
        return Optional.of(artifacts.reasonForDistrust(journal));
      }
      try (OpenFile journalFile = operations.openToRead(journal)) {
        return artifacts.fits(Journal.read(journalFile))
            ? Optional.empty()
            : Optional.of(Sentence.of("it does not fit the file"));
      }
    } catch (IOException e) {
      return Optional.of(Sentence.of("reading failed, {0}", SaveSentences.reason(e)));
    }
  }

  /// Describes an unfinished save whose journal is not next to the file, because the file was moved
  /// or saved under another name.
  ///
  /// @return empty also if the file is unreadable, which opening it reports
  private Optional<InterruptedSave> unfinishedElsewhere() throws IOException {
    try {
      if (!artifacts.isUnfinished()) {
        return Optional.empty();
      }
      // The mark may belong to a save that began after the search for a journal, or has ended.
      if (artifacts.hasJournal()) {
        return inspectJournal();
      }
      if (!artifacts.isUnfinished()) {
        return Optional.empty();
      }
    } catch (AccessDeniedException | NoSuchFileException e) {
      return Optional.empty();
    }
    Optional<Path> keptJournal = artifacts.keptJournal();
    if (keptJournal.isPresent()) {
      Sentence sentence =
          Sentence.of(
              "The header of {0} is half written. Its journal was set aside: rename {1} to {2} to"
                  + " recover the file.",
              PathText.of(target),
              PathText.of(keptJournal.get()),
              PathText.of(SaveNames.journal(target).getFileName()));
      return Optional.of(outOfReach(sentence));
    }
    Optional<FileKeyLock.Trace> trace = FileKeyLock.find(operations, target);
    if (trace.filter(FileKeyLock.Trace::isRunning).isPresent()) {
      return Optional.of(
          running("{0} is being saved under another name by {1} at this moment.", SOMEONE));
    }
    Optional<Path> savedPath =
        trace
            .flatMap(FileKeyLock.Trace::savedPath)
            .filter(path -> !path.equals(target))
            .filter(path -> new SaveArtifacts(operations, path).exist().orElse(true));
    String journal = String.valueOf(SaveNames.journal(target).getFileName());
    Sentence location =
        savedPath.isPresent()
            ? Sentence.of(
                "It was being saved as {0}: recover it there.", PathText.of(savedPath.get()))
            : Sentence.of(
                "Look for a file {0} next to its other names (hard links) or at its previous"
                    + " location, and recover it there.",
                DisplayText.of(journal));
    Sentence sentence =
        Sentence.of(
            "A save of {0} was interrupted while it wrote the header, and the journal that"
                + " restores it is not next to this path. {1}",
            PathText.of(target), location);
    return Optional.of(outOfReach(sentence));
  }
}
