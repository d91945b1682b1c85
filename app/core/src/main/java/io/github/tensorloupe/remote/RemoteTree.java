package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.ShardSet;

/// A listing of the files and folders at an address.
interface RemoteTree {

  /// A file.
  ///
  /// @param byteLength the length in bytes, or empty if it is unknown before the file is opened
  /// @param sha256 the SHA-256 of the file, if the server reports it
  /// @param isSmallText true if servers may not support byte ranges for the file
  record Entry(OptionalLong byteLength, Optional<String> sha256, boolean isSmallText) {}

  /// Returns the file at a path, or empty if the path is a folder or does not exist.
  Optional<Entry> file(RemotePath path) throws IOException;

  /// Returns the names of the children of a folder in any order, or empty if it does not exist.
  Optional<Set<String>> children(RemotePath folder) throws IOException;

  URI address(RemotePath file) throws IOException;

  /// The listing of a single file on any server. If the file is an index, includes its shards.
  ///
  /// @param file the path of the opened file
  record Web(Address.Web address, RemotePath file) implements RemoteTree {

    private static final Entry UNKNOWN = new Entry(OptionalLong.empty(), Optional.empty(), false);

    @Override
    public Optional<Entry> file(RemotePath path) {
      // Possible shards of an index are assumed to exist until the server reports that they do not.
      boolean isShard =
          ShardSet.isIndexName(file)
              && Objects.equals(path.getParent(), file.getParent())
              && CheckpointFinder.hasSafetensorsName(path);
      return path.equals(file) || isShard ? Optional.of(UNKNOWN) : Optional.empty();
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
}
