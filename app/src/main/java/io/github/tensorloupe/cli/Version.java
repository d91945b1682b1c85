package io.github.tensorloupe.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/// The version of this program, which the build writes into a resource.
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    try (InputStream resource = Version.class.getResourceAsStream("version.txt")) {
      String version = new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
      return new String[] {"TensorLoupe " + version};
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
