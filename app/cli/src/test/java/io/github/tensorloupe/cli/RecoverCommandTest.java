package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.index;
import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.save.Drafts;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The handling of interrupted saves by the commands.
class RecoverCommandTest {

  @TempDir private Path folder;
  private Path file;
  private Path journal;
  private byte[] whole;

  @BeforeEach
  void writeFile() throws IOException {
    file = InterruptedSaves.file(folder.resolve("a.safetensors"));
    journal = folder.resolve(".a.safetensors.tensorloupe-save");
    whole = Files.readAllBytes(file);
  }

  private Ran run(String... arguments) {
    return Ran.in(folder, arguments);
  }

  private static void assertAction(Ran ran, String action, boolean isRecovered, int exitCode) {
    JsonNode object = ran.object();
    assertThat(object.get("action").asText()).isEqualTo(action);
    assertThat(object.get("recovered").asBoolean()).isEqualTo(isRecovered);
    assertThat(object.get("message").asText()).isNotEmpty();
    assertThat(ran.exitCode()).isEqualTo(exitCode);
  }

  @Test
  void allCommandsThatReadReportAnInterruptedSave() throws IOException {
    new TensorFiles()
        .tensor("m.lora_A.weight", Dtype.F32, new byte[16], 1, 4)
        .tensor("m.lora_B.weight", Dtype.F32, new byte[16], 4, 1)
        .write(file);
    Path table = Files.createDirectory(folder.resolve("tables")).resolve("table.jsonl");
    for (int expected = 0; expected <= 1; expected++) {
      for (String command : List.of("check", "survey", "library", "lora")) {
        Files.deleteIfExists(table);
        List<String> arguments = new ArrayList<>(List.of(command, "a.safetensors"));
        if (command.equals("survey")) {
          arguments.addAll(List.of("--out", table.toString()));
        }
        assertThat(run(arguments.toArray(String[]::new)).exitCode())
            .as(command)
            .isEqualTo(expected);
        if (command.equals("survey") && expected == 1) {
          assertThat(table).content().contains("interrupted-save");
        }
      }
      Files.write(journal, new byte[300]);
    }
  }

  @Test
  void halfAHeaderIsRolledBack() throws IOException {
    InterruptedSaves.halfWritten(file);
    assertThat(Files.readAllBytes(file)).isNotEqualTo(whole);

    Ran dry = run("recover", "--json", "--dry-run", "a.safetensors");
    assertThat(journal).exists();
    Ran ran = run("recover", "--json", "a.safetensors");

    assertAction(dry, "roll-back", false, 0);
    assertThat(dry.object().get("dryRun").asBoolean()).isTrue();
    assertAction(ran, "roll-back", true, 0);
    assertThat(file).hasBinaryContent(whole);
    assertThat(journal).doesNotExist();
    assertAction(run("recover", "--json", "a.safetensors"), "none", false, 0);
  }

  @Test
  void beginOfARewriteIsDeleted() throws IOException {
    Path draft = InterruptedSaves.beginOfRewrite(file);

    assertAction(run("recover", "--json", "a.safetensors"), "clean-up", true, 0);
    assertThat(draft).doesNotExist();
    assertThat(file).hasBinaryContent(whole);
  }

  @Test
  void draftsThatKilledProgramsLeftAreNamedAndDeleted() throws IOException {
    Path below = Files.createDirectory(folder.resolve("below"));
    for (String argument : new String[] {"below/out.npy", ".", "draft"}) {
      Path draft = Files.writeString(below.resolve(".out.npy.1f.tensorloupe-part"), "half");
      String path = argument.equals("draft") ? "below/" + draft.getFileName() : argument;

      Ran dry = run("recover", "--json", "--dry-run", path);
      assertThat(draft).exists();
      Ran ran = run("recover", "--json", path);

      assertAction(dry, "clean-up", false, 0);
      assertThat(dry.object().get("message").asText()).contains("this draft of out.npy");
      assertAction(ran, "clean-up", true, 0);
      assertThat(ran.object().get("path").asText()).contains(draft.getFileName().toString());
      assertThat(draft).doesNotExist();
    }
    assertThat(file).hasBinaryContent(whole);
  }

