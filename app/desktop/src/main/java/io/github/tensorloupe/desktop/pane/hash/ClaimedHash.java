package io.github.tensorloupe.desktop.pane.hash;

import module java.base;

import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.HashKind;

/// A hash that the user has from a web page, a list or a picture. Immutable.
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

  /// Parses a hash. A longer text, such as a line of a checksum list, must contain exactly one
  /// SHA-256. Shorter hashes must be the whole text, except for a prefix like `sha256:` or `0x`.
  ///
  /// @return empty if the text contains no hash or several
  public static Optional<ClaimedHash> read(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    Matcher matcher = SHA256.matcher(lower);
    if (matcher.find()) {
      String digits = matcher.group();
      return matcher.find() ? Optional.empty() : Optional.of(new ClaimedHash(digits));
    }
    String bare = lower.replaceFirst("^(?:sha-?256[:=]\\s*|0x)", "");
    return DIGITS.matcher(bare).matches() ? Optional.of(new ClaimedHash(bare)) : Optional.empty();
  }

  /// Returns true if this is a complete SHA-256.
  public boolean isSha256() {
    return digits.length() == MAX_DIGITS;
  }

  /// Returns the kind of the file's hash that this hash equals or is a prefix of; empty if there is
  /// no such hash.
  public Optional<HashKind> kindIn(FileHashes hashes) {
    return Arrays.stream(HashKind.values())
        .filter(kind -> hashes.get(kind).filter(value -> value.startsWith(digits)).isPresent())
        .findFirst();
  }
}
