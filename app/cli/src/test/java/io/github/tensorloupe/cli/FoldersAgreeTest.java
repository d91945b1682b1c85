package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/// All commands find the same sets and files in a folder and agree on their verdicts.
class FoldersAgreeTest {

  private static final String SUFFIX = ".safetensors";
  private static final String ROOT = "r";

  @TempDir private Path folder;

  /// Folders, each as a list of files: `~` is `.safetensors`, `^` is `.safetensors.index.json`. An
  /// index has a list of shards after `=`, or `{` if it is unusable. A link has its target after
  /// `>`. A file with `!` is damaged, and a name with `/` at its end is an empty folder.
  private static Stream<String> folders() {
    String two = "m-00001-of-00002~ m-00002-of-00002~";
    String twoOfThree = "m-00001-of-00003~ m-00003-of-00003~";
    String index = "m^=m-00001-of-00002~,m-00002-of-00002~";
    String manyShards =
        IntStream.rangeClosed(1, 200)
            .mapToObj("m-%05d-of-00200~"::formatted)
            .reduce("", (all, shard) -> all + " " + shard)
            .strip();
    return Stream.of(
        // Files.
        "a~",
        "a~ b~ c10~ c9~",
        "A.SAFETENSORS b.SafeTensors",
        "a~ b~! sub/c~",
        "sub/a~ sub/sub/b~! other/c~",
        "model.fp16~ model~ model.bf16~",
        "a.bin b.safetensors.txt c~",
        "unet/diffusion_pytorch_model~ vae/diffusion_pytorch_model~ text/model.fp16~ text/model~",
        // Sets with an index.
        two + " " + index,
        two + " " + index + " a~",
        "m-00001-of-00002~ " + index,
        index,
        two.replace("~", "~!") + " " + index,
        "m-00001-of-00002~! m-00002-of-00002~ " + index,
        "a~ b~ c~ m^=a~,b~",
        "a~ b~ c~ m^=a~,b~ n^=c~",
        "a~ b~ c~ m^=a~,b~ n^=b~,c~",
        "a~ m^=a~,a~",
        "a~ m^={",
        two + " m^={",
        two + " n^={",
        "m-00001-of-00002~ m^={",
        "m-00002-of-00003~ m^=m-00002-of-00003~",
        two + " m-00001-of-00003~ " + index,
        two + " m-00001-of-00003~ m-00002-of-00003~ m-00003-of-00003~ " + index,
        two + " m^=m-00001-of-00002~",
        two + " m^=a~,b~",
        two + " m^=../x~,m-00001-of-00002~",
        "m.fp16-00001-of-00002~ m.fp16-00002-of-00002~ "
            + two
            + " "
            + index
            + " m.safetensors.index.fp16.json=m.fp16-00001-of-00002~,m.fp16-00002-of-00002~",
        "m-00001-of-00002.fp16~ m-00002-of-00002.fp16~ "
            + two
            + " m.fp16^=m-00001-of-00002.fp16~,m-00002-of-00002.fp16~",
        "M-00001-OF-00002.SAFETENSORS M-00002-OF-00002.SAFETENSORS"
            + " M.SAFETENSORS.INDEX.JSON=M-00001-OF-00002.SAFETENSORS,M-00002-OF-00002.SAFETENSORS",
        "sub/a~ a~ m^=a~ sub/m^=a~",
        manyShards,
        manyShards.replace("m-00117-of-00200~ ", ""),
        manyShards + " m^=" + manyShards.replace(' ', ','),
        // Sets without index.
        two,
        two + " a~",
        twoOfThree,
        "m-00002-of-00002~",
        two + " m-00003-of-00002~",
        "m-00000-of-00002~ m-00001-of-00002~",
        "m-00001-of-00001~",
        "m-00002-of-00001~",
        two + " m-00002-of-00003~",
        two + " n-00001-of-00002~ n-00002-of-00002~",
        two + " m.fp16-00001-of-00002~ m.fp16-00002-of-00002~",
        two + " m-00001-of-00002.fp16~ m-00002-of-00002.fp16~",
        "M-00001-of-00002~ m-00001-of-00002~ m-00002-of-00002~ M-00002-of-00002~",
        "M-00001-OF-00002.SAFETENSORS M-00002-OF-00002.SAFETENSORS",
        two + " sub/m-00001-of-00002~ sub/m-00002-of-00002~",
        // Numbers with other spellings.
        "m_00001_of_00002~ m_00002_of_00002~",
        "m-000001-of-000002~ m-000002-of-000002~",
        "m-00001-of-00002~ m-000001-of-000002~ m-00002-of-00002~",
        "m-0001-of-0002~ m-0002-of-0002~",
        "m00001-of-00002~ m00002-of-00002~",
        "shard-00001-m-00001-of-00002~ shard-00002-m-00002-of-00002~",
        "shard-00001-m-00001-of-00001~ shard-00002-m-00001-of-00001~",
        "shard-1~ shard-2~",
        "model-rank-0-part-0~ model-rank-1-part-0~ model-rank-1-part-1~",
        "00001-of-00002~ 00002-of-00002~",
        // Links, and folders with names of files.
        "blobs/0123~ a~>blobs/0123~",
        "a~ gone~>nowhere loop~>loop~",
        "a~ m^>nowhere",
        "blobs/x=a~,b~ m^>blobs/x a~ b~",
        "blobs/1~ blobs/2~ m-00001-of-00002~>blobs/1~ m-00002-of-00002~>blobs/2~",
        "real/a~ again>real",
        "sub/a~ sub/up>.. top>../" + ROOT,
        "again/a~ zlink>again link~>again m^>again",
        two.replace("m-00002-of-00002~", "m-00002-of-00002~/a~"),
        two.replace("m-00002-of-00002~", "m-00002-of-00002~/a~") + " " + index,
        "m^/a~ b~",
        "real/b~ alias>real m-00001-of-00002~>gone m-00002-of-00002~");
  }

