package io.github.tensorloupe.desktop.settings;

import module java.base;

import io.github.tensorloupe.desktop.text.Messages;

/// Up to which size checkpoints can be scanned by themselves, wherever that is chosen.
public final class ScanLimits {

  /// Stands for any size.
  public static final long NONE = Long.MAX_VALUE;

  private static final List<Long> USUAL = List.of(1L << 30, 8L << 30, 32L << 30, 128L << 30, NONE);

  private ScanLimits() {}

  /// The limits to choose from, in bytes, from the smallest on.
  ///
  /// @param chosen is among them, also where it is none of the usual ones
  public static List<Long> with(long chosen) {
    TreeSet<Long> limits = new TreeSet<>(USUAL);
    limits.add(chosen);
    return List.copyOf(limits);
  }

  public static String text(long bytes, Messages messages) {
    return bytes == NONE
        ? messages.text("scan.limit.none")
        : messages.text("scan.limit", messages.chosenBytes(bytes));
  }
}
