package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.testing.FinishedProcess;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.InterruptedSaves;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The messages of saves that succeeded with a warning or failed: the same in text and JSON.
class SaveSentencesTest {

  private static final String[] REWRITE = {
    "metadata", "set", "--strategy", "rewrite", "--entry", "new=1", "a.safetensors"
  };

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = InterruptedSaves.file(folder.resolve("a.safetensors"));
  }

  private static FileOperations disk(Intercepted.Handler handler) {
    return Intercepted.calls(FileOperations.class, FileOperations.ofThisComputer(), handler);
  }

  private void assertPrintedAsJsonAndText(FileOperations disk, String sentence) {
    Ran json = Ran.on(disk, folder, with("--json", REWRITE));
    Ran text = Ran.on(disk, folder, "metadata", "unset", "--key", "new", "a.safetensors");

    assertThat(json.exitCode()).isZero();
    assertThat(json.object().get("saved").asBoolean()).isTrue();
    assertThat(json.object().get("message").asText()).contains(sentence);
    assertThat(text.exitCode()).isZero();
    assertThat(text.out()).contains(sentence);
  }

  private static String[] with(String option, String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = option;
    return all;
  }

  @Test
  void unconfirmedFolderSyncIsReported() {
    assertPrintedAsJsonAndText(
        disk(
            (name, arguments, call) -> {
              if (name.equals("forceFolder")) {
                throw new FileSystemException(arguments[0].toString(), null, "Invalid argument");
              }
              return call.run();
            }),
        "has not confirmed that it survives a power cut");
  }

  @Test
  void lostOwnerIsReported() {
    assertPrintedAsJsonAndText(
        disk(
            (name, _, call) -> {
              Object result = call.run();
              return name.equals("copyAttributes") ? List.of("owner") : result;
            }),
        "its owner could not be kept");
  }

  @Test
  void recoveryBeforeTheEditIsReported() throws IOException {
    InterruptedSaves.halfWritten(file);

    Ran ran = Ran.in(folder, REWRITE);

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("has its old header again");
  }

  @Test
  void repairAndSalvageSuggestRecoveryFromTheJournal() throws IOException {
    InterruptedSaves.halfWritten(file);

    Ran repair = Ran.in(folder, "repair", "a.safetensors");
    Ran salvage = Ran.in(folder, "salvage", "--json", "--dry-run", "--out", "x", "a.safetensors");

    assertThat(repair.exitCode()).isEqualTo(1);
    assertThat(repair.out()).contains("No repair", "recovering restores the old one");
    assertThat(salvage.object().get("message").asText())
        .contains("recovering restores the old one");
    assertThat(salvage.err()).contains("recovering restores the old one");
  }

  @Test
  void interruptedCopyIsRecoveredBeforeTheNext() throws IOException {
    Files.write(folder.resolve(".copy.safetensors.tensorloupe-new"), new byte[10]);
    Files.write(folder.resolve(".copy.safetensors.tensorloupe-save"), new byte[0]);

    Ran ran = Ran.in(folder, with("--out=copy.safetensors", REWRITE));

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(folder.resolve("copy.safetensors")).exists();
    assertThat(folder).isDirectoryNotContaining("glob:**/.*");
  }

  @Test
  void failedRecoveryNamesWhatFailedAndDoesNotCallItReading() throws IOException {
    InterruptedSaves.halfWritten(file);
    FileOperations disk =
        disk(
            (name, arguments, call) -> {
              if (name.equals("delete") && arguments[0].toString().endsWith("tensorloupe-save")) {
                throw new FileSystemException(
                    arguments[0].toString(), null, "Operation not permitted");
              }
              return call.run();
            });

    Ran ran = Ran.on(disk, folder, "recover", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err())
        .contains("could not be recovered: Operation not permitted", ".tensorloupe-save")
        .doesNotContain("cannot be read");
  }

  /// A lock of this process would be its own; a second process finds it held by another one.
  @Test
  void recoveryThatAnotherProgramDoesIsNotBlamedOnTheOneThatHasEnded() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    InterruptedSaves.halfWrittenBy(file, ended.pid());
    List<String> command = ProcessTest.java();
    command.addAll(List.of("check", "--json", "a.safetensors"));
    List<String> said = new ArrayList<>();
    FileOperations recovering =
        disk(
            (name, arguments, call) -> {
              if (name.equals("openToWrite") && arguments[0].toString().endsWith(".safetensors")) {
                said.add(FinishedProcess.of(folder, Map.of(), command).output());
              }
              return call.run();
            });

    new Recovery(recovering).recover(file, false);

    assertThat(said.getFirst())
        .contains("save-under-way", "is being recovered by another program")
        // The name of the folder may contain the same digits.
        .doesNotContainPattern("\\b" + ended.pid() + "\\b");
  }

  @Test
  void hardLinkedFileWithTrailingBytesIsOfferedOnlyWhatWorks() throws IOException {
    Path whole = InterruptedSaves.file(folder.resolve("t.safetensors"));
    Files.write(whole, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
    Files.createLink(folder.resolve("u.safetensors"), whole);

    Ran ran = Ran.in(folder, "repair", "t.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--split-links").doesNotContain("in-place");
    assertThat(Ran.in(folder, "repair", "--split-links", "t.safetensors").exitCode()).isZero();
  }
}
