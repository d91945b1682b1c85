package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.ExportTarget.Giving;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.CacheBlob;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;

/// Writes indexes of shards that are there as a whole or not at all. Until the last step, the old
/// index is what it was; nothing else in the folder is touched.
///
/// @param files every step that writing takes on the disk
public record IndexFile(FileOperations files) {

  private static final String BACKUP_SUFFIX = ".bak";

  /// An index that was written.
  ///
  /// @param backup where the old one is kept, if it is
  public record Written(Path file, long byteCount, Optional<Path> backup) {}

  /// Writes an index.
  ///
  /// @param keepsOld true if the one that gives way is kept under another name
  /// @throws IOException if the plan cannot be carried out, or not any more, or writing fails
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
    } catch (FileAlreadyExistsException | Draft.LeftBesideException e) {
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
    Giving giving = plan.replaces() ? Giving.INDEXES : Giving.NOTHING;
    ExportTarget target = ExportTarget.of(plan.index(), giving, shards);
    Optional<Path> backup =
        keepsOld && plan.replaces() ? Optional.of(backUp(target, cancellation)) : Optional.empty();
    IoFunction<Draft, Written> writing =
        draft -> {
          draft.write(ByteBuffer.wrap(text));
          draft.finish();
          if (!draft.holds(text)) {
            throw new SentenceException(
                Sentence.of(
                    "{0} cannot be written: the disk returned other bytes than were written.",
                    PathText.of(plan.index())));
          }
          plan.requireUnchanged();
          return new Written(plan.index(), text.length, backup);
        };
    try {
      return Draft.write(files, target, cancellation, writing);
    } catch (Draft.LeftBesideException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      if (backup.isPresent()) {
        files.delete(backup.get());
      }
      throw e;
    }
  }

  /// A cache shares its files between all who use the model, and names them by their hash.
  private static void requireNoCache(Path index) throws IOException {
    if (Files.exists(index)
        && CacheBlob.nameOf(index.toRealPath(), FileOperations.ofThisComputer()).isPresent()) {
      throw new SentenceException(
          Sentence.of(
              "{0} is a file of a Hugging Face cache, which names it by its hash: copy the folder"
                  + " and write the index there. The folder is unchanged.",
              PathText.of(index)));
    }
  }

  /// A backup kept by an earlier repair is closer to the original.
  private Path backUp(ExportTarget target, Cancellation cancellation) throws IOException {
    byte[] old = Files.readAllBytes(target.path());
    for (int again = 1; ; again++) {
      String suffix = again == 1 ? BACKUP_SUFFIX : BACKUP_SUFFIX + again;
      Path backup = target.path().resolveSibling(target.path().getFileName() + suffix);
      IoFunction<Draft, Path> writing =
          draft -> {
            draft.write(ByteBuffer.wrap(old));
            return backup;
          };
      try {
        if (!Files.exists(backup, LinkOption.NOFOLLOW_LINKS)) {
          return Draft.write(files, ExportTarget.ofNew(backup), cancellation, writing);
        }
      } catch (FileAlreadyExistsException e) {
        // Another program has taken the name since.
      }
    }
  }
}
