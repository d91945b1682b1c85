package io.github.tensorloupe.desktop.pane.adapter;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.adapter.AdapterSummary;
import io.github.tensorloupe.adapter.BaseNames;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.adapter.ModuleNotes;
import io.github.tensorloupe.adapter.NetworkPlace;
import io.github.tensorloupe.compare.Side;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// Measures the modules of the open adapter as soon as somebody looks at them, and again against a
/// base that is chosen. Belongs to the FX thread.
final class AdapterViewModel {

  /// The modules with their figures.
  ///
  /// @param modules in the order of the network
  /// @param base that they were looked for in
  record Measured(
      List<MeasuredModule> modules,
      AdapterSummary summary,
      ModuleNotes notes,
      Optional<Path> base) {

    static Measured of(List<MeasuredModule> modules, Optional<Path> base) {
      return new Measured(
          NetworkPlace.inOrder(modules),
          AdapterSummary.of(modules, base.isPresent()),
          ModuleNotes.of(modules, base.isPresent()),
          base);
    }

    Optional<MeasuredModule> moduleOf(TensorRef tensor) {
      return modules.stream()
          .filter(each -> each.module().factors().containsValue(tensor))
          .findFirst();
    }
  }

  /// True while somebody sees the pane.
  final BooleanProperty active = new SimpleBooleanProperty();

  final ObjectProperty<Optional<Measured>> measured = new SimpleObjectProperty<>(Optional.empty());

  /// Says what is going on or what went wrong; empty where the figures are there.
  final StringProperty note = new SimpleStringProperty("");

  private final Selection selection;
  private final Messages messages;
  private final LatestJob measuring;
  private Optional<Adapter> wanted = Optional.empty();
  private Optional<Path> base = Optional.empty();

  AdapterViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    measuring = new LatestJob(jobs);
    selection.adapterProperty().subscribe(_ -> follow());
    active.subscribe(_ -> follow());
  }

  private void follow() {
    Optional<Adapter> now = selection.adapterProperty().get();
    if (!now.equals(wanted)) {
      measuring.cancel();
      measured.set(Optional.empty());
      wanted = Optional.empty();
    }
    if (active.get() && now.isPresent() && wanted.isEmpty()) {
      wanted = now;
      measure(now.get());
    }
  }

  /// Looks for the modules in a base.
  void choose(Optional<Path> chosen) {
    base = chosen;
    selection.adapterProperty().get().ifPresent(this::measure);
  }

  private void measure(Adapter adapter) {
    Optional<Path> against = base;
    note.set(messages.text("adapter.measuring"));
    measuring
        .start(
            messages.text("adapter.job"),
            (cancellation, progress) -> measured(adapter, against, cancellation, progress),
            found -> {
              note.set("");
              measured.set(Optional.of(found));
            },
            failure -> note.set(messages.sentence(Failures.sentence(failure))))
        .concluding(() -> messages.sentence(measured.get().orElseThrow().summary().verdict()));
  }

  private static Measured measured(
      Adapter adapter, Optional<Path> base, Cancellation cancellation, Progress progress)
      throws IOException {
    AdapterScan scan = AdapterScan.onAllProcessors();
    if (base.isEmpty()) {
      return Measured.of(
          scan.modules(adapter, Optional.empty(), cancellation, progress), Optional.empty());
    }
    try (Side side = Side.open(base.get(), cancellation, Progress.NONE)) {
      Optional<BaseNames> names = Optional.of(new BaseNames(side.tensors()));
      return Measured.of(scan.modules(adapter, names, cancellation, progress), base);
    }
  }
}
