package io.github.tensorloupe.foreign.zip;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.StridedElements;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ElementCacheTest {

  @Test
  void aSmallSourceIsReadOnceForAllOfItsViews() throws IOException {
    int byteCount = 20 << 20;
    AtomicInteger reads = new AtomicInteger();
    StridedElements.Source source =
        new ElementCache()
            .cached(
                (offset, target) -> {
                  reads.incrementAndGet();
                  target.put(new byte[target.remaining()]);
                },
                byteCount);
    Shape shape = Shape.of(byteCount / 5000);

    for (int first = 0; first < 10; first++) {
      StridedElements view = new StridedElements(source, shape, new long[] {5000}, first, 1, 1);
      view.compute(0, byteCount / 5000, ByteBuffer.allocate(byteCount / 5000));
    }

    assertThat(reads.get()).isEqualTo(2);
  }
}
