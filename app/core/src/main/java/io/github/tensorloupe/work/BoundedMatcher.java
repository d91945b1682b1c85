package io.github.tensorloupe.work;

import module java.base;

/// Matches regular expressions from files against text from files with a bound on the total work,
/// against exponential backtracking, stack overflow and millions of expressions. Thread-safe.
public final class BoundedMatcher {

  /// The maximum number of steps of all matches, about ten seconds of work.
  private static final long MAX_STEPS = 1L << 30;

  /// The maximum number of steps of one match of a short text. The limit for a long text is
  /// [#MAX_READINGS] times its length.
  private static final int MAX_MATCH_STEPS = 1 << 20;

  private static final int MAX_READINGS = 16;

  /// The length of an expression from which reading a character counts as several steps. A class of
  /// N ranges tests each character N times.
  private static final int LONG_EXPRESSION = 512;

  /// The number of steps charged for compiling an expression, about a microsecond.
  private static final int COMPILE_STEPS = 128;

  /// Shorter texts and parts are searched without a table.
  private static final int MIN_LINEAR_LENGTH = 64;

  private final AtomicLong steps = new AtomicLong();
  private final AtomicReference<String> unmatched = new AtomicReference<>();

  private static final class LimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /// A text that counts its character reads and throws [LimitException] at the limit.
  ///
  /// @param cost the number of steps per character
  private record Text(String text, AtomicLong steps, long cost, long limit)
      implements CharSequence {

    @Override
    public char charAt(int index) {
      long step = steps.addAndGet(cost);
      if (step > limit) {
        throw new LimitException();
      } else if (step % MAX_MATCH_STEPS < cost) {
        Cancellation.ofThread().check();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int begin, int end) {
      return text.subSequence(begin, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /// Applies an operation to a matcher.
  ///
  /// @param expression the expression to report if matching fails
  /// @return the result, or empty if the pattern is invalid or a limit is reached
  /// @throws CancellationException if the calling thread's work was cancelled
  public <T> Optional<T> apply(
      String expression, Supplier<Pattern> pattern, String text, Function<Matcher, T> operation) {
    if (takeSteps(expression)) {
      long maxSteps = Math.max(MAX_MATCH_STEPS, (long) MAX_READINGS * text.length());
      long factor = expression.length() / LONG_EXPRESSION;
      long cost = 1 + factor * factor;
      Text limited = new Text(text, steps, cost, Math.min(MAX_STEPS, steps.get() + maxSteps));
      try {
        return Optional.of(operation.apply(pattern.get().matcher(limited)));
      } catch (PatternSyntaxException | LimitException | StackOverflowError e) {
        unmatched.compareAndSet(null, expression);
      }
    }
    return Optional.empty();
  }

  /// Counts the work of compiling or comparing an expression. Returns false if the limit of all
  /// matches is reached.
  public boolean takeSteps(String expression) {
    Cancellation.ofThread().check();
    boolean isLeft = steps.addAndGet(COMPILE_STEPS + expression.length()) < MAX_STEPS;
    if (!isLeft) {
      unmatched.compareAndSet(null, expression);
    }
    return isLeft;
  }

  /// Returns true if a text contains a part. Takes linear time, which is counted as work. Returns
  /// false if the limit of all matches is reached.
  public boolean contains(String text, String part) {
    if (steps.addAndGet((long) text.length() + part.length()) >= MAX_STEPS) {
      unmatched.compareAndSet(null, part);
      return false;
    }
    if (Math.min(text.length(), part.length()) < MIN_LINEAR_LENGTH) {
      return text.contains(part);
    }
    // For each end in the part, the length of the longest proper prefix that ends there.
    int[] prefixes = new int[part.length()];
    int length = 0;
    for (int i = 1; i < part.length(); i++) {
      while (length > 0 && part.charAt(i) != part.charAt(length)) {
        length = prefixes[length - 1];
      }
      length += part.charAt(i) == part.charAt(length) ? 1 : 0;
      prefixes[i] = length;
    }
    length = 0;
    for (int i = 0; i < text.length(); i++) {
      while (length > 0 && text.charAt(i) != part.charAt(length)) {
        length = prefixes[length - 1];
      }
      length += text.charAt(i) == part.charAt(length) ? 1 : 0;
      if (length == part.length()) {
        return true;
      }
    }
    return false;
  }

  /// Returns true if the limit of all matches is reached. All later matches return empty.
  public boolean isExhausted() {
    return steps.get() >= MAX_STEPS;
  }

  /// Returns the first expression that could not be matched, or empty.
  public Optional<String> unmatched() {
    return Optional.ofNullable(unmatched.get());
  }
}
