package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.testing.HeldJobs;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.Rounds;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.SparseFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Cancels, leaves or completes each long job after a part of its work. The job is visible in the
/// status bar and can be stopped there, the files that it reads never change, and unfinished output
/// is deleted.
@ExtendWith(StageExtension.class)
class LongWorkTest extends LoggedWindow {

  /// Completion of shorter jobs is not reported.
  private static final Duration LONG = Duration.ofSeconds(5);

  private static final int TENSORS = 4;
  private static final int TENSOR_BYTES = 2 << 20;

  /// Jobs that take long with large files.
  enum Work {
    SAVE("save", true, LongWorkTest::save),
    EXPORT_TO_ONE_FILE("export", true, test -> test.export(0)),
    EXPORT_TO_A_FOLDER("export", true, test -> test.export(1)),
    BATCH("batch", true, LongWorkTest::editMany),
    SALVAGE("repair", true, LongWorkTest::salvage),
    HASH("hash", false, LongWorkTest::hash),
    LIBRARY("library", false, LongWorkTest::lookThroughTheLibrary);

    private final String packageName;
    private final boolean writes;
    private final Consumer<LongWorkTest> begin;

    Work(String packageName, boolean writes, Consumer<LongWorkTest> begin) {
      this.packageName = packageName;
      this.writes = writes;
      this.begin = begin;
    }

    boolean isCode(String name) {
      return name.startsWith("io.github.tensorloupe.desktop.pane." + packageName + ".");
    }
  }

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private final HeldJobs jobs = new HeldJobs();
  private FxRobot robot;
  private Map<Path, Long> before;

  @BeforeAll
  static void writeLarge() throws IOException {
    for (String name : List.of("large", "second", "third")) {
      write(sample(name + ".safetensors"), 0);
    }
    write(sample("cut.safetensors"), TENSOR_BYTES / 2);
    Files.createDirectory(sample("out"));
  }

  private static void write(Path file, int cutBytes) throws IOException {
    String header =
        IntStream.range(0, TENSORS)
            .mapToObj(
                i ->
                    "\"layer.%d\":{\"dtype\":\"U8\",\"shape\":[%d],\"data_offsets\":[%d,%d]}"
                        .formatted(
                            i, TENSOR_BYTES, (long) i * TENSOR_BYTES, (i + 1L) * TENSOR_BYTES))
            .collect(Collectors.joining(",", "{", "}"));
    byte[] beginning = SampleBytes.file(header);
    SparseFiles.create(
        file, beginning, beginning.length + (long) TENSORS * TENSOR_BYTES - cutBytes);
  }

