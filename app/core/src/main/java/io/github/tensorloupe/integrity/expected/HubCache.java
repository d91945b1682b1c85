package io.github.tensorloupe.integrity.expected;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.model.SmallFiles;

/// Finds expected hashes in caches and downloads of the Hugging Face Hub.
///
/// In a cache, `models--org--name/snapshots/<commit>/<file>` is a link to
/// `models--org--name/blobs/<hash>`, and `trees/<commit>.json` lists the files of the repository.
/// In a download folder, `.cache/huggingface/download/<file>.metadata` contains three lines: the
/// commit, the hash and the time of the download.
final class HubCache {

  private static final long MAX_NOTE_BYTES = 4096;
  private static final long MAX_JSON_BYTES = 4 << 20;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BLOBS = "blobs";
  private static final String SNAPSHOTS = "snapshots";
  private static final String TREES = "trees";
  private static final Path HUB = Path.of(".cache", "huggingface");
  private final Map<Path, Optional<JsonNode>> trees = new HashMap<>();

  /// @param path absolute and normalized
  /// @param real the path with all links resolved
  List<ExpectedHash> expectedHashes(Path path, Path real) {
    List<ExpectedHash> found = new ArrayList<>();
    if (isBlob(real)) {
      ExpectedHash.ofHub(ExpectedHashSource.HUB_BLOB, real, real.getFileName().toString())
          .ifPresent(found::add);
    }
    Path snapshot = path;
    Path folder = path.getParent();
    while (folder != null && !folder.endsWith(SNAPSHOTS)) {
      snapshot = folder;
      folder = folder.getParent();
    }
    if (folder != null) {
      String commit = snapshot.getFileName().toString();
      addListed(folder.resolveSibling(TREES), commit, snapshot.relativize(path), found);
    }
    addDownloaded(path, found);
    return found;
  }

  private void addDownloaded(Path path, List<ExpectedHash> found) {
    for (Path root = path.getParent(); root != null; root = root.getParent()) {
      Path relative = root.relativize(path);
      Path note = root.resolve(HUB).resolve("download").resolve(relative + ".metadata");
      List<String> lines = SmallFiles.text(note, MAX_NOTE_BYTES).orElse("").lines().toList();
      // Accepts only a hash as the commit, because the commit becomes part of a path.
      if (lines.size() >= 2 && Hex.isSha1(lines.getFirst().strip())) {
        ExpectedHash.ofHub(ExpectedHashSource.HUB_DOWNLOAD, note, lines.get(1).strip())
            .ifPresent(found::add);
        addListed(root.resolve(HUB).resolve(TREES), lines.getFirst().strip(), relative, found);
        return;
      }
    }
  }

  private void addListed(Path folder, String commit, Path relative, List<ExpectedHash> found) {
    Path tree = folder.resolve(commit + ".json");
    String name = relative.toString().replace('\\', '/');
    trees.keySet().removeIf(each -> !each.equals(tree));
    JsonNode entry =
        trees
            .computeIfAbsent(tree, HubCache::json)
            .map(json -> json.path("files").path(name))
            .orElse(MissingNode.getInstance());
    if (entry.path("size").isIntegralNumber()) {
      String length = entry.path("size").asText();
      found.add(new ExpectedHash(ExpectedHashSource.HUB_TREE, tree, Measure.LENGTH, length));
    }
    JsonNode hash =
        entry.hasNonNull("lfs_sha256") ? entry.get("lfs_sha256") : entry.path("blob_id");
    ExpectedHash.ofHub(ExpectedHashSource.HUB_TREE, tree, hash.asText()).ifPresent(found::add);
  }

  static boolean isBlob(Path path) {
    return path.getParent() != null
        && path.getParent().endsWith(BLOBS)
        && Hex.measure(path.getFileName().toString()).isPresent();
  }

  static Optional<JsonNode> json(Path file) {
    try {
      String text = SmallFiles.text(file, MAX_JSON_BYTES).orElse("");
      return Optional.of(JSON.readTree(text)).filter(json -> !json.isMissingNode());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
