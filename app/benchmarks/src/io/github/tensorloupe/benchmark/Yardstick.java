package io.github.tensorloupe.benchmark;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/// The yardstick for scans: sums the longs of a mapped file. Must be closed.
final class Yardstick implements AutoCloseable {

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int CHUNK_BYTES = 4 << 20;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment bytes;
  private final int threadCount;

  /// @param threadCount the number of threads that sum
  Yardstick(Path file, int threadCount) throws IOException {
    this.threadCount = threadCount;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
    }
  }

  /// Returns the sum of all longs. Each thread processes one chunk at a time.
  long sum() throws ExecutionException, InterruptedException {
    AtomicLong next = new AtomicLong();
    try (ExecutorService threads = Executors.newFixedThreadPool(threadCount)) {
      List<Future<Long>> sums = new ArrayList<>();
      for (int i = 0; i < threadCount; i++) {
        sums.add(threads.submit(() -> sumOfChunks(next)));
      }
      long total = 0;
      for (Future<Long> sum : sums) {
        total += sum.get();
      }
      return total;
    }
  }

  private long sumOfChunks(AtomicLong next) {
    long total = 0;
    long begin = next.getAndAdd(CHUNK_BYTES);
    for (; begin < bytes.byteSize(); begin = next.getAndAdd(CHUNK_BYTES)) {
      total += sum(bytes.asSlice(begin, Math.min(CHUNK_BYTES, bytes.byteSize() - begin)));
    }
    return total;
  }

  private static long sum(MemorySegment chunk) {
    long sum = 0;
    int end = (int) chunk.byteSize() & -Long.BYTES;
    for (int i = 0; i < end; i += Long.BYTES) {
      sum += chunk.get(LONG, i);
    }
    return sum;
  }

  @Override
  public void close() {
    arena.close();
  }
}
