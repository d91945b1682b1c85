package io.github.tensorloupe.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.survey.SurveyRecord.ErrorLine;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;
import io.github.tensorloupe.survey.SurveyRecord.TensorLine;
import io.github.tensorloupe.survey.SurveyRecord.Verdict;
import io.github.tensorloupe.survey.SurveyRun.Summary;
import io.github.tensorloupe.testing.HubCache;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SurveyRunTest {

  private static final int MANY_TENSORS = 4000;

  @TempDir private Path folder;
  private Path tree;
  private Path out;

  @BeforeEach
  void makeFolders() throws IOException {
    tree = Files.createDirectory(folder.resolve("tree"));
    out = folder.resolve("survey.jsonl");
  }

  private Path write(String name, float... values) throws IOException {
    Path file = tree.resolve(name);
    Files.createDirectories(file.getParent());
    return new TensorFiles().floats("t", values).floats("u", 0, 1, 2).write(file);
  }

  private SurveyRun.Plan plan(ValueDepth depth) {
    SequencedMap<String, Path> paths = new LinkedHashMap<>();
    paths.put("tree", tree);
    return new SurveyRun.Plan(paths, Part.WHOLE, depth, 2);
  }

  /// The table could otherwise be read by that user, who may have no access to the files.
  @Test
  @EnabledOnOs(OS.LINUX)
  void linksOfOtherUsersAreNotReadIntoATableInTheirFolder() throws IOException {
    Path secret = write("../secret/a.safetensors", 1);
    Files.write(
        secret.resolveSibling("b.safetensors.index.json"), SampleBytes.index("x", "b.safetensors"));
    write("own.safetensors", 1);
    for (String name : List.of("a.safetensors", "b.safetensors.index.json")) {
      Path link = Files.createSymbolicLink(tree.resolve(name), secret.resolveSibling(name));
      try {
        Files.setAttribute(link, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
      } catch (FileSystemException e) {
        abort("only root can give a link to another user");
      }
    }

    out = tree.resolve("survey.jsonl");
    assertThat(survey(ValueDepth.NONE).unread()).isEqualTo(2);
    assertThat(records(FileLine.class))
        .extracting(FileLine::path)
        .containsExactly("tree/own.safetensors");
    assertThat(records(ErrorLine.class))
        .extracting(ErrorLine::path)
        .containsExactly("tree/b.safetensors.index.json", "tree/a.safetensors");
    assertThat(records(ErrorLine.class))
        .allSatisfy(
            line -> assertThat(line.message()).contains("belongs to another user, who may"));

    out = folder.resolve("survey.jsonl");
    survey(ValueDepth.NONE);
    assertThat(records(FileLine.class)).hasSize(2);
  }

  private Summary survey(ValueDepth depth) throws IOException {
    return survey(plan(depth), Cancellation.NEVER);
  }

  private Summary survey(SurveyRun.Plan plan, Cancellation cancellation) throws IOException {
    try (SurveyOutput output = SurveyOutput.open(out, true)) {
      return new SurveyRun(plan, output, cancellation, Progress.NONE).run();
    }
  }

  private <T extends SurveyRecord> List<T> records(Class<T> kind) throws IOException {
    List<T> records = new ArrayList<>();
    try (SurveyReader reader = SurveyReader.open(out)) {
      for (byte[] line = reader.nextLine(); line != null; line = reader.nextLine()) {
        SurveyRecord record = SurveyLine.parse(line);
        if (kind.isInstance(record)) {
          records.add(kind.cast(record));
        }
      }
    }
    return records;
  }

  private FileLine file(String path) throws IOException {
    return records(FileLine.class).stream()
        .filter(record -> record.path().equals(path))
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  /// Returns the last line of each path without revoked errors.
  private Collection<SurveyRecord> lastRecords() throws IOException {
    Map<String, SurveyRecord> last = new LinkedHashMap<>();
    for (SurveyRecord record : records(SurveyRecord.class)) {
      if (record instanceof ErrorLine error && error.endsErrors()) {
        last.remove(record.path());
      } else if (!(record instanceof TensorLine)) {
        last.put(record.path(), record);
      }
    }
    return last.values();
  }

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(out));
    lines.sort(null);
    return lines;
  }

  @Test
  void saveThatRunsIsNotInterrupted() throws IOException {
    Path file = InterruptedSaves.file(tree.resolve("a.safetensors"));
    InterruptedSaves.halfWritten(file);
    Path journal = tree.resolve(".a.safetensors.tensorloupe-save");
    try (OpenFile otherProgram = FileOperations.ofThisComputer().openToWrite(journal)) {
      assertThat(otherProgram.tryLock(false)).isTrue();
      survey(ValueDepth.NONE);
    }

    assertThat(file("tree/a.safetensors").findings())
        .contains("save-under-way")
        .doesNotContain("interrupted-save");
  }

  @Test
  void fileRecordsSumOverTheirTensors() throws IOException {
    write("in/a.safetensors", 1, Float.NaN, Float.POSITIVE_INFINITY, -5);

    Summary summary = survey(ValueDepth.STATS);

    assertThat(summary).isEqualTo(new Summary(1, 2, 0, 1, 0, 0, 0));
    FileLine file = file("tree/in/a.safetensors");
    assertThat(file.figures().nan()).isEqualTo(1);
    assertThat(file.figures().posInf()).isEqualTo(1);
    assertThat(file.figures().zero()).isEqualTo(1);
    assertThat(file.contents().count()).isEqualTo(7);
    assertThat(file.tensors()).isEqualTo(2);
    assertThat(file.figures().min()).isEqualTo(-5);
    assertThat(file.findings()).containsExactly("nan", "inf");
    assertThat(file.severity()).isEqualTo(Severity.ERROR);
    assertThat(file.contents().verdict()).isEqualTo(Verdict.OK);
    assertThat(file.contents().headerSha256()).hasSize(64);
    TensorLine tensor = records(TensorLine.class).getFirst();
    assertThat(tensor.spread().q50()).isEqualTo(-5);
    assertThat(tensor.spread().mean()).isEqualTo(-2);
    assertThat(tensor.shape()).isEqualTo(List.of(4L));
    assertThat(tensor.modified()).isEqualTo(file.modified());
  }

  @Test
  void onlyHeadersAreReportedWithoutValues() throws IOException {
    write("a.safetensors", Float.NaN);

    survey(ValueDepth.NONE);

    assertThat(file("tree/a.safetensors").figures().nan()).isNull();
    assertThat(file("tree/a.safetensors").findings()).isEmpty();
    assertThat(records(TensorLine.class)).hasSize(2);
  }

  @Test
  void shardRecordsNameTheirSetAndMissingShardsAreErrors() throws IOException {
    new ShardFolder(Files.createDirectory(tree.resolve("set")))
        .shard(1, 2, "a")
        .index("\"total_size\":32", "a", ShardFolder.name(1, 2), "b", ShardFolder.name(2, 2));
    write("x-00001-of-00003.safetensors", 1);

    Summary summary = survey(ValueDepth.NONE);

    assertThat(summary.errors()).isPositive();
    assertThat(summary.unread()).isZero();
    assertThat(records(ErrorLine.class))
        .flatExtracting(record -> record.findings())
        .containsExactlyInAnyOrder("shard-missing", "shard-number-gap");
    assertThat(file("tree/set/" + ShardFolder.name(1, 2)).set())
        .isEqualTo("tree/set/model.safetensors.index.json");
    assertThat(file("tree/x-00001-of-00003.safetensors").set())
        .isEqualTo("tree/x-*-of-00003.safetensors");
  }

  @Test
  void whatCannotBeReadIsALineAndReadLater() throws IOException {
    write("a.safetensors", 1);
    Files.createSymbolicLink(tree.resolve("b.safetensors"), Path.of("c"));
    Files.createDirectories(tree.resolve("folder.safetensors"));
    write("folder.safetensors/d.safetensors", 1, 2);

    assertThat(survey(ValueDepth.HEALTH).unread()).isEqualTo(1);
    List<String> first = lines();
    assertThat(survey(ValueDepth.HEALTH)).isEqualTo(new Summary(2, 4, 0, 0, 1, 1, 2));
    assertThat(lines()).isEqualTo(first);

    write("c", 3);
    assertThat(survey(ValueDepth.HEALTH)).isEqualTo(new Summary(3, 6, 0, 0, 0, 0, 2));
    assertThat(lines()).hasSize(first.size() + 3);
  }

  @Test
  void fileThatIsThereButCannotBeReadIsOneLineHoweverOftenItIsMet() throws IOException {
    Path device = Path.of("/dev/null");
    assumeTrue(Files.exists(device));
    Files.createSymbolicLink(tree.resolve("a.safetensors"), device);

    for (int run = 0; run < 3; run++) {
      assertThat(survey(ValueDepth.NONE)).isEqualTo(new Summary(0, 0, 0, 0, 1, 1, 0));
      assertThat(lines()).hasSize(1);
    }
  }

  @Test
  void fileThatChangesWhileItIsReadIsAnErrorAndLeavesNoTensors() throws IOException {
    Path changing = write("a.safetensors", 1, 2);
    AtomicInteger cancellationChecks = new AtomicInteger();
    Cancellation meddling =
        () -> {
          if (cancellationChecks.incrementAndGet() == 6) {
            try {
              Files.write(changing, new byte[1], StandardOpenOption.APPEND);
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          }
          return false;
        };

    Summary summary = survey(plan(ValueDepth.HEALTH), meddling);

    assertThat(summary).isEqualTo(new Summary(0, 0, 0, 0, 1, 0, 0));
    assertThat(lines()).hasSize(1);
    assertThat(records(ErrorLine.class).getFirst().findings()).containsExactly("file-changed");
  }

  @Test
  void sameBytesAreReadOnceByWhateverPath() throws IOException {
    Path file = write("a.safetensors", 1);
    Files.createLink(tree.resolve("hard.safetensors"), file);
    Files.createSymbolicLink(tree.resolve("soft.safetensors"), Path.of("a.safetensors"));
    byte[] blob = Files.readAllBytes(write("b/own.safetensors", 7));
    new HubCache(tree.resolve("one")).add("org/m", "m.safetensors", blob);
    new HubCache(tree.resolve("two")).add("org/m", "m.safetensors", blob);

    Summary summary = survey(ValueDepth.HEALTH);

    assertThat(summary.files()).isEqualTo(6);
    assertThat(summary.sameFiles()).isEqualTo(3);
    assertThat(summary.tensors()).isEqualTo(6);
    Set<String> paths = new TreeSet<>();
    for (FileLine each : records(FileLine.class)) {
      paths.add(each.path());
      assertThat(each.sameAs()).isNotEqualTo(each.path());
    }
    assertThat(paths).hasSize(6);
  }

  @Test
  void surveyKilledAnywhereResumesWithoutLostOrDuplicateLines() throws IOException {
    write("a.safetensors", 1, Float.NaN);
    write("in/b.safetensors", 1);
    Files.createLink(tree.resolve("in/c.safetensors"), tree.resolve("a.safetensors"));
    Files.createSymbolicLink(tree.resolve("d.safetensors"), Path.of("gone"));
    TensorFiles.raw(tree.resolve("e.safetensors"), "{\"t\":1}", 3);
    survey(ValueDepth.HEALTH);
    List<String> undisturbed = lines();
    byte[] whole = Files.readAllBytes(out);
    assertThat(undisturbed).doesNotHaveDuplicates().hasSize(9);

    for (int length = 0; length <= whole.length; length++) {
      boolean isAtALine = length < 2 || whole[length - 1] == '\n' || whole[length - 2] == '\n';
      if (isAtALine || length % 97 == 0 || length == whole.length) {
        Files.write(out, Arrays.copyOf(whole, length));
        survey(ValueDepth.HEALTH);
        assertThat(lines()).as("killed after " + length).isEqualTo(undisturbed);
      }
    }
  }

  @Test
  void bytesThatAPowerFailureLeftAreCutOff() throws IOException {
    write("a.safetensors", 1);
    write("b.safetensors", 1);
    survey(ValueDepth.NONE);
    List<String> undisturbed = lines();
    byte[] whole = Files.readAllBytes(out);
    int middle = new String(whole, StandardCharsets.US_ASCII).indexOf('\n') + 5;
    Arrays.fill(whole, middle, middle + 40, (byte) 0);
    Files.write(out, whole);

    survey(ValueDepth.NONE);

    assertThat(lines()).isEqualTo(undisturbed);
  }

  @Test
  void cancelledSurveyHasWholeBlocksAndResumes() throws IOException {
    for (int i = 0; i < 20; i++) {
      write(i + ".safetensors", i);
    }
    AtomicInteger cancellationChecks = new AtomicInteger();
    assertThatThrownBy(
            () -> survey(plan(ValueDepth.HEALTH), () -> cancellationChecks.incrementAndGet() > 40))
        .isInstanceOf(CancellationException.class);
    int filesBefore = records(FileLine.class).size();
    assertThat(records(TensorLine.class)).hasSize(2 * filesBefore);

    Summary summary = survey(ValueDepth.HEALTH);

    assertThat(summary).isEqualTo(new Summary(20, 40, 0, 0, 0, 0, filesBefore));
    assertThat(lines()).hasSize(60).doesNotHaveDuplicates();
  }

  @Test
  void internalErrorEndsTheSurvey() throws IOException {
    write("a.safetensors", 1);
    Cancellation failing =
        () -> {
          if (Thread.currentThread().getName().startsWith("tensorloupe-survey-")) {
            throw new StackOverflowError();
          }
          return false;
        };

    assertThatThrownBy(() -> survey(plan(ValueDepth.NONE), failing))
        .isInstanceOf(StackOverflowError.class);
    assertThat(lines()).isEmpty();
  }

  @Test
  void changedFileIsReadAgainAndAppended() throws IOException {
    Path file = write("a.safetensors", 1);
    survey(ValueDepth.STATS);
    write("a.safetensors", 9);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_123L));

    survey(ValueDepth.STATS);
    survey(ValueDepth.STATS);

    assertThat(records(FileLine.class)).hasSize(2);
    assertThat(file("tree/a.safetensors").figures().max()).isEqualTo(9);
    assertThat(file("tree/a.safetensors").modified()).isEqualTo("2001-09-09T01:46:40.123000000Z");
    assertThat(lines()).doesNotHaveDuplicates();
  }

  @Test
  void restoredFileStateIsReportedAgain() throws IOException {
    Path file = write("a.safetensors", 1);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
    byte[] first = Files.readAllBytes(file);
    survey(ValueDepth.HEALTH);
    write("a.safetensors", Float.NaN, 2);
    assertThat(survey(ValueDepth.HEALTH).badFiles()).isEqualTo(1);
    Files.write(file, first);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1000));

    Summary summary = survey(ValueDepth.HEALTH);

    assertThat(summary).as("the last lines").isEqualTo(new Summary(1, 2, 0, 0, 0, 0, 1));
    assertThat(file("tree/a.safetensors").figures().nan()).isEqualTo(0);
    int lineCount = lines().size();
    assertThat(survey(ValueDepth.HEALTH)).isEqualTo(summary);
    assertThat(lines()).hasSize(lineCount);
  }

  @Test
  void fileIsReportedAgainAfterAnError() throws IOException {
    Path file = write("a.safetensors", 1);
    survey(ValueDepth.NONE);
    Path away = Files.move(file, folder.resolve("away"));
    Files.createSymbolicLink(file, Path.of("gone"));
    survey(ValueDepth.NONE);
    Files.delete(file);
    Files.move(away, file);

    survey(ValueDepth.NONE);

    assertThat(lastRecords()).hasOnlyElementsOfType(FileLine.class).hasSize(1);
  }

  @Test
  void bytesThatOnlyOnePathStillHasAreRead() throws IOException {
    write("a.safetensors", 1);
    Files.createLink(tree.resolve("b.safetensors"), tree.resolve("a.safetensors"));
    survey(ValueDepth.HEALTH);
    String copied =
        records(FileLine.class).stream()
            .map(FileLine::sameAs)
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();
    String other = copied.contains("/a.") ? "tree/b.safetensors" : "tree/a.safetensors";
    Files.delete(folder.resolve(copied));
    write(Path.of(copied).getFileName().toString(), Float.NaN);

    survey(ValueDepth.HEALTH);

    assertThat(file(copied).figures().nan()).isEqualTo(1);
    assertThat(file(other).sameAs()).isNull();
    assertThat(file(other).figures().nan()).isEqualTo(0);
  }

  @Test
  void unchangedFileIsNotReadAgainForAnyOrderOfItsNames() throws IOException {
    Path first = write("first.safetensors", 1);
    Path second = Files.createLink(tree.resolve("second.safetensors"), first);
    SequencedMap<String, Path> paths = new LinkedHashMap<>();
    paths.put("first", first);
    paths.put("second", second);
    survey(new SurveyRun.Plan(paths, Part.WHOLE, ValueDepth.NONE, 1), Cancellation.NEVER);
    List<String> lines = lines();

    Summary summary =
        survey(
            new SurveyRun.Plan(paths.reversed(), Part.WHOLE, ValueDepth.NONE, 1),
            Cancellation.NEVER);

    assertThat(summary).isEqualTo(new Summary(2, 2, 1, 0, 0, 0, 2));
    assertThat(lines()).isEqualTo(lines);
  }

  @Test
  void gapsInTheNumbersOfShardsAreErrors() throws IOException {
    write("m-00001-of-00003.safetensors", 1);
    write("m-00003-of-00003.safetensors", 1);

    assertThat(survey(ValueDepth.NONE).errors()).isEqualTo(1);
    ErrorLine error = records(ErrorLine.class).getFirst();
    assertThat(error.findings()).containsExactly("shard-number-gap");
    assertThat(error.path()).isEqualTo("tree/m-*-of-00003.safetensors");
  }

  @Test
  void partsHoldWhatSeveralArgumentsLeadToOnce() throws IOException {
    for (String name : List.of("a", "b", "sub/c", "sub/d", "sub/in/e", "sub/in/f")) {
      write(name + ".safetensors", 1);
    }
    SequencedMap<String, Path> paths = new LinkedHashMap<>();
    for (String text : List.of("tree/sub", "tree", "tree/sub/c.safetensors")) {
      paths.put(text, folder.resolve(text));
    }

    List<String> found = new ArrayList<>();
    for (int index = 0; index < 3; index++) {
      Files.deleteIfExists(out);
      survey(new SurveyRun.Plan(paths, new Part(index, 3), ValueDepth.NONE, 1), Cancellation.NEVER);
      records(FileLine.class).forEach(record -> found.add(record.path()));
    }

    assertThat(found).hasSize(6).doesNotHaveDuplicates();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void linksOfOtherUsersAreNotFollowed() throws IOException {
    Path own = Files.createFile(tree.resolve("own"));
    Files.createSymbolicLink(out, own);
    try {
      Files.setAttribute(out, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (FileSystemException e) {
      abort("only the superuser can give a link away");
    }

    assertThatThrownBy(() -> SurveyOutput.open(out, true))
        .hasMessageContaining("belongs to another user");

    assertThat(own).isEmptyFile();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"record\":\"file\",\"id\":7,\"note\":\"of another program\"}",
        "{\"record\":\"file\",\"path\":\"a\",\"set\":null} ",
        "{\"record\":\"file\",\"path\":\"a\"}\r",
        "{\"record\":\"file\"},{\"record\":\"file\",\"id\":8}]",
        "{\"record\":\"tensor\",\"path\":\"a\",\"modified\":tomorrow",
        "{\"record\":\"error\",\"path\":\"\u0001",
        "{ ",
        "text",
      })
  void lineOfAnotherProgramWithoutALineFeedIsNotRemoved(String line) throws IOException {
    String ownLine = new String(SurveyLine.of(new ErrorLine("gone", null, null, null, null, null)));
    for (String content : List.of(line, line.replace("a", "a".repeat(2 << 20)), ownLine + line)) {
      Files.writeString(out, content);

      assertThatThrownBy(() -> survey(ValueDepth.NONE))
          .hasMessageContaining(
              content.startsWith(ownLine) ? "Line 2 of " : "not the result of a survey")
          .hasMessageContaining("not changed");

      assertThat(Files.readString(out)).isEqualTo(content);
    }
  }

  /// @param broken the operation that fails once
  @ParameterizedTest
  @ValueSource(strings = {"handle", "tryLock", "isFile"})
  void failedStartLeavesNoTable(String broken) throws IOException {
    FileOperations files =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) ->
                switch (name) {
                  case String it when it.equals(broken) -> throw new IOException("disk error");
                  case "createShared" ->
                      Intercepted.calls(
                          OpenFile.class,
                          (OpenFile) call.run(),
                          (step, _, stepCall) -> {
                            if (!step.equals(broken)) {
                              return stepCall.run();
                            }
                            if (step.equals("handle")) {
                              return folder.resolve("gone");
                            }
                            throw new IOException("disk error");
                          });
                  default -> call.run();
                });
    if (broken.equals("isFile")) {
      Files.createFile(out);
    }

    assertThatThrownBy(() -> SurveyOutput.open(files, out, broken.equals("isFile")))
        .hasMessageContaining("survey.jsonl cannot be written");

    assertThat(Files.exists(out)).isEqualTo(broken.equals("isFile"));
  }

  @Test
  void onlyTheReaderOfAnOldTableLocksOutTheSurvey() throws IOException {
    FileOperations files =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) ->
                name.equals("createShared") || name.equals("openToWrite")
                    ? Intercepted.calls(
                        OpenFile.class,
                        (OpenFile) call.run(),
                        (step, _, stepCall) ->
                            switch (step) {
                              case "tryLock" -> false;
                              case "isLockedByReader" -> true;
                              default -> stepCall.run();
                            })
                    : call.run());

    SurveyOutput.open(files, out, false).close();

    assertThat(out).exists();
    assertThatThrownBy(() -> SurveyOutput.open(files, out, true))
        .hasMessageContaining("is locked by another program that reads it");
  }

  @Test
  void tableOfAnotherUserInASharedFolderIsNotContinued() throws IOException {
    Files.createFile(out);
    FileOperations files =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> name.equals("hasTrustedOwner") ? false : call.run());

    assertThatThrownBy(() -> SurveyOutput.open(files, out, true))
        .hasMessageContaining("belongs to another user. It was not changed.");
    assertThat(out).isEmptyFile();
  }

  @Test
  void tableOfAnotherSurveyIsNotDeleted() throws IOException {
    FileOperations files =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) ->
                name.equals("createShared")
                    ? Intercepted.calls(
                        OpenFile.class,
                        (OpenFile) call.run(),
                        (step, _, stepCall) -> step.equals("tryLock") ? false : stepCall.run())
                    : call.run());

    assertThatThrownBy(() -> SurveyOutput.open(files, out, false))
        .hasMessageContaining("is being written by another survey");

    assertThat(out).exists();
  }

  @Test
  void failureToReadTheTableNamesIt() throws IOException {
    write("a.safetensors", 1);
    survey(ValueDepth.NONE);
    byte[] before = Files.readAllBytes(out);
    SurveyOutput output = SurveyOutput.open(out, true);

    assertThatThrownBy(() -> output.recover(_ -> close(output)))
        .isInstanceOf(SentenceException.class)
        .hasMessageContaining("survey.jsonl cannot be written");

    assertThat(out).hasBinaryContent(before);
  }

  private static void close(SurveyOutput output) {
    try {
      output.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void linesOfOtherProgramsAreNotCutOff() throws IOException {
    String lines = "{\"record\":\"log\"}\n{\"record\":\"log\"}\n";
    Files.writeString(out, lines);

    assertThatThrownBy(() -> survey(ValueDepth.NONE))
        .hasMessageContaining("not the result of a survey");
    assertThat(Files.readString(out)).isEqualTo(lines);
    assertThatThrownBy(() -> SurveyOutput.open(tree, true))
        .hasMessageContaining("not the result of a survey");
  }

  @Test
  void removedOrInsertedLinesPreventResuming() throws IOException {
    write("a.safetensors", 1);
    write("b.safetensors", 1);
    survey(ValueDepth.NONE);
    List<String> lines = Files.readAllLines(out);
    List<String> onlyFiles =
        lines.stream().filter(line -> line.startsWith("{\"record\":\"file\"")).toList();
    List<String> gap = new ArrayList<>(lines);
    gap.add(3, "");
    List<String> joined = new ArrayList<>(lines.subList(0, 5));
    joined.add(lines.get(5).substring(0, 20) + lines.getFirst());
    joined.addAll(lines.subList(1, 6));

    for (List<String> changed : List.of(onlyFiles, gap, joined)) {
      Files.write(out, changed);
      assertThatThrownBy(() -> survey(ValueDepth.NONE)).hasMessageContaining("does not follow");
      assertThat(Files.readAllLines(out)).isEqualTo(changed);
    }
  }

  @Test
  void linesOfOtherProgramsAfterTheTableAreNotCutOff() throws IOException {
    write("a.safetensors", 1);
    survey(ValueDepth.NONE);
    byte[] table = Files.readAllBytes(out);
    for (String added : new String[] {"t\0h\0e\0\nmine\n", "\0\0\0\nmine\n", "{\0\"\0a\0\n\0"}) {
      Files.write(out, table);
      Files.writeString(out, added, StandardOpenOption.APPEND);
      byte[] changed = Files.readAllBytes(out);

      assertThatThrownBy(() -> survey(ValueDepth.NONE)).hasMessageContaining("does not follow");

      assertThat(out).hasBinaryContent(changed);
    }
  }

  @Test
  void zeroBlocksAfterAPowerFailureAreCutOff() throws IOException {
    write("a.safetensors", 1);
    survey(ValueDepth.NONE);
    byte[] table = Files.readAllBytes(out);
    String line = Files.readAllLines(out).getLast();
    String damaged = line.substring(0, 40) + "\0".repeat(100) + "\n" + line + "\n\0\0";
    Files.writeString(out, damaged, StandardOpenOption.APPEND);

    survey(ValueDepth.NONE);

    assertThat(out).hasBinaryContent(table);
  }

  @Test
  void linesWithoutPathsAreNotASurvey() throws IOException {
    Files.writeString(out, "{\"record\":\"file\",\"id\":7}\n".repeat(2));

    assertThatThrownBy(() -> survey(ValueDepth.NONE))
        .hasMessageContaining("not the result of a survey");
  }

  @Test
  void setThatIsCompleteAgainEndsItsErrors() throws IOException {
    ShardFolder set = new ShardFolder(Files.createDirectory(tree.resolve("set")));
    set.shard(1, 2, "a")
        .index("\"total_size\":32", "a", ShardFolder.name(1, 2), "b", ShardFolder.name(2, 2));
    assertThat(survey(ValueDepth.NONE).errors()).isPositive();
    set.shard(2, 2, "b");

    assertThat(survey(ValueDepth.NONE).errors()).isZero();
    List<String> mended = lines();
    assertThat(survey(ValueDepth.NONE).errors()).isZero();

    assertThat(lines()).as("told once").isEqualTo(mended);
    assertThat(lastRecords()).hasOnlyElementsOfType(FileLine.class).hasSize(2);
    Files.delete(tree.resolve("set").resolve(ShardFolder.name(2, 2)));
    assertThat(survey(ValueDepth.NONE).errors()).isPositive();
    assertThat(lastRecords()).hasSize(3);
  }

  @Test
  void linesOfALargeFileAreWrittenWhileItIsRead() throws IOException {
    TensorFiles many = new TensorFiles();
    for (int i = 0; i < MANY_TENSORS; i++) {
      many.tensor("layers." + i + ".weight", Dtype.U8, new byte[] {1}, 1);
    }
    many.write(tree.resolve("many.safetensors"));
    List<Long> sizes = new ArrayList<>();
    AtomicInteger cancellationChecks = new AtomicInteger();
    Cancellation sizeObserver =
        () -> {
          if (cancellationChecks.incrementAndGet() % 500 == 0) {
            sizes.add(out.toFile().length());
          }
          return false;
        };

    survey(plan(ValueDepth.NONE), sizeObserver);

    assertThat(sizes).anyMatch(size -> size > 1 << 20);
    assertThat(records(TensorLine.class)).hasSize(MANY_TENSORS);
    assertThat(file("tree/many.safetensors").tensors()).isEqualTo(MANY_TENSORS);
  }

  @Test
  void twoSurveysNeverWriteIntoOneFile() throws IOException {
    try (SurveyOutput _ = SurveyOutput.open(out, false)) {
      assertThatThrownBy(() -> SurveyOutput.open(out, true))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is being written by another survey");
    }
    assertThatThrownBy(() -> SurveyOutput.open(out, false))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void otherFilesAndOtherSurveysAreNotChanged() throws IOException {
    Path model = write("a.safetensors", 1);
    byte[] bytes = Files.readAllBytes(model);
    Files.write(out, bytes);

    assertThatThrownBy(() -> survey(ValueDepth.NONE))
        .hasMessageContaining("not the result of a survey");
    assertThat(out).hasBinaryContent(bytes);
    Files.delete(out);
    survey(ValueDepth.NONE);
    byte[] survey = Files.readAllBytes(out);

    assertThatThrownBy(() -> survey(ValueDepth.STATS)).hasMessageContaining("--values none");
    assertThat(out).hasBinaryContent(survey);
  }

  @Test
  void singleFileIsSurveyedWithoutAnOutput() throws IOException {
    Path file = write("a.safetensors", 1, Float.NaN);
    FileSurvey survey = new FileSurvey(ValueDepth.HEALTH, new ChunkedScan(1));

    assertThat(survey.records(SurveyedFile.of(file)))
        .hasExactlyElementsOfTypes(TensorLine.class, TensorLine.class, FileLine.class);
    assertThat(survey.records(SurveyedFile.of(tree.resolve("gone"))))
        .hasExactlyElementsOfTypes(ErrorLine.class);
  }

  /// Another program may replace the file at the path as soon as the table is open.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tableThatIsReplacedAsSoonAsItIsOpenIsNotAtItsPath(boolean isResumed) throws IOException {
    if (isResumed) {
      Files.createFile(out);
    }

    try (SurveyOutput output = SurveyOutput.open(out, isResumed)) {
      Files.move(out, folder.resolve("moved.jsonl"));
      Files.createFile(out);

      assertThat(output.isAtPath()).isFalse();
    }
    assertThat(out).isEmptyFile();
  }

  @Test
  void tableThatCannotBeExaminedIsNotReportedAsMoved() throws IOException {
    try (SurveyOutput output = SurveyOutput.open(out, false)) {
      Files.delete(out);
      Files.createSymbolicLink(out, out);

      assertThatThrownBy(output::isAtPath).hasMessageContaining("could not be examined");
    }
  }

  @Test
  void linkedTableIsAtItsPath() throws IOException {
    Path table = Files.createFile(folder.resolve("table.jsonl"));
    Files.createSymbolicLink(out, table);

    try (SurveyOutput output = SurveyOutput.open(out, true)) {
      assertThat(output.isAtPath()).isTrue();
    }
  }
}
