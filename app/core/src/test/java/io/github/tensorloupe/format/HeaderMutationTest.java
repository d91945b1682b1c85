package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;
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

/// Properties that hold for headers made at random, with fixed seeds.
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

  @Test
  void damagedFilesNeverThrowAndEveryRefusalIsExplained() throws UnwritableHeaderException {
    Random random = new Random(3);
    for (int i = 0; i < 6_000; i++) {
      WrittenHeader written = randomHeader(random);
      byte[] file =
          Arrays.copyOf(written.bytes(), written.bytes().length + (int) written.dataByteCount());
      byte[] damaged = damage(file, written.bytes().length, random);

      HeaderReading reading = HeaderFiles.read(damaged);

      boolean hasErrors = reading.findings().stream().anyMatch(f -> f.severity() == Severity.ERROR);
      assertThat(hasErrors).isEqualTo(reading.loadError().isPresent());
      for (Finding finding : reading.findings()) {
        assertThat(finding.range().orElseThrow().end()).isLessThanOrEqualTo(damaged.length);
      }
      assertThat(reading.header().tensors()).isSortedAccordingTo(OffsetOrder::compare);
      assertThat(reading.header().tensors()).extracting(TensorInfo::name).doesNotHaveDuplicates();
    }
  }

  /// A file with one or two bytes replaced, removed or added, a span repeated, or the end cut off.
  private static byte[] damage(byte[] file, int headerEnd, Random random) {
    byte[] damaged = file;
    for (int times = 1 + random.nextInt(2); times > 0; times--) {
      int at = random.nextInt(Math.min(headerEnd, damaged.length));
      int span = Math.min(damaged.length - at, 1 + random.nextInt(40));
      switch (random.nextInt(6)) {
        case 0 -> {
          damaged = damaged.clone();
          damaged[at] = (byte) random.nextInt(256);
        }
        case 1 -> {
          damaged = damaged.clone();
          damaged[at] ^= (byte) (1 << random.nextInt(8));
        }
        case 2 -> damaged = spliced(damaged, at, at + Math.min(3, span), new byte[0]);
        case 3 -> damaged = spliced(damaged, at, at, Arrays.copyOfRange(damaged, at, at + span));
        case 4 -> {
          String[] tokens = {"\"", "{", "}", "[", ",", "\\ud800", "-0", "1e999", "null", "\0", " "};
          damaged = spliced(damaged, at, at, tokens[random.nextInt(tokens.length)].getBytes(UTF_8));
        }
        default -> damaged = Arrays.copyOf(damaged, 1 + random.nextInt(damaged.length));
      }
    }
    return damaged;
  }

  private static byte[] spliced(byte[] file, int from, int to, byte[] middle) {
    byte[] result = new byte[from + middle.length + file.length - to];
    System.arraycopy(file, 0, result, 0, from);
    System.arraycopy(middle, 0, result, from, middle.length);
    System.arraycopy(file, to, result, from + middle.length, file.length - to);
    return result;
  }

  private static WrittenHeader randomHeader(Random random) throws UnwritableHeaderException {
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
    // Four elements of any width fill whole bytes.
    dimensions[0] *= 4;
    return Shape.of(dimensions);
  }
}
