package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.cache.CacheStore;
import io.github.tensorloupe.model.FileChangedException;

/// Fetched blocks of files, in memory and on disk. Thread-safe.
///
/// The least recently used blocks are dropped from memory. After a failed write, no more blocks are
/// written to disk.
final class BlockCache {

  /// Blocks begin at multiples of this offset.
  static final int BLOCK_BYTES = 1 << 18;

  private static final CacheStore.Limits LIMITS = new CacheStore.Limits(10, BLOCK_BYTES + 1000);

  private record BlockKey(RemoteFile file, long block) {}

  private final long limitBytes;
  private final CacheStore disk;

  /// The keys of the blocks on disk when they were listed, and of the blocks written since.
  private Set<String> diskKeys;

  private volatile boolean isDiskFull;

  /// In the order of their last use; guarded by this.
  private final Map<BlockKey, byte[]> blocks = new LinkedHashMap<>(16, 0.75f, true);

  private long byteCount;

  /// @param limitBytes the maximum number of bytes in memory
  BlockCache(long limitBytes, CacheStore disk) {
    this.limitBytes = limitBytes;
    this.disk = disk;
  }

  /// Returns the bytes of a block, which must not be modified, or null if they are not cached.
  ///
  /// @throws FileChangedException if the bytes on disk are of another state of the file
  byte[] get(RemoteFile file, long block) throws FileChangedException {
    byte[] bytes = fromMemory(file, block);
    if (bytes == null && isOnDisk(file, block)) {
      bytes = fromDisk(file, block);
      if (bytes != null) {
        addToMemory(file, block, file.unchanged(block * BLOCK_BYTES, bytes));
      }
    }
    return bytes;
  }

  private synchronized byte[] fromMemory(RemoteFile file, long block) {
    return blocks.get(new BlockKey(file, block));
  }

  private byte[] fromDisk(RemoteFile file, long block) {
    String key = diskKey(file, block);
    byte[] bytes = disk.read(key, byte[].class, LIMITS).orElse(null);
    if (bytes == null || bytes.length != file.rangeOf(block, block).byteCount()) {
      diskKeys().remove(key);
      return null;
    }
    disk.touch(key);
    return bytes;
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
    byte[] before = blocks.put(new BlockKey(file, block), bytes);
    byteCount += bytes.length - (before == null ? 0 : before.length);
    Iterator<byte[]> oldest = blocks.values().iterator();
    while (byteCount > limitBytes && blocks.size() > 1) {
      byteCount -= oldest.next().length;
      oldest.remove();
    }
  }

  /// Deletes the blocks of a file if they are of different states.
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
          // Reading a block of another state fails with FileChangedException.
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
