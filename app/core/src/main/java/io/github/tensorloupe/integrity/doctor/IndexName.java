package io.github.tensorloupe.integrity.doctor;

import module java.base;

/// Names an index and its shards after each other: `model.safetensors.index.json` stands beside
/// `model-00001-of-00003.safetensors`.
public final class IndexName {

  private static final String SUFFIX = ".safetensors.index.json";

  /// A variant such as `fp16` stands before or behind the word `index`.
  private static final Pattern NAME =
      Pattern.compile(
          "(.*)\\.safetensors(\\.[\\w-]+)?\\.index(\\.[\\w-]+)?\\.json", Pattern.DOTALL);

  private IndexName() {}

  /// True if a file name is that of an index.
  public static boolean isIndexName(String fileName) {
    return NAME.matcher(fileName).matches();
  }

  /// The name of the index for shards whose names begin with this.
  static String of(String prefix) {
    return prefix + SUFFIX;
  }

  /// With what the names of the shards of an index begin; empty where it is not named like one.
  static Optional<String> prefixOf(Path index) {
    Matcher matcher = NAME.matcher(String.valueOf(index.getFileName()));
    return matcher.matches()
        ? Optional.of(
            matcher.group(1)
                + Objects.requireNonNullElse(matcher.group(2), "")
                + Objects.requireNonNullElse(matcher.group(3), ""))
        : Optional.empty();
  }
}
