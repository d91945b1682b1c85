package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.export.ExportOptions.UnsupportedDtypes;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubsetExportTest {

  private static final ExportOptions KEEPING = ExportOptions.of(ExportFormat.SAFETENSORS);
  private static final ExportOptions WITHOUT_METADATA =
      new ExportOptions(ExportFormat.SAFETENSORS, UnsupportedDtypes.F32, false, false, false);

  @TempDir private Path folder;

  private static TensorFiles everyDtype() {
    Random random = new Random(2);
    TensorFiles tensors = new TensorFiles().metadata("b", "2").metadata("a", "1");
    for (Dtype dtype : Dtype.values()) {
      byte[] bytes = new byte[12 * ElementType.of(dtype).dtype().bits()];
      random.nextBytes(bytes);
      tensors.tensor("t." + dtype, dtype, bytes, 12, 8);
      tensors.tensor("empty." + dtype, dtype, new byte[0], 0, 8);
      tensors.tensor("other." + dtype, dtype, bytes, 96);
    }
    return tensors;
  }

  private static byte[] bytes(TensorFile file, String name) throws IOException {
    TensorRef tensor = new TensorRef(file, file.header().tensor(name).orElseThrow());
    var range = tensor.data().orElseThrow().range();
    return file.bytes().read(range.begin(), (int) range.byteCount());
  }

  @Test
  void tensorsOfEveryDtypeKeepBytesShapeAndMetadataInAFileThatLoads() throws IOException {
    try (ExportScene scene = ExportScene.of(folder, everyDtype())) {
      List<TensorRef> chosen =
          scene.checkpoint().tensors().stream()
              .filter(tensor -> !tensor.info().name().startsWith("other"))
              .toList();
      ExportResult exported = scene.writeSubset(chosen.reversed(), KEEPING, "out.safetensors");

      assertThat(exported.notes()).isEmpty();
      try (TensorFile written = TensorFile.open(folder.resolve("out.safetensors"))) {
        assertThat(written.isRefused()).isFalse();
        assertThat(written.findings()).isEmpty();
        assertThat(written.header().tensors()).hasSameSizeAs(chosen);
        assertThat(written.header().metadata())
            .isEqualTo(scene.checkpoint().files().getFirst().header().metadata());
        assertThat(exported.byteCount()).isEqualTo(written.bytes().length());
        for (TensorRef tensor : chosen) {
          String name = tensor.info().name();
          assertThat(bytes(written, name)).isEqualTo(bytes(tensor.file(), name));
          assertThat(written.header().tensor(name).orElseThrow().shape())
              .isEqualTo(tensor.info().shape());
        }
      }
    }
  }

  @Test
  void subsetOfAllTensorsReproducesAReferenceFile() throws IOException {
    try (ExportScene scene = ExportScene.of(folder, everyDtype())) {
      scene.writeSubset(scene.checkpoint().tensors(), KEEPING, "out.safetensors");
    }

    assertThat(folder.resolve("out.safetensors"))
        .hasSameBinaryContentAs(folder.resolve("source.safetensors"));
  }

  @Test
  void metadataAreLeftOutWhereTheyAreNotWanted() throws IOException {
    try (ExportScene scene = ExportScene.of(folder, everyDtype())) {
      scene.writeSubset(List.of(scene.tensor("t.F32")), WITHOUT_METADATA, "out.safetensors");
    }

    try (TensorFile written = TensorFile.open(folder.resolve("out.safetensors"))) {
      assertThat(written.header().metadata()).isEmpty();
    }
  }

  private ExportScene shards(TensorFiles first, TensorFiles second) throws IOException {
    Path shards = Files.createDirectory(folder.resolve("shards"));
    first.write(shards.resolve("a.safetensors"));
    second.write(shards.resolve("b.safetensors"));
    return ExportScene.open(folder, shards);
  }

  @Test
  void hashesOfTheDataAreKeptOnlyForAllOfIt() throws IOException {
    TensorFiles tensors =
        new TensorFiles()
            .metadata("k", "v")
            .metadata("sshs_model_hash", "12345678")
            .metadata("modelspec.hash_sha256", "12345678")
            .floats("a", 1)
            .floats("b", 2);
    try (ExportScene scene = ExportScene.of(folder, tensors)) {
      List<TensorRef> all = scene.checkpoint().tensors();
      scene.writeSubset(all, KEEPING, "all.safetensors");
      scene.writeSubset(all.subList(0, 1), KEEPING, "part.safetensors");

      assertThat(keys("all.safetensors"))
          .containsExactlyInAnyOrder("k", "sshs_model_hash", "modelspec.hash_sha256");
      assertThat(keys("part.safetensors")).containsExactly("k");
    }
  }

  private Set<String> keys(String name) throws IOException {
    try (TensorFile file = TensorFile.open(folder.resolve(name))) {
      return file.header().metadata().orElseThrow().entries().keySet();
    }
  }

  @Test
  void tensorsOfSeveralShardsAreMergedAndMetadataConflictsReported() throws IOException {
    try (ExportScene scene =
        shards(
            new TensorFiles().floats("x", 1).metadata("k", "first"),
            new TensorFiles().floats("y", 2).metadata("k", "second"))) {
      ExportResult exported =
          scene.writeSubset(scene.checkpoint().tensors(), KEEPING, "out.safetensors");

      assertThat(exported.notes().getFirst())
          .asString()
          .contains("a.safetensors")
          .contains("not copied");
    }

    try (TensorFile written = TensorFile.open(folder.resolve("out.safetensors"))) {
      assertThat(written.header().tensors()).extracting("name").containsExactly("x", "y");
      assertThat(written.header().metadata().orElseThrow().entries()).containsEntry("k", "first");
    }
  }

  @Test
  void nameThatTwoFilesHaveIsRefused() throws IOException {
    try (ExportScene scene =
        shards(new TensorFiles().floats("x", 1), new TensorFiles().floats("x", 2))) {
      assertThatThrownBy(
              () -> scene.writeSubset(scene.checkpoint().tensors(), KEEPING, "out.safetensors"))
          .hasMessageContaining("\"x\"")
          .hasMessageContaining("a.safetensors")
          .hasMessageContaining("b.safetensors");
    }

    assertThat(folder)
        .isDirectoryNotContaining("glob:**out*")
        .isDirectoryNotContaining("glob:**part");
  }

  @Test
  void tensorWhoseShapeDoesNotFitItsBytesIsRefused() throws IOException {
    Path file =
        TensorFiles.raw(
            folder.resolve("broken.safetensors"), SampleBytes.entry("x", "F32", "[3]", 0, 8), 8);
    try (ExportScene scene = ExportScene.open(folder, file)) {
      assertThatThrownBy(
              () -> scene.writeSubset(List.of(scene.tensor("x")), KEEPING, "out.safetensors"))
          .hasMessageContaining("12 bytes")
          .hasMessageContaining("8 bytes");
    }

    assertThat(folder.resolve("out.safetensors")).doesNotExist();
  }

  @Test
  void byteThatDoesNotReadBackIsAFailureAndNothingIsLeft() throws IOException {
    try (ExportScene scene = ExportScene.of(folder, new TensorFiles().floats("x", 1, 2, 3))) {
      TensorExport export = new TensorExport(new ExportFaults(folder).flippingABit());

      assertThatThrownBy(
              () ->
                  export.write(
                      scene.checkpoint().tensors(),
                      KEEPING,
                      folder.resolve("out.safetensors"),
                      scene.sources(),
                      () -> false,
                      (_, _) -> {}))
          .hasMessageContaining("does not read back")
          .hasMessageContaining("\"x\"");
    }

    assertThat(Optional.ofNullable(folder.toFile().list()).orElseThrow())
        .containsExactly("source.safetensors");
  }
}
