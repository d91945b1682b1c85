package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.integrity.expected.HashFiles.RereadLimit;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Sentence;

/// Reads SHA-256 checksum lists in the formats of `sha256sum`, `shasum` and `openssl dgst`: all
/// lists in the folder of a file, and lists with common names in the folders above.
final class ChecksumLists {

  private static final ExpectedHashSource KIND = ExpectedHashSource.CHECKSUM_LIST;
  private static final List<String> COMMON_NAMES =
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
  private static final Pattern GNU =
      Pattern.compile("[ \\t]*(\\\\?)([0-9a-fA-F]{64})(?: [ *]?|\\t)(.+)");
  private static final Pattern BSD =
      Pattern.compile("[ \\t]*(\\\\?)(?:SHA256|SHA2-256) ?\\((.+)\\) ?= ?([0-9a-fA-F]{64})[ \\t]*");
  private static final int MAX_LEVELS = 6;
  private static final int MAX_UNREAD_CHECKS = 10;
  private static final int MAX_NAME_PARTS = 256;

  /// Replaces several different hashes of a file in one list.
  private static final String CONTRADICTION = "";

  /// The maximum size of a short list. A longer list is read only once per folder, and its hashes
  /// are shared by all names in the folder that link to it, unless they depend on the name.
  private static final int LONG_BYTES = 1 << 20;

  /// The hashes of long lists by pairs of the file key and a folder.
  private final Map<List<Object>, Map<Path, String>> longLists = new HashMap<>();

  /// The lists of a folder, by file, so that files need not search all lists.
  ///
  /// @param byFile the lists that contain each file, sorted by path
  /// @param unread the checks of the unread lists, up to a limit
  private record FolderLists(Map<Path, List<Path>> byFile, List<Check> unread) {}

  private final RereadLimit limit = new RereadLimit();
  private final Map<Path, FolderLists> listsInSameFolder = new TreeMap<>();
  private final Map<Path, FolderLists> listsInParentFolders = new TreeMap<>();
  private final Map<Path, Map<Path, String>> hashes = new TreeMap<>();
  private final Set<Object> examined = Collections.newSetFromMap(new IdentityHashMap<>());
  final Map<Path, Check> unread = new TreeMap<>();

  /// @param path an absolute, normalized path
  List<ExpectedHash> expectedHashes(Path path) {
    return listsOf(path)
        .filter(list -> !hasContradiction(list, path))
        .map(list -> new ExpectedHash(KIND, list, Measure.FILE_SHA256, hashes.get(list).get(path)))
        .toList();
  }

  private Stream<Path> listsOf(Path path) {
    return lists(path).stream()
        .flatMap(lists -> lists.byFile.getOrDefault(path, List.of()).stream());
  }

  private boolean hasContradiction(Path list, Path path) {
    return hashes.get(list).get(path).equals(CONTRADICTION);
  }

  /// Returns a check for each list that has different hashes for a file, and, up to a limit, for
  /// the folder and each list that may name the file but cannot be read.
  List<Check> faultyLists(Path path) {
    Sentence reason = Sentence.of("The checksum list contains different hashes for this file.");
    List<Check> faults =
        listsOf(path)
            .filter(list -> hasContradiction(list, path))
            .map(list -> Check.of(KIND, list, Optional.empty(), Result.MISMATCH, reason))
            .collect(Collectors.toCollection(ArrayList::new));
    Stream<Check> checks = lists(path).stream().flatMap(lists -> lists.unread.stream());
    Stream.concat(Stream.ofNullable(unread.get(path.getParent())), checks)
        .limit(MAX_UNREAD_CHECKS)
        .forEach(faults::add);
    return faults;
  }

  private List<FolderLists> lists(Path path) {
    List<FolderLists> all = new ArrayList<>();
    Path folder = path.getParent();
    for (int level = 0; folder != null && level < MAX_LEVELS; level++) {
      all.add(
          level == 0
              ? listsInSameFolder.computeIfAbsent(folder, each -> read(all(each)))
              : listsInParentFolders.computeIfAbsent(folder, each -> read(withDefaultNames(each))));
      folder = folder.getParent();
    }
    return all;
  }

