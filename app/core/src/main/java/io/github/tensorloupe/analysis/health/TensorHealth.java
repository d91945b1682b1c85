package io.github.tensorloupe.analysis.health;

import module java.base;

/// The result of a health scan of one tensor. Counts are exact numbers of parts: the real and
/// imaginary parts of `C64` elements, otherwise the elements.
///
/// @param partCount the number of scanned parts
/// @param zero zeros of either sign
/// @param subnormal nonzero parts below the smallest normal number; none for integers
/// @param invalid bytes of a `BOOL` other than 0 and 1
/// @param isInitial true if all elements have the harmless value that is usual before training for
///   a tensor of this name
public record TensorHealth(
    long partCount,
    Occurrences nan,
    Occurrences positiveInfinity,
    Occurrences negativeInfinity,
    Occurrences zero,
    Occurrences subnormal,
    Occurrences invalid,
    Repetition repetition,
    boolean isInitial,
    ZeroPages zeroPages) {

  /// Returns true if all bytes of the tensor were scanned.
  public boolean isComplete() {
    return repetition != Repetition.PARTIAL;
  }

  /// Returns true if all elements are zero; always false for an empty or truncated tensor.
  boolean isAllZero() {
    return isComplete() && partCount > 0 && zero.count() == partCount;
  }

  public long nonFiniteCount() {
    return nan.count() + positiveInfinity.count() + negativeInfinity.count();
  }

  /// Returns true if any issue is not harmless.
  public boolean hasProblem() {
    return !issues().stream().allMatch(HealthIssue::isHarmless);
  }

  /// Returns all issues, the worst first, including harmless ones.
  public Set<HealthIssue> issues() {
    EnumSet<HealthIssue> issues = EnumSet.noneOf(HealthIssue.class);
    if (nan.any()) {
      issues.add(HealthIssue.NAN);
    }
    if (positiveInfinity.any() || negativeInfinity.any()) {
      issues.add(HealthIssue.INF);
    }
    if (repetition == Repetition.EXEMPT) {
      // Zero is a valid code in these tensors.
    } else if (isAllZero()) {
      issues.add(isInitial ? HealthIssue.INITIAL_ZEROS : HealthIssue.ALL_ZERO);
    } else {
      if (zeroPages.any()) {
        issues.add(HealthIssue.ZERO_PAGES);
      }
      if (repetition == Repetition.CONSTANT) {
        issues.add(isInitial ? HealthIssue.INITIAL_ONES : HealthIssue.CONSTANT);
      } else if (repetition == Repetition.EQUAL_ROWS) {
        issues.add(HealthIssue.EQUAL_ROWS);
      }
    }
    if (invalid.any()) {
      issues.add(HealthIssue.INVALID_BOOL);
    }
    return issues;
  }
}
