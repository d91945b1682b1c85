package io.github.tensorloupe.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.testing.HubRepositoryBuilder;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFilesTest {

  @TempDir Path folder;
  private Path model;

  @BeforeEach
  void writeModel() throws IOException {
    model = folder.resolve("a.v1.safetensors");
    new TensorFiles().floats("x", 1).write(model);
  }

  private Path write(String name) throws IOException {
    return Files.writeString(folder.resolve(name), "{}");
  }

  private static ModelFiles filesOf(Path path) throws IOException {
    return ModelFiles.of(path, Cancellation.NEVER);
  }

  @Test
  void sidecarFilesHaveTheBaseNameAndAKnownSuffix() throws IOException {
    Path info = write("a.v1.civitai.info");
    Path picture = write("a.v1.preview.png");
    write("a.json");
    write("a.v1.txt");
    write("a.v10.json");

    ModelFiles files = filesOf(model);

    assertThat(files.all()).containsExactly(model, info, picture);
    assertThat(files.byteCount()).isEqualTo(Files.size(model) + 4);
    assertThat(files.all().stream().map(file -> files.renamed(file, "b.2")))
        .containsExactly(
            folder.resolve("b.2.safetensors"),
            folder.resolve("b.2.civitai.info"),
            folder.resolve("b.2.preview.png"));
  }

  @Test
  void sidecarFilesOfTwoModelsBelongToNeither() throws IOException {
    write("a.v1.json");
    write("a.v1.gguf");

    assertThat(filesOf(model).sidecars()).isEmpty();
  }

  @Test
  void filesOfAHubCacheAreRefused() throws IOException {
    HubRepositoryBuilder hub = HubRepositoryBuilder.repository(folder, "org", "m");
    Path link = hub.addLarge("0".repeat(40), "model.safetensors", Files.readAllBytes(model));

    for (Path path : List.of(link, link.toRealPath())) {
      assertThatThrownBy(() -> filesOf(path)).hasMessageContaining("Hugging Face cache");
    }
  }

  @Test
  void shardsAndFoldersAreRefused() throws IOException {
    ShardFolder shards = new ShardFolder(Files.createDirectory(folder.resolve("set")));
    shards.shard(1, 2, "a").shard(2, 2, "b");
    Path shard = shards.path().resolve(ShardFolder.name(1, 2));

    for (Path path : List.of(shard, shards.path())) {
      assertThatThrownBy(() -> filesOf(path)).hasMessageContaining("of several files");
    }
  }

  @Test
  void aSidecarThatCannotBeMovedIsNamedTogetherWithTheMovedFiles() throws IOException {
    Path info = write("a.v1.json");
    write("a.v1.png");
    List<Path> moved = new ArrayList<>();

    String sentence =
        filesOf(model)
            .move(
                file -> {
                  if (file.equals(info)) {
                    throw new AccessDeniedException(folder.toString());
                  }
                  moved.add(file);
                })
            .orElseThrow()
            .toString();

    assertThat(moved).containsExactly(model);
    assertThat(sentence)
        .isEqualTo(
            "Changed: a.v1.safetensors. Not changed: a.v1.json, a.v1.png (no permission to write "
                + folder
                + ").");
  }

  @Test
  void nothingIsMovedIfTheModelCannotBeMoved() throws IOException {
    write("a.v1.json");
    ModelFiles files = filesOf(model);
    List<Path> tried = new ArrayList<>();

    assertThatThrownBy(
            () ->
                files.move(
                    file -> {
                      tried.add(file);
                      throw new AccessDeniedException(folder.toString());
                    }))
        .hasMessage("a.v1.safetensors was not changed: no permission to write " + folder + ".");
    assertThat(tried).containsExactly(model);
  }
}