  @Start
  void show(Stage shown) {
    LibrarySources library =
        new LibrarySources(
            new LibraryFile(new Folders(Map.of(), new Properties())),
            new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE),
            () -> List.of(LibraryFolder.folder(folder.resolve("samples"))),
            ScanResultStore.NONE,
            new BaseStructures(new Folders(Map.of(), new Properties())));
    showWindow(
        shown,
        new TestEnvironment(folder)
            .dialogs(dialogs)
            .jobs(jobs)
            .outside(new Desktop(library, _ -> {})),
        1000,
        900);
  }

  @BeforeEach
  void begin(FxRobot used) throws IOException {
    robot = used;
    waitForJobs();
    before = files();
  }

  @Override
  @AfterEach
  void close(FxRobot used) {
    jobs.release();
    super.close(used);
  }

  private static Map<Path, Long> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .collect(Collectors.toMap(path -> path, LongWorkTest::checksumOf));
    }
  }

  /// Returns a checksum that is computed as fast as the file is read: all files are read before and
  /// after each test.
  private static long checksumOf(Path file) {
    try {
      CRC32 checksum = new CRC32();
      checksum.update(Files.readAllBytes(file));
      return checksum.getValue();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Optional<Node> findShown(String id) {
    return FaultyWindow.findShown(workspace.view, node -> id.equals(node.getId()));
  }

  private void press(String id) {
    TestWindow.waitUntil(
        id + " can be pressed", () -> findShown(id).filter(node -> !node.isDisabled()).isPresent());
    robot.interact(() -> ((Button) findShown(id).orElseThrow()).fire());
  }

  private void save() {
    show(robot, "large.safetensors");
    robot.interact(
        () ->
            workspace
                .context
                .edits()
                .edit(
                    workspace
                        .context
                        .edits()
                        .of(
                            workspace
                                .context
                                .selection()
                                .openDocument()
                                .orElseThrow()
                                .checkpoint()
                                .files(),
                            Metadata.EMPTY),
                    edits ->
                        edits.apply(
                            MetadataChange.set(new LinkedHashMap<>(Map.of("k", "v"))),
                            Optional.empty())));
    run(robot, Command.SAVE);
    press("save-save");
  }

  /// @param format index of the format for several tensors: 0 for a single file, 1 for a file per
  ///   tensor
  private void export(int format) {
    show(robot, "large.safetensors");
    dialogs.target = Optional.of(sample("out/subset.safetensors"));
    dialogs.folderOfExports = Optional.of(sample("out"));
    robot.interact(
        () ->
            ((TableView<?>) findShown("tensor-tree").orElseThrow())
                .getSelectionModel()
                .selectAll());
    run(robot, Command.EXPORT);
    TestWindow.waitUntil("the panel is there", () -> findShown("export-format").isPresent());
    if (format == 1) {
      robot.interact(
          () ->
              ((ComboBox<?>) findShown("export-format").orElseThrow())
                  .getSelectionModel()
                  .select(0));
    }
    press("export-write");
  }

  private void editMany() {
    dialogs.files =
        List.of(
            sample("large.safetensors"), sample("second.safetensors"), sample("third.safetensors"));
    jobs.release();
    run(robot, Command.EDIT_MANY_FILES);
    press("batch-add");
    robot.interact(() -> ((TextArea) findShown("batch-typed").orElseThrow()).setText("k=v"));
    press("batch-try");
    TestWindow.waitUntil("it is tried", () -> findShown("batch-save").isPresent());
    jobs.holdInside(Work.BATCH::isCode);
    press("batch-save");
  }

  private void salvage() {
    show(robot, "cut.safetensors");
    dialogs.target = Optional.of(sample("out/intact.safetensors"));
    run(robot, Command.SALVAGE);
    press("salvage-copy");
  }

  private void hash() {
    show(robot, "large.safetensors");
    run(robot, Command.SHOW_HASHES);
  }

  private void lookThroughTheLibrary() {
    press("library-refresh");
  }

  /// Starts the work and waits until a part of it is done.
  private void begin(Work work) {
    jobs.holdInside(work::isCode);
    work.begin.accept(this);
    TestWindow.waitUntil("a part of " + work + " is done", () -> jobs.heldCount() > 0);
  }

  private void end() {
    jobs.release();
    waitForJobs();
  }

  private EndedJob last() {
    return workspace.context.jobs().ended().getFirst();
  }

  private void assertNothingIsHalfDone(Work work) throws IOException {
    Map<Path, Long> now = files();
    before.forEach(
        (file, checksum) -> assertThat(now).as("after %s", work).containsEntry(file, checksum));
    assertThat(now.keySet())
        .as("files after %s", work)
        .allMatch(
            file -> before.containsKey(file) || file.getFileName().toString().endsWith(".npy"));
  }

  private static List<Work> someToStop() {
    return Rounds.some(List.of(Work.values()), 0);
  }

  private static List<Work> someToLeave() {
    return Rounds.some(List.of(Work.values()), 2);
  }

  @ParameterizedTest
  @MethodSource("someToStop")
  void canBeStoppedInTheStatusBarWithoutPartialResults(Work work) throws IOException {
    begin(work);
    TestWindow.waitUntil(
        "the status bar shows it", () -> findShown("status-job-title").isPresent());
    assertThat(((Labeled) findShown("status-job-title").orElseThrow()).getText()).isNotEmpty();
    if (work != Work.LIBRARY) {
      TestWindow.waitUntil("a share is shown", () -> share() > 0 && share() < 1);
    }

    press("status-stop");
    end();

    TestWindow.waitUntil(
        "the status bar no longer shows it", () -> findShown("status-stop").isEmpty());
    if (work.writes) {
      assertThat(last().outcome()).as("the end of %s", work).isEqualTo(new JobOutcome.Cancelled());
    }
    assertNothingIsHalfDone(work);
    assertThat(logText()).doesNotContain("ERROR", "was replaced after a failure");
  }

  private double share() {
    return ((ProgressBar) findShown("status-job-progress").orElseThrow()).getProgress();
  }

  @ParameterizedTest
  @MethodSource("someToLeave")
  void isNotBrokenOffByLeavingWhereItWrites(Work work) {
    begin(work);
    AtomicBoolean left = new AtomicBoolean();
    robot.interact(() -> workspace.whenSettled(() -> left.set(true)));

    if (work.writes) {
      assertThat(workspace.isSettled()).as("settled during %s", work).isFalse();
      assertThat(left).as("left during %s", work).isFalse();
      TestWindow.waitUntil(
          "the reason is shown",
          () ->
              findShown("status-notice")
                  .map(node -> ((Labeled) node).getText())
                  .filter(text -> !text.isEmpty())
                  .isPresent());
    } else {
      assertThat(left).as("left during %s", work).isTrue();
    }
    robot.interact(jobs::cancelAll);
    end();
  }

  @ParameterizedTest
  // A job that writes and a job that reads.
  @EnumSource(names = {"SAVE", "HASH"})
  void isReportedWhenItEndsAfterALongTime(Work work) throws IOException {
    begin(work);
    jobs.advanceTime(LONG);
    end();

    TestWindow.waitUntil(
        "a notice reports " + work, () -> !workspace.view.lookupAll(".toast").isEmpty());
    assertThat(last().outcome()).as("the end of %s", work).isInstanceOf(JobOutcome.Done.class);
    undo();
  }

  /// Deletes all changes for the following tests.
  private void undo() throws IOException {
    robot.interact(() -> workspace.close());
    waitForJobs();
    for (Map.Entry<Path, Long> now : files().entrySet()) {
      if (!now.getValue().equals(before.get(now.getKey()))) {
        Files.delete(now.getKey());
      }
    }
    for (String name : List.of("large", "second", "third")) {
      if (!Files.exists(sample(name + ".safetensors"))) {
        write(sample(name + ".safetensors"), 0);
      }
    }
  }
}
