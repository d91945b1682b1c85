package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {

  private static final Path BASH = Path.of("/bin/bash");

  @TempDir Path folder;

  @BeforeEach
  void writeScript() throws IOException {
    assumeTrue(Files.isExecutable(BASH), "there is no /bin/bash");
    Ran ran = Ran.in(folder, "completion", "bash");
    assertThat(ran.exitCode()).isZero();
    Files.writeString(folder.resolve("completion"), ran.out());
  }

  @Test
  void commandsAreCompleted() throws Exception {
    assertThat(complete("tensorloupe", "")).containsAll(CommandLineInterface.commandNames());
    assertThat(complete("tensorloupe", "met")).containsExactly("metadata");
    assertThat(complete("tensorloupe", "metadata", "un")).containsExactly("unset");
  }

  @Test
  void optionsAreCompleted() throws Exception {
    assertThat(complete("tensorloupe", "check", "--v")).containsExactly("--values");
  }

  @Test
  void wordsOfOptionsAreCompletedAsTheyAreTyped() throws Exception {
    assertThat(complete("tensorloupe", "metadata", "apply", "--preset", "strip"))
        .containsExactly("strip-training-data", "strip-all-but-loader-keys");
    assertThat(complete("tensorloupe", "metadata", "set", "--strategy", "in"))
        .containsExactly("in-place");
    assertThat(complete("tensorloupe", "screenshot", "--theme", "d")).containsExactly("dark");
  }

  @Test
  void filesAreLeftToTheShell() throws Exception {
    assertThat(complete("tensorloupe", "check", "mod")).isEmpty();
    assertThat(bash("complete -p tensorloupe")).anyMatch(line -> line.contains("-o default"));
  }

  @Test
  void optionsThatTakeFilesCompleteThem() throws Exception {
    Files.createFile(folder.resolve("model.safetensors"));

    assertThat(complete("tensorloupe", "salvage", "--out", "mod"))
        .containsExactly("model.safetensors");
  }

  @Test
  void zshTakesTheSameScript() {
    assertThat(Ran.in(folder, "completion", "zsh").out())
        .isEqualTo(Ran.in(folder, "completion", "bash").out())
        .contains("ZSH_VERSION");
  }

  /// Returns the completions that bash offers for the last word.
  private List<String> complete(String... words) throws IOException, InterruptedException {
    String array = "'" + String.join("' '", words) + "'";
    return bash(
        "COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE=\"${COMP_WORDS[*]}\";"
                .formatted(array, words.length - 1)
            + " COMP_POINT=${#COMP_LINE}; _complete_tensorloupe; printf '%s\\n"
            + "' \"${COMPREPLY[@]}\"");
  }

  private List<String> bash(String command) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process bash =
        new ProcessBuilder(BASH.toString(), "-c", "source ./completion; " + command)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(folder.resolve("errors").toFile())
            .start();
    assertThat(bash.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return Files.readAllLines(output, StandardCharsets.UTF_8).stream()
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
