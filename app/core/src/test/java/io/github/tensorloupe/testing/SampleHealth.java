package io.github.tensorloupe.testing;

import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.Repetition;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.format.ByteRange;
import java.util.List;

/// Possible results of a health scan, for tensors with a hundred elements.
public final class SampleHealth {

  private static final int PARTS = 100;
  private static final Occurrences NONE = Occurrences.NONE;

  private SampleHealth() {}

  /// No anomalies.
  public static TensorHealth healthy() {
    return of(NONE, NONE, NONE, Repetition.VARIED, ZeroPages.NONE);
  }

  /// One NaN.
  public static TensorHealth nanAt(long index) {
    return of(new Occurrences(1, index), NONE, NONE, Repetition.VARIED, ZeroPages.NONE);
  }

  /// An infinite first value.
  public static TensorHealth infinite() {
    return of(NONE, new Occurrences(1, 0), NONE, Repetition.VARIED, ZeroPages.NONE);
  }

  /// Only zeros.
  public static TensorHealth allZero() {
    return of(NONE, NONE, new Occurrences(PARTS, 0), Repetition.CONSTANT, ZeroPages.NONE);
  }

  /// A truncated tensor without anomalies.
  public static TensorHealth cut() {
    return of(NONE, NONE, NONE, Repetition.PARTIAL, ZeroPages.NONE);
  }

  /// Equal values.
  public static TensorHealth constant() {
    return of(NONE, NONE, NONE, Repetition.CONSTANT, ZeroPages.NONE);
  }

  /// Equal values, which are the initial value of a norm.
  public static TensorHealth initialOnes() {
    return new TensorHealth(
        PARTS, NONE, NONE, NONE, NONE, NONE, NONE, Repetition.CONSTANT, true, ZeroPages.NONE);
  }

  /// One page of zeros.
  public static TensorHealth zeroPageAt(long byteOffset) {
    ByteRange run = new ByteRange(byteOffset, byteOffset + ZeroPages.PAGE_BYTES);
    return of(NONE, NONE, NONE, Repetition.VARIED, new ZeroPages(1, 1, List.of(run)));
  }

  private static TensorHealth of(
      Occurrences nan,
      Occurrences infinity,
      Occurrences zero,
      Repetition repetition,
      ZeroPages zeroPages) {
    return new TensorHealth(
        PARTS, nan, infinity, NONE, zero, NONE, NONE, repetition, false, zeroPages);
  }
}
