package io.github.tensorloupe.foreign.hdf5;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.testing.Intercepted;
import io.jhdf.dataset.chunked.Chunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkedElementsTest {

  private static final int SIZE = 50;

  @TempDir private Path folder;

  private record StoredChunk(int[] getChunkOffset, long getAddress, int getSize) implements Chunk {

    @Override
    public BitSet getFilterMask() {
      return new BitSet();
    }
  }

  @Test
  void aChunkIsDecodedAtMostTwiceIfRowsCrossAllChunks() throws IOException {
    byte[] columns = new byte[SIZE * SIZE];
    new Random(1).nextBytes(columns);
    Path path = Files.write(folder.resolve("columns"), columns);
    AtomicInteger reads = new AtomicInteger();
    ChunkGrid grid = new ChunkGrid(new int[] {SIZE, SIZE}, new int[] {SIZE, 1});
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      chunks.add(new StoredChunk(new int[] {0, i}, i * SIZE, SIZE));
    }
    ChunkIndex index = ChunkIndex.of(chunks, grid, 0, columns.length, SIZE);

    try (ByteSource file = ByteSource.open(path)) {
      ByteSource counted =
          Intercepted.calls(
              ByteSource.class,
              file,
              (name, arguments, call) -> {
                if (name.equals("read") && arguments[1] instanceof Integer) {
                  reads.incrementAndGet();
                }
                return call.run();
              });
      ChunkedElements.Cache cache = new ChunkedElements.Cache(3 * SIZE);
      ChunkedElements elements =
          new ChunkedElements(counted, grid, index, new Filters(List.of()), 1, new byte[1], cache);
      for (int row = 0; row < SIZE; row++) {
        ByteBuffer target = ByteBuffer.allocate(SIZE);
        elements.compute((long) row * SIZE, SIZE, target);
        assertThat(target.hasRemaining()).isFalse();
        for (int column = 0; column < SIZE; column++) {
          assertThat(target.get(column)).isEqualTo(columns[column * SIZE + row]);
        }
      }
    }

    assertThat(reads.get()).isEqualTo(2 * SIZE);
  }
}
