package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
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

  private final Selection selection;
  private final ObservableBooleanValue active;
  private final LatestJob reading;
  private final Messages messages;
  private final ObjectProperty<Optional<Element>> element =
      new SimpleObjectProperty<>(Optional.empty());

  /// @param active false while the pane is not visible
  CaretValue(Selection selection, ObservableBooleanValue active, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.active = active;
    this.reading = new LatestJob(jobs);
    this.messages = messages;
    selection.caretProperty().subscribe(_ -> read());
    selection.tensorProperty().subscribe(_ -> read());
    active.subscribe(_ -> read());
  }

  private void read() {
    reading.cancel();
    Optional<TensorRef> tensor = selection.tensorProperty().get().filter(_ -> active.get());
    tensor
        .flatMap(of -> selection.caretProperty().get().flatMap(caret -> caret.elementIn(of)))
        .ifPresentOrElse(
            position ->
                reading.start(
                    messages.text("histogram.job.caret"),
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
