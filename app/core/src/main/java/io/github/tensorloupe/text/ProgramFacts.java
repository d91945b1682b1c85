package io.github.tensorloupe.text;

import module java.base;

/// Build information of this program.
public final class ProgramFacts {

  private ProgramFacts() {}

  /// Returns the version, such as `0.1.0-SNAPSHOT`.
  public static String version() {
    try (InputStream resource = ProgramFacts.class.getResourceAsStream("version.txt")) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
