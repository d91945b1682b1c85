package io.github.tensorloupe.remote;

import module java.base;

/// Blocks of files that were fetched and may be wanted again, as many as fit; those that were not
/// wanted for longest go first. Thread-safe.
final class BlockCache {

  /// A block of a file begins at a multiple of this.
  static final int BLOCK_BYTES = 1 << 18;

  private record Place(RemoteFile file, long block) {}

  private final long limitBytes;

  /// In the order of their last use; guarded by this.
  private final Map<Place, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true);

  private long byteCount;

  BlockCache(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /// The bytes of a block, not to be changed; null where they are not kept.
  synchronized byte[] get(RemoteFile file, long block) {
    return kept.get(new Place(file, block));
  }

  synchronized boolean has(RemoteFile file, long block) {
    return kept.containsKey(new Place(file, block));
  }

  synchronized void put(RemoteFile file, long block, byte[] bytes) {
    byte[] before = kept.put(new Place(file, block), bytes);
    byteCount += bytes.length - (before == null ? 0 : before.length);
    Iterator<byte[]> oldest = kept.values().iterator();
    while (byteCount > limitBytes && kept.size() > 1) {
      byteCount -= oldest.next().length;
      oldest.remove();
    }
  }

  synchronized void forget(RemoteFile file) {
    kept.entrySet()
        .removeIf(
            entry -> {
              boolean isOf = entry.getKey().file() == file;
              byteCount -= isOf ? entry.getValue().length : 0;
              return isOf;
            });
  }
}
