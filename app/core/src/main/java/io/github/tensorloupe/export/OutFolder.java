package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.ExportTarget.Replaceable;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.PinnedFolder;
import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.text.Sentence;

/// A folder for new files, which is created if it does not exist. Closing deletes a created folder
/// unless a file was written to it or another file has its path. Not thread-safe.
public final class OutFolder implements Closeable {

  private final Path path;
  private final Collection<Path> sources;
  private final List<Path> sharedFolders;
  private final Optional<PinnedFolder> parentOfNew;
  private final Optional<Object> key;
  private boolean isKept;

  private OutFolder(
      Path path,
      Collection<Path> sources,
      List<Path> sharedFolders,
      Optional<PinnedFolder> parentOfNew,
      Optional<Object> key) {
    this.path = path;
    this.sources = List.copyOf(sources);
    this.sharedFolders = sharedFolders;
    this.parentOfNew = parentOfNew;
    this.key = key;
  }

  /// Opens the folder of a new file, which must exist.
  ///
  /// @param sources see [ExportTarget#of]
  /// @throws IOException if the folder does not exist, or a link to it belongs to another user; the
  ///   message is a sentence
  public static OutFolder of(Path file, Collection<Path> sources) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    Path path;
    try {
      if (parent == null) {
        throw new FileSystemException(file.toString(), null, "it is not a regular file");
      }
      if (!isFolder(parent)) {
        throw new FileSystemException(parent.toString(), null, "the folder does not exist");
      }
      path = TrustedPaths.resolve(parent);
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(file), e);
    }
    return existing(path, sources);
  }

  private static boolean isFolder(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static OutFolder existing(Path path, Collection<Path> sources) throws IOException {
    List<Path> sharedFolders = ExportTarget.sharedFolders(path, sources);
    return new OutFolder(path, sources, sharedFolders, Optional.empty(), Optional.empty());
  }

  /// Opens or creates a folder.
  ///
  /// @param sources see [ExportTarget#of]
  /// @throws IOException if the folder cannot be created, or a link to it belongs to another user;
  ///   the message is a sentence
  public static OutFolder open(FileOperations files, Path folder, Collection<Path> sources)
      throws IOException {
    try {
      if (Files.isDirectory(folder)) {
        return existing(TrustedPaths.resolve(folder), sources);
      }
      Path parent = TrustedPaths.resolve(folder.toAbsolutePath().getParent());
      Path path = parent.resolve(folder.getFileName());
      List<Path> sharedFolders = ExportTarget.sharedFolders(path, sources);
      PinnedFolder pinned = files.pinResolved(parent);
      try {
        pinned.operations().createFolder(path);
        Optional<Object> key = pinned.operations().fileKey(path);
        return new OutFolder(path, sources, sharedFolders, Optional.of(pinned), key);
      } catch (IOException | RuntimeException | Error e) {
        pinned.close();
        throw e;
      }
    } catch (SentenceException e) {
      throw e;
    } catch (IOException e) {
      throw WriteFailures.sentence(Sentence.of("The folder {0}", PathText.of(folder)), e);
    } catch (InvalidPathException e) {
      throw new SentenceException(
          "The folder {0} cannot be created.", DisplayText.of(e.getInput()));
    }
  }

  /// Validates the path of a file in the folder. See [ExportTarget#of].
  public ExportTarget target(Path requestedPath, Replaceable replaceable) throws IOException {
    return ExportTarget.in(path, requestedPath, replaceable, sources, sharedFolders);
  }

  /// Prevents the deletion of the folder, because it contains a new file.
  public void keep() {
    isKept = true;
  }

  @Override
  public void close() throws IOException {
    if (parentOfNew.isEmpty()) {
      return;
    }
    FileOperations files = parentOfNew.get().operations();
    try (PinnedFolder _ = parentOfNew.get()) {
      if (isKept) {
        return;
      }
      BasicFileAttributes now = files.attributes(path);
      if (now.isDirectory() && Optional.ofNullable(now.fileKey()).equals(key)) {
        files.deleteFolder(path);
      }
    } catch (DirectoryNotEmptyException | NoSuchFileException e) {
      // Another program uses or has deleted the folder.
    } catch (IOException e) {
      throw new SentenceException(
          Sentence.of(
              "The new folder {0} could not be deleted: {1}.",
              PathText.of(path), WriteFailures.reason(e)),
          e);
    }
  }
}
