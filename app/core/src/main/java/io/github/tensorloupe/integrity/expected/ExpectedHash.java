package io.github.tensorloupe.integrity.expected;

import module java.base;

/// One thing that is promised about a file.
///
/// @param kind who promises it
/// @param source where it stands: a path or a key of the metadata
/// @param measure what of the file is promised
/// @param expected the promised value: lower-case hex or a decimal number; other text where the
///   source does not say a value of the right form
/// @param binding true if another value means that the promise is broken; otherwise it means that
///   the promise was about another file
public record ExpectedHash(
    ExpectedHashSource kind, String source, Measure measure, String expected, boolean binding) {

  public ExpectedHash {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(source);
    Objects.requireNonNull(measure);
    Objects.requireNonNull(expected);
  }

  ExpectedHash(ExpectedHashSource kind, String source, Measure measure, String expected) {
    this(kind, source, measure, expected, true);
  }
}