  private FolderLists read(List<Path> lists) {
    Map<Path, List<Path>> byFile = new TreeMap<>();
    Set<Object> shared = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Path list : lists) {
      Map<Path, String> listed = hashes.computeIfAbsent(list, this::ofExisting);
      if (shared.add(listed)) {
        listed
            .keySet()
            .forEach(file -> byFile.computeIfAbsent(file, _ -> new ArrayList<>(1)).add(list));
      }
    }
    Stream<Check> checks = lists.stream().map(unread::get).filter(Objects::nonNull);
    return new FolderLists(byFile, checks.limit(MAX_UNREAD_CHECKS).toList());
  }

  private List<Path> all(Path folder) {
    try {
      Stream<Path> children = CheckpointFinder.children(folder).stream();
      return children.filter(ChecksumLists::isList).sorted().toList();
    } catch (IOException e) {
      Sentence reason =
          Sentence.of(
              "The folder cannot be listed, so Git LFS pointers and checksum lists with uncommon"
                  + " names were not read.");
      unread.put(folder, Check.of(KIND, folder, Optional.empty(), Result.UNKNOWN, reason));
      return withDefaultNames(folder);
    }
  }

  static boolean isList(Path path) {
    String name = path.getFileName().toString();
    String lower = name.toLowerCase(Locale.ROOT);
    return COMMON_NAMES.contains(name) || SUFFIXES.stream().anyMatch(lower::endsWith);
  }

  private static List<Path> withDefaultNames(Path folder) {
    Stream<Path> lists = COMMON_NAMES.stream().map(folder::resolve);
    return lists.filter(list -> Files.exists(list, LinkOption.NOFOLLOW_LINKS)).toList();
  }

  private Map<Path, String> ofExisting(Path list) {
    Map<Path, String> hashes = hashes(list);
    if (examined.add(hashes)) {
      hashes.keySet().removeIf(file -> !file.startsWith(list.getParent()) || !Files.exists(file));
    }
    return hashes;
  }

  /// Reads a list. Returns no hashes if reading fails or a limit is exceeded, and the same map for
  /// all names of a long list in a folder.
  Map<Path, String> hashes(Path list) {
    Optional<FileStamp> stamp = FileStamp.of(list);
    Optional<List<Object>> longKey =
        stamp
            .filter(state -> state.byteLength() > LONG_BYTES)
            .map(state -> List.of(state.fileKey().orElse(list), list.getParent()));
    Optional<Map<Path, String>> known = longKey.map(longLists::get);
    if (known.isPresent()) {
      return known.get();
    }
    boolean isReadable = limit.permits(list, stamp);
    Optional<String> text =
        isReadable ? SmallFiles.unicodeText(list, SmallFiles.MAX_BYTES) : Optional.empty();
    if (text.isEmpty() && !Files.isDirectory(list)) {
      Sentence reason =
          isReadable
              ? Sentence.of("The checksum list was not read: it is too large or cannot be opened.")
              : Sentence.of(
                  "The checksum list was not read, because lists with several names are only read"
                      + " up to a total of {0}.",
                  new ByteSize(RereadLimit.MAX_BYTES));
      unread.put(list, Check.of(KIND, list, Optional.empty(), Result.UNKNOWN, reason));
    } else if (hasUndecodedCharacters(text.orElse(""))) {
      Sentence reason =
          Sentence.of(
              "The checksum list was not understood, or only in part: it is not text in UTF-8 or in"
                  + " UTF-16 with a byte order mark.");
      unread.put(list, Check.of(KIND, list, Optional.empty(), Result.UNKNOWN, reason));
    }
    Map<Path, String> hashes = hashes(list, text.orElse(""));
    // A hash without a name belongs to the file that the list is named after.
    boolean dependsOnName =
        hashes.containsKey(list.resolveSibling(nameWithoutSuffix(list)).normalize());
    if (text.isPresent() && !dependsOnName) {
      longKey.ifPresent(key -> longLists.put(key, hashes));
    }
    return hashes;
  }

  private static boolean hasUndecodedCharacters(String text) {
    return text.indexOf('\0') >= 0 || text.indexOf('\ufffd') >= 0;
  }

  /// Parses a list. Ignores lines without a hash. File names are relative to the folder of the
  /// list.
  ///
  /// @param list an absolute, normalized path
  /// @return the hashes in lowercase hex, or [#CONTRADICTION], by absolute and normalized path
  static Map<Path, String> hashes(Path list, String text) {
    // Not a HashMap, because the paths in a crafted list may have the same hash code.
    Map<Path, String> hashes = new TreeMap<>();
    text.lines().filter(line -> !line.isBlank()).forEach(line -> add(line, list, hashes));
    return hashes;
  }

  private static void add(String line, Path list, Map<Path, String> hashes) {
    try {
      Matcher gnu = GNU.matcher(line);
      if (gnu.matches()) {
        // "-" is the standard input, which is the file that the list is named after.
        boolean isNamed = !gnu.group(3).equals("-");
        String name = isNamed ? name(gnu.group(1), gnu.group(3)) : nameWithoutSuffix(list);
        put(list, name, gnu.group(2), hashes);
        return;
      }
      Matcher bsd = BSD.matcher(line);
      if (bsd.matches()) {
        put(list, name(bsd.group(1), bsd.group(2)), bsd.group(3), hashes);
      } else if (Hex.isSha256(line.strip())) {
        put(list, nameWithoutSuffix(list), line.strip(), hashes);
      }
    } catch (InvalidPathException e) {
      // The name is invalid on this file system.
    }
  }

  /// Adds the hash of a file. Ignores names with too many parts, because normalizing takes
  /// quadratic time.
  private static void put(Path list, String name, String hash, Map<Path, String> hashes) {
    int slashCount = 0;
    for (int i = name.indexOf('/'); i >= 0; i = name.indexOf('/', i + 1)) {
      slashCount++;
    }
    if (slashCount <= MAX_NAME_PARTS) {
      hashes.merge(
          list.resolveSibling(name).normalize(),
          Hex.normal(hash),
          (first, second) -> first.equals(second) ? first : CONTRADICTION);
    }
  }

  private static String nameWithoutSuffix(Path list) {
    String name = list.getFileName().toString();
    String lower = name.toLowerCase(Locale.ROOT);
    Optional<String> suffix = SUFFIXES.stream().filter(lower::endsWith).findFirst();
    return suffix.map(ending -> name.substring(0, name.length() - ending.length())).orElse("");
  }

  /// @param mark a backslash if special characters of the name are escaped, or empty
  private static String name(String mark, String text) {
    return mark.isEmpty() ? text : unescaped(text);
  }

  private static String unescaped(String name) {
    return name.replace("\\\\", "\0").replace("\\n", "\n").replace("\\r", "\r").replace("\0", "\\");
  }
}
