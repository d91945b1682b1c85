package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.HexPainter.ByteColors;
import io.github.tensorloupe.desktop.pane.hex.HexPainter.HexColor;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ByteColorsTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private HexViewModel model;
  private String text;
  private long dataStart;

  private void open(Path path) throws IOException {
    model =
        new HexViewModel(
            selection,
            new ScanResults(),
            new Jobs(Runnable::run, Runnable::run),
            Messages.english());
    model.setRoom(64, 20);
    TensorFile file = files.show(path, selection).checkpoint().files().getFirst();
    text = new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
    dataStart = file.reading().dataStart().orElse(0);
  }

  private void open(String header, int dataLength) throws IOException {
    open(TensorFiles.raw(folder.resolve("raw.safetensors"), header, dataLength));
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  @Test
  void aMarkedByteHasALineAndItsRowABar() throws IOException {
    open("{}", 100);
    model.showBookmarks(Stream.of(70L, 3L));

    assertThat(inks().line(70)).contains(HexColor.BOOKMARK);
    assertThat(inks().line(71)).isEmpty();
    assertThat(model.page.get().marks().hasBookmarkIn(new ByteRange(64, 71))).isTrue();
    assertThat(model.page.get().marks().hasBookmarkIn(new ByteRange(64, 70))).isFalse();
    assertThat(model.page.get().marks().hasBookmarkIn(new ByteRange(71, 100))).isFalse();
  }

  private ByteColors inks() {
    HexPage page = model.page.get();
    return new ByteColors(page, page.structure().orElseThrow());
  }

  private HexColor digits(long byteOffset) {
    return inks().digits(byteOffset, text.charAt((int) byteOffset));
  }

  private static String entry(String name, long begin, long end) {
    return "\"%s\":{\"dtype\":\"U8\",\"shape\":[%d],\"data_offsets\":[%d,%d]}"
        .formatted(name, end - begin, begin, end);
  }

  @Test
  void everyPartOfTheHeaderHasItsOwnInkOnOneGround() throws IOException {
    open("{" + entry("a", 0, 4) + "}    ", 4);

    assertThat(digits(0)).isEqualTo(HexColor.HEADER_NUMBER);
    assertThat(digits(text.indexOf('{'))).isEqualTo(HexColor.HEADER);
    assertThat(digits(text.indexOf("\"a\""))).isEqualTo(HexColor.HEADER_KEY);
    assertThat(digits(text.indexOf("U8"))).isEqualTo(HexColor.HEADER_TEXT);
    assertThat(digits(text.indexOf('4'))).isEqualTo(HexColor.HEADER_NUMBER);
    assertThat(digits(dataStart - 1)).isEqualTo(HexColor.ZERO);
    assertThat(LongStream.range(0, dataStart).mapToObj(inks()::ground))
        .containsOnly(Optional.of(HexColor.HEADER_GROUND));
    assertThat(LongStream.range(0, dataStart).mapToObj(inks()::line))
        .containsOnly(Optional.empty());
  }

  @Test
  void zeroBytesAreQuiet() throws IOException {
    open(new TensorFiles().tensor("a", Dtype.U8, new byte[] {0, 1}, 2).write(folder.resolve("a")));

    assertThat(digits(dataStart)).isEqualTo(HexColor.ZERO);
    assertThat(digits(dataStart + 1)).isEqualTo(HexColor.VALUE);
    assertThat(inks().character(dataStart, true)).isEqualTo(HexColor.CHARACTER);
    assertThat(inks().character(dataStart, false)).isEqualTo(HexColor.ZERO);
  }

  @Test
  void neighboursHaveGroundsOfTheirOwn() throws IOException {
    TensorFiles tensors = new TensorFiles();
    for (int i = 0; i < 6; i++) {
      tensors.tensor("t" + i, Dtype.U8, new byte[] {1}, 1);
    }
    open(tensors.write(folder.resolve("a")));

    assertThat(LongStream.range(0, 6).mapToObj(i -> inks().ground(dataStart + i).orElseThrow()))
        .containsExactly(
            HexColor.TENSOR_0,
            HexColor.TENSOR_1,
            HexColor.TENSOR_2,
            HexColor.TENSOR_3,
            HexColor.TENSOR_4,
            HexColor.TENSOR_0);
  }

  @Test
  void overlapsAreUnderlinedAndUnclaimedBytesColored() throws IOException {
    open("{" + entry("a", 0, 4) + "," + entry("b", 2, 6) + "}", 8);

    assertThat(LongStream.range(0, 8).mapToObj(i -> inks().line(dataStart + i).isPresent()))
        .containsExactly(false, false, true, true, false, false, false, false);
    assertThat(inks().line(dataStart + 2)).contains(HexColor.OVERLAP_LINE);
    assertThat(inks().ground(dataStart + 5)).contains(HexColor.TENSOR_1);
    assertThat(inks().ground(dataStart + 6)).contains(HexColor.UNCLAIMED_GROUND);
    assertThat(inks().digits(dataStart + 6, 1)).isEqualTo(HexColor.UNCLAIMED);
    assertThat(inks().digits(dataStart + 3, 1)).isEqualTo(HexColor.VALUE);
  }

  @Test
  void nonfiniteValuesAndHeaderErrorsAreHighlighted() throws IOException {
    open(new TensorFiles().floats("a", 1, Float.NaN, 0).write(folder.resolve("nan")));
    assertThat(inks().ground(dataStart + 3)).contains(HexColor.TENSOR_0);
    assertThat(inks().ground(dataStart + 4)).contains(HexColor.NOT_FINITE_GROUND);
    assertThat(digits(dataStart + 4)).isEqualTo(HexColor.NOT_FINITE);
    assertThat(inks().character(dataStart + 7, false)).isEqualTo(HexColor.NOT_FINITE);
    assertThat(inks().line(dataStart + 4)).isEmpty();
    assertThat(inks().ground(dataStart + 8)).contains(HexColor.TENSOR_0);

    open("{\"a\":1}", 9);
    assertThat(inks().ground(13)).contains(HexColor.NOT_FINITE_GROUND);
    assertThat(inks().line(13)).contains(HexColor.OVERLAP_LINE);
    assertThat(digits(13)).isEqualTo(HexColor.NOT_FINITE);
    assertThat(inks().line(12)).isEmpty();
  }

  @Test
  void longRunsOfZerosHaveAGround() throws IOException {
    byte[] bytes = new byte[300];
    Arrays.fill(bytes, 260, 300, (byte) 1);
    open(new TensorFiles().tensor("a", Dtype.U8, bytes, 300).write(folder.resolve("a")));

    assertThat(inks().ground(dataStart + 259)).contains(HexColor.ZEROS_GROUND);
    assertThat(inks().ground(dataStart + 260)).contains(HexColor.TENSOR_0);
  }

  @Test
  void whatIsFoundCoversWhatIsSelectedAndThatCoversTheRest() throws IOException {
    open(new TensorFiles().floats("a", 1, Float.NaN, 2).write(folder.resolve("a")));

    model.select(new ByteRange(dataStart + 2, dataStart + 6));
    assertThat(inks().ground(dataStart + 1)).contains(HexColor.TENSOR_0);
    assertThat(inks().ground(dataStart + 2)).contains(HexColor.SELECTED_GROUND);
    assertThat(inks().ground(dataStart + 5)).contains(HexColor.SELECTED_GROUND);
    assertThat(inks().ground(dataStart + 6)).contains(HexColor.NOT_FINITE_GROUND);

    model.highlight(Optional.of(new ByteRange(dataStart + 3, dataStart + 4)));
    assertThat(inks().ground(dataStart + 3)).contains(HexColor.FOUND_GROUND);
    assertThat(inks().line(dataStart + 3)).contains(HexColor.FOUND_LINE);
    assertThat(inks().line(dataStart + 4)).isEmpty();
    assertThat(inks().ground(dataStart + 6)).contains(HexColor.NOT_FINITE_GROUND);
  }

  @Test
  void fileThatIsNoneOfOursHasNoGrounds() throws IOException {
    Path path = folder.resolve("page.html");
    Files.writeString(path, "<!DOCTYPE html><html><body>Not found</body></html>");
    open(path);

    assertThat(inks().ground(20)).isEmpty();
    assertThat(digits(20)).isEqualTo(HexColor.VALUE);
  }
}
