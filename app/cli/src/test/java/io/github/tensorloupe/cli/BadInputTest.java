package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.file;
import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.testing.SampleBytes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BadInputTest {

  private static final int MAX_HEADER_LENGTH = 100_000_000;

  @TempDir Path folder;

  private JsonNode check(String path) {
    return Ran.in(folder, "check", "--json", path).object();
  }

  /// Runs every command on a path and expects it to be unreadable.
  private void assertUnreadable(String path, String code) {
    for (String command : new String[] {"check", "info", "stats"}) {
      Ran json = Ran.in(folder, command, "--json", path);
      assertThat(json.exitCode()).as(command).isEqualTo(2);
      assertThat(json.object().get("path").asText()).as(command).isEqualTo(path);
      assertThat(json.object().get("verdict").asText()).as(command).isEqualTo("unreadable");
      Ran text = Ran.in(folder, command, path);
      assertThat(text.exitCode()).as(command).isEqualTo(2);
      assertThat(text.out() + text.err()).as(command).hasLineCount(command.equals("check") ? 2 : 1);
    }
    assertThat(Ran.codes(check(path))).containsExactly(code);
  }

  @Test
  void emptyFileIsRefused() throws IOException {
    write(folder.resolve("a.safetensors"), new byte[0]);

    assertThat(check("a.safetensors").get("kind").asText()).isEqualTo("empty");
    assertThat(check("a.safetensors").get("error").asText()).isEqualTo("HeaderTooSmall");
    assertThat(check("a.safetensors").get("headerLength").isNull()).isTrue();
  }

  @Test
  void missingPathIsUnreadable() {
    assertUnreadable("gone/a.safetensors", "not-found");
  }

  @Test
  void pathThatCannotBeExaminedIsNotReportedAsMissing() throws IOException {
    Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    Files.createSymbolicLink(folder.resolve("a.safetensors"), Path.of("loop/a"));
    write(folder.resolve("b.safetensors"), SampleBytes.floats(1));

    assertUnreadable("a.safetensors", "read-failed");
    for (String[] arguments :
        new String[][] {
          {"library", "a.safetensors"},
          {"survey", "a.safetensors", "--out", "table.jsonl"},
          {"verify", "--public-key", "loop/key.pem", "b.safetensors"}
        }) {
      Ran ran = Ran.in(folder, arguments);
      assertThat(ran.exitCode()).as(arguments[0]).isEqualTo(2);
      assertThat(ran.out() + ran.err())
          .as(arguments[0])
          .contains(arguments[0].equals("survey") ? "1 other error" : "cannot be read")
          .doesNotContain("does not exist");
    }
  }

  @Test
  void emptyArgumentIsUnreadable() {
    assertUnreadable("", "not-found");
  }

  @Test
  void argumentThatNoFileCanHaveIsUnreadable() {
    assertUnreadable("a\0b", "not-found");
  }

  @Test
  void brokenLinkIsUnreadable() throws IOException {
    Files.createSymbolicLink(folder.resolve("a.safetensors"), Path.of("gone"));

    assertUnreadable("a.safetensors", "not-found");
  }

  @Test
  void brokenLinksInAFolderAreReported() throws IOException {
    Files.createDirectory(folder.resolve("in"));
    Files.createSymbolicLink(folder.resolve("in/a.safetensors"), Path.of("gone"));
    Files.createSymbolicLink(folder.resolve("in/x.safetensors.index.json"), Path.of("gone"));

    Ran ran = Ran.in(folder, "check", "--json", "in");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.texts("verdict")).containsExactly("unreadable", "unreadable");
    assertThat(ran.texts("path"))
        .containsExactly("in/x.safetensors.index.json", "in/a.safetensors");
  }

  @Test
  void linkToItselfIsUnreadable() throws IOException {
    Files.createSymbolicLink(folder.resolve("a.safetensors"), Path.of("a.safetensors"));

    assertUnreadable("a.safetensors", "read-failed");
  }

  @Test
  void folderNamedLikeAFileIsAFolder() throws IOException {
    Files.createDirectory(folder.resolve("a.safetensors"));

    assertThat(check("a.safetensors").get("kind").asText()).isEqualTo("directory");
    assertThat(Ran.codes(check("a.safetensors"))).containsExactly("no-safetensors");
  }

  @Test
  @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void pipeIsNotWaitedFor() throws InterruptedException {
    makePipe(folder.resolve("a.safetensors"));

    assertUnreadable("a.safetensors", "read-failed");
  }

  /// Creates a named pipe, or aborts the test if the system does not support named pipes.
  static void makePipe(Path pipe) throws InterruptedException {
    try {
      Process process = new ProcessBuilder("mkfifo", pipe.toString()).start();
      assumeTrue(process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0, "no mkfifo");
    } catch (IOException e) {
      assumeTrue(false, "no mkfifo");
    }
  }

  @Test
  void whatMayNotBeReadIsUnreadable() throws IOException {
    assumeFalse(System.getProperty("user.name").equals("root"), "root may read everything");
    write(folder.resolve("a.safetensors"), file("{}"));
    Files.createDirectory(folder.resolve("in"));
    for (String name : new String[] {"a.safetensors", "in"}) {
      Files.setPosixFilePermissions(
          folder.resolve(name), PosixFilePermissions.fromString("---------"));
    }

    try {
      assertUnreadable("a.safetensors", "no-permission");
      assertUnreadable("in", "no-permission");
    } finally {
      Files.setPosixFilePermissions(
          folder.resolve("in"), PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void namesInAnyScriptAreReadAndPrinted() throws IOException {
    write(folder.resolve("模型/模型.safetensors"), SampleBytes.bytes((byte) 1));

    Ran ran = Ran.in(folder, "check", "--json", "模型", "模型/模型.safetensors");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("\"path\":\"模型/模型.safetensors\"");
  }

  @Test
  void controlCharactersReachNobodysTerminal() throws IOException {
    String name = "a\u001b[31m\u202eb\n.safetensors";
    String header =
        SampleBytes.entry("\\u001b[2J\\n\\u202e", "U8", "[1]", 0, 1)
            .replaceFirst("\\{", "{\"__metadata__\":{\"\\\\u0007\":\"\\\\u001b]0;x\"},");
    write(folder.resolve(name), file(header, (byte) 1));

    for (String command : new String[] {"check", "info", "stats"}) {
      Ran ran = Ran.in(folder, command, name, name + "gone");
      assertThat(ran.out() + ran.err())
          .as(command)
          .contains("\\u{1B}")
          .doesNotContain("\u001b", "\u202e", "\u0007");
    }
    assertThat(check(name).get("path").asText()).isEqualTo(name);
  }

  @Test
  void colorsAreUsedOnlyWhereTheyAreWanted() throws IOException {
    write(folder.resolve("a.safetensors"), file("{}"));

    assertThat(Ran.inColors(folder, "check", "a.safetensors").out()).contains("\u001b[32mok");
    assertThat(Ran.in(folder, "check", "a.safetensors").out()).doesNotContain("\u001b");
    assertThat(Ran.inColors(folder, "check", "--json", "a.safetensors").out())
        .doesNotContain("\u001b");
  }

  @Test
  void longestHeaderIsRead() throws IOException {
    writePadded(MAX_HEADER_LENGTH);

    JsonNode report = check("a.safetensors");

    assertThat(report.get("verdict").asText()).isEqualTo("ok");
    assertThat(report.get("headerLength").asInt()).isEqualTo(MAX_HEADER_LENGTH);
    assertThat(Ran.codes(report)).contains("large-header");
  }

  @Test
  void headerBeyondTheLimitIsRefusedAndShownAllTheSame() throws IOException {
    writePadded(MAX_HEADER_LENGTH + 1);

    JsonNode info = Ran.in(folder, "info", "--json", "a.safetensors").object();

    assertThat(info.get("error").asText()).isEqualTo("HeaderTooLarge");
    assertThat(info.get("metadata").get("k").asText()).isEqualTo("v");
  }

  /// Writes a header of this length that is mostly padding.
  private void writePadded(int headerLength) throws IOException {
    byte[] spaces = new byte[1 << 20];
    Arrays.fill(spaces, (byte) ' ');
    byte[] text = "{\"__metadata__\":{\"k\":\"v\"}}".getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = Files.newOutputStream(folder.resolve("a.safetensors"))) {
      out.write(
          ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(headerLength).array());
      out.write(text);
      for (int rest = headerLength - text.length; rest > 0; rest -= spaces.length) {
        out.write(spaces, 0, Math.min(rest, spaces.length));
      }
    }
  }

  @Test
  void nameOf30MegabytesIsPrintedWholeAsJsonAndCutForAPerson() throws IOException {
    int length = 30_000_000;
    write(
        folder.resolve("a.safetensors"),
        file(SampleBytes.entry("n".repeat(length), "U8", "[0]", 0, 0)));

    Ran json = Ran.in(folder, "info", "--json", "a.safetensors");
    Ran text = Ran.in(folder, "info", "a.safetensors");

    assertThat(json.exitCode()).isZero();
    assertThat(json.out()).hasSizeGreaterThan(length).hasSizeLessThan(length + 1000);
    assertThat(text.out()).hasSizeLessThan(1000).contains("nnn…");
  }
}
