package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.InterruptedSave.State;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoFunction;

/// The recovery of files after interrupted saves. Thread-safe. A recovery can be interrupted at any
/// point and repeated.
public record Recovery(FileOperations operations) {

  /// Finds an unfinished save of a file, which need not exist. Changes nothing.
  ///
  /// @return the unfinished save, or empty; always empty for remote files
  public Optional<InterruptedSave> inspect(Path file) throws IOException {
    if (SourceFileSystem.of(file).isPresent()) {
      return Optional.empty();
    }
    Path target = SaveArtifacts.targetOf(operations, file);
    if (target.getFileName() == null || target.getParent() == null) {
      return Optional.empty();
    }
    try {
      return new SaveInspection(operations, target, new SaveArtifacts(operations, target)).run();
    } catch (OutOfMemoryError e) {
      // A valid journal may have 200 MB. The memory may suffice for other files.
      throw SaveSentences.notRecovered(target, WriteFailures.NO_MEMORY);
    }
  }

  /// Returns findings about an unfinished save, or about a failure to search for one.
  public List<Finding> findings(Path file) {
    try {
      return inspect(file).map(InterruptedSave::finding).stream().toList();
    } catch (NoSuchFileException e) {
      // Opening the file reports this failure.
      return List.of();
    } catch (IOException e) {
      return List.of(ReadFailures.finding(e));
    }
  }

  /// Returns false if a folder contains no journals and drafts, not even old ones. Its files (not
  /// the targets of its links) then have no unfinished save, unless a file contains the mark of an
  /// incomplete header, which loaders refuse.
  public boolean mayHaveArtifacts(Path folder) {
    if (SourceFileSystem.of(folder).isPresent()) {
      return false;
    }
    try {
      return operations.list(folder).stream().anyMatch(SaveNames::isArtifact);
    } catch (IOException | UncheckedIOException e) {
      return true;
    }
  }

  /// Recovers a file after an interrupted save. If recovery is impossible or requires a choice,
  /// changes nothing except for setting the journal aside, and returns a report about it.
  ///
  /// @param includesOtherHosts true to treat saves of other computers as abandoned
  /// @return the report, or empty if every save has finished
  /// @throws SaveException if a save is running, if another computer started it, or if recovery
  ///   fails and can be retried
  public Optional<RecoveryReport> recover(Path file, boolean includesOtherHosts)
      throws IOException {
    Optional<InterruptedSave> interrupted = inspect(file);
    if (interrupted.isEmpty()) {
      return Optional.empty();
    }
    InterruptedSave save = interrupted.get();
    TrustedPaths.requireTrustedLinks(file, save.target());
    if (save.state() == State.UNDECIDED || save.state() == State.OUT_OF_REACH) {
      return Optional.of(new RecoveryReport(save.action(), save.sentence(), true));
    }
    requireRecoverable(save, includesOtherHosts);
    return inPinnedFolder(save.target(), recovery -> recovery.recover(save.target()));
  }

  private static void requireRecoverable(InterruptedSave save, boolean includesOtherHosts)
      throws SaveException {
    if (!save.isRecoverable(includesOtherHosts)) {
      throw new SaveException(save.sentence(), true);
    }
  }

  private Optional<RecoveryReport> inPinnedFolder(
      Path target, IoFunction<Recovery, Optional<RecoveryReport>> step) throws SaveException {
    Path folder = target.getParent();
    try (PinnedFolder pinned = operations.pinResolved(folder)) {
      return step.apply(new Recovery(pinned.operations()));
    } catch (SaveException e) {
      throw e;
    } catch (IOException | OutOfMemoryError e) {
      throw failed(target, SaveSentences.reason(e), e);
    }
  }

  private SaveException failed(Path target, Sentence reason, Throwable cause) {
    Sentence failed = Sentence.of("{0} could not be recovered: {1}.", PathText.of(target), reason);
    Sentence remaining =
        needsOwner(target, cause)
            ? SaveSentences.OWNER_CAN_RECOVER
            : Sentence.of("The temporary files of the save still exist; you can try again.");
    boolean hasArtifacts = new SaveArtifacts(operations, target).exist().orElse(false);
    return new SaveException(hasArtifacts ? failed.then(remaining) : failed, false, cause);
  }

  /// Returns true if the user has no permission to open, rename or delete the journal.
  private boolean needsOwner(Path target, Throwable failure) {
    try {
      return failure instanceof AccessDeniedException
          || failure instanceof FileSystemException
              && operations
                  .restrictions(SaveNames.journal(target))
                  .contains(FileOperations.Restriction.STICKY_FOLDER);
    } catch (IOException e) {
      return false;
    }
  }

