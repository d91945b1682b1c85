package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.model.FolderChildren;

/// The branches, tags and pull requests of a repository in a cache, by the commits that they stand
/// for.
///
/// @param byCommit the names of each commit
record HubRefs(Map<String, List<String>> byCommit) {

  private static final int MAX_REF_BYTES = 200;
  private static final int MAX_REF_DEPTH = 4;

  /// Reads the refs of a repository.
  static HubRefs of(Path repository) throws IOException {
    Map<String, List<String>> refs = new HashMap<>();
    addRefs(repository.resolve("refs"), "", refs, 0);
    return new HubRefs(refs);
  }

  /// The names of a commit; empty where it has none.
  List<String> namesOf(String commit) {
    return byCommit.getOrDefault(commit, List.of());
  }

  private static void addRefs(Path folder, String prefix, Map<String, List<String>> refs, int depth)
      throws IOException {
    if (depth > MAX_REF_DEPTH || !Files.isDirectory(folder)) {
      return;
    }
    for (Path ref : FolderChildren.of(folder)) {
      String refName = prefix + ref.getFileName();
      if (Files.isDirectory(ref)) {
        addRefs(ref, refName + "/", refs, depth + 1);
      } else {
        commitOf(ref)
            .ifPresent(commit -> refs.computeIfAbsent(commit, _ -> new ArrayList<>()).add(refName));
      }
    }
  }

  private static Optional<String> commitOf(Path ref) throws IOException {
    try {
      return Files.isRegularFile(ref) && Files.size(ref) <= MAX_REF_BYTES
          ? Optional.of(new String(Files.readAllBytes(ref), StandardCharsets.ISO_8859_1).strip())
          : Optional.empty();
    } catch (NoSuchFileException e) {
      // Clients replace refs while somebody looks.
      return Optional.empty();
    }
  }
}
