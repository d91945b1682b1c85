package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.cache.ScanCache;
import io.github.tensorloupe.cache.ScanCache.Scan;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.UserFiles;
import io.github.tensorloupe.testing.SampleCache;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// Needs links, which only some accounts may create on Windows.
@DisabledOnOs(OS.WINDOWS)
class LibraryCommandTest {

  @TempDir Path folder;

  private Map<String, String> variables() {
    return Map.of(
        "HF_HUB_CACHE", folder.resolve("hub").toString(),
        "XDG_CONFIG_HOME", folder.resolve("config").toString(),
        "XDG_CACHE_HOME", folder.resolve("cache").toString());
  }

  private Folders folders() {
    return new Folders(variables(), new Properties());
  }

  /// Runs the command with separate settings and caches, independent of the home folder.
  private Ran library(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addFirst("library");
    Program program =
        new Program(
            new CommandEnvironment(folder, variables(), out, err, false, false, 80),
            _ -> {},
            FileOperations.ofThisComputer());
    int exitCode =
        new CommandLine(program)
            .addSubcommand(new LibraryCommand())
            .execute(all.toArray(String[]::new));
    return Ran.of(exitCode, out.toByteArray(), err.toByteArray());
  }

  @Test
  void everyCheckpointOfACacheIsAnObject() throws IOException {
    SampleCache.write(folder.resolve("hub"));

    Ran ran = library("hub", "--json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.objects()).hasSize(SampleCache.COUNT);
    Map<String, JsonNode> byName =
        ran.objects().stream()
            .collect(Collectors.toMap(each -> each.get("name").asText(), Function.identity()));
    assertThat(
            byName.values().stream()
                .filter(each -> !each.get("state").asText().equals("complete"))
                .map(each -> each.get("name").asText() + " " + each.get("state").asText()))
        .containsExactlyInAnyOrder(
            SampleCache.BROKEN_HEADER + " refused",
            SampleCache.UNFINISHED + " incomplete",
            SampleCache.BROKEN_LINK + " incomplete");
    JsonNode set = byName.get("acme/set-3");
    assertThat(set.get("path").asText())
        .startsWith("hub/models--acme--set-3/snapshots/")
        .endsWith("/model.safetensors.index.json");
    assertThat(set.get("place").asText()).isEqualTo("hub");
    assertThat(set.get("fileCount").asInt()).isEqualTo(2);
    assertThat(set.get("tensorCount").asInt()).isEqualTo(2);
    assertThat(set.get("dtypes")).hasSize(1);
    assertThat(set.get("message").isNull()).isTrue();
    assertThat(set.get("refs").get(0).asText()).isEqualTo("main");
  }

  @Test
  void peopleGetATableWithSentences() throws IOException {
    SampleCache.write(folder.resolve("hub"));

    Ran ran = library("hub");

    assertThat(ran.out())
        .startsWith("NAME")
        .contains("acme/unfinished", "A download is not finished: 5.00 kB so far.");
  }

  @Test
  void aFileIsAnEntryAndAMissingOneAFailure() throws IOException {
    new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors"));

    Ran ran = library("--json", "a.safetensors", "gone");

    assertThat(ran.texts("name")).containsExactly("a.safetensors");
    assertThat(ran.err()).contains("The file gone does not exist");
    assertThat(ran.exitCode()).isEqualTo(2);
  }

  @Test
  void anyNonFiniteValueIsReportedAsBroken() throws IOException {
    scanned("fine", SampleHealth.healthy());
    scanned("odd", SampleHealth.allZero());
    scanned("nan", SampleHealth.nanAt(0));
    scanned("inf", SampleHealth.infinite());

    Ran ran = library("--json", "fine", "odd", "nan", "inf");

    assertThat(ran.texts("health")).containsExactly("healthy", "doubtful", "broken", "broken");
  }

  /// Writes a file in a new folder, with results of a scan in the cache.
  private void scanned(String name, TensorHealth health) throws IOException {
    Path file = Files.createDirectory(folder.resolve(name)).resolve("a.safetensors");
    new TensorFiles().floats("a", 1).write(file);
    new ScanCache(folders())
        .write(FileIdentity.of(file), new Scan(new TensorHealth[] {health}, new TensorSummary[1]));
  }

  @Test
  void cachesAndAddedFoldersAreScannedByDefault() throws IOException {
    SampleCache.write(folder.resolve("hub"));
    Path added = Files.createDirectories(folder.resolve("added"));
    new TensorFiles().floats("a", 1).write(added.resolve("lora.safetensors"));
    ObjectNode library = JsonNodeFactory.instance.objectNode();
    library.putArray(UserFiles.FOLDERS).add(added.toString());
    Files.writeString(UserFiles.library(folders()).orElseThrow().path(), library.toString());

    Ran ran = library("--json");

    List<String> names = ran.texts("name");
    assertThat(names).hasSize(SampleCache.COUNT + 1).endsWith("lora.safetensors");
  }
}
