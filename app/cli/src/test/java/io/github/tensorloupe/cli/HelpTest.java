package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.testing.DemoSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

class HelpTest {

  private static final String LORA = "rich-metadata.safetensors";

  @TempDir Path folder;

  static Stream<CommandLine> commands() {
    return DocumentedCommands.all();
  }

  static Stream<CommandLine> commandsThatDoSomething() {
    return commands().filter(command -> command.getSubcommands().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandOptionAndArgumentIsDescribed(CommandLine command) {
    assertThat(command.getCommandSpec().usageMessage().description()).isNotEmpty();
    assertThat(command.getCommandSpec().args())
        .extracting(ArgSpec::description)
        .allSatisfy(description -> assertThat(String.join("", description)).isNotBlank());
  }

  @ParameterizedTest
  @MethodSource("commandsThatDoSomething")
  void helpListsExitCodesAndExamples(CommandLine command) {
    assertThat(command.getCommandSpec().usageMessage().exitCodeList()).containsKeys("0", "2");
    assertThat(examples(command)).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpFitsIntoEightyColumns(CommandLine command) {
    assertThat(DocumentedCommands.help(command).lines())
        .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(80));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyExampleCanBeParsed(CommandLine command) {
    for (List<String> arguments : examples(command)) {
      if (CommandLineInterface.handles(arguments.getFirst())) {
        assertThatCode(() -> DocumentedCommands.root().parseArgs(arguments.toArray(new String[0])))
            .as(arguments.toString())
            .doesNotThrowAnyException();
      } else {
        assertThat(arguments).allMatch(argument -> argument.endsWith(".safetensors"));
      }
    }
  }

  private static List<List<String>> examples(CommandLine command) {
    return DocumentedCommands.runs(DocumentedCommands.help(command).lines().toList(), "  ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check --values .",
        "watch --once --values .",
        "survey . --out survey.jsonl",
        "info " + LORA,
        "info --summary .",
        "stats --tensor steps nan-and-inf.safetensors",
        "hash " + LORA,
        "verify " + LORA,
        "manifest write " + LORA,
        "compare --structure rich-metadata.safetensors nan-and-inf.safetensors",
        "duplicates .",
        "library .",
        "metadata show " + LORA,
        "metadata set --entry new=1 " + LORA,
        "metadata unset --key new " + LORA,
        "metadata apply --preset add-format-pt " + LORA,
        "metadata export --to map.json " + LORA,
        "export nan-and-inf.safetensors --tensor steps --format npy --out steps.npy",
        "salvage truncated.safetensors --out intact.safetensors",
        "repair truncated.safetensors",
        "index write healthy-sharded",
        "recover .",
        "screenshot . --out window.png",
        "demo new"
      })
  void helpNamesEveryMemberOfTheJson(String line) throws IOException {
    DemoSamples.write(folder);
    String[] words = line.split(" ");

    List<JsonNode> objects = Ran.in(folder, (line + " --json").split(" ")).objects();

    CommandLine command = DocumentedCommands.root().getSubcommands().get(words[0]);
    String help =
        DocumentedCommands.help(
            command.getSubcommands().isEmpty() ? command : command.getSubcommands().get(words[1]));
    assertThat(objects).isNotEmpty();
    assertThat(objects)
        .allSatisfy(
            object ->
                object
                    .fieldNames()
                    .forEachRemaining(
                        name -> assertThat(help).containsPattern("\\b" + name + "\\b")));
  }

  @Test
  void manifestCheckNamesEveryMemberOfTheJson() throws IOException {
    DemoSamples.write(folder);
    Ran.in(folder, "manifest", "write", LORA);
    String help = Ran.in(folder, "manifest", "check", "--help").out();

    assertThat(Ran.in(folder, "manifest", "check", "--json", LORA).objects())
        .isNotEmpty()
        .allSatisfy(
            object ->
                object
                    .fieldNames()
                    .forEachRemaining(
                        name -> assertThat(help).containsPattern("\\b" + name + "\\b")));
  }

  @Test
  void everyCommandIsInOneGroup() {
    assertThat(UsageHelp.GROUPS.stream().flatMap(group -> Stream.of(group.commands())))
        .containsExactlyInAnyOrderElementsOf(CommandLineInterface.commandNames());
    assertThat(DocumentedCommands.root().getSubcommands().keySet())
        .containsExactlyInAnyOrderElementsOf(CommandLineInterface.commandNames());
  }

  @Test
  void helpCommandPrintsWhatTheOptionDoes() {
    assertThat(Ran.in(folder, "help").out()).isEqualTo(Ran.in(folder, "--help").out());
    assertThat(Ran.in(folder, "help", "metadata", "set").out())
        .startsWith("Usage: tensorloupe metadata set")
        .isEqualTo(Ran.in(folder, "metadata", "set", "--help").out());
  }

  @ParameterizedTest
  @CsvSource({
    "chekc a, check",
    "verfiy, verify",
    "metadata shw a, show",
    "check --vlues a, --values",
    "check --vlues, --values",
    "metadata set --entyr=a=b a, --entry",
    "help mtadata, metadata",
    "export a --tensor t --out b --fromat=npy, --format"
  })
  void mistypedWordsAreAnsweredWithTheLikelyOnes(String line, String suggestion) {
    Ran ran = Ran.in(folder, line.split(" "));

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("(did you mean " + suggestion + "?)");
  }

  @Test
  void wordsThatResembleNothingAreAnsweredWithoutASuggestion() {
    assertThat(Ran.in(folder, "check", "--quux", "a").err())
        .isEqualTo("tensorloupe: Unknown option: '--quux'; try \"tensorloupe check --help\".\n");
  }

  @Test
  void mistypedCommandIsNotTreatedAsAPath() {
    assertThat(Arrays.asList("chekc", "metdata", "hlep")).allMatch(CommandLineInterface::handles);
    assertThat(Arrays.asList("models", "weights", "chekc.safetensors", "./chekc"))
        .noneMatch(CommandLineInterface::handles);
  }
}
