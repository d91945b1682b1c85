package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.save.InterruptedSave.State;
import io.github.tensorloupe.save.Leftovers.Condition;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoFunction;

/// Finds out what an interrupted save left and puts it right. Thread-safe; can be repeated and
/// interrupted at any point.
public record Recovery(FileOperations operations) {

  /// The remains of an unfinished save beside a file; empty if there are none. Writes nothing. The
  /// file itself need not be there. Nothing is saved on a server, and so nothing is left there.
  public Optional<InterruptedSave> inspect(Path file) throws IOException {
    if (SourceFileSystem.of(file).isPresent()) {
      return Optional.empty();
    }
    Path target = Leftovers.targetOf(operations, file);
    return target.getFileName() == null || target.getParent() == null
        ? Optional.empty()
        : new SaveInspection(operations, target, new Leftovers(operations, target)).run();
  }

  /// Puts right what an interrupted save left; empty if nothing did. Where that needs a choice or
  /// is not possible, nothing is done, and the report says so.
  ///
  /// @param otherHostToo true if a save that began on another computer is taken for abandoned
  /// @throws SaveException if a save is under way, another computer began it, or recovering fails;
  ///   it can be tried again
  public Optional<RecoveryReport> recover(Path file, boolean otherHostToo) throws IOException {
    Optional<InterruptedSave> found = inspect(file);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    InterruptedSave save = found.get();
    if (save.state() == State.UNDECIDED || save.state() == State.OUT_OF_REACH) {
      return Optional.of(new RecoveryReport(save.action(), save.sentence()));
    }
    requireRecoverable(save, otherHostToo);
    return guarded(save.target(), recovery -> recovery.recover(save.target()));
  }

  private static void requireRecoverable(InterruptedSave save, boolean otherHostToo)
      throws SaveException {
    if (!save.isRecoverable(otherHostToo)) {
      throw new SaveException(save.sentence(), true, null);
    }
  }

  private Optional<RecoveryReport> guarded(
      Path target, IoFunction<Recovery, Optional<RecoveryReport>> step) throws SaveException {
    Path folder = target.getParent();
    try (PinnedFolder pinned = operations.pin(folder)) {
      if (!pinned.operations().realPath(folder).equals(folder)) {
        throw new NoSuchFileException(folder.toString());
      }
      return step.apply(new Recovery(pinned.operations()));
    } catch (SaveException e) {
      throw e;
    } catch (IOException e) {
      throw failed(target, SaveSentences.reason(e), e);
    } catch (OutOfMemoryError e) {
      throw failed(target, SaveSentences.NO_MEMORY, e);
    }
  }

  private static SaveException failed(Path target, Sentence why, Throwable cause) {
    return new SaveException(
        Sentence.of(
            "{0} could not be recovered: {1}. What the save left is still there; it can be tried"
                + " again.",
            PathText.of(target), why),
        false,
        cause);
  }

  /// Nothing was done, and trying again is no use.
  private static SaveException refused(Path target, Sentence why) {
    return new SaveException(
        Sentence.of("{0} could not be recovered: {1}.", PathText.of(target), why), true, null);
  }

  private Optional<RecoveryReport> recover(Path target) throws IOException {
    Leftovers leftovers = new Leftovers(operations, target);
    boolean hasJournal = leftovers.hasJournal();
    Optional<SaveLock> taken =
        hasJournal
            ? SaveLock.takeOver(operations, target)
            : SaveLock.create(operations, target, Optional.empty());
    if (taken.isEmpty()) {
      if (inspect(target).isEmpty()) {
        return Optional.empty();
      }
      String name = PathText.of(target);
      Sentence why = Sentence.of("{0} is being recovered or saved by another program.", name);
      throw new SaveException(why, true, null);
    }
    try (SaveLock lock = taken.get()) {
      if (!hasJournal && !leftovers.hasDraft()) {
        // The save has ended meanwhile.
        lock.release();
        return Optional.empty();
      }
      return Optional.of(leftovers.putRight(lock).report(target));
    }
  }

  /// Does what somebody has chosen for a file whose interrupted save cannot be put right by itself;
  /// empty if there is none. A save that could be put right takes a choice as well.
  ///
  /// @param otherHostToo true if a save that began on another computer is taken for abandoned
  /// @throws SaveException if a save is under way, the journal cannot do what was chosen, or it
  ///   fails; nothing is deleted then
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
    boolean keeps = choice == RecoveryChoice.KEEP;
    return guarded(
        target,
        recovery -> Optional.of(keeps ? recovery.keep(target) : recovery.write(target, choice)));
  }

  private RecoveryReport keep(Path target) throws IOException {
    Leftovers leftovers = new Leftovers(operations, target);
    List<Path> journals = new ArrayList<>(leftovers.setAside());
    if (leftovers.hasJournal()) {
      journals.add(SaveNames.journal(target));
    }
    if (journals.isEmpty()) {
      throw refused(target, Sentence.of("there is no journal beside it to set aside"));
    }
    Path kept = leftovers.freeKeptName();
    for (Path journal : journals) {
      kept = leftovers.freeKeptName();
      operations.rename(journal, kept);
    }
    leftovers.keepDraft();
    operations.forceFolder(target.getParent());
    return new RecoveryReport(
        RecoveryAction.CLEAN_UP,
        Sentence.of(
            "{0} stays as it is and can be edited if it loads. Its journal is kept as {1} and"
                + " ignored.",
            PathText.of(target), PathText.of(kept)));
  }

  /// The journal is in force again while the header is written, so that this can be interrupted as
  /// a save can.
  private RecoveryReport write(Path target, RecoveryChoice choice) throws IOException {
    Leftovers leftovers = new Leftovers(operations, target);
    Path journal = SaveNames.journal(target);
    List<Path> setAside = leftovers.hasJournal() ? List.of() : leftovers.setAside();
    Path source = setAside.isEmpty() ? journal : setAside.getLast();
    if (!operations.exists(source) || !operations.isTrusted(source, target)) {
      throw refused(target, Sentence.of("there is no journal of its owner or yours beside it"));
    }
    if (!source.equals(journal)) {
      operations.publish(source, journal);
      if (operations.exists(source)) {
        // A journal with two names is nobody's.
        operations.delete(source);
      }
    }
    Optional<SaveLock> taken = SaveLock.takeOver(operations, target);
    if (taken.isEmpty()) {
      throw failed(target, Sentence.of("another program uses its journal"), null);
    }
    try (SaveLock lock = taken.get()) {
      if (!leftovers.restore(choice, lock)) {
        if (!source.equals(journal)) {
          lock.setAside(leftovers.freeStaleName());
        }
        throw refused(
            target,
            Sentence.of(
                "the journal does not fit it, so neither header can be written; the file was not"
                    + " touched, and \"recover --keep\" leaves it as it is"));
      }
    }
    return (choice == RecoveryChoice.OLD ? Condition.OLD : Condition.NEW).report(target);
  }

  /// The file beside which an interrupted save left this; empty where nothing did.
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
