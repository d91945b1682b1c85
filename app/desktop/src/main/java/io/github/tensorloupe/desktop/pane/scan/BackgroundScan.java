package io.github.tensorloupe.desktop.pane.scan;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.KnownValues;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.storage.Settings;
import java.nio.file.Path;

/// Scans the values of the open document, automatically or on request, depending on the settings.
/// Stored results are shown at once. Belongs to the FX thread.
public final class BackgroundScan {

  /// The parts of the window that scans use.
  ///
  /// @param onFailure receives failures other than of the scan itself
  public record Tools(
      Jobs jobs,
      ValueScans scans,
      ScanMemory memory,
      ChosenSettings settings,
      Consumer<Failure> onFailure,
      Messages messages) {}

  private final Selection selection;
  private final ScanResults results;
  private final Tools tools;
  private final BooleanProperty automatic = new SimpleBooleanProperty();
  private final LongProperty limitBytes = new SimpleLongProperty();
  private final Set<Path> saved = new HashSet<>();
  private Optional<DocumentScan> current = Optional.empty();

  /// Follows the open document. To be made before the views of the results.
  public BackgroundScan(Selection selection, ScanResults results, Tools tools) {
    this.selection = selection;
    this.results = results;
    this.tools = tools;
    tools.settings().settingsProperty().subscribe(this::follow);
    automatic.addListener((_, _, now) -> change(chosen -> chosen.withScanAutomatically(now)));
    limitBytes.addListener(
        (_, _, now) -> change(chosen -> chosen.withAutoScanLimitBytes(now.longValue())));
    selection.documentProperty().subscribe(_ -> follow(selection.openDocument()));
  }

  private void follow(Settings settings) {
    limitBytes.set(settings.autoScanLimitBytes());
    automatic.set(settings.scanAutomatically());
  }

  private void change(UnaryOperator<Settings> change) {
    tools.settings().change(change);
    current.ifPresent(DocumentScan::scanByItself);
  }

  private void follow(Optional<OpenDocument> opened) {
    Optional<DocumentScan> before = current;
    boolean resuming = before.isPresent() && isRunning() && isSame(before.get(), opened);
    Supplier<KnownValues> carried = carried(before, opened);
    before.ifPresent(DocumentScan::leave);
    results.begin(opened);
    saved.clear();
    current = opened.map(document -> new DocumentScan(document, results, tools, this::isAutomatic));
    current.ifPresent(scan -> scan.open(carried, resuming));
  }

  private boolean isAutomatic(long byteCount) {
    return automatic.get() && byteCount <= limitBytes.get();
  }

  private static boolean isSame(DocumentScan before, Optional<OpenDocument> opened) {
    return opened
        .filter(now -> now.checkpoint().path().equals(before.document().checkpoint().path()))
        .isPresent();
  }

  private Supplier<KnownValues> carried(
      Optional<DocumentScan> before, Optional<OpenDocument> opened) {
    int tensorCount = opened.map(now -> now.checkpoint().tensors().size()).orElse(0);
    if (before.isEmpty() || saved.isEmpty() || !isSame(before.get(), opened)) {
      return () -> new KnownValues(tensorCount);
    }
    CarriedValues values =
        new CarriedValues(before.get().document(), results.known(), Set.copyOf(saved));
    OpenDocument now = opened.orElseThrow();
    return () -> values.in(now);
  }

  /// Notes that this window has saved files of the open document. Their data does not change, so
  /// the results stay valid after a reload.
  public void noteSaved(Set<Path> files) {
    saved.addAll(files);
  }

  /// Scans every tensor without a result.
  public void start() {
    current.ifPresent(DocumentScan::scan);
  }

  /// Stops the scan; results stay.
  public void stop() {
    current.ifPresent(DocumentScan::stop);
  }

  private boolean isRunning() {
    return results.stateProperty().get() instanceof ScanState.Running;
  }

  public ScanResults results() {
    return results;
  }

  /// True if a scan can be started.
  public BooleanExpression canStart() {
    return BooleanExpression.booleanExpression(
        results
            .stateProperty()
            .map(
                state ->
                    switch (state) {
                      case ScanState.Running _, ScanState.Done _ -> false;
                      case ScanState.NotStarted _, ScanState.Stopped _, ScanState.Failed _ -> true;
                    }));
  }

  /// True while a scan runs.
  public BooleanExpression canStop() {
    return BooleanExpression.booleanExpression(
        results.stateProperty().map(state -> state instanceof ScanState.Running));
  }

  /// True if documents are scanned automatically.
  public BooleanProperty automaticProperty() {
    return automatic;
  }

  /// The limit of automatic scans in bytes.
  public LongProperty limitBytesProperty() {
    return limitBytes;
  }
}
