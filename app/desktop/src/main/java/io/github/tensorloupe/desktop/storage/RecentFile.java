package io.github.tensorloupe.desktop.storage;

import module java.base;

/// A recently opened file, index or folder.
///
/// @param path the absolute path, which may no longer exist
/// @param opened the time when the path was last opened
public record RecentFile(Path path, Instant opened) {}
