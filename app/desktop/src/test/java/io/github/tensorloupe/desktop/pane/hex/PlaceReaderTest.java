package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.tensorloupe.desktop.pane.hex.PlaceReader.NoPlaceException;
import io.github.tensorloupe.desktop.pane.hex.PlaceReader.Place;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceReaderTest {

  private static final int CARET = 100;

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private FileDocument document;
  private TensorFile first;
  private TensorFile second;

  @BeforeEach
  void openTwoShards() throws IOException {
    new TensorFiles()
        .tensor("layer.0.up", Dtype.F32, new byte[24], 2, 3)
        .tensor("layer.0.down", Dtype.F4, new byte[3], 2, 3)
        .tensor("odd[1]", Dtype.U8, new byte[5], 5)
        .tensor("scalar", Dtype.U8, new byte[1])
        .tensor("nothing", Dtype.U8, new byte[0], 0)
        .write(folder.resolve("a.safetensors"));
    new TensorFiles()
        .tensor("head.weight", Dtype.U8, new byte[40], 4, 10)
        .write(folder.resolve("b.safetensors"));
    document = files.open(folder);
    first = document.checkpoint().files().get(0);
    second = document.checkpoint().files().get(1);
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private TensorRef tensor(String name) {
    return document.checkpoint().tensor(name).orElseThrow();
  }

  private PlaceReader reader(Optional<TensorRef> selected) {
    return new PlaceReader(document.checkpoint(), first, CARET, selected, Messages.english());
  }

  private static Place read(PlaceReader reader, String text) {
    try {
      return reader.read(text);
    } catch (NoPlaceException e) {
      throw new AssertionError(e);
    }
  }

  private Place read(String text) {
    return read(reader(Optional.of(tensor("layer.0.up"))), text);
  }

  private static String refusal(PlaceReader reader, String text) {
    return catchThrowableOfType(NoPlaceException.class, () -> reader.read(text)).getMessage();
  }

  private String refusal(String text) {
    return refusal(reader(Optional.of(tensor("layer.0.up"))), text);
  }

  private void leadsTo(String text, long byteOffset) {
    assertThat(read(text)).isEqualTo(new Place(first, byteOffset, Optional.empty()));
  }

  private void leadsInto(String text, String tensor, long byteOffset) {
    TensorRef named = tensor(tensor);
    assertThat(read(text))
        .isEqualTo(
            new Place(
                named.file(),
                named.data().orElseThrow().range().begin() + byteOffset,
                Optional.of(named)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12 | 12",
        " 0x1f | 31",
        "1 00 | 100",
        "+0x40 | 164",
        "+ 7 | 107",
        "-99 | 1",
        "−100 | 0",
        "0% | 0"
      })
  void offsetsStepsAndSharesLeadIntoTheFile(String text, long byteOffset) {
    leadsTo(text, byteOffset);
  }

  @Test
  void endDataBufferAndSharesAreCountedInTheFile() {
    long length = first.bytes().length();
    long dataStart = first.reading().dataStart().orElseThrow();

    leadsTo("end-1", length - 1);
    leadsTo("END - 0x10", length - 16);
    leadsTo("data+0", dataStart);
    leadsTo("data+0x10", dataStart + 16);
    leadsTo("100%", length - 1);
    leadsTo("37.5%", length * 3 / 8);
    leadsTo("37,5 %", length * 3 / 8);
  }

  @Test
  void tensorsAreNamedByTheirNameOrByAPieceThatNoOtherHas() {
    leadsInto("layer.0.up", "layer.0.up", 0);
    leadsInto("layer.0.d", "layer.0.down", 0);
    leadsInto("down", "layer.0.down", 0);
    leadsInto("odd[1]", "odd[1]", 0);
    leadsInto("odd", "odd[1]", 0);
  }

  @Test
  void aTensorOfAnotherFileLeadsThere() {
    assertThat(read("head"))
        .isEqualTo(
            new Place(
                second,
                second.reading().dataStart().orElseThrow(),
                Optional.of(tensor("head.weight"))));
  }

  private static PlaceReader unselected(FileDocument opened) {
    return new PlaceReader(
        opened.checkpoint(),
        opened.checkpoint().files().getFirst(),
        0,
        Optional.empty(),
        Messages.english());
  }

  private FileDocument twoMoreShards(TensorFiles a, TensorFiles b) throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    a.write(set.resolve("a.safetensors"));
    b.write(set.resolve("b.safetensors"));
    return files.open(set);
  }

  @Test
  void nameThatSeveralFilesHoldLeadsIntoTheFirst() throws IOException {
    FileDocument set =
        twoMoreShards(new TensorFiles().floats("w", 1, 2), new TensorFiles().floats("w", 3, 4));
    TensorFile firstFile = set.checkpoint().files().getFirst();

    for (String typed : new String[] {"w", "w[0]", "w#0"}) {
      assertThat(read(unselected(set), typed))
          .as(typed)
          .isEqualTo(
              new Place(
                  firstFile,
                  firstFile.reading().dataStart().orElseThrow(),
                  Optional.of(set.checkpoint().tensors().getFirst())));
    }
  }

  @Test
  void pieceThatNamesOfSeveralFilesHaveIsRefusedAndCountsThemAll() throws IOException {
    FileDocument set =
        twoMoreShards(
            new TensorFiles().floats("mid.up", 1).floats("up.a", 1).floats("z.mid", 1),
            new TensorFiles().floats("low.mid", 1).floats("up.b", 1).floats("up.c", 1));

    assertThat(refusal(unselected(set), "up"))
        .startsWith("“up” is in 3 tensor names, such as up.a and up.b.");
    assertThat(refusal(unselected(set), "id"))
        .startsWith("“id” is in 3 tensor names, such as mid.up and z.mid.");
  }

  @Test
  void uniquePrefixIsPreferredToSubstrings() throws IOException {
    FileDocument set =
        twoMoreShards(
            new TensorFiles().floats("mid.up", 1), new TensorFiles().floats("up.b", 1, 2));

    assertThat(read(unselected(set), "up#1").tensor()).contains(set.checkpoint().tensors().get(1));
  }

  @Test
  void elementsAreNamedByIndicesOrNumber() {
    leadsInto("[1, 2]", "layer.0.up", 20);
    leadsInto("#4", "layer.0.up", 16);
    leadsInto("down[1,1]", "layer.0.down", 2);
    leadsInto("layer.0.down #3", "layer.0.down", 1);
    leadsInto("head[3, 0x9]", "head.weight", 39);
    leadsInto("odd[1][4]", "odd[1]", 4);
    leadsInto("odd[1]#4", "odd[1]", 4);
    leadsInto("scalar[]", "scalar", 0);
    leadsInto("scalar#0", "scalar", 0);
  }

  @Test
  void refusalsNameExpectedAndActualInput() {
    String length = "%,d bytes".formatted(first.bytes().length());
    assertThat(refusal("")).contains("4096 or 0x1000");
    assertThat(refusal("0xFFFFFFFFFFFFFFFF")).contains("end of the file").contains(length);
    assertThat(refusal("+100k")).contains("end of the file").contains(length);
    assertThat(refusal("-101")).contains("before the first byte").contains("100");
    assertThat(refusal("end+1")).contains("end of the file");
    assertThat(refusal("end-9m")).contains("before the first byte");
    assertThat(refusal("100.1%")).contains("between 0% and 100%");
    assertThat(refusal("data+1k")).contains("data buffer, which has 33 bytes");
    assertThat(refusal("data-1")).contains("data buffer");
    assertThat(refusal("zebra")).contains("“zebra”");
    assertThat(refusal("layer")).contains("2 tensor names").contains("layer.0.up");
    assertThat(refusal("[1]")).contains("2 dimensions (2 × 3)").contains("one is");
    assertThat(refusal("[1,2,3]")).contains("3 are");
    assertThat(refusal("[1, x]")).contains("“x”");
    assertThat(refusal("#x")).contains("“x”");
    assertThat(refusal("[1, 3]")).contains("Index 3").contains("dimension 1");
    assertThat(refusal("#6")).contains("Element 6").contains("6 elements");
    assertThat(refusal("nothing")).contains("no bytes");
    assertThat(refusal(reader(Optional.empty()), "#0")).contains("No tensor is selected");
  }

  @Test
  void offsetAfterTheLastOneIsRefused() {
    long length = first.bytes().length();

    leadsTo(String.valueOf(length - 1), length - 1);
    assertThat(refusal(String.valueOf(length))).contains("beyond the end of the file");
    leadsTo("+" + (length - 1 - CARET), length - 1);
    assertThat(refusal("+" + (length - CARET))).contains("beyond the end of the file");
    assertThat(refusal("end+0")).contains("beyond the end of the file");
    leadsTo("data+32", length - 1);
    assertThat(refusal("data+33")).contains("data buffer, which has 33 bytes");
    assertThat(refusal("scalar#1")).contains("Element 1 does not exist in scalar: it has 1 ");
  }

  @Test
  void elementsCutFromATruncatedFileAreReportedAsMissing() throws IOException {
    byte[] whole =
        SampleBytes.file(SampleBytes.entry("t", "U8", "[5]", 0, 5), (byte) 1, (byte) 2, (byte) 3);
    FileDocument cut = files.open(Files.write(folder.resolve("cut.safetensors"), whole));
    PlaceReader from = unselected(cut);

    assertThat(read(from, "t#2").byteOffset()).isEqualTo(whole.length - 1);
    assertThat(refusal(from, "t#3")).contains("only 3 bytes");
    assertThat(refusal(from, "t#4")).contains("only 3 bytes");
  }

  @Test
  void aFileWithoutDataBufferSaysSo() throws IOException {
    byte[] bytes = Arrays.copyOf(SampleBytes.bytes((byte) 1), 20);
    FileDocument cut = files.open(Files.write(folder.resolve("short.safetensors"), bytes));
    PlaceReader from = unselected(cut);

    assertThat(refusal(from, "data+0")).contains("no data buffer");
  }
}
