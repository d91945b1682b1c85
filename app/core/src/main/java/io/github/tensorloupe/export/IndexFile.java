package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.ExportTarget.Replaceable;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.FilePool;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.save.CacheBlob;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.PinnedFolder;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.save.Transfer;
import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;
import io.github.tensorloupe.work.IoFunction;
import io.github.tensorloupe.work.Progress;

/// Writes indexes of shards atomically. Changes no other files.
public record IndexFile(FileOperations files) {

  private static final String BACKUP_SUFFIX = ".bak";

  /// A written index.
  ///
  /// @param backup the backup of the replaced index, if requested
  /// @param problem a failure after the index or its backup was written, or empty
  /// @param warning a sentence about lost attributes of the old index, or empty
  public record Written(
      Path file,
      long byteCount,
      Optional<Path> backup,
      Optional<WrittenException> problem,
      Optional<Sentence> warning) {}

  /// Plans the correct index. See [IndexPlan#of].
  public IndexPlan plan(Path source, Path target, Cancellation cancellation, Progress progress)
      throws IOException {
    Path path = source.toAbsolutePath().getParent().toRealPath();
    try (PinnedFolder pinned = files.pinResolved(path)) {
      FilePool pool = new FilePool();
      IoFunction<Path, ByteSource> opening =
          file -> {
            try (OpenFile open = open(pinned, path, file)) {
              try {
                return FileBytes.open(file, open.handle(), pool);
              } catch (FileSystemException e) {
                throw PinnedFolder.renamed(e, file, open.handle());
              }
            }
          };
      IndexPlan.Folder folder = new IndexPlan.Folder(path, pinned.key(), pinned.path(), opening);
      try {
        return IndexPlan.of(folder, source, target, cancellation, progress);
      } catch (FileSystemException e) {
        throw PinnedFolder.renamed(e, path, pinned.path());
      }
    }
  }

