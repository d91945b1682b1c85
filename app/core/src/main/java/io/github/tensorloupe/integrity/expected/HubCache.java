package io.github.tensorloupe.integrity.expected;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.SmallFiles;

/// Finds expected hashes in caches and downloads of the Hugging Face Hub.
///
/// In a cache, `models--org--name/snapshots/<commit>/<file>` is a link to
/// `models--org--name/blobs/<hash>`, and `trees/<commit>.json` lists the files of the repository.
/// In a download folder, `.cache/huggingface/download/<file>.metadata` contains three lines: the
/// commit, the hash and the time of the download.
final class HubCache {

  private static final long MAX_NOTE_BYTES = 4096;

  /// The maximum total size of cached lists in bytes.
  private static final long MAX_CACHED_BYTES = 64 << 20;

  /// The approximate memory of an entry in bytes, in addition to its name.
  private static final int BYTES_PER_ENTRY = 300;

  private static final String BLOBS = "blobs";
  private static final String SNAPSHOTS = "snapshots";
  private static final String TREES = "trees";
  private static final Path HUB = Path.of(".cache", "huggingface");

  /// An entry in the list of a repository. The length and the hash are empty if they are unknown.
  private record ListedFile(String length, String hash) {}

  private final HashFiles files;
  private final Map<Path, Optional<Map<String, ListedFile>>> trees = new TreeMap<>();
  private long cachedBytes;

  HubCache(HashFiles files) {
    this.files = files;
  }

  /// @param path an absolute, normalized path
  /// @param real the path with all links resolved
  List<ExpectedHash> expectedHashes(Path path, Path real) {
    List<ExpectedHash> hashes = new ArrayList<>();
    if (isBlob(real)) {
      String name = real.getFileName().toString();
      hashes.add(ExpectedHash.ofHub(ExpectedHashSource.HUB_BLOB, real, name));
    }
    Path snapshot = path;
    Path folder = path.getParent();
    while (folder != null && !folder.endsWith(SNAPSHOTS)) {
      snapshot = folder;
      folder = folder.getParent();
    }
    if (folder != null) {
      String commit = snapshot.getFileName().toString();
      addListed(path, folder.resolveSibling(TREES), commit, snapshot.relativize(path), hashes);
    }
    addDownloaded(path, hashes);
    return hashes;
  }

  private void addDownloaded(Path path, List<ExpectedHash> hashes) {
    for (Path root : AbsolutePaths.foldersAbove(path).toList()) {
      Path relative = root.relativize(path);
      Path note = root.resolve(HUB).resolve("download").resolve(relative + ".metadata");
      Optional<String> text = SmallFiles.text(note, MAX_NOTE_BYTES);
      // An inaccessible cache in a folder above may be in the home folder of another user.
      if (text.isEmpty() && (root.equals(path.getParent()) || Files.exists(root.resolve(HUB)))) {
        files.noteUnread(path, ExpectedHashSource.HUB_DOWNLOAD, note);
      }
      List<String> lines = text.orElse("").lines().toList();
      // Accepts only a hash as the commit, because the commit becomes part of a path.
      if (lines.size() >= 2 && Hex.isSha1(lines.getFirst().strip())) {
        hashes.add(ExpectedHash.ofHub(ExpectedHashSource.HUB_DOWNLOAD, note, lines.get(1).strip()));
        Path folder = root.resolve(HUB).resolve(TREES);
        addListed(path, folder, lines.getFirst().strip(), relative, hashes);
        return;
      }
    }
  }

  private void addListed(
      Path path, Path folder, String commit, Path relative, List<ExpectedHash> hashes) {
    Path tree = folder.resolve(commit + ".json");
    Optional<Map<String, ListedFile>> listed = trees.computeIfAbsent(tree, _ -> read(path, tree));
    if (listed.isEmpty()) {
      files.noteUnread(path, ExpectedHashSource.HUB_TREE, tree);
      return;
    }
    ListedFile entry = listed.get().get(relative.toString().replace('\\', '/'));
    if (entry != null && !entry.length().isEmpty()) {
      hashes.add(
          new ExpectedHash(ExpectedHashSource.HUB_TREE, tree, Measure.LENGTH, entry.length()));
    }
    if (entry != null && !entry.hash().isEmpty()) {
      hashes.add(ExpectedHash.ofHub(ExpectedHashSource.HUB_TREE, tree, entry.hash()));
    }
  }

  /// Reads the list of a repository, or returns empty if that fails or too many lists are cached.
  private Optional<Map<String, ListedFile>> read(Path path, Path tree) {
    Optional<JsonNode> json = files.json(path, ExpectedHashSource.HUB_TREE, tree);
    Map<String, ListedFile> entries = new HashMap<>();
    if (json.isEmpty()) {
      return Optional.empty();
    }
    for (Map.Entry<String, JsonNode> each : json.get().path("files").properties()) {
      JsonNode file = each.getValue();
      JsonNode length = file.path("size");
      JsonNode hash = file.hasNonNull("lfs_sha256") ? file.get("lfs_sha256") : file.path("blob_id");
      String text = length.canConvertToLong() ? length.asText() : "";
      cachedBytes += BYTES_PER_ENTRY + each.getKey().length() + hash.asText().length();
      if (cachedBytes > MAX_CACHED_BYTES) {
        return Optional.empty();
      }
      entries.put(each.getKey(), new ListedFile(text, hash.asText()));
    }
    return Optional.of(entries);
  }

  static boolean isBlob(Path path) {
    return path.getParent() != null
        && path.getParent().endsWith(BLOBS)
        && Hex.measure(path.getFileName().toString()).isPresent();
  }
}
