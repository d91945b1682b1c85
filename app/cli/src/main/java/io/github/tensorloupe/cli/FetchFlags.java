package io.github.tensorloupe.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The options of all commands that accept addresses. [ResultCommand] recognizes such commands by
/// these options.
final class FetchFlags {

  static final String YES = "--yes";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = YES)
  private void setYes(boolean isSet) {
    if (isSet) {
      Program.of(spec).addresses.fetchAll();
    }
  }
}
