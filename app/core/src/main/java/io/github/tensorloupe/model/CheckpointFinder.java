package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Finds checkpoints in folders: sets of shards and single safetensors files.
///
/// Follows links to files, but not links to folders. Results are ordered by folder: sets with an
/// index, sets without an index, single files, then subfolders, each in natural order.
public final class CheckpointFinder {

  /// A checkpoint, or a path that could not be read.
  public sealed interface Found {
    Path path();

    default List<Path> files() {
      return switch (this) {
        case FoundFile(Path file) -> List.of(file);
        case FoundSet(ShardSet set) -> set.shards();
        case Unreadable _ -> List.of();
      };
    }
  }

  /// A set of shards. Its path is the path of its index, which need not exist.
  public record FoundSet(ShardSet set) implements Found {
    @Override
    public Path path() {
      return set.indexPath();
    }
  }

  /// A safetensors file that is not a shard of a set.
  public record FoundFile(Path path) implements Found {}

  /// A folder or an index that could not be read, or another path that could not be examined.
  public record Unreadable(Path path, IOException cause) implements Found {}

  public static final String FILE_SUFFIX = ".safetensors";

  /// The maximum number of header bytes that the sets of a folder share. Limits the work for many
  /// indexes with the same shards, whose headers are read for each set.
  private static final long MAX_SHARED_BYTES = 1 << 28;

  /// The cost of opening a file, in header bytes that can be read in the same time.
  private static final int OPENING_BYTES = 1 << 14;

  /// The maximum nesting depth of folders. The work for a path grows with the square of its depth.
  public static final int MAX_DEPTH = 100;

  private CheckpointFinder() {}

