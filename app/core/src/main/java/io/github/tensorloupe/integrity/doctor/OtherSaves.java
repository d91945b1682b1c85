package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// Reports files next to a set that belong to another save of the same weights, or may belong to
/// it.
final class OtherSaves {

  private static final String CONSOLIDATED = "consolidated";

  /// Maximum number of other sets whose tensors are compared with the index.
  private static final int MAX_COMPARED = 64;

  private final Placement placement;
  private final Path path;
  private final FindingList findings;

  /// The numbered files of the folder.
  private final Map<Family, List<String>> files;

  /// The numbered files that the index does not name.
  private final Map<Family, List<String>> strays;

  private int comparedCount;

  OtherSaves(Placement placement, Path path, FindingList findings) {
    this.placement = placement;
    this.path = path;
    this.findings = findings;
    files = byFamily(Placement.fileNames(path));
    strays = byFamily(placement.strays);
  }

  private static Map<Family, List<String>> byFamily(Collection<String> names) {
    Map<Family, List<String>> families = new LinkedHashMap<>();
    for (String name : names) {
      ShardName.familyOf(name)
          .ifPresent(family -> families.computeIfAbsent(family, _ -> new ArrayList<>()).add(name));
    }
    return families;
  }

  void report() {
    strays.forEach(this::reportStray);
    if (!isLocal()) {
      return;
    }
    if (placement.isComplete) {
      reportSecondCheckpoints();
    } else if (placement.shards.isEmpty()) {
      reportOtherNames();
    }
  }

  /// Returns true unless reading other files needs requests.
  private boolean isLocal() {
    return path.getFileSystem().equals(FileSystems.getDefault());
  }

  private void reportStray(Family family, List<String> names) {
    String pattern = DisplayText.of(family.pattern());
    if (placement.shardTotals.contains(family.total())) {
      addStrays(
          names,
          name ->
              Sentence.of(
                  "{0} is named like a shard of this set, but the index does not name it, so"
                      + " loaders skip it: write a correct index if it belongs to the set.",
                  name));
    } else if (!isComplete(family, names)) {
      addStrays(
          names,
          name ->
              Sentence.of(
                  "{0} is numbered as one of {1} shards, but the index names a set of another"
                      + " size: either the file or the index is from another save. Compare them"
                      + " with the original.",
                  name, family.total()));
    } else if (placement.shards.isEmpty() && (!isLocal() || containAll(filesOf(family)))) {
      findings.add(FindingCode.INDEX_STALE, Optional.empty(), otherSharding(family));
    } else if (!placement.isComplete) {
      findings.add(
          FindingCode.SHARD_NOT_IN_INDEX,
          Optional.empty(),
          Sentence.of(
              "The shards {0} are complete, but shards that the index names are missing: the index"
                  + " and these shards are from different saves. Compare both with the original.",
              pattern));
    } else if (isLocal() && dataByteCount(family) == placement.byteCount()) {
      addWeightsTwice(family.pattern());
    } else {
      findings.add(
          FindingCode.SHARD_NOT_IN_INDEX,
          Optional.empty(),
          Sentence.of(
              "All {1} {1#shard|shards} {0} of another save are here as well. Loaders use the"
                  + " shards that the index names.",
              pattern, family.total()));
    }
  }

  private static boolean isComplete(Family family, List<String> names) {
    return family.isComplete(ShardName.numbers(names).get(family));
  }

  private void addStrays(List<String> strays, Function<String, Sentence> sentence) {
    for (String stray : strays) {
      findings.add(
          FindingCode.SHARD_NOT_IN_INDEX,
          Optional.of(stray),
          sentence.apply(DisplayText.of(stray)));
    }
  }

  private static Sentence otherSharding(Family family) {
    return Sentence.of(
        "The shards {0} are complete, and shards that the index names are missing: the index is"
            + " from another save. Use these shards without it, or write a new index.",
        DisplayText.of(family.pattern()));
  }

  private void addWeightsTwice(String name) {
    findings.add(
        FindingCode.WEIGHTS_TWICE,
        Optional.empty(),
        Sentence.of(
            "{0} contains as many bytes of weights as this set: probably the same weights exist"
                + " twice. A loader reads only one of the two.",
            DisplayText.of(name)));
  }

  /// Reports single files, and consolidated shards, next to a complete set that contain all weights
  /// again.
  private void reportSecondCheckpoints() {
    String baseName = ShardSet.baseName(path);
    for (String stem : List.of(baseName, CONSOLIDATED)) {
      String single = stem + CheckpointFinder.FILE_SUFFIX;
      List<TensorInfo> tensors = tensors(single).orElse(List.of());
      long byteCount = tensors.stream().mapToLong(TensorInfo::byteCount).sum();
      if (!tensors.isEmpty() && byteCount == placement.byteCount()) {
        addWeightsTwice(single);
      } else if (!tensors.isEmpty() && stem.equals(baseName)) {
        findings.add(
            FindingCode.SINGLE_FILE_PREFERRED,
            Optional.empty(),
            Sentence.of(
                "{0} is next to this set and contains other weights ({1} {1#tensor|tensors})."
                    + " Transformers prefers a single file to an index: it loads this file instead"
                    + " of the set.",
                DisplayText.of(single), tensors.size()));
      }
    }
    if (!baseName.equals(CONSOLIDATED)) {
      completeFamilies().stream()
          .filter(family -> family.baseName().equals(CONSOLIDATED))
          .filter(family -> dataByteCount(family) == placement.byteCount())
          .forEach(family -> addWeightsTwice(family.pattern()));
    }
  }

  /// Reports files with other names that contain all tensors of an index whose shards are missing.
  private void reportOtherNames() {
    String single = ShardSet.baseName(path) + CheckpointFinder.FILE_SUFFIX;
    if (containAll(List.of(single))) {
      findings.add(
          FindingCode.INDEX_STALE,
          Optional.empty(),
          Sentence.of(
              "{0} contains all tensors that the index names, whose shards are missing: the index"
                  + " is from another save. Use this file without it.",
              DisplayText.of(single)));
    }
    for (Family family : completeFamilies()) {
      if (!strays.containsKey(family) && containAll(filesOf(family))) {
        findings.add(FindingCode.INDEX_STALE, Optional.empty(), otherSharding(family));
      }
    }
  }

  private boolean containAll(List<String> names) {
    if (++comparedCount > MAX_COMPARED) {
      return false;
    }
    Set<String> lacking = new HashSet<>(placement.index.orElseThrow().weightMap().keySet());
    for (String name : names) {
      tensors(name).orElse(List.of()).forEach(tensor -> lacking.remove(tensor.name()));
    }
    return lacking.isEmpty();
  }

  private List<String> filesOf(Family family) {
    return files.getOrDefault(family, List.of());
  }

  private List<Family> completeFamilies() {
    return files.keySet().stream()
        .filter(family -> family.total() > 1 && isComplete(family, files.get(family)))
        .toList();
  }

  private long dataByteCount(Family family) {
    return filesOf(family).stream()
        .flatMap(name -> tensors(name).orElse(List.of()).stream())
        .mapToLong(TensorInfo::byteCount)
        .sum();
  }

  /// Returns the tensors of a file that loads, or empty.
  private Optional<List<TensorInfo>> tensors(String name) {
    Path file = path.resolveSibling(name);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (TensorFile opened = TensorFile.open(file)) {
      return opened.isRefused() ? Optional.empty() : Optional.of(opened.header().tensors());
    } catch (IOException e) {
      // The file is reported when it is opened itself.
      return Optional.empty();
    }
  }
}
