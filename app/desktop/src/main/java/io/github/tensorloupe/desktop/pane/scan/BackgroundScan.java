package io.github.tensorloupe.desktop.pane.scan;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.WeightSelection;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;

/// Scans the values of the open document, automatically or on request, depending on the settings.
/// Stored results are shown immediately. Belongs to the FX thread.
public final class BackgroundScan {

  /// The dependencies of scans.
  ///
  /// @param health scans the values of tensors for problems
  /// @param figures measures tensors
  /// @param onFailure receives failures other than failed scans
  public record Tools(
      Jobs jobs,
      TensorScan<TensorHealth> health,
      TensorScan<TensorSummary> figures,
      ScanResultStore memory,
      ChosenSettings settings,
      Consumer<Failure> onFailure,
      Messages messages) {

    /// Returns the same tools, but without storing results.
    public Tools withoutStorage() {
      return new Tools(jobs, health, figures, ScanResultStore.NONE, settings, onFailure, messages);
    }

    /// Creates tools whose scans leave one processor to the window. Stored results are loaded, and
    /// scans start, after the first frame of the window.
    public Tools(
        Jobs jobs,
        FirstFrame sight,
        ScanResultStore memory,
        ChosenSettings settings,
        Consumer<Failure> onFailure,
        Messages messages) {
      ChunkedScan scan = ChunkedScan.inBackground();
      TensorScan<TensorSummary> figures =
          new DistributionScan(scan).map((_, distribution) -> distribution.summary());
      ScanResultStore later =
          checkpoint -> {
            sight.await(Cancellation.NEVER);
            return memory.keyOf(checkpoint);
          };
      this(jobs, new HealthScan(scan), figures, later, settings, onFailure, messages);
    }
  }

  final ScanResults results;
  private final Tools tools;
  private final ObservableValue<Boolean> wanted;

  final BooleanProperty automatic = new SimpleBooleanProperty();

  /// The limit of automatic scans in bytes.
  final LongProperty limitBytes = new SimpleLongProperty();

  private final Set<Path> saved = new HashSet<>();
  private final Subscription followingSettings;
  private Optional<DocumentScan> current = Optional.empty();

  private Optional<BackgroundScan> ofValues = Optional.empty();

  /// True while the document does not need to be scanned yet.
  private boolean isWaiting;

  /// Observes the open document. Must be created before the views of the results.
  public BackgroundScan(Selection selection, ScanResults results, Tools tools) {
    this(selection, results, tools, new SimpleBooleanProperty(true));
  }

  /// @param wanted a document is scanned when this becomes true
  private BackgroundScan(
      Selection selection, ScanResults results, Tools tools, ObservableValue<Boolean> wanted) {
    this.results = results;
    this.tools = tools;
    this.wanted = wanted;
    followingSettings =
        tools
            .settings()
            .settingsProperty()
            .subscribe(
                settings -> {
                  limitBytes.set(settings.autoScanLimitBytes());
                  automatic.set(settings.isOn(Switch.SCAN_AUTOMATICALLY));
                });
    automatic.addListener(
        (_, _, now) -> change(chosen -> chosen.with(Switch.SCAN_AUTOMATICALLY, now)));
    limitBytes.addListener(
        (_, _, now) -> change(chosen -> chosen.withAutoScanLimitBytes(now.longValue())));
    selection.documentProperty().subscribe(_ -> onDocumentChanged(selection.openDocument()));
    wanted.subscribe((_, _) -> open(Optional.empty(), false));
  }

  /// Also scans the dequantized document, as soon as a pane shows all of it.
  public void includeValues(WeightSelection weights) {
    Selection values = weights.of(WeightForm.VALUES);
    ofValues =
        Optional.of(
            new BackgroundScan(
                values, weights.results(), tools.withoutStorage(), weights.allVisibleProperty()));
  }

  private void change(UnaryOperator<Settings> change) {
    tools.settings().change(change);
    current.ifPresent(DocumentScan::scanByItself);
  }

  private void onDocumentChanged(Optional<FileDocument> opened) {
    Optional<DocumentScan> reloaded =
        current.filter(
            scan -> {
              Path path = scan.document.checkpoint().path();
              return opened.filter(now -> now.checkpoint().path().equals(path)).isPresent();
            });
    boolean resuming = reloaded.isPresent() && results.stateProperty().get().isRunning();
    Optional<CarriedValues> carried =
        reloaded
            .filter(_ -> !saved.isEmpty())
            .map(scan -> new CarriedValues(scan.document, results.known(), Set.copyOf(saved)));
    current.ifPresent(DocumentScan::end);
    results.begin(opened);
    saved.clear();
    current = opened.map(document -> new DocumentScan(document, results, tools));
    isWaiting = true;
    open(carried, resuming);
  }

