package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.FileChangedException;

/// Blocks of files that were fetched and may be wanted again: as many as fit in memory, where those
/// that were not wanted for longest go first, and on a disk. Thread-safe.
final class BlockCache {

  /// A block of a file begins at a multiple of this.
  static final int BLOCK_BYTES = 1 << 18;

  private record Place(RemoteFile file, long block) {}

  private final long limitBytes;
  private final Optional<DiskBlocks> disk;

  /// In the order of their last use; guarded by this.
  private final Map<Place, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true);

  private long byteCount;

  /// @param limitBytes of what is kept in memory
  BlockCache(long limitBytes, Optional<DiskBlocks> disk) {
    this.limitBytes = limitBytes;
    this.disk = disk;
  }

  /// The bytes of a block, not to be changed; null where they are not kept.
  ///
  /// @throws FileChangedException if those on the disk are of another state of the file
  byte[] get(RemoteFile file, long block) throws FileChangedException {
    byte[] bytes = remembered(file, block);
    if (bytes == null && isOnDisk(file, block)) {
      int length = (int) file.rangeOf(block, block).byteCount();
      bytes = disk.get().get(file.diskName().get(), block, length);
      if (bytes != null) {
        remember(file, block, file.unchanged(block * BLOCK_BYTES, bytes));
      }
    }
    return bytes;
  }

  private synchronized byte[] remembered(RemoteFile file, long block) {
    return kept.get(new Place(file, block));
  }

  private boolean isOnDisk(RemoteFile file, long block) {
    return disk.isPresent() && file.diskName().filter(it -> disk.get().has(it, block)).isPresent();
  }

  boolean has(RemoteFile file, long block) {
    synchronized (this) {
      if (kept.containsKey(new Place(file, block))) {
        return true;
      }
    }
    return isOnDisk(file, block);
  }

  void put(RemoteFile file, long block, byte[] bytes) {
    remember(file, block, bytes);
    disk.ifPresent(it -> file.diskName().ifPresent(name -> it.put(name, block, bytes)));
  }

  private synchronized void remember(RemoteFile file, long block, byte[] bytes) {
    byte[] before = kept.put(new Place(file, block), bytes);
    byteCount += bytes.length - (before == null ? 0 : before.length);
    Iterator<byte[]> oldest = kept.values().iterator();
    while (byteCount > limitBytes && kept.size() > 1) {
      byteCount -= oldest.next().length;
      oldest.remove();
    }
  }

  /// Forgets a file of which the blocks are not all of one state.
  void discard(RemoteFile file) {
    forget(file);
    disk.ifPresent(it -> file.diskName().ifPresent(it::delete));
  }

  synchronized void forget(RemoteFile file) {
    kept.keySet().removeIf(place -> place.file() == file);
    byteCount = kept.values().stream().mapToLong(bytes -> bytes.length).sum();
  }
}
