package io.github.tensorloupe.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElementPlaceTest {

  private static final int SAMPLE_COUNT = 7;

  @TempDir Path folder;

  /// A weight whose files can be modified.
  private record Probe(String name, QuantizedWeight weight) {

    float[] values() throws IOException {
      TensorData data = weight.logical().orElseThrow().data().orElseThrow();
      ByteBuffer bytes =
          ByteBuffer.wrap(
                  data.file().read(data.range().begin(), Math.toIntExact(data.range().byteCount())))
              .order(ByteOrder.LITTLE_ENDIAN);
      float[] values = new float[(int) data.elementCount()];
      bytes.asFloatBuffer().get(values);
      return values;
    }

    /// Returns the elements whose values change if one bit is flipped.
    Set<Integer> changing(ElementPlace place, int bit) throws IOException {
      float[] before = values();
      flip(place, bit);
      float[] after = values();
      flip(place, bit);
      Set<Integer> changed = new TreeSet<>();
      for (int i = 0; i < before.length; i++) {
        if (Float.floatToIntBits(before[i]) != Float.floatToIntBits(after[i])) {
          changed.add(i);
        }
      }
      return changed;
    }

    private static void flip(ElementPlace place, int bit) throws IOException {
      try (FileChannel file =
          FileChannel.open(
              place.part().file().path(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        ByteBuffer one = ByteBuffer.allocate(1);
        file.read(one, place.bytes().begin());
        one.put(0, (byte) (one.get(0) ^ 1 << bit));
        file.write(one.flip(), place.bytes().begin());
      }
    }

    void check() throws IOException {
      float[] values = values();
      Map<Long, Integer> firsts = new HashMap<>();
      Map<ByteRange, Set<Integer>> groups = new HashMap<>();
      for (int i = 0; i < values.length; i++) {
        firsts.merge(weight.codeOf(i).orElseThrow().bytes().begin(), i, Math::min);
        groups
            .computeIfAbsent(weight.scaleOf(i).orElseThrow().bytes(), _ -> new TreeSet<>())
            .add(i);
      }
      firsts.forEach(
          (begin, first) ->
              assertThat(weight.elementAt(begin))
                  .as("%s: the element of byte %d", name, begin)
                  .isEqualTo(OptionalLong.of(first)));
      for (int look = 0; look < SAMPLE_COUNT; look++) {
        int element = (int) ((long) look * (values.length - 1) / (SAMPLE_COUNT - 1));
        checkCode(element);
        checkScale(element, values, groups);
      }
    }

    private void checkCode(int element) throws IOException {
      ElementPlace place = weight.codeOf(element).orElseThrow();
      assertThat(changing(place, place.firstBit()))
          .as("%s: what the code of %d changes", name, element)
          .containsExactly(element);
    }

    private void checkScale(int element, float[] values, Map<ByteRange, Set<Integer>> groups)
        throws IOException {
      ElementPlace place = weight.scaleOf(element).orElseThrow();
      Set<Integer> changed = changing(place, place.bytes().byteCount() == 1 ? 0 : 4);
      Set<Integer> group = groups.get(place.bytes());
      // The set assertions of AssertJ take quadratic time.
      assertThat(group.containsAll(changed)).as("%s: the scale of %d", name, element).isTrue();
      // With a bias, an element with a nonzero value may have a zero code, which no scale changes.
      boolean isAdded = weight.scaled().orElseThrow().bias.isPresent();
      List<Integer> others = group.stream().filter(each -> values[each] != 0).toList();
      assertThat(isAdded || changed.containsAll(others))
          .as("%s: the group of %d", name, element)
          .isTrue();
      assertThat(changed).as("%s: the group of %d", name, element).isNotEmpty();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path each : files.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  private static void checkAll(String name, Path path) throws IOException {
    try (Checkpoint open = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      for (QuantizedWeight weight : Quantization.of(open, Cancellation.NEVER).weights()) {
        if (weight.hasValues()) {
          new Probe(name + " " + weight.name(), weight).check();
        }
      }
    }
  }

  @Test
  void byteOfCodeOrScaleChangesNoOtherValues() throws IOException {
    Path expected = SharedFolder.file("quantised/expected.json");
    List<JsonNode> cases = new ArrayList<>();
    new ObjectMapper().readTree(expected.toFile()).forEach(cases::add);
    for (JsonNode each : cases) {
      String name = each.get("case").asText();
      // Zeros, NaN and saturated codes hide the effects of flipped bits.
      if (!name.startsWith("bad_")) {
        Path source = expected.resolveSibling(each.get("path").asText());
        Path copy = folder.resolve(source.getFileName().toString());
        copy(source, copy);
        checkAll(name, copy);
      }
    }
  }

  private Path ownFile() throws IOException {
    byte[] codes = new byte[24];
    IntStream.range(0, codes.length).forEach(i -> codes[i] = (byte) (0x30 + i % 6));
    ByteBuffer scales = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    scales.putFloat(1).putFloat(2).putFloat(3).putFloat(4);
    return new TensorFiles()
        .tensor("x.weight", Dtype.F8_E4M3, codes, 4, 6)
        .tensor("x.weight_scale", Dtype.F32, scales.array(), 4, 1)
        .write(folder.resolve("own.safetensors"));
  }

  @Test
  void everyElementOfAnOwnFileHasItsPlaces() throws IOException {
    Path file = ownFile();
    checkAll("own", file);
    try (Checkpoint open = Checkpoint.open(file, Cancellation.NEVER, Progress.NONE)) {
      QuantizedWeight weight = Quantization.of(open, Cancellation.NEVER).weights().getFirst();
      long codes = weight.codes().data().orElseThrow().range().begin();
      ElementPlace scale = weight.scaleOf(13).orElseThrow();

      assertThat(weight.codeOf(13).orElseThrow().bytes().begin()).isEqualTo(codes + 13);
      assertThat(weight.elementAt(codes + 13)).isEqualTo(OptionalLong.of(13));
      assertThat(scale.part().info().name()).isEqualTo("x.weight_scale");
      assertThat(scale.bytes().begin() - scale.part().data().orElseThrow().range().begin())
          .isEqualTo(8);
      assertThat(weight.elementAt(scale.bytes().begin())).isEmpty();
    }
  }

  @Test
  void codesAreCounted() throws IOException {
    try (Checkpoint open = Checkpoint.open(ownFile(), Cancellation.NEVER, Progress.NONE)) {
      QuantizedWeight weight = Quantization.of(open, Cancellation.NEVER).weights().getFirst();

      long[] counts = weight.codeCounts(Cancellation.NEVER, Progress.NONE);

      assertThat(counts).hasSize(256);
      assertThat(counts[0x31]).isEqualTo(4);
      assertThat(Arrays.stream(counts).filter(count -> count > 0)).hasSize(6).containsOnly(4L);
    }
  }

  @Test
  void packedCodesAreCountedEach() throws IOException {
    Path path = SharedFolder.file("quantised/gptq4");
    try (Checkpoint open = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      for (QuantizedWeight weight : Quantization.of(open, Cancellation.NEVER).weights()) {
        long[] counts = weight.codeCounts(Cancellation.NEVER, Progress.NONE);

        assertThat(counts).hasSize(16);
        assertThat(Arrays.stream(counts).sum()).isEqualTo(weight.elementCount());
      }
    }
  }
}
