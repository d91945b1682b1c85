package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// The element under the caret, read in the background. Belongs to the FX thread.
final class CaretValue {

  /// An element and its value.
  ///
  /// @param index as `[12, 803]`
  /// @param value of a complex element its real part; may be NaN or infinite
  record Element(String index, double value) {}

  private final HistogramViewModel.Context context;
  private final ObservableBooleanValue active;
  private final LatestJob reading;
  private final ObjectProperty<Optional<Element>> element =
      new SimpleObjectProperty<>(Optional.empty());

  /// @param active false while the pane is not visible
  CaretValue(HistogramViewModel.Context context, ObservableBooleanValue active) {
    this.context = context;
    this.active = active;
    this.reading = new LatestJob(context.jobs());
    context.selection().caretProperty().subscribe(_ -> read());
    context.selection().tensorProperty().subscribe(_ -> read());
    active.subscribe(_ -> read());
  }

  private void read() {
    reading.cancel();
    Selection selection = context.selection();
    Optional<TensorRef> tensor = selection.tensorProperty().get().filter(_ -> active.get());
    tensor
        .flatMap(of -> selection.caretProperty().get().flatMap(caret -> caret.elementIn(of)))
        .ifPresentOrElse(
            position ->
                reading.start(
                    context.messages().text("histogram.job.caret"),
                    (_, _) -> read(tensor.orElseThrow().data().orElseThrow(), position),
                    element::set,
                    // Counting the same bytes reports why they cannot be read.
                    _ -> element.set(Optional.empty())),
            () -> element.set(Optional.empty()));
  }

  /// The element at a position; empty where the file ends in it.
  private static Optional<Element> read(TensorData data, ElementPosition position)
      throws IOException {
    ElementType type = ElementType.of(data.info().dtype());
    long part = position.elementIndex() * type.partsPerElement();
    return data.bytesOfPart(part).end() > data.range().end()
        ? Optional.empty()
        : Optional.of(new Element(position.indexText(), type.toDouble(data.code(part))));
  }

  /// The element under the caret; empty where it is in no tensor or the pane is not visible.
  ReadOnlyObjectProperty<Optional<Element>> elementProperty() {
    return element;
  }
}
