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

/// The place that a file is to be written to, looked at before anything is written. The one place
/// where it is decided what may be replaced: never a file that is being read or is open, never a
/// checkpoint, never what is read-only.
///
/// @param asked the path as it was asked for
/// @param path the same without links: where the file is made or replaced
/// @param giving what gives way
/// @param old the file that is replaced, as it was when it was looked at; empty where there is none
record ExportTarget(Path asked, Path path, Giving giving, Optional<FileStamp> old) {

  /// Which files that are there give way to a new one.
  enum Giving {
    /// None.
    NOTHING,
    /// Any that is no checkpoint.
    FILES,
    PICTURES,
    /// Indexes of shards, and whatever has the name of one.
    INDEXES;

    /// Leave to replace files, or not.
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

  /// Looks at a place.
  ///
  /// @param sources files that are being read or are open; none of them is ever written to
  /// @throws FileAlreadyExistsException if there is something and nothing gives way
  /// @throws IOException if nothing can be written there; the message is a sentence
  static ExportTarget of(Path asked, Giving giving, Collection<Path> sources) throws IOException {
    try {
      // Told first: it would be so with leave to replace as well.
      requireNoSource(asked, sources);
      if (!Files.exists(asked, LinkOption.NOFOLLOW_LINKS)) {
        requireFolder(asked.toAbsolutePath().getParent());
        return new ExportTarget(asked, asked.toAbsolutePath(), giving, Optional.empty());
      }
      if (Files.exists(asked) && !Files.isRegularFile(asked)) {
        throw new FileSystemException(asked.toString(), null, "it is not a regular file");
      }
      if (giving == Giving.NOTHING) {
        throw new FileAlreadyExistsException(asked.toString());
      }
      if (!Files.exists(asked)) {
        throw new FileSystemException(asked.toString(), null, "it is a link that leads nowhere");
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
              "{0} cannot be written: it already exists and is not a PNG file, and a picture"
                  + " replaces nothing else. Nothing was changed.",
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
      // Truncated downloads have no directory of entries.
      return true;
    }
  }

  private static boolean isPng(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return Arrays.equals(in.readNBytes(PNG_SIGNATURE.length), PNG_SIGNATURE);
    }
  }

  /// For the administrator every file is writable, whatever its permissions say.
  private static boolean isReadOnly(Path path) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    return view != null
        && !view.readAttributes().permissions().contains(PosixFilePermission.OWNER_WRITE);
  }

  /// Asked before, since nobody knows the name of the draft that could not be made.
  private static void requireFolder(Path folder) throws IOException {
    if (folder == null || !Files.isDirectory(folder)) {
      throw new FileSystemException(String.valueOf(folder), null, "there is no such folder");
    }
    if (!Files.isWritable(folder)) {
      throw new AccessDeniedException(folder.toString());
    }
  }

  boolean replaces() {
    return old.isPresent();
  }

  /// Tells that another program has been here since the place was looked at.
  IOException taken() {
    return giving == Giving.NOTHING
        ? new FileAlreadyExistsException(asked.toString())
        : new SentenceException(
            Sentence.of(
                "{0} cannot be written: another program has changed it meanwhile; it was left as it"
                    + " is.",
                PathText.of(asked)));
  }
}
