package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Thrown if a pickle cannot be loaded, or exceeds a limit.
public final class MalformedPickleException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient Sentence sentence;
  private final FindingCode code;

  /// @param sentence the reason, as a clause without a period
  public MalformedPickleException(Sentence sentence) {
    this(FindingCode.PICKLE_MALFORMED, sentence);
  }

  /// @param code `PICKLE_MALFORMED` or `PICKLE_LIMIT`
  public MalformedPickleException(FindingCode code, Sentence sentence) {
    super(sentence.toString(), null, false, false);
    this.sentence = sentence;
    this.code = code;
  }

  public Sentence sentence() {
    return sentence;
  }

  public FindingCode code() {
    return code;
  }
}
