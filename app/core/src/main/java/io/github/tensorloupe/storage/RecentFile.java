package io.github.tensorloupe.storage;

import module java.base;

/// Something that was opened before.
///
/// @param path absolute; may be gone
/// @param opened when it was opened last
public record RecentFile(Path path, Instant opened) {}
