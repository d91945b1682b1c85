package io.github.tensorloupe.survey;

import module java.base;

/// A file to be surveyed.
///
/// @param text the path in lines
/// @param set the set that it is a shard of, as text in lines
/// @param expectedSha256 the name of the blob of a Hugging Face cache that the path leads to
public record SurveyedFile(
    Path path, String text, Optional<String> set, Optional<String> expectedSha256) {

  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final String REPLACEMENT = "\uFFFD";

  /// A file that belongs to no set.
  public static SurveyedFile of(Path path) {
    return of(path, path.toString(), Optional.empty());
  }

  /// A file by its text and its set, as a listing has them; the rest is looked up.
  public static SurveyedFile of(Path path, String text, Optional<String> set) {
    return new SurveyedFile(path, text(path, text), set, blobName(path));
  }

  /// The path in lines. Names may be any bytes: where they are no text, an address tells them
  /// apart.
  static String text(Path path, String text) {
    boolean isText = StandardCharsets.UTF_8.newEncoder().canEncode(text);
    return isText && !text.contains(REPLACEMENT) ? text : path.toUri().toString();
  }

  private static Optional<String> blobName(Path path) {
    if (Files.isSymbolicLink(path)) {
      try {
        Path real = path.toRealPath();
        String name = real.getFileName().toString();
        return Optional.of(name)
            .filter(SHA256.asMatchPredicate())
            .filter(_ -> real.getParent().endsWith("blobs"));
      } catch (IOException e) {
        // Opening it tells why.
      }
    }
    return Optional.empty();
  }
}
