package io.github.tensorloupe.save;

import module java.base;

/// File names byte for byte. A name need not be text: on many systems it may hold any bytes, and
/// which of them are characters depends on the locale. Two such names can look the same, and the
/// path of a name cannot always be made from what it looks like.
///
/// A name is a string of characters from 0 to 255, one for each byte of it in UTF-8, or as the file
/// system has it.
final class FileNameBytes {

  private FileNameBytes() {}

  /// The bytes of a path's last name.
  static String of(Path path) {
    String name = path.getFileName().toString();
    if (isSpelled(path.getFileName(), name)) {
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
    // A URI has every byte that is no plain character as its number.
    String uri = path.toUri().getRawPath();
    int end = uri.endsWith("/") ? uri.length() - 1 : uri.length();
    String last = uri.substring(uri.lastIndexOf('/', end - 1) + 1, end).replace("+", "%2B");
    return URLDecoder.decode(last, StandardCharsets.ISO_8859_1);
  }

  /// A path in the same folder.
  ///
  /// @param bytes of its last name
  static Path sibling(Path path, String bytes) {
    String name = new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    if (name.equals(bytes) || canSpell(path, bytes, name)) {
      return path.resolveSibling(name);
    }
    StringBuilder uri = new StringBuilder("file:///");
    for (byte each : bytes.getBytes(StandardCharsets.ISO_8859_1)) {
      uri.append("%%%02X".formatted(each));
    }
    return path.resolveSibling(Path.of(URI.create(uri.toString())).getFileName());
  }

  private static boolean canSpell(Path path, String bytes, String name) {
    try {
      return of(path.resolveSibling(name)).equals(bytes);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isSpelled(Path fileName, String name) {
    try {
      return fileName.getFileSystem().getPath(name).equals(fileName);
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
