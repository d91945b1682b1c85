package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.save.Drafts;
import io.github.tensorloupe.save.Recovery;

/// Finds the files of interrupted saves, which need not exist themselves, and drafts of new files.
final class UnfinishedSaves {

  private final Recovery recovery;
  private final Drafts drafts;

  /// Receives the paths that cannot be searched.
  private final BiConsumer<Location, IOException> onFailure;

  UnfinishedSaves(Recovery recovery, Drafts drafts, BiConsumer<Location, IOException> onFailure) {
    this.recovery = recovery;
    this.drafts = drafts;
    this.onFailure = onFailure;
  }

  /// The files that a path stands for: the file itself, the file of a journal, the shards of an
  /// index, or the files in a folder and its subfolders. Links to files are followed, links to
  /// folders not.
  List<Location> at(Location location) {
    Set<Path> found = new LinkedHashSet<>();
    if (Files.isDirectory(location.path())) {
      addBelow(location, location.path(), found);
    } else if (ShardSet.isIndexName(location.path())) {
      addShards(location, found);
    } else {
      addIfUnfinished(location, location.path(), found);
      addFileOf(location, found);
    }
    if (!Files.isDirectory(location.path())) {
      addDraftsOf(location, found);
    }
    return found.stream().map(path -> located(location, path)).toList();
  }

  private static Location located(Location origin, Path found) {
    return found.startsWith(origin.path()) ? origin.descendant(found) : origin.sibling(found);
  }

  private void addBelow(Location origin, Path folder, Set<Path> found) {
    List<Path> children = new ArrayList<>();
    try {
      found.addAll(recovery.unfinishedIn(folder));
      found.addAll(drafts.in(folder));
      children = childrenOf(folder);
    } catch (IOException e) {
      onFailure.accept(origin.descendant(folder), e);
    }
    for (Path child : children) {
      if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
        addBelow(origin, child, found);
      } else if (Files.isSymbolicLink(child) && !Files.isDirectory(child)) {
        // The journal is beside the target of the link.
        addIfUnfinished(origin.descendant(child), child, found);
      }
    }
  }

  private static List<Path> childrenOf(Path folder) throws IOException {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(children::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    children.sort(null);
    return children;
  }

  private void addShards(Location index, Set<Path> found) {
    try {
      ShardSet set = ShardSet.read(index.path());
      if (set.index().isEmpty()) {
        throw new IOException(set.findings().getFirst().message());
      }
      for (String name : set.index().get().shardNames()) {
        Path shard = index.path().resolveSibling(name);
        addIfUnfinished(index.sibling(shard), shard, found);
      }
    } catch (IOException | InvalidPathException e) {
      onFailure.accept(index, e instanceof IOException failure ? failure : new IOException(e));
    }
  }

  /// Users may name the journal instead of its file.
  private void addFileOf(Location leftover, Set<Path> found) {
    try {
      recovery
          .fileOf(leftover.path())
          .map(file -> leftover.path().resolveSibling(file.getFileName()))
          .ifPresent(found::add);
    } catch (IOException e) {
      onFailure.accept(leftover, e);
    }
  }

  private void addDraftsOf(Location location, Set<Path> found) {
    try {
      found.addAll(drafts.of(location.path()));
    } catch (IOException e) {
      onFailure.accept(location, e);
    }
  }

  private void addIfUnfinished(Location location, Path file, Set<Path> found) {
    try {
      if (recovery.inspect(file).isPresent()) {
        found.add(file);
      }
    } catch (IOException e) {
      onFailure.accept(location, e);
    }
  }
}
