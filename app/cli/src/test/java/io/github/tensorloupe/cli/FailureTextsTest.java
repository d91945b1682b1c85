package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Compares the exact output of each failing command, as text and as JSON, with `failures.txt`.
///
/// A transcript in this file starts with the command after `$`, optionally preceded by the kind of
/// disk. The exit code follows after `=`, then the lines of standard output after `>`, and the
/// lines of standard error after `!`. `FOLDER` is the working directory. Paths are in the form of
/// Unix.
@DisabledOnOs(OS.WINDOWS)
class FailureTextsTest {

  @TempDir private Path folder;

  /// A disk on which operations fail.
  private enum Disk {
    SOUND(List.of(), ""),
    FULL(List.of("create", "createShared"), "No space left on device"),
    WORN(List.of("publish", "rename", "exchange"), "Input/output error");

    private final List<String> failing;
    private final String reason;

    Disk(List<String> failing, String reason) {
      this.failing = failing;
      this.reason = reason;
    }

    static Disk of(String command) {
      return switch (command.substring(0, command.indexOf("$ "))) {
        case "" -> SOUND;
        case "full" -> FULL;
        case "worn" -> WORN;
        default -> throw new AssertionError("no such disk: " + command);
      };
    }

    FileOperations operations() {
      return Intercepted.calls(
          FileOperations.class,
          FileOperations.ofThisComputer(),
          (name, arguments, call) -> {
            if (failing.contains(name)) {
              // The names of temporary files differ between runs.
              throw new FileSystemException("disk", null, reason);
            }
            return call.run();
          });
    }
  }

  static Stream<Named<String>> transcripts() throws IOException {
    try (InputStream in = FailureTextsTest.class.getResourceAsStream("failures.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.split("\n\n")).map(each -> Named.of(command(each), each.strip()));
    }
  }

  private static String command(String transcript) {
    return transcript.lines().findFirst().orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void failureMatchesItsTranscript(String transcript) throws IOException {
    writeFiles();
    Map<String, String> before = contents();

    assertThat(transcriptOf(command(transcript))).isEqualTo(transcript);
    assertThat(contents()).as("nothing is written").isEqualTo(before);
  }

  @Test
  void eachCommandHasATranscriptForPeopleAndOneForPrograms() throws IOException {
    List<String> commands = transcripts().map(Named::getName).toList();

    assertThat(commands).doesNotHaveDuplicates();
    for (String command : commands) {
      assertThat(commands).as("with and without --json").contains(otherForm(command));
    }
    for (String name :
        List.of(
            "check",
            "watch",
            "survey",
            "info",
            "stats",
            "hash",
            "verify",
            "compare",
            "duplicates",
            "library",
            "recover",
            "repair",
            "salvage",
            "export",
            "demo",
            "metadata show",
            "metadata set",
            "metadata unset",
            "metadata import",
            "metadata export",
            "index write",
            "manifest write",
            "manifest check")) {
      assertThat(commands).as(name).anyMatch(each -> each.startsWith("$ " + name + " "));
    }
  }

  private static String otherForm(String command) {
    String json = " --json";
    return command.endsWith(json)
        ? command.substring(0, command.length() - json.length())
        : command + json;
  }

  private void writeFiles() throws IOException {
    Path whole =
        new TensorFiles()
            .metadata("k", "v")
            .floats("t", 1, 2, 3)
            .floats("u", 4)
            .write(folder.resolve("a.safetensors"));
    byte[] bytes = Files.readAllBytes(whole);
    Files.write(folder.resolve("cut.safetensors"), Arrays.copyOf(bytes, bytes.length - 1));
    Files.write(folder.resolve("long.safetensors"), Arrays.copyOf(bytes, bytes.length + 3));
    Files.writeString(folder.resolve("text"), "this is no such file");
    Files.writeString(folder.resolve("there"), "here already");
    Files.writeString(folder.resolve("map.json"), "{\"n\":\"1\"}");
    Files.writeString(folder.resolve("bad.json"), "{\"n\":1}");
    Files.writeString(folder.resolve("bad.manifest"), "no manifest");
    Files.createDirectory(folder.resolve("empty"));
    Path set = Files.createDirectory(folder.resolve("set"));
    new TensorFiles().floats("x", 1).write(set.resolve("m-00001-of-00002.safetensors"));
    Files.write(
        set.resolve("m.safetensors.index.json"),
        SampleBytes.index(
            "x", "m-00001-of-00002.safetensors", "y", "m-00002-of-00002.safetensors"));
    Path shards = Files.createDirectory(folder.resolve("shards"));
    for (int shard = 1; shard <= 2; shard++) {
      new TensorFiles()
          .floats("x" + shard, shard)
          .write(shards.resolve("m-0000%d-of-00002.safetensors".formatted(shard)));
    }
    Files.createLink(folder.resolve("linked.safetensors"), Files.copy(whole, folder.resolve("b")));
    Path blob = Files.createDirectories(folder.resolve("models--a--b/blobs"));
    Files.copy(whole, blob.resolve("0".repeat(64)));
  }

  private Map<String, String> contents() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        contents.put(
            folder.relativize(path).toString(),
            Files.readString(path, StandardCharsets.ISO_8859_1));
      }
    }
    return contents;
  }

  private String transcriptOf(String command) {
    String[] arguments = command.substring(command.indexOf("$ ") + 2).split(" ");
    Ran ran = Ran.on(Disk.of(command).operations(), folder, arguments);
    StringBuilder transcript = new StringBuilder(command + "\n= " + ran.exitCode() + "\n");
    ran.out().lines().forEach(line -> transcript.append("> ").append(line).append('\n'));
    ran.err().lines().forEach(line -> transcript.append("! ").append(line).append('\n'));
    return transcript.toString().replace(folder.toString(), "FOLDER").strip();
  }
}