  @Test
  void draftOfAnEarlierVersionIsDeletedToo() throws IOException {
    Path draft = Files.writeString(folder.resolve(".tensorloupe-1f2e3d.part"), "half");

    assertAction(run("recover", "--json", "."), "clean-up", true, 0);
    assertThat(draft).doesNotExist();
  }

  @Test
  void draftThatIsBeingWrittenIsLeft() throws IOException {
    Drafts drafts = new Drafts(FileOperations.ofThisComputer());
    Drafts.Opened draft = drafts.create(folder.resolve("out.npy"), false);
    try (OpenFile _ = draft.file()) {
      for (String option : new String[] {"--dry-run", "--other-host"}) {
        Ran ran = run("recover", "--json", option, "out.npy");

        assertAction(ran, "none", false, 2);
        assertThat(ran.err()).contains("A program is writing out.npy");
      }
      assertThat(draft.path()).exists();
    }
    assertThat(run("recover", "out.npy").exitCode()).isZero();
    assertThat(draft.path()).doesNotExist();
  }

  @Test
  void draftIsNoFileOfAFolder() throws IOException {
    Files.copy(file, folder.resolve(".b.safetensors.1f.tensorloupe-part"));

    assertThat(run("check", "--json", ".").texts("path")).containsExactly("./a.safetensors");
  }

  @Test
  void fileThatSomeoneElseChangedIsLeftAndTheExitCodeIsOne() throws IOException {
    InterruptedSaves.halfWritten(file);
    byte[] changed = Files.readAllBytes(file);
    changed[3000] = '!';
    Files.write(file, changed);

    Ran dry = run("recover", "--json", "--dry-run", "a.safetensors");
    Ran ran = run("recover", "--json", "a.safetensors");

    assertAction(dry, "set-aside", false, 1);
    assertAction(ran, "set-aside", false, 1);
    assertThat(ran.err()).hasLineCount(1);
    assertThat(file).hasBinaryContent(changed);
    assertThat(folder.resolve(".a.safetensors.tensorloupe-save.stale")).exists();
  }

  @Test
  void saveOfAnotherComputerIsLeftUnlessThatIsAllowed() throws IOException {
    InterruptedSaves.halfWrittenElsewhere(file);

    Ran refused = run("recover", "--json", "a.safetensors");
    Ran refusedDry = run("recover", "--json", "--dry-run", "a.safetensors");
    Ran allowedDry = run("recover", "--json", "--dry-run", "--other-host", "a.safetensors");
    Ran allowed = run("recover", "--json", "--other-host", "a.safetensors");

    assertAction(refused, "none", false, 2);
    assertThat(refused.err()).contains("another-host");
    assertAction(refusedDry, "none", false, 2);
    assertAction(allowedDry, "roll-back", false, 0);
    assertAction(allowed, "roll-back", true, 0);
    assertThat(file).hasBinaryContent(whole);
  }

  @Test
  void saveThatRunsIsLeft() throws IOException {
    InterruptedSaves.halfWritten(file);
    try (OpenFile otherProgram = FileOperations.ofThisComputer().openToWrite(journal)) {
      assertThat(otherProgram.tryLock(false)).isTrue();

      assertAction(run("recover", "--json", "a.safetensors"), "none", false, 2);
    }
    assertThat(journal).exists();
  }

  @Test
  void foldersAreSearchedAndNothingFoundIsAnObjectToo() throws IOException {
    Path deep = Files.createDirectories(folder.resolve("x/y")).resolve("b.safetensors");
    InterruptedSaves.halfWritten(InterruptedSaves.file(deep));
    InterruptedSaves.beginOfRewrite(file);

    Ran ran = run("recover", "--json", "x/..", "x");

    assertThat(ran.texts("path"))
        .containsExactly("x/../a.safetensors", "x/../x/y/b.safetensors", "x");
    assertThat(ran.texts("action")).containsExactly("clean-up", "roll-back", "none");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void resultsOfAFolderAreSortedByPath() throws IOException {
    for (String name : new String[] {"b10", "b9", "x/c", "d", "a1", "x/a"}) {
      Path each = folder.resolve(name + ".safetensors");
      Files.createDirectories(each.getParent());
      InterruptedSaves.halfWritten(InterruptedSaves.file(each));
      Files.writeString(folder.resolve("." + name.replace('/', '-') + ".1f.tensorloupe-part"), "");
    }

    List<String> paths = run("recover", "--json", "--dry-run", ".").texts("path");

    assertThat(paths).hasSize(12).isSortedAccordingTo(NaturalOrder.INSTANCE);
  }

  @Test
  void dryRunWithAChoiceIsWrongUsage() throws IOException {
    InterruptedSaves.halfWritten(file);
    byte[] half = Files.readAllBytes(file);
    for (String choice : new String[] {"--old", "--new", "--keep"}) {
      Ran ran = run("recover", "--json", "--dry-run", choice, "a.safetensors");

      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err()).contains("'--dry-run' cannot be combined with --old, --new or --keep");
    }
    assertThat(file).hasBinaryContent(half);
  }

