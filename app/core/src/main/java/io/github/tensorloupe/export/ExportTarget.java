package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.text.Sentence;

/// The examined target of an export. Decides which files may be replaced: never files that are
/// being read or are open, checkpoints, and read-only files.
///
/// @param asked the path given by the user
/// @param path the path without links, which is created or replaced
/// @param giving the kinds of files that may be replaced
/// @param old the replaced file when it was examined; empty if the path did not exist
public record ExportTarget(Path asked, Path path, Giving giving, Optional<FileStamp> old) {

  /// The kinds of files that may be replaced.
  public enum Giving {
    /// None.
    NOTHING,
    /// All files except checkpoints.
    FILES,
    PICTURES,
    /// Indexes of shards, and other files with the name of an index.
    INDEXES;

    static Giving of(boolean replaces) {
      return replaces ? FILES : NOTHING;
    }
  }

  private static final List<String> CHECKPOINT_SUFFIXES =
      List.of(".safetensors", ".pt", ".pth", ".ckpt", ".gguf");

  private static final byte[] PNG_SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  static ExportTarget ofNew(Path path) {
    return new ExportTarget(path, path, Giving.NOTHING, Optional.empty());
  }

  /// Examines a path.
  ///
  /// @param sources files that are being read or are open, which must not be written
  /// @throws FileAlreadyExistsException if the path exists and must not be replaced
  /// @throws IOException if the path cannot be written; the message is a sentence
  static ExportTarget of(Path asked, Giving giving, Collection<Path> sources) throws IOException {
    try {
      // The first check, because replacing files would not help.
      requireNoSource(asked, sources);
      if (!Files.exists(asked, LinkOption.NOFOLLOW_LINKS)) {
        Path absolute = asked.toAbsolutePath();
        requireFolder(absolute.getParent());
        Path path = absolute.getParent().toRealPath().resolve(absolute.getFileName());
        return new ExportTarget(asked, path, giving, Optional.empty());
      }
      if (Files.exists(asked) && !Files.isRegularFile(asked)) {
        throw new FileSystemException(asked.toString(), null, "it is not a regular file");
      }
      if (giving == Giving.NOTHING) {
        throw new FileAlreadyExistsException(asked.toString());
      }
      if (!Files.exists(asked)) {
        throw new FileSystemException(asked.toString(), null, "it is a broken link");
      }
      Path path = asked.toRealPath();
      requireFolder(path.getParent());
      Optional<FileStamp> old = FileStamp.of(path);
      requireGivingWay(asked, path, giving);
      return new ExportTarget(asked, path, giving, old);
    } catch (FileAlreadyExistsException | SentenceException e) {
      throw e;
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(asked), e);
    }
  }

  private static void requireNoSource(Path asked, Collection<Path> sources) throws IOException {
    for (Path source : Files.exists(asked) ? sources : List.<Path>of()) {
      if (Files.exists(source) && Files.isSameFile(asked, source)) {
        throw new SentenceException(
            Sentence.of(
                "{0} cannot be written: it is the file that is being read, {1}; nothing was"
                    + " changed.",
                PathText.of(asked), PathText.of(source)));
      }
    }
  }

  private static void requireGivingWay(Path asked, Path path, Giving giving) throws IOException {
    if (isCheckpoint(path, giving)) {
      throw new SentenceException(
          Sentence.of(
              "{0} cannot be written: it is a checkpoint, which is never replaced; delete it, or"
                  + " choose another name. Nothing was changed.",
              PathText.of(asked)));
    }
    if (giving == Giving.PICTURES && !isPng(path)) {
      throw new SentenceException(
          Sentence.of(
              "{0} cannot be written: it already exists and is not a PNG file. Only PNG files are"
                  + " replaced. Nothing was changed.",
              PathText.of(asked)));
    }
    if (!Files.isWritable(path) || isReadOnly(path)) {
      throw new FileSystemException(asked.toString(), null, "it already exists and is read-only");
    }
  }

  /// Recognizes truncated and renamed checkpoints too.
  private static boolean isCheckpoint(Path path, Giving giving) throws IOException {
    String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
    if (giving != Giving.INDEXES && ShardSet.isIndexName(path)
        || CHECKPOINT_SUFFIXES.stream().anyMatch(name::endsWith)) {
      return true;
    }
    try (TensorFile file = TensorFile.open(path)) {
      return switch (file.kind()) {
        case GGUF, PICKLE -> true;
        case INDEX -> giving != Giving.INDEXES;
        case ZIP -> isCheckpointArchive(path);
        default -> file.reading().headerParsed();
      };
    }
  }

  private static boolean isCheckpointArchive(Path path) throws IOException {
    try (ZipFile archive = new ZipFile(path.toFile())) {
      return archive.stream()
          .map(ZipEntry::getName)
          .anyMatch(name -> name.endsWith(".pkl") || CheckpointFinder.isNamedAsTensors(name));
    } catch (ZipException e) {
      // Truncated archives have no central directory.
      return true;
    }
  }

  private static boolean isPng(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return Arrays.equals(in.readNBytes(PNG_SIGNATURE.length), PNG_SIGNATURE);
    }
  }

  // Files.isWritable returns true for root.
  private static boolean isReadOnly(Path path) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    return view != null
        && !view.readAttributes().permissions().contains(PosixFilePermission.OWNER_WRITE);
  }

  private static void requireFolder(Path folder) throws IOException {
    if (folder == null || !Files.isDirectory(folder)) {
      throw new FileSystemException(String.valueOf(folder), null, "the folder does not exist");
    }
    if (!Files.isWritable(folder)) {
      throw new AccessDeniedException(folder.toString());
    }
  }

  boolean replaces() {
    return old.isPresent();
  }

  /// Returns the failure if another program has changed the target since it was examined.
  IOException taken() {
    return giving == Giving.NOTHING
        ? new FileAlreadyExistsException(asked.toString())
        : new SentenceException(
            Sentence.of(
                "{0} cannot be written: another program changed it in the meantime. It was not"
                    + " replaced.",
                PathText.of(asked)));
  }
}
