package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.FolderChildren;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.text.Sentence;

/// The relevant content of one folder, and the checkpoints that its files make up. Opens indexes,
/// but no safetensors file.
final class FolderCandidates {

  private static final String PIPELINE_FILE = "model_index.json";
  private static final Pattern NUMBERED =
      Pattern.compile("(.*?)-?(\\d{5})-of-(\\d{5})\\.safetensors");

  /// A candidate with the names of files that belong to it, there or not.
  private record Named(Candidate candidate, Set<String> fileNames) {}

  final List<Leftover> leftovers = new ArrayList<>();

  /// The folders below it, hidden ones left out, in natural order.
  final List<Path> folders = new ArrayList<>();

  private final FolderNames names;
  private final List<Path> indexes = new ArrayList<>();

  /// By their names, links that lead nowhere among them.
  private final List<Path> tensorFiles = new ArrayList<>();

  private final List<Named> found = new ArrayList<>();

  /// The names of the files that belong to sets.
  private final Set<String> claimed = new HashSet<>();

  /// True if it is a folder of the diffusers library, whose parts are one checkpoint.
  boolean isPipeline;

  private FolderCandidates(FolderNames names) {
    this.names = names;
  }

  static FolderCandidates in(Path folder, FolderNames names) throws IOException {
    FolderCandidates content = new FolderCandidates(names);
    FolderChildren.of(folder).forEach(content::add);
    return content;
  }

  /// The checkpoint of an index without a look at anything beside it.
  static Candidate ofIndex(Path index, FolderNames names) {
    FolderCandidates content = new FolderCandidates(names);
    content.addSet(index);
    return content.found.getFirst().candidate;
  }

  private void add(Path child) {
    String name = child.getFileName().toString();
    isPipeline |= name.equals(PIPELINE_FILE);
    Optional<BasicFileAttributes> attributes = attributes(child);
    if (attributes.map(BasicFileAttributes::isDirectory).orElse(false)) {
      if (!name.startsWith(".")) {
        folders.add(child);
      }
    } else if (ShardSet.isIndexName(child)) {
      indexes.add(child);
    } else if (name.endsWith(Leftover.TENSOR_SUFFIX)) {
      tensorFiles.add(child);
    } else {
      attributes.flatMap(file -> Leftover.of(child, file.size())).ifPresent(leftovers::add);
    }
  }

  /// Empty where a link leads nowhere, or nothing can be known.
  private static Optional<BasicFileAttributes> attributes(Path file) {
    try {
      return Optional.of(Files.readAttributes(file, BasicFileAttributes.class));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// The checkpoints that can be opened in the folder, without the folders below it. To be asked
  /// once.
  List<Candidate> candidates() {
    indexes.forEach(this::addSet);
    addNumbered();
    tensorFiles.forEach(this::addFile);
    leftovers.forEach(this::addLeftover);
    return found.stream().map(Named::candidate).toList();
  }

  private void addSet(Path index) {
    try {
      ShardSet set = ShardSet.read(index);
      Set<String> shardNames =
          set.index().<Set<String>>map(ShardIndex::shardNames).orElse(Set.of());
      claimed.addAll(shardNames);
      Candidate candidate = new Candidate(names.ofSet(index), index, set.shards());
      found.add(new Named(candidate, shardNames));
      for (Finding each : set.findings()) {
        if (each.code() == FindingCode.SHARD_MISSING && candidate.gaps().isEmpty()) {
          int missing = shardNames.size() - set.shards().size();
          Sentence gap =
              Sentence.of(
                  "{0} of {1} {1#shard|shards} {0#is|are} missing.", missing, shardNames.size());
          candidate.gaps().add(gap);
        } else if (each.code() != FindingCode.SHARD_MISSING && each.severity() == Severity.ERROR) {
          candidate.refusals().add(each.sentence());
        }
      }
    } catch (IOException e) {
      Candidate unreadable = new Candidate(names.ofSet(index), index, List.of());
      unreadable.failures().add(ReadFailures.finding(e).sentence());
      found.add(new Named(unreadable, Set.of()));
    }
  }

  /// Shards of a set whose index is not there, or not yet.
  private void addNumbered() {
    TreeMap<String, List<Path>> groups = new TreeMap<>();
    for (Path file : tensorFiles) {
      Matcher name = NUMBERED.matcher(file.getFileName().toString());
      if (!claimed.contains(file.getFileName().toString()) && name.matches()) {
        groups
            .computeIfAbsent(name.group(1) + "/" + name.group(3), _ -> new ArrayList<>())
            .add(file);
      }
    }
    groups.forEach(this::addGroup);
  }

  private void addGroup(String key, List<Path> shards) {
    String stem = key.substring(0, key.lastIndexOf('/'));
    String total = key.substring(key.lastIndexOf('/') + 1);
    int shardCount = Integer.parseInt(total);
    Set<String> shardNames = new HashSet<>();
    shards.forEach(shard -> shardNames.add(shard.getFileName().toString()));
    // A set that is numbered from zero has as many.
    int missing = shardCount - shards.size();
    claimed.addAll(shardNames);
    Path first = shards.getFirst();
    Candidate candidate = new Candidate(names.ofShards(first, stem), first, shards);
    if (missing > 0) {
      Sentence gap =
          Sentence.of(
              "{0} of {1} {1#shard|shards} {0#is|are} missing, and so is the index.",
              missing, shardCount);
      candidate.gaps().add(gap);
      for (int number = 1; number <= shardCount; number++) {
        shardNames.add(
            stem + (stem.isEmpty() ? "" : "-") + "%05d-of-%s.safetensors".formatted(number, total));
      }
    }
    found.add(new Named(candidate, shardNames));
  }

  private void addFile(Path file) {
    String name = file.getFileName().toString();
    // Names that are not UTF-8 may look alike as texts.
    if (!claimed.contains(name)) {
      found.add(new Named(new Candidate(names.ofFile(file), file, List.of(file)), Set.of(name)));
    }
  }

  private void addLeftover(Leftover leftover) {
    // One that does not say what it belongs to belongs to the only checkpoint there is.
    Optional<Named> owner =
        leftover.targetName().isEmpty()
            ? found.stream().filter(_ -> found.size() == 1).findFirst()
            : found.stream()
                .filter(each -> each.fileNames.contains(leftover.targetName().get()))
                .findFirst();
    if (owner.isPresent()) {
      owner.get().candidate().leftovers().add(leftover);
    } else if (leftover.byteLength() > 0) {
      // Notes alone tell of nothing that could be opened.
      Candidate alone = new Candidate(names.ofLeftover(leftover), leftover.file(), List.of());
      alone.leftovers().add(leftover);
      found.add(new Named(alone, leftover.targetName().map(Set::of).orElse(Set.of())));
    }
  }
}
