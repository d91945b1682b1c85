package io.github.tensorloupe.ui.filemap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.OpenFiles;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.selection.DocumentState;
import io.github.tensorloupe.ui.selection.OpenDocument;
import io.github.tensorloupe.ui.selection.ScanResults;
import io.github.tensorloupe.ui.selection.ScannedTensor;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Messages;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMapViewModelTest {

  private static final int COLUMNS = 500;
  private static final int TENSOR_BYTES = 40_000;

  @TempDir private Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private final FileMapViewModel model =
      new FileMapViewModel(
          selection, results, new Jobs(Runnable::run, Runnable::run), Messages.english());
  private Path path;

  @BeforeEach
  void openFile() throws IOException {
    TensorFiles file = new TensorFiles();
    for (String name : List.of("a", "b", "c", "d")) {
      file.tensor(name, Dtype.F32, new byte[TENSOR_BYTES], TENSOR_BYTES / 4);
    }
    path = file.write(folder.resolve("a.safetensors"));
    model.setColumnCount(COLUMNS);
    show();
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private void show() throws IOException {
    OpenDocument document = files.open(path);
    results.begin(Optional.of(document));
    selection.show(new DocumentState.Open(document));
  }

  private TensorFile file() {
    return selection.openDocument().orElseThrow().checkpoint().files().getFirst();
  }

  private MapColumns map() {
    return model.columnsProperty().get().orElseThrow();
  }

  private long begin(int tensor) {
    return file().reading().dataStart().orElseThrow() + (long) tensor * TENSOR_BYTES;
  }

  private int columnIn(int tensor) {
    return map().scale().column(begin(tensor) + TENSOR_BYTES / 2);
  }

  private void found(int tensor, TensorHealth health) {
    results.addHealth(List.of(new ScannedTensor(tensor, health, List.of())));
  }

  private long caret() {
    return model.caret().orElseThrow();
  }

  @Test
  void everyColumnStandsForTheBytesOfItsPlace() {
    assertThat(map().count()).isEqualTo(COLUMNS);
    assertThat(map().kind(0)).isEqualTo(ColumnKind.HEADER);
    assertThat(map().tensor(columnIn(2))).map(info -> info.name()).contains("c");
    assertThat(map().kind(columnIn(2))).isEqualTo(ColumnKind.UNKNOWN);
    assertThat(IntStream.range(0, COLUMNS).map(i -> map().scale().column(map().scale().begin(i))))
        .containsExactlyElementsOf(IntStream.range(0, COLUMNS).boxed().toList());
  }

  @Test
  void tensorsTakeTheColourOfTheirHealthWhenItIsFound() {
    found(0, SampleHealth.healthy());
    found(1, SampleHealth.nanAt(5));
    found(2, SampleHealth.allZero());

    assertThat(map().kind(columnIn(0))).isEqualTo(ColumnKind.HEALTHY);
    assertThat(map().kind(columnIn(1))).isEqualTo(ColumnKind.ERROR);
    assertThat(map().kind(columnIn(2))).isEqualTo(ColumnKind.WARNING);
    assertThat(map().kind(columnIn(3))).isEqualTo(ColumnKind.UNKNOWN);
  }

  @Test
  void holesAreMarkedWhereTheyAre() {
    found(1, SampleHealth.zeroPageAt(begin(1)));

    assertThat(map().isHole(map().scale().column(begin(1)))).isTrue();
    assertThat(map().isHole(columnIn(1))).isFalse();
  }

  @Test
  void bytesThatAreMissingAreShownBehindTheEnd() throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(begin(2));
    }
    show();

    assertThat(map().kind(COLUMNS - 1)).isEqualTo(ColumnKind.MISSING);
    assertThat(map().kind(COLUMNS / 2 - 10)).isEqualTo(ColumnKind.UNKNOWN);
    long before = caret();
    model.goTo(COLUMNS - 1);
    assertThat(caret()).isEqualTo(before);
  }

  @Test
  void columnLeadsToItsBytes() {
    model.goTo(columnIn(2));

    assertThat(caret()).isEqualTo(map().scale().begin(columnIn(2)));
    assertThat(selection.tensorProperty().get()).map(tensor -> tensor.info().name()).contains("c");
  }

  @Test
  void columnOfSeveralTensorsLeadsToTheOneThatIsWrong() {
    found(3, SampleHealth.nanAt(5));
    model.setColumnCount(1);

    model.goTo(0);

    assertThat(caret()).isEqualTo(begin(3) + 5 * 4);
  }

  @Test
  void keysGoFromProblemToProblem() {
    found(1, SampleHealth.nanAt(7));
    found(3, SampleHealth.zeroPageAt(begin(3) + 96));

    model.goToProblem(1);
    assertThat(caret()).isEqualTo(begin(1) + 7 * 4);
    model.goToProblem(1);
    assertThat(caret()).isEqualTo(begin(3) + 96);
    model.goToProblem(1);
    assertThat(caret()).isEqualTo(begin(3) + 96);
    model.goToProblem(-1);
    assertThat(caret()).isEqualTo(begin(1) + 7 * 4);
  }

  @Test
  void nothingIsShownWithoutAFile() {
    selection.show(new DocumentState.Empty());

    assertThat(model.columnsProperty().get()).isEmpty();
  }
}
