package io.github.tensorloupe.demo;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.HeaderWriter;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.format.WrittenHeader;

record SampleFile(List<SampleTensor> tensors, Map<String, String> metadata) {

  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(header().bytes());
    bytes.writeBytes(dataBuffer());
    return bytes.toByteArray();
  }

  byte[] dataBuffer() {
    Map<String, byte[]> byName = new HashMap<>();
    tensors.forEach(tensor -> byName.put(tensor.spec().name(), tensor.bytes()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    header().header().tensors().forEach(info -> bytes.writeBytes(byName.get(info.name())));
    return bytes.toByteArray();
  }

  private WrittenHeader header() {
    try {
      return HeaderWriter.write(
          tensors.stream().map(SampleTensor::spec).toList(), Optional.of(Metadata.of(metadata)));
    } catch (UnwritableHeaderException e) {
      throw new IllegalStateException("the samples are made so that they can be written", e);
    }
  }

  /// @param bytes the data; must not be modified
  record SampleTensor(TensorSpec spec, byte[] bytes) {

    /// Creates a tensor with the given values, rounded to the dtype.
    ///
    /// @param dtype a dtype whose codes have whole bytes or 4 bits
    static SampleTensor of(String name, Dtype dtype, DoubleSupplier values, long... dimensions) {
      Shape shape = Shape.of(dimensions);
      ElementType type = ElementType.of(dtype);
      int partCount = Math.toIntExact(shape.elementCount().orElseThrow() * type.partsPerElement());
      byte[] bytes = new byte[Math.toIntExact((long) partCount * type.partBits() / Byte.SIZE)];
      for (int part = 0; part < partCount; part++) {
        type.put(bytes, part, type.encode(values.getAsDouble()));
      }
      return new SampleTensor(new TensorSpec(name, dtype, shape), bytes);
    }

    static SampleTensor normal(
        String name, Dtype dtype, double mean, double deviation, long... dimensions) {
      return of(name, dtype, Values.normal(name, mean, deviation), dimensions);
    }
  }

  static final class Values {

    private static final int TAIL_PERIOD = 400;
    private static final double TAIL_FACTOR = 5;

    private Values() {}

    /// Returns random numbers with the typical distribution of trained weights: a normal
    /// distribution with a few outliers.
    static DoubleSupplier normal(String name, double mean, double deviation) {
      // Random has a specified algorithm, unlike newer generators.
      Random random = new Random(name.hashCode());
      return () -> {
        boolean isOutlier = random.nextInt(TAIL_PERIOD) == 0;
        return mean + random.nextGaussian() * deviation * (isOutlier ? TAIL_FACTOR : 1);
      };
    }

    static DoubleSupplier counting() {
      double[] next = {0};
      return () -> next[0]++;
    }

    /// Returns the numbers of a supplier with every n-th number replaced.
    ///
    /// @param period n; the first replaced number has the index `period` − 1
    static DoubleSupplier withEvery(int period, double replacement, DoubleSupplier others) {
      int[] index = {0};
      return () -> {
        double other = others.getAsDouble();
        return ++index[0] % period == 0 ? replacement : other;
      };
    }
  }
}
