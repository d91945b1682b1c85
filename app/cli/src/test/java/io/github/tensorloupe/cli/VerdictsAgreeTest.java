package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// All commands agree on whether a path can be loaded, and none of them answers about the content
/// of a path that it cannot read.
class VerdictsAgreeTest {

  /// The commands that judge sets of shards, each with its own code.
  private static final List<String> OF_SETS =
      List.of(
          "check",
          "info --summary",
          "quantization",
          "metadata set --dry-run --entry a=b",
          "survey --out NEW.jsonl",
          "library",
          "watch --once");

  private static final List<String> OTHERS =
      List.of(
          "check --values",
          "info",
          "stats",
          "stats --dequantized",
          "metadata show",
          "hash",
          "verify",
          "compare SAME",
          "compare --structure SAME",
          "quantization --json",
          "duplicates",
          "manifest write --force --out NEW.json");

  /// The commands that print an object for each path, and end with 1 if it is refused.
  private static final List<String> REPORTS =
      List.of(
          "check --json",
          "check --values --json",
          "info --json",
          "info --summary --json",
          "stats --json",
          "stats --dequantized --json",
          "metadata show --json",
          "hash --json",
          "verify --json",
          "quantization --json",
          "duplicates --json");

  /// The commands that print an object for each path, and end with 2 if it is refused, because a
  /// comparison needs both sides.
  private static final List<String> COMPARISONS =
      List.of(
          "compare --json SAME", "compare --structure --json SAME", "compare --lora --json SAME");

  @TempDir Path folder;

  /// A clock that advances when a command waits.
  private static final class Clock implements WatchCommand.Pace {

    private long nanos;

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void rest(Duration duration) {
      nanos += duration.toNanos();
    }
  }

