package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.library.Candidate.Fault;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.text.Sentence;

/// Tells which files of one folder belong together. Opens indexes, but no safetensors file.
final class FolderCandidates {

  private static final Pattern NUMBERED =
      Pattern.compile("(.*?)-?(\\d{5})-of-(\\d{5})\\.safetensors");

  /// A candidate with the names of files that belong to it, there or not.
  private record Named(Candidate candidate, Set<String> fileNames) {}

  private final FolderNames names;
  private final List<Named> found = new ArrayList<>();
  private final Set<String> claimed = new HashSet<>();

  private FolderCandidates(FolderNames names) {
    this.names = names;
  }

  /// The checkpoints that can be opened in a folder, without the folders below it.
  ///
  /// @param leftovers of downloads into this folder
  static List<Candidate> of(FolderListing listing, List<Leftover> leftovers, FolderNames names) {
    FolderCandidates candidates = new FolderCandidates(names);
    listing.indexes().forEach(candidates::addSet);
    candidates.addNumbered(listing.tensorFiles());
    listing.tensorFiles().forEach(candidates::addFile);
    leftovers.forEach(candidates::addLeftover);
    return candidates.found.stream().map(Named::candidate).toList();
  }

  private void addSet(Path index) {
    try {
      ShardSet set = ShardSet.read(index);
      Set<String> shardNames =
          set.index().<Set<String>>map(ShardIndex::shardNames).orElse(Set.of());
      claimed.addAll(shardNames);
      Candidate candidate = new Candidate(names.ofSet(index), index, set.shards());
      if (set.findings().stream().anyMatch(FolderCandidates::isMissingShard)) {
        int count = shardNames.size();
        candidate
            .gaps()
            .add(
                Sentence.of(
                    "{0} of {1} {1#shard|shards} {0#is|are} missing.",
                    count - set.shards().size(), count));
      }
      set.findings().stream()
          .filter(each -> each.severity() == Severity.ERROR && !isMissingShard(each))
          .findFirst()
          .ifPresent(each -> candidate.faults().add(new Fault(each.sentence(), false)));
      found.add(new Named(candidate, shardNames));
    } catch (IOException e) {
      Candidate unreadable = new Candidate(names.ofSet(index), index, List.of());
      unreadable.faults().add(new Fault(ReadFailures.finding(e).sentence(), true));
      found.add(new Named(unreadable, Set.of()));
    }
  }

  private static boolean isMissingShard(Finding finding) {
    return finding.code() == FindingCode.SHARD_MISSING;
  }

  /// Shards of a set whose index is not there, or not yet.
  private void addNumbered(List<Path> files) {
    TreeMap<String, List<Path>> groups = new TreeMap<>();
    for (Path file : files) {
      Matcher name = NUMBERED.matcher(file.getFileName().toString());
      if (!claimed.contains(file.getFileName().toString()) && name.matches()) {
        groups
            .computeIfAbsent(name.group(1) + "/" + name.group(3), _ -> new ArrayList<>())
            .add(file);
      }
    }
    groups.forEach((key, shards) -> addGroup(key, shards));
  }

  private void addGroup(String key, List<Path> shards) {
    String stem = key.substring(0, key.lastIndexOf('/'));
    String total = key.substring(key.lastIndexOf('/') + 1);
    int shardCount = Integer.parseInt(total);
    Set<String> shardNames = new HashSet<>();
    shards.forEach(shard -> shardNames.add(shard.getFileName().toString()));
    // Whoever numbers from zero has as many.
    int missing = shardCount - shards.size();
    claimed.addAll(shardNames);
    Path first = shards.getFirst();
    Candidate candidate = new Candidate(names.ofShards(first, stem), first, shards);
    if (missing > 0) {
      candidate
          .gaps()
          .add(
              Sentence.of(
                  "{0} of {1} {1#shard|shards} {0#is|are} missing, and so is the index.",
                  missing, shardCount));
      for (int number = 1; number <= shardCount; number++) {
        shardNames.add(
            stem + (stem.isEmpty() ? "" : "-") + "%05d-of-%s.safetensors".formatted(number, total));
      }
    }
    found.add(new Named(candidate, shardNames));
  }

  private void addFile(Path file) {
    String name = file.getFileName().toString();
    if (claimed.add(name)) {
      found.add(new Named(new Candidate(names.ofFile(file), file, List.of(file)), Set.of(name)));
    }
  }

  private void addLeftover(Leftover leftover) {
    Optional<Named> owner = found.stream().filter(each -> belongs(leftover, each)).findFirst();
    if (owner.isPresent()) {
      owner.get().candidate().leftovers().add(leftover);
    } else if (leftover.byteLength() > 0) {
      // Notes alone tell of nothing that could be opened.
      Candidate alone = new Candidate(names.ofLeftover(leftover), leftover.file(), List.of());
      alone.leftovers().add(leftover);
      found.add(new Named(alone, leftover.targetName().map(Set::of).orElse(Set.of())));
    }
  }

  /// One that does not say what it belongs to belongs to the only checkpoint there is.
  private boolean belongs(Leftover leftover, Named named) {
    return leftover
        .targetName()
        .map(target -> named.fileNames().contains(target))
        .orElse(found.size() == 1);
  }
}
