package io.github.tensorloupe.text;

import module java.base;

/// The version of this program, which the build writes into a resource.
public final class ProgramVersion {

  private ProgramVersion() {}

  /// Returns the version as the build names it, such as `0.1.0-SNAPSHOT`.
  public static String text() {
    try (InputStream resource = ProgramVersion.class.getResourceAsStream("version.txt")) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
