package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
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
  private final ReadOnlyObjectWrapper<Optional<Element>> element =
      new ReadOnlyObjectWrapper<>(Optional.empty());

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
    Optional<TensorRef> tensor = selection.tensorProperty().get();
    Optional<Caret> caret = selection.caretProperty().get();
    Optional<TensorData> data = tensor.flatMap(TensorRef::data);
    boolean wanted =
        active.get()
            && caret.isPresent()
            && data.isPresent()
            && caret.get().file() == tensor.get().file()
            && data.get().range().contains(caret.get().byteOffset());
    if (!wanted) {
      element.set(Optional.empty());
      return;
    }
    long byteOffset = caret.get().byteOffset();
    reading.start(
        messages.text("histogram.job.caret"),
        (_, _) -> at(data.get(), byteOffset),
        element::set,
        // Counting the same bytes reports why they cannot be read.
        _ -> element.set(Optional.empty()));
  }

  /// The element of a byte; empty where the shape does not reach so far or the file ends in it.
  private static Optional<Element> at(TensorData data, long byteOffset) throws IOException {
    Optional<ElementPosition> found =
        ElementPosition.of(data.info(), byteOffset - data.range().begin());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    ElementType type = ElementType.of(data.info().dtype());
    long part = found.get().elementIndex() * type.partsPerElement();
    if (data.bytesOfPart(part).end() > data.range().end()) {
      return Optional.empty();
    }
    double value = type.toDouble(data.code(part));
    return Optional.of(new Element(found.get().indexText(), value));
  }

  /// The element under the caret; empty where it is in no tensor or the pane is not visible.
  ReadOnlyObjectProperty<Optional<Element>> elementProperty() {
    return element.getReadOnlyProperty();
  }
}
