package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageStructureTest {

  @TempDir Path folder;

  private TensorFile file;
  private byte[] bytes;
  private long dataStart;

  private void open(TensorFiles files) throws IOException {
    Path path = files.write(folder.resolve("a.safetensors"));
    file = TensorFile.open(path);
    bytes = Files.readAllBytes(path);
    dataStart = file.reading().dataStart().orElseThrow();
  }

  @AfterEach
  void close() throws IOException {
    file.close();
  }

  private PageStructure page(long from, long to, List<ByteRange> zeroPages) {
    ByteWindow window = new ByteWindow(from, Arrays.copyOfRange(bytes, (int) from, (int) to));
    return PageStructure.of(new FileStructure(file), window, new ByteRange(from, to), zeroPages);
  }

  private PageStructure wholeFile() {
    return page(0, bytes.length, List.of());
  }

  @Test
  void theHeaderFallsIntoItsParts() throws IOException {
    open(new TensorFiles().metadata("k", "v 1").floats("first", 1, 2));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    PageStructure page = wholeFile();

    assertThat(page.part(0)).isEqualTo(Part.HEADER_LENGTH);
    assertThat(page.part(8)).isEqualTo(Part.HEADER);
    assertThat(page.part(text.indexOf("\"first\""))).isEqualTo(Part.KEY);
    assertThat(page.part(text.indexOf("first\"") + 5)).isEqualTo(Part.KEY);
    assertThat(page.part(text.indexOf("F32"))).isEqualTo(Part.TEXT);
    assertThat(page.part(text.indexOf("v 1"))).isEqualTo(Part.TEXT);
    assertThat(page.part(text.indexOf("[2]") + 1)).isEqualTo(Part.NUMBER);
    assertThat(page.part(text.indexOf("[2]"))).isEqualTo(Part.HEADER);
    assertThat(page.part(dataStart)).isEqualTo(Part.TENSOR);
    assertThat(page.entry(text.indexOf("F32"))).contains("first");
    assertThat(page.entry(text.indexOf("v 1"))).contains("__metadata__");
    assertThat(page.entry(8)).isEmpty();
  }

  @Test
  void blanksAfterTheJsonTextArePadding() throws IOException {
    Path path =
        TensorFiles.raw(
            folder.resolve("p.safetensors"),
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}      ",
            1);
    file = TensorFile.open(path);
    bytes = Files.readAllBytes(path);
    int end = bytes.length - 1;
    PageStructure page = wholeFile();

    assertThat(page.part(end - 6)).isEqualTo(Part.PADDING);
    assertThat(page.part(end - 1)).isEqualTo(Part.PADDING);
    assertThat(page.part(end - 7)).isEqualTo(Part.HEADER);
  }

  @Test
  void partsOfTheHeaderAreTheSameWhereverReadingBegins() throws IOException {
    TensorFiles files = new TensorFiles().metadata("note", "say \"{a: 1}\", [2]");
    for (int i = 0; i < 12; i++) {
      files.floats("model.layers." + i + ".weight", i);
    }
    open(files);
    PageStructure whole = wholeFile();
    for (int from = 8; from < dataStart - 120; from++) {
      PageStructure piece = page(from, dataStart, List.of());
      // A string that started earlier cannot be distinguished from a name until it ends.
      for (long at = from; at < dataStart; at++) {
        assertThat(piece.part(at)).as("byte %d, read from %d", at, from).isEqualTo(whole.part(at));
      }
    }
  }

  @Test
  void bytesThatBreakTheHeaderAreMarked() throws IOException {
    Path path = TensorFiles.raw(folder.resolve("a.safetensors"), "{\"a\":1}", 9);
    file = TensorFile.open(path);
    bytes = Files.readAllBytes(path);
    PageStructure page = wholeFile();

    for (int at = 0; at < bytes.length; at++) {
      assertThat(page.isDamaged(at)).as("byte %d", at).isEqualTo(at == 13);
    }
  }

  @Test
  void elementsThatAreNotFiniteAreMarkedWithAllTheirBytes() throws IOException {
    open(
        new TensorFiles()
            .floats("a", 1, Float.NaN, 2, Float.NEGATIVE_INFINITY)
            .tensor("b", Dtype.BF16, new byte[] {(byte) 0x80, 0x7f, 0, 0x40}, 2));
    PageStructure page = wholeFile();
    long a =
        dataStart
            + file.header().tensors().stream()
                .filter(t -> t.name().equals("a"))
                .findFirst()
                .orElseThrow()
                .begin();
    long b =
        dataStart
            + file.header().tensors().stream()
                .filter(t -> t.name().equals("b"))
                .findFirst()
                .orElseThrow()
                .begin();

    for (int i = 0; i < 16; i++) {
      assertThat(page.isNotFinite(a + i)).as("byte %d", i).isEqualTo(i / 4 % 2 == 1);
    }
    assertThat(page.isNotFinite(b)).isTrue();
    assertThat(page.isNotFinite(b + 1)).isTrue();
    assertThat(page.isNotFinite(b + 2)).isFalse();
  }

  @Test
  void anElementThatIsOnlyPartlyVisibleIsMarked() throws IOException {
    open(new TensorFiles().floats("a", 1, Float.NaN, 2));
    ByteWindow window = new ByteWindow(0, bytes);
    PageStructure page =
        PageStructure.of(
            new FileStructure(file),
            window,
            new ByteRange(dataStart + 6, dataStart + 9),
            List.of());

    assertThat(page.isNotFinite(dataStart + 6)).isTrue();
    assertThat(page.isNotFinite(dataStart + 7)).isTrue();
    assertThat(page.isNotFinite(dataStart + 8)).isFalse();
  }

  @Test
  void longRunsOfZerosInTensorsAreMarkedAndShortOnesAreNot() throws IOException {
    byte[] data = new byte[1000];
    Arrays.fill(data, 300, 310, (byte) 1);
    Arrays.fill(data, 400, 1000, (byte) 1);
    open(new TensorFiles().tensor("a", Dtype.U8, data, 1000));
    PageStructure page = wholeFile();

    assertThat(page.isZeros(dataStart)).isTrue();
    assertThat(page.isZeros(dataStart + 299)).isTrue();
    assertThat(page.isZeros(dataStart + 300)).isFalse();
    assertThat(page.isZeros(dataStart + 320)).isFalse();
  }

  @Test
  void runsOfZerosAreMarkedFrom256BytesOn() throws IOException {
    byte[] data = new byte[600];
    Arrays.fill(data, 255, 260, (byte) 1);
    Arrays.fill(data, 516, 600, (byte) 1);
    open(new TensorFiles().tensor("a", Dtype.U8, data, 600));
    PageStructure page = wholeFile();

    assertThat(page.isZeros(dataStart)).isFalse();
    assertThat(page.isZeros(dataStart + 254)).isFalse();
    assertThat(page.isZeros(dataStart + 260)).isTrue();
    assertThat(page.isZeros(dataStart + 515)).isTrue();
    assertThat(page.isZeros(dataStart + 516)).isFalse();
  }

  @Test
  void zerosThatNoTensorClaimsAreNotMarked() throws IOException {
    Path path =
        TensorFiles.raw(
            folder.resolve("hole.safetensors"),
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[300],\"data_offsets\":[300,600]}}",
            600);
    file = TensorFile.open(path);
    bytes = Files.readAllBytes(path);
    dataStart = file.reading().dataStart().orElseThrow();
    PageStructure page = wholeFile();

    assertThat(page.part(dataStart + 299)).isEqualTo(Part.UNCLAIMED);
    assertThat(page.isZeros(dataStart + 299)).isFalse();
    assertThat(page.isZeros(dataStart + 300)).isTrue();
  }

  @Test
  void pageThatEndsSoonAfterTheHeaderLengthHasParts() throws IOException {
    open(new TensorFiles().floats("first", 1, 2));
    PageStructure page = page(0, 10, List.of());

    assertThat(page.part(7)).isEqualTo(Part.HEADER_LENGTH);
    assertThat(page.part(9)).isEqualTo(Part.TEXT);
  }

  @Test
  void zeroPagesThatAScanHasFoundAreMarkedBeforeTheirBytesArrive() throws IOException {
    open(new TensorFiles().tensor("a", Dtype.U8, new byte[1000], 1000));
    PageStructure page =
        PageStructure.of(
            new FileStructure(file),
            ByteWindow.EMPTY,
            new ByteRange(dataStart, dataStart + 100),
            List.of(new ByteRange(dataStart + 50, dataStart + 5000)));

    assertThat(page.isZeros(dataStart + 49)).isFalse();
    assertThat(page.isZeros(dataStart + 99)).isTrue();
  }

  @Test
  void bytesKnowTheirPlaceInTheirElement() throws IOException {
    open(new TensorFiles().floats("a", 1, 2).tensor("b", Dtype.F4, new byte[] {1, 2}, 4));
    PageStructure page = wholeFile();

    assertThat(page.elementBytes(dataStart + 6)).isEqualTo(4);
    assertThat(page.byteInElement(dataStart + 6)).isEqualTo(2);
    assertThat(page.elementBytes(dataStart + 9)).isEqualTo(1);
    assertThat(page.byteInElement(dataStart + 9)).isZero();
    assertThat(page.elementBytes(9)).isEqualTo(1);
  }
}
