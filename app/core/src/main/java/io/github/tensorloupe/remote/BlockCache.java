package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.cache.CacheStore;
import io.github.tensorloupe.model.FileChangedException;

/// A cache for fetched blocks of files, in memory and on disk. Thread-safe.
///
/// Evicts the least recently used blocks from memory. Stops writing to disk after a failed write.
final class BlockCache {

  static final int BLOCK_BYTES = 1 << 18;

  private static final CacheStore.Limits LIMITS = new CacheStore.Limits(10, BLOCK_BYTES + 1000);

  private record BlockKey(RemoteFile file, long block) {}

  private final long limitBytes;
  private final CacheStore disk;

  /// The keys of the blocks on disk: those listed at first, and those written since.
  private Set<String> diskKeys;

  private volatile boolean isDiskFull;

  /// Blocks in memory, in access order. Guarded by this.
  private final Map<BlockKey, byte[]> blocks = new LinkedHashMap<>(16, 0.75f, true);

  private long byteCount;

  BlockCache(long limitBytes, CacheStore disk) {
    this.limitBytes = limitBytes;
    this.disk = disk;
  }

  /// Returns the bytes of a block, which must not be modified, or null if the block is not cached.
  ///
  /// @throws FileChangedException if the bytes on disk belong to another state of the file
  byte[] get(RemoteFile file, long block) throws FileChangedException {
    byte[] known = fromMemory(file, block);
    if (known != null || !isOnDisk(file, block)) {
      return known;
    }
    String key = diskKey(file, block);
    byte[] bytes = disk.read(key, byte[].class, LIMITS).orElse(null);
    if (bytes == null || bytes.length != file.rangeOf(block, block).byteCount()) {
      diskKeys().remove(key);
      return null;
    }
    disk.touch(key);
    addToMemory(file, block, file.requireSameBytes(block * BLOCK_BYTES, bytes));
    return bytes;
  }

  private synchronized byte[] fromMemory(RemoteFile file, long block) {
    return blocks.get(new BlockKey(file, block));
  }

  private synchronized Set<String> diskKeys() {
    if (diskKeys == null) {
      diskKeys = ConcurrentHashMap.newKeySet();
      try {
        diskKeys.addAll(disk.keys());
      } catch (IOException e) {
        isDiskFull = true;
      }
    }
    return diskKeys;
  }

  private static String diskKey(RemoteFile file, long block) {
    return file.diskName().get() + "/" + Long.toHexString(block);
  }

  private boolean isOnDisk(RemoteFile file, long block) {
    return file.diskName().isPresent() && diskKeys().contains(diskKey(file, block));
  }

  boolean has(RemoteFile file, long block) {
    return fromMemory(file, block) != null || isOnDisk(file, block);
  }

  void put(RemoteFile file, long block, byte[] bytes) {
    addToMemory(file, block, bytes);
    if (file.diskName().isEmpty() || isDiskFull || isOnDisk(file, block)) {
      return;
    }
    String key = diskKey(file, block);
    try {
      disk.write(key, bytes);
      diskKeys().add(key);
    } catch (IOException e) {
      isDiskFull = true;
    }
  }

  private synchronized void addToMemory(RemoteFile file, long block, byte[] bytes) {
    byte[] previous = blocks.put(new BlockKey(file, block), bytes);
    byteCount += bytes.length - (previous == null ? 0 : previous.length);
    Iterator<byte[]> oldest = blocks.values().iterator();
    while (byteCount > limitBytes && blocks.size() > 1) {
      byteCount -= oldest.next().length;
      oldest.remove();
    }
  }

  /// Deletes all blocks of a file, because some of them belong to different states.
  void discard(RemoteFile file) {
    forget(file);
    if (file.diskName().isEmpty()) {
      return;
    }
    String prefix = file.diskName().get() + "/";
    for (String key : diskKeys()) {
      if (key.startsWith(prefix)) {
        diskKeys().remove(key);
        try {
          disk.delete(key);
        } catch (IOException e) {
          // Reading a remaining block of another state throws FileChangedException.
          isDiskFull = true;
        }
      }
    }
  }

  synchronized void forget(RemoteFile file) {
    blocks.keySet().removeIf(key -> key.file() == file);
    byteCount = blocks.values().stream().mapToLong(bytes -> bytes.length).sum();
  }
}
