package io.github.tensorloupe.work;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class ParallelWorkTest {

  /// Threads that wait for the same block of a remote file all get its failure.
  @Test
  void threadsMayThrowTheSameException() {
    IOException failure = new IOException("lost");
    CyclicBarrier both = new CyclicBarrier(2);

    assertThatThrownBy(
            () ->
                new ParallelWork(Cancellation.NEVER)
                    .run(
                        2,
                        () -> {
                          awaitAll(both);
                          throw failure;
                        }))
        .isSameAs(failure);
  }

  private static void awaitAll(CyclicBarrier threads) {
    try {
      threads.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
