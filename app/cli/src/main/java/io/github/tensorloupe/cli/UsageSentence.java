package io.github.tensorloupe.cli;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Says what is wrong with arguments, and what was probably meant.
final class UsageSentence {

  private UsageSentence() {}

  /// A sentence about arguments that no command takes.
  static String of(ParameterException failure) {
    String command = failure.getCommandLine().getCommandSpec().qualifiedName();
    return "%s; try \"%s --help\".".formatted(what(failure), command);
  }

  private static String what(ParameterException failure) {
    CommandLine command = failure.getCommandLine();
    List<String> unmatched =
        failure instanceof UnmatchedArgumentException unknown
            ? unknown.getUnmatched()
            : command.getUnmatchedArguments();
    // An unknown option says more than the argument that is missing because of it.
    Optional<String> option = unmatched.stream().filter(text -> text.startsWith("-")).findFirst();
    if (option.isPresent()) {
      return unknown("option", option.get(), command.getCommandSpec().optionsMap().keySet());
    }
    return !unmatched.isEmpty() && !command.getSubcommands().isEmpty()
        ? unknown("command", unmatched.getFirst(), command.getSubcommands().keySet())
        : failure.getMessage();
  }

  private static String unknown(String what, String typed, Collection<String> known) {
    String name = typed.split("=", 2)[0];
    return "Unknown %s: '%s'%s".formatted(what, typed, Spelling.suggestion(name, known));
  }
}