  @Test
  void childThatCannotBeExaminedIsAFailure() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("x"));
    FileOperations disk =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, arguments, call) -> {
              if (name.equals("attributes") && arguments[0].toString().endsWith("link")) {
                throw new FileSystemException(link.toString(), null, "Input/output error");
              }
              return call.run();
            });

    Ran ran = Ran.on(disk, folder, "recover", "--json", ".");

    assertAction(ran, "none", false, 2);
    assertThat(ran.texts("path")).containsExactly("./link");
    assertThat(ran.err()).contains("Input/output error");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void unreadableFileIsNotReportedAsIntact() throws IOException {
    Files.setPosixFilePermissions(file, Set.of());
    assumeFalse(Files.isReadable(file), "the superuser may read everything");

    Ran ran = run("recover", "--json", "a.safetensors");

    assertAction(ran, "none", false, 2);
    assertThat(ran.err()).contains("no permission to read");
  }

  @Test
  void indexSelectsItsShardsIncludingMissingOnes() throws IOException {
    write(folder.resolve("m.safetensors.index.json"), index("t", "a.safetensors", "u", "gone"));
    InterruptedSaves.halfWritten(file);
    InterruptedSaves.beginOfRewrite(folder.resolve("gone"));

    Ran ran = run("recover", "--json", "m.safetensors.index.json");

    assertThat(ran.texts("path")).containsExactly("a.safetensors", "gone");
    assertThat(ran.texts("recovered")).containsOnly("true");
  }

  @Test
  void journalIsFoundThroughASymbolicLink() throws IOException {
    Files.createDirectory(folder.resolve("links"));
    Files.createSymbolicLink(folder.resolve("links/l.safetensors"), file);
    InterruptedSaves.halfWritten(file);

    Ran ran = run("recover", "--json", "links");

    assertThat(ran.texts("path")).containsExactly("links/l.safetensors");
    assertThat(file).hasBinaryContent(whole);
  }

  @Test
  void journalPathSelectsItsFile() throws IOException {
    InterruptedSaves.halfWritten(file);

    Ran ran = run("recover", "--json", ".a.safetensors.tensorloupe-save");

    assertAction(ran, "roll-back", true, 0);
    assertThat(ran.texts("path")).containsExactly("a.safetensors");
    assertThat(file).hasBinaryContent(whole);
  }

  @Test
  void missingFileIsNotCalledWhole() throws IOException {
    InterruptedSaves.beginOfRewrite(folder.resolve("gone"));

    String found = run("check", "--json", "gone").out();
    Ran ran = run("recover", "--json", "gone");

    assertAction(ran, "clean-up", true, 0);
    assertThat(found).contains("The file does not exist; recovering").doesNotContain("whole");
    assertThat(ran.out()).contains("does not exist").doesNotContain("whole");
  }

  @Test
  @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void pipeInPlaceOfAJournalIsNotWaitedFor() throws InterruptedException {
    BadInputTest.makePipe(journal);

    Ran recover = run("recover", "--json", "a.safetensors");

    assertThat(Ran.codes(run("check", "--json", "a.safetensors").object()))
        .contains("interrupted-save");
    assertAction(recover, "leave-alone", false, 1);
    assertThat(recover.err()).contains(".tensorloupe-save", "not a regular file");
  }

  @Test
  void nothingAtAPathIsAFailureButTheOthersAreDone() throws IOException {
    InterruptedSaves.halfWritten(file);

    Ran ran = run("recover", "--json", "gone", "", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.texts("action")).containsExactly("none", "none", "roll-back");
    assertThat(ran.err()).hasLineCount(2);
  }

  @Test
  void personReadsALinePerFile() throws IOException {
    InterruptedSaves.halfWritten(file);

    Ran ran = run("recover", "a.safetensors");

    assertThat(ran.out()).startsWith("roll-back   a.safetensors  ").hasLineCount(1);
    assertThat(ran.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "info", "stats", "metadata show"})
  void readOnlyCommandsReportAnInterruptedSaveAndWriteNothing(String command) throws IOException {
    InterruptedSaves.halfWritten(file);
    byte[] half = Files.readAllBytes(file);

    Ran ran = run((command + " --json a.safetensors").split(" "));

    assertThat(ran.exitCode()).isEqualTo(1);
    if (!command.equals("check")) {
      assertThat(ran.err()).contains("was interrupted");
    }
    assertThat(file).hasBinaryContent(half);
    assertThat(journal).exists();
  }

  @Test
  void checkReportsAnInterruptedSaveWithAnOkVerdict() throws IOException {
    InterruptedSaves.beginOfRewrite(file);

    Ran ran = run("check", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("verdict").asText()).isEqualTo("ok");
    assertThat(Ran.codes(ran.object())).contains("interrupted-save");
  }

  @Test
  void checkReportsTheInterruptedSaveOfAMissingFile() throws IOException {
    InterruptedSaves.halfWritten(file);
    Files.delete(file);

    Ran ran = run("check", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(Ran.codes(ran.object())).containsExactly("not-found", "interrupted-save");
  }

  @Test
  void saveThatRunsIsAWarning() throws IOException {
    Files.write(journal, new byte[0]);
    try (OpenFile otherProgram = FileOperations.ofThisComputer().openToWrite(journal)) {
      assertThat(otherProgram.tryLock(false)).isTrue();

      Ran ran = run("check", "--json", "a.safetensors");

      assertThat(ran.exitCode()).isZero();
      assertThat(Ran.codes(ran.object())).contains("save-under-way");
    }
  }

  @Test
  void shardWithAnInterruptedSaveIsNotRefused() throws IOException {
    write(folder.resolve("m.safetensors.index.json"), index("t", "a.safetensors"));
    InterruptedSaves.beginOfRewrite(file);

    Ran ran = run("check", "--json", "m.safetensors.index.json");

    assertThat(ran.texts("verdict")).containsExactly("ok", "ok");
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  void fileWithoutTracesHasNoSuchFinding() throws IOException {
    write(folder.resolve("b.safetensors"), SampleBytes.file("{}"));

    assertThat(Ran.codes(run("check", "--json", "b.safetensors").object()))
        .doesNotContain("interrupted-save", "save-under-way");
  }

  @Test
  void keptFilesOfEarlierSavesAreNamed() throws IOException {
    Path file = new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors"));
    Path kept = Files.createFile(folder.resolve(".a.safetensors.tensorloupe-save.kept"));

    for (Path path : List.of(folder, file)) {
      Ran ran = Ran.in(folder, "recover", path.toString());
      assertThat(ran.exitCode()).isZero();
      assertThat(ran.out()).contains("No save was interrupted.", kept.getFileName().toString());
    }
    assertThat(kept).exists();
  }

  @Test
  void keptFilesAreNamedNextToDraftsAndInSubfolders() throws IOException {
    Path below = Files.createDirectory(folder.resolve("below"));
    Files.createFile(folder.resolve(".a.safetensors.tensorloupe-save.kept"));
    Files.createFile(folder.resolve(".b.safetensors.1f.tensorloupe-part"));
    for (int i = 1; i <= 12; i++) {
      Files.createFile(below.resolve(".c.safetensors.tensorloupe-save.kept-" + i));
    }

    assertThat(run("recover", ".").out())
        .contains("draft of b.safetensors", "earlier saves: .a.safetensors.tensorloupe-save.kept.")
        .containsPattern("below +Kept from earlier saves: .*kept-1, .* and 2 more[.]");
    assertThat(run("recover", ".").out()).contains("No save was interrupted.", "and 2 more.");
  }
}
