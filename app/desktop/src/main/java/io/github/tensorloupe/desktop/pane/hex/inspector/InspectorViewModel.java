package io.github.tensorloupe.desktop.pane.hex.inspector;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.selection.TensorLookup;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// The readings of the bytes at the caret. Belongs to the FX thread; the bytes are read in the
/// background.
public final class InspectorViewModel {

  /// True while the inspector is shown. Otherwise nothing is read.
  final BooleanProperty active = new SimpleBooleanProperty();

  /// True if the readings begin at the caret, even inside an element.
  final BooleanProperty fromCaret = new SimpleBooleanProperty();

  /// True for big-endian order.
  final BooleanProperty bigEndian = new SimpleBooleanProperty();

  /// The readings at the caret; empty if there is no caret or its bytes could not be read.
  final JobSlot<Inspection> reading;

  private final Selection selection;
  private final Messages messages;

  public InspectorViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.reading = new JobSlot<>(jobs);
    selection.caretProperty().subscribe(_ -> update());
    active.subscribe(_ -> update());
    fromCaret.subscribe((_, _) -> update());
  }

  private void update() {
    Optional<Caret> caret =
        selection
            .caretProperty()
            .get()
            .filter(here -> here.byteOffset() < here.file().bytes().length());
    if (caret.isEmpty()) {
      reading.clear();
    } else if (active.get()) {
      boolean exact = fromCaret.get();
      reading.start(
          messages.text("hex.inspector.job"), (_, _) -> read(caret.get(), exact), _ -> {});
    }
  }

  private static Inspection read(Caret caret, boolean fromCaret) throws IOException {
    Optional<TensorRef> tensor = TensorLookup.at(caret.file(), caret.byteOffset());
    Optional<ElementPosition> position = tensor.flatMap(caret::elementIn);
    long begin =
        fromCaret
            ? caret.byteOffset()
            : position
                .map(at -> tensor.get().data().orElseThrow().range().begin() + at.byteOffset())
                .orElse(caret.byteOffset());
    ByteSource file = caret.file().bytes();
    int count = (int) Math.min(DtypeReading.BYTE_COUNT, file.length() - begin);
    List<DtypeReading> readings = new ArrayList<>(DtypeReading.all(file.read(begin, count)));
    Optional<Dtype> own = tensor.map(each -> each.info().dtype());
    own.ifPresent(
        dtype -> readings.sort(Comparator.comparing(reading -> reading.dtype() != dtype)));
    return new Inspection(begin, own, readings, element(tensor, position));
  }

  private static Optional<ElementBits> element(
      Optional<TensorRef> found, Optional<ElementPosition> position) throws IOException {
    if (position.isEmpty()) {
      return Optional.empty();
    }
    TensorData tensor = found.get().data().orElseThrow();
    int parts = ElementType.of(tensor.info().dtype()).partsPerElement();
    List<Long> codes = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      long partIndex = position.get().elementIndex() * parts + part;
      if (tensor.bytesOfPart(partIndex).end() > tensor.range().end()) {
        return Optional.empty();
      }
      codes.add(tensor.code(partIndex));
    }
    return Optional.of(new ElementBits(position.get(), codes));
  }

  /// @param begin file offset of the first byte of every reading
  /// @param own the dtype of the tensor at the caret, whose reading comes first
  /// @param element the element at the caret; empty if there is no element, or not all of its bytes
  ///   are in the file
  record Inspection(
      long begin,
      Optional<Dtype> own,
      List<DtypeReading> readings,
      Optional<ElementBits> element) {}
}
