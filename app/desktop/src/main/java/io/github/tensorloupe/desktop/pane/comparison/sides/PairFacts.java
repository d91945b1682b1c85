package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;

/// The description of a compared pair.
record PairFacts(TensorPair pair, PairResult result, Messages messages) {

  /// The maximum share of changed elements that looks like damage, if hardly more than one bit of
  /// each differs. Training changes many elements at once.
  private static final double MAX_DAMAGE_SHARE = 1e-4;

  /// The differences of smaller tensors do not indicate their cause.
  private static final long MIN_ELEMENTS = 32;

  private static final double BITS_EACH = 1.5;

  /// A figure and the element that it links to, if any.
  record Fact(String id, String text, OptionalLong element) {}

  private TensorInfo info() {
    return pair.b().or(pair::a).orElseThrow().info();
  }

  ElementType type() {
    return ElementType.of(info().dtype());
  }

  /// Returns a sentence that explains why the elements of a pair have no counterparts.
  static String mismatchReason(TensorPair pair, Messages messages) {
    if (pair.by().isEmpty()) {
      return messages.text(pair.a().isEmpty() ? "compare.sides.only-b" : "compare.sides.only-a");
    }
    boolean hasOneShape = shape(pair.a()).equals(shape(pair.b()));
    return hasOneShape
        ? messages.text("compare.sides.no-bytes")
        : shapes("compare.sides.shapes", pair, messages);
  }

  private static String shapes(String key, TensorPair pair, Messages messages) {
    return messages.text(key, messages.shape(shape(pair.a())), messages.shape(shape(pair.b())));
  }

  private static Shape shape(Optional<TensorRef> side) {
    return side.orElseThrow().info().shape();
  }

  String sentence() {
    return switch (result.change()) {
      case ADDED, REMOVED -> mismatchReason(pair, messages);
      case SHAPE ->
          result.sameBytes().orElse(false)
              ? shapes("compare.bits.reshaped", pair, messages)
              : mismatchReason(pair, messages);
      case SAME_HEADER -> messages.text("compare.bits.wait");
      case UNREADABLE -> messages.text("compare.sides.cut");
      case EQUAL -> messages.text("compare.bits.none");
      case DTYPE, VALUES -> result.figures().map(this::changes).orElse("");
    };
  }

  private String changes(Figures figures) {
    long count = partCount();
    if (isComputed()) {
      return messages.text("compare.bits.dequantized", figures.changed(), count);
    }
    if (result.change() == Change.DTYPE || figures.bits().isEmpty()) {
      return figures.changed() == 0
          ? messages.text("compare.bits.converted.exactly", count)
          : messages.text("compare.bits.converted", figures.changed(), count);
    }
    long codes = figures.changedCodes().orElse(0);
    long bits = figures.bits().get().stream().mapToLong(Long::longValue).sum();
    boolean oneStep = figures.maxUlp().filter(BigInteger.ONE::equals).isPresent();
    boolean isFew = codes <= Math.max(1, MAX_DAMAGE_SHARE * count) && bits <= BITS_EACH * codes;
    String key =
        figures.changed() == 0
            ? "compare.bits.no-value"
            : type().isInteger() || count < MIN_ELEMENTS
                ? "compare.bits.other"
                : isFew
                    ? bits == 1 ? "compare.bits.one" : "compare.bits.few"
                    : figures.changedNonFinite() > 0
                        ? "compare.bits.other"
                        : oneStep ? "compare.bits.step" : "compare.bits.many";
    return messages.text(
        key, codes, count, bits, messages.share((double) codes / Math.max(1, count)));
  }

  /// Returns true if dequantized values were compared, whose bits are not in any file.
  boolean isComputed() {
    return Stream.of(pair.a(), pair.b()).flatMap(Optional::stream).anyMatch(TensorRef::isComputed);
  }

  private long partCount() {
    return result.count().orElse(0) * pair.partsPerElement();
  }

  /// Returns the figures; figures that link to an element come first.
  List<Fact> facts() {
    List<Fact> all = new ArrayList<>();
    result
        .figures()
        .filter(_ -> result.change() != Change.EQUAL)
        .ifPresent(figures -> addFacts(figures, all));
    return all;
  }

  private void addFacts(Figures figures, List<Fact> all) {
    double share = (double) figures.changed() / Math.max(1, partCount());
    OptionalLong first = figures.firstChanged();
    OptionalLong none = OptionalLong.empty();
    all.add(fact("changed", first, figures.changed(), messages.share(share)));
    first.ifPresent(at -> all.add(fact("first", first, index(at))));
    figures.maxAbs().ifPresent(maxAbs -> all.add(largest(maxAbs, figures.maxAbsElement())));
    figures.maxUlp().ifPresent(ulp -> all.add(fact("ulp", none, ulp)));
    figures.relativeL2().ifPresent(norm -> all.add(fact("l2", none, messages.rounded(norm))));
    figures.sqnr().ifPresent(ratio -> all.add(fact("sqnr", none, messages.rounded(ratio))));
    if (figures.signFlips() > 0) {
      all.add(fact("flips", none, figures.signFlips()));
    }
    if (figures.changedNonFinite() > 0) {
      all.add(fact("not-finite", none, figures.changedNonFinite()));
    }
  }

  /// Integers are not rounded.
  private Fact largest(Number maxAbs, OptionalLong at) {
    Object number = maxAbs instanceof BigInteger ? maxAbs : messages.rounded(maxAbs.doubleValue());
    return at.isEmpty()
        ? fact("largest", at, number)
        : fact("largest.at", at, number, index(at.getAsLong()));
  }

  private String index(long element) {
    return new ElementPosition(info(), element).indexText();
  }

  private Fact fact(String word, OptionalLong element, Object... figures) {
    String id = word.replace(".at", "");
    return new Fact(id, messages.text("compare.fact." + word, figures), element);
  }
}
