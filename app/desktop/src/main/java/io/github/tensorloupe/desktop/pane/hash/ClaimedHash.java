package io.github.tensorloupe.desktop.pane.hash;

import module java.base;

import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.HashKind;

/// A hash as somebody has it from a web page, a list or a picture. Immutable.
///
/// @param digits lower-case hex, 8 to 64 of them
public record ClaimedHash(String digits) {

  private static final int MIN_DIGITS = 8;
  private static final int MAX_DIGITS = 64;
  private static final Pattern SHA256 = Pattern.compile("(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])");
  private static final Pattern DIGITS =
      Pattern.compile("[0-9a-f]{" + MIN_DIGITS + "," + MAX_DIGITS + "}");

  public ClaimedHash {
    if (!DIGITS.matcher(digits).matches()) {
      throw new IllegalArgumentException(digits);
    }
  }

  /// Reads it from a text. Of a longer text, such as a line of a checksum list, the one SHA-256 in
  /// it counts; shorter hashes must stand alone, with `sha256:` or `0x` before them at most.
  ///
  /// @return empty where there is no hash in it, or more than one
  public static Optional<ClaimedHash> read(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    Matcher found = SHA256.matcher(lower);
    if (found.find()) {
      String digits = found.group();
      return found.find() ? Optional.empty() : Optional.of(new ClaimedHash(digits));
    }
    String bare = lower.replaceFirst("^(?:sha-?256[:=]\\s*|0x)", "");
    return DIGITS.matcher(bare).matches() ? Optional.of(new ClaimedHash(bare)) : Optional.empty();
  }

  /// True if it is a SHA-256 from its first digit to its last.
  public boolean isSha256() {
    return digits.length() == MAX_DIGITS;
  }

  /// Which hash of a file it is; empty where it is none of them. The beginning of a hash counts as
  /// the hash.
  public Optional<HashKind> kindIn(FileHashes hashes) {
    return Arrays.stream(HashKind.values())
        .filter(kind -> hashes.get(kind).filter(value -> value.startsWith(digits)).isPresent())
        .findFirst();
  }
}
