package io.github.tensorloupe.model;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.UnusableIndexException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The shards that an index names. The shards themselves are not opened.
///
/// @param indexPath the index file
/// @param index what it says; empty where it is unusable
/// @param shards the files it names that are there, in natural order; never outside the index's own
///   folder
/// @param findings what is wrong with the index and which shards are missing
public record ShardSet(
    Path indexPath, Optional<ShardIndex> index, List<Path> shards, List<Finding> findings) {

  /// How the file names of indexes end.
  public static final String INDEX_SUFFIX = ".safetensors.index.json";

  /// Whoever misses more shards is told no more by a longer list.
  private static final int MAX_MISSING_FINDINGS = 1000;

  private static final long MAX_INDEX_BYTES = 1_000_000_000;

  public ShardSet {
    shards = List.copyOf(shards);
    findings = List.copyOf(findings);
  }

  /// Whether a path is named like an index.
  public static boolean isIndexName(Path path) {
    Path name = path.getFileName();
    return name != null && name.toString().endsWith(INDEX_SUFFIX);
  }

  /// Reads an index and looks for its shards. Whatever is wrong with its contents is a finding.
  ///
  /// @throws NotEnoughMemoryException if the index does not fit into the free memory
  /// @throws IOException if the index cannot be read
  public static ShardSet read(Path indexPath) throws IOException {
    return read(indexPath, HeapRoom.HALF_OF_THE_REST);
  }

  static ShardSet read(Path indexPath, HeapRoom heapRoom) throws IOException {
    try (FileBytes file = FileBytes.open(indexPath)) {
      if (file.length() > MAX_INDEX_BYTES) {
        throw new FileSystemException(
            indexPath.toString(), null, "an index of more than 1 GB is not read");
      }
      if (!heapRoom.fits(file.length())) {
        throw new NotEnoughMemoryException(indexPath, file.length());
      }
      return parse(file);
    }
  }

  private static ShardSet parse(FileBytes file) throws IOException {
    try {
      ShardIndex index = ShardIndex.parse(file.read(0, (int) file.length()));
      return locateShards(file.path(), index);
    } catch (UnusableIndexException e) {
      return new ShardSet(file.path(), Optional.empty(), List.of(), List.of(e.finding()));
    } catch (OutOfMemoryError e) {
      throw new NotEnoughMemoryException(file.path(), file.length());
    }
  }

  private static ShardSet locateShards(Path indexPath, ShardIndex index) {
    List<Path> shards = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String name : index.shardNames()) {
      Optional<Path> shard = sibling(indexPath, name).filter(Files::exists);
      shard.ifPresentOrElse(shards::add, () -> missing.add(name));
    }
    shards.sort(Comparator.comparing(Path::toString, NaturalOrder.INSTANCE));
    List<Finding> findings = new ArrayList<>(index.findings());
    findings.addAll(missingFindings(index, missing));
    return new ShardSet(indexPath, Optional.of(index), shards, findings);
  }

  /// The path of a shard; empty where the file system has no such names.
  private static Optional<Path> sibling(Path indexPath, String shardName) {
    try {
      return Optional.of(indexPath.resolveSibling(shardName));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static List<Finding> missingFindings(ShardIndex index, List<String> missing) {
    Map<String, Long> tensorCounts =
        index.weightMap().values().stream()
            .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    List<Finding> findings = new ArrayList<>();
    for (String name : missing.subList(0, Math.min(missing.size(), MAX_MISSING_FINDINGS))) {
      findings.add(missing(name, tensorCounts.get(name)));
    }
    if (missing.size() > MAX_MISSING_FINDINGS) {
      long rest = missing.size() - MAX_MISSING_FINDINGS;
      findings.add(
          Finding.of(
              FindingCode.SHARD_MISSING,
              String.format(Locale.ROOT, "%,d more shards are missing.", rest)));
    }
    return findings;
  }

  private static Finding missing(String name, long tensorCount) {
    return Finding.of(
        FindingCode.SHARD_MISSING,
        String.format(
            Locale.ROOT,
            "The shard %s is missing; the index puts %,d %s into it.",
            DisplayText.of(name),
            tensorCount,
            tensorCount == 1 ? "tensor" : "tensors"));
  }

  /// Whether the set cannot be loaded for a reason that lies in the index or the folder.
  public boolean isRefused() {
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
  }
}
