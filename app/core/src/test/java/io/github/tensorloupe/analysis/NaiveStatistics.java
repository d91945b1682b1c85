package io.github.tensorloupe.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The statistics of a tensor, computed in the simplest way with exact decimals, for comparison.
final class NaiveStatistics {

  private static final MathContext PRECISION = new MathContext(60);

  private final long[] codes;
  private final ElementType type;
  private final Map<ElementClass, Long> classes = new EnumMap<>(ElementClass.class);
  private final TreeMap<BigDecimal, Long> values = new TreeMap<>();
  private BigDecimal count = BigDecimal.ZERO;

  NaiveStatistics(Dtype dtype, long... codes) {
    this.codes = codes;
    type = ElementType.of(dtype);
    long[] sorted = codes.clone();
    Arrays.sort(sorted);
    int next;
    for (int i = 0; i < sorted.length; i = next) {
      long code = sorted[i];
      for (next = i + 1; next < sorted.length && sorted[next] == code; next++) {}
      long same = next - i;
      ElementClass elementClass = type.classify(code);
      classes.merge(elementClass, same, Long::sum);
      if (elementClass.isFinite()) {
        values.merge(decimal(type.toNumber(code)), same, Long::sum);
        count = count.add(BigDecimal.valueOf(same));
      }
    }
  }

  static BigDecimal decimal(Number number) {
    return number instanceof Double value
        ? new BigDecimal(value)
        : new BigDecimal(number.toString());
  }

  /// Asserts that the statistics match the codes.
  void assertMatches(TensorStatistics actual) {
    assertThat(actual.elementCount()).isEqualTo(codes.length / type.partsPerElement());
    assertThat(actual.counts().nan()).isEqualTo(count(ElementClass.NAN));
    assertThat(actual.counts().positiveInfinity()).isEqualTo(count(ElementClass.POSITIVE_INFINITY));
    assertThat(actual.counts().negativeInfinity()).isEqualTo(count(ElementClass.NEGATIVE_INFINITY));
    assertThat(actual.counts().zero()).isEqualTo(count(ElementClass.ZERO));
    assertThat(actual.counts().subnormal()).isEqualTo(count(ElementClass.SUBNORMAL));
    assertThat(actual.finite().isPresent()).isEqualTo(!values.isEmpty());
    assertThat(BigDecimal.valueOf(actual.counts().finite())).isEqualByComparingTo(count);
    actual.finite().ifPresent(this::assertMatches);
  }

  private long count(ElementClass elementClass) {
    return classes.getOrDefault(elementClass, 0L);
  }

  private void assertMatches(Finite actual) {
    assertThat(decimal(actual.min())).isEqualByComparingTo(values.firstKey());
    assertThat(decimal(actual.max())).isEqualByComparingTo(values.lastKey());
    BigDecimal mean = mean();
    assertClose("mean", actual.mean(), mean);
    assertClose("standard deviation", actual.standardDeviation(), standardDeviation(mean));
    assertQuantiles(actual);
    assertHistogram(actual);
  }

  private BigDecimal mean() {
    BigDecimal sum = BigDecimal.ZERO;
    for (var entry : values.entrySet()) {
      sum = sum.add(entry.getKey().multiply(BigDecimal.valueOf(entry.getValue())));
    }
    return sum.divide(count, PRECISION);
  }

  private BigDecimal standardDeviation(BigDecimal mean) {
    BigDecimal sum = BigDecimal.ZERO;
    for (var entry : values.entrySet()) {
      BigDecimal deviation = entry.getKey().subtract(mean, PRECISION);
      BigDecimal square = deviation.multiply(deviation, PRECISION);
      sum = sum.add(square.multiply(BigDecimal.valueOf(entry.getValue())), PRECISION);
    }
    return sum.divide(count, PRECISION).sqrt(new MathContext(30));
  }

  private static void assertClose(String what, double actual, BigDecimal expected) {
    BigDecimal tolerance =
        expected.abs().multiply(new BigDecimal("1e-12")).add(new BigDecimal(Double.MIN_VALUE));
    assertThat(new BigDecimal(actual).subtract(expected).abs())
        .as("%s: %s instead of %s", what, actual, expected.doubleValue())
        .isLessThanOrEqualTo(tolerance);
  }