  private Optional<RecoveryReport> recover(Path target) throws IOException {
    SaveArtifacts artifacts = new SaveArtifacts(operations, target);
    boolean hasJournal = artifacts.hasJournal();
    Optional<SaveLock> acquiredLock =
        hasJournal
            ? SaveLock.takeOver(operations, target, SaveNames.journal(target))
            : SaveLock.create(operations, target, Optional.empty());
    if (acquiredLock.isEmpty()) {
      if (inspect(target).isEmpty()) {
        return Optional.empty();
      }
      Sentence reason =
          Sentence.of(
              "{0} is being recovered or saved by another program, or another program has locked"
                  + " its journal {1}.",
              PathText.of(target), PathText.of(SaveNames.journal(target)));
      throw new SaveException(reason, true);
    }
    try (SaveLock lock = acquiredLock.get()) {
      if (!hasJournal && !artifacts.hasDraft()) {
        // The save has ended meanwhile.
        lock.release();
        return Optional.empty();
      }
      return Optional.of(artifacts.recover(lock));
    }
  }

  /// Recovers a file after an interrupted save according to the user's choice.
  ///
  /// @param includesOtherHosts true to treat saves of other computers as abandoned
  /// @return the report, or empty if every save has finished
  /// @throws SaveException if a save is running, the journal does not support the choice, or
  ///   recovery fails; nothing is deleted
  public Optional<RecoveryReport> choose(
      Path file, RecoveryChoice choice, boolean includesOtherHosts) throws IOException {
    Optional<InterruptedSave> interrupted = inspect(file);
    if (interrupted.isEmpty()) {
      return Optional.empty();
    }
    InterruptedSave save = interrupted.get();
    TrustedPaths.requireTrustedLinks(file, save.target());
    if (save.state() == State.RUNNING || save.state() == State.OTHER_HOST) {
      requireRecoverable(save, includesOtherHosts);
    }
    Path target = save.target();
    boolean keeps = choice == RecoveryChoice.KEEP;
    return inPinnedFolder(
        target,
        recovery ->
            Optional.of(
                keeps ? recovery.setJournalsAside(target) : recovery.write(target, choice)));
  }

  private RecoveryReport setJournalsAside(Path target) throws IOException {
    SaveArtifacts artifacts = new SaveArtifacts(operations, target);
    List<Path> journals = new ArrayList<>(artifacts.setAside().all());
    if (artifacts.hasJournal()) {
      journals.add(SaveNames.journal(target));
    }
    if (journals.isEmpty()) {
      throw SaveSentences.notRecovered(
          target, Sentence.of("it has no journal that could be set aside"));
    }
    // Examined before the journals are renamed, so that a failure changes nothing.
    boolean isUnfinished = artifacts.isUnfinished();
    Path keptPath = null;
    Optional<Sentence> keptDraftNotice = Optional.empty();
    for (Path journal : journals) {
      try (Closeable _ = lockToKeep(artifacts, journal)) {
        // While a journal exists, no save can start.
        keptDraftNotice = keptDraftNotice.isPresent() ? keptDraftNotice : artifacts.keepDraft();
        keptPath = artifacts.moveToKeptName(journal);
      }
    }
    try {
      operations.forceFolder(target.getParent());
    } catch (IOException e) {
      throw new SaveException(
          Sentence.of(
              "The journal of {0} is kept as {1}, but the disk has not confirmed it ({2}).",
              PathText.of(target), PathText.of(keptPath), SaveSentences.reason(e)),
          true,
          e);
    }
    String message =
        isUnfinished
            ? "{0} stays half written and does not load. Its journal is kept as {1} and ignored."
            : "{0} stays as it is and can be edited if it loads. Its journal is kept as {1} and"
                + " ignored.";
    return new RecoveryReport(
            isUnfinished ? RecoveryAction.LEAVE_ALONE : RecoveryAction.CLEAN_UP,
            Sentence.of(message, PathText.of(target), PathText.of(keptPath)),
            true)
        .with(keptDraftNotice);
  }

  private SaveLock lock(Path target, Path journal) throws IOException {
    return SaveLock.takeOver(operations, target, journal).orElseThrow(() -> journalInUse(target));
  }

  private SaveException journalInUse(Path target) {
    return failed(target, Sentence.of("another program uses its journal"), null);
  }

