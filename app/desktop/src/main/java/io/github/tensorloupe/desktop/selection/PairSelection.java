package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.DifferenceFile;
import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.selection.Selection.ShownSlice;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// The selected pair of a comparison and the element in it, also as selections of both sides and of
/// their difference. Belongs to the FX thread.
///
/// A change of one selection changes the others: to the other tensor of the pair, to the same
/// element, and to the same slice.
public final class PairSelection {

  /// The visible parts of a pair: one side, the difference, or all of them next to each other.
  public enum ShownSides {
    A,
    B,
    DELTA,
    ALL;

    public List<ShownSides> each() {
      return this == ALL ? List.of(A, B, DELTA) : List.of(this);
    }
  }

  private final ComparisonDocument comparison;
  private final ObjectProperty<OptionalLong> element =
      new SimpleObjectProperty<>(OptionalLong.empty());
  private final Companions.Shared view = new Companions.Shared();
  private final Companions.Shared scale = new Companions.Shared();
  private final Selection a = selection(new Companions("A", view, scale, element));
  private final Selection b = selection(new Companions("B", view, scale, element));
  private final Selection delta =
      selection(new Companions("B − A", view, new Companions.Shared(), element));
  private final ReadOnlyObjectWrapper<OptionalInt> pair =
      new ReadOnlyObjectWrapper<>(OptionalInt.empty());
  private final StringProperty filter = new SimpleStringProperty("");
  private final ObjectProperty<ShownSides> sides = new SimpleObjectProperty<>(ShownSides.ALL);
  private boolean moving;

  public PairSelection(ComparisonDocument comparison) {
    this.comparison = comparison;
    a.show(new DocumentState.Open(comparison.a()));
    b.show(new DocumentState.Open(comparison.b()));
    sides().forEach(this::follow);
    element.subscribe(
        (_, now) -> withoutFeedback(() -> now.ifPresent(at -> placeCarets(at, Optional.empty()))));
  }

  private static Selection selection(Companions companions) {
    return new Selection(System::nanoTime, List::of, companions);
  }

  private List<Selection> sides() {
    return List.of(a, b, delta);
  }

  private void follow(Selection side) {
    side.tensorProperty()
        .subscribe((_, now) -> withoutFeedback(() -> now.ifPresent(this::selectPairOf)));
    side.caretProperty().subscribe((_, _) -> withoutFeedback(() -> moveFrom(side)));
    side.sliceProperty().subscribe((_, now) -> withoutFeedback(() -> now.ifPresent(this::slice)));
  }

  /// Ignores the changes that follow from a change here.
  private void withoutFeedback(Runnable change) {
    if (!moving) {
      moving = true;
      try {
        change.run();
      } finally {
        moving = false;
      }
    }
  }

  private void selectPairOf(TensorRef tensor) {
    comparison.pairOf(tensor).ifPresent(index -> show(index, OptionalLong.empty()));
  }

  private void moveFrom(Selection side) {
    OptionalLong at =
        side.tensorProperty()
            .get()
            .flatMap(tensor -> side.caretProperty().get().flatMap(it -> it.elementIn(tensor)))
            .map(position -> OptionalLong.of(side.companions().elementAt(position)))
            .orElse(OptionalLong.empty());
    element.set(at);
    at.ifPresent(index -> placeCarets(index, Optional.of(side)));
  }

  private void slice(ShownSlice slice) {
    for (Selection side : sides()) {
      side.tensorProperty()
          .get()
          .filter(tensor -> tensor.info().shape().equals(slice.tensor().info().shape()))
          .map(tensor -> Optional.of(new ShownSlice(tensor, slice.axes())))
          .ifPresent(side.sliceProperty()::set);
    }
  }

  /// @param mover the selection whose caret is already there
  private void placeCarets(long elementIndex, Optional<Selection> mover) {
    for (Selection side : sides()) {
      if (mover.filter(side::equals).isEmpty()) {
        side.tensorProperty().get().ifPresent(tensor -> placeCaret(side, tensor, elementIndex));
      }
    }
  }

  /// Does nothing if the tensor of this side has no such element, or if its file does not contain
  /// it.
  private static void placeCaret(Selection side, TensorRef tensor, long elementIndex) {
    OptionalLong count = tensor.info().shape().elementCount();
    Optional<TensorData> data = tensor.data();
    if (data.isPresent()
        && count.isPresent()
        && Long.compareUnsigned(elementIndex, count.getAsLong()) < 0) {
      long byteOffset =
          data.get().range().begin()
              + new ElementPosition(tensor.info(), elementIndex).byteOffset();
      if (data.get().range().contains(byteOffset)) {
        side.select(tensor, byteOffset);
      }
    }
  }

  public ReadOnlyObjectProperty<OptionalInt> pairProperty() {
    return pair.getReadOnlyProperty();
  }

  public Optional<TensorPair> selected() {
    OptionalInt index = pair.get();
    return index.isPresent()
        ? Optional.of(comparison.pairs().get(index.getAsInt()))
        : Optional.empty();
  }

  /// The element under the caret as a row-major index, which is the same in both tensors.
  public ObjectProperty<OptionalLong> elementProperty() {
    return element;
  }

  public StringProperty filterProperty() {
    return filter;
  }

  public ObjectProperty<ShownSides> sidesProperty() {
    return sides;
  }

  /// Selects a pair and moves the caret to its first element.
  public void select(int index) {
    withoutFeedback(() -> show(index, OptionalLong.of(0)));
  }

  /// Selects an element of a pair.
  public void select(int index, long elementIndex) {
    withoutFeedback(() -> show(index, OptionalLong.of(elementIndex)));
  }

  /// @param elementIndex empty to leave the caret unchanged
  private void show(int index, OptionalLong elementIndex) {
    TensorPair shown = comparison.pairs().get(index);
    Optional<PairedElements> elements = PairedElements.of(shown);
    select(a, comparison.a(), shown.a());
    select(b, comparison.b(), shown.b());
    if (!pair.get().equals(OptionalInt.of(index))) {
      elements.flatMap(DifferenceFile::of).ifPresentOrElse(this::showDifference, this::showNone);
    }
    List.of(a, b).forEach(side -> side.companions().pair().set(elements));
    pair.set(OptionalInt.of(index));
    if (elementIndex.isPresent()) {
      element.set(elementIndex);
      placeCarets(elementIndex.getAsLong(), Optional.empty());
    }
  }

  private void showDifference(TensorFile difference) {
    delta.show(new DocumentState.Open(FileDocument.of(Checkpoint.of(difference))));
    delta.select(new TensorRef(difference, difference.header().tensors().getFirst()));
  }

  private void showNone() {
    delta.show(new DocumentState.Empty());
  }

  /// Selects a tensor of a side. The dequantized values of a weight are a separate document.
  private static void select(Selection side, FileDocument whole, Optional<TensorRef> tensor) {
    if (tensor.isPresent() && !side.tensorProperty().get().equals(tensor)) {
      boolean isStored = whole.checkpoint().indexOf(tensor.get()) >= 0;
      DocumentState shown =
          new DocumentState.Open(
              isStored ? whole : FileDocument.of(Checkpoint.of(tensor.get().file())));
      if (!side.documentProperty().get().equals(shown)) {
        side.show(shown);
      }
    }
    tensor.ifPresentOrElse(side::select, side::clearTensor);
  }

  /// Returns the selection in the base.
  public Selection a() {
    return a;
  }

  /// Returns the selection in the newer checkpoint.
  public Selection b() {
    return b;
  }

  /// Returns the selection in the difference B − A, which is a separate document.
  public Selection delta() {
    return delta;
  }
}
