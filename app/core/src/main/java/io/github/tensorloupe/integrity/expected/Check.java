package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The comparison of a file with one expected hash.
///
/// @param kind the kind of source
/// @param source a path or a metadata key
/// @param expected the expected value; empty if only the existence of a complete file is expected
/// @param actual the actual value; empty if it is unknown or the file does not exist
/// @param sentence the result, as shown to the user
public record Check(
    ExpectedHashSource kind,
    String source,
    Optional<String> expected,
    Optional<String> actual,
    Result result,
    Sentence sentence) {

  public enum Result implements Spelled {
    MATCH,
    MISMATCH,
    UNKNOWN
  }

  public String message() {
    return sentence.toString();
  }

  /// Returns true if this is a mismatch that also occurs in intact files, because programs differ
  /// in the values that they write into the metadata. Such a mismatch is evidence neither for nor
  /// against damage.
  public boolean isNoSignOfDamage() {
    return result == Result.MISMATCH
        && switch (kind) {
          case SSHS_LEGACY_HASH, MODELSPEC_HASH -> true;
          case SSHS_MODEL_HASH -> expected.equals(Optional.of(FileHashes.SHA256_OF_NOTHING));
          default -> false;
        };
  }

  /// Returns a mismatch if there is one, otherwise a match if there is one, otherwise unknown.
  public static Result worst(List<Check> checks) {
    List<Result> results = checks.stream().map(Check::result).toList();
    return Stream.of(Result.MISMATCH, Result.MATCH)
        .filter(results::contains)
        .findFirst()
        .orElse(Result.UNKNOWN);
  }

  static Check of(
      ExpectedHash expectedHash, Optional<String> actual, Result result, Sentence sentence) {
    return new Check(
        expectedHash.kind(),
        expectedHash.source(),
        Optional.of(expectedHash.expected()),
        actual,
        result,
        sentence);
  }
}
