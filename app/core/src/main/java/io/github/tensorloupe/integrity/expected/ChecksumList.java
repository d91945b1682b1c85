package io.github.tensorloupe.integrity.expected;

import module java.base;

/// A list of SHA-256 hashes and the files that have them, as `sha256sum`, `shasum` and `openssl
/// dgst` write and read them. Lines that are none are passed over.
///
/// @param path where the list is, absolute and normal
/// @param hashes by file, absolute and normal, in lower-case hex
record ChecksumList(Path path, Map<Path, String> hashes) {

  private static final Pattern GNU = Pattern.compile("(\\\\?)([0-9a-fA-F]{64})(?: [ *]|\\t)(.+)");
  private static final Pattern BSD =
      Pattern.compile("(?:SHA256|SHA2-256) ?\\((.+)\\) ?= ?([0-9a-fA-F]{64})");
  private static final Pattern BARE = Pattern.compile("([0-9a-fA-F]{64})");

  private static final String BYTE_ORDER_MARK = "\ufeff";

  ChecksumList {
    hashes = Map.copyOf(hashes);
  }

  /// Reads a list.
  ///
  /// @param path where it is, absolute and normal; names in it are relative to its folder
  /// @param text editors on Windows put a byte order mark before it
  static ChecksumList of(Path path, String text) {
    Map<Path, String> hashes = new LinkedHashMap<>();
    String lines = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    lines.lines().map(String::stripTrailing).forEach(line -> add(line, path, hashes));
    return new ChecksumList(path, hashes);
  }

  private static void add(String line, Path list, Map<Path, String> hashes) {
    Matcher gnu = GNU.matcher(line);
    Matcher bsd = BSD.matcher(line);
    Matcher bare = BARE.matcher(line.strip());
    if (gnu.matches()) {
      String name = gnu.group(1).isEmpty() ? gnu.group(3) : unescaped(gnu.group(3));
      add(name, gnu.group(2), list, hashes);
    } else if (bsd.matches()) {
      add(bsd.group(1), bsd.group(2), list, hashes);
    } else if (bare.matches()) {
      add(nameWithoutSuffix(list), bare.group(1), list, hashes);
    }
  }

  private static void add(String name, String hash, Path list, Map<Path, String> hashes) {
    try {
      hashes.put(list.resolveSibling(name).normalize(), hash.toLowerCase(Locale.ROOT));
    } catch (InvalidPathException e) {
      // No file here can have this name.
    }
  }

  /// The file that a list with one hash and no name is about.
  private static String nameWithoutSuffix(Path list) {
    String name = list.getFileName().toString();
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  private static String unescaped(String name) {
    return name.replace("\\\\", "\0").replace("\\n", "\n").replace("\\r", "\r").replace("\0", "\\");
  }
}
