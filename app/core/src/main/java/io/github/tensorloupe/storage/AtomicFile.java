package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.PinnedFolder;
import io.github.tensorloupe.save.Replacement;
import io.github.tensorloupe.save.Transfer;
import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.work.IoConsumer;

/// Writes private files atomically, so that other programs read either the old or the new content.
public final class AtomicFile {

  static final String DRAFT_PREFIX = ".tensorloupe-draft-";
  static final String DRAFT_SUFFIX = ".part";
  private static final Pattern DRAFT =
      Pattern.compile(Pattern.quote(DRAFT_PREFIX) + "[0-9a-f]{16}" + Pattern.quote(DRAFT_SUFFIX));
  private static final Duration DRAFT_AGE = Duration.ofHours(1);

  private AtomicFile() {}

  /// Returns true for the draft of a program that was probably killed, because it is old.
  ///
  /// @param modified the last modification time of the file
  public static boolean isAbandonedDraft(Path file, FileTime modified) {
    return DRAFT.matcher(file.getFileName().toString()).matches()
        && modified.toInstant().isBefore(Instant.now().minus(DRAFT_AGE));
  }

  /// Returns the path for a new draft in a folder. Creates nothing.
  static Path newDraft(Path folder) {
    String number = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    return folder.resolve(DRAFT_PREFIX + number + DRAFT_SUFFIX);
  }

  /// Creates or replaces a file. Blocks the calling thread.
  ///
  /// @param file the file; if it is a symbolic link that belongs to this user or root, the target
  ///   of the link is written, which need not exist
  /// @param isForced true to force the content to the disk, so that the file survives a power
  ///   failure; false for data that can be computed again
  /// @param content writes the content
  /// @throws SentenceException if writing fails; the old file is unchanged
  public static void write(Path file, boolean isForced, IoConsumer<OutputStream> content)
      throws SentenceException {
    try {
      Path target = TrustedPaths.resolve(file);
      TrustedPaths.requireRegularOrMissing(target);
      if (!Files.isDirectory(target.getParent())) {
        throw new NoSuchFileException(target.toString());
      }
      try (PinnedFolder folder = FileOperations.ofThisComputer().pinResolved(target.getParent())) {
        TrustedPaths.requireOwn(target.getParent());
        write(folder.operations(), target, isForced, content);
      }
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(file), e);
    }
  }

  private static void write(
      FileOperations files, Path target, boolean isForced, IoConsumer<OutputStream> content)
      throws IOException {
    Path draft = newDraft(target.getParent());
    try (OpenFile output = create(files, draft)) {
      Replacement replacement = new Replacement(files, draft, target, output.key());
      try (Closeable _ = replacement::deleteDraft) {
        OutputStream stream = new BufferedOutputStream(Transfer.stream(output));
        content.accept(stream);
        stream.flush();
        if (isForced) {
          output.force();
        }
        files.closeForRename(output);
        replacement.overwrite();
      }
    }
    if (isForced) {
      deleteAbandonedDrafts(files, target.getParent());
    }
  }

  private static void deleteAbandonedDrafts(FileOperations files, Path folder) {
    try (DirectoryStream<Path> drafts =
        Files.newDirectoryStream(folder, DRAFT_PREFIX + "*" + DRAFT_SUFFIX)) {
      for (Path draft : drafts) {
        boolean isFile = Files.isRegularFile(draft, LinkOption.NOFOLLOW_LINKS);
        if (isFile && isAbandonedDraft(draft, Files.getLastModifiedTime(draft))) {
          files.delete(draft);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The next write tries again.
    }
  }

  private static OpenFile create(FileOperations files, Path draft) throws IOException {
    try {
      return files.create(draft);
    } catch (AccessDeniedException e) {
      // Reports the folder, because users do not know the temporary draft.
      throw new AccessDeniedException(draft.getParent().toString());
    }
  }

  /// Returns the path with links resolved, or the path itself if a link cannot be resolved.
  static Path target(Path file) {
    try {
      return TrustedPaths.resolve(file);
    } catch (IOException e) {
      // Writing the file will report the failure.
      return file;
    }
  }
}
