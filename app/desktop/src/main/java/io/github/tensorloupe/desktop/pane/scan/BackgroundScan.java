package io.github.tensorloupe.desktop.pane.scan;

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
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javafx.beans.binding.BooleanExpression;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.LongProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleLongProperty;

/// Scans the values of whatever document is open: by itself where the settings say so, else when it
/// is asked to. What is known from before is shown at once. Belongs to the FX thread.
public final class BackgroundScan {

  /// What scanning needs.
  ///
  /// @param told receives what went wrong beside the scan itself
  public record Tools(
      Jobs jobs,
      ValueScans scans,
      ScanMemory memory,
      ChosenSettings settings,
      Consumer<Failure> told,
      Messages messages) {}

  private final Selection selection;
  private final ScanResults results;
  private final Tools tools;
  private final BooleanProperty automatic = new SimpleBooleanProperty();
  private final LongProperty limitBytes = new SimpleLongProperty();
  private final Set<Path> saved = new HashSet<>();
  private Optional<DocumentScan> current = Optional.empty();

  /// Follows the open document. To be made before whoever shows the results.
  ///
  /// @param results filled from here
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
    current =
        opened.map(document -> new DocumentScan(document, results, tools, this::isWantedByItself));
    current.ifPresent(scan -> scan.open(carried, resuming));
  }

  private boolean isWantedByItself(long byteCount) {
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

  /// Notes that this window has saved files of the open document, which leaves their data as they
  /// are: what is known of them still holds when the document is opened again.
  public void noteSaved(Set<Path> files) {
    saved.addAll(files);
  }

  /// Looks at every tensor that has not been looked at.
  public void start() {
    current.ifPresent(DocumentScan::scan);
  }

  /// Stops what runs; what was found stays.
  public void stop() {
    current.ifPresent(DocumentScan::stop);
  }

  private boolean isRunning() {
    return results.stateProperty().get() instanceof ScanState.Running;
  }

  /// What is known.
  public ScanResults results() {
    return results;
  }

  /// Whether there may be something to scan in an open document, and nobody does.
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

  /// Whether a scan runs.
  public BooleanExpression canStop() {
    return BooleanExpression.booleanExpression(
        results.stateProperty().map(state -> state instanceof ScanState.Running));
  }

  /// Whether a scan begins by itself when a document is opened.
  public BooleanProperty automaticProperty() {
    return automatic;
  }

  /// The most bytes that are scanned by themselves.
  public LongProperty limitBytesProperty() {
    return limitBytes;
  }
}
