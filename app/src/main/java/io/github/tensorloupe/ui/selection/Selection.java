package io.github.tensorloupe.ui.selection;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// The one selection that all panes share. Belongs to the FX thread.
///
/// Selecting a tensor puts the caret on its first byte; putting the caret on a byte selects the
/// tensor that the byte belongs to.
public final class Selection {

  private final ReadOnlyObjectWrapper<DocumentState> document =
      new ReadOnlyObjectWrapper<>(new DocumentState.Empty());
  private final ReadOnlyObjectWrapper<Optional<TensorRef>> tensor =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Caret>> caret =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  /// What the window shows.
  public ReadOnlyObjectProperty<DocumentState> documentProperty() {
    return document.getReadOnlyProperty();
  }

  /// The selected tensor.
  public ReadOnlyObjectProperty<Optional<TensorRef>> tensorProperty() {
    return tensor.getReadOnlyProperty();
  }

  /// Where the panes look at bytes; empty where no file is open.
  public ReadOnlyObjectProperty<Optional<Caret>> caretProperty() {
    return caret.getReadOnlyProperty();
  }

  /// The open document, if there is one.
  public Optional<OpenDocument> openDocument() {
    return document.get() instanceof DocumentState.Open(OpenDocument open)
        ? Optional.of(open)
        : Optional.empty();
  }

  /// Shows something else; nothing is selected afterwards, and the caret is on the first file's
  /// first byte.
  public void show(DocumentState state) {
    tensor.set(Optional.empty());
    caret.set(Optional.empty());
    document.set(state);
    openDocument()
        .flatMap(open -> open.checkpoint().files().stream().findFirst())
        .ifPresent(file -> caret.set(Optional.of(new Caret(file, 0))));
  }

  /// Selects a tensor of the open document and puts the caret on its first byte.
  public void select(TensorRef selected) {
    Optional<TensorRef> value = Optional.of(selected);
    if (!value.equals(tensor.get())) {
      tensor.set(value);
      selected
          .data()
          .ifPresent(
              data -> caret.set(Optional.of(new Caret(selected.file(), data.range().begin()))));
    }
  }

  /// Selects a tensor of the open document and puts the caret on one of its bytes.
  ///
  /// @param byteOffset file offset, among the tensor's bytes
  public void select(TensorRef selected, long byteOffset) {
    tensor.set(Optional.of(selected));
    caret.set(Optional.of(new Caret(selected.file(), byteOffset)));
  }

  /// Selects nothing; the caret stays.
  public void clearTensor() {
    tensor.set(Optional.empty());
  }

  /// Puts the caret on a byte and selects the tensor that it belongs to, if any.
  ///
  /// @param byteOffset file offset, inside the file
  public void placeCaret(TensorFile file, long byteOffset) {
    tensor.set(tensorAt(file, byteOffset));
    caret.set(Optional.of(new Caret(file, byteOffset)));
  }

  /// The tensor that a byte belongs to; empty where it belongs to the header or to none. Takes
  /// logarithmic time in the number of tensors.
  ///
  /// @param byteOffset file offset, inside the file
  public static Optional<TensorRef> tensorAt(TensorFile file, long byteOffset) {
    OptionalLong dataStart = file.reading().dataStart();
    if (dataStart.isEmpty() || byteOffset < dataStart.getAsLong()) {
      return Optional.empty();
    }
    long dataOffset = byteOffset - dataStart.getAsLong();
    List<TensorInfo> tensors = file.header().tensors();
    int low = 0;
    int high = tensors.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(tensors.get(middle).begin(), dataOffset) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    // Empty tensors stand before the one that begins at the same place, so the last one decides.
    return low > 0 && Long.compareUnsigned(dataOffset, tensors.get(low - 1).end()) < 0
        ? Optional.of(new TensorRef(file, tensors.get(low - 1)))
        : Optional.empty();
  }
}
