package io.github.tensorloupe.export;

import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.CacheBlob;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Writes indexes of shards that are there as a whole or not at all. Until the last step, the old
/// index is what it was; nothing else in the folder is touched.
///
/// @param files every step that writing takes on the disk
public record IndexFile(ExportFiles files) {

  private static final String BACKUP_SUFFIX = ".bak";

  /// An index that was written.
  ///
  /// @param backup where the old one is kept, if it is
  public record Written(Path file, long byteCount, Optional<Path> backup) {}

  /// Writes an index. Blocks the calling thread.
  ///
  /// @param replaces whether an index that is there gives way
  /// @param keepsOld whether it is kept under another name
  /// @throws FileAlreadyExistsException if there is one and it does not give way
  /// @throws IOException if the plan cannot be carried out, or not any more, or writing fails; the
  ///   message is a sentence, and the folder is what it was
  /// @throws java.util.concurrent.CancellationException if cancelled; the folder is what it was
  public Written write(
      IndexPlan plan, boolean replaces, boolean keepsOld, Cancellation cancellation)
      throws IOException {
    if (!plan.obstacles().isEmpty()) {
      throw new IOException(
          "%s is not written. %s"
              .formatted(PathText.of(plan.index()), String.join(" ", plan.obstacles())));
    }
    if (plan.replaces() && !replaces) {
      throw new FileAlreadyExistsException(plan.index().toString());
    }
    requireNoCache(plan.index());
    cancellation.check();
    plan.requireUnchanged();
    try {
      return write(plan, keepsOld, cancellation);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(e.getMessage() + " The folder is unchanged.", e);
    }
  }

  private Written write(IndexPlan plan, boolean keepsOld, Cancellation cancellation)
      throws IOException {
    byte[] text = plan.text().getBytes(StandardCharsets.UTF_8);
    List<Path> shards = List.copyOf(plan.shardIdentities().keySet());
    ExportTarget target = ExportTarget.of(plan.index(), plan.replaces(), shards);
    try (Draft draft = new Draft(files, target)) {
      draft.write(ByteBuffer.wrap(text));
      draft.finish();
      requireText(draft.path(), text, plan.index());
      keepPermissions(target.path(), draft.path());
      cancellation.check();
      Optional<Path> backup =
          keepsOld && plan.replaces() ? Optional.of(backUp(target)) : Optional.empty();
      moveOrUndo(draft, backup);
      return new Written(plan.index(), text.length, backup);
    }
  }

  /// A cache shares its files between all who use the model, and names them by their hash.
  private static void requireNoCache(Path index) throws IOException {
    if (Files.exists(index)
        && CacheBlob.nameOf(index.toRealPath(), FileOperations.ofThisComputer()).isPresent()) {
      throw new IOException(
          ("%s is a file of a Hugging Face cache, which names it by its hash: copy the folder and"
                  + " write the index there. The folder is unchanged.")
              .formatted(PathText.of(index)));
    }
  }

  private static void requireText(Path draft, byte[] text, Path index) throws IOException {
    byte[] written;
    try {
      written = Files.readAllBytes(draft);
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(index), e);
    }
    if (!Arrays.equals(written, text)) {
      throw new IOException(
          "%s cannot be written: what the disk gave back is not what was written."
              .formatted(PathText.of(index)));
    }
  }

  /// Whoever could read the old index can read the new one.
  private static void keepPermissions(Path old, Path draft) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(draft, PosixFileAttributeView.class);
    if (view == null || !Files.exists(old)) {
      return;
    }
    try {
      view.setPermissions(Files.getPosixFilePermissions(old));
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(old), e);
    }
  }

  private Path backUp(ExportTarget target) throws IOException {
    Path backup = freeName(target.path());
    try (Draft copy = new Draft(files, new ExportTarget(backup, backup, false))) {
      copy.write(ByteBuffer.wrap(Files.readAllBytes(target.path())));
      copy.finish();
      copy.move();
    }
    return backup;
  }

  /// What an earlier repair has kept is nearer to what was there in the beginning.
  private static Path freeName(Path index) {
    Path name = index.resolveSibling(index.getFileName() + BACKUP_SUFFIX);
    for (int again = 2; Files.exists(name, LinkOption.NOFOLLOW_LINKS); again++) {
      name = index.resolveSibling(index.getFileName() + BACKUP_SUFFIX + again);
    }
    return name;
  }

  private void moveOrUndo(Draft draft, Optional<Path> backup) throws IOException {
    try {
      draft.move();
    } catch (IOException | RuntimeException e) {
      if (backup.isPresent()) {
        files.delete(backup.get());
      }
      throw e;
    }
  }
}
