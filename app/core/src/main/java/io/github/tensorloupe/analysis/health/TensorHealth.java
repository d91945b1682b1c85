package io.github.tensorloupe.analysis.health;

import module java.base;

/// The result of a health scan of one tensor. Counts are exact and over parts: of a `C64` its real
/// and imaginary parts, else the elements.
///
/// @param partCount how many parts were looked at
/// @param zero parts that are zero, of either sign
/// @param subnormal parts that are not zero and below the smallest normal number; never of integers
/// @param invalid bytes of a `BOOL` other than 0 and 1
/// @param isInitial true if all elements have the harmless value with which a tensor of such a name
///   begins
public record TensorHealth(
    long partCount,
    Occurrences nan,
    Occurrences positiveInfinity,
    Occurrences negativeInfinity,
    Occurrences zero,
    Occurrences subnormal,
    Occurrences invalid,
    Sameness sameness,
    boolean isInitial,
    ZeroPages zeroPages) {

  /// True if all bytes of the tensor were there to be looked at.
  public boolean isWhole() {
    return sameness != Sameness.PARTIAL;
  }

  /// True if it holds zeros and nothing else; never of an empty tensor or a part of one.
  public boolean isAllZero() {
    return isWhole() && partCount > 0 && zero.count() == partCount;
  }

  public long nonFiniteCount() {
    return nan.count() + positiveInfinity.count() + negativeInfinity.count();
  }

  /// True if anything is wrong with it, or odd.
  public boolean hasProblem() {
    return !issues().stream().allMatch(HealthIssue::isUsual);
  }

  /// Everything that is wrong with it or only looks like it, the worst first.
  public Set<HealthIssue> issues() {
    EnumSet<HealthIssue> issues = EnumSet.noneOf(HealthIssue.class);
    if (nan.any()) {
      issues.add(HealthIssue.NAN);
    }
    if (positiveInfinity.any() || negativeInfinity.any()) {
      issues.add(HealthIssue.INF);
    }
    if (sameness == Sameness.CODES) {
      // Zeros are as good as any other codes.
    } else if (isAllZero()) {
      issues.add(isInitial ? HealthIssue.INITIAL_ZEROS : HealthIssue.ALL_ZERO);
    } else {
      if (zeroPages.any()) {
        issues.add(HealthIssue.ZERO_PAGES);
      }
      if (sameness == Sameness.CONSTANT) {
        issues.add(isInitial ? HealthIssue.INITIAL_ONES : HealthIssue.CONSTANT);
      } else if (sameness == Sameness.EQUAL_ROWS) {
        issues.add(HealthIssue.EQUAL_ROWS);
      }
    }
    if (invalid.any()) {
      issues.add(HealthIssue.INVALID_BOOL);
    }
    return issues;
  }
}
