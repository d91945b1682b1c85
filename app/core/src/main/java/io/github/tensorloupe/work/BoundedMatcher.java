package io.github.tensorloupe.work;

import module java.base;

/// Matches expressions and text from files with bounded work: an expression may backtrack without
/// end, overflow the stack, or be one of millions. Thread-safe.
public final class BoundedMatcher {

  /// Characters read in all matches together, about ten seconds.
  private static final long MAX_STEPS = 1L << 30;

  /// Characters read in one match; of a longer text, [#MAX_READINGS] times its length.
  private static final int MAX_MATCH_STEPS = 1 << 20;

  private static final int MAX_READINGS = 16;

  /// The cost of compiling a short expression, which takes about a microsecond.
  private static final int COMPILE_STEPS = 128;

  private final AtomicLong steps = new AtomicLong();
  private final AtomicReference<String> unmatched = new AtomicReference<>();

  private static final class LimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /// A text that counts the characters that are read.
  private record Text(String text, AtomicLong steps, long limit) implements CharSequence {

    @Override
    public char charAt(int index) {
      long step = steps.incrementAndGet();
      if (step > limit) {
        throw new LimitException();
      } else if (step % MAX_MATCH_STEPS == 0) {
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

  /// Applies an operation to a matcher of the text.
  ///
  /// @param expression to report, if it cannot be matched
  /// @return empty if the pattern is invalid or reaches a limit; then it is [#unmatched()]
  /// @throws CancellationException if the work of the calling thread was cancelled
  public <T> Optional<T> apply(
      String expression, Supplier<Pattern> pattern, String text, Function<Matcher, T> operation) {
    if (takeSteps(expression)) {
      long maxSteps = Math.max(MAX_MATCH_STEPS, (long) MAX_READINGS * text.length());
      Text limited = new Text(text, steps, Math.min(MAX_STEPS, steps.get() + maxSteps));
      try {
        return Optional.of(operation.apply(pattern.get().matcher(limited)));
      } catch (PatternSyntaxException | LimitException | StackOverflowError e) {
        unmatched.compareAndSet(null, expression);
      }
    }
    return Optional.empty();
  }

  /// Counts the work of compiling or comparing an expression.
  ///
  /// @return false if the limit of all matches is reached; then the expression is [#unmatched()]
  public boolean takeSteps(String expression) {
    Cancellation.ofThread().check();
    boolean isLeft = steps.addAndGet(COMPILE_STEPS + expression.length()) < MAX_STEPS;
    if (!isLeft) {
      unmatched.compareAndSet(null, expression);
    }
    return isLeft;
  }

  /// Returns true if the limit of all matches is reached, so that nothing is matched anymore.
  public boolean isExhausted() {
    return steps.get() >= MAX_STEPS;
  }

  /// The first expression that could not be matched.
  public Optional<String> unmatched() {
    return Optional.ofNullable(unmatched.get());
  }
}
