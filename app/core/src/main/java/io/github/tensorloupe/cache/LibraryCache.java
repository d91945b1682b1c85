package io.github.tensorloupe.cache;

import module java.base;

import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.HeaderCache.Contents;
import io.github.tensorloupe.storage.Folders;

/// Stores the content of a [HeaderCache] between sessions, in one file. Ignores failures. Blocks
/// the calling thread.
public final class LibraryCache {

  private static final String KEY = "library.bin";

  private static final CacheStore.Limits LIMITS = new CacheStore.Limits(4_000_000, 256 << 20);

  private final CacheStore store;

  public LibraryCache(Folders folders) {
    store = new CacheStore(folders::cache, Long.MAX_VALUE);
  }

  /// Creates a cache of headers that is stored in the cache folder.
  public static HeaderCache headers(Folders folders) {
    LibraryCache cache = new LibraryCache(folders);
    return new HeaderCache(cache::read, cache::write);
  }

  private Optional<Contents> read() {
    return store.read(KEY, Contents.class, LIMITS);
  }

  public void write(Contents contents) {
    try {
      store.write(KEY, contents);
    } catch (IOException e) {
      // The cache is optional: the next session reads the headers again.
    }
  }
}
