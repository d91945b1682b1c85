package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.Draft.LeftoverException;
import io.github.tensorloupe.export.Draft.WrittenException;
import io.github.tensorloupe.export.ExportTarget.Replaceable;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.CacheBlob;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.PinnedFolder;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.save.Transfer;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;

/// Writes indexes of shards atomically. Changes no other files.
public record IndexFile(FileOperations files) {

  private static final String BACKUP_SUFFIX = ".bak";

  /// A written index.
  ///
  /// @param backup the backup of the replaced index, if requested
  /// @param problem a failure after the index was written, or empty
  public record Written(
      Path file, long byteCount, Optional<Path> backup, Optional<WrittenException> problem) {}

  /// Writes an index.
  ///
  /// @param keepsOld true to keep a backup of a replaced index
  /// @throws IOException if the plan has obstacles or is outdated, or if writing fails
  public Written write(
      IndexPlan plan, boolean replaces, boolean keepsOld, Cancellation cancellation)
      throws IOException {
    if (!plan.obstacles().isEmpty()) {
      throw new SentenceException(
          Sentence.of("{0} is not written.", PathText.of(plan.index()))
              .then(Sentence.joined(" ", plan.obstacles())));
    }
    if (plan.replaces() && !replaces) {
      throw new FileAlreadyExistsException(plan.index().toString());
    }
    requireNoCache(plan.index());
    cancellation.check();
    plan.requireUnchanged();
    try {
      return write(plan, keepsOld, cancellation);
    } catch (FileAlreadyExistsException | SaveException | LeftoverException e) {
      throw e;
    } catch (IOException e) {
      throw new SentenceException(
          ReadFailures.finding(e).sentence().then(Sentence.of("The folder is unchanged.")), e);
    }
  }

  private Written write(IndexPlan plan, boolean keepsOld, Cancellation cancellation)
      throws IOException {
    byte[] text = plan.text().getBytes(StandardCharsets.UTF_8);
    List<Path> shards = List.copyOf(plan.shardIdentities().keySet());
    Replaceable replaceable = plan.replaces() ? Replaceable.INDEXES : Replaceable.NOTHING;
    ExportTarget target = ExportTarget.of(plan.index(), replaceable, shards);
    Optional<Backup> backup =
        plan.replaces() ? examineOld(plan, target, keepsOld, cancellation) : Optional.empty();
    IoFunction<Draft, Written> writing =
        draft -> {
          draft.write(ByteBuffer.wrap(text));
          draft.finish();
          if (!draft.holds(text)) {
            throw new SentenceException(
                "{0} cannot be written: the bytes read back from the disk differ from the bytes"
                    + " written.",
                PathText.of(plan.index()));
          }
          plan.requireUnchanged();
          return written(plan, text, backup, Optional.empty());
        };
    try {
      return Draft.write(files, target, cancellation, writing);
    } catch (WrittenException e) {
      return written(plan, text, backup, Optional.of(e));
    } catch (IOException | RuntimeException | Error e) {
      if (backup.isPresent()) {
        delete(backup.get());
      }
      throw e;
    }
  }

  private static Written written(
      IndexPlan plan, byte[] text, Optional<Backup> backup, Optional<WrittenException> problem) {
    return new Written(plan.index(), text.length, backup.map(Backup::path), problem);
  }

  /// Refuses cache files, which are shared and named by their hash.
  private static void requireNoCache(Path index) throws IOException {
    if (Files.exists(index)
        && CacheBlob.nameOf(index.toRealPath(), FileOperations.ofThisComputer()).isPresent()) {
      throw new SentenceException(
          "{0} is a file of a Hugging Face cache, which names it by its hash: copy the folder"
              + " and write the index there. The folder is unchanged.",
          PathText.of(index));
    }
  }

  /// Deletes a backup unless it was moved or replaced.
  private void delete(Backup backup) throws IOException {
    Path parent = backup.path().getParent();
    try (PinnedFolder folder = files.pinResolved(parent)) {
      if (!folder.operations().fileKey(backup.path()).equals(backup.key())) {
        throw new SentenceException("{0} was moved.", PathText.of(backup.path()));
      }
      folder.operations().delete(backup.path());
    } catch (IOException e) {
      throw new LeftoverException(
          Sentence.of(
              "The index is not written, and its backup {0} could not be deleted: {1}.",
              PathText.of(backup.path()), WriteFailures.reason(e)),
          e);
    }
  }

  private record Backup(Path path, Optional<Object> key) {}

  /// Checks that the old index has not changed since planning, and creates a backup if requested.
  private Optional<Backup> examineOld(
      IndexPlan plan, ExportTarget target, boolean keepsOld, Cancellation cancellation)
      throws IOException {
    try (PinnedFolder folder = files.pinResolved(target.path().getParent());
        OpenFile old = folder.operations().openToRead(target.path())) {
      byte[] bytes = Transfer.read(old, 0, Math.toIntExact(old.length()));
      if (!plan.oldSha256().equals(Optional.of(Sha256.hex(bytes)))) {
        throw target.conflict();
      }
      return keepsOld ? Optional.of(backUp(target, old, bytes, cancellation)) : Optional.empty();
    }
  }

  /// Creates a backup with an unused name. Earlier backups remain, because they are closer to the
  /// original.
  private Backup backUp(ExportTarget target, OpenFile old, byte[] bytes, Cancellation cancellation)
      throws IOException {
    for (int again = 1; ; again++) {
      String suffix = again == 1 ? BACKUP_SUFFIX : BACKUP_SUFFIX + again;
      Path backup = target.path().resolveSibling(target.path().getFileName() + suffix);
      IoFunction<Draft, Backup> writing =
          draft -> {
            draft.write(ByteBuffer.wrap(bytes));
            draft.copyAttributes(old);
            return new Backup(backup, draft.key());
          };
      try {
        if (!Files.exists(backup, LinkOption.NOFOLLOW_LINKS)) {
          return Draft.write(files, ExportTarget.ofNew(backup), cancellation, true, writing);
        }
      } catch (FileAlreadyExistsException e) {
        // Another program created a file with this name. Tries the next one.
      }
    }
  }
}
