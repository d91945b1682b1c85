package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.save.FileOperations;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTreeTest {

  private static final Set<String> ABOUT_ALL = Set.of("help", "completion");

  private final CommandTree tree =
      new CommandTree(
          new CommandEnvironment(
              Path.of(""), OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false),
          _ -> {},
          FileOperations.ofThisComputer());

  @Test
  void everyNameIsThatOfItsCommand() {
    assertThat(tree.whole().getSubcommands().keySet())
        .containsExactlyElementsOf(CommandTree.names());
    CommandTree.names()
        .forEach(
            name ->
                assertThat(tree.whole().getSubcommands().get(name).getCommandName())
                    .isEqualTo(name));
  }

  @Test
  void onlyTheCommandThatIsNamedIsPutTogether() {
    for (String name : CommandTree.names()) {
      if (ABOUT_ALL.contains(name)) {
        continue;
      }
      assertThat(tree.neededFor(name, "a").getSubcommands()).containsOnlyKeys(name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--help", "--version", "chek", "help", "completion"})
  void whatIsAboutAllCommandsIsAnsweredByAllOfThem(String first) {
    String[] arguments = first.isEmpty() ? new String[0] : new String[] {first};

    assertThat(tree.neededFor(arguments).getSubcommands())
        .containsOnlyKeys(CommandTree.names().toArray(String[]::new));
  }

  @Test
  void aGroupHasItsCommands() {
    assertThat(tree.neededFor("metadata").getSubcommands().get("metadata").getSubcommands())
        .containsOnlyKeys("show", "set", "unset", "apply", "import", "export");
    assertThat(tree.neededFor("manifest").getSubcommands().get("manifest").getSubcommands())
        .containsOnlyKeys("write", "check");
    assertThat(tree.neededFor("index").getSubcommands().get("index").getSubcommands())
        .containsOnlyKeys("write");
  }
}
