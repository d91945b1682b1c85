package io.github.tensorloupe.desktop.pane.overview;

import module java.base;

import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Kind.Trait;
import io.github.tensorloupe.identify.Topic;

/// The memory for the weights of a checkpoint in one precision. A program that runs them needs
/// more, for computations and the context, and quantized formats also store scales.
///
/// @param byteCount more than 0
public record MemoryNeed(Precision precision, long byteCount) {

  /// The precision of the weights in memory.
  public enum Precision {
    STORED,
    BITS_16,
    BITS_8,
    BITS_4
  }

  /// Memory sizes of available graphics cards, in GiB.
  private static final int[] CARDS = {4, 6, 8, 10, 12, 16, 24, 32, 48, 64, 80, 96, 141, 192, 288};

  /// Weights below this size fit on every card.
  private static final long MIN_REPORTED_BYTES = 1L << 29;

  /// The share of a card's memory available for weights; the rest is needed for everything else.
  private static final double USABLE_SHARE = 0.85;

  /// Sizes whose relative difference is smaller are not listed separately.
  private static final double MIN_RELATIVE_DIFFERENCE = 0.03;

  public MemoryNeed {
    if (byteCount <= 0) {
      throw new IllegalArgumentException("no bytes: " + byteCount);
    }
  }

  /// Returns the memory as stored, and in other common precisions; empty if no data are known.
  /// Adapters are added to another model, and are not quantized on their own.
  public static List<MemoryNeed> of(Identity identity) {
    long stored = number(identity, Topic.MEMORY);
    if (stored <= 0) {
      return List.of();
    }
    List<MemoryNeed> needs = new ArrayList<>(List.of(new MemoryNeed(Precision.STORED, stored)));
    long parameters = number(identity, Topic.PARAMETERS);
    Kind kind = identity.kind();
    if (parameters <= 0 || kind == Kind.OPTIMIZER_STATE) {
      return needs;
    }
    long wide = Saturating.product(parameters, 2);
    if (Math.abs((double) wide - stored) > MIN_RELATIVE_DIFFERENCE * stored) {
      needs.add(new MemoryNeed(Precision.BITS_16, wide));
    }
    boolean isQuantizable = !kind.is(Trait.ADAPTER) && kind != Kind.EMBEDDING;
    for (Precision precision : List.of(Precision.BITS_8, Precision.BITS_4)) {
      long narrow = precision == Precision.BITS_8 ? parameters : parameters / 2 + parameters % 2;
      if (isQuantizable && narrow < (1 - MIN_RELATIVE_DIFFERENCE) * stored) {
        needs.add(new MemoryNeed(precision, narrow));
      }
    }
    return needs;
  }

  private static long number(Identity identity, Topic topic) {
    return identity.statement(topic).map(it -> it.number().orElse(0)).orElse(0L);
  }

  /// Returns whether the weights fit on every card.
  public boolean fitsEverywhere() {
    return byteCount < MIN_REPORTED_BYTES;
  }

  /// Returns the memory of the smallest card that can hold the weights and everything else, in GiB;
  /// empty if no card is large enough.
  public OptionalInt cardGibibytes() {
    return IntStream.of(CARDS)
        .filter(it -> byteCount <= it * USABLE_SHARE * (1L << 30))
        .findFirst();
  }
}
