package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundFile;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.CheckpointFinder.Unreadable;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.text.Sentence;

/// Finds the checkpoints, unfinished downloads and subfolders of one folder. Opens indexes, but no
/// safetensors files.
final class FolderCandidates {

  private static final String PIPELINE_FILE = "model_index.json";

  private static final Pattern OTHER_FORMATS =
      Pattern.compile(
          ".+\\.(ckpt|pt|pth|bin|npz|gguf|h5|hdf5|msgpack)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  final List<UnfinishedDownload> unfinishedDownloads = new ArrayList<>();

  /// The subfolders, without hidden folders and links, in natural order.
  final List<Path> folders = new ArrayList<>();

  private final FolderNames names;
  private List<Path> children = List.of();
  private final List<Candidate> candidates = new ArrayList<>();
  private final Set<String> claimed = new HashSet<>();

  /// The first candidate that owns each file name, even if the file does not exist.
  private final Map<String, Candidate> ownersByName = new HashMap<>();

  private final Map<Family, Candidate> ownersByFamily = new HashMap<>();
  private final Map<Path, Candidate> setsByIndex = new TreeMap<>();

  /// The numbered sets without an index and without missing numbers, by base name.
  private final Map<String, Family> completeFamilies = new HashMap<>();

  /// True if the folder is a pipeline of the diffusers library, whose components form a single
  /// checkpoint.
  boolean isPipeline;

  private FolderCandidates(FolderNames names) {
    this.names = names;
  }

  /// @param onFailure receives the children that cannot be examined
  static FolderCandidates in(
      Path folder, FolderNames names, BiConsumer<Path, IOException> onFailure) throws IOException {
    FolderCandidates content = new FolderCandidates(names);
    content.children = CheckpointFinder.children(folder);
    for (Path child : content.children) {
      content.isPipeline |= child.getFileName().toString().equals(PIPELINE_FILE);
      UnfinishedDownload.of(child).ifPresent(content.unfinishedDownloads::add);
    }
    for (Path subfolder : CheckpointFinder.subfolders(content.children, onFailure)) {
      if (!subfolder.getFileName().toString().startsWith(".")) {
        content.folders.add(subfolder);
      }
    }
    return content;
  }

  /// Returns the candidate for an index. Does not list the folder.
  static Candidate ofIndex(Path index, FolderNames names) {
    FolderCandidates content = new FolderCandidates(names);
    content.add(CheckpointFinder.read(index));
    return content.candidates.getFirst();
  }

  /// Finds the checkpoints in the folder, without subfolders. Called once.
  List<Candidate> candidates() {
    List<Found> all = CheckpointFinder.findAmong(children);
    all.forEach(this::add);
    all.forEach(this::explainOldIndex);
    unfinishedDownloads.forEach(this::addUnfinishedDownload);
    return candidates;
  }

  /// Finds the files in the folder whose names are usual for other formats.
  List<Candidate> othersByName() {
    return children.stream()
        .filter(child -> OTHER_FORMATS.matcher(child.getFileName().toString()).matches())
        .filter(Files::isRegularFile)
        .map(file -> new Candidate(names.ofFile(file), file, List.of(file), true))
        .toList();
  }

  private void add(Found each) {
    switch (each) {
      case FoundSet(ShardSet set) when set.hasIndex() -> addSet(set);
      case FoundSet(ShardSet set) -> addNumbered(set);
      case FoundFile(Path file) -> addFile(file);
      case Unreadable(Path index, IOException cause) -> {
        Candidate unreadable = new Candidate(names.ofSet(index), index, List.of());
        unreadable.failures.add(ReadFailures.finding(cause).sentence());
        candidates.add(unreadable);
      }
    }
  }

  private void addSet(ShardSet set) {
    Set<String> shardNames = set.index().<Set<String>>map(ShardIndex::shardNames).orElse(Set.of());
    claimed.addAll(shardNames);
    Candidate candidate =
        new Candidate(names.ofSet(set.indexPath()), set.indexPath(), set.shards());
    shardNames.forEach(name -> ownersByName.putIfAbsent(name, candidate));
    candidates.add(candidate);
    setsByIndex.put(set.indexPath(), candidate);
    for (Finding each : set.findings()) {
      if (each.code() == FindingCode.SHARD_NUMBER_GAP && set.index().isPresent()) {
        // A message, not a refusal, because the index can be loaded.
        candidate.missingFileMessages.add(each.sentence());
      } else if (each.code() == FindingCode.SHARD_MISSING
          && candidate.missingFileMessages.isEmpty()) {
        int missing = shardNames.size() - set.shards().size();
        Sentence message =
            Sentence.of(
                "{0} of {1} {1#shard|shards} {0#is|are} missing.", missing, shardNames.size());
        candidate.missingFileMessages.add(message);
      } else if (each.code() != FindingCode.SHARD_MISSING && each.severity() == Severity.ERROR) {
        candidate.refusals.add(each.sentence());
      }
    }
  }

  /// Completes the message about an index whose shards are all missing if the folder contains
  /// complete shards of another save under the same base name.
  private void explainOldIndex(Found each) {
    if (each instanceof FoundSet(ShardSet set) && set.hasIndex() && set.shards().isEmpty()) {
      List<String> named =
          set.index().map(index -> List.copyOf(index.shardNames())).orElse(List.of());
      Optional<Family> complete =
          named.stream()
              .findFirst()
              .flatMap(ShardName::familyOf)
              .map(family -> completeFamilies.get(family.baseName()));
      if (complete.isPresent()) {
        Candidate candidate = setsByIndex.get(set.indexPath());
        Sentence message =
            Sentence.of(
                "{0} of {0} {0#shard|shards} {0#is|are} missing, but the shards {1} are complete:"
                    + " the index is from another save.",
                named.size(), DisplayText.of(complete.get().pattern()));
        candidate.missingFileMessages.clear();
        candidate.missingFileMessages.add(message);
      }
    }
  }

  private void addNumbered(ShardSet set) {
    List<String> fileNames =
        set.shards().stream().map(shard -> shard.getFileName().toString()).toList();
    Map.Entry<Family, NavigableSet<Integer>> numbers = ShardName.numbers(fileNames).firstEntry();
    Family family = numbers.getKey();
    Path first = set.shards().getFirst();
    Candidate candidate =
        new Candidate(names.ofShards(first, family.baseName()), first, set.shards());
    int missing = family.missing(numbers.getValue()).cardinality();
    if (missing > 0) {
      Sentence message =
          Sentence.of(
              "{0} of {1} {1#shard|shards} {0#is|are} missing, and so is the index.",
              missing, family.total());
      candidate.missingFileMessages.add(message);
    } else {
      completeFamilies.putIfAbsent(family.baseName(), family);
      set.findings().forEach(each -> candidate.missingFileMessages.add(each.sentence()));
    }
    ownersByFamily.putIfAbsent(family, candidate);
    candidates.add(candidate);
  }

  private void addFile(Path file) {
    String name = file.getFileName().toString();
    // A shard may be a broken link. Different names that are not UTF-8 may be equal as strings.
    if (!claimed.contains(name)) {
      Candidate candidate = new Candidate(names.ofFile(file), file, List.of(file));
      ownersByName.putIfAbsent(name, candidate);
      candidates.add(candidate);
    }
  }

  private void addUnfinishedDownload(UnfinishedDownload download) {
    Optional<String> target = download.targetName();
    // If there is a single checkpoint, a download without a target name belongs to it.
    Optional<Candidate> owner =
        target.isPresent()
            ? ownerOf(target.get())
            : Optional.of(candidates).filter(all -> all.size() == 1).map(List::getFirst);
    if (owner.isPresent()) {
      owner.get().unfinishedDownloads.add(download);
    } else if (download.byteLength() > 0) {
      // A control file alone cannot be opened.
      Candidate candidate =
          new Candidate(names.ofUnfinishedDownload(download), download.file(), List.of());
      candidate.unfinishedDownloads.add(download);
      target.ifPresent(name -> ownersByName.put(name, candidate));
      candidates.add(candidate);
    }
  }

  /// Returns the owner of a file name: a set with an index, otherwise a set of numbered shards,
  /// otherwise a file or a download.
  private Optional<Candidate> ownerOf(String name) {
    Optional<Candidate> named = Optional.ofNullable(ownersByName.get(name));
    return claimed.contains(name)
        ? named
        : ShardName.familyOf(name).map(ownersByFamily::get).or(() -> named);
  }
}
