package io.github.tensorloupe.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The options of all commands that take addresses, by which [ResultCommand] knows them.
final class FetchFlags {

  static final String YES = "--yes";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = YES)
  private void setYes(boolean isGiven) {
    if (isGiven) {
      Program.of(spec).addresses.fetchAll();
    }
  }
}
