package io.github.tensorloupe.model;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.UnusableIndexException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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

  /// An index that names more missing shards is told about no better by a longer list.
  private static final int MAX_FINDINGS = 1000;

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
    try {
      return locateShards(indexPath, ShardIndex.parse(bytesOf(indexPath)));
    } catch (UnusableIndexException e) {
      return new ShardSet(indexPath, Optional.empty(), List.of(), List.of(e.finding()));
    } catch (OutOfMemoryError e) {
      throw new NotEnoughMemoryException(indexPath);
    }
  }

  private static byte[] bytesOf(Path indexPath) throws IOException {
    try (FileBytes file = FileBytes.open(indexPath)) {
      if (file.length() > MAX_INDEX_BYTES) {
        throw new NotEnoughMemoryException(indexPath);
      }
      return file.read(0, (int) file.length());
    }
  }

  private static ShardSet locateShards(Path indexPath, ShardIndex index) {
    List<Path> shards = new ArrayList<>();
    List<Finding> findings = new ArrayList<>(index.findings());
    Map<String, Integer> tensorCounts = new HashMap<>();
    index.weightMap().values().forEach(name -> tensorCounts.merge(name, 1, Integer::sum));
    for (String name : index.shardNames()) {
      Path shard = indexPath.resolveSibling(name);
      if (Files.exists(shard)) {
        shards.add(shard);
      } else if (findings.size() < MAX_FINDINGS) {
        findings.add(missing(name, tensorCounts.get(name)));
      }
    }
    shards.sort(Comparator.comparing(Path::toString, NaturalOrder.INSTANCE));
    return new ShardSet(indexPath, Optional.of(index), shards, findings);
  }

  private static Finding missing(String name, long tensorCount) {
    return Finding.of(
        FindingCode.SHARD_MISSING,
        String.format(
            Locale.ROOT,
            "The shard %s is missing; the index puts %,d tensors into it.",
            DisplayText.of(name),
            tensorCount));
  }

  /// Whether the set cannot be loaded for a reason that lies in the index or the folder.
  public boolean isRefused() {
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
  }
}
