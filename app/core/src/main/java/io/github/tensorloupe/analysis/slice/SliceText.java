package io.github.tensorloupe.analysis.slice;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceReading.Axes;
import io.github.tensorloupe.analysis.slice.SliceReading.BehindLast;
import io.github.tensorloupe.analysis.slice.SliceReading.Element;
import io.github.tensorloupe.analysis.slice.SliceReading.NotTwoColons;
import io.github.tensorloupe.analysis.slice.SliceReading.NotUnderstood;
import io.github.tensorloupe.analysis.slice.SliceReading.OutOfRange;
import io.github.tensorloupe.analysis.slice.SliceReading.WrongAxisCount;
import io.github.tensorloupe.format.Shape;

/// Slices and elements as people type them: `[3, :, :, 0]`, `3, ...`, `[12, 803]`, `9876`.
public final class SliceText {

  private static final String COLON = ":";
  private static final Set<String> ELLIPSES = Set.of("...", "…");

  private final Shape shape;
  private final int shownAxes;

  private SliceText(Shape shape) {
    this.shape = shape;
    this.shownAxes = Math.min(2, shape.rank());
  }

  /// Reads what somebody typed.
  ///
  /// Brackets and spaces may be missing. A colon stands for an axis that is shown, of which there
  /// are two, fewer in a shape of lower rank; `...` or `…` for as many colons as are missing.
  /// Negative indexes count from the end. With an index for every axis it names an element; so does
  /// a number alone, without brackets, which counts the elements row-major.
  ///
  /// @param shape of a tensor that [TensorSlice#isPossible] is true of
  public static SliceReading parse(String text, Shape shape) {
    SliceTokens typed = SliceTokens.of(text);
    List<String> parts = new ArrayList<>();
    for (SliceTokens.Token token : typed.tokens()) {
      if (!isPart(token.text())) {
        return new NotUnderstood(token.character());
      }
      parts.add(token.text());
    }
    boolean alone = parts.size() == 1 && !typed.bracketed();
    return new SliceText(shape).read(parts, alone);
  }

  private static boolean isPart(String token) {
    return token.equals(COLON) || ELLIPSES.contains(token) || number(token).isPresent();
  }

  /// An index, negative where it counts from the end; empty for what is none.
  private static OptionalLong number(String token) {
    try {
      return OptionalLong.of(Long.parseLong(token.replace('−', '-')));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private SliceReading read(List<String> typed, boolean alone) {
    if (alone && shape.rank() != 1 && number(typed.getFirst()).isPresent()) {
      return element(number(typed.getFirst()).getAsLong());
    }
    List<String> parts = expanded(typed);
    if (parts.size() != shape.rank()) {
      long found = typed.stream().filter(part -> !ELLIPSES.contains(part)).count();
      return new WrongAxisCount(shape.rank(), (int) found);
    }
    long[] indexes = new long[parts.size()];
    List<Integer> shown = new ArrayList<>();
    for (int axis = 0; axis < indexes.length; axis++) {
      OptionalLong number = number(parts.get(axis));
      if (number.isEmpty()) {
        shown.add(axis);
        continue;
      }
      long typedIndex = number.getAsLong();
      long dimension = shape.dimension(axis);
      indexes[axis] = typedIndex < 0 ? typedIndex + dimension : typedIndex;
      if (indexes[axis] < 0 || Long.compareUnsigned(indexes[axis], dimension) >= 0) {
        return new OutOfRange(axis, typedIndex, dimension);
      }
    }
    return read(indexes, shown);
  }

  /// The parts with the first ellipsis replaced; where others are left, or where it has nothing to
  /// stand for, there are more parts than axes.
  private List<String> expanded(List<String> typed) {
    List<String> parts = new ArrayList<>(typed);
    for (int i = 0; i < typed.size(); i++) {
      if (ELLIPSES.contains(typed.get(i))) {
        parts.remove(i);
        parts.addAll(i, Collections.nCopies(Math.max(0, shape.rank() - parts.size()), COLON));
        return parts;
      }
    }
    return parts;
  }

  private SliceReading read(long[] indexes, List<Integer> shown) {
    if (shown.isEmpty() && indexes.length > 0) {
      return new Element(elementIndex(indexes));
    }
    if (shown.size() != shownAxes) {
      return new NotTwoColons(shownAxes, shown.size());
    }
    int rowAxis = shownAxes == 2 ? shown.getFirst() : SliceAxes.NONE;
    int columnAxis = shownAxes > 0 ? shown.getLast() : SliceAxes.NONE;
    return new Axes(new SliceAxes(rowAxis, columnAxis, Arrays.stream(indexes).boxed().toList()));
  }

  private SliceReading element(long number) {
    long elementCount = shape.elementCount().orElseThrow();
    long index = number < 0 ? number + elementCount : number;
    return index < 0 || index >= elementCount
        ? new BehindLast(number, elementCount)
        : new Element(index);
  }

  private long elementIndex(long[] indexes) {
    long elementIndex = 0;
    for (int axis = 0; axis < indexes.length; axis++) {
      elementIndex = elementIndex * shape.dimension(axis) + indexes[axis];
    }
    return elementIndex;
  }

  /// A typed text, taken apart at its commas.
  ///
  /// @param tokens what stands between the commas; a comma at the end is followed by none
  /// @param bracketed true if there is a bracket at an end
  private record SliceTokens(List<Token> tokens, boolean bracketed) {

    /// The text between two commas.
    ///
    /// @param text without spaces around it; empty where there is nothing
    /// @param character where it begins, from 1
    record Token(String text, int character) {}

    static SliceTokens of(String text) {
      int begin = skipSpaces(text, 0);
      int end = begin + text.substring(begin).stripTrailing().length();
      boolean opened = begin < end && text.charAt(begin) == '[';
      boolean closed = begin < end && text.charAt(end - 1) == ']';
      begin += opened ? 1 : 0;
      end = Math.max(begin, closed ? end - 1 : end);
      List<Token> tokens = new ArrayList<>();
      for (int at = skipSpaces(text, begin); at < end; at = skipSpaces(text, at)) {
        int comma = text.indexOf(',', at);
        int stop = comma < 0 || comma > end ? end : comma;
        tokens.add(new Token(text.substring(at, stop).strip(), at + 1));
        at = stop + 1;
      }
      return new SliceTokens(List.copyOf(tokens), opened || closed);
    }

    private static int skipSpaces(String text, int from) {
      int at = from;
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      return at;
    }
  }
}