  private void write(String list) throws IOException {
    Path root = Files.createDirectory(folder.resolve(ROOT));
    for (String each : list.replace("~", SUFFIX).replace("^", SUFFIX + ".index.json").split(" ")) {
      int nameEnd = each.replaceAll("[=>!].*", "").length();
      Path path = root.resolve(each.substring(0, nameEnd));
      Files.createDirectories(path.getParent());
      String value = each.substring(Math.min(each.length(), nameEnd + 1));
      switch (nameEnd == each.length() ? ' ' : each.charAt(nameEnd)) {
        case '=' -> writeIndex(path, value);
        case '>' -> Files.createSymbolicLink(path, Path.of(value));
        case '!' -> Files.write(path, new byte[] {1, 2, 3});
        default -> new TensorFiles().floats(tensorOf(path), 1).write(path);
      }
    }
  }

  private static String tensorOf(Path path) {
    return "t." + path.getFileName();
  }

  private static void writeIndex(Path path, String value) throws IOException {
    if (value.equals("{")) {
      Files.writeString(path, value);
      return;
    }
    List<String> entries = new ArrayList<>();
    for (String shard : new TreeSet<>(Arrays.asList(value.split(",")))) {
      entries.add(tensorOf(Path.of(shard)));
      entries.add(shard);
    }
    Files.write(path, SampleBytes.index(entries.toArray(String[]::new)));
  }

  private Ran run(String command) {
    // The library cache of the user would grow with each folder.
    Map<String, String> variables = Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
    return Ran.with(variables, folder, (command + " " + ROOT).split(" "));
  }

