package io.github.tensorloupe.survey.spark;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.survey.Part;
import io.github.tensorloupe.survey.SurveyLine;
import io.github.tensorloupe.survey.SurveyOutput;
import io.github.tensorloupe.survey.SurveyRecord;
import io.github.tensorloupe.survey.SurveyRecord.ErrorLine;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;
import io.github.tensorloupe.survey.SurveyRun;
import io.github.tensorloupe.survey.ValueDepth;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SparkSurveyTest {

  private static final Path JOB =
      Path.of("src/main/java/io/github/tensorloupe/survey/spark/SparkSurvey.java");
  private static final Path GUIDE = Path.of("../docs/survey-many-files.md");
  private static final Pattern LISTING = Pattern.compile("(?s)```java\n(.*?)```");
  private static final int FILES = 60;
  private static final int PARTITIONS = 7;

  private Path folder;
  private Path tree;
  private SparkSession spark;

  @BeforeAll
  void makeFilesAndStart(@TempDir Path temporary) throws IOException {
    folder = temporary;
    tree = Files.createDirectory(folder.resolve("tree"));
    DemoCheckpoints.write(tree.resolve("demo"), Cancellation.NEVER);
    // The second shard of this set is missing.
    new ShardFolder(Files.createDirectory(tree.resolve("set")))
        .shard(1, 2, "a")
        .index("\"total_size\":32", "a", ShardFolder.name(1, 2), "b", ShardFolder.name(2, 2));
    Random random = new Random(1);
    for (int i = 0; i < FILES; i++) {
      writeFile(tree.resolve("%d/ü %d.safetensors".formatted(i % 4, i)), i, random);
    }
    Files.createSymbolicLink(tree.resolve("gone.safetensors"), Path.of("nowhere"));
    writeFile(tree.resolve("twin.safetensors"), 0, random);
    Files.createLink(tree.resolve("twin 2.safetensors"), tree.resolve("twin.safetensors"));
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", false)
            .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toUri().toString())
            .getOrCreate();
  }

  private static void writeFile(Path file, int index, Random random) throws IOException {
    Files.createDirectories(file.getParent());
    float[] values = new float[1 + random.nextInt(5000)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    values[0] = index % 6 == 1 ? Float.NaN : index % 6 == 2 ? Float.NEGATIVE_INFINITY : 1;
    new TensorFiles()
        .metadata("format", "pt")
        .floats("layer." + index, values)
        .floats("\u202Ename\n\"", 0, index)
        .write(file);
    byte[] whole = Files.readAllBytes(file);
    switch (index % 6) {
      case 3 -> Files.write(file, Arrays.copyOf(whole, random.nextInt(whole.length)));
      case 4 -> Files.writeString(file, "<!DOCTYPE html><html>404</html>");
      default -> {}
    }
  }

  @AfterAll
  void stop() throws IOException {
    spark.close();
  }

  @ParameterizedTest
  @EnumSource
  void rowsAreTheRecordsOfOneProcess(ValueDepth depth) throws IOException {
    String out = folder.resolve(depth + ".parquet").toString();
    SparkSurvey.survey(spark, List.of(tree.toString()), depth, PARTITIONS).write().parquet(out);

    Dataset<Row> rows = spark.read().parquet(out);
    assertThat(rows.schema()).isEqualTo(SparkSurvey.schema());
    assertThat(rows.inputFiles()).hasSize(PARTITIONS + 1);
    List<SurveyRecord> read = records(rows.toJSON().collectAsList());
    List<SurveyRecord> ofOneProcess = surveyInOneProcess(depth);
    assertThat(read)
        .filteredOn(record -> !isTwin(record))
        .containsExactlyInAnyOrderElementsOf(
            ofOneProcess.stream().filter(record -> !isTwin(record)).toList());
    // A single process recognizes the second twin, but the job reads both.
    assertThat(ofOneProcess).filteredOn(SparkSurveyTest::isTwin).hasSize(2 + 1 + 1);
    assertThat(read).filteredOn(SparkSurveyTest::isTwin).hasSize(2 * (2 + 1));
    assertThat(read).filteredOn(FileLine.class::isInstance).hasSizeGreaterThan(FILES);
    assertThat(read).filteredOn(ErrorLine.class::isInstance).hasSize(2);
  }

  private static List<SurveyRecord> records(List<String> lines) throws IOException {
    List<SurveyRecord> records = new ArrayList<>();
    for (String line : lines) {
      records.add(SurveyLine.parse(line.getBytes(StandardCharsets.UTF_8)));
    }
    return records;
  }

  private List<SurveyRecord> surveyInOneProcess(ValueDepth depth) throws IOException {
    Path out = folder.resolve(depth + ".jsonl");
    var paths = new LinkedHashMap<>(Map.of(tree.toString(), tree));
    try (SurveyOutput output = SurveyOutput.open(out, false)) {
      var plan = new SurveyRun.Plan(paths, Part.WHOLE, depth, 2);
      new SurveyRun(plan, output, Cancellation.NEVER, Progress.NONE).run();
    }
    return records(Files.readAllLines(out));
  }

  private static boolean isTwin(SurveyRecord record) {
    return record.path().contains("twin");
  }

  @Test
  void guideShowsLinesOfTheJob() throws IOException {
    MatchResult listing = LISTING.matcher(Files.readString(GUIDE)).results().toList().getFirst();

    assertThat(Files.readString(JOB).lines().map(String::strip))
        .containsAll(listing.group(1).lines().map(String::strip).toList());
  }
}
