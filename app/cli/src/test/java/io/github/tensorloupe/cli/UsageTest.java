package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "unknown",
        "--unknown",
        "check",
        "check --unknown x",
        "stats x --tensor",
        "info --json --json x",
        "demo",
        "demo a b",
        "screenshot x",
        "screenshot x --out y --size 10",
        "screenshot x --out y --size 319x240",
        "screenshot x --out y --size 320x239",
        "screenshot x --out y --size 4097x4096",
        "screenshot x --out y --size 99999999999x600",
        "screenshot x --out y --scale 3",
        "screenshot x --out y --pane nowhere",
        "screenshot x --out y --theme blue"
      })
  void wrongUsageIsOneSentenceAndExitCode2(String line) {
    Ran ran = Ran.in(folder, line.isEmpty() ? new String[0] : line.split(" "));

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("tensorloupe: ").hasLineCount(1).contains("--help");
  }

  @Test
  void textThatNoPathCanBeIsNamedWithoutAnExceptionOfJava() {
    Ran ran = Ran.in(folder, "salvage", "a.safetensors", "--out", "a\0b");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo(
            "tensorloupe: Invalid value for option '--out': 'a\\u{0}b' is not a valid path; try"
                + " \"tensorloupe salvage --help\".\n");
  }

  /// Arguments that are not UTF-8 reach the program with replaced bytes.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo d\uFFFD",
        "manifest write d\uFFFD",
        "index write d\uFFFD",
        "metadata set --entry a=b d\uFFFD/a.safetensors",
        "metadata set --entry a=\uFFFD d/a.safetensors",
        "export d\uFFFD/a.safetensors --tensor t --format raw --out t.raw",
        "recover d\uFFFD",
        "check d\uFFFD",
        "library d\uFFFD",
        "survey d\uFFFD --out t.jsonl",
        "compare d\uFFFD d",
        "verify d --public-key d\uFFFD"
      })
  void nameThatIsNotUtf8DoesNotLeadToAnotherFile(String line) throws IOException {
    Path other = Files.createDirectory(folder.resolve("d\uFFFD"));
    Path file = new TensorFiles().floats("t", 1).write(other.resolve("a.safetensors"));
    Path named = Files.createDirectory(folder.resolve("d"));
    new TensorFiles().floats("t", 1).write(named.resolve("a.safetensors"));
    byte[] before = Files.readAllBytes(file);

    Ran ran = Ran.in(folder, line.split(" "));

    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isEqualTo(2);
    assertThat(ran.out() + ran.err()).contains("UTF-8");
    try (Stream<Path> files = Files.list(other)) {
      assertThat(files).containsExactly(file);
    }
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void nameOfANewFileThatIsNotUtf8IsRefused() {
    Ran ran = Ran.in(folder, "salvage", "a.safetensors", "--out", "b\uFFFD.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("contains bytes that are not UTF-8; choose another name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--help", "-h", "check --help", "info -h", "stats -h", "demo -h", "screenshot -h"})
  void helpGoesToStandardOutput(String line) {
    Ran ran = Ran.in(folder, line.split(" "));

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).startsWith("Usage: tensorloupe");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void helpListsCommandsAndExitCodes() {
    assertThat(Ran.in(folder, "--help").out())
        .contains("check", "info", "stats", "demo", "screenshot", "Exit codes:", "  2   ");
  }

  @Test
  void versionIsThatOfTheBuild() {
    Ran ran = Ran.in(folder, "--version");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).matches("TensorLoupe \\d+\\.\\d+.*\n");
  }

  @Test
  void commandsAndOptionsAreHandledHereAndPathsAreNot() {
    List<String> commands = List.of("check", "info", "stats", "screenshot", "demo");

    assertThat(commands).allMatch(CommandLineInterface::handles);
    assertThat(CommandLineInterface.handles("--version")).isTrue();
    assertThat(CommandLineInterface.handles("model.safetensors")).isFalse();
    assertThat(CommandLineInterface.handles("./check")).isFalse();
    assertThat(CommandLineInterface.handles()).isFalse();
  }

  @Test
  void everythingHelpListsIsHandled() {
    Ran.in(folder, "--help")
        .out()
        .lines()
        .dropWhile(line -> !line.equals("Commands:"))
        .skip(1)
        .takeWhile(line -> !line.isEmpty())
        .map(line -> line.strip().split(" ")[0])
        .forEach(name -> assertThat(CommandLineInterface.handles(name)).as(name).isTrue());
  }

  @Test
  void pathAfterTwoDashesMayStartWithADash() throws IOException {
    SampleBytes.write(folder.resolve("-a.safetensors"), SampleBytes.file("{}"));

    assertThat(Ran.in(folder, "check", "--json", "--", "-a.safetensors").texts("path"))
        .containsExactly("-a.safetensors");
  }

  @Test
  void unknownResultIsNotFineIfTheReaderOfTheOutputHasLeft() {
    Streams streams = new Streams("Broken pipe");

    assertThat(streams.run("check", "--json", "gone")).isEqualTo(2);
    assertThat(streams.err()).isEmpty();
  }

  @Test
  void commandsThatWriteFilesKeepTheirResultThoughTheReaderOfTheOutputHasLeft() throws IOException {
    Path in = Files.createDirectory(folder.resolve("in"));
    new TensorFiles().floats("t", 1).write(in.resolve("a.safetensors"));
    new TensorFiles().floats("t", 2).write(in.resolve("b.safetensors"));
    byte[] whole = Files.readAllBytes(in.resolve("a.safetensors"));
    Files.write(in.resolve("c.safetensors"), Arrays.copyOf(whole, whole.length - 1));
    Streams streams = new Streams("Broken pipe");

    assertThat(streams.run("survey", "in", "--out", "t.jsonl")).isOne();
    assertThat(streams.run("compare", "in/a.safetensors", "in/b.safetensors")).isOne();
    assertThat(streams.run("metadata", "export", "in/c.safetensors", "--to", "m.json")).isOne();
  }

  @Test
  void outputThatCannotBeWrittenIsASentence() {
    Streams streams = new Streams("No space left on device");

    assertThat(streams.run("check", "--json", "gone")).isEqualTo(2);
    assertThat(streams.err())
        .isEqualTo("tensorloupe: Standard output cannot be written: No space left on device.\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Broken pipe", "No space left on device"})
  void filesAreSavedThoughTheOutputTakesNoMore(String failure) throws IOException {
    Path a = new TensorFiles().floats("t", 1).write(folder.resolve("a"));
    Path b = new TensorFiles().floats("t", 1).write(folder.resolve("b"));

    int exitCode = new Streams(failure).run("metadata", "set", "--entry", "new=1", "a", "b");

    assertThat(exitCode).isEqualTo(failure.equals("Broken pipe") ? 0 : 2);
    assertThat(a).content(StandardCharsets.ISO_8859_1).contains("\"new\":\"1\"");
    assertThat(b).content(StandardCharsets.ISO_8859_1).contains("\"new\":\"1\"");
  }

  @Test
  void failureOfASaveIsNotLostWithTheReaderOfTheOutput() throws IOException {
    Path a = new TensorFiles().floats("t", 1).write(folder.resolve("a"));
    Streams streams = new Streams("Broken pipe");

    int exitCode = streams.run("metadata", "set", "--entry", "new=1", "gone", "a");

    assertThat(exitCode).isEqualTo(2);
    assertThat(streams.err()).contains("does not exist");
    assertThat(a).content(StandardCharsets.ISO_8859_1).contains("\"new\":\"1\"");
  }

  @Test
  void filesAreRecoveredThoughTheReaderOfTheOutputHasLeft() throws IOException {
    Path a = InterruptedSaves.beginOfRewrite(folder.resolve("a"));
    Path b = InterruptedSaves.beginOfRewrite(folder.resolve("b"));

    assertThat(new Streams("Broken pipe").run("recover", "a", "b")).isZero();

    assertThat(a).doesNotExist();
    assertThat(b).doesNotExist();
  }

  @Test
  void errorOfTheProgramIsASentenceWithoutAStackTrace() throws IOException {
    SampleBytes.write(folder.resolve("a"), SampleBytes.file("{}"));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandEnvironment environment =
        new CommandEnvironment(folder, OutputStream.nullOutputStream(), err, false);
    Screenshot broken =
        request -> {
          throw new IllegalStateException("two\nlines");
        };

    int exitCode =
        new CommandLineInterface(environment, broken).run("screenshot", "a", "--out", "b.png");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "tensorloupe: Internal error: " + "java.lang.IllegalStateException: two\\u{A}lines.\n");
  }

  /// Streams with a standard output that cannot be written.
  private final class Streams {

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final OutputStream out;

    Streams(String failure) {
      out =
          new OutputStream() {
            @Override
            public void write(int b) throws IOException {
              throw new IOException(failure);
            }
          };
    }

    int run(String... arguments) {
      CommandEnvironment environment = new CommandEnvironment(folder, out, err, false);
      return new CommandLineInterface(environment, request -> {}).run(arguments);
    }

    String err() {
      return err.toString(StandardCharsets.UTF_8);
    }
  }
}
