package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.model.TensorData;

/// State that the panes over one document share with the panes of the same kind over linked
/// documents, so that they move together. A single document is not linked. Belongs to the FX
/// thread.
///
/// @param label short name of this document among the others; empty for a single document
/// @param view shared by all documents: the visible area and how it is shown
/// @param scale shared by documents with values of the same kind: the ranges of their scales
/// @param element the selected element if the byte under the caret holds several; row-major index
/// @param pair the selected tensor and the tensor that it is compared with, if elements of both
///   exist
public record LinkedState(
    String label,
    Shared view,
    Shared scale,
    ObjectProperty<OptionalLong> element,
    ObjectProperty<Optional<PairedElements>> pair) {

  LinkedState(String label, Shared view, Shared scale, ObjectProperty<OptionalLong> element) {
    this(label, view, scale, element, new SimpleObjectProperty<>(Optional.empty()));
  }

  /// Creates the state of a document that is not linked.
  LinkedState() {
    this("", new Shared(), new Shared(), new SimpleObjectProperty<>(OptionalLong.empty()));
  }

  /// Returns true if other documents are linked.
  public boolean isLinked() {
    return !label.isEmpty();
  }

  /// Returns the selected element if the caret is on a byte.
  ///
  /// @param first the first element of the byte
  public long elementAt(ElementPosition first) {
    long candidate = element.get().orElse(first.elementIndex());
    boolean isInByte =
        first.info().dtype().bits() < Byte.SIZE
            && candidate < first.info().shape().elementCount().orElse(0)
            && new ElementPosition(first.info(), candidate).byteOffset() == first.byteOffset();
    return isInByte ? candidate : first.elementIndex();
  }

  /// Returns the elements to compare a tensor with, or empty if it is not the selected tensor.
  public Optional<PairedElements> pairOf(TensorData tensor) {
    return pair.get().filter(both -> both.a().equals(tensor) || both.b().equals(tensor));
  }

  /// The objects that panes share, at most one of each class.
  public static final class Shared {

    private final Map<Class<?>, Object> objects = new HashMap<>();

    /// Returns the object of a class, which the first pane creates.
    public <T> T get(Class<T> type, Supplier<T> constructor) {
      return type.cast(objects.computeIfAbsent(type, _ -> constructor.get()));
    }
  }

  /// A figure of each pane.
  public static class Figures<T> {

    /// The figures by pane.
    public final ObservableMap<Object, T> byPane = FXCollections.observableHashMap();

    /// Runs an action whenever a figure of another pane changes.
    public void onOthers(Object pane, Runnable action) {
      MapChangeListener<Object, T> listener =
          change -> {
            if (change.getKey() != pane) {
              action.run();
            }
          };
      byPane.addListener(listener);
    }
  }

  /// The limits of the color scales. The largest applies to all panes.
  public static class Limits extends Figures<Double> {

    /// Sets the limit of a pane and returns the largest one.
    public double largest(Object pane, double limit) {
      byPane.put(pane, limit);
      return Collections.max(byPane.values());
    }
  }
}
