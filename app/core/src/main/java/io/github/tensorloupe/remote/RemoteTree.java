package io.github.tensorloupe.remote;

import module java.base;

/// The known files and folders at an address.
interface RemoteTree {

  /// @param byteLength empty if unknown before the file is opened
  /// @param sha256 the hash of the file, if the server reports it
  /// @param isSmallText true if servers may not support ranges for the file
  record Entry(OptionalLong byteLength, Optional<String> sha256, boolean isSmallText) {}

  /// Returns the file at a path, or empty if it is a folder or does not exist.
  ///
  /// @throws IOException if the server cannot be read
  Optional<Entry> file(RemotePath path) throws IOException;

  /// Returns the names in a folder, in any order, or empty if the folder does not exist.
  ///
  /// @throws IOException if the server cannot be read
  Optional<Set<String>> children(RemotePath folder) throws IOException;

  URI address(RemotePath file) throws IOException;
}
