package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Counts the bytes read and the nodes created for a file of 100 GB.
@ExtendWith(StageExtension.class)
class HexLargeFileTest {

  private static final long DATA_LENGTH = 100_000_000_000L;

  /// Number of pages read before the visible rows, and again after them.
  private static final int PAGES_AROUND = 2;

  @TempDir Path folder;

  private final Selection selection = new Selection();
  private final OpenFiles files = new OpenFiles();
  private final List<ByteRange> reads = new ArrayList<>();
  private ByteWindow last = ByteWindow.EMPTY;
  private HexViewModel model;
  private HexView view;

  @Start
  void show(Stage stage) {
    Messages messages = Messages.english();
    Jobs jobs = new Jobs(Runnable::run, Runnable::run);
    model = new HexViewModel(selection, new ScanResults(), jobs, messages);
    model.page.subscribe(page -> count(page.window()));
    view = new HexView(model, _ -> Optional.empty(), messages);
    TestWindow.show(stage, view, 900, 600);
  }

  /// Counts each new window as one read.
  private void count(ByteWindow window) {
    if (window != last) {
      last = window;
      reads.add(window.range());
    }
  }

  @BeforeEach
  void open(FxRobot robot) throws IOException {
    Path path = folder.resolve("large.safetensors");
    assumeTrue(catchThrowable(() -> writeSparse(path)) == null, "no room for a sparse file");
    robot.interact(() -> catchThrowable(() -> files.show(path, selection)));
    Pulses.settle();
    reads.clear();
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private static void writeSparse(Path path) throws IOException {
    byte[] header =
        "{\"a\":{\"dtype\":\"U8\",\"shape\":[%1$d],\"data_offsets\":[0,%1$d]}}"
            .formatted(DATA_LENGTH)
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
      channel.write(ByteBuffer.wrap(new byte[] {42}), 8 + header.length + DATA_LENGTH - 1);
    }
  }

  private long bytesRead() {
    return reads.stream().mapToLong(ByteRange::byteCount).sum();
  }

  private long pageBytes() {
    return model.scroll.wholeRows * 16L;
  }

  private static int nodes(Node node) {
    return node instanceof Parent parent
        ? 1 + parent.getChildrenUnmodifiable().stream().mapToInt(HexLargeFileTest::nodes).sum()
        : 1;
  }

  private HexCanvas canvas() {
    return (HexCanvas) view.lookup("#hex-canvas");
  }

  @Test
  void jumpsReadOnlyVisibleAndNearbyRows(FxRobot robot) {
    Random random = new Random(3);
    for (int jump = 0; jump < 20; jump++) {
      long row = random.nextLong(model.scroll.maxFirstRow());
      reads.clear();

      robot.interact(() -> model.scrollTo(row));

      assertThat(reads).hasSize(1);
      assertThat(bytesRead()).isLessThanOrEqualTo((1 + 2 * PAGES_AROUND) * pageBytes());
      assertThat(reads.getFirst().begin())
          .isEqualTo((row - (long) PAGES_AROUND * model.scroll.wholeRows) * 16);
      assertThat(HexTexts.row(model, 0)).contains(" 00 00 00 ");
    }
  }

  @Test
  void pagingReadsNoMoreForAPageThanAJumpDoes(FxRobot robot) {
    robot.interact(() -> model.scrollTo(1_000_000_000L));
    reads.clear();
    int pages = 40;

    for (int page = 0; page < pages; page++) {
      robot.interact(() -> model.scrollBy(model.scroll.wholeRows));
    }

    assertThat(bytesRead()).isLessThanOrEqualTo((pages + 1L) * 5 * pageBytes());
    assertThat(HexTexts.row(model, model.scroll.wholeRows - 1)).contains(" 00 00 00 ");
  }

  @Test
  void noNodesAreCreatedForRows(FxRobot robot) {
    int before = nodes(view);
    robot.interact(canvas()::requestFocus);

    for (KeyCode key : List.of(KeyCode.PAGE_DOWN, KeyCode.DOWN, KeyCode.PAGE_UP)) {
      robot.push(key);
    }
    robot.push(KeyCode.CONTROL, KeyCode.END);
    robot.interact(() -> model.scrollTo(model.scroll.maxFirstRow() / 3));
    Pulses.settle();

    assertThat(nodes(view)).isEqualTo(before);
    assertThat(canvas().paintedRows())
        .isBetween(model.scroll.wholeRows, model.scroll.wholeRows + 1);
  }

  @Test
  void theThumbReachesTheLastRowAndTheWheelEveryRowBeforeIt(FxRobot robot) {
    ScrollBar bar = robot.lookup("#hex-scroll").queryAs(ScrollBar.class);

    robot.interact(() -> bar.setValue(bar.getMax()));
    assertThat(model.page.get().firstRow()).isEqualTo(model.scroll.maxFirstRow());
    assertThat(HexTexts.row(model, model.scroll.wholeRows - 1)).endsWith("*");

    robot.interact(bar::decrement);
    assertThat(model.page.get().firstRow()).isEqualTo(model.scroll.maxFirstRow() - 1);
    robot.interact(() -> bar.setValue(4_000_000_001.0));
    assertThat(model.page.get().firstRow()).isEqualTo(4_000_000_001L);
  }

  @Test
  void allBytesOfTheFileCanBeMarkedWithoutReadingThem(FxRobot robot) {
    robot.interact(canvas()::requestFocus);

    robot.push(KeyCode.CONTROL, KeyCode.A).push(KeyCode.CONTROL, KeyCode.C);
    Pulses.settle();

    assertThat(reads).isEmpty();
    assertThat(model.actions.outcome.get())
        .hasValueSatisfying(
            failure -> assertThat(failure.sentence()).contains("at most 8,388,608 bytes"));
  }
}
