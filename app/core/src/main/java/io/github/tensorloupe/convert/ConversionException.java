package io.github.tensorloupe.convert;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// Thrown if a conversion is refused. Nothing was written.
public final class ConversionException extends SentenceException {

  private static final long serialVersionUID = 1L;

  /// The reasons for refusing a conversion. Their spelling is stable: scripts depend on it.
  public enum Reason implements Spelled {
    OUT_EXISTS,
    OUT_IS_INPUT,
    NAME_CONFLICT,
    NO_TENSORS,
    TENSOR_UNSUPPORTED,
    QUANTIZED_TENSORS,
    SOURCE_REFUSED,
    SOURCE_CHANGED,
    NO_SPACE,
    NOT_AN_ADAPTER,
    /// The base has no tensor for a module.
    LORA_NO_BASE,
    LORA_DOES_NOT_FIT,
    /// The kind of a module is not supported by the operation.
    LORA_KIND,
    /// A name can be converted in several ways, or in none.
    LORA_AMBIGUOUS,
    NO_DIFFERENCE,
    NO_COMMON_TENSORS,
    FAILED
  }

  private final Reason reason;

  /// @param sentence a complete sentence with a period
  public ConversionException(Reason reason, Sentence sentence) {
    super(sentence);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
