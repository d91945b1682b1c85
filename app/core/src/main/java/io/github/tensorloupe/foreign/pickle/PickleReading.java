package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The result of interpreting a pickle.
///
/// @param root the value of the pickle; empty if it is malformed or exceeds a limit
/// @param globals the classes and functions that the pickle names, in their order
/// @param uses the instructions that name a class or function that is not allowed
/// @param findings the findings about the classes and functions, and the reason of a missing root
/// @param end the offset after the last instruction
public record PickleReading(
    PickleBytes bytes,
    Optional<PickleValue> root,
    List<PickleGlobal> globals,
    GlobalUses uses,
    List<Finding> findings,
    int end) {

  /// Interprets the pickle at the beginning of the bytes.
  ///
  /// @throws CancellationException if cancelled
  public static PickleReading read(
      PickleBytes bytes, PickleLoader loader, Cancellation cancellation) throws IOException {
    GlobalTable globals = new GlobalTable();
    PickleInterpreter interpreter = new PickleInterpreter(bytes, loader, globals, cancellation);
    Optional<PickleValue> root = Optional.empty();
    List<Finding> damage = new ArrayList<>();
    try {
      root = Optional.of(interpreter.run());
    } catch (MalformedPickleException e) {
      int at = interpreter.begin();
      Sentence sentence =
          e.code() == FindingCode.PICKLE_LIMIT
              ? Sentence.of(
                  "The pickle exceeds a limit of this program at offset {0}: {1}.",
                  at, e.sentence())
              : Sentence.of("The pickle is malformed at offset {0}: {1}.", at, e.sentence());
      damage.add(new Finding(e.code(), sentence, Optional.empty(), bytes.range(at, 1)));
    } catch (OutOfMemoryError e) {
      // The values of a hostile pickle may need more than the free memory.
      Sentence sentence = Sentence.of("The pickle needs more than the free memory.");
      damage.add(Finding.of(FindingCode.PICKLE_LIMIT, sentence));
    }
    List<Finding> findings = new ArrayList<>(globals.findings(bytes));
    findings.addAll(damage);
    return new PickleReading(
        bytes, root, globals.all(), globals.uses(), findings, interpreter.end());
  }

  /// Returns the reading of a pickle whose bytes cannot be read.
  ///
  /// @param findings the reasons
  public static PickleReading unreadable(List<Finding> findings) {
    PickleBytes none = PickleBytes.of(new byte[0], OptionalLong.empty());
    return new PickleReading(
        none, Optional.empty(), List.of(), new GlobalUses(), List.copyOf(findings), 0);
  }

  /// Interprets a pickle for its findings only, including bytes after its end.
  public static PickleReading analyze(PickleBytes bytes, Cancellation cancellation)
      throws IOException {
    return read(bytes, PickleLoader.UNKNOWN, cancellation).withTrailingData();
  }

  /// Adds the finding for bytes after the end of the pickle.
  public PickleReading withTrailingData() {
    long count = bytes.sourceLength() - end;
    if (root.isEmpty() || count == 0) {
      return this;
    }
    List<Finding> all = new ArrayList<>(findings);
    Sentence sentence =
        Sentence.of(
            "{0} {0#byte follows|bytes follow} the pickle, which loaders ignore (offset {1}).",
            count, end);
    all.add(
        new Finding(
            FindingCode.PICKLE_TRAILING_DATA, sentence, Optional.empty(), bytes.range(end, count)));
    return new PickleReading(bytes, root, globals, uses, List.copyOf(all), end);
  }
}
