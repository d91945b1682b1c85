package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ShardSet;

/// The listing of a single file on any server. If the file is an index, includes its shards.
///
/// @param file the path of the opened file
record WebTree(Address.Web address, RemotePath file) implements RemoteTree {

  private static final Entry UNKNOWN = new Entry(OptionalLong.empty(), Optional.empty(), false);

  @Override
  public Optional<Entry> file(RemotePath path) {
    return path.equals(file) || isShard(path) ? Optional.of(UNKNOWN) : Optional.empty();
  }

  /// Returns true for possible shards of the index. They are assumed to exist until the server
  /// reports that they do not.
  private boolean isShard(RemotePath path) {
    return ShardSet.isIndexName(file)
        && Objects.equals(path.getParent(), file.getParent())
        && CheckpointFinder.hasSafetensorsName(path);
  }

  @Override
  public Optional<Set<String>> children(RemotePath folder) {
    return file.startsWith(folder) && !folder.equals(file)
        ? Optional.of(Set.of(file.getName(folder.getNameCount()).toString()))
        : Optional.empty();
  }

  @Override
  public URI address(RemotePath path) {
    return path.equals(file)
        ? address.uri()
        : address.uri().resolve(HubTree.encoded(path.getFileName().toString()));
  }
}
