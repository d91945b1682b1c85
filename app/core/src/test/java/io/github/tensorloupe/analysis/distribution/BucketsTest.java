package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BucketsTest {

  private static final BigDecimal LIMIT = new BigDecimal(128);

  private static BigDecimal decimal(ElementType type, long rank) {
    Number number = type.toNumber(type.codeAtRank(rank));
    return number instanceof Double value
        ? new BigDecimal(value)
        : new BigDecimal(number.toString());
  }

  private static boolean isFinite(ElementType type, long rank) {
    return type.classify(type.codeAtRank(rank)).isFinite();
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I32", "U32", "I64", "U64"})
  void bucketsFollowEachOtherWithoutGaps(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    Buckets buckets = Buckets.of(type);
    long lowest = type.isInteger() ? 0 : type.rankOf(type.encode(-Double.MAX_VALUE));
    if (dtype == Dtype.F32) {
      lowest = type.rankOf(Float.floatToRawIntBits(-Float.MAX_VALUE) & 0xffff_ffffL);
    }
    long highest = type.isInteger() ? -1L >>> -type.partBits() : ~lowest & -1L >>> -type.partBits();
    long key = buckets.key(lowest);
    long begin = lowest;
    while (true) {
      assertThat(buckets.first(key)).isEqualTo(begin);
      assertThat(buckets.key(begin)).isEqualTo(key);
      long last = buckets.last(key);
      assertThat(buckets.key(last)).isEqualTo(key);
      if (Long.compareUnsigned(last, highest) >= 0) {
        break;
      }
      begin = last + 1;
      // The rank of -0 belongs to no bucket.
      begin += !type.isInteger() && begin == type.rankOf(0) - 1 ? 1 : 0;
      key++;
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I32", "U32", "I64", "U64"})
  void bucketsAreNarrow(Dtype dtype) {
    ElementType type = ElementType.of(dtype);
    Buckets buckets = Buckets.of(type);
    Random random = new Random(31);
    for (int i = 0; i < 20_000; i++) {
      long code = (random.nextLong() >>> -type.partBits()) >>> i % 2 * random.nextInt(60);
      long rank = type.rankOf(code);
      if (isFinite(type, rank) && type.toDouble(code) != 0) {
        long key = buckets.key(rank);
        BigDecimal first = decimal(type, buckets.first(key));
        BigDecimal last = decimal(type, buckets.last(key));
        assertThat(decimal(type, rank)).isBetween(first, last);
        BigDecimal inner = first.abs().min(last.abs());
        assertThat(last.subtract(first).multiply(LIMIT)).isLessThan(inner);
      }
    }
  }
}