  private void assertQuantiles(Finite actual) {
    List<Number> quantiles = actual.quantiles();
    assertThat(quantiles).hasSize(7);
    String[] probabilities = {"0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99"};
    boolean exact = actual.quantilesExact();
    assertThat(exact || type.partBits() > 16).isTrue();
    for (int i = 0; i < probabilities.length; i++) {
      BigDecimal rank =
          new BigDecimal(probabilities[i]).multiply(count).setScale(0, RoundingMode.CEILING);
      BigDecimal expected = nthSmallest(rank.longValueExact());
      BigDecimal error = decimal(quantiles.get(i)).subtract(expected).abs();
      BigDecimal tolerance = exact ? BigDecimal.ZERO : expected.abs().divide(new BigDecimal(256));
      assertThat(error)
          .as("quantile %s: %s instead of %s", probabilities[i], quantiles.get(i), expected)
          .isLessThanOrEqualTo(tolerance);
    }
  }

  private BigDecimal nthSmallest(long rank) {
    long cumulativeCount = 0;
    for (var entry : values.entrySet()) {
      cumulativeCount += entry.getValue();
      if (cumulativeCount >= rank) {
        return entry.getKey();
      }
    }
    throw new AssertionError("rank " + rank);
  }

  /// Parses a number: as a double if it is written like one.
  private static BigDecimal decimal(String text) {
    double value = Double.parseDouble(text);
    return Double.toString(value).equals(text) ? new BigDecimal(value) : new BigDecimal(text);
  }

  static List<String> edges(Finite finite) {
    StringBuilder edges = new StringBuilder();
    finite.appendEdges(edges);
    return List.of(edges.toString().split(","));
  }

  private void assertHistogram(Finite actual) {
    List<String> edges = edges(actual);
    assertThat(edges.getFirst()).isEqualTo(actual.min().toString());
    assertThat(edges.getLast()).isEqualTo(actual.max().toString());
    assertThat(actual.histogram().exact() || type.partBits() > 16).isTrue();
    List<Long> counts = Arrays.stream(actual.histogram().counts()).boxed().toList();
    if (values.size() == 1) {
      assertThat(edges).hasSize(2);
      assertThat(counts).containsExactly(count.longValueExact());
      return;
    }
    List<BigDecimal> exactEdges = edges.stream().map(NaiveStatistics::decimal).toList();
    assertEdges(exactEdges);
    if (actual.histogram().exact()) {
      assertThat(counts).isEqualTo(countsBetween(exactEdges));
    } else {
      assertNearly(counts, exactEdges);
    }
  }

  /// Asserts that the count up to each edge is between the counts up to the values 1/128 below and
  /// above it.
  private void assertNearly(List<Long> counts, List<BigDecimal> edges) {
    assertThat(counts).allMatch(binCount -> binCount >= 0);
    long cumulativeCount = 0;
    for (int bin = 0; bin < 63; bin++) {
      cumulativeCount += counts.get(bin);
      BigDecimal edge = edges.get(bin + 1);
      BigDecimal near = edge.abs().divide(new BigDecimal(128));
      assertThat(cumulativeCount)
          .isBetween(countBelow(edge.subtract(near)), countBelow(edge.add(near)));
    }
    assertThat(cumulativeCount + counts.getLast()).isEqualTo(count.longValueExact());
  }

  private long countBelow(BigDecimal end) {
    return values.headMap(end, false).values().stream().mapToLong(Long::longValue).sum();
  }

  private void assertEdges(List<BigDecimal> edges) {
    assertThat(edges).hasSize(65);
    BigDecimal range = values.lastKey().subtract(values.firstKey());
    for (int i = 0; i < edges.size(); i++) {
      BigDecimal expected =
          range.multiply(new BigDecimal(i)).divide(new BigDecimal(64)).add(values.firstKey());
      if (type.isInteger()) {
        assertThat(edges.get(i)).isEqualByComparingTo(expected);
      } else {
        assertThat(edges.get(i).doubleValue()).isEqualTo(expected.doubleValue());
      }
    }
  }

  private List<Long> countsBetween(List<BigDecimal> edges) {
    List<Long> counts = new ArrayList<>();
    for (int bin = 0; bin < 64; bin++) {
      BigDecimal end = edges.get(bin + 1);
      boolean hasValues = edges.get(bin).compareTo(end) < 0 || bin == 63;
      counts.add(
          hasValues
              ? values.subMap(edges.get(bin), true, end, bin == 63).values().stream()
                  .mapToLong(Long::longValue)
                  .sum()
              : 0);
    }
    return counts;
  }
}
