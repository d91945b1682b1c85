package io.github.tensorloupe.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The options of all commands that read what lies on a server.
final class FetchFlags {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--yes")
  private void setYes(boolean isGiven) {
    if (isGiven) {
      Program.of(spec).addresses().fetchAll();
    }
  }
}
