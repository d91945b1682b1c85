package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.tensorloupe.export.SalvagePlan.DamagedTensor;
import io.github.tensorloupe.export.SalvagePlan.Fate;
import io.github.tensorloupe.export.SalvagePlan.Limitation;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SalvageTest {

  private static final byte[] DATA = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

  @TempDir private Path folder;

  private Path out() {
    return folder.resolve("out.safetensors");
  }

  private static String u8(String name, long begin, long end) {
    String entry = SampleBytes.entry(name, "U8", "[" + (end - begin) + "]", begin, end);
    return entry.substring(1, entry.length() - 1);
  }

  private static byte[] file(String... entries) {
    return SampleBytes.file("{" + String.join(",", entries) + "}", DATA);
  }

  /// Salvages a file and returns the tensors of the new file.
  private Map<String, List<Byte>> salvaged(byte[] damaged) throws IOException {
    Path source = Files.write(folder.resolve("m.safetensors"), damaged);
    Files.deleteIfExists(out());
    try (TensorFile file = TensorFile.open(source)) {
      SalvagePlan plan = SalvagePlan.of(file);
      plan.write(
          FileOperations.ofThisComputer(),
          out(),
          true,
          List.of(),
          Cancellation.NEVER,
          Progress.NONE);
      assertThat(source).hasBinaryContent(damaged);
    }
    try (TensorFile written = TensorFile.open(out())) {
      assertThat(written.reading().loadError()).isEmpty();
      return written.header().tensors().stream()
          .collect(Collectors.toMap(TensorInfo::name, tensor -> bytes(written, tensor)));
    }
  }

  private static List<Byte> bytes(TensorFile file, TensorInfo tensor) {
    try {
      long begin = file.data(tensor).orElseThrow().range().begin();
      byte[] bytes = file.bytes().read(begin, (int) tensor.byteCount());
      Byte[] boxed = new Byte[bytes.length];
      Arrays.setAll(boxed, i -> bytes[i]);
      return List.of(boxed);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<DamagedTensor> left(byte[] damaged) throws IOException {
    return plan(damaged).damaged();
  }

  private SalvagePlan plan(byte[] damaged) throws IOException {
    try (TensorFile file = TensorFile.open(Files.write(folder.resolve("m"), damaged))) {
      return SalvagePlan.of(file);
    }
  }

  private static List<Byte> list(int... values) {
    return Arrays.stream(values).mapToObj(value -> (byte) value).toList();
  }

  private static byte[] without(byte[] bytes, int lastCount) {
    return Arrays.copyOf(bytes, bytes.length - lastCount);
  }

  @Test
  void tensorsBeforeTheCutAreKeptWithTheMetadata() throws IOException {
    byte[] whole =
        file("\"__metadata__\":{\"k\":\"v\"}", u8("a", 0, 2), u8("b", 2, 6), u8("c", 6, 10));
    assertThat(salvaged(without(whole, 5))).containsOnly(Map.entry("a", list(1, 2)));
    assertThat(left(without(whole, 5))).extracting("fate").containsExactly(Fate.CUT, Fate.LOST);
    try (TensorFile written = TensorFile.open(out())) {
      assertThat(written.header().metadata().orElseThrow().entries()).containsEntry("k", "v");
    }
  }

  @Test
  void tensorThatBeginsAtTheCutIsLostAndNotCut() throws IOException {
    byte[] whole = file(u8("a", 0, 2), u8("b", 2, 6), u8("c", 6, 10));

    assertThat(left(without(whole, 4)))
        .extracting(casualty -> casualty.tensor().name(), DamagedTensor::fate)
        .containsExactly(tuple("c", Fate.LOST));
    assertThat(left(without(whole, 3)))
        .extracting(casualty -> casualty.tensor().name(), DamagedTensor::fate)
        .containsExactly(tuple("c", Fate.CUT));
    assertThat(left(without(whole, 5)))
        .extracting(casualty -> casualty.tensor().name(), DamagedTensor::fate)
        .containsExactly(tuple("b", Fate.CUT), tuple("c", Fate.LOST));
  }

  @Test
  void emptyTensorAtTheCutIsKept() throws IOException {
    byte[] whole = file(u8("a", 0, 6), u8("e", 6, 6), u8("c", 6, 10));

    assertThat(plan(without(whole, 4)).intact())
        .extracting(tensor -> tensor.info().name())
        .containsExactlyInAnyOrder("a", "e");
  }

  @Test
  void braceOfABrokenHeaderIsFoundBeforeUpToOnePageOfPadding() throws IOException {
    String broken = "{" + u8("a", 0, 4) + ",\"b\":{\"dtype\":\"U9\"}}";

    byte[] page = SampleBytes.file(broken + " ".repeat(4095), DATA);
    assertThat(plan(page).limitation()).contains(Limitation.BREAKS_OFF);
    byte[] more = SampleBytes.file(broken + " ".repeat(4096), DATA);
    assertThat(plan(more).limitation()).contains(Limitation.NO_DATA_START);
    byte[] withoutData = SampleBytes.file(broken);
    assertThat(plan(withoutData).limitation()).contains(Limitation.BREAKS_OFF);
    assertThat(plan(withoutData).damaged()).extracting("fate").containsExactly(Fate.LOST);
  }

  @Test
  void planCountsFatesAndBytes() throws IOException {
    SalvagePlan plan = plan(without(file(u8("a", 0, 2), u8("b", 2, 6), u8("c", 6, 10)), 2));

    assertThat(plan.limitation()).isEmpty();
    assertThat(plan.intactByteCount()).isEqualTo(6);
    assertThat(plan.damaged()).extracting(DamagedTensor::fate).containsExactly(Fate.CUT);
  }

  @Test
  void trailingBytesAndHolesCostNoTensor() throws IOException {
    assertThat(salvaged(file(u8("a", 0, 2), u8("b", 4, 6))))
        .containsOnly(Map.entry("a", list(1, 2)), Map.entry("b", list(5, 6)));
  }

  @Test
  void tensorsThatShareBytesAreAllLeftOut() throws IOException {
    byte[] shared = file(u8("a", 0, 5), u8("b", 2, 4), u8("c", 4, 6), u8("d", 6, 10));
    assertThat(salvaged(shared)).containsOnly(Map.entry("d", list(7, 8, 9, 10)));
    assertThat(left(shared)).extracting("fate").containsOnly(Fate.OVERLAPS).hasSize(3);
  }

  @Test
  void aTensorWhoseOffsetsDoNotFitItsShapeHasNoClaimToOthersBytes() throws IOException {
    byte[] bad =
        file(
            u8("a", 0, 4),
            "\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,10]}",
            "\"c\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[9,7]}",
            u8("d", 4, 10));
    assertThat(salvaged(bad).keySet()).containsOnly("a", "d");
    assertThat(left(bad)).extracting("fate").containsOnly(Fate.WRONG_OFFSETS).hasSize(2);
  }

  @Test
  void shapeBeyondAllFilesFitsNoOffsets() throws IOException {
    byte[] bad =
        file(
            u8("a", 0, 4),
            "\"b\":{\"dtype\":\"F64\",\"shape\":[9223372036854775807,4],\"data_offsets\":[4,10]}");
    assertThat(salvaged(bad)).containsOnlyKeys("a");
    assertThat(left(bad)).extracting("fate").containsExactly(Fate.WRONG_OFFSETS);
  }

  @Test
  void offsetsBeyondAllFilesAreLost() throws IOException {
    byte[] bad =
        file(
            u8("a", 0, 4),
            "\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":"
                + "[18446744073709551600,18446744073709551604]}");
    assertThat(salvaged(bad)).containsOnlyKeys("a");
    assertThat(left(bad)).extracting("fate").containsExactly(Fate.LOST);
  }

  @Test
  void tensorsBeforeABreakInTheHeaderAreKept() throws IOException {
    byte[] broken = file(u8("a", 0, 4), "\"b\":{\"dtype\":\"U9\"}", u8("c", 4, 10));
    assertThat(salvaged(broken)).containsOnly(Map.entry("a", list(1, 2, 3, 4)));
    assertThat(plan(broken).limitation()).contains(Limitation.BREAKS_OFF);
  }

  @Test
  void headerLengthThatExcludesTheClosingBraceLeavesNoDataStart() throws IOException {
    byte[] whole = file(u8("a", 0, 4), u8("c", 4, 10));
    ByteBuffer length = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    length.putLong(0, new String(whole, StandardCharsets.ISO_8859_1).lastIndexOf('}') - 8);
    assertThat(plan(whole).limitation()).contains(Limitation.NO_DATA_START);
    assertThat(plan(whole).intact()).isEmpty();
  }

  @Test
  void headerCutBeforeItsClosingBraceLeavesNoDataStart() throws IOException {
    byte[] whole = file(u8("a", 0, 4), u8("c", 4, 10));
    ByteBuffer length = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    length.putLong(0, length.getLong(0) - 10);
    SalvagePlan plan = plan(whole);
    assertThat(plan.limitation()).contains(Limitation.NO_DATA_START);
    assertThat(plan.intact()).isEmpty();
  }

  @Test
  void aFileThatEndsInItsHeaderHasNothingIntactAndNothingIsWritten() throws IOException {
    byte[] cut = without(file(u8("a", 0, 4), u8("b", 4, 10)), 30);
    assertThat(plan(cut).limitation()).contains(Limitation.ENDS_IN_HEADER);
    assertThatThrownBy(() -> salvaged(cut))
        .hasMessage(
            "No tensor of m.safetensors is intact; 1 is lost. The file ends inside its header, so"
                + " it has no data. Nothing was written.");
    assertThat(out()).doesNotExist();
  }

  @Test
  void anotherKindOfFileHasNoTensor() throws IOException {
    assertThatThrownBy(() -> salvaged("<html>".getBytes()))
        .hasMessage(
            "No tensor of m.safetensors can be read. The header cannot be read. Nothing"
                + " was written.");
  }

  @Test
  void damagedFileIsNeverTheNewOne() throws IOException {
    Path source = Files.write(folder.resolve("m"), without(file(u8("a", 0, 4), u8("b", 4, 10)), 1));
    try (TensorFile file = TensorFile.open(source)) {
      SalvagePlan plan = SalvagePlan.of(file);
      FileOperations files = FileOperations.ofThisComputer();
      assertThatThrownBy(
              () -> plan.write(files, source, true, List.of(), Cancellation.NEVER, Progress.NONE))
          .hasMessageContaining("being read");
    }
  }

  @Test
  void cutAnywhereTheNewFileLoadsAndHasEveryTensorThatIsWhole() throws IOException {
    byte[] whole =
        Files.readAllBytes(
            new TensorFiles()
                .floats("a", 1, 2, 3)
                .floats("b")
                .floats("c", 4)
                .floats("d", 5, 6)
                .write(folder.resolve("whole")));
    int dataStart = whole.length - 24;
    for (int length = dataStart + 12; length <= whole.length; length++) {
      Map<String, List<Byte>> tensors = salvaged(Arrays.copyOf(whole, length));
      int expected = (length - dataStart) >= 24 ? 4 : (length - dataStart) >= 16 ? 3 : 2;
      assertThat(tensors).hasSize(expected);
    }
  }

  @Test
  void whateverByteOfTheHeaderIsWrongTheNewFileLoads() throws IOException {
    byte[] whole = file(u8("a", 0, 2), u8("b", 2, 6), u8("c", 6, 10));
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      byte[] bad = whole.clone();
      bad[random.nextInt(whole.length - DATA.length)] = (byte) random.nextInt(256);
      if (!plan(bad).intact().isEmpty()) {
        salvaged(bad);
      }
    }
  }
}
