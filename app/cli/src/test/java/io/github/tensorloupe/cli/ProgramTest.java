package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.save.FileOperations;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramTest {

  private static final Set<String> ABOUT_ALL = Set.of("help", "completion");

  private final Program program =
      new Program(
          new CommandEnvironment(
              Path.of(""), OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false),
          _ -> {},
          FileOperations.ofThisComputer());

  @Test
  void everyNameIsThatOfItsCommand() {
    assertThat(program.with(Program.NAMES).getSubcommands().keySet())
        .containsExactlyElementsOf(Program.NAMES);
    Program.NAMES.forEach(
        name ->
            assertThat(program.with(Program.NAMES).getSubcommands().get(name).getCommandName())
                .isEqualTo(name));
  }

  @Test
  void onlyTheCommandThatIsNamedIsPutTogether() {
    for (String name : Program.NAMES) {
      if (ABOUT_ALL.contains(name)) {
        continue;
      }
      assertThat(program.neededFor(name, "a").getSubcommands()).containsOnlyKeys(name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--help", "--version", "chek", "help", "completion"})
  void whatIsAboutAllCommandsIsAnsweredByAllOfThem(String first) {
    String[] arguments = first.isEmpty() ? new String[0] : new String[] {first};

    assertThat(program.neededFor(arguments).getSubcommands())
        .containsOnlyKeys(Program.NAMES.toArray(String[]::new));
  }

  @Test
  void aGroupHasItsCommands() {
    assertThat(program.neededFor("metadata").getSubcommands().get("metadata").getSubcommands())
        .containsOnlyKeys("show", "set", "unset", "apply", "import", "export");
    assertThat(program.neededFor("manifest").getSubcommands().get("manifest").getSubcommands())
        .containsOnlyKeys("write", "check");
    assertThat(program.neededFor("index").getSubcommands().get("index").getSubcommands())
        .containsOnlyKeys("write");
  }
}
