package io.github.tensorloupe.integrity.expected;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.model.PathText;

/// Caches of the Hugging Face Hub: `models--org--name/snapshots/<commit>/<file>` is a link to
/// `models--org--name/blobs/<hash>`, and `trees/<commit>.json` lists what the repository has.
final class HubCache {

  private static final String BLOBS = "blobs";
  private static final String SNAPSHOTS = "snapshots";
  private static final String TREES = "trees";

  private final Map<Path, Optional<JsonNode>> trees = new HashMap<>();

  /// The hashes that the cache has for a file; none where it is in no cache.
  ///
  /// @param path absolute and normal
  /// @param real what it leads to
  List<ExpectedHash> expectedHashes(Path path, Path real) {
    List<ExpectedHash> expectedHashes = new ArrayList<>();
    if (isBlob(real)) {
      String hash = real.getFileName().toString();
      Hex.measure(hash)
          .ifPresent(
              measure ->
                  expectedHashes.add(
                      new ExpectedHash(
                          ExpectedHashSource.HUB_BLOB,
                          PathText.of(real),
                          measure,
                          Hex.normal(hash))));
    }
    Path snapshot = path;
    while (snapshot != null && !isNamed(snapshot.getParent(), SNAPSHOTS)) {
      snapshot = snapshot.getParent();
    }
    if (snapshot != null && snapshot.getParent().getParent() != null) {
      Path tree =
          snapshot.getParent().resolveSibling(TREES).resolve(snapshot.getFileName() + ".json");
      expectedHashes.addAll(inTree(tree, snapshot.relativize(path)));
    }
    return expectedHashes;
  }

  /// The hashes that a listing of a repository has for one of its files.
  ///
  /// @param tree the listing, which need not be there
  List<ExpectedHash> inTree(Path tree, Path relative) {
    Optional<JsonNode> listing = trees.computeIfAbsent(tree, SmallFiles::json);
    String name = relative.toString().replace('\\', '/');
    JsonNode entry = listing.map(json -> json.path("files").path(name)).orElse(null);
    if (entry == null || !entry.isObject()) {
      return List.of();
    }
    List<ExpectedHash> expectedHashes = new ArrayList<>();
    String source = PathText.of(tree);
    if (entry.path("size").isIntegralNumber()) {
      expectedHashes.add(
          new ExpectedHash(
              ExpectedHashSource.HUB_TREE, source, Measure.LENGTH, entry.path("size").asText()));
    }
    JsonNode hash =
        entry.hasNonNull("lfs_sha256") ? entry.get("lfs_sha256") : entry.path("blob_id");
    Hex.measure(hash.asText())
        .ifPresent(
            measure ->
                expectedHashes.add(
                    new ExpectedHash(
                        ExpectedHashSource.HUB_TREE, source, measure, Hex.normal(hash.asText()))));
    return expectedHashes;
  }

  /// True if a path is where a cache keeps a file under its hash.
  static boolean isBlob(Path path) {
    return path.getFileName() != null
        && isNamed(path.getParent(), BLOBS)
        && Hex.measure(path.getFileName().toString()).isPresent();
  }

  private static boolean isNamed(Path path, String name) {
    return path != null && path.getFileName() != null && path.endsWith(name);
  }
}