  private Ran watch() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandEnvironment environment = new CommandEnvironment(folder, out, err, false);
    Program program = new Program(environment, _ -> {}, FileOperations.ofThisComputer());
    long[] nanos = new long[1];
    WatchCommand.Pace pace =
        new WatchCommand.Pace() {
          @Override
          public long nanoTime() {
            return nanos[0];
          }

          @Override
          public void rest(Duration duration) {
            nanos[0] += duration.toNanos();
          }
        };
    int exitCode =
        new CommandLine(program)
            .addSubcommand(new WatchCommand(WatchCommand.Limits.DEFAULT, pace))
            .execute("watch", "--once", "--json", ROOT);
    return Ran.of(exitCode, out.toByteArray(), err.toByteArray());
  }

  /// Returns the sets and single files with their verdicts, as reported by a command.
  private static Map<String, String> verdicts(Ran ran) {
    Map<String, String> verdicts = new TreeMap<>();
    for (JsonNode each : ran.objects()) {
      verdicts.put(each.get("path").asText(), each.get("verdict").asText());
    }
    return verdicts;
  }

  @ParameterizedTest
  @MethodSource("folders")
  void allCommandsFindTheSame(String list) throws IOException {
    assumeTrue(!list.contains(">") || !System.getProperty("os.name").startsWith("Windows"));
    write(list);
    Ran check = run("check --json");
    Map<String, String> units = verdicts(run("info --summary --json"));
    boolean isFine = check.exitCode() == 0;

    assertThat(verdicts(check)).containsAllEntriesOf(units);
    if (isFine) {
      assertThat(units.values()).containsOnly("ok");
    }
    assertThat(verdicts(watch())).as("watch").isEqualTo(units);

    // The files listed by `check`, grouped by their set or file.
    Map<String, Set<String>> files = new TreeMap<>();
    try (Checkpoint checkpoint =
        Checkpoint.open(folder.resolve(ROOT), Cancellation.NEVER, Progress.NONE)) {
      boolean isRefused = !units.values().stream().allMatch("ok"::equals);
      assertThat(checkpoint.isRefused()).as("open").isEqualTo(isRefused);
      for (CheckpointPart part : checkpoint.parts()) {
        String unit = unitOf(part, units.keySet());
        files.put(unit, new TreeSet<>());
        for (TensorFile file : part.files()) {
          files.get(unit).add(text(file.path()));
        }
      }
    }
    assertThat(withUnreadable(files.keySet(), units)).as("open").isEqualTo(units.keySet());
    checkLibrary(check, units.keySet());
    checkSurvey(check, files);
    checkFiles(check);
    checkIndexes(check, units.keySet());
  }

  private String text(Path path) {
    return folder.relativize(path).toString().replace('\\', '/');
  }

  private String unitOf(CheckpointPart part, Set<String> units) {
    String path = text(part.path());
    return units.contains(path) || part.files().isEmpty()
        ? path
        : unitOf(text(part.files().getFirst().path()), units);
  }

  /// Returns the set without index that a path is a shard of, or the path itself.
  private static String unitOf(String path, Set<String> units) {
    for (String unit : units) {
      String pattern = unit.replace(".", "\\.").replace("*", "\\d+");
      if (unit.contains("*") && path.matches(pattern)) {
        return unit;
      }
    }
    return path;
  }

  private static Set<String> withUnreadable(Set<String> found, Map<String, String> units) {
    Set<String> all = new TreeSet<>(found);
    units.forEach(
        (path, verdict) -> {
          if (verdict.equals("unreadable")) {
            all.add(path);
          }
        });
    return all;
  }

  /// Checks that checkpoints are complete exactly if they have no errors.
  private void checkLibrary(Ran check, Set<String> units) {
    Map<String, Boolean> expected = new TreeMap<>();
    for (JsonNode each : check.objects()) {
      String path = each.get("path").asText();
      if (units.contains(path)) {
        boolean hasErrors =
            each.get("findings")
                .valueStream()
                .anyMatch(finding -> finding.get("severity").asText().equals("error"));
        expected.put(path, !hasErrors);
      }
    }
    Map<String, Boolean> found = new TreeMap<>();
    for (JsonNode each : run("library --json").objects()) {
      String path = unitOf(each.get("path").asText(), units);
      found.put(path, each.get("state").asText().equals("complete"));
    }
    assertThat(found).as("library").isEqualTo(expected);
  }

  private void checkSurvey(Ran check, Map<String, Set<String>> files) throws IOException {
    Ran ran = run("survey --out out.jsonl");
    assertThat(ran.exitCode()).as("survey").isEqualTo(check.exitCode());
    Map<String, String> sets = new LinkedHashMap<>();
    Ran table = new Ran(0, Files.readString(folder.resolve("out.jsonl")), "");
    for (JsonNode each : table.objects()) {
      if (each.get("record").asText().equals("file")) {
        sets.put(each.get("path").asText(), each.get("set").asText());
      } else if (each.get("record").asText().equals("error")) {
        assertThat(check.texts("path")).as("survey").contains(each.get("path").asText());
      }
    }
    Map<String, Set<String>> setsOf = new TreeMap<>();
    files.forEach(
        (unit, shards) ->
            shards.forEach(
                shard ->
                    setsOf
                        .computeIfAbsent(shard, _ -> new TreeSet<>())
                        .add(unit.equals(shard) ? "null" : unit)));
    assertThat(sets.keySet()).as("survey").isEqualTo(setsOf.keySet());
    sets.forEach((file, set) -> assertThat(setsOf.get(file)).as("survey " + file).contains(set));
  }

  private void checkFiles(Ran check) throws IOException {
    Set<String> expected = new TreeSet<>();
    for (JsonNode each : check.objects()) {
      String kind = each.get("kind").asText();
      if (!kind.equals("set") && !kind.equals("index")) {
        expected.add(each.get("path").asText());
      }
    }
    Set<String> edited = new TreeSet<>();
    run("metadata set --dry-run --json --entry a=b")
        .objects()
        .forEach(each -> edited.add(each.get("path").asText()));
    assertThat(edited).as("metadata set").containsAll(expected);
    List<String> batch = new ArrayList<>();
    for (Path file : CheckpointFinder.files(folder.resolve(ROOT), _ -> {}, Cancellation.NEVER)) {
      batch.add(text(file));
    }
    assertThat(expected).as("batch").containsAll(batch);
    for (String file : expected) {
      assertThat(batch.contains(file))
          .as("batch " + file)
          .isEqualTo(Files.isRegularFile(folder.resolve(file)));
    }
  }

  /// Checks that an index is offered for each set of the folder.
  private void checkIndexes(Ran check, Set<String> units) {
    Set<String> sets = new TreeSet<>();
    for (String unit : units) {
      String name = unit.substring(ROOT.length() + 1);
      if (name.endsWith(".json") && !name.contains("/")) {
        sets.add(unit);
      } else if (name.contains("*") && !name.contains("/")) {
        // Several saves with one base name need one index.
        ShardName shard = ShardName.of(name.replace("*", "00001")).orElseThrow();
        sets.add(ROOT + "/" + shard.family().indexName());
      }
    }
    List<String> indexes = new ArrayList<>();
    for (JsonNode each : run("index write --dry-run --json").objects()) {
      indexes.add(each.get("path").asText());
    }
    assertThat(indexes).as("index of " + sets).doesNotHaveDuplicates();
    if (!sets.isEmpty() && !check.texts("verdict").contains("unreadable")) {
      assertThat(indexes).as("index").containsExactlyInAnyOrderElementsOf(sets);
    }
  }
}
