package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.testing.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Files of other formats, compared with the results of the libraries that wrote them.
class ForeignCasesTest {

  @TempDir private Path out;

  static Stream<Named<JsonNode>> files() throws IOException {
    return named("convert/foreign.json", "files", "path");
  }

  static Stream<Named<JsonNode>> commands() throws IOException {
    return named("convert/commands.json", "cases", "case");
  }

  private static Stream<Named<JsonNode>> named(String file, String list, String name)
      throws IOException {
    JsonNode all = new ObjectMapper().readTree(SharedFolder.file(file).toFile());
    return stream(all.get(list)).map(each -> Named.of(each.get(name).asText(), each));
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    return list == null ? Stream.of() : StreamSupport.stream(list.spliterator(), false);
  }

  private static Path folder() {
    return SharedFolder.file("convert/foreign.json").getParent();
  }

  @ParameterizedTest
  @MethodSource("files")
  void verdictAndFindingsAreThoseOfTheWriter(JsonNode expected) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("check", "--json"));
    if (expected.path("values").asBoolean()) {
      arguments.add("--values");
    }
    arguments.add(expected.get("path").asText());

    Ran ran = Ran.in(folder(), arguments.toArray(String[]::new));

    JsonNode report = ran.objects().getFirst();
    assertThat(kinds(expected)).contains(report.get("kind").asText());
    assertThat(report.get("verdict")).isEqualTo(expected.get("verdict"));
    assertThat(report.get("dataLength").isNull()).isTrue();
    if (!expected.get("tensorCount").asText().equals("any")) {
      assertThat(report.get("tensorCount").toString())
          .isEqualTo(expected.get("tensorCount").toString());
    }
    assertThat(problems(expected, report.get("findings"))).isEmpty();
    assertThat(ran.exitCode()).isEqualTo(expected.get("exit").asInt());
  }

  private static List<String> kinds(JsonNode expected) {
    return expected.has("kinds")
        ? stream(expected.get("kinds")).map(JsonNode::asText).toList()
        : List.of(expected.get("kind").asText());
  }

  private static List<String> problems(JsonNode expected, JsonNode findings) {
    List<String> problems = new ArrayList<>();
    List<JsonNode> left = new ArrayList<>(stream(findings).toList());
    Set<String> codes = new TreeSet<>();
    for (JsonNode wanted : expected.path("findings")) {
      codes.add(wanted.get("code").asText());
      if (stream(findings).noneMatch(found -> matches(found, wanted))) {
        problems.add("missing: " + wanted);
      }
      left.removeIf(found -> matches(found, wanted));
    }
    boolean isRefused = expected.get("verdict").asText().equals("refused");
    boolean allowsZip = codes.stream().anyMatch(code -> code.startsWith("zip-"));
    left.removeIf(found -> found.get("severity").asText().equals("info"));
    left.removeIf(
        found -> {
          String code = found.get("code").asText();
          return isRefused && (codes.contains(code) || allowsZip && code.startsWith("zip-"));
        });
    left.forEach(found -> problems.add("unexpected: " + found));
    return problems;
  }

  private static boolean matches(JsonNode found, JsonNode wanted) {
    return found.get("code").equals(wanted.get("code"))
        && found.get("severity").equals(wanted.get("severity"))
        && (wanted.path("tensor").isNull()
            || wanted.path("tensor").isMissingNode()
            || found.get("tensor").equals(wanted.get("tensor")))
        && (wanted.path("contains").isMissingNode()
            || wanted.path("contains").isNull()
            || found.get("message").asText().contains(wanted.get("contains").asText()));
  }

  @ParameterizedTest
  @MethodSource("files")
  void tensorsAndTheirBytesAreThoseOfTheWriter(JsonNode expected) throws IOException {
    if (expected.path("anyTensors").asBoolean()) {
      return;
    }
    String path = expected.get("path").asText();

    JsonNode info = Ran.in(folder(), "info", "--json", path).objects().getFirst();

    List<JsonNode> wanted = stream(expected.get("tensors")).toList();
    List<JsonNode> found = stream(info.get("tensors")).toList();
    if (expected.path("order").asBoolean(true)) {
      assertThat(names(found)).isEqualTo(names(wanted));
    } else {
      assertThat(names(found)).containsExactlyInAnyOrderElementsOf(names(wanted));
    }
    List<String> problems = new ArrayList<>();
    for (JsonNode tensor : wanted) {
      String name = tensor.get("name").asText();
      JsonNode listed =
          found.stream().filter(each -> each.get("name").asText().equals(name)).findFirst().get();
      for (String key : List.of("dtype", "shape", "sourceDtype", "sourceShape", "sharesWith")) {
        if (tensor.has(key) && !tensor.get(key).equals(listed.get(key))) {
          problems.add(name + ": " + key + " " + listed.get(key) + ", not " + tensor.get(key));
        }
      }
      boolean isDirect = !listed.get("begin").isNull() && !listed.get("end").isNull();
      JsonNode direct = tensor.path("direct");
      if (direct.isBoolean() && direct.asBoolean() != isDirect) {
        problems.add(name + ": has offsets: " + isDirect);
      }
      String sha256 = tensor.path("sha256").asText("");
      if (tensor.path("sha256").isTextual() && !exported(path, name, false).equals(sha256)) {
        problems.add(name + ": other bytes");
      }
      String values = tensor.path("dequantized").asText("");
      if (tensor.has("dequantized") && !exported(path, name, true).equals(values)) {
        problems.add(name + ": other dequantized values");
      }
    }
    expected
        .path("metadata")
        .properties()
        .forEach(
            entry -> {
              if (!entry.getValue().equals(info.get("metadata").get(entry.getKey()))) {
                problems.add("metadata " + entry + " in " + info.get("metadata"));
              }
            });
    assertThat(problems).isEmpty();
  }

  private static List<String> names(List<JsonNode> tensors) {
    return tensors.stream().map(each -> each.get("name").asText()).toList();
  }

  /// Returns the hash of the exported bytes, or `refused`.
  private String exported(String path, String tensor, boolean isDequantized) throws IOException {
    Path file = out.resolve("tensor");
    Files.deleteIfExists(file);
    List<String> arguments =
        new ArrayList<>(List.of("export", "--tensor", tensor, "--format", "raw", "--out"));
    arguments.add(file.toString());
    if (isDequantized) {
      arguments.add("--dequantized");
    }
    arguments.add(path);
    Ran.in(folder(), arguments.toArray(String[]::new));
    return Files.exists(file) ? sha256(Files.readAllBytes(file)) : "refused";
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void otherCommandsReadTheFile(JsonNode expected) throws IOException {
    List<String> arguments = new ArrayList<>();
    for (JsonNode argument : expected.get("args")) {
      arguments.add(argument.asText().replace("{out}", out.toString()).replace("{}/", ""));
    }
    arguments.add("--json");

    Ran ran = Ran.in(folder(), arguments.toArray(String[]::new));

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(expected.get("exit").asInt());
    List<JsonNode> objects = ran.out().isEmpty() ? List.of() : ran.objects();
    if (expected.has("first")) {
      requireMembers(objects.getFirst(), expected.get("first"));
    }
    if (expected.has("last")) {
      requireMembers(objects.getLast(), expected.get("last"));
    }
    expected
        .path("named")
        .properties()
        .forEach(
            entry ->
                requireMembers(
                    objects.stream()
                        .filter(each -> each.path("name").asText().equals(entry.getKey()))
                        .findFirst()
                        .orElseThrow(),
                    entry.getValue()));
    for (JsonNode finding : expected.path("findings")) {
      assertThat(stream(objects.getFirst().get("findings")))
          .anyMatch(
              found ->
                  found.get("code").equals(finding.get(0))
                      && found.get("tensor").equals(finding.get(1)));
    }
    for (var entry : expected.path("npy").properties()) {
      byte[] file = Files.readAllBytes(out.resolve(entry.getKey()));
      int dataBegin = 10 + (file[8] & 0xff) + ((file[9] & 0xff) << 8);
      byte[] data = Arrays.copyOfRange(file, dataBegin, file.length);
      assertThat(sha256(data)).isEqualTo(entry.getValue().asText());
    }
    if (expected.has("absent")) {
      assertThat(out.resolve(expected.get("absent").asText())).doesNotExist();
    }
  }

  private static void requireMembers(JsonNode found, JsonNode wanted) {
    wanted
        .properties()
        .forEach(
            member -> {
              JsonNode value = found.get(member.getKey());
              if (member.getValue().isDouble()) {
                double number = member.getValue().asDouble();
                assertThat(value.asDouble()).isCloseTo(number, within(1e-9 * Math.abs(number)));
              } else {
                assertThat(value).as(member.getKey()).isEqualTo(member.getValue());
              }
            });
  }
}
