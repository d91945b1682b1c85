package io.github.tensorloupe.format;

import java.util.Objects;
import java.util.Optional;

/// One thing worth telling about a file.
///
/// @param code what kind of thing, stable across versions
/// @param message one sentence for a person: what, where, expected and found
/// @param tensor the name of the tensor it is about, where it is about one
/// @param range the bytes it is about, as file offsets, where there are such bytes
public record Finding(
    FindingCode code, String message, Optional<String> tensor, Optional<ByteRange> range) {

  public Finding {
    Objects.requireNonNull(code);
    Objects.requireNonNull(message);
    Objects.requireNonNull(tensor);
    Objects.requireNonNull(range);
  }

  /// A finding about the file as a whole.
  public static Finding of(FindingCode code, String message) {
    return new Finding(code, message, Optional.empty(), Optional.empty());
  }

  /// A finding about a range of the file.
  public static Finding of(FindingCode code, String message, ByteRange range) {
    return new Finding(code, message, Optional.empty(), Optional.of(range));
  }

  /// How much it matters.
  public Severity severity() {
    return code.severity();
  }
}
