package io.github.tensorloupe.integrity.signature;

import module java.base;

import io.github.tensorloupe.integrity.signature.ModelStatement.Piece;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.work.Cancellation;

/// A model and the signature on its files.
///
/// @param signature the file with the signature
/// @param root the folder that the listed paths begin at, or the one file; absolute and normal
/// @param bundle kept for [#signer]
public record SignedModel(
    Path signature, Path root, SignatureBundle bundle, ModelStatement statement) {

  /// The name under which the format's own tool keeps a signature in the folder of a model.
  public static final String FILE_NAME = "model.sig";

  /// Left out of every signature unless it lists them.
  private static final Set<String> OF_GIT =
      Set.of(".git", ".gitattributes", ".github", ".gitignore");

  /// Reads the signature on a model. In a folder, one on a single file covers that file alone.
  ///
  /// @param model the folder or file that it is on; absolute and normal
  public static SignedModel read(Path signature, Path model) throws SentenceException {
    SignatureBundle bundle = SignatureBundle.read(signature);
    ModelStatement statement = ModelStatement.read(bundle.statement());
    boolean isFolder = Files.isDirectory(model);
    Path root = isFolder || statement.isOneFile() ? model : model.getParent();
    return new SignedModel(
        signature.toAbsolutePath().normalize(),
        root,
        bundle,
        isFolder ? statement.inFolder() : statement);
  }

  /// The nearest signature with the usual name, beside a file or in a folder above it.
  ///
  /// @param file absolute and normal
  public static Optional<Path> above(Path file) {
    return Stream.iterate(file.getParent(), Objects::nonNull, Path::getParent)
        .map(folder -> folder.resolve(FILE_NAME))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /// The signature above a file, if that lists the file. Checks nothing else.
  ///
  /// @param file absolute and normal
  public static Optional<Path> covering(Path file) {
    Optional<Path> signature = above(file);
    try {
      return signature.isPresent()
              && !read(signature.get(), signature.get().getParent()).pieces(file).isEmpty()
          ? signature
          : Optional.empty();
    } catch (SentenceException e) {
      return Optional.empty();
    }
  }

  public Signer signer(TrustedKeys trust) {
    return Signer.of(bundle, trust);
  }

  /// The pieces of a file that are listed; none where the signature does not cover it.
  ///
  /// @param file absolute and normal
  public List<Piece> pieces(Path file) {
    return file.startsWith(root)
        ? statement.files().getOrDefault(root.relativize(file), List.of())
        : List.of();
  }

  /// The path of a file as the signature lists it, fit for display.
  public String name(Path file) {
    return PathText.of(file.equals(root) ? file.getFileName() : root.relativize(file));
  }

  /// True if a listed file is a symbolic link, or below one, and the signature does not allow that.
  /// A cache of the Hugging Face Hub, which keeps each file behind a link, is no matter.
  public boolean isForbiddenLink(Path file) {
    if (statement.allowsLinks()) {
      return false;
    }
    for (Path each = file; each != null && !each.equals(root); each = each.getParent()) {
      if (Files.isSymbolicLink(each) && !isInCache(each)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInCache(Path link) {
    try {
      return link.toString().contains("snapshots")
          && link.toRealPath().getParent().endsWith("blobs");
    } catch (IOException e) {
      return false;
    }
  }

  /// Files and folders that a signature does not list.
  ///
  /// @param uncovered the files that are not left out on purpose, in their order
  /// @param leftOut files and whole folders, in their order
  public record Unlisted(List<Path> uncovered, List<Path> leftOut) {}

  /// Looks for what is not listed. Folders behind links are not looked into, unless it begins
  /// there.
  ///
  /// @param below the root or a folder below it
  public Unlisted unlisted(Path below, Cancellation cancellation) throws IOException {
    List<Path> found = new ArrayList<>();
    List<Path> leftOut = new ArrayList<>();
    if (statement.isOneFile()) {
      return new Unlisted(found, leftOut);
    }
    boolean isInRanges =
        statement.files().values().stream().anyMatch(file -> file.getFirst().end().isPresent());
    Path real = below.toRealPath();
    Files.walkFileTree(
        real,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            cancellation.check();
            if (isIgnored(named(folder))) {
              leftOut.add(named(folder));
              return FileVisitResult.SKIP_SUBTREE;
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            // Of an empty file there is no piece to list.
            boolean isEmpty = isInRanges && attributes.isRegularFile() && attributes.size() == 0;
            Path named = named(file);
            if (isEmpty || named.equals(signature) || !pieces(named).isEmpty()) {
              return FileVisitResult.CONTINUE;
            }
            if (isIgnored(named)) {
              leftOut.add(named);
            } else if (!attributes.isSymbolicLink() || !listsBelow(named)) {
              found.add(named);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            found.add(named(file));
            return FileVisitResult.CONTINUE;
          }

          private Path named(Path file) {
            return below.resolve(real.relativize(file)).normalize();
          }
        });
    Collections.sort(found);
    Collections.sort(leftOut);
    return new Unlisted(found, leftOut);
  }

  /// True of a link to a folder of which files are listed.
  private boolean listsBelow(Path link) {
    Path below = root.relativize(link);
    return statement.files().keySet().stream().anyMatch(file -> file.startsWith(below));
  }

  private boolean isIgnored(Path file) {
    for (Path each = root.relativize(file); each != null; each = each.getParent()) {
      if (statement.ignored().contains(each) || OF_GIT.contains(each.toString())) {
        return true;
      }
    }
    return false;
  }
}
