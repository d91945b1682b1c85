package io.github.tensorloupe.model;

import module java.base;

/// Lists folders in natural order.
public final class FolderChildren {

  private FolderChildren() {}

  /// Returns a modifiable list of the files and folders in a folder, including hidden files and
  /// links, in natural order.
  ///
  /// @throws IOException if the folder cannot be listed completely
  public static List<Path> of(Path folder) throws IOException {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(children::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    children.sort(
        Comparator.comparing(child -> child.getFileName().toString(), NaturalOrder.INSTANCE));
    return children;
  }
}
