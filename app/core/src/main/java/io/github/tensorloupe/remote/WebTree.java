package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ShardSet;

/// A file on any server and, where it is an index, the shards beside it. Nothing else is known of
/// its folder, and nothing else is asked for.
///
/// @param file the path of what was opened
record WebTree(Address.Web address, RemotePath file) implements RemoteTree {

  private static final Entry UNKNOWN = new Entry(OptionalLong.empty(), Optional.empty(), false);

  @Override
  public Optional<Entry> file(RemotePath path) {
    return path.equals(file) || isShard(path) ? Optional.of(UNKNOWN) : Optional.empty();
  }

  /// A name that an index mentions leads to a file until the server says that it does not.
  private boolean isShard(RemotePath path) {
    return ShardSet.isIndexName(file)
        && Objects.equals(path.getParent(), file.getParent())
        && CheckpointFinder.isNamedAsTensors(path);
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
