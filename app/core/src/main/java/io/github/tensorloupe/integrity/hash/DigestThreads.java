package io.github.tensorloupe.integrity.hash;

import module java.base;

import io.github.tensorloupe.format.ByteRange;

/// One thread for each computation, and the blocks that go round between them and the one that
/// reads. Closing ends and awaits the threads, in whatever state they are.
final class DigestThreads implements AutoCloseable {

  /// Enough that the reader does not wait for whoever digests a block a little longer.
  private static final int BLOCK_COUNT = 6;

  /// Bytes of the file, from the reader to all computations and back.
  static final class Block {

    private final byte[] bytes;
    private final AtomicInteger readers = new AtomicInteger();
    private long begin;
    private int length;

    private Block(int byteCount) {
      bytes = new byte[byteCount];
    }

    /// Says what will be in the block.
    ///
    /// @param blockBegin file offset of the first byte
    /// @param byteCount how many bytes count
    void hold(long blockBegin, int byteCount) {
      begin = blockBegin;
      length = byteCount;
    }

    byte[] bytes() {
      return bytes;
    }

    int length() {
      return length;
    }
  }

  private final Block end = new Block(0);
  private final BlockingQueue<Block> free = new ArrayBlockingQueue<>(BLOCK_COUNT);
  private final List<BlockingQueue<Block>> queues = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private boolean isEnding;

  DigestThreads(List<RangeDigest> digests) {
    for (int i = 0; i < BLOCK_COUNT; i++) {
      free.add(new Block(DigestPass.BLOCK_BYTES));
    }
    try {
      digests.forEach(this::start);
    } catch (Error e) {
      // The system gives no more threads.
      close();
      throw e;
    }
  }

  private void start(RangeDigest digest) {
    // All blocks and the end fit in, so that handing over never waits.
    BlockingQueue<Block> queue = new ArrayBlockingQueue<>(BLOCK_COUNT + 1);
    threads.add(
        Thread.ofPlatform()
            .daemon()
            .name("tensorloupe-digest-" + threads.size())
            .start(() -> work(queue, digest)));
    queues.add(queue);
  }

  private void work(BlockingQueue<Block> queue, RangeDigest digest) {
    Block block = uninterrupted(queue::take);
    while (block != end) {
      try {
        digest.update(block.bytes, block.begin, block.length);
      } catch (RuntimeException | Error e) {
        failure.compareAndSet(null, e);
      }
      if (block.readers.decrementAndGet() == 0) {
        free.add(block);
      }
      block = uninterrupted(queue::take);
    }
  }

  /// A block that nobody reads any more; waits for one.
  Block freeBlock() {
    return uninterrupted(free::take);
  }

  /// Gives a filled block to all computations, which give it back when they are through with it.
  void digest(Block block) {
    block.readers.set(queues.size());
    queues.forEach(queue -> queue.add(block));
  }

  /// Waits until all blocks are digested; nothing can be digested afterwards.
  void finish() {
    close();
    switch (failure.get()) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (!isEnding) {
      isEnding = true;
      queues.forEach(queue -> queue.add(end));
      threads.forEach(
          thread ->
              uninterrupted(
                  () -> {
                    thread.join();
                    return thread;
                  }));
    }
  }

  /// Waits also where the waiting thread is interrupted: computations are stopped by a flag only.
  private static <T> T uninterrupted(Callable<T> wait) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return wait.call();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (Exception e) {
          throw new IllegalStateException("waiting fails by interrupts only", e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// A computation over a range of a file.
  ///
  /// @param range file offsets
  /// @param digest is given the bytes of the range in order, by one thread at a time
  record RangeDigest(ByteRange range, MessageDigest digest) {

    /// Digests what a block has of the range.
    ///
    /// @param blockBegin file offset of the block's first byte
    /// @param length how many bytes of the block count
    void update(byte[] block, long blockBegin, int length) {
      long begin = Math.max(range.begin(), blockBegin);
      long end = Math.min(range.end(), blockBegin + length);
      if (begin < end) {
        digest.update(block, (int) (begin - blockBegin), (int) (end - begin));
      }
    }
  }
}
