package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.ShardFolder.name;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The timeout detects a watch that does not end.
@Timeout(180)
class WatchCommandTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);

  /// Runs during a rest.
  private interface During {
    /// @param before the number of earlier rests
    void run(int before) throws IOException;
  }

  /// A clock that advances instead of waiting.
  private static final class Leap implements WatchCommand.Pace {

    private During during = _ -> {};

    private long nanos;
    private int rests;

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void rest(Duration duration) {
      nanos += duration.toNanos();
      try {
        during.run(rests++);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @TempDir private Path folder;

  private final Leap leap = new Leap();

  private Path write(String name, float... values) throws IOException {
    Files.createDirectories(folder.resolve(name).getParent());
    return new TensorFiles().floats("t", values).write(folder.resolve(name));
  }

  private static byte[] cut(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    return Arrays.copyOf(bytes, bytes.length - 1);
  }

  private Ran watch(String... arguments) {
    return watch(WatchCommand.Limits.DEFAULT, arguments);
  }

  private Ran watch(WatchCommand.Limits limits, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addFirst("watch");
    return Ran.watch(limits, leap, folder, all.toArray(String[]::new));
  }

  @Test
  void onceChecksEverythingAndEnds() throws IOException {
    write("in/a.safetensors", 1, Float.NaN);
    new ShardFolder(Files.createDirectory(folder.resolve("in/set")))
        .shard(1, 2, "a")
        .shard(2, 2, "b")
        .index("\"total_size\":32", "a", name(1, 2), "b", name(2, 2));

    Ran ran = Ran.in(folder, "watch", "--once", "in");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .isEqualTo(
            SampleBytes.lines(
                "ok          in/a.safetensors  1 tensor, 8 B of data",
                "ok          in/set/model.safetensors.index.json  a sharded checkpoint, 2"
                    + " tensors"));
  }

  @Test
  void nanIsAnErrorIfTheValuesAreRead() throws IOException {
    write("in/a.safetensors", 1, Float.NaN);
    write("in/b.safetensors", 1, 2);

    Ran ran = watch("--once", "--values", "--json", "in");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.texts("path")).containsExactly("in/a.safetensors", "in/b.safetensors");
    assertThat(ran.texts("verdict")).containsExactly("ok", "ok");
    JsonNode finding = ran.objects().getFirst().get("findings").get(0);
    assertThat(finding.get("code").asText()).isEqualTo("nan");
    assertThat(finding.get("file").asText()).isEqualTo("in/a.safetensors");
  }

  @Test
  void theFirstDamagedFileEndsTheWatch() throws IOException {
    SampleBytes.write(folder.resolve("in/a.safetensors"), SampleBytes.file("{\"t\":1}"));
    SampleBytes.write(folder.resolve("in/b.safetensors"), SampleBytes.file("{\"t\":1}"));

    Ran ran = watch("in");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out())
        .startsWith("refused     in/a.safetensors  InvalidHeaderDeserialization")
        .contains("error    ")
        .doesNotContain("b.safetensors");
  }

  @Test
  void aMissingShardIsAnErrorOfItsSet() throws IOException {
    new ShardFolder(Files.createDirectory(folder.resolve("in")))
        .shard(1, 2, "a")
        .index("", "a", name(1, 2), "b", name(2, 2));

    Ran ran = watch(new WatchCommand.Limits(Duration.ofSeconds(3), LONG, LONG), "in", "--json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("path").asText()).isEqualTo("in/model.safetensors.index.json");
    assertThat(Ran.codes(ran.object())).contains("shard-missing");
  }

  @Test
  void aSetWithoutAnIndexIsOneCheckpoint() throws IOException {
    Path in = Files.createDirectory(folder.resolve("in"));
    new ShardFolder(in).shard(1, 2, "a");
    Files.write(in.resolve(name(2, 2)), cut(in.resolve(name(1, 2))));

    Ran ran = watch("--once", "--json", "in");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(Ran.codes(ran.object())).contains("shard-refused", "truncated");
    assertThat(ran.object().get("findings").valueStream().map(each -> each.get("file").asText()))
        .contains("in/model-*-of-00002.safetensors", "in/" + name(2, 2));
    assertThat(watch("--once", "in").out())
        .startsWith("refused     in/model-*-of-00002.safetensors")
        .contains("truncated: The file is truncated");
  }

  @Test
  void halfWrittenFileIsReportedOnceComplete() throws IOException {
    Path whole = write("whole", 1, Float.NaN);
    Path file = SampleBytes.write(folder.resolve("in/a.safetensors"), cut(whole));
    leap.during =
        before -> {
          if (before == 20) {
            Files.write(file, Files.readAllBytes(whole));
          }
        };

    Ran ran = watch("--values", "in", "--json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(Ran.codes(ran.object())).containsExactly("nan");
  }

  @Test
  void onceDoesNotWaitForAnIdleFile() throws IOException {
    SampleBytes.write(folder.resolve("in/a.safetensors"), cut(write("whole", 1)));

    Ran ran = watch(new WatchCommand.Limits(HOUR, HOUR, LONG), "--once", "in", "--json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(Ran.codes(ran.object())).contains("truncated");
  }

  @Test
  void onceDoesNotWaitForEverForAFileThatGrows() throws IOException {
    Path file = write("in/a.safetensors", 1);
    leap.during = _ -> Files.write(file, new byte[1], StandardOpenOption.APPEND);

    Ran ran =
        watch(new WatchCommand.Limits(LONG, Duration.ofSeconds(7), LONG), "--once", "in", "--json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(Ran.codes(ran.object())).contains("trailing-bytes");
    assertThat(leap.rests).as("rests in which it grew").isEqualTo(4);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void programReadsTheFindingAndWatchingContinues() throws IOException {
    write("in/a.safetensors", Float.NaN);
    write("in/b.safetensors", 1);

    Ran ran = run("echo told; cat > \"$0\"; exit 3", "the finding");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.texts("path")).containsExactly("in/a.safetensors", "in/b.safetensors");
    assertThat(new ObjectMapper().readTree(folder.resolve("the finding").toFile()))
        .isEqualTo(ran.objects().getFirst());
    assertThat(ran.err())
        .isEqualTo(
            SampleBytes.lines("told", "tensorloupe: The program /bin/sh ended with exit code 3."));
  }

  /// Runs a script for each checkpoint with errors.
  private Ran run(String script, String... arguments) {
    return run(LONG, script, arguments);
  }

  /// @param limit the maximum duration of the script
  private Ran run(Duration limit, String script, String... arguments) {
    List<String> all =
        new ArrayList<>(
            List.of("--once", "--values", "--json", "--exec", "/bin/sh", "in", "--", "-c", script));
    all.addAll(List.of(arguments));
    return watch(new WatchCommand.Limits(LONG, LONG, limit), all.toArray(String[]::new));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aProgramThatHangsIsEnded() throws IOException {
    write("in/a.safetensors", Float.NaN);

    Ran ran = run(Duration.ofSeconds(2), "sleep 100; echo never");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo("tensorloupe: The program /bin/sh was ended, as it had run for 2 seconds.\n");
  }

  @Test
  void failureBeforeTheFirstDamagedFileSetsTheExitCode() throws IOException {
    Path in = Files.createDirectory(folder.resolve("in"));
    leap.during =
        before -> {
          if (before == 0) {
            Files.delete(in);
          } else if (before == 60) {
            SampleBytes.write(in.resolve("a.safetensors"), SampleBytes.file("{\"t\":1}"));
          }
        };

    Ran ran = watch("in");

    assertThat(ran.out()).contains("in/a.safetensors");
    assertThat(ran.err()).hasLineCount(1);
    assertThat(ran.exitCode()).isEqualTo(2);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void missingProgramIsReportedBeforeWatching() throws IOException {
    write("in/a.safetensors", 1);
    Files.createFile(folder.resolve("mine.sh"));

    for (String program : List.of("no-such-program", "./no-such-program", "in", "")) {
      Ran ran = Ran.in(folder, "watch", "--once", "--exec=" + program, "in");
      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.err())
          .startsWith(
              "tensorloupe: The program \"" + program + "\" does not exist or cannot be run.");
    }
    assertThat(Ran.in(folder, "watch", "--once", "--exec=mine.sh", "in").err())
        .endsWith("write ./mine.sh.\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aProgramThatCannotBeStartedIsAFailure() throws IOException {
    write("in/a.safetensors", Float.NaN);
    Path program = Files.writeString(folder.resolve("bad"), "#!/no/such/shell\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

    Ran ran = Ran.in(folder, "watch", "--values", "--exec=" + program, "in");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err())
        .startsWith("tensorloupe: The program " + program + " cannot be started: ")
        .doesNotContain("Cannot run", " .")
        .hasLineCount(1);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFileThatIsReplacedIsCheckedAgain() throws IOException {
    write("in/a.safetensors", Float.NaN);
    write("in/b.safetensors", 1);
    write("good", 1);

    Ran ran = run("mv good in/a.safetensors");

    assertThat(ran.texts("path"))
        .containsExactly("in/a.safetensors", "in/b.safetensors", "in/a.safetensors");
    assertThat(Ran.codes(ran.objects().getFirst())).contains("nan");
    assertThat(Ran.codes(ran.objects().getLast())).doesNotContain("nan");
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void fileAddedDuringOtherChecksIsCheckedOnce() throws IOException {
    write("in/a.safetensors", Float.NaN);
    write("spare", Float.NaN);

    Ran ran =
        run("mkdir -p in/more; test -e in/more/b.safetensors || mv spare in/more/b.safetensors");

    assertThat(ran.texts("path")).containsExactly("in/a.safetensors", "in/more/b.safetensors");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void argumentsWithoutAProgramAreRefused() throws IOException {
    Ran ran = Ran.in(folder, "watch", ".", "other");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--exec").hasLineCount(1);
  }
}
