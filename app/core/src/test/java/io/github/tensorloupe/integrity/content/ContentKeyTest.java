package io.github.tensorloupe.integrity.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

class ContentKeyTest {

  private static final int COUNT = 200_000;

  /// Without an order, the work would grow with the square of the number of shapes.
  @Test
  @Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
  void setsAcceptManyShapesWithEqualHashCodes() {
    assertThat(key(0)).hasSameHashCodeAs(key(1));
    Set<ContentKey> keys = new HashSet<>();
    for (int i = 0; i < COUNT; i++) {
      keys.add(key(i));
    }

    assertThat(keys).hasSize(COUNT);
    for (int i = 0; i < COUNT; i++) {
      assertThat(keys.contains(key(i))).isTrue();
    }
  }

  /// Returns keys for which 31 times the first dimension plus the second one is the same.
  private static ContentKey key(int index) {
    Shape shape = Shape.of(index, 31L * (COUNT - index), 0);
    return new ContentKey(Dtype.F16, shape, Optional.of(new ContentHash(1, 2, 3, 4)));
  }
}
