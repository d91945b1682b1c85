package io.github.tensorloupe.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.batch.MetadataBatch.Order;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.integrity.hash.DigestPass;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetadataBatchTest {

  @TempDir private Path folder;

  private final FileOperations operations = FileOperations.ofThisComputer();
  private final MetadataBatch batch =
      new MetadataBatch(new Saver(operations), new Recovery(operations));

  private Path file(String name) throws IOException {
    return new TensorFiles().metadata("k", "v").floats("t", 1, 2).write(folder.resolve(name));
  }

  private static MetadataChange set(String key, String value) {
    return MetadataChange.set(new LinkedHashMap<>(Map.of(key, value)));
  }

  private static Order order(MetadataChange change) {
    return new Order(FileMetadataChange.of(change), _ -> false, SaveOptions.DEFAULT, false);
  }

  private static Order dryRun(MetadataChange change) {
    return new Order(FileMetadataChange.of(change), _ -> false, SaveOptions.DEFAULT, true);
  }

  private List<FileReport> run(Order order, Path... files) {
    return batch.run(List.of(files), order, Cancellation.NEVER, Progress.NONE, _ -> {});
  }

  private static List<Status> statuses(List<FileReport> reports) {
    return reports.stream().map(FileReport::status).toList();
  }

  private static Map<String, String> metadata(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(file.isRefused()).isFalse();
      return file.header().metadata().orElseThrow().entries();
    }
  }

  @Test
  void everyFileIsChanged() throws IOException {
    Path a = file("a");
    Path b = file("b");

    List<FileReport> reports = run(order(set("new", "1")), a, b);

    assertThat(statuses(reports)).containsExactly(Status.SAVED, Status.SAVED);
    assertThat(reports).extracting(FileReport::path).containsExactly(a, b);
    assertThat(reports.getFirst().changes()).containsExactly(new EntryChange.Added("new", "1"));
    assertThat(metadata(a)).isEqualTo(Map.of("k", "v", "new", "1"));
    assertThat(metadata(b)).isEqualTo(Map.of("k", "v", "new", "1"));
  }

  @Test
  void fileThatFailsDoesNotKeepTheOthersFromBeingSaved() throws IOException {
    Path a = file("a");
    Path missingFile = folder.resolve("gone");
    Path refused = SampleBytes.write(folder.resolve("refused"), SampleBytes.file("{}", (byte) 1));
    byte[] refusedBytes = Files.readAllBytes(refused);
    Path b = file("b");

    List<FileReport> reports = run(order(set("new", "1")), a, missingFile, refused, b);

    assertThat(statuses(reports))
        .containsExactly(Status.SAVED, Status.FAILED, Status.FAILED, Status.SAVED);
    assertThat(reports.get(1).message().toString())
        .contains("does not exist", "Nothing was changed.");
    assertThat(refused).hasBinaryContent(refusedBytes);
    assertThat(metadata(b)).containsEntry("new", "1");
  }

  @Test
  void fileWithTheRequestedMetadataIsNotWritten() throws IOException {
    Path a = file("a");
    Object before = Files.getLastModifiedTime(a);

    FileReport report = run(order(set("k", "v")), a).getFirst();

    assertThat(report.status()).isEqualTo(Status.UNCHANGED);
    assertThat(report.plan().orElseThrow().strategy()).isEqualTo(Strategy.NONE);
    assertThat(report.changes()).isEmpty();
    assertThat(Files.getLastModifiedTime(a)).isEqualTo(before);
  }

  @Test
  void dryRunPlansAndWritesNothing() throws IOException {
    Path a = file("a");
    byte[] before = Files.readAllBytes(a);

    FileReport report = run(dryRun(set("k", "w")), a).getFirst();

    assertThat(report.status()).isEqualTo(Status.PLANNED);
    assertThat(report.changes()).containsExactly(new EntryChange.Revalued("k", "v", "w"));
    assertThat(report.plan().orElseThrow().bytesToWrite()).isPositive();
    assertThat(a).hasBinaryContent(before);
    assertThat(folder).isDirectoryNotContaining("glob:**.*tensorloupe*");
  }

  @Test
  void fileUnderSeveralPathsIsDoneOnce() throws IOException {
    Path a = file("a");
    Path link = Files.createSymbolicLink(folder.resolve("link"), a);
    Path detour = folder.resolve("x/../a");
    Files.createDirectory(folder.resolve("x"));
    List<Path> applied = new ArrayList<>();
    FileMetadataChange counting =
        (file, _, _) -> {
          applied.add(file.file().path());
          return set("new", "1").apply(file.metadata());
        };

    List<FileReport> reports =
        run(new Order(counting, _ -> false, SaveOptions.DEFAULT, false), a, link, detour, a);

    assertThat(applied).containsExactly(a);
    assertThat(statuses(reports))
        .containsExactly(Status.SAVED, Status.UNCHANGED, Status.UNCHANGED, Status.UNCHANGED);
    assertThat(reports).extracting(FileReport::path).containsExactly(a, link, detour, a);
    assertThat(reports.get(1).message().toString()).contains("same file as " + a);
    assertThat(link).isSymbolicLink();
  }

  @Test
  void refusedLinkOfAnotherUserDoesNotPreventTheEditOfItsFile() throws IOException {
    Path a = file("a");
    Path link = Files.createSymbolicLink(folder.resolve("link"), a);
    try {
      Files.setAttribute(link, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (FileSystemException e) {
      abort("only root can give a link to another user");
    }

    List<FileReport> reports = run(order(set("new", "1")), link, a, link);

    assertThat(statuses(reports)).containsExactly(Status.FAILED, Status.SAVED, Status.FAILED);
    assertThat(metadata(a)).containsEntry("new", "1");
  }

  @Test
  void failureOfAFileIsThatOfItsOtherPathsToo() throws IOException {
    Path missingFile = folder.resolve("gone");

    assertThat(statuses(run(order(set("k", "w")), missingFile, missingFile)))
        .containsExactly(Status.FAILED, Status.FAILED);
  }

  @Test
  void interruptedSaveIsRecoveredFirst() throws IOException {
    Path a = InterruptedSaves.file(folder.resolve("a"));
    InterruptedSaves.halfWritten(a);

    FileReport report = run(order(set("new", "1")), a).getFirst();

    assertThat(report.status()).isEqualTo(Status.SAVED);
    assertThat(report.message().toString()).contains("has its old header again", "is saved");
    assertThat(metadata(a)).containsEntry("new", "1").containsEntry("k", "v".repeat(5000));
    assertThat(folder).isDirectoryNotContaining("glob:**.*tensorloupe*");
  }

  @Test
  void recoveryIsReportedIfPlanningFails() throws IOException {
    Path a = InterruptedSaves.file(folder.resolve("a"));
    InterruptedSaves.halfWritten(a);
    FileMetadataChange failing =
        (_, _, _) -> {
          throw new IOException("Input/output error");
        };

    FileReport report =
        run(new Order(failing, _ -> false, SaveOptions.DEFAULT, false), a).getFirst();

    assertThat(report.status()).isEqualTo(Status.FAILED);
    assertThat(report.message().toString())
        .contains("has its old header again", "Input/output error")
        .doesNotContain("Nothing was changed.");
  }

  @Test
  void dryRunLeavesAnInterruptedSaveAndFails() throws IOException {
    Path a = InterruptedSaves.file(folder.resolve("a"));
    InterruptedSaves.halfWritten(a);
    byte[] before = Files.readAllBytes(a);

    FileReport report = run(dryRun(set("new", "1")), a).getFirst();

    assertThat(report.status()).isEqualTo(Status.FAILED);
    assertThat(report.message().toString()).contains("was interrupted", "Nothing was changed.");
    assertThat(a).hasBinaryContent(before);
    assertThat(folder.resolve(".a.tensorloupe-save")).exists();
  }

  @Test
  void saveOfAnotherComputerIsNotRecovered() throws IOException {
    Path a = InterruptedSaves.file(folder.resolve("a"));
    InterruptedSaves.halfWrittenElsewhere(a);
    byte[] before = Files.readAllBytes(a);

    FileReport report = run(order(set("new", "1")), a).getFirst();

    assertThat(report.status()).isEqualTo(Status.FAILED);
    assertThat(report.message().toString()).contains("another-host");
    assertThat(a).hasBinaryContent(before);
  }

  @Test
  void filesAfterACancellationAreUnchanged() throws IOException {
    Path a = file("a");
    Path b = file("b");
    byte[] before = Files.readAllBytes(b);
    AtomicBoolean isCancelled = new AtomicBoolean();

    List<FileReport> reports =
        batch.run(
            List.of(a, b),
            order(set("new", "1")),
            isCancelled::get,
            Progress.NONE,
            _ -> isCancelled.set(true));

    assertThat(statuses(reports)).containsExactly(Status.SAVED);
    assertThat(b).hasBinaryContent(before);
  }

  @Test
  void cancelledSaveIsReportedAndLeavesTheFile() throws IOException {
    Path a = file("a");
    byte[] before = Files.readAllBytes(a);
    AtomicBoolean isCancelled = new AtomicBoolean();
    FileMetadataChange cancelling =
        (file, _, _) -> {
          isCancelled.set(true);
          return set("new", "1").apply(file.metadata());
        };

    List<FileReport> reports =
        batch.run(
            List.of(a),
            new Order(cancelling, _ -> false, SaveOptions.DEFAULT, false),
            isCancelled::get,
            Progress.NONE,
            _ -> {});

    assertThat(statuses(reports)).containsExactly(Status.FAILED);
    assertThat(reports.getFirst().message().toString()).contains("canceled");
    assertThat(a).hasBinaryContent(before);
    assertThat(folder).isDirectoryNotContaining("glob:**.*tensorloupe*");
  }

  @Test
  void canceledEditAfterARecoveryIsNotReportedAsWithoutChanges() throws IOException {
    Path a = InterruptedSaves.file(folder.resolve("a.safetensors"));
    AtomicBoolean isCancelled = new AtomicBoolean();
    FileMetadataChange cancelling =
        (file, cancellation, _) -> {
          isCancelled.set(true);
          cancellation.check();
          return file.metadata();
        };
    FileMetadataChange cancellingTheSave =
        (file, _, _) -> {
          isCancelled.set(true);
          return set("new", "1").apply(file.metadata());
        };
    for (FileMetadataChange change : List.of(cancelling, cancellingTheSave)) {
      InterruptedSaves.halfWritten(a);
      isCancelled.set(false);
      List<FileReport> reports =
          batch.run(
              List.of(a),
              new Order(change, _ -> false, SaveOptions.DEFAULT, false),
              isCancelled::get,
              Progress.NONE,
              _ -> {});

      assertThat(reports.getFirst().message().toString())
          .contains("has its old header again", "was canceled")
          .doesNotContain("Nothing was changed");
    }
  }

  @Test
  void failureAfterTheRecoveryOfACopyIsNotReportedAsWithoutChanges() throws IOException {
    Path copy = InterruptedSaves.file(folder.resolve("copy.safetensors"));
    InterruptedSaves.halfWritten(copy);

    FileReport report =
        batch.copy(
            folder.resolve("missing.safetensors"),
            copy,
            order(set("new", "1")),
            Cancellation.NEVER,
            Progress.NONE);

    assertThat(report.status()).isEqualTo(Status.FAILED);
    assertThat(report.message().toString())
        .contains("has its old header again", "does not exist")
        .doesNotContain("Nothing was changed");
  }

  @Test
  void hashesAreThoseOfEachFilesOwnData() throws IOException {
    Path a = file("a");
    Path b = new TensorFiles().tensor("t", Dtype.U8, new byte[] {7}, 1).write(folder.resolve("b"));

    run(
        new Order(
            FileMetadataChange.of(Preset.RECOMPUTE_HASHES), _ -> false, SaveOptions.DEFAULT, false),
        a,
        b);

    for (Path each : List.of(a, b)) {
      try (TensorFile file = TensorFile.open(each)) {
        String hash = DigestPass.ofData(file, Cancellation.NEVER, Progress.NONE);
        assertThat(metadata(each))
            .containsEntry("sshs_model_hash", hash)
            .containsEntry("modelspec.hash_sha256", "0x" + hash);
      }
    }
  }

  @Test
  void nameOfATensorInAnotherShardIsNeededByLoaders() throws IOException {
    Path a =
        new TensorFiles()
            .metadata("tied", "elsewhere")
            .metadata("note", "x")
            .floats("t", 1)
            .write(folder.resolve("a"));

    run(
        new Order(
            FileMetadataChange.of(Preset.STRIP_ALL_BUT_LOADER_KEYS),
            "elsewhere"::equals,
            SaveOptions.DEFAULT,
            false),
        a);

    assertThat(metadata(a)).isEqualTo(Map.of("tied", "elsewhere"));
  }

  @Test
  void lossOfAKeyThatLoadersNeedWarnsAndBlocksNothing() throws IOException {
    Path a = new TensorFiles().metadata("format", "pt").floats("t", 1).write(folder.resolve("a"));

    FileReport report = run(order(MetadataChange.unset(Set.of("format"))), a).getFirst();

    assertThat(report.status()).isEqualTo(Status.SAVED);
    assertThat(report.warnings()).hasSize(1).first().asString().contains("\"format\"");
  }

  @Test
  void entryThatMayBeAMistakeWarnsAndOneThatWasThereBeforeDoesNot() throws IOException {
    Path a = new TensorFiles().metadata("old", "\0").floats("t", 1).write(folder.resolve("a"));

    FileReport report = run(order(set("__metadata__", "\0")), a).getFirst();

    assertThat(report.status()).isEqualTo(Status.SAVED);
    assertThat(report.warnings())
        .hasSize(2)
        .allMatch(warning -> warning.toString().contains("\"__metadata__\""));
  }

  @Test
  void copyLeavesTheFileAsItIs() throws IOException {
    Path a = file("a");
    byte[] before = Files.readAllBytes(a);
    Path copy = folder.resolve("copy");

    FileReport report =
        batch.copy(a, copy, order(set("k", "w")), Cancellation.NEVER, Progress.NONE);

    assertThat(report.status()).isEqualTo(Status.SAVED);
    assertThat(a).hasBinaryContent(before);
    assertThat(metadata(copy)).isEqualTo(Map.of("k", "w"));
  }

  @Test
  void copyDoesNotTakeThePlaceOfAFile() throws IOException {
    Path a = file("a");
    Path b = file("b");
    byte[] before = Files.readAllBytes(b);

    FileReport report = batch.copy(a, b, order(set("k", "w")), Cancellation.NEVER, Progress.NONE);

    assertThat(report.status()).isEqualTo(Status.FAILED);
    assertThat(b).hasBinaryContent(before);
  }

  @Test
  void progressRunsOnceOverTheBytesOfAllFiles() throws IOException {
    Path a = file("a");
    Path b = file("b");
    long half = Files.size(a) / 2;
    long total = Files.size(a) + Files.size(b);
    List<Long> done = new ArrayList<>();
    List<Long> totals = new ArrayList<>();

    batch.run(
        List.of(a, b),
        new Order(
            FileMetadataChange.of(Preset.RECOMPUTE_HASHES), _ -> false, SaveOptions.DEFAULT, false),
        Cancellation.NEVER,
        (each, all) -> {
          done.add(each);
          totals.add(all);
        },
        _ -> {});

    // Reading before a save counts as half of a file.
    assertThat(done).isSorted().contains(half).endsWith(total);
    assertThat(totals).containsOnly(total);
  }

  @Test
  void undoRestoresEntriesAndTheirOrder() throws IOException {
    Path a =
        new TensorFiles()
            .metadata("first", "1")
            .metadata("k", "v")
            .metadata("last", "3")
            .floats("t", 1)
            .write(folder.resolve("a"));
    Path other = file("other");
    FileMetadataChange change =
        (file, _, _) ->
            new Metadata(new LinkedHashMap<>(Map.of("k", "w", "last", "3", "new", "4")));
    List<FileReport> saved = run(new Order(change, _ -> false, SaveOptions.DEFAULT, false), a);
    run(order(set("later", "5")), a);

    List<FileReport> undone = run(undo(saved), a, other);

    assertThat(statuses(undone)).containsExactly(Status.SAVED, Status.UNCHANGED);
    assertThat(metadata(a))
        .containsExactly(
            Map.entry("first", "1"),
            Map.entry("k", "v"),
            Map.entry("last", "3"),
            Map.entry("later", "5"));
    assertThat(metadata(other)).containsOnlyKeys("k");
  }

  @Test
  void undoRefusesEntriesThatHaveChangedSince() throws IOException {
    Path a = file("a");
    Path b = file("b");
    List<FileReport> saved = run(order(set("k", "w")), a, b);
    run(order(set("k", "x")), a);

    List<FileReport> undone = run(undo(saved), a, b);

    assertThat(statuses(undone)).containsExactly(Status.FAILED, Status.SAVED);
    assertThat(undone.getFirst().message())
        .hasToString(
            "The entry \"k\" in %s has changed since it was saved. Nothing was changed."
                .formatted(a));
    assertThat(metadata(a)).containsEntry("k", "x");
    assertThat(metadata(b)).containsEntry("k", "v");
  }

  private static Order undo(List<FileReport> saved) {
    return new Order(FileMetadataChange.undo(saved), _ -> false, SaveOptions.DEFAULT, false);
  }
}
