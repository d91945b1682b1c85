package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.testing.FinishedProcess;
import io.github.tensorloupe.testing.JavaCommand;
import io.github.tensorloupe.testing.Rounds;
import io.github.tensorloupe.testing.SampleBytes;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Properties that only a separate process shows: streams, encodings, memory.
class ProcessTest {

  private static final Path SHELL = Path.of("/bin/sh");

  @TempDir Path folder;

  static List<String> java(String... options) {
    List<String> command = JavaCommand.of(options);
    command.addAll(List.of("-cp", classPathWithoutJavaFx(), CommandLineProcess.class.getName()));
    return command;
  }

  private static String classPathWithoutJavaFx() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.contains("javafx"))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Ran run(List<String> java, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(java);
    command.addAll(List.of(arguments));
    return run(command, Map.of("LC_ALL", "C"));
  }

  private Ran run(List<String> command, Map<String, String> environment) throws Exception {
    FinishedProcess process = FinishedProcess.of(folder, environment, command);
    return new Ran(process.exitCode(), process.output(), process.errors());
  }

  @Test
  void outputIsUtf8WhateverTheEncodingsAre() throws Exception {
    String header = SampleBytes.entry("模型 é \uD83D\uDE00", "U8", "[1]", 0, 1);
    SampleBytes.write(folder.resolve("a.safetensors"), SampleBytes.file(header, (byte) 1));
    List<String> java =
        java(
            "-Dfile.encoding=UTF-16",
            "-Dstdout.encoding=US-ASCII",
            "-Dstderr.encoding=US-ASCII",
            "-Dline.separator=\r\n");

    Ran json = run(java, "info", "--json", "a.safetensors");
    Ran text = run(java, "info", "a.safetensors");
    Ran failure = run(java, "stats", "a.safetensors", "--tensor", "\u00e9");

    assertThat(json.object().get("tensors").get(0).get("name").asText())
        .isEqualTo("模型 é \uD83D\uDE00");
    assertThat(text.out()).contains("模型 é \uD83D\uDE00").doesNotContain("\r");
    assertThat(failure.exitCode()).isEqualTo(2);
    assertThat(failure.err()).hasLineCount(1).doesNotContain("\r");
  }

  @Test
  void argumentWithAnAtSignIsAPathAndNoFileOfArguments() throws Exception {
    SampleBytes.write(folder.resolve("@a.safetensors"), SampleBytes.file("{}"));
    Files.writeString(folder.resolve("a.safetensors"), "other arguments");

    Ran ran = run(java(), "check", "--json", "@a.safetensors");

    assertThat(ran.texts("path")).containsExactly("@a.safetensors");
  }

  @Test
  void exitCodeIsThatOfTheProcess() throws Exception {
    SampleBytes.write(folder.resolve("a.safetensors"), new byte[3]);

    assertThat(run(java(), "check", "a.safetensors").exitCode()).isEqualTo(1);
    assertThat(run(java(), "check", "gone").exitCode()).isEqualTo(2);
    assertThat(run(java(), "--version").exitCode()).isZero();
  }

  @Test
  void newFileIsNamedRelativeToTheWorkingDirectory() throws Exception {
    String header = SampleBytes.entry("a", "U8", "[1]", 0, 1);
    SampleBytes.write(folder.resolve("a.safetensors"), SampleBytes.file(header, (byte) 1));

    Ran ran = run(java(), "convert", "--json", "a.safetensors", "--out", "b.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.objects().getFirst().get("out").asText()).isEqualTo("b.safetensors");
    assertThat(folder.resolve("b.safetensors")).exists();
  }

  @Test
  void headerThatDoesNotFitInMemoryIsUnreadable() throws Exception {
    String value = "x".repeat(40_000_000);
    SampleBytes.write(
        folder.resolve("a.safetensors"),
        SampleBytes.file("{\"__metadata__\":{\"k\":\"" + value + "\"}}"));
    SampleBytes.write(folder.resolve("b.safetensors"), SampleBytes.file("{}"));

    Ran ran = run(java("-Xmx48m"), "check", "--json", "a.safetensors", "b.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.texts("verdict")).containsExactly("unreadable", "ok");
    assertThat(Ran.codes(ran.objects().getFirst())).containsExactly("not-enough-memory");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void readerWhoLeavesEndsTheProcessQuietly() throws Exception {
    assumeTrue(Files.isExecutable(SHELL), "no shell");
    for (int i = 0; i < 3000; i++) {
      SampleBytes.write(folder.resolve("in/" + i + ".safetensors"), SampleBytes.file("{} "));
    }
    String line =
        java().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "))
            + " check --json in | head -n 1";

    Ran ran = run(List.of(SHELL.toString(), "-c", line), Map.of("PATH", "/usr/bin:/bin"));

    assertThat(ran.objects()).hasSize(1);
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void fullDeviceIsASentence() throws Exception {
    assumeTrue(SHELL.toFile().canExecute() && Files.exists(Path.of("/dev/full")), "no /dev/full");
    String line =
        java().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "))
            + " check --json gone > /dev/full";

    Ran ran = run(List.of(SHELL.toString(), "-c", line), Map.of("PATH", "/usr/bin:/bin"));

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err().getBytes(StandardCharsets.UTF_8))
        .asString()
        .startsWith("tensorloupe: Standard output cannot be written")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " --resume"})
  void aSurveyThatCannotWriteLeavesNoFile(String option) throws Exception {
    assumeTrue(SHELL.toFile().canExecute(), "no shell");
    String header = SampleBytes.entry("t".repeat(5000), "U8", "[1]", 0, 1);
    SampleBytes.write(folder.resolve("in/a.safetensors"), SampleBytes.file(header, (byte) 1));
    Path before = Files.createFile(folder.resolve("before.jsonl"));
    // The process may write a single block into a file, but its first lines are longer.
    String line =
        "ulimit -f 1 && "
            + java("-XX:-UsePerfData").stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "))
            + " survey in --out ";

    for (String table : new String[] {"new.jsonl" + option, "before.jsonl --resume"}) {
      Ran ran = run(List.of(SHELL.toString(), "-c", line + table), Map.of("PATH", "/usr/bin:/bin"));

      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err()).contains(".jsonl cannot be written: ");
    }
    assertThat(folder.resolve("new.jsonl")).doesNotExist();
    assertThat(before).isEmptyFile();
  }

  private static List<String> commandsForManyShards() {
    return Rounds.some(
        List.of(
            "duplicates in",
            "info --summary in",
            "manifest write --out m.json in",
            "export in --format safetensors --out out.safetensors --tensor t0 --tensor t599",
            "index write --dry-run in"),
        0);
  }

  /// The limit leaves enough room for classes, Java settings and outputs, which are files too.
  @ParameterizedTest
  @MethodSource("commandsForManyShards")
  void sixHundredShardsNeedFewOpenFiles(String arguments) throws Exception {
    assumeTrue(Files.isExecutable(SHELL), "no shell");
    String[] tensorsAndShards = new String[1200];
    for (int i = 0; i < 600; i++) {
      String name = "model-%05d-of-00600.safetensors".formatted(i + 1);
      String header = SampleBytes.entry("t" + i, "U8", "[1]", 0, 1);
      SampleBytes.write(
          folder.resolve("in").resolve(name), SampleBytes.file(header, (byte) (i % 200)));
      tensorsAndShards[2 * i] = "t" + i;
      tensorsAndShards[2 * i + 1] = name;
    }
    SampleBytes.write(
        folder.resolve("in/model.safetensors.index.json"), SampleBytes.index(tensorsAndShards));
    String line =
        "ulimit -n 80 && "
            + java().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "))
            + " "
            + arguments;

    Ran ran = run(List.of(SHELL.toString(), "-c", line), Map.of("PATH", "/usr/bin:/bin"));

    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
  }
}
