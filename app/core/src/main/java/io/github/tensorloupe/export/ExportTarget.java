package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.FilePool;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.FileOperations.Restriction;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.TrustedPaths;

/// The validated target of an export. Open files, read-only files and checkpoints are never
/// replaced, except that [Replaceable#INDEXES] permits replacing an index, and
/// [Replaceable#CHECKPOINTS] a checkpoint.
///
/// @param requestedPath the path given by the user
/// @param path the path of the file to create or replace, with links resolved
/// @param replaceable the kinds of files that may be replaced
/// @param folderKey the file key of the resolved path's folder, or empty if its file system has
///   none
/// @param existingStamp the stamp of the existing file, or empty if no file existed
/// @param sharedFolders the folders that contain both the file and sources
public record ExportTarget(
    Path requestedPath,
    Path path,
    Replaceable replaceable,
    Optional<Object> folderKey,
    Optional<FileStamp> existingStamp,
    List<Path> sharedFolders) {

  /// The kinds of files that may be replaced.
  public enum Replaceable {
    /// No files.
    NOTHING,
    /// All files except checkpoints.
    FILES,
    /// All files.
    CHECKPOINTS,
    PICTURES,
    /// Indexes of shards and other files with the name of an index.
    INDEXES;

    static Replaceable of(boolean replaces) {
      return replaces ? FILES : NOTHING;
    }
  }

  private static final Pattern CHECKPOINT_NAME =
      Pattern.compile("(?is).*\\.(safetensors|pth?|ckpt|gguf|h5|hdf5|keras|msgpack|onnx)");

  private static final byte[] PNG_SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  /// Validates a path.
  ///
  /// @param sources files that are open or being read and must not be replaced, and the folders
  ///   that were searched for them
  /// @throws FileAlreadyExistsException if the path exists and must not be replaced
  /// @throws IOException if the path cannot be written; the message is a sentence
  public static ExportTarget of(
      Path requestedPath, Replaceable replaceable, Collection<Path> sources) throws IOException {
    return OutFolder.of(requestedPath, sources).target(requestedPath, replaceable);
  }

  /// Returns the folders that contain both a folder of new files and sources.
  ///
  /// @throws SentenceException if a link to a source in such a folder belongs to another user, who
  ///   may be able to read new files
  static List<Path> sharedFolders(Path folder, Collection<Path> sources) throws IOException {
    List<Path> sharedFolders = TrustedPaths.sharedFolders(folder, sources);
    for (Path source : sources) {
      TrustedPaths.requireTrustedSource(source, Optional.empty(), sharedFolders);
    }
    return sharedFolders;
  }

  /// Validates a path in a resolved folder, so that several files are written to one folder.
  ///
  /// @param sharedFolders see [#sharedFolders(Path, Collection)]
  static ExportTarget in(
      Path folder,
      Path requestedPath,
      Replaceable replaceable,
      Collection<Path> sources,
      List<Path> sharedFolders)
      throws IOException {
    Path entry = folder.resolve(requestedPath.getFileName());
    try {
      // Checked first, because permission to replace files does not remove this failure.
      requireNoSource(requestedPath, entry, sources);
      // Fails if the name is too long.
      if (!FileOperations.ofThisComputer().exists(entry)) {
        requireWritable(folder);
        return new ExportTarget(
            requestedPath, entry, replaceable, keyOf(folder), Optional.empty(), sharedFolders);
      }
      TrustedPaths.requireRegularOrMissing(entry);
      if (replaceable == Replaceable.NOTHING) {
        throw new FileAlreadyExistsException(requestedPath.toString());
      }
      if (!Files.exists(entry)) {
        throw new FileSystemException(requestedPath.toString(), null, "it is a broken link");
      }
      // Another user may have created the link, because many names are chosen by the program.
      Path path = Files.isSymbolicLink(entry) ? TrustedPaths.resolve(entry) : entry;
      requireWritable(path.getParent());
      requireReplaceable(path.getParent());
      return new ExportTarget(
          requestedPath,
          path,
          replaceable,
          keyOf(path.getParent()),
          requireOverwritable(requestedPath, path, replaceable),
          sharedFolders);
    } catch (FileAlreadyExistsException | SentenceException e) {
      throw e;
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(requestedPath), e);
    }
  }

  /// Checks the links to open files whose content will be written.
  ///
  /// @throws SentenceException if a link belongs to another user, who may be able to read the
  ///   target
  public void requireTrusted(Collection<TensorFile> files) throws IOException {
    for (TensorFile file : files) {
      requireTrusted(file.bytes());
    }
  }

  /// Checks the links to the files of a source. See [#requireTrusted(Collection)].
  public void requireTrusted(ByteSource source) throws IOException {
    List<ByteSource> files = source.files().filter(FileBytes.class::isInstance).toList();
    for (ByteSource file : files) {
      TrustedPaths.requireTrustedSource(file.path(), file.stamp().fileKey(), sharedFolders);
    }
  }

  private static void requireNoSource(Path requestedPath, Path entry, Collection<Path> sources)
      throws IOException {
    for (Path source : Files.exists(entry) ? sources : List.<Path>of()) {
      if (Files.exists(source) && Files.isSameFile(entry, source)) {
        throw new SentenceException(
            "{0} cannot be written: it is the file that is being read, {1}; nothing was"
                + " changed.",
            PathText.of(requestedPath), PathText.of(source));
      }
    }
  }

  private static Optional<FileStamp> requireOverwritable(
      Path requestedPath, Path path, Replaceable replaceable) throws IOException {
    if (replaceable != Replaceable.CHECKPOINTS && hasCheckpointName(path, replaceable)) {
      throw checkpoint(requestedPath);
    }
    // Uses one handle, because another program may replace the file at any time.
    try (OpenFile open = FileOperations.ofThisComputer().openToRead(path);
        TensorFile file = TensorFile.of(FileBytes.open(path, open.handle(), new FilePool()))) {
      if (replaceable != Replaceable.CHECKPOINTS
          && isCheckpoint(file, open.handle(), replaceable)) {
        throw checkpoint(requestedPath);
      }
      if (replaceable == Replaceable.INDEXES
          && !ShardSet.isIndexName(path)
          && file.kind() != FileKind.INDEX) {
        throw new SentenceException(
            "{0} cannot be written: it is a link to a file that is not an index. Nothing was"
                + " changed.",
            PathText.of(requestedPath));
      }
      if (replaceable == Replaceable.PICTURES && !isPng(file.bytes())) {
        throw new SentenceException(
            "{0} cannot be written: it already exists and is not a PNG file. Only PNG files are"
                + " replaced. Nothing was changed.",
            PathText.of(requestedPath));
      }
      if (!Files.isWritable(open.handle()) || isReadOnly(open.handle())) {
        throw new FileSystemException(
            requestedPath.toString(), null, "it already exists and is read-only");
      }
      return Optional.of(open.stamp());
    }
  }

  private static SentenceException checkpoint(Path requestedPath) {
    return new SentenceException(
        "{0} cannot be written: it is a checkpoint, which is never replaced. Choose"
            + " another name. Nothing was changed.",
        PathText.of(requestedPath));
  }

  private static boolean hasCheckpointName(Path path, Replaceable replaceable) {
    return replaceable != Replaceable.INDEXES && ShardSet.isIndexName(path)
        || CHECKPOINT_NAME.matcher(path.getFileName().toString()).matches();
  }

  /// Returns true for checkpoints, including truncated and renamed ones.
  private static boolean isCheckpoint(TensorFile file, Path handle, Replaceable replaceable)
      throws IOException {
    // Arrays are replaced, because exports create them.
    boolean isArray = file.kind() == FileKind.NPY || file.kind() == FileKind.NPZ;
    if (!isArray && (file.reading().headerParsed() || file.isOtherModel())) {
      return true;
    }
    return switch (file.kind()) {
      // With an incomplete header, after an interrupted download or save.
      case SAFETENSORS, GIT_LFS_POINTER, PYTORCH_ZIP, PYTORCH_LEGACY -> true;
      case INDEX -> replaceable != Replaceable.INDEXES;
      case ZIP -> isCheckpointArchive(handle);
      default -> false;
    };
  }

  private static boolean isCheckpointArchive(Path path) throws IOException {
    try (ZipFile archive = new ZipFile(path.toFile())) {
      return archive.stream()
          .map(ZipEntry::getName)
          .anyMatch(name -> name.endsWith(".pkl") || CHECKPOINT_NAME.matcher(name).matches());
    } catch (ZipException e) {
      // Truncated archives have no central directory.
      return true;
    }
  }

  private static boolean isPng(ByteSource bytes) throws IOException {
    int length = (int) Math.min(PNG_SIGNATURE.length, bytes.length());
    return Arrays.equals(bytes.read(0, length), PNG_SIGNATURE);
  }

  private static Optional<Object> keyOf(Path folder) {
    return FileStamp.of(folder).flatMap(FileStamp::fileKey);
  }

  // Files.isWritable returns true for the root user.
  private static boolean isReadOnly(Path path) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    return view != null
        && !view.readAttributes().permissions().contains(PosixFilePermission.OWNER_WRITE);
  }

  private static void requireReplaceable(Path folder) throws IOException {
    Set<Restriction> restrictions = FileOperations.ofThisComputer().restrictions(folder);
    if (restrictions.contains(Restriction.APPEND_ONLY)) {
      throw new FileSystemException(
          folder.toString(), null, "no file can be replaced or deleted in it (chattr +a)");
    }
  }

  private static void requireWritable(Path folder) throws IOException {
    if (!Files.isWritable(folder)) {
      throw new AccessDeniedException(folder.toString());
    }
  }

  boolean replaces() {
    return existingStamp.isPresent();
  }

  /// Returns the exception for a target that another program has changed since its validation.
  IOException changedException() {
    return replaceable == Replaceable.NOTHING
        ? new FileAlreadyExistsException(requestedPath.toString())
        : new SentenceException(
            "{0} cannot be written: another program changed it in the meantime. It was not"
                + " replaced.",
            PathText.of(requestedPath));
  }
}
