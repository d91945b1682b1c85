package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.UnusableIndexException;
import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.text.Sentence;

/// A set of shards, not opened: the files named by an index, or numbered files without an index.
///
/// @param indexPath the path of the index, which need not exist
/// @param name the file name of the index or, without an index, a pattern of the shard names
/// @param index the index, or empty if it is unusable or does not exist
/// @param indexKey the file key of the index that was read, see [FileStamp#fileKey]
/// @param shards the shards in natural order, except missing ones, all in the folder of the index:
///   the files named by the index or, without a usable index, the files with shard names of the set
/// @param findings errors of the index and missing shards
public record ShardSet(
    Path indexPath,
    boolean hasIndex,
    String name,
    Optional<ShardIndex> index,
    Optional<Object> indexKey,
    List<Path> shards,
    List<Finding> findings) {

  public static final String INDEX_SUFFIX = ".safetensors.index.json";

  private static final Pattern INDEX_NAME =
      Pattern.compile(
          "(?<name>.*)\\.safetensors(?<before>\\.[\\w-]+)?\\.index(?<behind>\\.[\\w-]+)?\\.json",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  private static final int MAX_MISSING_SHARDS = 10_000;
  private static final int MAX_INCOMPLETE_FAMILIES = 1000;

  private static final int MAX_NAMED_RANGES = 8;

  private static final long MAX_INDEX_BYTES = 1_000_000_000;

  public ShardSet {
    shards = List.copyOf(shards);
    findings = List.copyOf(findings);
  }

  /// Returns true if the file name is the name of an index, such as `model.safetensors.index.json`
  /// or, with a variant, `model.safetensors.index.fp16.json`.
  public static boolean isIndexName(Path path) {
    Path name = path.getFileName();
    return name != null && INDEX_NAME.matcher(name.toString()).matches();
  }

  /// Returns the base name of a set, such as `model` or `model.fp16`. Not unique in a folder,
  /// because index names have several forms.
  public static String baseName(Path indexPath) {
    Matcher matcher = INDEX_NAME.matcher(indexPath.getFileName().toString());
    if (!matcher.matches()) {
      return indexPath.getFileName().toString();
    }
    return matcher.group("name")
        + Objects.requireNonNullElse(matcher.group("before"), "")
        + Objects.requireNonNullElse(matcher.group("behind"), "");
  }

  /// Reads an index and finds its shards. Reports errors in its content as findings.
  ///
  /// @throws NotEnoughMemoryException if the index does not fit into the free memory
  public static ShardSet read(Path indexPath) throws IOException {
    return read(indexPath, ParallelFileOpener::fitsHalfOfFreeHeap);
  }

  static ShardSet read(Path indexPath, LongPredicate heapRoom) throws IOException {
    try (ByteSource file = ByteSource.open(indexPath)) {
      requireRoom(indexPath, file.length(), heapRoom);
      try {
        ShardIndex index = ShardIndex.parse(file.read(0, (int) file.length()));
        return locateShards(indexPath, index, file.stamp().fileKey());
      } catch (UnusableIndexException e) {
        return ofUnusableIndex(indexPath, e.finding(), file.stamp().fileKey());
      } catch (OutOfMemoryError e) {
        throw new NotEnoughMemoryException(indexPath, file.length());
      }
    }
  }

  /// Checks that an index of the given length fits into the free memory.
  ///
  /// @throws NotEnoughMemoryException if the index does not fit into the free memory
  public static void requireRoom(Path indexPath, long byteCount) throws IOException {
    requireRoom(indexPath, byteCount, ParallelFileOpener::fitsHalfOfFreeHeap);
  }

  private static void requireRoom(Path indexPath, long byteCount, LongPredicate heapRoom)
      throws IOException {
    if (byteCount > MAX_INDEX_BYTES) {
      throw new FileSystemException(
          indexPath.toString(), null, "an index of more than 1 GB is not read");
    }
    if (!heapRoom.test(byteCount)) {
      throw new NotEnoughMemoryException(indexPath, byteCount);
    }
  }

  private static ShardSet locateShards(Path indexPath, ShardIndex index, Optional<Object> key) {
    List<Path> shards = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    Collection<String> named = index.shardNames();
    for (String name : named) {
      Optional<Path> shard =
          sibling(indexPath, name)
              .filter(file -> Files.exists(file) || SmallFiles.isUnreadableLink(file));
      shard.ifPresentOrElse(shards::add, () -> missing.add(name));
    }
    shards.sort(Comparator.comparing(Path::toString, NaturalOrder.INSTANCE));
    List<Finding> findings = new ArrayList<>(index.findings());
    if (!missing.isEmpty()) {
      missing.sort(NaturalOrder.INSTANCE);
      addMissing(index, missing, findings);
    }
    SequencedMap<Family, NavigableSet<Integer>> numbers = ShardName.numbers(named);
    if (!numbers.isEmpty()) {
      ShardName.numbers(fileNames(indexPath, findings))
          .forEach((family, present) -> numbers.getOrDefault(family, present).addAll(present));
      findings.addAll(gaps(numbers, indexPath, true));
    }
    return new ShardSet(
        indexPath, true, fileName(indexPath), Optional.of(index), key, shards, findings);
  }

  private static ShardSet ofUnusableIndex(Path indexPath, Finding error, Optional<Object> key) {
    List<Finding> findings = new ArrayList<>(List.of(error));
    String baseName = baseName(indexPath);
    List<String> names =
        fileNames(indexPath, findings).stream()
            .filter(name -> ShardName.isInSet(baseName, name))
            .toList();
    findings.addAll(gaps(ShardName.numbers(names), indexPath, false));
    List<Path> shards = names.stream().map(indexPath::resolveSibling).toList();
    return new ShardSet(
        indexPath, true, fileName(indexPath), Optional.empty(), key, shards, findings);
  }

  /// Creates a set without an index.
  ///
  /// @param indexPath the path that an index would have
  /// @param shards the files of one family in one folder, in natural order
  static ShardSet withoutIndex(Family family, Path indexPath, List<Path> shards) {
    List<String> names = shards.stream().map(ShardSet::fileName).toList();
    List<Finding> findings = gaps(ShardName.numbers(names), indexPath, false);
    return new ShardSet(
        indexPath, false, family.pattern(), Optional.empty(), Optional.empty(), shards, findings);
  }

  private static String fileName(Path path) {
    return path.getFileName().toString();
  }

  private static List<String> fileNames(Path indexPath, List<Finding> findings) {
    Path folder = indexPath.toAbsolutePath().getParent();
    try {
      return CheckpointFinder.children(folder).stream().map(ShardSet::fileName).toList();
    } catch (IOException e) {
      findings.add(ReadFailures.finding(e));
      return List.of();
    }
  }

  private static Optional<Path> sibling(Path indexPath, String shardName) {
    try {
      return Optional.of(indexPath.resolveSibling(shardName));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static void addMissing(ShardIndex index, List<String> missing, List<Finding> findings) {
    Map<String, Integer> tensorCounts = index.tensorCounts();
    for (String name : missing.subList(0, Math.min(MAX_MISSING_SHARDS, missing.size()))) {
      Sentence sentence =
          Sentence.of(
              "The shard {0} is missing; the index assigns {1} {1#tensor|tensors} to it.",
              DisplayText.of(name), tensorCounts.get(name));
      findings.add(Finding.of(FindingCode.SHARD_MISSING, sentence));
    }
    if (missing.size() > MAX_MISSING_SHARDS) {
      long rest = missing.size() - MAX_MISSING_SHARDS;
      Sentence sentence = Sentence.of("{0} more {0#shard is|shards are} missing.", rest);
      findings.add(Finding.ofOmitted(FindingCode.SHARD_MISSING, sentence, rest));
    }
  }

  /// Returns true if loaders refuse the set because of its index or missing shards. Loaders do not
  /// need shards that a usable index does not name.
  public boolean isRefused() {
    return findings.stream()
        .filter(finding -> finding.severity() == Severity.ERROR)
        .anyMatch(finding -> index.isEmpty() || finding.code() != FindingCode.SHARD_NUMBER_GAP);
  }

  /// Reports missing shard numbers and, without an index, numbers above the total.
  ///
  /// @param numbers the numbers of the shards or, with an index, of all files in the folder
  private static List<Finding> gaps(
      SequencedMap<Family, NavigableSet<Integer>> numbers, Path index, boolean isIndexed) {
    List<Finding> findings = new ArrayList<>();
    long rest = 0;
    for (Map.Entry<Family, NavigableSet<Integer>> each : numbers.entrySet()) {
      Family family = each.getKey();
      boolean isComplete = family.isComplete(each.getValue());
      if (findings.size() >= MAX_INCOMPLETE_FAMILIES) {
        rest += isComplete ? 0 : 1;
        continue;
      }
      BitSet beyond = family.beyond(each.getValue());
      if (!isComplete) {
        Sentence sentence = gap(family, family.missing(each.getValue()), index, isIndexed);
        findings.add(Finding.of(FindingCode.SHARD_NUMBER_GAP, sentence));
      }
      if (!beyond.isEmpty() && !isIndexed) {
        Sentence sentence =
            Sentence.of(
                "The file names in the folder {0} specify {1} {1#shard|shards}, but {2} {2#file has"
                    + " a higher number|files have higher numbers}: {3}.",
                folderName(index),
                family.total(),
                beyond.cardinality(),
                formatFileNames(family, beyond));
        Sentence advice = Sentence.of("Compare the folder with the source of the set.");
        findings.add(Finding.of(FindingCode.SHARD_NUMBER_GAP, sentence.then(advice)));
      }
    }
    if (rest > 0) {
      Sentence sentence = Sentence.of("Shards of {0} more {0#set|sets} are missing.", rest);
      findings.add(Finding.ofOmitted(FindingCode.SHARD_NUMBER_GAP, sentence, rest));
    }
    return findings;
  }

  private static Sentence gap(Family family, BitSet missing, Path index, boolean isIndexed) {
    Sentence names = formatFileNames(family, missing);
    Object[] words = {family.total(), folderName(index), missing.cardinality(), names};
    return isIndexed
        ? Sentence.of(
                "According to the file names in the folder {1}, {2} of {0} shards {2#is|are}"
                    + " missing, and the index does not name {2#it|them} either: {3}.",
                words)
            .then(
                Sentence.of(
                    "Download the index and the missing shards again, or ignore this if nothing"
                        + " else is missing."))
        : Sentence.of(
                "According to the file names in the folder {1}, {2} of {0} shards {2#is|are}"
                    + " missing: {3}.",
                words)
            .then(
                Sentence.of("Download the missing shards again; their tensors cannot be loaded."));
  }

  // The folder distinguishes sets with equal shard names.
  private static String folderName(Path index) {
    Path folder = AbsolutePaths.of(index).getParent();
    return DisplayText.of(
        String.valueOf(folder.getFileName() == null ? folder : folder.getFileName()));
  }

  private static Sentence formatFileNames(Family family, BitSet numbers) {
    List<Object> runs = Sentence.ranges(numbers, number -> DisplayText.of(family.fileName(number)));
    return runs.size() <= MAX_NAMED_RANGES
        ? Sentence.joined(", ", runs)
        : Sentence.of("{0} and others", Sentence.joined(", ", runs.subList(0, MAX_NAMED_RANGES)));
  }
}
