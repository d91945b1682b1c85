package io.github.tensorloupe.remote;

import module java.base;

/// The files and folders behind an address, as far as they are known without asking for more.
interface RemoteTree {

  /// @param byteLength empty where it is known only once the file is opened
  /// @param sha256 of its bytes, where the server names it
  /// @param isSmallText true of a file that servers may give only as a whole
  record Entry(OptionalLong byteLength, Optional<String> sha256, boolean isSmallText) {}

  /// The file of a path; empty where there is a folder or nothing.
  ///
  /// @throws IOException if the server does not tell
  Optional<Entry> file(RemotePath path) throws IOException;

  /// The names in a folder, in any order; empty where there is none.
  ///
  /// @throws IOException if the server does not tell
  Optional<Set<String>> children(RemotePath folder) throws IOException;

  URI address(RemotePath file) throws IOException;
}
