package io.github.tensorloupe.model;

import module java.base;

/// The content of a folder, as a person would list it.
public final class FolderChildren {

  private FolderChildren() {}

  /// The files and folders in a folder in natural order, hidden ones and links among them; the list
  /// may be changed.
  ///
  /// @throws IOException if the folder cannot be listed to its end
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
