package io.github.tensorloupe.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.demo.DemoCheckpoints.Sample;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.PinnedFolder;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemoCheckpointsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private static Map<String, String> hashesOf(Path folder) throws Exception {
    Map<String, String> hashes = new TreeMap<>();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      hashes.put(folder.relativize(file).toString(), HexFormat.of().formatHex(hash));
    }
    return hashes;
  }

  private Checkpoint healthy() throws IOException {
    Path index = DemoCheckpoints.openable(folder, Sample.HEALTHY);
    return Checkpoint.open(index, Cancellation.NEVER, Progress.NONE);
  }

  @Test
  void bytesAreTheSameEveryTime() throws Exception {
    DemoCheckpoints.write(folder.resolve("a"), Cancellation.NEVER);
    DemoCheckpoints.write(folder.resolve("b"), Cancellation.NEVER);

    assertThat(hashesOf(folder.resolve("a"))).isEqualTo(hashesOf(folder.resolve("b"))).hasSize(7);
  }

  @Test
  void samplesAreSmall() throws Exception {
    DemoCheckpoints.write(folder, Cancellation.NEVER);

    try (Stream<Path> walk = Files.walk(folder)) {
      long byteCount =
          walk.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
      assertThat(byteCount).isBetween(2_000_000L, 8_000_000L);
    }
  }

  @Test
  void healthySetHasTwelveLayersInThreeShardsAndNothingIsWrongWithIt() throws IOException {
    try (Checkpoint checkpoint = healthy()) {
      assertThat(checkpoint.findings()).isEmpty();
      assertThat(checkpoint.files()).hasSize(3);
      assertThat(checkpoint.files()).allMatch(file -> file.findings().isEmpty());
      assertThat(checkpoint.tensor("model.layers.11.mlp.down_proj.weight")).isPresent();
      assertThat(checkpoint.tensors())
          .extracting(tensor -> tensor.info().dtype())
          .contains(Dtype.BF16, Dtype.F16, Dtype.F32);
    }
  }

  @Test
  void indexNamesEveryTensorAndTheirSize() throws IOException {
    JsonNode index = JSON.readTree(DemoCheckpoints.openable(folder, Sample.HEALTHY).toFile());
    try (Checkpoint checkpoint = healthy()) {
      Map<String, String> inFiles =
          checkpoint.tensors().stream()
              .collect(
                  Collectors.toMap(
                      tensor -> tensor.info().name(),
                      tensor -> tensor.file().path().getFileName().toString()));
      long byteCount =
          checkpoint.tensors().stream().map(TensorRef::info).mapToLong(TensorInfo::byteCount).sum();

      Map<String, String> weightMap =
          JSON.convertValue(index.get("weight_map"), new TypeReference<>() {});
      assertThat(weightMap).isEqualTo(inFiles);
      assertThat(index.get("metadata").get("total_size").asLong()).isEqualTo(byteCount);
    }
  }

  @Test
  void openableSampleIsWrittenOnce() throws Exception {
    Path index = DemoCheckpoints.openable(folder, Sample.HEALTHY);
    Path truncated = index.getParent().resolveSibling("truncated.safetensors");
    Files.writeString(truncated, "touched");

    assertThat(DemoCheckpoints.openable(folder, Sample.HEALTHY)).isEqualTo(index);
    assertThat(truncated).hasContent("touched");
  }

  @Test
  void incompleteSamplesAreLeftAndWrittenAgain() throws Exception {
    Path index = DemoCheckpoints.openable(folder, Sample.HEALTHY);
    Map<String, String> hashes = hashesOf(index.getParent());
    Files.delete(index.resolveSibling("model-00002-of-00003.safetensors"));
    Path note = Files.writeString(index.resolveSibling("note.txt"), "mine");

    Path again = DemoCheckpoints.openable(folder, Sample.HEALTHY);

    assertThat(hashesOf(again.getParent())).isEqualTo(hashes);
    assertThat(DemoCheckpoints.openable(folder, Sample.HEALTHY)).isEqualTo(again);
    assertThat(note).hasContent("mine");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void folderThatIsMovedMeanwhileIsReported() throws Exception {
    Path samples = Files.createDirectory(folder.resolve("samples"));
    FutureTask<Path> moving =
        new FutureTask<>(
            () -> {
              while (samples.toFile().list().length == 0) {
                Thread.onSpinWait();
              }
              return Files.move(samples, folder.resolve("moved"));
            });
    Thread.ofPlatform().daemon().start(moving);

    assertThatThrownBy(() -> DemoCheckpoints.write(samples, Cancellation.NEVER))
        .hasMessageContaining("another program has replaced, moved or deleted their folder");

    assertThat(moving.get().toFile().list()).hasSizeGreaterThanOrEqualTo(4);
  }

  /// Another program renames its folder to the draft while the samples are written.
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void foreignFolderWithTheDraftNameIsKept() throws Exception {
    Path samples = Files.createDirectory(folder.resolve("samples"));
    Path foreign = Files.createDirectory(folder.resolve("foreign"));
    Files.writeString(foreign.resolve("file"), "mine");
    FutureTask<Path> renaming =
        new FutureTask<>(
            () -> {
              String[] names = {};
              while (names.length == 0) {
                names = samples.toFile().list();
              }
              Path draft = samples.resolve(names[0]);
              Files.move(draft, folder.resolve("moved"));
              return Files.move(foreign, draft);
            });
    Thread.ofPlatform().daemon().start(renaming);

    try {
      DemoCheckpoints.write(samples, Cancellation.NEVER);
    } catch (IOException e) {
      // The samples need not be written.
    }

    assertThat(renaming.get().resolve("file")).hasContent("mine");
  }

  @Test
  void existingNamePreventsAllWrites() throws IOException {
    Files.createDirectory(folder.resolve("healthy-sharded"));

    assertThatThrownBy(() -> DemoCheckpoints.write(folder, Cancellation.NEVER))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("healthy-sharded already exists; nothing was written.");
    assertThat(folder.toFile().list()).containsExactly("healthy-sharded");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisabledOnOs(OS.WINDOWS)
  void aLinkWithTheNameOfASampleIsNotWrittenThrough(boolean isSymbolic) throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "mine");
    for (Sample sample : Sample.values()) {
      Path samples = Files.createDirectory(folder.resolve(sample.name()));
      plant(sample.in(samples), victim, isSymbolic);

      assertThatThrownBy(() -> DemoCheckpoints.write(samples, Cancellation.NEVER))
          .hasMessageContaining(" already exists; nothing was written.");
      assertThat(samples.toFile().list()).hasSize(1);
    }
    assertThat(victim).hasContent("mine");
  }

  /// Plants a link in the folder or in its draft while the samples are written. Neither a link that
  /// comes too late nor one that comes in time is written through.
  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  @DisabledOnOs(OS.WINDOWS)
  void aLinkThatIsPlantedDuringWritingIsNotWrittenThrough(boolean isSymbolic, boolean isInDraft)
      throws Exception {
    Path victim = Files.writeString(folder.resolve("victim"), "mine");
    Path samples = Files.createDirectory(folder.resolve("samples"));
    FutureTask<Void> planting =
        new FutureTask<>(
            () -> {
              String[] names = {};
              while (names.length == 0) {
                names = samples.toFile().list();
              }
              Path place = isInDraft ? samples.resolve(names[0]) : samples;
              plant(Sample.TRUNCATED.in(place), victim, isSymbolic);
              return null;
            });
    Thread.ofPlatform().daemon().start(planting);

    try {
      DemoCheckpoints.write(samples, Cancellation.NEVER);
      assertThatThrownBy(planting::get).hasCauseInstanceOf(FileSystemException.class);
    } catch (IOException e) {
      planting.get();
    }
    assertThat(victim).hasContent("mine");
  }

  private static void plant(Path link, Path target, boolean isSymbolic) throws IOException {
    if (isSymbolic) {
      Files.createSymbolicLink(link, target);
    } else {
      Files.createLink(link, target);
    }
  }

  @Test
  void metadataHoldsJsonHashesAndAPicture() throws Exception {
    DemoCheckpoints.write(folder, Cancellation.NEVER);
    Path path = folder.resolve("rich-metadata.safetensors");
    try (TensorFile file = TensorFile.open(path)) {
      Map<String, String> metadata = file.header().metadata().orElseThrow().entries();
      for (String key :
          List.of(
              "workflow",
              "ss_tag_frequency",
              "ss_dataset_dirs",
              "ss_bucket_info",
              "ss_network_args")) {
        assertThat(JSON.readTree(metadata.get(key)).isObject()).as(key).isTrue();
      }
      String thumbnail = metadata.get("modelspec.thumbnail");
      byte[] png = Base64.getDecoder().decode(thumbnail.substring(thumbnail.indexOf(',') + 1));
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
      assertThat(image.getWidth()).isEqualTo(96);
      assertThat(image.getRGB(48, 44)).isNotEqualTo(image.getRGB(0, 0));
      byte[] all = Files.readAllBytes(path);
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      int dataStart = (int) file.reading().dataStart().orElseThrow();
      hash.update(all, dataStart, all.length - dataStart);
      assertThat(metadata.get("sshs_model_hash"))
          .isEqualTo(HexFormat.of().formatHex(hash.digest()));
    }
  }

  @Test
  void writtenSamplesAreNamedIfAnotherFileTakesTheNextName() throws IOException {
    Path complete = Files.createDirectory(folder.resolve("complete"));
    DemoCheckpoints.write(complete, Cancellation.NEVER);
    Path target = Files.createDirectory(folder.resolve("target"));
    Path taken = Files.writeString(target.resolve("truncated.safetensors"), "foreign");

    try (PinnedFolder open = FileOperations.ofThisComputer().pin(target)) {
      assertThatThrownBy(() -> DemoCheckpoints.moveIn(open.operations(), open, complete, target))
          .hasMessage(
              "The samples cannot be written: %s already exists. Already written:"
                  + " healthy-sharded, nan-and-inf.safetensors.",
              taken);
    }

    assertThat(taken).hasContent("foreign");
  }

  @Test
  void renameThatReportsAnErrorAfterwardsCountsAsWritten() throws IOException {
    Path complete = Files.createDirectory(folder.resolve("complete"));
    DemoCheckpoints.write(complete, Cancellation.NEVER);
    Path target = Files.createDirectory(folder.resolve("target"));
    FileOperations lateErrors =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, arguments, call) -> {
              call.run();
              throw new FileSystemException(arguments[1].toString(), null, "Input/output error");
            });

    try (PinnedFolder open = FileOperations.ofThisComputer().pin(target)) {
      DemoCheckpoints.moveIn(lateErrors, open, complete, target);
    }

    assertThat(target.resolve("rich-metadata.safetensors")).isRegularFile();
    assertThat(target.resolve("truncated.safetensors")).isRegularFile();
  }

  @Test
  void draftFolderOfAKilledProgramIsDeleted() throws IOException {
    Path abandoned = draftFolder(1);
    Path used = draftFolder(2);
    Path mine = Files.writeString(draftFolder(3).resolve("mine"), "mine");

    try (OpenFile lock = FileOperations.ofThisComputer().openToWrite(used.resolve("lock"))) {
      assertThat(lock.tryLock(false)).isTrue();
      DemoCheckpoints.write(folder, Cancellation.NEVER);
    }

    assertThat(abandoned).doesNotExist();
    assertThat(used.resolve("truncated.safetensors")).exists();
    assertThat(mine).hasContent("mine");
    assertThat(folder.toFile().list()).hasSize(6);
  }

  private Path draftFolder(int number) throws IOException {
    Path draft = folder.resolve(".tensorloupe-demo-" + number);
    Files.createDirectories(draft.resolve("healthy-sharded"));
    Files.writeString(draft.resolve("lock"), "");
    Files.writeString(draft.resolve("healthy-sharded/model-00001-of-00003.safetensors"), "x");
    Files.writeString(draft.resolve("truncated.safetensors"), "x");
    return draft;
  }

  @Test
  void newFolderIsDeletedAfterAFailureIfItIsEmpty() throws IOException {
    assertThatThrownBy(() -> DemoCheckpoints.write(folder.resolve("new"), () -> true))
        .isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> DemoCheckpoints.write(folder, () -> true))
        .isInstanceOf(CancellationException.class);

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void draftFolderThatCannotBeDeletedIsNamed() {
    List<Path> drafts = new ArrayList<>();

    assertThatThrownBy(
            () ->
                DemoCheckpoints.write(
                    folder,
                    () -> {
                      Path draft = folder.resolve(folder.toFile().list()[0]);
                      drafts.add(draft);
                      return draft.resolve("foreign").toFile().mkdir();
                    }))
        .hasMessageStartingWith(
            "It was canceled. The new folder %s could not be deleted: ", drafts.getFirst());

    assertThat(drafts.getFirst()).isDirectoryContaining("glob:**/foreign");
  }
}
