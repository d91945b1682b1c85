package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.survey.SurveyLine;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SurveyCommandTest {

  private static final String TABLE = "s.jsonl";

  /// To test more: `-Dsurvey.kills=200`.
  private static final int KILLS = Integer.getInteger("survey.kills", 2);

  @TempDir private Path folder;

  private void write(String name, float... values) throws IOException {
    Files.createDirectories(folder.resolve(name).getParent());
    new TensorFiles().floats("t", values).write(folder.resolve(name));
  }

  private List<String> lines(String table) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(folder.resolve(table)));
    lines.sort(null);
    return lines;
  }

  @Test
  void findingsAreReportedByExitCodeAndSummary() throws IOException {
    write("in/a.safetensors", 1, Float.NaN);
    write("in/b.safetensors", 1, 2);

    Ran headers = Ran.in(folder, "survey", "in", "--out", "h.jsonl");
    Ran values = Ran.in(folder, "survey", "in", "--out", TABLE, "--values", "health", "--json");

    assertThat(headers.exitCode()).isZero();
    assertThat(headers.err()).isEmpty();
    assertThat(headers.out()).isEqualTo("h.jsonl: 2 files, 2 tensors\n");
    assertThat(values.exitCode()).isEqualTo(1);
    JsonNode summary = values.object();
    assertThat(summary.get("files").asInt()).isEqualTo(2);
    assertThat(summary.get("badFiles").asInt()).isEqualTo(1);
    assertThat(lines(TABLE)).hasSize(4).noneMatch(line -> line.contains("NaN"));
  }

  @Test
  void whatCannotBeReadIsAFailureAndTheRestIsRead() throws IOException {
    write("in/a.safetensors", 1);
    Files.createSymbolicLink(folder.resolve("in/b.safetensors"), Path.of("gone"));

    Ran ran = Ran.in(folder, "survey", "in", "--out", TABLE);

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEqualTo("s.jsonl: 1 file, 1 tensor, 1 other error\n");
    assertThat(lines(TABLE)).hasSize(3).anyMatch(line -> line.contains("\"not-found\""));
  }

  @Test
  void tableInAFolderThatIsNotThereIsAFailure() throws IOException {
    write("in/a.safetensors", 1);

    Ran ran = Ran.in(folder, "survey", "in", "--out", "gone/table.jsonl");

    assertThat(ran.err())
        .isEqualTo("tensorloupe: The folder of gone/table.jsonl does not exist.\n");
    assertThat(ran.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "in/t.safetensors, has the name of a checkpoint",
    "t.safetensors.index.json, has the name of a checkpoint",
    "in, is a folder",
    "/, is a folder"
  })
  void tableNeedsAFileOfItsOwn(String table, String why) throws IOException {
    write("in/a.safetensors", 1);

    Ran ran = Ran.in(folder, "survey", "in", "--out", table);

    assertThat(ran.err()).startsWith("tensorloupe: " + table + " " + why);
    assertThat(ran.exitCode()).isEqualTo(2);
  }

  @Test
  void existingTableIsResumedOnlyOnRequest() throws IOException {
    write("in/a.safetensors", 1);
    Ran.in(folder, "survey", "in", "--out", TABLE);
    List<String> before = lines(TABLE);
    write("in/b.safetensors", 1);

    Ran refused = Ran.in(folder, "survey", "in", "--out", TABLE);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualTo("tensorloupe: s.jsonl already exists. Use --resume to continue it.\n");
    assertThat(lines(TABLE)).isEqualTo(before);
    Ran resumed = Ran.in(folder, "survey", "in", "--out", TABLE, "--resume");

    assertThat(resumed.out()).isEqualTo("s.jsonl: 2 files, 2 tensors, 1 file from before\n");
    assertThat(lines(TABLE)).containsAll(before).hasSize(4);
    Ran other = Ran.in(folder, "survey", "in", "--out", TABLE, "--resume", "--values", "stats");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err()).contains("--values none");
  }

  @Test
  void partsTogetherAreTheWhole() throws IOException {
    for (int i = 0; i < 20; i++) {
      write("in/" + i % 3 + "/" + i + ".safetensors", i);
    }
    Ran.in(folder, "survey", "in", "--out", "all.jsonl", "--threads", "1");
    List<String> together = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      Ran.in(folder, "survey", "in", "--out", part + ".jsonl", "--part", part + "/3");
      together.addAll(lines(part + ".jsonl"));
    }
    together.sort(null);

    assertThat(together).isEqualTo(lines("all.jsonl"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1/1", "-1/2", "3/2", "0/0", "a/b", "0/99999999999"})
  void otherPartsAreRefused(String part) throws IOException {
    write("in/a.safetensors", 1);

    Ran ran = Ran.in(folder, "survey", "in", "--out", TABLE, "--part", part);

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--part");
    assertThat(folder.resolve(TABLE)).doesNotExist();
  }

  @Test
  void helpNamesEveryColumn() throws IOException {
    String help = Ran.in(folder, "survey", "--help").out();

    for (String kind : List.of("file", "tensor", "error")) {
      byte[] empty = "{\"record\":\"%s\"}".formatted(kind).getBytes(StandardCharsets.UTF_8);
      assertThat(new ObjectMapper().readTree(SurveyLine.of(SurveyLine.parse(empty))).fieldNames())
          .toIterable()
          .allSatisfy(name -> assertThat(help).containsPattern("\\b" + name + "\\b"));
    }
  }

  /// Kills the process at random moments, mostly while it writes.
  @Test
  @Timeout(3600)
  void killedProcessResumesWithoutLostOrDuplicateLines() throws Exception {
    for (int i = 0; i < 100; i++) {
      write("in/" + i % 7 + "/" + i + ".safetensors", new float[2000 + i]);
    }
    TensorFiles many = new TensorFiles();
    for (int i = 0; i < 1500; i++) {
      many.floats("layers." + i + ".weight", i);
    }
    many.write(folder.resolve("in/3/many.safetensors"));
    Files.createLink(
        folder.resolve("in/5/same.safetensors"), folder.resolve("in/3/many.safetensors"));
    Files.createSymbolicLink(folder.resolve("in/gone.safetensors"), Path.of("gone"));
    Path table = folder.resolve(TABLE);
    start().waitFor();
    List<String> undisturbed = lines(TABLE);
    long length = Files.size(table);
    Files.delete(table);
    Random random = new Random(1);
    int finished = 0;
    for (int kills = 0; kills < KILLS; ) {
      long before = table.toFile().length();
      long target = before + random.nextLong(Math.max(1, length - before));
      Process process = start();
      while (process.isAlive() && table.toFile().length() <= target) {
        // Short, so that the process has a processor, and is killed in the middle of its work.
        LockSupport.parkNanos(100_000);
      }
      if (process.isAlive()) {
        kills++;
      }
      process.destroyForcibly().waitFor();
      if (process.exitValue() == ExitCode.FAILURE.number()) {
        assertThat(lines(TABLE)).isEqualTo(undisturbed);
        Files.delete(table);
        finished++;
      }
    }
    assertThat(start().waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(lines(TABLE)).isEqualTo(undisturbed).doesNotHaveDuplicates();
    System.getLogger(getClass().getName())
        .log(
            System.Logger.Level.INFO,
            "{0} kills, {1} surveys, all equal to the undisturbed one",
            KILLS,
            finished + 1);
  }

  private Process start() throws IOException {
    List<String> command = ProcessTest.java();
    command.set(command.size() - 1, CommandLineProcess.class.getName());
    command.addAll(Arrays.asList("survey", "in", "--out", TABLE, "--resume", "--values", "health"));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
