package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.model.TensorData;

/// What panes over one document share with the same panes over other documents beside it, so that
/// they move together. A document that is alone shares with nobody. Belongs to the FX thread.
///
/// @param label tells this document from the others, in few characters; empty where it is alone
/// @param view shared by all: the place that is seen, and how it is shown
/// @param scale shared by those whose values are of one kind: what their scales reach over
/// @param element the element that is meant where the byte under the caret holds several; counted
///   row-major
/// @param pair the selected tensor and the other one that it is compared with, where elements of
///   both are there
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

  /// The element that is meant where the caret is on a byte.
  ///
  /// @param first the element of the byte, of several the first
  public long elementAt(ElementPosition first) {
    long meant = element.get().orElse(first.elementIndex());
    boolean isInByte =
        first.info().dtype().bits() < Byte.SIZE
            && meant < first.info().shape().elementCount().orElse(0)
            && new ElementPosition(first.info(), meant).byteOffset() == first.byteOffset();
    return isInByte ? meant : first.elementIndex();
  }

  /// The elements to compare a tensor with; empty where it is not the one that is selected here.
  public Optional<PairedElements> pairOf(TensorData tensor) {
    return pair.get().filter(both -> both.a().equals(tensor) || both.b().equals(tensor));
  }

  /// Properties and figures by name, each shared by the panes of one kind.
  public static final class Shared {

    private final Map<String, Property<Object>> properties = new HashMap<>();
    private final Map<String, ObservableMap<Object, Object>> figures = new HashMap<>();

    /// Keeps a property equal to those that have joined under the same name. It takes the value of
    /// the first that did.
    @SuppressWarnings("unchecked")
    public <T> void join(String name, Property<T> property) {
      property.bindBidirectional(
          (Property<T>)
              properties.computeIfAbsent(
                  name, _ -> new SimpleObjectProperty<>(property.getValue())));
    }

    /// The figures under a name, each by the one that it is of.
    @SuppressWarnings("unchecked")
    public <T> ObservableMap<Object, T> figures(String name) {
      return (ObservableMap<Object, T>)
          figures.computeIfAbsent(name, _ -> FXCollections.observableHashMap());
    }

    /// Takes the figure of one, and gives the largest of all under the name.
    public double largest(String name, Object one, double figure) {
      ObservableMap<Object, Double> all = figures(name);
      all.put(one, figure);
      return Collections.max(all.values());
    }

    /// Does something whenever a figure changes that is not of this one.
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
