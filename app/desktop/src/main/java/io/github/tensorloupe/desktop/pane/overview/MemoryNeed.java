package io.github.tensorloupe.desktop.pane.overview;

import module java.base;

import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Kind.Trait;
import io.github.tensorloupe.identify.Topic;

/// Memory that the weights of a checkpoint take in one precision. They alone: a program that runs
/// them needs more, for what it computes and for the context, and quantized formats keep scales.
///
/// @param byteCount more than 0
public record MemoryNeed(Precision precision, long byteCount) {

  /// The precision that weights are held in.
  public enum Precision {
    STORED,
    BITS_16,
    BITS_8,
    BITS_4
  }

  /// Memories of graphics cards that are sold, in GiB.
  private static final int[] CARDS = {4, 6, 8, 10, 12, 16, 24, 32, 48, 64, 80, 96, 141, 192, 288};

  /// Weights that take less fit everywhere.
  private static final long LEAST_TOLD = 1L << 29;

  /// The share of a card that weights may take, the rest being needed for everything else.
  private static final double USABLE_SHARE = 0.85;

  /// Precisions this near to each other are not told apart.
  private static final double TELLING_SHARE = 0.03;

  public MemoryNeed {
    if (byteCount <= 0) {
      throw new IllegalArgumentException("no bytes: " + byteCount);
    }
  }

  /// The memory as stored, and in other precisions that it is usually turned into; empty where no
  /// data are known. Adapters are added to another model and are not quantized by themselves.
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
    if (Math.abs((double) wide - stored) > TELLING_SHARE * stored) {
      needs.add(new MemoryNeed(Precision.BITS_16, wide));
    }
    boolean isQuantizable = !kind.is(Trait.ADAPTER) && kind != Kind.EMBEDDING;
    for (Precision precision : List.of(Precision.BITS_8, Precision.BITS_4)) {
      long narrow = precision == Precision.BITS_8 ? parameters : parameters / 2 + parameters % 2;
      if (isQuantizable && narrow < (1 - TELLING_SHARE) * stored) {
        needs.add(new MemoryNeed(precision, narrow));
      }
    }
    return needs;
  }

  private static long number(Identity identity, Topic topic) {
    return identity.statement(topic).map(it -> it.number().orElse(0)).orElse(0L);
  }

  /// True if it is so little that every card has it.
  public boolean fitsEverywhere() {
    return byteCount < LEAST_TOLD;
  }

  /// The smallest card whose memory holds the weights and leaves room for the rest, in GiB; empty
  /// where none is large enough.
  public OptionalInt cardGibibytes() {
    return IntStream.of(CARDS)
        .filter(it -> byteCount <= it * USABLE_SHARE * (1L << 30))
        .findFirst();
  }
}
