package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.model.PathText;

/// Downloads of the Hugging Face Hub into a folder: `.cache/huggingface/download/<file>.metadata`
/// in it has three lines for each file: the commit, the hash, and when it was downloaded.
final class HubDownload {

  private static final Path HUB = Path.of(".cache", "huggingface");

  private final HubCache cache;

  HubDownload(HubCache cache) {
    this.cache = cache;
  }

  /// What was noted about a file; nothing where it was not downloaded like this.
  ///
  /// @param path absolute and normal
  List<Promise> promises(Path path) {
    for (Path root = path.getParent(); root != null; root = root.getParent()) {
      Path relative = root.relativize(path);
      Path note = root.resolve(HUB).resolve("download").resolve(relative + ".metadata");
      Optional<List<String>> lines = SmallFiles.text(note).map(text -> text.lines().toList());
      if (lines.isPresent() && lines.get().size() >= 2) {
        return promises(root, relative, note, lines.get());
      }
    }
    return List.of();
  }

  private List<Promise> promises(Path root, Path relative, Path note, List<String> lines) {
    List<Promise> promises = new ArrayList<>();
    String etag = lines.get(1).strip();
    Hex.measure(etag)
        .ifPresent(
            measure ->
                promises.add(
                    new Promise(
                        PromiseKind.HUB_DOWNLOAD, PathText.of(note), measure, Hex.normal(etag))));
    Path tree = root.resolve(HUB).resolve("trees").resolve(lines.getFirst().strip() + ".json");
    promises.addAll(cache.inTree(tree, relative));
    return promises;
  }
}