  private void open(Optional<CarriedValues> carried, boolean resuming) {
    if (isWaiting && wanted.getValue()) {
      isWaiting = false;
      current.ifPresent(scan -> scan.open(carried, resuming));
    }
  }

  /// Records that this window saved files of the open document. A save does not change tensor data,
  /// so the results remain valid after a reload.
  public void noteSaved(Set<Path> files) {
    saved.addAll(files);
  }

  /// Scans every tensor without a result.
  public void start() {
    current.filter(_ -> wanted.getValue()).ifPresent(DocumentScan::scan);
    ofValues.ifPresent(BackgroundScan::start);
  }

  /// Stops the scan and keeps the results.
  public void stop() {
    current.ifPresent(DocumentScan::stop);
    ofValues.ifPresent(BackgroundScan::stop);
  }

  /// Unsubscribes from the settings, which outlive the window.
  public void close() {
    followingSettings.unsubscribe();
    ofValues.ifPresent(BackgroundScan::close);
  }

  public BooleanExpression canStart() {
    BooleanExpression own = is(ScanState::canStart);
    return ofValues.isPresent() ? own.or(ofValues.get().canStart()) : own;
  }

  public BooleanExpression canStop() {
    BooleanExpression own = is(ScanState::isRunning);
    return ofValues.isPresent() ? own.or(ofValues.get().canStop()) : own;
  }

  private BooleanExpression is(Function<ScanState, Boolean> test) {
    return BooleanExpression.booleanExpression(results.stateProperty().map(test))
        .and(BooleanExpression.booleanExpression(wanted));
  }

  /// Transfers results to a document that is reloaded after this window saved some of its files. A
  /// save does not change the data, but may move them.
  ///
  /// @param before the document before the save
  /// @param known the results of `before`
  /// @param saved the saved files
  record CarriedValues(FileDocument before, KnownValues known, Set<Path> saved) {

    private static final long PAGE_BITS = ZeroPages.PAGE_BYTES * 8L;

    /// Returns the results that are valid for the reloaded document. Takes time linear in the
    /// number of tensors.
    KnownValues in(FileDocument now) {
      KnownValues carried = new KnownValues(now.checkpoint().tensors().size());
      Map<Path, TensorFile> oldFiles = new HashMap<>();
      before.checkpoint().files().stream()
          .filter(file -> saved.contains(file.path()))
          .forEach(file -> oldFiles.put(file.path(), file));
      for (TensorFile file : now.checkpoint().files()) {
        TensorFile old = oldFiles.get(file.path());
        List<TensorInfo> tensors = file.header().tensors();
        if (old != null
            && old.header().tensors().equals(tensors)
            && old.dataLength().equals(file.dataLength())) {
          for (TensorInfo info : tensors) {
            TensorRef tensor = new TensorRef(file, info);
            int from = before.checkpoint().indexOf(new TensorRef(old, info));
            carry(from, old, now.checkpoint().indexOf(tensor), tensor, carried);
          }
        }
      }
      return carried;
    }

    private void carry(int from, TensorFile old, int to, TensorRef tensor, KnownValues carried) {
      long moved =
          tensor.file().reading().dataStart().orElseThrow()
              - old.reading().dataStart().orElseThrow();
      known
          .health(from)
          .flatMap(health -> moved(health, moved, tensor))
          .ifPresent(health -> carried.setHealth(to, health));
      known.figures(from).ifPresent(figures -> carried.setFigures(to, figures));
    }

    /// Adjusts results if the data moved by whole pages. Returns empty if zeros in the moved data
    /// might now fill other pages.
    private static Optional<TensorHealth> moved(TensorHealth health, long by, TensorRef tensor) {
      if (by % ZeroPages.PAGE_BYTES == 0) {
        return Optional.of(withPagesMoved(health, by));
      }
      int partBits = tensor.data().map(data -> data.partBits()).orElse(0);
      boolean canFillAPage = health.zero().count() >= PAGE_BITS / Math.max(1, partBits);
      return canFillAPage ? Optional.empty() : Optional.of(health);
    }

    private static TensorHealth withPagesMoved(TensorHealth health, long by) {
      ZeroPages pages = health.zeroPages();
      List<ByteRange> runs =
          pages.runs().stream()
              .map(run -> new ByteRange(run.begin() + by, run.end() + by))
              .toList();
      return new TensorHealth(
          health.partCount(),
          health.nan(),
          health.positiveInfinity(),
          health.negativeInfinity(),
          health.zero(),
          health.subnormal(),
          health.invalid(),
          health.repetition(),
          health.isInitial(),
          new ZeroPages(pages.pageCount(), pages.runCount(), runs));
    }
  }
}
