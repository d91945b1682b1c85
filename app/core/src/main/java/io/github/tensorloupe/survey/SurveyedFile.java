package io.github.tensorloupe.survey;

import module java.base;

/// A file to survey.
///
/// @param text the path as written in lines
/// @param set the set of a shard as written in lines, or empty for other files
/// @param expectedSha256 the SHA-256 in the blob name if the path is a link in a Hugging Face
///   cache, otherwise empty
public record SurveyedFile(
    Path path, String text, Optional<String> set, Optional<String> expectedSha256) {

  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final String REPLACEMENT = "\uFFFD";

  /// Creates a file that does not belong to a set.
  public static SurveyedFile of(Path path) {
    return of(path, path.toString(), Optional.empty());
  }

  /// Creates a file. Reads the link, if any, to determine the expected hash.
  public static SurveyedFile of(Path path, String text, Optional<String> set) {
    return new SurveyedFile(path, text(path, text), set, blobName(path));
  }

  /// Returns the path as written in lines. File names may be arbitrary bytes: a path that is not
  /// valid text becomes a `file:` URI, so that different paths remain different.
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
        // Opening the file will report the reason.
      }
    }
    return Optional.empty();
  }
}
