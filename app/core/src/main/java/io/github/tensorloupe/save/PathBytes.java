package io.github.tensorloupe.save;

import module java.base;

/// Conversions between paths and the bytes that the operating system uses. On many systems, a name
/// can contain any bytes, and decoding them loses information in some locales.
final class PathBytes {

  private PathBytes() {}

  /// Returns the bytes of the absolute path, without a final slash.
  static byte[] of(Path path) {
    // A URI percent-encodes all special bytes. The URI of a folder ends in a slash.
    String uri = path.toUri().getRawPath().replace("+", "%2B").replaceFirst("(?<=.)/$", "");
    return URLDecoder.decode(uri, StandardCharsets.ISO_8859_1)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /// @param bytes an absolute or relative path, not empty
  static Path path(byte[] bytes) {
    String escaped = HexFormat.of().withPrefix("%").formatHex(bytes);
    String uri = escaped.replace("%2f", "/").replaceAll("/+", "/");
    boolean isAbsolute = bytes[0] == '/';
    Path path = Path.of(URI.create((isAbsolute ? "file://" : "file:///") + uri));
    return isAbsolute ? path : path.subpath(0, path.getNameCount());
  }
}
