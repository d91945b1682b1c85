package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Argument lists composed of all commands, options and kinds of values: they end with an exit code
/// that the help lists, describe errors in sentences, and print JSON if requested.
class ArgumentsFuzzTest extends FuzzTest {

  /// Options that wait, run other programs, or read outside the folder.
  private static final Set<String> NEVER = Set.of("--exec", "--new-process", "--compare");

  private static final String[] VALUES =
      ("a.safetensors|b.safetensors|broken.safetensors|set|set/x.safetensors.index.json|"
              + "gone|t|q||-|--|-1|0|1|2|99999999999999999999|1.5|a=b|=|a=|k=v=w|new.safetensors|"
              + "new.npy|out|map.json|csv|npy|raw|png|auto|in-place|rewrite|640x480|1/2|3/2|0:1|"
              + "[0]|0,:|é|a\0b|bash|en|de|light|.")
          .split("[|]");

  private final CommandLine program =
      new CommandLineInterface(
              new CommandEnvironment(
                  Path.of("."),
                  OutputStream.nullOutputStream(),
                  OutputStream.nullOutputStream(),
                  false),
              _ -> {})
          .documented();

  @Override
  protected int rounds() {
    return 120;
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    Path folder = Files.createDirectories(scratch().resolve("work"));
    makeFiles(folder, input);
    List<String> arguments = arguments(input);
    try {
      Ran ran = Ran.in(folder, arguments.toArray(String[]::new));
      assertThat(ran.exitCode()).as("%s", arguments).isBetween(0, 2);
      assertThat(ran.err())
          .as("%s", arguments)
          .doesNotContain("Internal error", "\tat ", "Exception");
      if (ran.exitCode() == 2) {
        assertThat(ran.out() + ran.err()).as("%s", arguments).isNotBlank();
      }
      boolean isHelp = ran.out().startsWith("Usage:") || arguments.contains("completion");
      // Two hyphens end the options; paths follow.
      boolean isJson =
          arguments.stream().takeWhile(it -> !it.equals("--")).anyMatch("--json"::equals);
      if (isJson && ran.exitCode() < 2 && !isHelp) {
        assertThat(ran.objects()).as("%s", arguments).noneMatch(JsonNode::isEmpty);
      }
    } catch (AssertionError e) {
      throw new AssertionError(arguments.toString(), e);
    } finally {
      delete(folder);
    }
  }

  private static void makeFiles(Path folder, FuzzInput input) throws IOException {
    TensorFiles files = new TensorFiles().metadata("a", "b").floats("t", 1, Float.NaN, 3);
    Path a = files.write(folder.resolve("a.safetensors"));
    files.floats("q", 1).write(folder.resolve("b.safetensors"));
    byte[] broken = Damage.done(Files.readAllBytes(a), 2, input);
    Files.write(folder.resolve("broken.safetensors"), broken);
    Files.writeString(folder.resolve("map.json"), "{\"k\":\"v\"}");
    Path set = Files.createDirectory(folder.resolve("set"));
    Files.copy(a, set.resolve("m.safetensors"));
    Files.write(set.resolve("x.safetensors.index.json"), SampleBytes.index("t", "m.safetensors"));
  }

  private List<String> arguments(FuzzInput input) {
    List<String> arguments = new ArrayList<>();
    CommandLine command = program;
    while (!command.getSubcommands().isEmpty() && input.nextInt(30) > 0) {
      List<String> names = command.getSubcommands().keySet().stream().sorted().toList();
      arguments.add(names.get(input.nextInt(names.size())));
      command = command.getSubcommands().get(arguments.getLast());
    }
    if (arguments.contains("watch")) {
      arguments.add("--once");
    }
    List<OptionSpec> options =
        command.getCommandSpec().options().stream()
            .filter(option -> !NEVER.contains(option.longestName()))
            .toList();
    for (int count = input.nextInt(6); count > 0; count--) {
      if (input.nextInt(3) > 0 && !options.isEmpty()) {
        OptionSpec option = options.get(input.nextInt(options.size()));
        arguments.add(option.longestName());
        for (int i = option.arity().min(); i > 0; i--) {
          arguments.add(input.oneOf(VALUES));
        }
      } else {
        arguments.add(input.oneOf(VALUES));
      }
    }
    return arguments;
  }
}
