package io.github.tensorloupe.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The options of commands that accept addresses. [ResultCommand] recognizes these commands by the
/// option `--yes`.
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
