package io.github.tensorloupe.desktop.pane.hex.inspector;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.hex.inspector.DtypeReadings.DtypeReading;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.BitField;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementText;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The readings of the bytes at the caret. Belongs to the FX thread; the few bytes are read beside
/// it.
public final class InspectorViewModel {

  private final Selection selection;
  private final LatestJob reading;
  private final Messages messages;
  private final BooleanProperty active = new SimpleBooleanProperty();
  private final ReadOnlyObjectWrapper<Inspection> inspection =
      new ReadOnlyObjectWrapper<>(Inspection.NOTHING);
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  /// @param selection shared with the other panes
  /// @param jobs runs the reading
  public InspectorViewModel(Selection selection, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.reading = new LatestJob(jobs);
    this.messages = messages;
    selection.caretProperty().subscribe(_ -> update());
    active.subscribe(_ -> update());
  }

  /// True while somebody looks; nothing is read while nobody does.
  public BooleanProperty activeProperty() {
    return active;
  }

  ReadOnlyObjectProperty<Inspection> inspectionProperty() {
    return inspection.getReadOnlyProperty();
  }

  /// Why the bytes could not be read.
  ReadOnlyObjectProperty<Optional<Failure>> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  private void update() {
    reading.cancel();
    Optional<Caret> caret =
        selection
            .caretProperty()
            .get()
            .filter(here -> here.byteOffset() < here.file().bytes().length());
    if (caret.isEmpty()) {
      show(Inspection.NOTHING);
    } else if (active.get()) {
      reading.start(
          messages.text("hex.inspector.job"),
          (_, _) -> read(caret.get()),
          this::show,
          this::showFailure);
    }
  }

  private void show(Inspection found) {
    failure.set(Optional.empty());
    inspection.set(found);
  }

  private void showFailure(Throwable cause) {
    inspection.set(Inspection.NOTHING);
    failure.set(Optional.of(Failures.of(cause)));
  }

  private static Inspection read(Caret caret) throws IOException {
    TensorFile file = caret.file();
    long left = file.bytes().length() - caret.byteOffset();
    byte[] bytes =
        file.bytes().read(caret.byteOffset(), (int) Math.min(DtypeReadings.BYTE_COUNT, left));
    return new Inspection(DtypeReadings.of(bytes), element(caret));
  }

  private static Optional<ElementBits> element(Caret caret) throws IOException {
    Optional<TensorData> data =
        TensorRef.at(caret.file(), caret.byteOffset()).flatMap(TensorRef::data);
    Optional<ElementPosition> position =
        data.flatMap(
            tensor ->
                ElementPosition.of(tensor.info(), caret.byteOffset() - tensor.range().begin()));
    return position.isPresent() ? element(data.get(), position.get()) : Optional.empty();
  }

  private static Optional<ElementBits> element(TensorData tensor, ElementPosition position)
      throws IOException {
    int parts = ElementType.of(tensor.info().dtype()).partsPerElement();
    List<Long> codes = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      long partIndex = position.elementIndex() * parts + part;
      if (tensor.bytesOfPart(partIndex).end() > tensor.range().end()) {
        return Optional.empty();
      }
      codes.add(tensor.code(partIndex));
    }
    return Optional.of(new ElementBits(position, codes));
  }

  /// The readings of one place.
  ///
  /// @param readings the bytes at the caret as every dtype; none where there is no caret
  /// @param element the element under the caret; empty where there is none, or not all of its bytes
  ///   are in the file
  record Inspection(List<DtypeReading> readings, Optional<ElementBits> element) {

    static final Inspection NOTHING = new Inspection(List.of(), Optional.empty());
  }

  /// The bits of one element of a tensor. Immutable.
  ///
  /// @param element which one
  /// @param codes the code of each of its parts
  record ElementBits(ElementPosition element, List<Long> codes) {

    /// Some of the bits.
    ///
    /// @param kind what they mean
    /// @param digits the bits, the highest first
    /// @param value the bits as an unsigned number
    record Field(BitField.Kind kind, String digits, long value) {}

    ElementBits {
      codes = List.copyOf(codes);
    }

    ElementType type() {
      return ElementType.of(element.info().dtype());
    }

    /// The shortest exact text of the element.
    String text() {
      return ElementText.of(type(), codes::get);
    }

    /// The fields of one part, from the highest bit down.
    List<Field> fields(int part) {
      List<Field> fields = new ArrayList<>();
      int shift = type().partBits();
      for (BitField field : type().bitFields()) {
        shift -= field.bitCount();
        long mask = field.bitCount() == Long.SIZE ? -1L : (1L << field.bitCount()) - 1;
        long value = codes.get(part) >>> shift & mask;
        fields.add(new Field(field.kind(), digits(value, field.bitCount()), value));
      }
      return fields;
    }

    /// The number of a part as a product of sign, mantissa and exponent, as `−1.25 × 2^3`; empty
    /// for integers and for what is not finite or zero.
    Optional<String> product(int part) {
      if (type().isInteger()) {
        return Optional.empty();
      }
      double value = type().toDouble(codes.get(part));
      return switch (type().classify(codes.get(part))) {
        case NORMAL, SUBNORMAL -> {
          int exponent = Math.getExponent(value);
          double significand = Math.scalb(Math.abs(value), -exponent);
          yield Optional.of((value < 0 ? "−" : "") + significand + " × 2^" + exponent);
        }
        case NAN, POSITIVE_INFINITY, NEGATIVE_INFINITY, ZERO -> Optional.empty();
      };
    }

    private static String digits(long value, int bitCount) {
      String digits = Long.toBinaryString(value);
      return "0".repeat(bitCount - digits.length()) + digits;
    }
  }
}
