package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/// Checks that the program behaves as described in the guide.
///
/// In blocks of `console`, a line with `$` is a command to run, and the following lines are its
/// output, in which `…` matches any lines. Commands in blocks of `sh` are parsed.
class DocsTest {

  private static final Path DOCS = Path.of("../docs");
  private static final Path README = Path.of("../../README.md");
  private static final Pattern LINK =
      Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|srcset)=\"([^\"]+)\"");

  @TempDir Path folder;

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(DOCS)) {
      List<Path> pages =
          files
              .filter(file -> file.toString().endsWith(".md"))
              .sorted()
              .collect(Collectors.toList());
      pages.add(README);
      return pages.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void commandsPrintWhatThePageShows(Path page) throws IOException {
    int exitCode = 0;
    for (Run run : runs(blocks(page, "console"))) {
      if (run.command().equals("echo $?")) {
        assertThat(run.output()).containsExactly(Integer.toString(exitCode));
        continue;
      }
      List<String> words = ShellWords.of(run.command());
      assertThat(words.getFirst()).isEqualTo("tensorloupe");
      Ran ran = Ran.in(folder, words.subList(1, words.size()).toArray(new String[0]));
      exitCode = ran.exitCode();
      assertThat(ran.out()).as(run.command()).matches(pattern(run.output()));
    }
  }

  /// @param output the lines that follow the command
  private record Run(String command, List<String> output) {}

  private static List<Run> runs(List<String> lines) {
    List<Run> runs = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("$ ")) {
        runs.add(new Run(line.substring(2), new ArrayList<>()));
      } else {
        runs.getLast().output().add(line);
      }
    }
    return runs;
  }

  private static Pattern pattern(List<String> output) {
    return Pattern.compile(
        output.stream()
            .map(line -> line.equals("…") ? "(?:.*\n)*" : Pattern.quote(line) + "\n")
            .collect(Collectors.joining()));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void commandsOfThePageCanBeParsed(Path page) throws IOException {
    for (List<String> arguments : DocumentedCommands.runs(blocks(page, "sh"), "")) {
      if (CommandLineInterface.handles(arguments.getFirst())) {
        CommandLine root = DocumentedCommands.root();
        assertThatCode(() -> root.parseArgs(arguments.toArray(new String[0])))
            .as(arguments.toString())
            .doesNotThrowAnyException();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void whatThePageLinksToIsThere(Path page) throws IOException {
    assertThat(LINK.matcher(Files.readString(page)).results().map(DocsTest::target))
        .filteredOn(target -> !target.startsWith("http"))
        .allSatisfy(target -> assertThat(page.resolveSibling(target)).exists());
  }

  private static String target(MatchResult link) {
    String target = link.group(1) == null ? link.group(2) : link.group(1);
    return target.replaceFirst("#.*", "");
  }

  @Test
  void everyPictureAndPageIsLinkedTo() throws IOException {
    StringBuilder links = new StringBuilder();
    for (Path page : pages().toList()) {
      LINK.matcher(Files.readString(page)).results().map(DocsTest::target).forEach(links::append);
    }

    try (Stream<Path> files =
        Stream.concat(Files.list(DOCS), Files.list(DOCS.resolve("pictures")))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.matches(".*\\.(png|md|svg)"))
          .allSatisfy(name -> assertThat(links).contains(name));
    }
  }

  @Test
  void referenceHoldsTheHelpOfAllCommands() throws IOException {
    List<String> reference = Files.readAllLines(DOCS.resolve("command-line.md"));

    assertThat(DocumentedCommands.all().map(DocumentedCommands::help))
        .as("run app/docs/make.sh where this fails")
        .allSatisfy(help -> assertThat(reference).containsSequence(help.lines().toList()));
  }

  /// The hooks of pre-commit run commands, and their patterns match the files in question.
  @Test
  void hooksCheckModelFiles() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("../../.pre-commit-hooks.yaml"));

    assertThat(valuesOf("entry", lines))
        .isNotEmpty()
        .allSatisfy(
            entry -> {
              assertThat(entry).startsWith("tensorloupe ");
              DocumentedCommands.root()
                  .parseArgs((entry + " a").substring("tensorloupe ".length()).split(" "));
            });
    assertThat(valuesOf("files", lines))
        .hasSize(2)
        .satisfies(
            files -> {
              Pattern safetensors = Pattern.compile(files.getFirst());
              assertThat(List.of("m/a.safetensors", "a.SAFETENSORS", "a.safetensors.index.json"))
                  .allMatch(name -> safetensors.matcher(name).find());
              assertThat(List.of("config.json", "a.safetensors.md", "safetensors"))
                  .noneMatch(name -> safetensors.matcher(name).find());
            });
  }

  private static List<String> valuesOf(String key, List<String> lines) {
    String prefix = "  " + key + ": ";
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .toList();
  }

  @Test
  void readmeFitsOnTwoScreens() throws IOException {
    assertThat(Files.readAllLines(README)).hasSizeLessThanOrEqualTo(100);
  }

  /// Returns the lines in the fenced blocks of a language.
  private static List<String> blocks(Path page, String language) throws IOException {
    List<String> lines = new ArrayList<>();
    boolean isInside = false;
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("```")) {
        isInside = line.equals("```" + language);
      } else if (isInside) {
        lines.add(line);
      }
    }
    return lines;
  }
}
