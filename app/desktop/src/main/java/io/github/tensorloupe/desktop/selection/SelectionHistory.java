package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.storage.session.RememberedPlace;

/// Notes where the selection has been. Belongs to the FX thread.
final class SelectionHistory {

  private static final int LIMIT = 200;

  /// As far as a hex pane shows at once, about.
  private static final long NEAR_BYTES = 4096;

  /// As far as a grid of values shows at once, about.
  private static final long NEAR_ROWS = 64;

  private final Selection selection;
  private final PlaceHistory places;
  private final ReadOnlyBooleanWrapper canGoBack = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper canGoForward = new ReadOnlyBooleanWrapper();

  /// @param nanoTime a clock in nanoseconds
  SelectionHistory(Selection selection, LongSupplier nanoTime) {
    this.selection = selection;
    this.places = new PlaceHistory(LIMIT, nanoTime);
  }

  ReadOnlyBooleanProperty canGoBackProperty() {
    return canGoBack.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty canGoForwardProperty() {
    return canGoForward.getReadOnlyProperty();
  }

  /// Forgets everything, for something else is shown.
  void restart() {
    places.clear();
    tell();
  }

  /// Keeps what is still there after the document was opened again.
  void keepWhatIsIn(OpenDocument document) {
    places.adapt(new PlaceFinder(document)::adapt);
    tell();
  }

  /// Notes where the selection is now.
  void visit() {
    place().ifPresent(place -> places.visit(place, reach()));
    tell();
  }

  /// Notes that the window has turned to something else at the same place.
  void see(String view) {
    places.see(view);
  }

  Optional<RememberedPlace> back() {
    Optional<RememberedPlace> place = places.back();
    tell();
    return place;
  }

  Optional<RememberedPlace> forward() {
    Optional<RememberedPlace> place = places.forward();
    tell();
    return place;
  }

  private void tell() {
    canGoBack.set(places.canGoBack());
    canGoForward.set(places.canGoForward());
  }

  /// The place of the selection; empty where no file is open.
  Optional<RememberedPlace> place() {
    return selection
        .caretProperty()
        .get()
        .map(
            caret ->
                new RememberedPlace(
                    caret.file().path(),
                    caret.byteOffset(),
                    selection.tensorProperty().get().map(SelectionHistory::named),
                    selection.groupPath().map(NodePath::labels),
                    selection.viewProperty().get()));
  }

  /// A tensor by its name, to be found again.
  static RememberedPlace.Tensor named(TensorRef tensor) {
    return new RememberedPlace.Tensor(
        tensor.file().path(),
        tensor.info().name(),
        tensor.file().header().indexOf(tensor.info()),
        tensor.data().map(data -> data.range().begin()).orElse(0L));
  }

  private long reach() {
    return selection
        .tensorProperty()
        .get()
        .map(tensor -> Math.max(NEAR_BYTES, NEAR_ROWS * rowBytes(tensor)))
        .orElse(NEAR_BYTES);
  }

  /// The bytes of one step along the last but one axis; at most as much as can still be multiplied.
  private static long rowBytes(TensorRef tensor) {
    Shape shape = tensor.info().shape();
    if (shape.rank() < 2) {
      return 0;
    }
    long columns = shape.dimension(shape.rank() - 1);
    long most = Long.MAX_VALUE / NEAR_ROWS / Long.SIZE;
    return Math.clamp(columns, 0, most) * tensor.info().dtype().bits() / Byte.SIZE;
  }
}
