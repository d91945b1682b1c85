package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.pane.values.SliceReading.Axes;
import io.github.tensorloupe.desktop.pane.values.SliceReading.Element;
import io.github.tensorloupe.desktop.pane.values.SliceReading.ElementOutOfRange;
import io.github.tensorloupe.desktop.pane.values.SliceReading.NotTwoColons;
import io.github.tensorloupe.desktop.pane.values.SliceReading.NotUnderstood;
import io.github.tensorloupe.desktop.pane.values.SliceReading.OutOfRange;
import io.github.tensorloupe.desktop.pane.values.SliceReading.WrongAxisCount;
import io.github.tensorloupe.format.Shape;

/// A parser for slices and elements: `[3, :, :, 0]`, `3, ...`, `[12, 803]`, `9876`.
public final class SliceText {

  private static final String COLON = ":";
  private static final Set<String> ELLIPSES = Set.of("...", "…");
  private static final String SPACES = "\\p{javaWhitespace}*";
  private static final Pattern TYPED =
      Pattern.compile(SPACES + "(\\[?)(.*?)(]?)" + SPACES + "\\z", Pattern.DOTALL);

  /// Any text up to the next comma or the end.
  private static final Pattern PART = Pattern.compile(SPACES + "([^,]*?)" + SPACES + "(,|\\z)");

  private SliceText() {}

  /// Parses a typed text.
  ///
  /// Brackets and spaces are optional. A colon represents a shown axis, of which there are two, or
  /// four with kernels, or fewer in a shape of lower rank. `...` or `…` represents the missing
  /// colons. Negative indices count from the end. A text with an index for every axis is an
  /// element, and so is a single number without brackets, which is the row-major index.
  ///
  /// @param shape the shape of a tensor that satisfies [TensorSlice#hasValidElementCount]
  public static SliceReading parse(String text, Shape shape) {
    MatchResult typed = TYPED.matcher(text).results().findFirst().orElseThrow();
    Matcher part = PART.matcher(text).region(typed.start(2), typed.end(2));
    List<String> parts = new ArrayList<>();
    // A trailing comma is ignored.
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
          ? new ElementOutOfRange(number, elementCount)
          : new Element(index);
    }
    return read(parts, shape);
  }

  /// Parses an index, which is negative if it counts from the end; empty if it is not a number.
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

  /// Replaces the first ellipsis. If there are further ones, or the first one replaces nothing, the
  /// result has more parts than axes.
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
