package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.entry;
import static io.github.tensorloupe.testing.SampleBytes.file;
import static io.github.tensorloupe.testing.SampleBytes.index;
import static io.github.tensorloupe.testing.SampleBytes.lines;
import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatsCommandTest {

  private static final String NULLS =
      "\"min\":null,\"max\":null,\"mean\":null,\"std\":null,"
          + "\"quantiles\":null,\"quantilesExact\":null,\"histogram\":null,";

  @TempDir Path folder;

  private Ran stats(TensorFiles tensors, String... more) throws IOException {
    tensors.write(folder.resolve("a.safetensors"));
    String[] arguments =
        Arrays.copyOf(new String[] {"stats", "--json", "a.safetensors"}, 3 + more.length);
    System.arraycopy(more, 0, arguments, 3, more.length);
    return Ran.in(folder, arguments);
  }

  @Test
  void objectHasEveryMember() throws IOException {
    Ran ran = stats(new TensorFiles().tensor("t", Dtype.U8, new byte[] {3, 3}, 1, 2));

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .isEqualTo(
            lines(
                "{\"path\":\"a.safetensors\",\"name\":\"t\",\"dtype\":\"U8\",\"shape\":[1,2],"
                    + "\"count\":2,\"nan\":0,\"posInf\":0,\"negInf\":0,\"zero\":0,\"subnormal\":0,"
                    + "\"min\":3,\"max\":3,\"mean\":3.0,\"std\":0.0,\"quantiles\":{\"0.01\":3,"
                    + "\"0.05\":3,\"0.25\":3,\"0.5\":3,\"0.75\":3,\"0.95\":3,\"0.99\":3},"
                    + "\"quantilesExact\":true,"
                    + "\"histogram\":{\"edges\":[3,3],\"counts\":[2],\"exact\":true},"
                    + "\"entropyBits\":0.0,\"entropyExact\":true}"));
  }

  @Test
  void notFiniteValuesAreCountedAndNeverWritten() throws IOException {
    Ran ran =
        stats(
            new TensorFiles()
                .floats("t", Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY));

    assertThat(ran.out())
        .contains("\"nan\":1,\"posInf\":1,\"negInf\":1")
        .contains(NULLS + "\"entropyBits\":1.58");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void emptyTensorHasCountsAndNulls() throws IOException {
    Ran ran = stats(new TensorFiles().floats("t"));

    assertThat(ran.out())
        .contains("\"count\":0")
        .endsWith(NULLS + "\"entropyBits\":null,\"entropyExact\":null}\n");
  }

  @Test
  void largestIntegersAreExact() throws IOException {
    byte[] ones = new byte[16];
    Arrays.fill(ones, 8, 16, (byte) -1);

    Ran ran = stats(new TensorFiles().tensor("t", Dtype.U64, ones, 2));

    assertThat(ran.out()).contains("\"min\":0,\"max\":18446744073709551615,");
  }

  @Test
  void histogramHas64BinsThatHoldEveryFiniteValue() throws IOException {
    JsonNode histogram = stats(new TensorFiles().floats("t", -1, 0, 5)).object().get("histogram");

    assertThat(histogram.get("edges")).hasSize(65);
    assertThat(histogram.get("counts")).hasSize(64);
    assertThat(histogram.get("counts").valueStream().mapToLong(JsonNode::asLong).sum())
        .isEqualTo(3);
  }

  @Test
  void onlyTheTensorsThatWereNamedAreComputed() throws IOException {
    TensorFiles three = new TensorFiles().floats("a", 1).floats("", 2).floats("c", 3);

    assertThat(stats(three, "--tensor", "c", "--tensor", "").texts("name"))
        .containsExactly("", "c");
  }

  @Test
  void unknownTensorIsASentenceAndAFailureAndTheOthersAreStillPrinted() throws IOException {
    Ran ran = stats(new TensorFiles().floats("a", 1), "--tensor", "a", "--tensor", "b");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.texts("name")).containsExactly("a");
    assertThat(ran.err())
        .isEqualTo("tensorloupe: The tensor \"b\" was not found in a.safetensors.\n");
  }

  @Test
  void setPrintsByShardThenFileOrder() throws IOException {
    write(
        folder.resolve("m/x.safetensors.index.json"),
        index("a", "x-10.safetensors", "z", "x-2.safetensors"));
    new TensorFiles().floats("z", 1).write(folder.resolve("m/x-2.safetensors"));
    new TensorFiles()
        .floats("b", 1)
        .tensor("a", Dtype.U8, new byte[1], 1)
        .write(folder.resolve("m/x-10.safetensors"));

    Ran ran = Ran.in(folder, "stats", "--json", "m");

    assertThat(ran.texts("name")).containsExactly("z", "b", "a");
    assertThat(ran.texts("path"))
        .containsExactly("m/x-2.safetensors", "m/x-10.safetensors", "m/x-10.safetensors");
  }

  @Test
  void tensorOfAnyShardIsKnown() throws IOException {
    write(
        folder.resolve("x.safetensors.index.json"),
        index("a", "x-1.safetensors", "z", "x-2.safetensors"));
    new TensorFiles().floats("z", 1).write(folder.resolve("x-2.safetensors"));
    new TensorFiles().floats("a", 1).write(folder.resolve("x-1.safetensors"));

    Ran ran = Ran.in(folder, "stats", "--json", "x.safetensors.index.json", "--tensor", "z");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.texts("name")).containsExactly("z");
  }

  @Test
  void tensorsThatLieInARefusedFileAreComputed() throws IOException {
    String header =
        "{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},"
            + "\"b\":{\"dtype\":\"U8\",\"shape\":[9],\"data_offsets\":[2,11]}}";
    write(folder.resolve("a.safetensors"), file(header, (byte) 7, (byte) 8, (byte) 9));

    Ran ran = Ran.in(folder, "stats", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.texts("name")).containsExactly("a");
    assertThat(ran.object().get("max").asInt()).isEqualTo(8);
    assertThat(ran.err()).contains("Left out of a.safetensors: 1 tensor ");
  }

  @Test
  void pathThatCannotBeReadYieldsAnObjectOfNulls() {
    Ran ran = Ran.in(folder, "stats", "--json", "gone", "--tensor", "x");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("path").asText()).isEqualTo("gone");
    assertThat(ran.object().get("name").isNull()).isTrue();
    assertThat(ran.object().get("histogram").isNull()).isTrue();
    assertThat(ran.err()).hasLineCount(1);
  }

  @Test
  void headerThatDidNotParseYieldsAnObjectOfNulls() throws IOException {
    write(folder.resolve("a.safetensors"), file(entry("t", "NO", "[1]", 0, 1), (byte) 1));

    Ran ran = Ran.in(folder, "stats", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("verdict").asText()).isEqualTo("refused");
  }

  @Test
  void fileWithoutTensorsPrintsNothing() throws IOException {
    write(folder.resolve("a.safetensors"), file("{}"));

    Ran ran = Ran.in(folder, "stats", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "257", "x", "1.5"})
  void numberOfThreadsThatCannotBeIsAUsageError(String threads) throws IOException {
    new TensorFiles().floats("t", 1).write(folder.resolve("a.safetensors"));

    for (String command : List.of("stats", "check")) {
      Ran ran = Ran.in(folder, command, "--threads", threads, "a.safetensors");

      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err())
          .startsWith("tensorloupe: Invalid value for option '--threads': '" + threads + "' is not")
          .hasLineCount(1);
    }
  }

  @Test
  void figuresAreTheSameWhateverTheNumberOfThreads() throws IOException {
    TensorFiles tensors = new TensorFiles();
    Random random = new Random(7);
    for (int i = 0; i < 60; i++) {
      Dtype dtype = Dtype.values()[i % Dtype.values().length];
      byte[] bytes = new byte[24 * (i % 2 == 0 ? 1 + i : 4000)];
      random.nextBytes(bytes);
      tensors.tensor("t" + i, dtype, bytes, 8L * bytes.length / dtype.bits());
    }

    Ran one = stats(tensors, "--threads", "1");

    assertThat(one.objects()).hasSize(60);
    assertThat(stats(tensors, "--threads", "2")).isEqualTo(one);
    assertThat(stats(tensors, "--threads", "7")).isEqualTo(one);
  }

  @Test
  void tensorsOfSeveralBatchesAreInFileOrder() throws IOException {
    TensorFiles tensors = new TensorFiles();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 2500; i++) {
      names.add("%04d".formatted(i));
      tensors.tensor(names.getLast(), Dtype.U8, new byte[] {(byte) i}, 1);
    }

    Ran ran = stats(tensors);

    assertThat(ran.texts("name")).isEqualTo(names);
    assertThat(ran.objects().get(2001).get("max").asInt()).isEqualTo(2001 % 256);
  }

  @Test
  void medianThatIsNotExactIsMarked() throws IOException {
    float[] values = new float[200_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = 1 + i * 1e-6f;
    }
    new TensorFiles().floats("t", values).write(folder.resolve("a.safetensors"));

    assertThat(Ran.in(folder, "stats", "a.safetensors").out()).containsPattern("  ≈1\\.\\d+ ");
  }

  @Test
  void largeValuesArePowersOfTen() throws IOException {
    new TensorFiles()
        .floats("t", 99_999, 100_000, 12_345_678)
        .write(folder.resolve("a.safetensors"));

    assertThat(Ran.in(folder, "stats", "a.safetensors").out())
        .contains(" 99999 ")
        .contains(" 100000 ")
        .contains(" 1.23457e+07 ");
  }

  @Test
  void personReadsAnAlignedTable() throws IOException {
    new TensorFiles()
        .tensor("long.name", Dtype.I8, new byte[] {0, 1, 2, -2}, 2, 2)
        .floats("empty")
        .write(folder.resolve("a.safetensors"));

    Ran ran = Ran.in(folder, "stats", "a.safetensors");

    assertThat(ran.out())
        .isEqualTo(
            lines(
                "a.safetensors",
                "  NAME       DTYPE  SHAPE            MIN           MAX          MEAN           STD"
                    + "         MEDIAN  ZEROS  NAN  INF  ENTROPY",
                "  empty      F32    [0]                -             -             -             -"
                    + "              -      0    0    0        -",
                "  long.name  I8     [2, 2]            −2             2          0.25       1.47902"
                    + "              0      1    0    0    2.0/8"));
  }
}
