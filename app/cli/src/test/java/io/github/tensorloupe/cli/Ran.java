package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.tensorloupe.save.FileOperations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/// The result of a command.
///
/// @param exitCode the exit code that the process would have
/// @param out standard output
/// @param err standard error
record Ran(int exitCode, String out, String err) {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build();

  /// Runs a command in this process.
  static Ran in(Path folder, String... arguments) {
    return in(folder, false, arguments);
  }

  /// Runs a command as on a terminal that supports colors.
  static Ran inColors(Path folder, String... arguments) {
    return in(folder, true, arguments);
  }

  private static Ran in(Path folder, boolean colors, String... arguments) {
    return in(folder, colors, FileOperations.ofThisComputer(), arguments);
  }

  /// Runs a command with the given file operations.
  static Ran on(FileOperations disk, Path folder, String... arguments) {
    return in(folder, false, disk, arguments);
  }

  /// Runs a command with the given environment variables.
  static Ran with(Map<String, String> variables, Path folder, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandEnvironment environment =
        new CommandEnvironment(folder, variables, out, err, false, false, 80);
    int exitCode = new CommandLineInterface(environment, request -> {}).run(arguments);
    return of(exitCode, out.toByteArray(), err.toByteArray());
  }

  private static Ran in(Path folder, boolean colors, FileOperations disk, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandEnvironment environment = new CommandEnvironment(folder, out, err, colors);
    int exitCode = new CommandLineInterface(environment, request -> {}, disk).run(arguments);
    return of(exitCode, out.toByteArray(), err.toByteArray());
  }

  /// Runs `watch` with the given limits and clock.
  static Ran watch(
      WatchCommand.Limits limits, WatchCommand.Pace pace, Path folder, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandEnvironment environment = new CommandEnvironment(folder, out, err, false);
    Program program = new Program(environment, _ -> {}, FileOperations.ofThisComputer());
    int exitCode =
        new CommandLine(program).addSubcommand(new WatchCommand(limits, pace)).execute(arguments);
    return of(exitCode, out.toByteArray(), err.toByteArray());
  }

  /// Returns the result of a command that has run elsewhere.
  static Ran of(int exitCode, byte[] out, byte[] err) {
    return new Ran(exitCode, text(out), text(err));
  }

  private static String text(byte[] utf8) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError("not UTF-8", e);
    }
  }

  /// Returns the objects on standard output, which must be JSON Lines.
  List<JsonNode> objects() {
    assertThat(out).doesNotContain("\r");
    if (out.isEmpty()) {
      return List.of();
    }
    assertThat(out).endsWith("\n");
    List<JsonNode> objects = new ArrayList<>();
    for (String line : out.substring(0, out.length() - 1).split("\n", -1)) {
      objects.add(object(line));
    }
    return objects;
  }

  /// Returns the only object on standard output.
  JsonNode object() {
    assertThat(objects()).hasSize(1);
    return objects().getFirst();
  }

  private static JsonNode object(String line) {
    try {
      JsonNode object = JSON.readTree(line);
      assertThat(object.isObject()).isTrue();
      return object;
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + line, e);
    }
  }

  /// Returns the codes of the findings in an object of `check`.
  static List<String> codes(JsonNode report) {
    return report.get("findings").valueStream().map(node -> node.get("code").asText()).toList();
  }

  /// Returns the members with this name of all objects, as text.
  List<String> texts(String member) {
    return objects().stream().map(object -> object.get(member).asText()).toList();
  }
}
