package io.github.tensorloupe.desktop.pane.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.panel.StagedWork.State;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.Contexts;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.ExportOptions.UnsupportedDtypes;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExportViewModelTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final Jobs jobs = new Jobs(waiting::add, Runnable::run);

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private Checkpoint sample() throws IOException {
    return show(
        new TensorFiles()
            .tensor("half", Dtype.BF16, new byte[12], 2, 3)
            .floats("one", 1, 2)
            .floats("two", 3));
  }

  private Checkpoint show(TensorFiles tensors) throws IOException {
    return files.show(tensors.write(folder.resolve("a.safetensors")), selection).checkpoint();
  }

  /// Shows a file with a complete tensor `t` and two truncated tensors.
  private Checkpoint cut() throws IOException {
    Path path =
        new TensorFiles()
            .tensor("t", Dtype.U8, new byte[2], 2)
            .tensor("u", Dtype.U8, new byte[10], 10)
            .tensor("v", Dtype.U8, new byte[10], 10)
            .write(folder.resolve("cut.safetensors"));
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.truncate(file.size() - 15);
    }
    return files.show(path, selection).checkpoint();
  }

  private ExportViewModel model(Checkpoint open, String... names) {
    return new ExportViewModel(
        Contexts.ofModel(selection, jobs),
        new TensorExport(FileOperations.ofThisComputer()),
        Stream.of(names).map(name -> open.tensor(name).orElseThrow()).toList());
  }

  private ExportViewModel sample(String... names) throws IOException {
    return model(sample(), names);
  }

  private static void choose(ExportViewModel model, ExportFormat format) {
    model.setOptions(ExportOptions.of(format));
  }

  private void write(ExportViewModel model, Path target) {
    model.writeTo(target);
    waiting.remove().run();
  }

  private static String written(ExportViewModel model) {
    return ((State.Finished<?>) model.work.stateProperty().get()).sentence();
  }

  private static Failure problem(ExportViewModel model) {
    return ((State.Waiting<?>) model.work.stateProperty().get()).problem().orElseThrow();
  }

  private EndedJob ended() {
    return jobs.ended().getFirst();
  }

  @Test
  void oneTensorIsSuggestedAsAnArrayAndManyAsOneFile() throws IOException {
    Checkpoint open = sample();
    ExportViewModel one = model(open, "one");
    ExportViewModel many = model(open, "half", "one");

    assertThat(one.options()).isEqualTo(ExportOptions.of(ExportFormat.NPY));
    assertThat(one.suggestedName()).isEqualTo("one.npy");
    assertThat(one.needsFolder()).isFalse();
    assertThat(many.options()).isEqualTo(ExportOptions.of(ExportFormat.SAFETENSORS));
    assertThat(many.suggestedName()).isEqualTo("tensors.safetensors");
    assertThat(many.needsFolder()).isFalse();
    choose(many, ExportFormat.CSV);
    assertThat(many.suggestedName()).isEqualTo("tensors.csv");
    assertThat(many.needsFolder()).isTrue();
  }

  @Test
  void lostAttributesOfReplacedFilesAreReported() throws IOException {
    FileOperations disk =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> {
              Object result = call.run();
              return name.equals("copyAttributes") ? List.of("owner") : result;
            });
    Checkpoint open = sample();
    ExportViewModel model =
        new ExportViewModel(
            Contexts.ofModel(selection, jobs), new TensorExport(disk), open.tensors());
    model.setOptions(ExportOptions.of(ExportFormat.RAW).withReplaces(true));
    for (String old : List.of("half.bin", "one.bin", "two.bin")) {
      Files.writeString(folder.resolve(old), "old");
    }

    write(model, folder);

    assertThat(written(model))
        .contains("Wrote 3")
        .contains("half.bin is written, but its owner could not be kept.")
        .contains("two.bin is written, but its owner could not be kept.");
  }

  @Test
  void subjectAndFactsDescribeTheExport() throws IOException {
    Checkpoint open = sample();
    ExportViewModel one = model(open, "half");
    ExportViewModel many = model(open, "half", "one", "two");

    assertThat(one.subject()).isEqualTo("half");
    assertThat(one.facts()).isEqualTo("BF16 · 2 × 3 · 12 bytes");
    assertThat(many.subject()).isEqualTo("3 tensors");
    assertThat(many.facts()).isEqualTo("BF16 (1), F32 (2) · 24 bytes");
  }

  @ParameterizedTest
  @CsvSource({
    "CSV, F32, Shortest text",
    "RAW, F32, 'The bytes in the file, without dtype and shape.'",
    "PNG, F32, An image of the last two axes",
    "SAFETENSORS, F32, 'The same bytes, dtypes and shapes in a new file, which is verified.'",
    "NPY, F32, NumPy has no BF16: written as F32",
    "NPY, RAW, NumPy has no BF16: bits"
  })
  void eachFormatSaysHowExactItIs(ExportFormat format, UnsupportedDtypes foreign, String begin)
      throws IOException {
    ExportViewModel model = sample("half", "one");

    assertThat(model.hasForeign()).isTrue();
    assertThat(model.exactness(new ExportOptions(format, foreign, true, false, false)))
        .startsWith(begin);
  }

  @Test
  void dtypesThatNumpyKnowsAreExact() throws IOException {
    ExportViewModel model = sample("one", "two");

    assertThat(model.hasForeign()).isFalse();
    assertThat(model.exactness(ExportOptions.of(ExportFormat.NPY)))
        .isEqualTo("Exact values in the same dtype.");
  }

  @Test
  void tensorsOfSeveralFilesTakeTheMetadataOfTheFirst() throws IOException {
    new TensorFiles().floats("one", 1).write(folder.resolve("a.safetensors"));
    new TensorFiles().metadata("k", "v").floats("two", 1).write(folder.resolve("b.safetensors"));
    Checkpoint open = files.show(folder, selection).checkpoint();

    ExportViewModel both = model(open, "one", "two");

    assertThat(both.exactness(both.options())).endsWith("from the first file.");
    assertThat(both.hasMetadata()).isTrue();
    assertThat(model(open, "one").hasMetadata()).isFalse();
  }

  @Test
  void missingBytesAreWarnedOf() throws IOException {
    Checkpoint open = cut();
    ExportViewModel one = model(open, "u");
    ExportViewModel both = model(open, "t", "u", "v");
    ExportOptions raw = ExportOptions.of(ExportFormat.RAW);
    ExportOptions taking =
        new ExportOptions(ExportFormat.RAW, UnsupportedDtypes.F32, true, true, false);
    ExportOptions other =
        new ExportOptions(ExportFormat.NPY, UnsupportedDtypes.F32, true, true, false);

    assertThat(model(open, "t").hasPartial()).isFalse();
    assertThat(one.hasPartial()).isTrue();
    assertThat(one.partial(raw)).isEqualTo("This tensor is truncated and cannot be exported.");
    assertThat(one.partial(taking))
        .isEqualTo("This tensor is truncated; only its available bytes are exported.");
    assertThat(both.partial(other)).isEqualTo("2 tensors are truncated and cannot be exported.");
    assertThat(both.partial(taking))
        .isEqualTo("2 tensors are truncated; only their available bytes are exported.");
  }

  @Test
  void oneFileReplacesWhatWasThere() throws IOException {
    Path out = Files.write(folder.resolve("one.bin"), new byte[1]);
    ExportViewModel model = sample("one");
    choose(model, ExportFormat.RAW);

    model.writeTo(out);
    Job job = ((State.Running<?>) model.work.stateProperty().get()).job();
    assertThat(jobs.running()).containsExactly(job);
    model.writeTo(folder.resolve("other.bin"));
    assertThat(waiting).hasSize(1);
    waiting.remove().run();

    assertThat(out).hasSize(8);
    assertThat(model.work.isRunning()).isFalse();
    assertThat(job.throughputProperty().get()).isPresent();
    assertThat(written(model)).isEqualTo("Wrote " + out + " (8 B).");
    assertThat(ended().title()).isEqualTo("Exporting");
    assertThat(ended().outcome()).isEqualTo(new JobOutcome.Done(written(model)));
    assertThat(ended().result()).contains(new JobResult.OnDisk(out));
  }

  @Test
  void splitVectorIsReportedWithTheFile() throws IOException {
    ExportViewModel model = sample("one");
    choose(model, ExportFormat.PNG);

    write(model, folder.resolve("one.png"));

    assertThat(written(model)).endsWith("The vector was split into rows of 2 elements.");
  }

  @Test
  void manyTensorsBecomeOneFile() throws IOException {
    Path out = folder.resolve("new.safetensors");
    ExportViewModel model = sample("half", "two");

    write(model, out);

    assertThat(files.open(out).checkpoint().tensors())
        .extracting(tensor -> tensor.info().name())
        .containsExactlyInAnyOrder("half", "two");
  }

  @Test
  void manyTensorsBecomeFilesOfAFolder() throws IOException {
    Path out = folder.resolve("out");
    ExportViewModel model = sample("one", "two");
    choose(model, ExportFormat.RAW);

    write(model, out);

    assertThat(out.resolve("one.bin")).hasSize(8);
    assertThat(out.resolve("two.bin")).hasSize(4);
    assertThat(written(model)).isEqualTo("Wrote 2 files into " + out + " (12 B).");
    assertThat(ended().result()).contains(new JobResult.OnDisk(out));
  }

  @Test
  void existingFilesAreKeptAndReported() throws IOException {
    Path out = Files.createDirectory(folder.resolve("out"));
    Path there = Files.write(out.resolve("one.bin"), new byte[1]);
    ExportViewModel model = sample("one", "two");
    choose(model, ExportFormat.RAW);

    write(model, out);

    assertThat(there).hasSize(1);
    assertThat(problem(model).sentence().toString())
        .isEqualTo(
            "Wrote 1 of 2 files; these are kept. "
                + there
                + " already exists and was not changed.");
    assertThat(ended().outcome()).isInstanceOf(JobOutcome.Failed.class);
    assertThat(ended().result()).isEmpty();

    model.setOptions(model.options().withReplaces(true));
    assertThat(model.work.hasProblem()).isFalse();
    write(model, out);
    assertThat(there).hasSize(8);
  }

  @Test
  void firstThreeFailuresAreReportedAndTheOthersCounted() throws IOException {
    TensorFiles tensors = new TensorFiles();
    Path out = Files.createDirectory(folder.resolve("out"));
    List<String> names = List.of("a", "b", "c", "d");
    for (String name : names) {
      tensors.floats(name, 1);
      Files.createFile(out.resolve(name + ".bin"));
    }
    Checkpoint open = show(tensors);
    ExportViewModel four = model(open, "a", "b", "c", "d");
    choose(four, ExportFormat.RAW);
    ExportViewModel three = model(open, "a", "b", "c");
    choose(three, ExportFormat.RAW);

    write(four, out);
    write(three, out);

    assertThat(problem(four).sentence().toString())
        .startsWith("Wrote 0 of 4 files")
        .contains("c.bin already exists")
        .doesNotContain("d.bin")
        .endsWith(" 1 more failed.");
    assertThat(problem(three).sentence().toString())
        .endsWith("c.bin already exists and was not changed.");
  }

  @Test
  void stoppedExportReportsWrittenFiles() throws IOException {
    ExportViewModel model = sample("one", "two");
    choose(model, ExportFormat.RAW);
    model.writeTo(folder.resolve("out"));

    model.work.stop();
    waiting.remove().run();

    assertThat(problem(model).sentence().toString())
        .isEqualTo("Wrote 0 of 2 files; these are kept.");
    assertThat(ended().outcome()).isEqualTo(new JobOutcome.Cancelled());
  }

  @Test
  void stoppedFileIsNotWritten() throws IOException {
    Path out = folder.resolve("one.npy");
    ExportViewModel model = sample("one");
    model.writeTo(out);

    model.work.stop();
    waiting.remove().run();

    assertThat(problem(model).sentence().toString()).isEqualTo("Stopped. Nothing was written.");
    assertThat(problem(model).cause()).isEmpty();
    assertThat(out).doesNotExist();
    assertThat(ended().outcome()).isEqualTo(new JobOutcome.Cancelled());
  }

  @Test
  void openFileIsNotWrittenToAndTheFailureBelongsToTheOptions() throws IOException {
    Checkpoint open = sample();
    ExportViewModel model = model(open, "one");
    choose(model, ExportFormat.RAW);

    write(model, open.path());

    assertThat(problem(model).doing()).isEqualTo("Exporting");
    assertThat(problem(model).cause()).isPresent();
    assertThat(ended().outcome()).isInstanceOf(JobOutcome.Failed.class);
    assertThat(ended().result()).isEmpty();
    choose(model, ExportFormat.NPY);
    assertThat(model.work.hasProblem()).isFalse();
  }
}
