package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.UnusableIndexException;
import io.github.tensorloupe.model.FilesOpening.HeapRoom;
import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.text.Sentence;

/// The shards that an index names, or whose names count one set where there is no index. The shards
/// themselves are not opened.
///
/// @param indexPath the index file; where there is none, the place where it would be written
/// @param name what a person calls the set: the file name of the index, or a pattern of the file
///   names of the shards where there is none
/// @param index what the index says; empty where it is unusable or there is none
/// @param shards the files it names that are there, in natural order; never outside the index's own
///   folder. Without a usable index, those that are named like shards of the set
/// @param findings what is wrong with the index and which shards are missing
public record ShardSet(
    Path indexPath,
    boolean hasIndex,
    String name,
    Optional<ShardIndex> index,
    List<Path> shards,
    List<Finding> findings) {

  public static final String INDEX_SUFFIX = ".safetensors.index.json";

  private static final Pattern INDEX_NAME =
      Pattern.compile(
          "(?<name>.*)\\.safetensors(?<before>\\.[\\w-]+)?\\.index(?<behind>\\.[\\w-]+)?\\.json",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  /// Whoever misses more shards is told no more by a longer list.
  private static final int MAX_MISSING_FINDINGS = 1000;

  /// A longer list of names tells nobody more.
  private static final int MAX_RUNS_TOLD = 8;

  private static final long MAX_INDEX_BYTES = 1_000_000_000;

  public ShardSet {
    shards = List.copyOf(shards);
    findings = List.copyOf(findings);
  }

  /// True if a path is named like an index, that of a variant too: `model.safetensors.index.json`,
  /// `model.safetensors.index.fp16.json`.
  public static boolean isIndexName(Path path) {
    Path name = path.getFileName();
    return name != null && INDEX_NAME.matcher(name.toString()).matches();
  }

  /// The name of the set without endings, such as `model` or `model.fp16`. Sets with one name may
  /// lie beside each other, as their indexes may be named in several ways.
  public static String baseName(Path indexPath) {
    Matcher matcher = INDEX_NAME.matcher(indexPath.getFileName().toString());
    if (!matcher.matches()) {
      return indexPath.getFileName().toString();
    }
    return matcher.group("name")
        + Objects.requireNonNullElse(matcher.group("before"), "")
        + Objects.requireNonNullElse(matcher.group("behind"), "");
  }

  /// Reads an index and looks for its shards. Whatever is wrong with its contents is a finding.
  ///
  /// @throws NotEnoughMemoryException if the index does not fit into the free memory
  public static ShardSet read(Path indexPath) throws IOException {
    return read(indexPath, HeapRoom::fitsHalfOfTheRest);
  }

  static ShardSet read(Path indexPath, HeapRoom heapRoom) throws IOException {
    try (ByteSource file = ByteSource.open(indexPath)) {
      if (file.length() > MAX_INDEX_BYTES) {
        throw new FileSystemException(
            indexPath.toString(), null, "an index of more than 1 GB is not read");
      }
      if (!heapRoom.fits(file.length())) {
        throw new NotEnoughMemoryException(indexPath, file.length());
      }
      try {
        return locateShards(indexPath, ShardIndex.parse(file.read(0, (int) file.length())));
      } catch (UnusableIndexException e) {
        return withoutHelpOfIndex(indexPath, e.finding());
      } catch (OutOfMemoryError e) {
        throw new NotEnoughMemoryException(indexPath, file.length());
      }
    }
  }

  private static ShardSet locateShards(Path indexPath, ShardIndex index) {
    List<Path> shards = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    Collection<String> named = index.shardNames();
    for (String name : named) {
      Optional<Path> shard = sibling(indexPath, name).filter(Files::exists);
      shard.ifPresentOrElse(shards::add, () -> missing.add(name));
    }
    shards.sort(Comparator.comparing(Path::toString, NaturalOrder.INSTANCE));
    List<Finding> findings = new ArrayList<>(index.findings());
    if (!missing.isEmpty()) {
      addMissing(index, missing, findings);
    }
    SequencedMap<Family, BitSet> numbers = ShardName.numbers(named);
    if (!numbers.isEmpty()) {
      ShardName.numbers(fileNames(indexPath, findings))
          .forEach((family, present) -> numbers.getOrDefault(family, present).or(present));
      findings.addAll(gaps(numbers, indexPath, true));
    }
    return new ShardSet(indexPath, true, fileName(indexPath), Optional.of(index), shards, findings);
  }

  /// An index that says nothing still tells by its name which shards are its own.
  private static ShardSet withoutHelpOfIndex(Path indexPath, Finding why) {
    List<Finding> findings = new ArrayList<>(List.of(why));
    String baseName = baseName(indexPath);
    List<String> names =
        fileNames(indexPath, findings).stream()
            .filter(name -> ShardName.isNamedAs(baseName, name))
            .toList();
    findings.addAll(gaps(ShardName.numbers(names), indexPath, false));
    List<Path> shards = names.stream().map(indexPath::resolveSibling).toList();
    return new ShardSet(indexPath, true, fileName(indexPath), Optional.empty(), shards, findings);
  }

  /// The set of files whose names count them and that no index names.
  ///
  /// @param shards in natural order, in one folder, all of one family
  /// @param indexPath where an index would be written
  static ShardSet withoutIndex(Family family, Path indexPath, List<Path> shards) {
    List<String> names = shards.stream().map(ShardSet::fileName).toList();
    List<Finding> findings = gaps(ShardName.numbers(names), indexPath, false);
    return new ShardSet(indexPath, false, family.pattern(), Optional.empty(), shards, findings);
  }

  private static String fileName(Path path) {
    return path.getFileName().toString();
  }

  private static List<String> fileNames(Path indexPath, List<Finding> findings) {
    Path folder = indexPath.toAbsolutePath().getParent();
    try {
      return FolderChildren.of(folder).stream().map(ShardSet::fileName).toList();
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
    List<Sentence> sentences = new ArrayList<>();
    for (String name : missing.subList(0, Math.min(MAX_MISSING_FINDINGS, missing.size()))) {
      sentences.add(
          Sentence.of(
              "The shard {0} is missing; the index puts {1} {1#tensor|tensors} into it.",
              DisplayText.of(name), tensorCounts.get(name)));
    }
    if (missing.size() > MAX_MISSING_FINDINGS) {
      long rest = missing.size() - MAX_MISSING_FINDINGS;
      sentences.add(Sentence.of("{0} more shards are missing.", rest));
    }
    sentences.forEach(each -> findings.add(Finding.of(FindingCode.SHARD_MISSING, each)));
  }

  /// True if the set cannot be loaded for a reason that lies in the index or the folder. A loader
  /// that follows a whole index does not miss what the index does not name.
  public boolean isRefused() {
    return findings.stream()
        .filter(finding -> finding.severity() == Severity.ERROR)
        .anyMatch(finding -> index.isEmpty() || finding.code() != FindingCode.SHARD_NUMBER_GAP);
  }

  /// The findings on missing numbers, and without an index on numbers beyond the total.
  ///
  /// @param numbers of the shards of one set and, with an index, of all files in the folder
  /// @param index where the index of the set is, or would be
  /// @param indexed true if the index names the shards
  private static List<Finding> gaps(
      SequencedMap<Family, BitSet> numbers, Path index, boolean indexed) {
    List<Finding> findings = new ArrayList<>();
    for (Map.Entry<Family, BitSet> each : numbers.entrySet()) {
      Family family = each.getKey();
      BitSet missing = family.missing(each.getValue());
      BitSet beyond = family.beyond(each.getValue());
      if (!missing.isEmpty()) {
        Sentence sentence = gap(family, missing, index, indexed);
        findings.add(Finding.of(FindingCode.SHARD_NUMBER_GAP, sentence));
      }
      if (!beyond.isEmpty() && !indexed) {
        Sentence sentence =
            Sentence.of(
                "The file names in the folder {0} count {1} {1#shard|shards}, but {2} {2#has a"
                    + " number|have numbers} beyond that: {3}.",
                folderName(index), family.total(), beyond.cardinality(), listed(family, beyond));
        Sentence advice = Sentence.of("Compare the folder with the place that the set came from.");
        findings.add(Finding.of(FindingCode.SHARD_NUMBER_GAP, sentence.then(advice)));
      }
    }
    return findings;
  }

  private static Sentence gap(Family family, BitSet missing, Path index, boolean indexed) {
    Sentence names = listed(family, missing);
    Object[] words = {family.total(), folderName(index), missing.cardinality(), names};
    return indexed
        ? Sentence.of(
                "Of the {0} shards that the file names in the folder {1} count, {2}"
                    + " {2#is|are} missing, and the index does not name {2#it|them} either:"
                    + " {3}.",
                words)
            .then(
                Sentence.of(
                    "Download the index and the missing shards again, or ignore this if nothing"
                        + " else is missing."))
        : Sentence.of(
                "Of the {0} shards that the file names in the folder {1} count, {2}"
                    + " {2#is|are} missing: {3}.",
                words)
            .then(
                Sentence.of("Download the missing shards again; their tensors cannot be loaded."));
  }

  /// A folder may hold many sets whose shards have the same names.
  private static String folderName(Path index) {
    Path folder = index.toAbsolutePath().normalize().getParent();
    return DisplayText.of(
        String.valueOf(folder.getFileName() == null ? folder : folder.getFileName()));
  }

  private static Sentence listed(Family family, BitSet numbers) {
    List<Object> runs = Sentence.ranges(numbers, number -> DisplayText.of(family.fileName(number)));
    return runs.size() <= MAX_RUNS_TOLD
        ? Sentence.joined(", ", runs)
        : Sentence.of("{0} and others", Sentence.joined(", ", runs.subList(0, MAX_RUNS_TOLD)));
  }
}
