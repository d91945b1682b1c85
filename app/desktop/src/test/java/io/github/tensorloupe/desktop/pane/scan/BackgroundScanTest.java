package io.github.tensorloupe.desktop.pane.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.scan.ScanChip.ScanSummary;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState.Figures;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackgroundScanTest {

  @TempDir private Path folder;

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Queue<Runnable> foreground = new ArrayDeque<>();
  private final Jobs jobs = new Jobs(background::add, foreground::add);
  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private final FakeScans scans = new FakeScans();
  private final ChosenSettings settings =
      ChosenSettings.inMemory(Settings.DEFAULT.withAutoScanLimitBytes(1000));
  private final List<String> failures = new ArrayList<>();
  private final List<KnownValues> storedValues = new ArrayList<>();
  private Optional<KnownValues> remembered = Optional.empty();
  private Optional<IOException> memoryFailure = Optional.empty();
  private boolean isMemoryFaulty;
  private BackgroundScan scan;
  private Path path;

  @BeforeEach
  void writeFile() throws IOException {
    path =
        new TensorFiles()
            .floats("bad", 1, Float.NaN)
            .floats("good", 1, 2)
            .floats("great", 0, 0, 3)
            .write(folder.resolve("a.safetensors"));
    scan =
        new BackgroundScan(
            selection,
            results,
            new BackgroundScan.Tools(
                jobs,
                scans::health,
                scans::figures,
                this::keyOf,
                settings,
                failure -> failures.add(failure.sentence().toString()),
                Messages.english()));
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private ScanResultStore.ScanResultKey keyOf(Checkpoint checkpoint) throws IOException {
    if (memoryFailure.isPresent()) {
      throw memoryFailure.get();
    }
    if (isMemoryFaulty) {
      throw new IllegalStateException("a fault of the program");
    }
    return new ScanResultStore.ScanResultKey() {
      @Override
      public KnownValues load() {
        return remembered.orElseGet(() -> new KnownValues(checkpoint.tensors().size()));
      }

      @Override
      public void store(KnownValues known) {
        storedValues.add(known);
      }
    };
  }

  private void runAll() {
    while (!background.isEmpty() || !foreground.isEmpty()) {
      (foreground.isEmpty() ? background : foreground).remove().run();
    }
  }

  private FileDocument open(Path file) throws IOException {
    return files.show(file, selection);
  }

  private int tensor(String name) {
    Checkpoint checkpoint = selection.openDocument().orElseThrow().checkpoint();
    return checkpoint.indexOf(checkpoint.tensor(name).orElseThrow());
  }

  private ScanSummary summary() {
    return new ScanSummary(results.healthProperty().get().orElseThrow(), 0, Messages.english());
  }

  private List<LocatedFinding> findings() {
    return summary().health().groups().stream().flatMap(it -> it.members().stream()).toList();
  }

  private ScanState state() {
    return results.stateProperty().get();
  }

  @Test
  void smallDocumentIsScannedByItself() throws IOException {
    open(path);
    runAll();

    assertThat(state()).isEqualTo(new ScanState.Done());
    assertThat(results.scannedCount()).isEqualTo(3);
    assertThat(summary().health().countByIssue()).containsEntry(HealthIssue.NAN, 1);
    assertThat(findings())
        .singleElement()
        .extracting(located -> located.finding().code())
        .isEqualTo(FindingCode.NAN);
  }

  /// Writes eight layers, one of which has large values.
  private Path layers() throws IOException {
    TensorFiles tensors = new TensorFiles();
    for (int layer = 0; layer < 8; layer++) {
      tensors.floats("layers.%d.w".formatted(layer), 1);
    }
    return tensors.write(folder.resolve("layers.safetensors"));
  }

  @Test
  void figuresAndOutliersFollowTheHealth() throws IOException {
    open(layers());
    runAll();

    assertThat(scans.measured).hasSize(8);
    assertThat(results.measuredCount()).isEqualTo(8);
    assertThat(results.outlier(tensor(FakeScans.LARGE))).isPresent();
    assertThat(results.outlier(tensor("layers.5.w"))).isEmpty();
  }

  @Test
  void documentAboveTheLimitIsScannedOnRequest() throws IOException {
    scan.limitBytes.set(27);
    open(path);
    runAll();
    assertThat(state()).isEqualTo(new ScanState.NotStarted());
    assertThat(scans.scanned).isEmpty();

    scan.start();
    runAll();

    assertThat(state()).isEqualTo(new ScanState.Done());
  }

  @Test
  void askingBeforeItIsKnownWhatIsKnownIsNotForgotten() throws IOException {
    scan.automatic.set(false);
    open(path);
    scan.start();
    runAll();

    assertThat(state()).isEqualTo(new ScanState.Done());
    assertThat(scans.scanned).hasSize(3);
  }

  @Test
  void documentAtTheLimitIsScanned() throws IOException {
    scan.limitBytes.set(28);
    open(path);
    runAll();

    assertThat(state()).isEqualTo(new ScanState.Done());
  }

  @Test
  void nothingIsScannedByItselfWhereThatIsSwitchedOffUntilItIsSwitchedOn() throws IOException {
    scan.automatic.set(false);
    open(path);
    runAll();
    assertThat(state()).isEqualTo(new ScanState.NotStarted());

    scan.automatic.set(true);
    runAll();

    assertThat(state()).isEqualTo(new ScanState.Done());
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 4})
  void whatIsMissingOrCutIsNotCalledHealthy(int missingBytes) throws IOException {
    Path cut =
        new TensorFiles()
            .floats("good", 1, 2)
            .floats("great", 1, 2, 3)
            .write(folder.resolve("cut.safetensors"));
    byte[] bytes = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - missingBytes));
    open(cut);
    runAll();

    assertThat(summary().text())
        .isEqualTo("Values: no NaN or infinities in the 1 of 2 tensors that are whole");
    assertThat(summary().styleClass()).isEqualTo("scan-neutral");
  }

  @Test
  void colorIsThatOfTheWorstThatIsKnown() throws IOException {
    scan.automatic.set(false);
    open(path);
    assertThat(summary().styleClass()).isEqualTo("scan-neutral");
    assertThat(summary().health().worstOfValues()).isEmpty();

    results.stateProperty().set(new ScanState.Failed("", new IOException()));
    assertThat(summary().styleClass()).isEqualTo("scan-warning");
    results.stateProperty().set(new ScanState.Running());
    results.addHealth(List.of(new ScannedTensor(1, SampleHealth.allZero(), List.of())));
    assertThat(summary().styleClass()).isEqualTo("scan-warning");
    assertThat(summary().text()).isEqualTo("Values: scanning, 0 % · 1 of 3 tensors is suspicious");
    assertThat(summary().health().worstOfValues()).contains(Severity.WARNING);
    results.addHealth(List.of(new ScannedTensor(0, SampleHealth.nanAt(1), List.of())));
    assertThat(summary().styleClass()).isEqualTo("scan-danger");

    results.begin(selection.openDocument());
    results.addHealth(
        IntStream.range(0, 3)
            .mapToObj(i -> new ScannedTensor(i, SampleHealth.healthy(), List.of()))
            .toList());
    assertThat(summary().styleClass()).as("not done").isEqualTo("scan-neutral");
    results.stateProperty().set(new ScanState.Done());
    assertThat(summary().styleClass()).isEqualTo("scan-success");
    assertThat(summary().text()).isEqualTo("Values: no problems");
  }

  @Test
  void stoppedScanStoresItsResults() throws IOException {
    scans.beforeEach =
        () -> {
          if (scans.scanned.size() == 1) {
            scan.stop();
            assertThat(state()).isEqualTo(new ScanState.Stopped());
          }
        };
    open(path);
    runAll();

    assertThat(state()).isEqualTo(new ScanState.Stopped());
    assertThat(results.scannedCount()).isEqualTo(1);
    assertThat(storedValues.getLast().health(0)).isPresent();
  }

  @Test
  void resumedScanCoversOnlyRemainingTensors() throws IOException {
    scans.beforeEach =
        () -> {
          if (scans.scanned.size() == 1) {
            scan.stop();
          }
        };
    open(path);
    runAll();
    scans.beforeEach = () -> {};

    scan.start();
    runAll();

    assertThat(state()).isEqualTo(new ScanState.Done());
    assertThat(scans.scanned).containsExactlyInAnyOrder("bad", "good", "great");
  }

  @Test
  void jobThatIsCancelledFromOutsideCountsAsStopped() throws IOException {
    scans.beforeEach = jobs::cancelAll;
    open(path);
    runAll();

    assertThat(state()).isEqualTo(new ScanState.Stopped());
  }

  @Test
  void failureIsReportedAndResultsRemain() throws IOException {
    scans.failure = Optional.of(new IOException("the disk is gone"));
    open(path);
    runAll();

    assertThat(state()).isInstanceOf(ScanState.Failed.class);
    assertThat(((ScanState.Failed) state()).sentence()).contains("the disk is gone");
    assertThat(results.scannedCount()).isEqualTo(1);
  }

  @Test
  void whatIsKnownFromBeforeIsShownAndNotScannedAgain() throws IOException {
    KnownValues known = new KnownValues(3);
    known.setHealth(0, SampleHealth.nanAt(1));
    known.setHealth(1, SampleHealth.healthy());
    remembered = Optional.of(known);
    scan.automatic.set(false);
    open(path);
    runAll();
    assertThat(results.scannedCount()).isEqualTo(2);
    assertThat(findings()).hasSize(1);

    scan.start();
    runAll();

    assertThat(scans.scanned).hasSize(1);
  }

  @Test
  void outliersOfFiguresThatAreKnownFromBeforeAreShownWithoutAScan() throws IOException {
    Path layers = layers();
    open(layers);
    runAll();
    remembered = Optional.of(storedValues.getLast());
    scan.automatic.set(false);

    open(layers);
    runAll();

    assertThat(scans.measured).hasSize(8);
    assertThat(results.outlier(tensor(FakeScans.LARGE))).isPresent();
  }

  @Test
  void documentOfWhichAllIsKnownIsDoneAtOnce() throws IOException {
    KnownValues known = new KnownValues(3);
    for (int tensor = 0; tensor < 3; tensor++) {
      known.setHealth(tensor, SampleHealth.healthy());
    }
    remembered = Optional.of(known);
    scan.automatic.set(false);

    open(path);
    runAll();

    assertThat(state()).isEqualTo(new ScanState.Done(Figures.MISSING));
    assertThat(scans.scanned).isEmpty();
  }

  @Test
  void completeResultsAreStored() throws IOException {
    open(path);
    runAll();

    assertThat(storedValues.getLast().health(2)).isPresent();
    assertThat(storedValues.getLast().figures(2)).isPresent();
  }

  @Test
  void unreadableCacheIsReportedAndTheScanContinues() throws IOException {
    memoryFailure = Optional.of(new IOException("no such luck"));
    open(path);
    runAll();

    assertThat(failures).singleElement().asString().contains("no such luck");
    assertThat(state()).isEqualTo(new ScanState.Done());
  }

  @Test
  void faultyCacheIsReportedAndTheScanContinues() throws IOException {
    isMemoryFaulty = true;
    open(path);
    runAll();

    assertThat(failures).hasSize(1);
    assertThat(state()).isEqualTo(new ScanState.Done());
  }

  @Test
  void resultsOfADocumentThatWasClosedAreDropped() throws IOException {
    scans.beforeEach =
        () -> {
          if (scans.scanned.size() == 1) {
            selection.show(new DocumentState.Empty());
          }
        };
    open(path);
    runAll();

    assertThat(scans.scanned).hasSize(1);
    assertThat(results.scannedCount()).isZero();
    assertThat(results.healthProperty().get()).isEmpty();
    assertThat(state()).isEqualTo(new ScanState.NotStarted());
  }

  @Test
  void fileThatWasSavedHereIsNotScannedAgain() throws IOException {
    open(path);
    runAll();
    scans.scanned.clear();
    scans.measured.clear();
    scan.noteSaved(Set.of(path));

    open(path);
    runAll();

    assertThat(scans.scanned).isEmpty();
    assertThat(scans.measured).isEmpty();
    assertThat(summary().health().countByIssue()).containsEntry(HealthIssue.NAN, 1);
    assertThat(state()).isEqualTo(new ScanState.Done());
  }

  @Test
  void fileThatIsOpenedAgainForAnotherReasonIsScannedAgain() throws IOException {
    open(path);
    runAll();
    scans.scanned.clear();

    open(path);
    runAll();

    assertThat(scans.scanned).hasSize(3);
  }

  @Test
  void scanOfAReopenedLargeDocumentContinues() throws IOException {
    scan.limitBytes.set(0);
    open(path);
    runAll();
    scan.start();
    assertThat(state()).isEqualTo(new ScanState.Running());

    open(path);
    runAll();

    assertThat(state()).isEqualTo(new ScanState.Done());
  }
}
