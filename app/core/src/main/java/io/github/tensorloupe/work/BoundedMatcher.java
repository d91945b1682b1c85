package io.github.tensorloupe.work;

import module java.base;

/// Matches regular expressions of files, or text of files, with bounded work: an expression may
/// backtrack without end, overflow the stack, or be one of millions. Thread-safe.
///
/// A match that reaches a limit has no result, and neither have all later ones once the limit of
/// all matches is reached. The first such expression is kept, so that the caller can report it.
public final class BoundedMatcher {

  /// Characters read in all matches together, about ten seconds.
  private static final long MAX_STEPS = 1L << 30;

  /// A match is ended after so many characters, or when all of a longer text was read
  /// [#MAX_READINGS] times. A power of two.
  private static final int MAX_MATCH_STEPS = 1 << 20;

  private static final int MAX_READINGS = 16;
  private static final int MAX_COMPILED = 1000;
  private static final int MAX_EXPRESSION_LENGTH = 10_000;

  private final Map<String, Optional<Pattern>> compiled = new ConcurrentHashMap<>();
  private final AtomicLong steps = new AtomicLong();
  private final AtomicReference<String> unmatched = new AtomicReference<>();

  private static final class LimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;
  }

  /// A text of which only so many characters are read.
  ///
  /// @param steps the only element counts the characters that were read
  private record Text(String text, long[] steps) implements CharSequence {

    @Override
    public char charAt(int index) {
      if ((++steps[0] & MAX_MATCH_STEPS - 1) == 0) {
        Cancellation.ofThread().check();
        if (steps[0] >= (long) MAX_READINGS * text.length()) {
          throw new LimitException();
        }
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
  /// @return empty if it reads too many characters, or its recursion is too deep
  /// @throws CancellationException if the work of the calling thread was cancelled
  public static <T> Optional<T> apply(
      Pattern pattern, String text, Function<Matcher, T> operation) {
    return apply(pattern, new Text(text, new long[1]), operation);
  }

  private static <T> Optional<T> apply(Pattern pattern, Text text, Function<Matcher, T> operation) {
    try {
      return Optional.of(operation.apply(pattern.matcher(text)));
    } catch (LimitException | StackOverflowError e) {
      return Optional.empty();
    }
  }

  /// Tests whether an expression matches, as the operation says.
  ///
  /// @param key what [#unmatched()] returns if there is no result
  /// @return empty if the text cannot be matched with this expression
  /// @throws CancellationException if the work of the calling thread was cancelled
  public Optional<Boolean> test(
      String key, String expression, String text, Function<Matcher, Boolean> operation) {
    Optional<Boolean> result = Optional.empty();
    if (takeSteps(key, expression.length()) && expression.length() <= MAX_EXPRESSION_LENGTH) {
      long[] read = new long[1];
      result =
          compiled(expression).flatMap(pattern -> apply(pattern, new Text(text, read), operation));
      steps.addAndGet(read[0]);
    }
    if (result.isEmpty()) {
      unmatched.compareAndSet(null, key);
    }
    return result;
  }

  private Optional<Pattern> compiled(String expression) {
    Optional<Pattern> pattern = compiled.get(expression);
    if (pattern == null) {
      try {
        pattern = Optional.of(Pattern.compile(expression));
      } catch (PatternSyntaxException | StackOverflowError e) {
        pattern = Optional.empty();
      }
      if (compiled.size() < MAX_COMPILED) {
        compiled.put(expression, pattern);
      }
    }
    return pattern;
  }

  /// Counts the work of a comparison of texts.
  ///
  /// @return false if the limit of all matches is reached; then the key is [#unmatched()]
  /// @throws CancellationException if the work of the calling thread was cancelled
  public boolean takeSteps(String key, int length) {
    Cancellation.ofThread().check();
    boolean isLeft = steps.addAndGet(1 + length / MAX_READINGS) < MAX_STEPS;
    if (!isLeft) {
      unmatched.compareAndSet(null, key);
    }
    return isLeft;
  }

  /// The key of the first expression for which there was no result.
  public Optional<String> unmatched() {
    return Optional.ofNullable(unmatched.get());
  }
}
