package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HexViewModelTest {

  private static final int PAGE = 10;

  @TempDir Path folder;

  private final Selection selection = new Selection();
  private final HexViewModel model = model(new Jobs(Runnable::run, Runnable::run));
  private Checkpoint checkpoint;

  private HexViewModel model(Jobs jobs) {
    HexViewModel created = new HexViewModel(selection, new ScanResults(), jobs, Messages.english());
    created.setRoom(16, PAGE);
    return created;
  }

  @AfterEach
  void close() throws IOException {
    if (checkpoint != null) {
      checkpoint.close();
    }
  }

  private TensorFile open(Path path) throws IOException {
    checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
    selection.show(new DocumentState.Open(FileDocument.of(checkpoint, List.of(), List::of)));
    return checkpoint.files().getFirst();
  }

  /// Opens a file with a tensor of 1600 bytes and one of 800. Each byte is its index modulo 251.
  private TensorFile openTwoTensors() throws IOException {
    byte[] bytes = new byte[1600];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i % 251);
    }
    return open(
        new TensorFiles()
            .tensor("a", Dtype.U8, bytes, 40, 40)
            .tensor("b", Dtype.U8, Arrays.copyOf(bytes, 800), 800)
            .write(folder.resolve("two.safetensors")));
  }

  private void select(String tensor) {
    selection.select(checkpoint.tensor(tensor).orElseThrow());
  }

  private long firstRow() {
    return model.page.get().firstRow();
  }

  private Caret caret() {
    return selection.caretProperty().get().orElseThrow();
  }

  private CaretLine line() {
    return model.caretLine.get();
  }

  @Test
  void anOpenedFileShowsItsFirstRows() throws IOException {
    openTwoTensors();

    assertThat(HexTexts.row(model, 0)).startsWith("000000  ").contains("{\"");
    assertThat(HexTexts.row(model, PAGE)).startsWith("0000A0  ");
  }

  @Test
  void bytesWhoseReadingWasStoppedAreReadAgain() throws IOException {
    Queue<Runnable> waiting = new ArrayDeque<>();
    Jobs slow = new Jobs(waiting::add, Runnable::run);
    openTwoTensors();
    HexViewModel shown = model(slow);
    slow.cancelAll();
    waiting.remove().run();
    assertThat(HexTexts.row(shown, 0)).doesNotContain("{");

    shown.scrollBy(1);
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }

    assertThat(HexTexts.row(shown, -1)).contains("{\"");
  }

  @Test
  void withoutAFileThereAreNoRows() throws IOException {
    openTwoTensors();

    selection.show(new DocumentState.Empty());

    assertThat(model.page.get().fileOpen()).isFalse();
    assertThat(HexTexts.row(model, 0)).isEmpty();
    assertThat(line()).isEqualTo(CaretLine.EMPTY);
  }

  @Test
  void whatIsOddAboutTheByteOfTheCaretIsNoted() throws IOException {
    String header =
        """
        {"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},
        "b":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}}\
        """;
    TensorFile file = open(TensorFiles.raw(folder.resolve("overlap.safetensors"), header, 6));
    long dataStart = file.reading().dataStart().orElseThrow();

    selection.placeCaret(file, dataStart + 3);
    assertThat(line().note()).isEqualTo("More than one tensor");
    selection.placeCaret(file, dataStart + 1);
    assertThat(line().note()).isNotEqualTo("More than one tensor");
  }

  @Test
  void anEmptyFileHasNoRowsAndNothingIsRead() throws IOException {
    open(Files.createFile(folder.resolve("empty.safetensors")));

    assertThat(model.page.get().fileOpen()).isTrue();
    assertThat(HexTexts.row(model, 0)).isEmpty();
    assertThat(model.failureProperty().getValue()).isEmpty();
    model.move(CaretMove.DOWN, false);
    assertThat(caret().byteOffset()).isZero();
  }

  @Test
  void aSelectedTensorIsScrolledToWithARowAboveIt() throws IOException {
    TensorFile file = openTwoTensors();

    select("b");

    long row = (file.reading().dataStart().orElseThrow() + 1600) / 16;
    assertThat(firstRow()).isEqualTo(row - 1);
    assertThat(HexTexts.row(model, 1)).contains(" 00 01 02 03 04 05 06 07 ");
    assertThat(model.page.get().marks().tensor().byteCount()).isEqualTo(800);
  }

  @Test
  void aTensorInSightIsNotScrolledTo() throws IOException {
    TensorFile file = openTwoTensors();
    model.scrollTo(file.reading().dataStart().orElseThrow() / 16 - 3);
    long before = firstRow();

    select("a");

    assertThat(firstRow()).isEqualTo(before);
  }

  @Test
  void placingTheCaretSelectsTheTensorUnderIt() throws IOException {
    TensorFile file = openTwoTensors();

    model.placeCaret(file.reading().dataStart().orElseThrow() + 1600 + 7);

    assertThat(selection.tensorProperty().get().orElseThrow().info().name()).isEqualTo("b");
    assertThat(line().region()).isEqualTo("b");
    assertThat(line().element()).isEqualTo("[7]");
    assertThat(line().value()).isEqualTo("7");
  }

  @Test
  void theCaretIsDescribedInEachPartOfTheFile() throws IOException {
    TensorFile file = openTwoTensors();
    long dataStart = file.reading().dataStart().orElseThrow();

    assertThat(line().region()).isEqualTo("Header length");
    assertThat(line().value()).isEqualTo(String.valueOf(dataStart - 8));
    model.placeCaret(8);
    assertThat(line().region()).isEqualTo("Header");
    model.placeCaret(dataStart + 83);
    assertThat(line().region()).isEqualTo("a");
    assertThat(line().element()).isEqualTo("[2, 3]");
    assertThat(line().value()).isEqualTo("83");
    assertThat(line().hexadecimal())
        .isEqualTo("0x" + Long.toHexString(dataStart + 83).toUpperCase(Locale.ROOT));
    assertThat(line().file()).isEqualTo("two.safetensors");
  }

  @Test
  void theValueStaysKnownWhenItsByteIsScrolledAway() throws IOException {
    TensorFile file = openTwoTensors();
    model.placeCaret(file.reading().dataStart().orElseThrow() + 9);

    model.scrollTo(model.scroll.maxFirstRow());

    assertThat(line().value()).isEqualTo("9");
  }

  @Test
  void keysScrollByAsLittleAsCanBe() throws IOException {
    openTwoTensors();
    for (int i = 0; i < PAGE; i++) {
      model.move(CaretMove.DOWN, false);
    }
    assertThat(caret().byteOffset()).isEqualTo(PAGE * 16);
    assertThat(firstRow()).isEqualTo(1);

    for (int i = 0; i < PAGE; i++) {
      model.move(CaretMove.UP, false);
    }
    assertThat(firstRow()).isZero();
  }

  @Test
  void theEndOfTheFileIsTheLastVisibleRow() throws IOException {
    TensorFile file = openTwoTensors();

    model.move(CaretMove.LAST, false);

    assertThat(caret().byteOffset()).isEqualTo(file.bytes().length() - 1);
    assertThat(HexTexts.row(model, PAGE - 1)).isNotEmpty();
    assertThat(HexTexts.row(model, PAGE)).isEmpty();
  }

  @Test
  void scrollingLeavesTheCaretAndStaysInTheFile() throws IOException {
    openTwoTensors();

    model.scrollBy(5);
    assertThat(firstRow()).isEqualTo(5);
    model.scrollBy(-100);
    assertThat(firstRow()).isZero();
    model.scrollBy(1_000_000);
    assertThat(firstRow()).isEqualTo(model.scroll.maxFirstRow());
    assertThat(caret().byteOffset()).isZero();
  }

  @Test
  void goToScrollsToAnInvisibleCaret() throws IOException {
    openTwoTensors();
    model.scrollTo(50);

    assertThat(model.goTo("0")).isTrue();

    assertThat(firstRow()).isZero();
  }

  @Test
  void anOffsetBeyondTheFileIsRefusedInWords() throws IOException {
    TensorFile file = openTwoTensors();

    assertThat(model.goTo("0xFFFFFFFFFFFFFFFF")).isFalse();
    assertThat(model.refusal.get())
        .hasValueSatisfying(
            sentence -> assertThat(sentence).contains("%,d".formatted(file.bytes().length())));
    assertThat(model.goTo("twelve")).isFalse();
    assertThat(model.goTo("12")).isTrue();
    assertThat(model.refusal.get()).isEmpty();
    assertThat(caret().byteOffset()).isEqualTo(12);
  }

  @Test
  void rowsAreBlankUntilTheirBytesArriveAndOlderRequestsAreDropped() throws IOException {
    Queue<Runnable> waiting = new ArrayDeque<>();
    HexViewModel slow = model(new Jobs(waiting::add, Runnable::run));
    TensorFile file = openTwoTensors();
    Runnable first = waiting.remove();

    slow.scrollTo(100);
    String blank = HexTexts.row(slow, 0);
    waiting.remove().run();
    String loaded = HexTexts.row(slow, 0);
    first.run();

    assertThat(blank).isEqualTo("000640");
    assertThat(loaded).startsWith("000640  ");
    assertThat(HexTexts.row(slow, 0)).isEqualTo(loaded);
    assertThat(file.bytes().length()).isGreaterThan(1600);
  }

  @Test
  void scrollingByRowsFindsTheBytesThere() throws IOException {
    Queue<Runnable> waiting = new ArrayDeque<>();
    HexViewModel slow = model(new Jobs(waiting::add, Runnable::run));
    openTwoTensors();
    waiting.remove().run();

    slow.scrollBy(3);

    assertThat(waiting).isEmpty();
    assertThat(HexTexts.row(slow, PAGE)).startsWith("0000D0  ");
  }

  @Test
  void truncatedFileIsReported() throws IOException {
    Path path = openTwoTensors().path();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(100);
    }

    model.move(CaretMove.LAST, false);

    assertThat(model.failureProperty().getValue())
        .hasValueSatisfying(
            failure ->
                assertThat(failure.sentence().toString()).contains("changed while it was open"));
    assertThat(HexTexts.row(model, 0)).matches("[0-9A-F]{6}");
    model.move(CaretMove.LEFT, false);
    assertThat(model.failureProperty().getValue()).isPresent();
  }

  @Test
  void aFileOfAHundredGigabytesIsReadAtItsEnd() throws IOException {
    long dataLength = 100_000_000_000L;
    Path path = folder.resolve("large.safetensors");
    assumeTrue(
        catchThrowable(() -> writeSparse(path, dataLength)) == null, "no room for a sparse file");
    TensorFile file = open(path);

    model.move(CaretMove.LAST, false);

    assertThat(caret().byteOffset()).isEqualTo(file.bytes().length() - 1);
    assertThat(HexTexts.row(model, PAGE - 1)).contains(" 2A").endsWith("*");
    assertThat(line().value()).isEqualTo("42");
    assertThat(line().element()).isEqualTo("[99999999999]");
    assertThat(line().decimal()).contains(",");
  }

  private static void writeSparse(Path path, long dataLength) throws IOException {
    byte[] header =
        "{\"a\":{\"dtype\":\"U8\",\"shape\":[%1$d],\"data_offsets\":[0,%1$d]}}"
            .formatted(dataLength)
            .getBytes(StandardCharsets.US_ASCII);
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      ByteBuffer start =
          ByteBuffer.allocate(8 + header.length)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putLong(header.length)
              .put(header)
              .flip();
      channel.write(start, 0);
      channel.write(ByteBuffer.wrap(new byte[] {42}), 8 + header.length + dataLength - 1);
    }
  }

  @Test
  void otherRowsKeepWhatIsOnTop() throws IOException {
    openTwoTensors();
    model.scrollTo(20);

    model.setRoom(32, PAGE);
    assertThat(HexTexts.row(model, 0)).startsWith("000140  ");
    model.setRoom(8, PAGE);
    assertThat(HexTexts.row(model, 0)).startsWith("000140  ");
  }

  @Test
  void foundBytesAreHighlightedUntilAnotherFileIsShown() throws IOException {
    openTwoTensors();

    model.highlight(Optional.of(new ByteRange(3, 5)));
    assertThat(model.page.get().marks().highlight()).isEqualTo(new ByteRange(3, 5));

    openTwoTensors();
    assertThat(model.page.get().marks().highlight().byteCount()).isZero();
  }

  @Test
  void missingBytesAreReportedBelowTheLastRow() throws IOException {
    open(
        TensorFiles.raw(
            folder.resolve("cut.safetensors"),
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[4000],\"data_offsets\":[0,4000]}}",
            1000));

    model.move(CaretMove.LAST, false);
    model.scrollTo(model.scroll.maxFirstRow());

    assertThat(model.page.get().look().endNote()).contains("3,000 bytes more");
    assertThat(HexTexts.row(model, PAGE - 2)).isNotEmpty();
    assertThat(HexTexts.row(model, PAGE - 1)).isEmpty();
  }

  @Test
  void zeroPagesOfAScanAreShown() throws IOException {
    FileDocument document = openZeros();
    ScanResults results = new ScanResults();
    HexViewModel shown =
        new HexViewModel(selection, results, new Jobs(_ -> {}, Runnable::run), Messages.english());
    results.begin(Optional.of(document));
    selection.select(document.checkpoint().tensor("a").orElseThrow());
    PageStructure before = shown.page.get().structure().orElseThrow();
    assertThat(before.isZeros(before.visible().end() - 1)).isFalse();

    results.addHealth(
        List.of(
            new ScannedTensor(0, SampleHealth.zeroPageAt(before.visible().begin()), List.of())));

    PageStructure after = shown.page.get().structure().orElseThrow();
    assertThat(after.isZeros(after.visible().end() - 1)).isTrue();
  }

  private FileDocument openZeros() throws IOException {
    open(
        new TensorFiles()
            .tensor("a", Dtype.U8, new byte[20_000], 20_000)
            .write(folder.resolve("zeros.safetensors")));
    return selection.openDocument().orElseThrow();
  }
}
