package io.github.tensorloupe.analysis.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.health.HealthScan.PageRuns;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageRunsTest {

  private static final int PAGE = ZeroPages.PAGE_BYTES;
  private static final int PAGES = 4 * Chunk.MAX_BYTES / PAGE;

  @TempDir Path folder;

  private static void add(PageRuns runs, TensorData tensor, byte[] content, int chunk) {
    int begin = chunk * Chunk.MAX_BYTES;
    MemorySegment bytes =
        MemorySegment.ofArray(content).asSlice(HealthFiles.BEGIN + begin, Chunk.MAX_BYTES);
    try {
      runs.add(new Chunk(tensor, bytes, begin, Chunk.MAX_BYTES));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void pageFilledBetweenTwoReadsLeavesAConsistentResult() throws IOException {
    byte[] content = new byte[(PAGES + 2) * PAGE];
    Path path = Files.write(folder.resolve("download"), content);
    try (FileBytes file = FileBytes.open(path)) {
      TensorData tensor = HealthFiles.tensor(file, Dtype.U8, 4L * Chunk.MAX_BYTES);
      PageRuns first = new PageRuns(tensor);
      PageRuns second = new PageRuns(tensor);
      add(first, tensor, content, 0);
      int border = Chunk.MAX_BYTES / PAGE * PAGE;
      byte[] filled = content.clone();
      filled[border + 5] = 1;
      Files.write(path, filled);
      add(second, tensor, filled, 1);
      second.merge(first);
      ZeroPages pages = second.zeroPages();
      assertThat(pages.runCount()).isEqualTo(pages.runs().size());
      assertThat(pages.runs()).containsExactly(new ByteRange(PAGE, PAGE * (pages.pageCount() + 1)));
    }
  }

  @Test
  void ofManyRunsOneAcrossTwoChunksIsCountedOnce() throws IOException {
    byte[] content = new byte[(PAGES + 2) * PAGE];
    int border = Math.ceilDiv(Chunk.MAX_BYTES, PAGE);
    for (int page = 0; page < PAGES; page += 2) {
      content[page * PAGE] = (byte) (page == border ? 0 : 1);
    }
    Path path = Files.write(folder.resolve("holes"), content);
    try (FileBytes file = FileBytes.open(path)) {
      TensorData tensor = HealthFiles.tensor(file, Dtype.U8, 4L * Chunk.MAX_BYTES);
      PageRuns first = new PageRuns(tensor);
      PageRuns second = new PageRuns(tensor);
      add(first, tensor, content, 0);
      add(second, tensor, content, 1);
      first.merge(second);
      assertThat(first.zeroPages().pageCount()).isEqualTo(border + 1);
      assertThat(first.zeroPages().runCount()).isEqualTo(border - 1);
    }
  }
}
