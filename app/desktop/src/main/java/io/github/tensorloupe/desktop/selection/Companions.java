package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.model.TensorData;

/// State that the panes over one document share with the panes of the same kind over the documents
/// next to it, so that they move together. A single document shares with none. Belongs to the FX
/// thread.
///
/// @param label short name of this document among the others; empty for a single document
/// @param view shared by all documents: the visible area and how it is shown
/// @param scale shared by documents with values of the same kind: the ranges of their scales
/// @param element the selected element if the byte under the caret holds several; row-major index
/// @param pair the selected tensor and the tensor that it is compared with, if elements of both
///   exist
public record Companions(
    String label,
    Shared view,
    Shared scale,
    ObjectProperty<OptionalLong> element,
    ObjectProperty<Optional<PairedElements>> pair) {

  Companions(String label, Shared view, Shared scale, ObjectProperty<OptionalLong> element) {
    this(label, view, scale, element, new SimpleObjectProperty<>(Optional.empty()));
  }

  public static Companions none() {
    ObjectProperty<OptionalLong> element = new SimpleObjectProperty<>(OptionalLong.empty());
    return new Companions("", new Shared(), new Shared(), element);
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

  /// Properties and figures by name, each shared by the panes of one kind.
  public static final class Shared {

    private final Map<String, Property<Object>> properties = new HashMap<>();
    private final Map<String, ObservableMap<Object, Object>> figures = new HashMap<>();

    /// Binds a property bidirectionally to all properties that joined under the same name. It gets
    /// the value of the first of them.
    @SuppressWarnings("unchecked")
    public <T> void join(String name, Property<T> property) {
      property.bindBidirectional(
          (Property<T>)
              properties.computeIfAbsent(
                  name, _ -> new SimpleObjectProperty<>(property.getValue())));
    }

    /// Returns the figures under a name, by their owner.
    @SuppressWarnings("unchecked")
    public <T> ObservableMap<Object, T> figures(String name) {
      return (ObservableMap<Object, T>)
          figures.computeIfAbsent(name, _ -> FXCollections.observableHashMap());
    }

    /// Sets the figure of an owner and returns the largest figure of all owners under the name.
    public double largest(String name, Object one, double figure) {
      ObservableMap<Object, Double> all = figures(name);
      all.put(one, figure);
      return Collections.max(all.values());
    }

    /// Runs an action whenever a figure of another owner changes.
    public void onOthers(String name, Object one, Runnable action) {
      figures(name)
          .addListener(
              (MapChangeListener<Object, Object>)
                  change -> {
                    if (change.getKey() != one) {
                      action.run();
                    }
                  });
    }
  }
}
