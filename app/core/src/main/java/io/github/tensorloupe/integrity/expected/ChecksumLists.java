package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.model.PathText;

/// The checksum lists beside a file, and those with one of the usual names in the folders above.
final class ChecksumLists {

  private static final List<String> USUAL_NAMES =
      List.of(
          "SHA256SUMS",
          "SHA256SUMS.txt",
          "sha256sums",
          "sha256sums.txt",
          "sha256sum.txt",
          "SHA256SUM",
          "checksums.sha256",
          "checksums.txt",
          "sha256.txt");

  private static final Set<String> SUFFIXES = Set.of(".sha256", ".sha256sum", ".sha256.txt");

  /// More folders than this no checksum list goes down.
  private static final int MAX_LEVELS = 6;

  private final Map<Path, List<ChecksumList>> beside = new HashMap<>();
  private final Map<Path, List<ChecksumList>> above = new HashMap<>();

  /// The hashes that checksum lists have for a file.
  ///
  /// @param path absolute and normal
  List<ExpectedHash> expectedHashes(Path path) {
    List<ExpectedHash> expectedHashes = new ArrayList<>();
    Path folder = path.getParent();
    for (int level = 0; folder != null && level < MAX_LEVELS; level++) {
      List<ChecksumList> lists =
          level == 0
              ? beside.computeIfAbsent(folder, ChecksumLists::all)
              : above.computeIfAbsent(folder, ChecksumLists::usual);
      for (ChecksumList list : lists) {
        String hash = list.hashes().get(path);
        if (hash != null) {
          expectedHashes.add(
              new ExpectedHash(
                  ExpectedHashSource.CHECKSUM_LIST,
                  PathText.of(list.path()),
                  Measure.FILE_SHA256,
                  hash));
        }
      }
      folder = folder.getParent();
    }
    return expectedHashes;
  }

  private static List<ChecksumList> all(Path folder) {
    return lists(
        SmallFiles.children(folder).stream().filter(ChecksumLists::isList).sorted().toList());
  }

  /// True if a file is a list by its name.
  static boolean isList(Path path) {
    String name = path.getFileName().toString();
    String lower = name.toLowerCase(Locale.ROOT);
    return USUAL_NAMES.contains(name) || SUFFIXES.stream().anyMatch(lower::endsWith);
  }

  private static List<ChecksumList> usual(Path folder) {
    return lists(USUAL_NAMES.stream().map(folder::resolve).filter(Files::isRegularFile).toList());
  }

  private static List<ChecksumList> lists(List<Path> paths) {
    List<ChecksumList> lists = new ArrayList<>();
    for (Path path : paths) {
      SmallFiles.text(path).ifPresent(text -> lists.add(ChecksumList.of(path, text)));
    }
    return lists;
  }
}
