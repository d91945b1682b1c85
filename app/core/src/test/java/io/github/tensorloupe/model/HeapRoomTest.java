package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapRoomTest {

  @Test
  void thereIsRoomForLittleAndNoneForMoreThanTheHeap() {
    assertThat(ParallelFileOpener.fitsHalfOfFreeHeap(0)).isTrue();
    assertThat(ParallelFileOpener.fitsHalfOfFreeHeap(1000)).isTrue();
    assertThat(ParallelFileOpener.fitsHalfOfFreeHeap(Runtime.getRuntime().maxMemory())).isFalse();
  }

  @Test
  void garbageIsNotCountedAsUsed() throws Exception {
    assertThat(TestJvm.run("96m", GarbageMaker.class)).isEqualTo("false true");
  }

  /// Fills most of the heap, and checks the remaining memory before and after dropping the
  /// references.
  static final class GarbageMaker {

    private GarbageMaker() {}

    private static final int PIECES = 700;

    public static void main(String[] arguments) {
      byte[][] pieces = new byte[PIECES][];
      for (int i = 0; i < PIECES; i++) {
        pieces[i] = new byte[100_000];
      }
      System.out.print(ParallelFileOpener.fitsHalfOfFreeHeap(30 << 20));
      System.out.print(" ");
      for (int i = 0; i < PIECES; i++) {
        pieces[i] = null;
      }
      System.out.print(ParallelFileOpener.fitsHalfOfFreeHeap(30 << 20));
    }
  }
}