  /// Finds the checkpoints in a folder and its subfolders. Reads indexes. Opens safetensors files
  /// only if several indexes name them, to find the lengths of their headers.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static List<Found> find(Path folder, Cancellation cancellation) {
    List<Found> checkpoints = new ArrayList<>();
    walk(
        folder,
        (_, children) -> checkpoints.addAll(findAmong(children)),
        (each, cause) -> checkpoints.add(new Unreadable(each, cause)),
        cancellation);
    return List.copyOf(checkpoints);
  }

  /// Finds the checkpoints in a folder, without its subfolders.
  public static List<Found> findIn(Path folder, Cancellation cancellation) {
    cancellation.check();
    try {
      return findAmong(children(folder));
    } catch (IOException e) {
      return List.of(new Unreadable(folder, e));
    }
  }

  /// Returns the files of all checkpoints in a folder and its subfolders, in natural order.
  ///
  /// @param onFailure receives the failures to read subfolders and indexes
  /// @throws IOException if the folder itself cannot be read
  public static List<Path> files(
      Path folder, Consumer<IOException> onFailure, Cancellation cancellation) throws IOException {
    Set<Path> files = new TreeSet<>();
    for (Found each : find(folder, cancellation)) {
      if (each instanceof Unreadable(Path path, IOException cause)) {
        if (path.equals(folder)) {
          throw cause;
        }
        onFailure.accept(cause);
      }
      files.addAll(each.files());
    }
    return files.stream()
        .filter(Files::isRegularFile)
        .sorted(Comparator.comparing(Path::toString, NaturalOrder.INSTANCE))
        .toList();
  }

  /// Visits a folder and its subfolders, parents before children.
  ///
  /// @param onFolder receives each folder and its content in natural order
  /// @param onFailure receives folders that cannot be listed or are nested too deeply, and children
  ///   that cannot be examined
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static void walk(
      Path top,
      BiConsumer<Path, List<Path>> onFolder,
      BiConsumer<Path, IOException> onFailure,
      Cancellation cancellation) {
    // Iterative, because deeply nested folders would overflow the stack.
    Deque<Path> folders = new ArrayDeque<>(List.of(top));
    while (!folders.isEmpty()) {
      Path folder = folders.pop();
      cancellation.check();
      List<Path> children;
      try {
        requireDepth(folder, folder.getNameCount() - top.getNameCount());
        children = children(folder);
      } catch (IOException e) {
        onFailure.accept(folder, e);
        continue;
      }
      onFolder.accept(folder, children);
      subfolders(children, onFailure).reversed().forEach(folders::push);
    }
  }

  /// Checks the nesting depth of a folder.
  ///
  /// @param depth the number of folders between the folder and the start of the search, including
  ///   the start
  /// @throws SentenceException if the folder is nested too deeply to be searched
  public static void requireDepth(Path folder, int depth) throws SentenceException {
    if (depth > MAX_DEPTH) {
      throw new SentenceException(
          "The folder {0} was not searched: it is more than {1} levels deep.",
          PathText.of(folder), MAX_DEPTH);
    }
  }

  /// Returns a modifiable list of the files and folders in a folder, including hidden files and
  /// links, in natural order.
  ///
  /// @throws IOException if the folder cannot be listed completely
  public static List<Path> children(Path folder) throws IOException {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(children::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    children.sort(Comparator.comparing(CheckpointFinder::nameOf, NaturalOrder.INSTANCE));
    return children;
  }

  /// Returns the folders among the children of a folder, excluding links.
  ///
  /// @param onFailure receives the children that cannot be examined
  public static List<Path> subfolders(
      Collection<Path> children, BiConsumer<Path, IOException> onFailure) {
    List<Path> folders = new ArrayList<>();
    for (Path child : children) {
      try {
        if (Files.readAttributes(child, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .isDirectory()) {
          folders.add(child);
        }
      } catch (NoSuchFileException e) {
        // Another program has deleted the child.
      } catch (IOException e) {
        onFailure.accept(child, e);
      }
    }
    return folders;
  }

  /// Finds the checkpoints among the children of a folder.
  ///
  /// @param children the children in natural order
  public static List<Found> findAmong(List<Path> children) {
    List<Found> checkpoints = new ArrayList<>();
    // Sorted, because hash tables of paths with equal hash codes are slow.
    Set<Path> indexed = new TreeSet<>();
    Map<Path, Long> headerLengths = new TreeMap<>();
    long sharedBytes = 0;
    for (Path child : children) {
      // Broken links are reported as unreadable.
      if (ShardSet.isIndexName(child) && !Files.isDirectory(child)) {
        Found each = read(child);
        for (Path shard : each.files()) {
          if (!indexed.add(shard)) {
            sharedBytes += headerLengths.computeIfAbsent(shard, CheckpointFinder::headerLength);
            sharedBytes += OPENING_BYTES;
          }
        }
        checkpoints.add(sharedBytes <= MAX_SHARED_BYTES ? each : tooManyIndexes(child));
      }
    }
    List<Path> others = new ArrayList<>();
    for (Path child : children) {
      if (!indexed.contains(child) && isTensorFile(child)) {
        others.add(child);
      }
    }
    Set<Path> numbered = new TreeSet<>();
    for (ShardSet set : setsWithoutIndex(others, indexed, children)) {
      numbered.addAll(set.shards());
      checkpoints.add(new FoundSet(set));
    }
    for (Path other : others) {
      if (!numbered.contains(other)) {
        checkpoints.add(new FoundFile(other));
      }
    }
    return checkpoints;
  }

  private static long headerLength(Path shard) {
    if (SourceFileSystem.of(shard).isPresent()) {
      return 0;
    }
    try (ByteSource bytes = ByteSource.open(shard)) {
      return Preface.of(bytes.length(), Sample.headOf(bytes)).presentHeaderByteCount();
    } catch (IOException e) {
      return 0;
    }
  }

  private static Unreadable tooManyIndexes(Path index) {
    Sentence sentence =
        Sentence.of(
            "{0} was not read: too many indexes in its folder name the same shards. Open this index"
                + " alone.",
            PathText.of(index));
    return new Unreadable(index, new SentenceException(sentence));
  }

  /// Reads an index. A failure to read the index is part of the result.
  public static Found read(Path index) {
    try {
      return new FoundSet(ShardSet.read(index));
    } catch (IOException e) {
      return new Unreadable(index, e);
    }
  }

  /// Groups the numbered shards of a folder into sets by name. Skips families that have files in an
  /// index, and incomplete families that differ from such a family only in the total.
  ///
  /// @param files the files that are not listed in any index, in natural order
  /// @param indexed the files that are listed in indexes
  /// @param children the content of the folder
  private static List<ShardSet> setsWithoutIndex(
      List<Path> files, Set<Path> indexed, List<Path> children) {
    Set<Family> known =
        ShardName.numbers(indexed.stream().map(CheckpointFinder::nameOf).toList()).keySet();
    Map<String, Set<Integer>> knownTotals = new HashMap<>();
    for (Family family : known) {
      knownTotals
          .computeIfAbsent(family.patternOfAnyTotal(), _ -> new HashSet<>())
          .add(family.total());
    }
    Map<Family, List<Path>> families = new LinkedHashMap<>();
    for (Path file : files) {
      Optional<ShardName> name = ShardName.of(nameOf(file)).filter(ShardName::isOfSet);
      if (name.isPresent() && !known.contains(name.get().family())) {
        families.computeIfAbsent(name.get().family(), _ -> new ArrayList<>()).add(file);
      }
    }
    List<ShardSet> sets = new ArrayList<>();
    Set<Path> usedIndexes = new TreeSet<>(children);
    families.forEach(
        (family, shards) -> {
          Set<Integer> totals = knownTotals.getOrDefault(family.patternOfAnyTotal(), Set.of());
          if (shards.size() >= family.total() || Set.of(family.total()).containsAll(totals)) {
            Path index = shards.getFirst().resolveSibling(family.indexName());
            if (!usedIndexes.add(index)) {
              String name = family.baseName() + "-of-" + family.totalText();
              index = index.resolveSibling(name + ShardSet.INDEX_SUFFIX);
              usedIndexes.add(index);
            }
            sets.add(ShardSet.withoutIndex(family, index, shards));
          }
        });
    return sets;
  }

  /// Returns the existing indexes in a folder and the paths for missing indexes of its numbered
  /// shards. All saves with the same base name have one index path.
  ///
  /// @throws IOException if the folder or an index cannot be read
  public static List<Path> indexPaths(Path folder) throws IOException {
    List<Path> indexes = new ArrayList<>();
    for (Found each : findIn(folder, Cancellation.NEVER)) {
      switch (each) {
        case FoundSet(ShardSet set) ->
            indexes.add(
                set.hasIndex()
                    ? set.indexPath()
                    : indexPath(set.shards().getFirst()).orElseThrow());
        case FoundFile(Path file) ->
            ShardName.of(nameOf(file))
                .filter(name -> name.family().total() == 1)
                .flatMap(_ -> indexPath(file))
                .ifPresent(indexes::add);
        case Unreadable(Path _, IOException cause) -> throw cause;
      }
    }
    return distinct(indexes.stream());
  }

  /// Returns the distinct paths in their order. A hash table of paths would be slow if many names
  /// have equal hash codes.
  static List<Path> distinct(Stream<Path> paths) {
    Set<Path> found = new TreeSet<>();
    return paths.filter(found::add).toList();
  }

  /// Returns the actual or potential path of the index of a file, or empty if the file is not a
  /// shard.
  ///
  /// @param part an index or a safetensors file; not opened
  public static Optional<Path> indexPath(Path part) {
    return ShardSet.isIndexName(part)
        ? Optional.of(part)
        : ShardName.familyOf(nameOf(part)).map(family -> part.resolveSibling(family.indexName()));
  }

  /// Returns the names of the safetensors files in a folder, in natural order.
  public static List<String> fileNames(Path folder) throws IOException {
    return children(folder).stream()
        .filter(CheckpointFinder::isTensorFile)
        .map(CheckpointFinder::nameOf)
        .toList();
  }

  static boolean isTensorFile(Path child) {
    return hasSafetensorsName(child) && !Files.isDirectory(child);
  }

  /// Returns the file name of a path without `.safetensors`.
  public static String stem(Path file) {
    return stem(nameOf(file));
  }

  public static String stem(String name) {
    return hasSafetensorsName(name)
        ? name.substring(0, name.length() - FILE_SUFFIX.length())
        : name;
  }

  /// Returns true if the file name ends in `.safetensors`, ignoring case.
  public static boolean hasSafetensorsName(Path path) {
    return hasSafetensorsName(nameOf(path));
  }

  public static boolean hasSafetensorsName(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(FILE_SUFFIX);
  }

  /// Returns true if the file name is a name of a safetensors file or an index.
  public static boolean hasCheckpointName(Path path) {
    return hasSafetensorsName(path) || ShardSet.isIndexName(path);
  }

  private static String nameOf(Path file) {
    return String.valueOf(file.getFileName());
  }
}
