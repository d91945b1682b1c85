package io.github.tensorloupe.remote;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import module java.base;

import java.util.zip.CRC32C;

/// Blocks of files on a disk, so that the next process need not fetch them again. Thread-safe.
///
/// Each state of a file has a folder, and each block of it a file that ends with a checksum: a
/// block that was not wholly written counts as none. A disk that takes nothing more keeps nothing
/// more.
final class DiskBlocks {

  private final Path folder;
  private final long limitBytes;
  private final AtomicLong left;
  private final AtomicBoolean isPruned = new AtomicBoolean();
  private final Map<String, Set<Long>> kept = new ConcurrentHashMap<>();

  /// @param limitBytes of what is there before this process begins, and of what it may add
  DiskBlocks(Path folder, long limitBytes) {
    this.folder = folder;
    this.limitBytes = limitBytes;
    this.left = new AtomicLong(limitBytes);
  }

  boolean has(String state, long block) {
    return blocks(state).contains(block);
  }

  private Set<Long> blocks(String state) {
    if (isPruned.compareAndSet(false, true)) {
      prune();
    }
    return kept.computeIfAbsent(state, this::list);
  }

  private Set<Long> list(String state) {
    Set<Long> blocks = ConcurrentHashMap.newKeySet();
    for (String name : names(folder.resolve(state))) {
      if (name.matches("[0-9a-f]{1,15}")) {
        blocks.add(Long.parseLong(name, 16));
      }
    }
    return blocks;
  }

  private static String[] names(Path folder) {
    return Objects.requireNonNullElse(folder.toFile().list(), new String[0]);
  }

  private Path path(String state, long block) {
    return folder.resolve(state).resolve(Long.toHexString(block));
  }

  /// The bytes of a block; null where they are not kept, or are not what was kept.
  byte[] get(String state, long block, int byteCount) {
    if (!has(state, block)) {
      return null;
    }
    try (InputStream file = Files.newInputStream(path(state, block))) {
      byte[] bytes = file.readNBytes(byteCount);
      byte[] checksum = file.readNBytes(Integer.BYTES + 1);
      if (Arrays.equals(checksum, checksum(bytes))) {
        return bytes;
      }
    } catch (IOException e) {
      // Then it is fetched again.
    }
    blocks(state).remove(block);
    return null;
  }

  void put(String state, long block, byte[] bytes) {
    if (has(state, block) || left.addAndGet(-bytes.length) < 0) {
      return;
    }
    try {
      Files.createDirectories(folder.resolve(state));
      // Not through a link that somebody has put in its place.
      OpenOption[] anew = {CREATE, TRUNCATE_EXISTING, WRITE, LinkOption.NOFOLLOW_LINKS};
      try (OutputStream file = Files.newOutputStream(path(state, block), anew)) {
        file.write(bytes);
        file.write(checksum(bytes));
      }
      blocks(state).add(block);
    } catch (IOException e) {
      left.set(0);
    }
  }

  void delete(String state) {
    for (Iterator<Long> each = blocks(state).iterator(); each.hasNext(); each.remove()) {
      path(state, each.next()).toFile().delete();
    }
  }

  private static byte[] checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return ByteBuffer.allocate(Integer.BYTES).putInt((int) checksum.getValue()).array();
  }

  /// Deletes blocks of the states that were written to longest ago, until those that are there are
  /// within the limit; nothing else that lies there.
  private void prune() {
    record State(String name, long time) {}
    List<String> latestFirst =
        Stream.of(names(folder))
            .filter(name -> name.matches("[0-9a-f]{64}"))
            .filter(name -> !Files.isSymbolicLink(folder.resolve(name)))
            .map(name -> new State(name, folder.resolve(name).toFile().lastModified()))
            .sorted(Comparator.comparingLong(State::time).reversed())
            .map(State::name)
            .toList();
    long byteCount = 0;
    for (String state : latestFirst) {
      for (long block : list(state)) {
        byteCount += BlockCache.BLOCK_BYTES;
        if (byteCount > limitBytes) {
          path(state, block).toFile().delete();
        }
      }
      // Goes only if nothing is in it.
      folder.resolve(state).toFile().delete();
    }
  }
}
