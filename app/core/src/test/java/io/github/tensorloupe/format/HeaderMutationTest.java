package io.github.tensorloupe.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Properties of random headers, with fixed seeds.
class HeaderMutationTest {

  private static final String LETTERS = "ab.0_\"\\/\n\0\u007f\u00e9\u2028\ud7ff\ue000\uffff";

  @Test
  void whatIsWrittenIsReadBack() throws UnwritableHeaderException {
    Random random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      WrittenHeader written = randomHeader(random);
      byte[] file =
          Arrays.copyOf(written.bytes(), written.bytes().length + (int) written.dataByteCount());

      HeaderReading reading = HeaderFiles.read(file);

      assertThat(reading.findings()).isEmpty();
      assertThat(reading.loadError()).isEmpty();
      assertThat(reading.header()).isEqualTo(written.header());
    }
  }

  @Test
  void whatIsReadIsWrittenBack() throws UnwritableHeaderException {
    Random random = new Random(2);
    for (int i = 0; i < 1_000; i++) {
      WrittenHeader written = randomHeader(random);
      Header header = written.header();
      List<TensorSpec> specs = new ArrayList<>();
      for (TensorInfo tensor : header.tensors()) {
        specs.add(new TensorSpec(tensor.name(), tensor.dtype(), tensor.shape()));
      }

      assertThat(HeaderWriter.write(specs.reversed(), header.metadata()).bytes())
          .isEqualTo(written.bytes());
    }
  }

  static WrittenHeader randomHeader(Random random) throws UnwritableHeaderException {
    List<TensorSpec> specs = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int count = random.nextInt(6); count > 0; count--) {
      String name = randomText(random);
      if (names.add(name)) {
        specs.add(new TensorSpec(name, randomDtype(random), randomShape(random)));
      }
    }
    SequencedMap<String, String> entries = new LinkedHashMap<>();
    for (int count = random.nextInt(4); count > 0; count--) {
      entries.put(randomText(random), randomText(random));
    }
    return HeaderWriter.write(
        specs, random.nextBoolean() ? Optional.of(new Metadata(entries)) : Optional.empty());
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(24); length > 0; length--) {
      if (random.nextInt(20) == 0) {
        text.appendCodePoint(0x1_0000 + random.nextInt(0x10_0000));
      } else {
        text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
    }
    return text.toString();
  }

  private static Dtype randomDtype(Random random) {
    return Dtype.values()[random.nextInt(Dtype.values().length)];
  }

  private static Shape randomShape(Random random) {
    long[] dimensions = new long[1 + random.nextInt(4)];
    for (int axis = 0; axis < dimensions.length; axis++) {
      dimensions[axis] = random.nextInt(5);
    }
    // Four elements fill whole bytes for all dtypes.
    dimensions[0] *= 4;
    return Shape.of(dimensions);
  }
}