  /// Locks a journal that will be kept. An untrusted journal may also belong to a running save.
  private Closeable lockToKeep(SaveArtifacts artifacts, Path journal) throws IOException {
    Path target = artifacts.target();
    boolean isWritable =
        operations.attributes(journal).isRegularFile() && operations.isWritable(journal);
    Optional<SaveLock> lock =
        isWritable ? SaveLock.takeOver(operations, target, journal) : Optional.empty();
    if (lock.isPresent()) {
      return lock.get();
    }
    Optional<OpenFile> file =
        isWritable
            ? Optional.of(operations.openToWrite(journal))
            : artifacts.openUntrusted(journal);
    if (file.isEmpty()) {
      return () -> {};
    }
    OpenFile opened = file.get();
    // Only an exclusive lock prevents other recoveries that keep the journal.
    if ((SaveLock.acquire(opened, !isWritable) || opened.isLockedByReader())
        && FileOperations.isAt(operations, journal, opened)) {
      return opened;
    }
    try (opened) {
      throw journalInUse(target);
    }
  }

  /// Writes an image of the journal to the file. Renames the journal to its active name first, so
  /// that an interruption can be recovered like an interrupted save.
  private RecoveryReport write(Path target, RecoveryChoice choice) throws IOException {
    SaveArtifacts artifacts = new SaveArtifacts(operations, target);
    Path journal = SaveNames.journal(target);
    List<Path> setAside = artifacts.hasJournal() ? List.of() : artifacts.setAside().latest();
    Path source = setAside.isEmpty() ? journal : setAside.getLast();
    if (!operations.exists(source)) {
      throw SaveSentences.notRecovered(
          target, Sentence.of("it has no journal that belongs to you or to its owner"));
    }
    if (!operations.isTrusted(source, target)) {
      throw SaveSentences.notRecovered(
          target, Sentence.of("its journal is not used: {0}", artifacts.reasonForDistrust(source)));
    }
    try (SaveLock lock = lock(target, source)) {
      if (source.equals(journal) && Journal.read(lock.file).state() == Journal.State.REWRITE) {
        throw SaveSentences.notRecovered(
            target,
            Sentence.of(
                "its journal contains no header, because the save wrote a new file; run \"recover\""
                    + " without a choice"));
      }
      lock.activate(journal);
      if (artifacts.restore(choice, lock)) {
        return artifacts.end(
            lock,
            choice == RecoveryChoice.OLD ? SaveCondition.OLD : SaveCondition.NEW,
            Optional.empty());
      }
      if (!source.equals(journal)) {
        lock.setAside(artifacts.setAside().free());
      }
      throw SaveSentences.notRecovered(
          target,
          Sentence.of(
              "the journal does not fit it, so neither header can be written; the file was not"
                  + " touched, and \"recover --keep\" leaves it as it is"));
    }
  }

  /// Returns the old files, journals and drafts that saves and recoveries have kept and that
  /// recovery ignores.
  ///
  /// @param path a saved file, or a folder of saved files
  public List<Path> keptFiles(Path path) throws IOException {
    return Files.isDirectory(path)
        ? operations.list(path).stream()
            .filter(each -> SaveNames.isKept(each) && SaveNames.target(each).isPresent())
            .sorted()
            .toList()
        : new SaveArtifacts(operations, path).kept().latest();
  }

  /// Returns the saved file of a journal or draft, or empty if the path is neither.
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

  /// Returns the files with an unfinished save in a folder, excluding subfolders. The files need
  /// not exist.
  public List<Path> unfinishedIn(Path folder) throws IOException {
    List<Path> entries = operations.list(folder);
    Map<Boolean, TreeSet<Path>> artifacts =
        entries.stream()
            .filter(each -> SaveNames.target(each).isPresent())
            .collect(
                Collectors.partitioningBy(
                    SaveNames::isKept,
                    Collectors.mapping(
                        SaveNames::beforeSetAside, Collectors.toCollection(TreeSet::new))));
    Set<Path> targets = targets(artifacts.get(false), entries);
    for (Path target : targets(artifacts.get(true), entries)) {
      if (isUnfinished(target)) {
        targets.add(target);
      }
    }
    return List.copyOf(targets);
  }

  /// Returns true also if the file cannot be examined, which its recovery reports.
  private boolean isUnfinished(Path target) {
    try {
      return inspect(target).isPresent();
    } catch (IOException e) {
      return true;
    }
  }

  /// Returns the saved files of journals and drafts.
  private static Set<Path> targets(Set<Path> artifacts, List<Path> entries) {
    Set<Path> remaining = new TreeSet<>(artifacts);
    Set<Path> targets = new TreeSet<>();
    if (remaining.isEmpty()) {
      return targets;
    }
    // Long names of journals and drafts are truncated, so their names are first compared with
    // existing files.
    for (Path entry : entries) {
      if (remaining.remove(SaveNames.journal(entry)) | remaining.remove(SaveNames.draft(entry))) {
        targets.add(entry);
      }
    }
    remaining.forEach(each -> targets.add(SaveNames.target(each).orElseThrow()));
    return targets;
  }
}