  private Ran run(String command, Path path) throws IOException {
    for (String output : new String[] {"NEW.json", "NEW.jsonl"}) {
      Files.deleteIfExists(folder.resolve(output));
    }
    List<String> words = new ArrayList<>(List.of((command + " SAME").split(" ")));
    words.replaceAll(word -> word.equals("SAME") ? path.toString() : word);
    String[] arguments = words.toArray(String[]::new);
    return command.startsWith("watch")
        ? Ran.watch(WatchCommand.Limits.DEFAULT, new Clock(), folder, arguments)
        // The library cache of the user would grow with each test.
        : Ran.with(Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()), folder, arguments);
  }

  /// Returns the commands by whether their exit code is 0.
  private Map<Boolean, List<String>> isFineByCommand(List<String> commands, Path path)
      throws IOException {
    Map<Boolean, List<String>> byResult = new TreeMap<>();
    for (String command : commands) {
      // `watch` requires a folder.
      if (Files.isDirectory(path) || !command.startsWith("watch")) {
        boolean isFine = run(command, path).exitCode() == 0;
        byResult.computeIfAbsent(isFine, _ -> new ArrayList<>()).add(command);
      }
    }
    return byResult;
  }

  private void assertFine(Path path) throws IOException {
    assertThat(isFineByCommand(OF_SETS, path)).as(path.toString()).containsOnlyKeys(true);
  }

  private void assertNotFine(Path path) throws IOException {
    assertThat(isFineByCommand(OF_SETS, path)).as(path.toString()).containsOnlyKeys(false);
  }

  private void assertRefused(Path path) throws IOException {
    assertNotFine(path);
    assertThat(isFineByCommand(OTHERS, path)).as(path.toString()).containsOnlyKeys(false);
    for (String command : new String[] {"quantization", "lora"}) {
      Ran ran = run(command, path);
      assertThat(ran.exitCode()).as(path.toString()).isNotZero();
      assertThat(ran.out()).as(path.toString()).isEmpty();
      assertThat(ran.err()).as(path.toString()).isNotEmpty();
    }
    assertObjects(REPORTS, path, 1);
    assertObjects(COMPARISONS, path, 2);
    if (!Files.isDirectory(path)) {
      // A whole set of shards is not an adapter.
      assertObjects(List.of("lora --json"), path, 1);
    }
  }

  @Test
  void interruptedSaveIsReported() throws IOException {
    Path file =
        new TensorFiles()
            .tensor("m.lora_A.weight", Dtype.F32, TensorFiles.f32(1, 2), 1, 2)
            .tensor("m.lora_B.weight", Dtype.F32, TensorFiles.f32(1, 2), 2, 1)
            .write(Files.createDirectory(folder.resolve("saved")).resolve("a.safetensors"));
    assertFine(file.getParent());

    InterruptedSaves.beginOfRewrite(file);

    for (Path path : List.of(file, file.getParent())) {
      assertNotFine(path);
    }
    assertThat(run("lora", file).exitCode()).isOne();
    for (String command :
        List.of("lora", "lora --base SAME", "compare SAME", "compare --lora SAME", "library")) {
      Ran ran = run(command, file);
      assertThat(ran.out() + ran.err()).as(command).contains("was interrupted");
    }
  }

  @Test
  void interruptedSaveOfAnyShardIsReported() throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    for (String name : List.of("a", "b")) {
      int number = name.charAt(0) - 'a' + 1;
      new TensorFiles()
          .floats(name, 1)
          .write(set.resolve("model-0000%d-of-00002.safetensors".formatted(number)));
    }
    assertThat(run("library", set).exitCode()).isZero();

    InterruptedSaves.beginOfRewrite(set.resolve("model-00002-of-00002.safetensors"));

    assertThat(run("check", set).exitCode()).isOne();
    assertThat(run("library", set).exitCode()).isOne();
    assertThat(run("lora --base " + set, set.resolve("model-00001-of-00002.safetensors")).err())
        .contains("was interrupted");
  }

  @Test
  void indexWithATensorThatNoShardHasIsReported() throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    String shard = "model-0000%d-of-00002.safetensors";
    new TensorFiles().floats("a", 1).write(set.resolve(shard.formatted(1)));
    new TensorFiles().floats("b", 1).write(set.resolve(shard.formatted(2)));
    Path index = set.resolve("model.safetensors.index.json");
    SampleBytes.write(
        index,
        SampleBytes.index(
            "a", shard.formatted(1), "b", shard.formatted(2), "c", shard.formatted(2)));

    for (String command : List.of("check", "library", "watch --once")) {
      assertThat(run(command, set).exitCode()).as(command).isOne();
    }
  }

  private void assertObjects(List<String> commands, Path path, int exitCode) throws IOException {
    for (String command : commands) {
      Ran ran = run(command, path);
      String what = command + " " + path;
      assertThat(ran.exitCode()).as(what).isEqualTo(exitCode);
      assertThat(ran.out()).as(what).isNotEmpty();
      for (JsonNode object : ran.objects()) {
        String text = object.path(object.has("path") ? "path" : "a").asText();
        assertThat(text)
            .as(what)
            .startsWith(Files.isDirectory(path) ? path.toString() : path.getParent().toString());
      }
    }
  }

  private int indexWrite(Path set) throws IOException {
    return run("index write --dry-run", set).exitCode();
  }

  private Path set(String name, String pattern, int... numbers) throws IOException {
    Path set = Files.createDirectories(folder.resolve(name));
    for (int number : numbers) {
      new TensorFiles().floats("t" + number, 1, 2).write(set.resolve(pattern.formatted(number)));
    }
    return set;
  }

  @Test
  void aSetIsWholeOrIncompleteForEveryCommand() throws IOException {
    List<String> patterns =
        List.of(
            "model-%05d-of-00002.safetensors",
            "model-%05d-of-00002.fp16.safetensors",
            "model.fp16-%05d-of-00002.safetensors",
            "model_%05d_of_00002.safetensors",
            "model_%05d-of-00002.safetensors",
            "model-%06d-of-000002.safetensors",
            "shard-00001-model-%05d-of-00002.safetensors",
            "%05d-of-00002.safetensors",
            "model.%05d-of-00002.safetensors",
            "MODEL-%05d-OF-00002.SAFETENSORS",
            "model-%05d-of-00002.SafeTensors");
    List<Path> incomplete = new ArrayList<>();
    for (int i = 0; i < patterns.size(); i++) {
      Path whole = set("whole/" + i, patterns.get(i), 1, 2);
      assertThat(indexWrite(whole)).as(patterns.get(i)).isZero();
      assertThat(run("compare --structure SAME", whole).exitCode()).as(patterns.get(i)).isZero();
      incomplete.add(set("incomplete/cut" + i, patterns.get(i), 2));
      incomplete.add(set("incomplete/gap" + i, patterns.get(i), 1, 3));
      incomplete.add(set("incomplete/beyond" + i, patterns.get(i), 1, 2, 3));
    }

    assertFine(folder.resolve("whole"));
    Path all = folder.resolve("incomplete");
    assertNotFine(all);
    assertThat(
            run("check --json", all).objects().stream()
                .filter(each -> each.get("kind").asText().equals("set"))
                .map(each -> each.get("verdict").asText()))
        .hasSameSizeAs(incomplete)
        .containsOnly("refused");
    assertThat(run("info --summary --json", all).texts("verdict"))
        .hasSameSizeAs(incomplete)
        .containsOnly("refused");
    assertThat(run("watch --once --json", all).texts("verdict"))
        .hasSameSizeAs(incomplete)
        .containsOnly("refused");
    assertThat(run("library --json", all).texts("state"))
        .hasSameSizeAs(incomplete)
        .containsOnly("incomplete");
    assertThat(run("quantization", all).out()).isEmpty();
    run("survey --out NEW.jsonl", all);
    assertThat(
            Files.readAllLines(folder.resolve("NEW.jsonl")).stream()
                .filter(line -> line.contains("shard-number-gap"))
                .map(line -> line.replaceFirst("\"message\".*", ""))
                .distinct())
        .hasSameSizeAs(incomplete);
    for (Path each : incomplete) {
      assertThat(indexWrite(each)).as(each.toString()).isEqualTo(2);
      assertThat(run("compare --structure SAME", each).exitCode()).as(each.toString()).isEqualTo(2);
    }
  }

  @Test
  void aFileWithAnotherNameIsAloneForEveryCommand() throws IOException {
    for (String pattern :
        new String[] {
          "model-%d-of-2.safetensors",
          "model-%04d-of-0002.safetensors",
          "model%05d-of-00002.safetensors",
          "model-%05dof00002.safetensors",
          "other-%05d-of-00001.safetensors"
        }) {
      set("lone", pattern, 1);
    }

    assertFine(folder.resolve("lone"));
  }

  @Test
  void aNumberBeyondTheCountIsReported() throws IOException {
    Ran ran = run("check --json", set("set", "model-%05d-of-00002.safetensors", 1, 2, 3));
    Ran zeroBased = run("check --json", set("zero", "model-%05d-of-00002.safetensors", 0, 1));
    Ran single = run("check --json", set("one", "model-%05d-of-00001.safetensors", 2));

    assertThat(ran.texts("verdict")).containsExactly("refused", "ok", "ok", "ok");
    JsonNode finding = ran.objects().getFirst().get("findings").get(0);
    assertThat(finding.get("code").asText()).isEqualTo("shard-number-gap");
    assertThat(finding.get("message").asText()).contains("model-00003-of-00002.safetensors");
    assertThat(zeroBased.exitCode()).isZero();
    assertThat(single.exitCode()).isEqualTo(1);
  }

  @Test
  void aFolderWithTheNameOfAShardIsNotTheShardForAnyCommand() throws IOException {
    String pattern = "model-%05d-of-00002.safetensors";
    Path counted = set("sets/counted", pattern, 2);
    Path indexed = set("sets/indexed", pattern, 2);
    Files.write(
        indexed.resolve("model.safetensors.index.json"),
        SampleBytes.index("t1", pattern.formatted(1), "t2", pattern.formatted(2)));
    for (Path each : new Path[] {counted, indexed}) {
      Files.createDirectory(each.resolve(pattern.formatted(1)));
      assertNotFine(each);
    }
  }

  @Test
  void twoSetsInOneFolderAreJudgedByThemselves() throws IOException {
    Path both = set("both", "model-%05d-of-00002.safetensors", 1, 2);
    set("both", "model.fp16-%05d-of-00002.safetensors", 1, 2);
    assertThat(indexWrite(both)).isZero();
    assertThat(run("library --json", both).texts("state")).containsOnly("complete").hasSize(2);
    assertThat(run("watch --once --json", both).texts("verdict")).containsExactly("ok", "ok");

    Files.delete(both.resolve("model.fp16-00002-of-00002.safetensors"));
    assertNotFine(both);
    assertThat(indexWrite(both)).isEqualTo(2);
    assertThat(run("library --json", both).texts("state"))
        .containsExactlyInAnyOrder("complete", "incomplete");
    assertThat(run("watch --once --json", both).texts("verdict"))
        .containsExactlyInAnyOrder("ok", "refused");
  }

  @Test
  void upperCaseNamesAreFoundByEveryCommand() throws IOException {
    Path upper = set("upper", "MODEL%d.SAFETENSORS", 1);
    assertFine(upper);
    assertThat(run("check --json", upper).texts("kind")).containsExactly("safetensors");

    Path damaged = set("damaged", "MODEL%d.SAFETENSORS", 1);
    Files.write(damaged.resolve("MODEL1.SAFETENSORS"), new byte[] {1});
    assertNotFine(damaged);

    Path indexed = set("indexed", "MODEL-%05d-OF-00002.SAFETENSORS", 1);
    String shard = "MODEL-%05d-OF-00002.SAFETENSORS";
    Files.write(
        indexed.resolve("MODEL.SAFETENSORS.INDEX.JSON"),
        SampleBytes.index("t1", shard.formatted(1), "t2", shard.formatted(2)));
    assertNotFine(indexed);
    assertThat(Ran.codes(run("check --json", indexed).objects().getFirst()))
        .containsExactly("shard-missing");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aLinkToAFolderAboveLeadsNoCommandOutOfTheFolder() throws IOException {
    set("", "outside%d.safetensors", 1);
    Path inside = set("inside", "m%d.safetensors", 1);
    Files.createSymbolicLink(inside.resolve("up"), folder);

    for (String command :
        new String[] {"check --json", "info --json", "library --json", "watch --once --json"}) {
      assertThat(run(command, inside).texts("path"))
          .as(command)
          .containsExactly(inside + "/m1.safetensors");
    }
  }

  @Test
  void setsWithABrokenIndexOrShardAreRefusedByEveryCommand() throws IOException {
    String pattern = "model-%05d-of-00002.safetensors";
    String index = "model.safetensors.index.json";
    Path missing = set("missing", pattern, 1);
    Files.write(
        missing.resolve(index),
        SampleBytes.index("t1", pattern.formatted(1), "t2", pattern.formatted(2)));
    Path unusable = set("unusable", pattern, 1, 2);
    Files.writeString(unusable.resolve(index), "{");
    Path damaged = set("damaged", pattern, 1, 2);
    cut(damaged.resolve(pattern.formatted(2)));

    for (Path each : new Path[] {missing, unusable, damaged, missing.resolve(index)}) {
      assertRefused(each);
    }
    assertObjects(List.of("lora --json"), missing, 1);
    assertObjects(List.of("lora --json"), unusable, 1);
  }

  private static void cut(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 3));
  }

  @Test
  void filesThatAreRefusedAreRefusedByEveryCommand() throws IOException {
    byte[] whole = SampleBytes.floats(1, 2);
    Map<String, byte[]> contents =
        Map.of(
            "empty", new byte[0],
            "zeros", new byte[64],
            "pickle", new byte[] {(byte) 0x80, 2, '}', 'q', 0, '.', 0, 0, 0, 0, 0, 0},
            "zip", Arrays.copyOf(new byte[] {'P', 'K', 3, 4}, 64),
            "page", "<!DOCTYPE html><html></html>".getBytes(StandardCharsets.UTF_8),
            "pointer",
                "version https://git-lfs.github.com/spec/v1\n".getBytes(StandardCharsets.UTF_8),
            "truncated", Arrays.copyOf(whole, whole.length - 1),
            "cut", Arrays.copyOf(whole, 20),
            "trailing", Arrays.copyOf(whole, whole.length + 1));
    for (Map.Entry<String, byte[]> each : contents.entrySet()) {
      Path file =
          SampleBytes.write(folder.resolve(each.getKey() + "/x.safetensors"), each.getValue());
      assertRefused(file);
    }
    assertThat(run("watch --once --json", folder).texts("verdict"))
        .hasSameSizeAs(contents.keySet())
        .containsOnly("refused");
  }

  @Test
  void pathsThatCannotBeReadAreReportedByEveryCommand() throws IOException {
    for (Path each :
        new Path[] {
          folder.resolve("missing.safetensors"), folder.resolve("x.safetensors.index.json")
        }) {
      assertObjects(REPORTS, each, 2);
      assertObjects(List.of("lora --json"), each, 2);
      assertObjects(COMPARISONS, each, 2);
    }
  }

  @Test
  void foldersWithoutCheckpointsAreRefusedByEveryCommand() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));

    assertObjects(REPORTS, empty, 1);
    assertObjects(COMPARISONS, empty, 2);
    assertObjects(List.of("lora --json"), empty, 1);
  }

  @Test
  void noCommandAnswersAboutTheInvalidConformanceFiles() throws IOException {
    Path invalid = SharedFolder.file("conformance/invalid").toAbsolutePath().normalize();
    List<String> names;
    try (Stream<Path> files = Files.list(invalid)) {
      names = files.map(Path::toString).sorted().toList();
    }
    assertThat(names).hasSizeGreaterThan(400);

    assertThat(run("watch --once --json", invalid).texts("verdict"))
        .hasSameSizeAs(names)
        .containsOnly("refused");
    assertThat(run("library --json", invalid).texts("state")).doesNotContain("complete");
    Ran quantization = run("quantization", invalid);
    assertThat(quantization.exitCode()).isEqualTo(1);
    assertThat(quantization.out()).isEmpty();
    assertThat(names).allMatch(quantization.err()::contains);
  }
}
