package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.Sha256;
import java.util.zip.CRC32C;

/// The blocks of one state of a file that were fetched, on a disk, so that they need not be fetched
/// again by the next process either. Thread-safe.
///
/// One file holds the blocks where they are in the original, with holes; a second one lists them
/// with a checksum each, written behind them: a block that was not wholly written counts as none. A
/// disk that takes nothing more keeps nothing more.
final class DiskBlocks implements Closeable {

  /// The number of bytes that are kept of all files together before more are fetched, and that one
  /// process may add.
  static final long LIMIT_BYTES = 2L << 30;

  private static final String DATA = ".blocks";
  private static final String LIST = ".list";
  private static final int RECORD_BYTES = Long.BYTES + Integer.BYTES;

  private final FileChannel data;
  private final FileChannel list;
  private final Map<Long, Integer> checksums = new ConcurrentHashMap<>();
  private final AtomicLong left;
  private volatile boolean isFull;

  private DiskBlocks(FileChannel data, FileChannel list, AtomicLong left) throws IOException {
    this.data = data;
    this.list = list;
    this.left = left;
    ByteBuffer records = ByteBuffer.allocate((int) Math.min(list.size(), 1 << 28));
    while (records.hasRemaining() && list.read(records, records.position()) >= 0) {
      // Until all are read.
    }
    for (records.flip(); records.remaining() >= RECORD_BYTES; ) {
      checksums.put(records.getLong(), records.getInt());
    }
  }

  /// The blocks of a file; empty where no folder takes them.
  ///
  /// @param key what tells this state of this file from all others
  /// @param left how many bytes may still be added
  static Optional<DiskBlocks> open(Path folder, String key, AtomicLong left) {
    String name = Sha256.hex(key);
    try {
      Files.createDirectories(folder);
      prune(folder, name);
      StandardOpenOption[] options = {
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.SPARSE
      };
      FileChannel data = FileChannel.open(folder.resolve(name + DATA), options);
      FileChannel list = null;
      try {
        list = FileChannel.open(folder.resolve(name + LIST), options);
        return Optional.of(new DiskBlocks(data, list, left));
      } catch (IOException e) {
        try (data;
            FileChannel _ = list) {
          throw e;
        }
      }
    } catch (IOException e) {
      // Then it is fetched again.
      return Optional.empty();
    }
  }

  /// Deletes what was not used for longest, until what is there is within the limit.
  private static void prune(Path folder, String wanted) throws IOException {
    Map<Path, FileTime> lists = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + LIST)) {
      for (Path each : files) {
        lists.put(each, Files.getLastModifiedTime(each));
      }
    }
    long byteCount = 0;
    List<Path> latestFirst =
        lists.keySet().stream().sorted(Comparator.comparing(lists::get).reversed()).toList();
    for (Path each : latestFirst) {
      // Those without a block count too, or their number had no limit.
      byteCount += Math.max(1, Files.size(each) / RECORD_BYTES) * BlockCache.BLOCK_BYTES;
      String name = each.getFileName().toString().replace(LIST, "");
      if (byteCount > LIMIT_BYTES && !name.equals(wanted)) {
        Files.deleteIfExists(each);
        Files.deleteIfExists(each.resolveSibling(name + DATA));
      }
    }
  }

  boolean has(long block) {
    return checksums.containsKey(block);
  }

  /// The bytes of a block; null where they are not kept, or are not what was kept.
  byte[] get(long block, int byteCount) {
    Integer checksum = checksums.get(block);
    if (checksum == null) {
      return null;
    }
    byte[] bytes = new byte[byteCount];
    ByteBuffer target = ByteBuffer.wrap(bytes);
    try {
      long begin = block * BlockCache.BLOCK_BYTES;
      while (target.hasRemaining() && data.read(target, begin + target.position()) >= 0) {
        // Until all is read.
      }
    } catch (IOException e) {
      // Then it is fetched again.
    }
    if (!target.hasRemaining() && checksum(bytes) == checksum) {
      return bytes;
    }
    checksums.remove(block);
    return null;
  }

  void put(long block, byte[] bytes) {
    if (isFull || checksums.containsKey(block) || left.addAndGet(-bytes.length) < 0) {
      return;
    }
    int checksum = checksum(bytes);
    ByteBuffer entry = ByteBuffer.allocate(RECORD_BYTES).putLong(block).putInt(checksum).flip();
    try {
      write(data, ByteBuffer.wrap(bytes), block * BlockCache.BLOCK_BYTES);
      synchronized (list) {
        write(list, entry, list.size() / RECORD_BYTES * RECORD_BYTES);
      }
      checksums.put(block, checksum);
    } catch (IOException e) {
      isFull = true;
    }
  }

  private static void write(FileChannel channel, ByteBuffer bytes, long position)
      throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes, position + bytes.position());
    }
  }

  private static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return (int) checksum.getValue();
  }

  @Override
  public void close() throws IOException {
    try (data) {
      list.close();
    }
  }
}