  private static OpenFile open(PinnedFolder folder, Path path, Path file) throws IOException {
    return TrustedPaths.openToRead(folder.operations(), path.resolve(file.getFileName()));
  }

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
    try {
      requireUnchanged(plan);
      return write(plan, keepsOld, cancellation);
    } catch (FileAlreadyExistsException | SaveException e) {
      throw e;
    } catch (IOException e) {
      throw new SentenceException(
          ReadFailures.finding(e).sentence().then(Sentence.of("This index was not written.")), e);
    }
  }

  private Written write(IndexPlan plan, boolean keepsOld, Cancellation cancellation)
      throws IOException {
    byte[] text = plan.text().getBytes(StandardCharsets.UTF_8);
    List<Path> shards = List.copyOf(plan.shardIdentities().keySet());
    Replaceable replaceable = plan.replaces() ? Replaceable.INDEXES : Replaceable.NOTHING;
    ExportTarget target =
        ExportTarget.in(plan.folder(), plan.index(), replaceable, shards, List.of());
    Path parent = target.path().getParent();
    if (parent.equals(plan.folder()) && !target.folderKey().equals(plan.folderKey())) {
      throw changed(plan.folder());
    }
    try (PinnedFolder folder = files.pinResolved(parent, target.folderKey())) {
      Optional<Backup> backup =
          plan.replaces()
              ? examineOld(plan, target, folder, keepsOld, cancellation)
              : Optional.empty();
      IoConsumer<Draft> writing =
          draft -> {
            draft.write(ByteBuffer.wrap(text));
            draft.finish();
            if (!draft.contentEquals(text)) {
              throw new SentenceException(
                  "{0} cannot be written: the bytes read back from the disk differ from the bytes"
                      + " written.",
                  PathText.of(plan.index()));
            }
            if (plan.copies()) {
              copyAttributes(plan, draft);
            }
            requireUnchanged(plan);
          };
      Optional<Sentence> warning = backup.flatMap(Backup::warning);
      Optional<WrittenException> problem = backup.flatMap(Backup::problem);
      try {
        boolean isPrivate = target.replaces() || plan.copies();
        Optional<Sentence> ofIndex =
            FileExport.write(files, target, cancellation, isPrivate, writing);
        warning = ofIndex.isPresent() ? ofIndex : warning;
      } catch (WrittenException e) {
        problem = Optional.of(e);
      } catch (IOException | RuntimeException | Error e) {
        if (backup.isPresent()) {
          discard(backup.get(), target, folder, e);
        }
        throw e;
      }
      Optional<Path> backupPath = backup.map(Backup::path);
      return new Written(plan.index(), text.length, backupPath, problem, warning);
    }
  }

  /// Checks that the folder, the old index and the shards are unchanged.
  private void requireUnchanged(IndexPlan plan) throws IOException {
    try (PinnedFolder folder = files.pinResolved(plan.folder(), plan.folderKey())) {
      for (Path index : new HashSet<>(List.of(plan.source(), plan.index()))) {
        try (OpenFile old = open(folder, plan.folder(), index)) {
          readOld(old, plan, index);
        } catch (NoSuchFileException e) {
          if (plan.oldSha256().containsKey(index)) {
            throw changed(index);
          }
        }
      }
    }
    for (Map.Entry<Path, FileIdentity> shard : plan.shardIdentities().entrySet()) {
      if (!FileIdentity.of(shard.getKey()).equals(shard.getValue())) {
        throw changed(shard.getKey());
      }
    }
  }

  private static byte[] readOld(OpenFile old, IndexPlan plan, Path index) throws IOException {
    ShardSet.requireRoom(index, old.length());
    byte[] bytes = Transfer.read(old, 0, (int) old.length());
    if (!Sha256.hex(bytes).equals(plan.oldSha256().get(index))) {
      throw changed(index);
    }
    return bytes;
  }

  private static SentenceException changed(Path file) {
    return new SentenceException(
        "{0} was changed by another program in the meantime. Check again.", PathText.of(file));
  }

  /// Copies the attributes of the old index to the new index, which includes the old content and
  /// must not be accessible to more users. Used if the indexes have different names.
  private void copyAttributes(IndexPlan plan, Draft draft) throws IOException {
    try (PinnedFolder folder = files.pinResolved(plan.folder(), plan.folderKey());
        OpenFile source = open(folder, plan.folder(), plan.source())) {
      readOld(source, plan, plan.source());
      draft.copyAttributes(source);
    }
  }

  /// Refuses cache files, which are shared and named by their hash.
  private static void requireNoCache(Path index) throws IOException {
    if (Files.exists(index)
        && CacheBlob.nameOf(index.toRealPath(), FileOperations.ofThisComputer()).isPresent()) {
      throw new SentenceException(
          "{0} is a file of a Hugging Face cache, which names it by its hash: copy the folder"
              + " and write the index there. This index was not written.",
          PathText.of(index));
    }
  }

  /// Deletes a backup after a failure if the target still is the old index.
  private static void discard(
      Backup backup, ExportTarget target, PinnedFolder folder, Throwable cause) throws IOException {
    Sentence notice = Sentence.of("The old index is kept as {0}.", PathText.of(backup.path()));
    if (cause instanceof SaveException e) {
      throw e.with(notice);
    }
    FileOperations files = folder.operations();
    Optional<Object> oldKey = target.existingStamp().flatMap(FileStamp::fileKey);
    try {
      if (files.fileKey(target.path()).equals(oldKey)
          && files.fileKey(backup.path()).equals(backup.key())) {
        files.delete(backup.path());
        return;
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
    ReadFailures.rethrow(cause, notice);
  }

  /// @param warning a sentence about attributes that the backup lacks, or empty
  private record Backup(
      Path path,
      Optional<Object> key,
      Optional<WrittenException> problem,
      Optional<Sentence> warning) {}

  /// Checks that the old index has not changed since planning, and creates a backup if requested.
  private Optional<Backup> examineOld(
      IndexPlan plan,
      ExportTarget target,
      PinnedFolder folder,
      boolean keepsOld,
      Cancellation cancellation)
      throws IOException {
    try (OpenFile old = folder.operations().openToRead(target.path())) {
      byte[] bytes = readOld(old, plan, plan.index());
      if (!Optional.of(old.stamp()).equals(target.existingStamp())) {
        throw changed(plan.index());
      }
      return keepsOld
          ? Optional.of(backUp(target, folder, old, bytes, cancellation))
          : Optional.empty();
    }
  }

  /// Creates a backup with an unused name. Earlier backups remain, because they are closer to the
  /// original.
  private Backup backUp(
      ExportTarget target,
      PinnedFolder folder,
      OpenFile old,
      byte[] bytes,
      Cancellation cancellation)
      throws IOException {
    for (int number = 1; ; number++) {
      String suffix = number == 1 ? BACKUP_SUFFIX : BACKUP_SUFFIX + number;
      Path backup = target.path().resolveSibling(target.path().getFileName() + suffix);
      AtomicReference<Optional<Object>> key = new AtomicReference<>();
      IoConsumer<Draft> writing =
          draft -> {
            draft.write(ByteBuffer.wrap(bytes));
            draft.copyAttributes(old);
            key.set(draft.key());
          };
      try {
        if (!Files.exists(backup, LinkOption.NOFOLLOW_LINKS)) {
          Optional<Object> folderKey = target.folderKey();
          ExportTarget free =
              new ExportTarget(
                  backup, backup, Replaceable.NOTHING, folderKey, Optional.empty(), List.of());
          Optional<Sentence> warning = FileExport.write(files, free, cancellation, true, writing);
          return new Backup(backup, key.get(), Optional.empty(), warning);
        }
      } catch (WrittenException e) {
        if (isAt(folder, backup, key.get(), e)) {
          return new Backup(backup, key.get(), Optional.of(e), Optional.empty());
        }
        throw e;
      } catch (FileAlreadyExistsException e) {
        // Another program created a file with this name. Tries the next one.
      }
    }
  }

  /// Returns false also if the file cannot be examined.
  private static boolean isAt(
      PinnedFolder folder, Path file, Optional<Object> key, Exception failure) {
    try {
      return folder.operations().fileKey(file).equals(key);
    } catch (IOException e) {
      failure.addSuppressed(e);
      return false;
    }
  }
}
