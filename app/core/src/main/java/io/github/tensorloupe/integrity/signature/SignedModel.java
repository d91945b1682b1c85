package io.github.tensorloupe.integrity.signature;

import module java.base;

import io.github.tensorloupe.integrity.signature.ModelStatement.Piece;
import io.github.tensorloupe.integrity.signature.ModelStatement.Unlisted;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.work.Cancellation;

/// A signed model. The signature is not verified yet, see [Signer#of].
///
/// @param root the base folder of the listed paths, or the single file; absolute and normalized
public record SignedModel(
    Path signature, Path root, SignatureBundle bundle, ModelStatement statement) {

  /// The default file name of a signature in the folder of a model.
  public static final String FILE_NAME = "model.sig";

  /// Reads the signature of a model. If the model is a folder and the signature is for a single
  /// file, the signature covers only this file.
  ///
  /// @param model the signed folder or file; absolute and normalized
  public static SignedModel read(Path signature, Path model) throws SentenceException {
    SignatureBundle bundle = SignatureBundle.read(signature);
    ModelStatement statement = ModelStatement.read(bundle.statement());
    boolean isFolder = Files.isDirectory(model);
    Path root = isFolder || statement.isOneFile() ? model : model.getParent();
    return new SignedModel(
        AbsolutePaths.of(signature), root, bundle, isFolder ? statement.inFolder() : statement);
  }

  /// Finds the nearest signature with the default name, next to a file or in a folder above.
  /// Searches the folders that [AbsolutePaths#foldersAbove] returns.
  ///
  /// @param file an absolute, normalized path
  public static Optional<Path> above(Path file) {
    return AbsolutePaths.foldersAbove(file)
        .map(folder -> folder.resolve(FILE_NAME))
        .filter(each -> Files.isRegularFile(each) || SmallFiles.isUnreadableLink(each))
        .findFirst();
  }

  /// Finds the signature that lists a file. Does not verify the signature.
  ///
  /// @param file an absolute, normalized path
  public static Optional<Path> covering(Path file) {
    Optional<Path> signature = above(file);
    try {
      if (signature.isPresent()
          && !read(signature.get(), signature.get().getParent()).pieces(file).isEmpty()) {
        return signature;
      }
    } catch (SentenceException e) {
      // An unusable signature lists no files.
    }
    return Optional.empty();
  }

  /// Returns the listed pieces of a file, or an empty list if the signature does not cover the
  /// file.
  ///
  /// @param file an absolute, normalized path
  public List<Piece> pieces(Path file) {
    return file.startsWith(root)
        ? statement.files().getOrDefault(root.relativize(file), List.of())
        : List.of();
  }

  public String name(Path file) {
    return PathText.of(file.equals(root) ? file.getFileName() : root.relativize(file));
  }

  /// Returns true if the signature does not allow links, and a listed file is a symbolic link or
  /// inside a linked folder. Allows the links to files in a cache of the Hugging Face Hub.
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

  /// Returns true if a link in a folder `snapshots` leads to a file in the folder `blobs` next to
  /// it. Returns false for links to folders, because other files in the target would not be
  /// covered.
  private static boolean isInCache(Path link) {
    try {
      Path target = link.toRealPath();
      Path folder = link.getParent().toRealPath();
      while (!folder.endsWith("snapshots") && folder.getParent() != null) {
        folder = folder.getParent();
      }
      return Files.isRegularFile(target)
          && folder.resolveSibling("blobs").equals(target.getParent());
    } catch (IOException e) {
      return false;
    }
  }

  /// Finds the files and folders that the signature does not list, except the signature itself.
  ///
  /// @param below the root or a folder inside the root
  public Unlisted unlisted(Path below, Cancellation cancellation) throws SentenceException {
    Unlisted unlisted = statement.unlisted(root, below, cancellation);
    unlisted.uncovered().remove(signature);
    unlisted.excluded().remove(signature);
    return unlisted;
  }

  /// Finds all files in a folder without a signature, including Git files.
  public static List<Path> unsigned(Path folder, Cancellation cancellation)
      throws SentenceException {
    ModelStatement statement = new ModelStatement("", false, Set.of(), Map.of());
    return statement.unlisted(folder, folder, cancellation).uncovered();
  }
}
