package io.github.tensorloupe.desktop.pane.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.Repetition;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.desktop.pane.scan.BackgroundScan.CarriedValues;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CarriedValuesTest {

  private static final int BYTES = 20_000;

  @TempDir private Path folder;

  private final OpenFiles files = new OpenFiles();

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  /// Writes and opens the same file, with a header that is about `more` bytes longer.
  private FileDocument open(int more, int dataBytes) throws IOException {
    Path path =
        new TensorFiles()
            .metadata("pad", "x".repeat(more))
            .tensor("a", Dtype.U8, new byte[dataBytes], dataBytes)
            .write(folder.resolve("a.safetensors"));
    return files.open(path);
  }

  private KnownValues carry(TensorHealth health, FileDocument before, FileDocument now) {
    KnownValues known = new KnownValues(1);
    known.setHealth(0, health);
    return new CarriedValues(before, known, Set.of(folder.resolve("a.safetensors"))).in(now);
  }

  private static TensorHealth zeros(long count, ZeroPages pages) {
    return new TensorHealth(
        BYTES,
        Occurrences.NONE,
        Occurrences.NONE,
        Occurrences.NONE,
        new Occurrences(count, 0),
        Occurrences.NONE,
        Occurrences.NONE,
        Repetition.VARIED,
        false,
        pages);
  }

  @Test
  void healthOfDataThatStayedIsTheSame() throws IOException {
    FileDocument before = open(0, BYTES);
    TensorHealth health = SampleHealth.zeroPageAt(4096);

    assertThat(carry(health, before, open(0, BYTES)).health(0)).contains(health);
  }

  @Test
  void holesMoveWithDataThatMovedByWholePages() throws IOException {
    FileDocument before = open(0, BYTES);
    TensorHealth carried =
        carry(SampleHealth.zeroPageAt(4096), before, open(8192, BYTES)).health(0).orElseThrow();

    assertThat(carried.zeroPages().runs()).containsExactly(new ByteRange(12_288, 16_384));
  }

  @Test
  void holesOfMovedDataAreScannedAgain() throws IOException {
    FileDocument before = open(0, BYTES);
    FileDocument now = open(64, BYTES);

    assertThat(carry(zeros(4096, ZeroPages.NONE), before, now).health(0)).isEmpty();
    assertThat(carry(zeros(4095, ZeroPages.NONE), before, now).health(0)).isPresent();
  }

  @Test
  void otherTensorsOrOtherFilesAreNotCarriedOver() throws IOException {
    FileDocument before = open(0, BYTES);
    KnownValues known = new KnownValues(1);
    known.setHealth(0, SampleHealth.healthy());

    assertThat(new CarriedValues(before, known, Set.of()).in(open(0, BYTES)).health(0)).isEmpty();
    assertThat(carry(SampleHealth.healthy(), before, open(0, BYTES + 1)).health(0)).isEmpty();
  }
}
