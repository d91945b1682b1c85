package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.pane.values.SliceReading.Axes;
import io.github.tensorloupe.desktop.pane.values.SliceReading.BehindLast;
import io.github.tensorloupe.desktop.pane.values.SliceReading.Element;
import io.github.tensorloupe.desktop.pane.values.SliceReading.NotTwoColons;
import io.github.tensorloupe.desktop.pane.values.SliceReading.NotUnderstood;
import io.github.tensorloupe.desktop.pane.values.SliceReading.OutOfRange;
import io.github.tensorloupe.desktop.pane.values.SliceReading.WrongAxisCount;
import io.github.tensorloupe.format.Shape;

/// Slices and elements as people type them: `[3, :, :, 0]`, `3, ...`, `[12, 803]`, `9876`.
public final class SliceText {

  private static final String COLON = ":";
  private static final Set<String> ELLIPSES = Set.of("...", "…");
  private static final String SPACES = "\\p{javaWhitespace}*";
  private static final Pattern TYPED =
      Pattern.compile(SPACES + "(\\[?)(.*?)(]?)" + SPACES + "\\z", Pattern.DOTALL);

  /// Anything up to the next comma or the end.
  private static final Pattern PART = Pattern.compile(SPACES + "([^,]*?)" + SPACES + "(,|\\z)");

  private SliceText() {}

  /// Reads what somebody typed.
  ///
  /// Brackets and spaces may be missing. A colon stands for an axis that is shown, of which there
  /// are two, or four where there are kernels, fewer in a shape of lower rank; `...` or `…` for as
  /// many colons as are missing. Negative indexes count from the end. With an index for every axis
  /// it names an element; so does a number alone, without brackets, which counts the elements
  /// row-major.
  ///
  /// @param shape of a tensor that [TensorSlice#isPossible] is true of
  public static SliceReading parse(String text, Shape shape) {
    MatchResult typed = TYPED.matcher(text).results().findFirst().orElseThrow();
    Matcher part = PART.matcher(text).region(typed.start(2), typed.end(2));
    List<String> parts = new ArrayList<>();
    // Nothing stands behind a comma at the end.
    while (part.find() && part.start(1) < typed.end(2)) {
      String found = part.group(1);
      if (!found.equals(COLON) && !ELLIPSES.contains(found) && number(found).isEmpty()) {
        return new NotUnderstood(part.start(1) + 1);
      }
      parts.add(found);
    }
    boolean isBare = typed.group(1).isEmpty() && typed.group(3).isEmpty();
    if (isBare && parts.size() == 1 && shape.rank() != 1 && number(parts.getFirst()).isPresent()) {
      long number = number(parts.getFirst()).getAsLong();
      long elementCount = shape.elementCount().orElseThrow();
      long index = number < 0 ? number + elementCount : number;
      return index < 0 || index >= elementCount
          ? new BehindLast(number, elementCount)
          : new Element(index);
    }
    return read(parts, shape);
  }

  /// An index, negative where it counts from the end; empty for what is none.
  private static OptionalLong number(String token) {
    try {
      return OptionalLong.of(Long.parseLong(token.replace('−', '-')));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static SliceReading read(List<String> typed, Shape shape) {
    List<String> parts = expanded(typed, shape.rank());
    if (parts.size() != shape.rank()) {
      long found = typed.stream().filter(part -> !ELLIPSES.contains(part)).count();
      return new WrongAxisCount(shape.rank(), (int) found);
    }
    List<Long> indexes = new ArrayList<>();
    List<Integer> shown = new ArrayList<>();
    long elementIndex = 0;
    for (int axis = 0; axis < parts.size(); axis++) {
      OptionalLong number = number(parts.get(axis));
      if (number.isEmpty()) {
        shown.add(axis);
        indexes.add(0L);
        continue;
      }
      long typedIndex = number.getAsLong();
      long dimension = shape.dimension(axis);
      long index = typedIndex < 0 ? typedIndex + dimension : typedIndex;
      if (index < 0 || Long.compareUnsigned(index, dimension) >= 0) {
        return new OutOfRange(axis, typedIndex, dimension);
      }
      indexes.add(index);
      elementIndex = elementIndex * dimension + index;
    }
    if (shown.isEmpty() && !parts.isEmpty()) {
      return new Element(elementIndex);
    }
    if (shown.size() == 4 && SliceAxes.ofTiles(shape).isPresent()) {
      return new Axes(
          new SliceAxes(
              shown.get(2),
              shown.get(3),
              Optional.of(new SliceAxes.Tiles(shown.get(0), shown.get(1))),
              indexes));
    }
    int shownAxes = Math.min(2, shape.rank());
    if (shown.size() != shownAxes) {
      return new NotTwoColons(shownAxes, shown.size());
    }
    int rowAxis = shownAxes == 2 ? shown.getFirst() : SliceAxes.NONE;
    int columnAxis = shownAxes > 0 ? shown.getLast() : SliceAxes.NONE;
    return new Axes(new SliceAxes(rowAxis, columnAxis, indexes));
  }

  /// The parts with the first ellipsis replaced; where others are left, or where it has nothing to
  /// stand for, there are more parts than axes.
  private static List<String> expanded(List<String> typed, int rank) {
    List<String> parts = new ArrayList<>(typed);
    for (int i = 0; i < typed.size(); i++) {
      if (ELLIPSES.contains(typed.get(i))) {
        parts.remove(i);
        parts.addAll(i, Collections.nCopies(Math.max(0, rank - parts.size()), COLON));
        return parts;
      }
    }
    return parts;
  }
}
