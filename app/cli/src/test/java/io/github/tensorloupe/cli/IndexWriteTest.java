package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.ShardFolder.name;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.ShardFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class IndexWriteTest {

  @TempDir Path path;

  private ShardFolder folder;

  @BeforeEach
  void writeShards() throws IOException {
    folder = new ShardFolder(path).shard(1, 2, "a").shard(2, 2, "b");
  }

  private Ran run(String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = "index";
    arguments[1] = "write";
    arguments[2] = ".";
    System.arraycopy(more, 0, arguments, 3, more.length);
    return Ran.in(path, arguments);
  }

  @Test
  void shardsWithoutAnIndexGetOneThatCheckTakes() {
    Ran ran = run("--json");

    assertThat(ran.exitCode()).isZero();
    JsonNode object = ran.object();
    assertThat(object.get("path").asText()).isEqualTo("./" + ShardFolder.INDEX);
    assertThat(object.get("written").asBoolean()).isTrue();
    assertThat(object.get("added").asInt()).isEqualTo(2);
    assertThat(object.get("totalSize").asInt()).isEqualTo(32);
    assertThat(object.get("totalSizeBefore").isNull()).isTrue();
    assertThat(object.get("shards")).hasSize(2);
    Ran check = Ran.in(path, "check", "--json", ".");
    assertThat(check.exitCode()).isZero();
    assertThat(check.texts("kind").getFirst()).isEqualTo("set");
    assertThat(Ran.codes(check.objects().getFirst())).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void folderThatCannotBeExaminedIsNotCalledMissing() throws IOException {
    Files.createSymbolicLink(path.resolve("loop"), Path.of("loop"));

    assertThat(Ran.in(path, "index", "write", "loop").err()).contains("loop cannot be read: ");
    assertThat(Ran.in(path, "index", "write", "none").err()).contains("does not exist");
    assertThat(Ran.in(path, "index", "write", name(1, 2)).err()).contains("neither a folder nor");
  }

  @Test
  void aDryRunWritesNothing() {
    Ran ran = run("--dry-run");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            "Would write ./%s: 2 tensors in 2 shards; added 2, removed 0, moved 0; total_size 32\n"
                .formatted(ShardFolder.INDEX));
    assertThat(folder.index()).doesNotExist();
  }

  @Test
  void anIndexThatIsThereIsReplacedOnlyByForce() throws IOException {
    folder.index("\"total_size\":1", "a", name(1, 2));
    String before = Files.readString(folder.index());

    Ran refused = run("--json");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.object().get("written").asBoolean()).isFalse();
    assertThat(refused.err()).contains("--force replaces it");
    assertThat(folder.index()).hasContent(before);

    Ran forced = run("--json", "--force", "--keep-old");
    assertThat(forced.exitCode()).isZero();
    assertThat(forced.object().get("backup").asText()).isEqualTo(ShardFolder.INDEX + ".bak");
    assertThat(path.resolve(ShardFolder.INDEX + ".bak")).hasContent(before);
  }

  @Test
  void aRightIndexIsLeftAlone() throws IOException {
    run();
    String before = Files.readString(folder.index());

    Ran ran = run("--json");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.object().get("needed").asBoolean()).isFalse();
    assertThat(ran.object().get("written").asBoolean()).isFalse();
    assertThat(folder.index()).hasContent(before);
  }

  @Test
  void obstacleIsReportedAndNothingIsWritten() throws IOException {
    Files.write(path.resolve(name(2, 2)), new byte[5]);

    Ran ran = run("--json");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("message").asText())
        .contains(name(2, 2) + " is refused", "No index was written.");
    assertThat(ran.err()).contains(name(2, 2));
    assertThat(folder.index()).doesNotExist();
  }

  @Test
  void theIndexMayHaveAnotherName() {
    assertThat(run("--name", "x.safetensors.index.json").exitCode()).isZero();
    assertThat(path.resolve("x.safetensors.index.json")).exists();
    assertThat(folder.index()).doesNotExist();
  }

  @Test
  void aNameThatIsNoIndexIsAUsageError() {
    for (String name : new String[] {"x.json", "../x.safetensors.index.json"}) {
      assertThat(run("--name", name).exitCode()).isEqualTo(2);
    }
    assertThat(path.getParent().resolve("x.safetensors.index.json")).doesNotExist();
  }

  @Test
  void everySetOfTheFolderGetsItsIndex() throws IOException {
    folder.shard("other-00001-of-00001.safetensors", "o");

    assertThat(run("--json").texts("path"))
        .containsExactly("./" + ShardFolder.INDEX, "./other.safetensors.index.json");
    assertThat(run("--name", "x.safetensors.index.json").exitCode()).isEqualTo(2);
  }

  @Test
  void anIndexCanBeNamedInstead() {
    Ran ran = Ran.in(path, "index", "write", "--json", ShardFolder.INDEX);

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.object().get("path").asText()).isEqualTo(ShardFolder.INDEX);
  }

  @Test
  void pathThatIsNotAShardFolderIsReported() throws IOException {
    Files.createDirectory(path.resolve("empty"));
    for (String what : new String[] {"gone", "empty", name(1, 2)}) {
      Ran ran = Ran.in(path, "index", "write", what);
      assertThat(ran.exitCode()).as(what).isEqualTo(2);
      assertThat(ran.err()).as(what).contains(what);
    }
    assertThat(Ran.in(path, "index").exitCode()).isEqualTo(2);
  }

  @Test
  void failureOfAnotherSetDoesNotClaimThatTheFolderIsUnchanged() throws IOException {
    folder.shard("other-00001-of-00001.safetensors", "c");
    Path other = path.resolve("other" + ShardSet.INDEX_SUFFIX);
    Files.writeString(other, "{\"metadata\":{},\"weight_map\":{}}");
    Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("r--r--r--"));

    Ran ran = run("--force");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).contains("Wrote ./" + ShardFolder.INDEX);
    assertThat(ran.err()).contains("read-only").contains("This index was not written.");
    assertThat(ran.err()).doesNotContain("unchanged");
  }

  @Test
  void unknownOutcomeIsNull() throws IOException {
    folder.index("", "a", name(1, 2));
    AtomicBoolean isRenamed = new AtomicBoolean();
    FileOperations disk =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> {
              if (name.equals("exchange")) {
                return false;
              }
              if (name.equals("fileKey") && isRenamed.getAndSet(false)) {
                throw new IOException("Stale file handle");
              }
              Object result = call.run();
              if (name.equals("rename")) {
                isRenamed.set(true);
                throw new IOException("Input/output error");
              }
              return result;
            });
    for (String[] command :
        List.of(
            new String[] {"index", "write", ".", "--force", "--json"},
            new String[] {"manifest", "write", ".", "--out", "o", "--force", "--json"},
            new String[] {"salvage", name(1, 2), "--out", "o", "--force", "--json"},
            new String[] {
              "export",
              name(1, 2),
              "--tensor",
              "a",
              "--format",
              "raw",
              "--out",
              "o",
              "--force",
              "--json"
            })) {
      Files.writeString(path.resolve("o"), "old");

      Ran ran = Ran.on(disk, path, command);

      assertThat(ran.err()).as(command[0]).contains("is not known");
      assertThat(ran.object().get("written").isNull()).as(command[0]).isTrue();
    }
  }
}
