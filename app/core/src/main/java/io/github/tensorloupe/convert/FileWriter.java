package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.convert.ConversionPlan.PlannedFile;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.export.Draft;
import io.github.tensorloupe.export.ReadBack;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;
import io.github.tensorloupe.work.IoRunnable;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// Writes the tensors of one file to a draft, and reads them back while the next ones are written.
/// Copied tensors are compared with their source, and cast values with the hashes of the written
/// blocks. Used once.
///
/// @param progress receives the number of bytes of each written or verified block, on any thread
record FileWriter(
    Draft draft,
    PlannedFile file,
    int threadCount,
    Cancellation cancellation,
    LongConsumer progress) {

  /// The number of elements in a block of a cast; a multiple of 8, so that blocks of dtypes of less
  /// than 8 bits fill whole bytes.
  private static final int BLOCK_ELEMENTS = 1 << 18;

  /// The number of bytes that are written while the ones before them are read back.
  private static final long BATCH_BYTES = 256L << 20;

  /// Written tensors that have not been read back.
  private record Batch(List<PlannedTensor> copies, List<CastBlocks> casts) {

    static Batch empty() {
      return new Batch(new ArrayList<>(), new ArrayList<>());
    }
  }

  /// The written blocks of a cast tensor.
  ///
  /// @param hashes the SHA-256 of each block
  private record CastBlocks(PlannedTensor tensor, long begin, byte[][] hashes) {

    int elementCount(int block) {
      long first = (long) block * BLOCK_ELEMENTS;
      return (int) Math.min(BLOCK_ELEMENTS, tensor.data().elementCount() - first);
    }

    int byteCount(int block) {
      return elementCount(block) * tensor.info().dtype().bits() / Byte.SIZE;
    }

    long begin(int block) {
      return begin + (long) block * BLOCK_ELEMENTS * tensor.info().dtype().bits() / Byte.SIZE;
    }
  }

  /// Writes and verifies the file.
  ///
  /// @return the effects of the casts, by new name
  /// @throws IOException if writing fails or the file does not read back as it was written
  Map<String, CastCounts> write() throws IOException {
    Map<String, CastCounts> counts = new TreeMap<>();
    draft.write(ByteBuffer.wrap(file.header().bytes()));
    Batch last = Batch.empty();
    Iterator<PlannedTensor> tensors = file.tensors().iterator();
    while (tensors.hasNext()) {
      Batch previous = last;
      Batch next = Batch.empty();
      List<IoRunnable> steps = List.of(() -> write(tensors, next, counts), () -> verify(previous));
      forEach(steps, IoRunnable::run);
      last = next;
    }
    draft.forceInBackground();
    verify(last);
    new ReadBack(draft, file.header()).requireHeader();
    return counts;
  }

  private void write(Iterator<PlannedTensor> tensors, Batch batch, Map<String, CastCounts> counts)
      throws IOException {
    long end = draft.byteCount() + BATCH_BYTES;
    while (tensors.hasNext() && draft.byteCount() < end) {
      PlannedTensor tensor = tensors.next();
      if (tensor.cast().isPresent()) {
        CastBlocks blocks = blocks(tensor);
        counts.put(tensor.info().name(), cast(blocks, tensor.cast().get()));
        batch.casts().add(blocks);
      } else {
        TensorData data = tensor.data();
        draft.append(data.file(), data.range(), progressOfTensor());
        batch.copies().add(tensor);
      }
    }
  }

  private void verify(Batch batch) throws IOException {
    ReadBack readBack = new ReadBack(draft, file.header());
    forEach(
        batch.copies(),
        copy -> readBack.requireCopy(copy.info(), copy.data(), cancellation, progressOfTensor()));
    for (CastBlocks blocks : batch.casts()) {
      verify(blocks);
    }
  }

  private <T> void forEach(List<T> items, IoConsumer<T> task) throws IOException {
    new ParallelWork(cancellation)
        .forEach(
            items.size(),
            threadCount,
            Progress.NONE,
            () -> number -> task.accept(items.get(number)));
  }

  /// Returns the progress of a tensor, which reports the number of bytes since its last report.
  private Progress progressOfTensor() {
    AtomicLong reported = new AtomicLong();
    return (done, _) -> progress.accept(done - reported.getAndSet(done));
  }

  private CastBlocks blocks(PlannedTensor tensor) {
    int count = Math.toIntExact(Math.ceilDiv(tensor.data().elementCount(), (long) BLOCK_ELEMENTS));
    return new CastBlocks(tensor, draft.reserve(tensor.info().byteCount()), new byte[count][]);
  }

  private CastCounts cast(CastBlocks blocks, Cast cast) throws IOException {
    AtomicReference<CastCounts> counts = new AtomicReference<>(CastCounts.NONE);
    forEachBlock(
        blocks,
        (block, buffer) -> {
          CastCounts ofBlock = convert(blocks, block, cast, buffer);
          counts.accumulateAndGet(ofBlock, CastCounts::plus);
          buffer.flip();
          blocks.hashes()[block] = hash(buffer.duplicate());
          draft.write(buffer, blocks.begin(block));
        });
    return counts.get();
  }

  private static CastCounts convert(CastBlocks blocks, int block, Cast cast, ByteBuffer target)
      throws IOException {
    TensorData data = blocks.tensor().data();
    int count = blocks.elementCount(block);
    int bits = ElementType.of(cast.from()).partBits();
    long begin = data.range().begin() + (long) block * BLOCK_ELEMENTS * bits / Byte.SIZE;
    long byteCount = Math.ceilDiv((long) count * bits, (long) Byte.SIZE);
    return data.file()
        .examine(window -> cast.convert(window.bytes(begin, byteCount), count, target));
  }

  /// A task for one block with a buffer of its length.
  @FunctionalInterface
  private interface BlockTask {
    void run(int block, ByteBuffer buffer) throws IOException;
  }

  private void forEachBlock(CastBlocks blocks, BlockTask task) throws IOException {
    int count = blocks.hashes().length;
    Supplier<IoConsumer<Integer>> worker =
        () -> {
          int capacity = count == 0 ? 0 : blocks.byteCount(0);
          ByteBuffer buffer = ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
          return block -> {
            task.run(block, buffer.clear().limit(blocks.byteCount(block)));
            progress.accept(blocks.byteCount(block));
          };
        };
    new ParallelWork(cancellation)
        .forEach(count, count < 2 ? 1 : threadCount, Progress.NONE, worker);
  }

  private static byte[] hash(ByteBuffer bytes) {
    MessageDigest digest = Sha256.digest();
    digest.update(bytes);
    return digest.digest();
  }

  private void verify(CastBlocks blocks) throws IOException {
    forEachBlock(
        blocks,
        (block, buffer) -> {
          draft.read(buffer, blocks.begin(block));
          if (!Arrays.equals(hash(buffer.flip()), blocks.hashes()[block])) {
            throw ReadBack.different(blocks.tensor().info());
          }
        });
  }
}
