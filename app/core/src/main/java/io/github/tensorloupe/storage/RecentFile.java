package io.github.tensorloupe.storage;

import module java.base;

/// A recently opened file, index or folder.
///
/// @param path absolute; may no longer exist
/// @param opened the last time it was opened
public record RecentFile(Path path, Instant opened) {}
