package io.github.tensorloupe.remote;

import module java.base;

/// A listing of the files and folders at an address.
interface RemoteTree {

  /// A file.
  ///
  /// @param byteLength the length in bytes, or empty if it is unknown before the file is opened
  /// @param sha256 the SHA-256 of the file, if the server reports it
  /// @param isSmallText true if servers may not support byte ranges for the file
  record Entry(OptionalLong byteLength, Optional<String> sha256, boolean isSmallText) {}

  /// Returns the file at a path, or empty if the path is a folder or does not exist.
  ///
  /// @throws IOException if the server cannot be read
  Optional<Entry> file(RemotePath path) throws IOException;

  /// Returns the names of the children of a folder in any order, or empty if it does not exist.
  ///
  /// @throws IOException if the server cannot be read
  Optional<Set<String>> children(RemotePath folder) throws IOException;

  URI address(RemotePath file) throws IOException;
}
