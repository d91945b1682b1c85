package io.github.tensorloupe.cli;

import io.github.tensorloupe.text.ProgramVersion;
import picocli.CommandLine.IVersionProvider;

/// The version as `--version` prints it.
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"TensorLoupe " + ProgramVersion.text()};
  }
}
