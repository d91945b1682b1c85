package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.model.NaturalOrder;

/// The names of the safetensors files in a folder.
public final class FolderFiles {

  private FolderFiles() {}

  /// The names of the safetensors files in the folder of a file, in natural order; none where the
  /// folder may be gone through but not listed.
  public static List<String> of(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      return folder == null ? List.of() : in(folder);
    } catch (IOException e) {
      // A folder that keeps its names to itself shows no file that the index does not name.
      return List.of();
    }
  }

  /// The names of the safetensors files in a folder, in natural order.
  ///
  /// @throws IOException if the folder cannot be listed
  public static List<String> in(Path folder) throws IOException {
    return in(folder, name -> name.toString().endsWith(".safetensors"));
  }

  /// The names of the files in a folder that are named so, in natural order.
  static List<String> in(Path folder, Predicate<Path> isWanted) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (isWanted.test(file.getFileName()) && !Files.isDirectory(file)) {
          names.add(file.getFileName().toString());
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    names.sort(NaturalOrder.INSTANCE);
    return names;
  }
}
