package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.Rounds;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Damages valid files at random but reproducibly, and reads everything from them.
class MutationTest {

  private static final int ROUNDS = Rounds.of(10);
  private static final int FILES_PER_ROUND = 50;
  private static final int MAX_MUTATED_BYTES = 4096;

  @TempDir Path folder;

  private List<byte[]> ownFiles() throws IOException {
    Path many =
        new TensorFiles()
            .metadata("format", "pt")
            .metadata("模型", "\n\"\\\u0001")
            .floats("a.b", 1, Float.NaN, 0)
            .tensor("a", Dtype.F4, new byte[3], 2, 3)
            .tensor("", Dtype.C64, new byte[16], 2)
            .tensor("n", Dtype.U64, new byte[8])
            .tensor("e", Dtype.BOOL, new byte[0], 0, 4)
            .write(folder.resolve("base"));
    byte[] bytes = Files.readAllBytes(many);
    Files.delete(many);
    return List.of(
        bytes,
        SampleBytes.file("{}"),
        SampleBytes.file(" \n{\"__metadata__\":null}\t"),
        SampleBytes.floats(1, 2, 3));
  }

  private static List<byte[]> sharedFiles() throws IOException {
    List<byte[]> files = new ArrayList<>();
    try (Stream<Path> valid = Files.list(SharedFolder.file("conformance/valid"))) {
      for (Path file : valid.sorted().toList()) {
        if (Files.size(file) <= MAX_MUTATED_BYTES) {
          files.add(Files.readAllBytes(file));
        }
      }
    }
    assertThat(files).hasSizeGreaterThan(100);
    return files;
  }

  @Test
  void damagedFilesAreJudgedWithoutAnError() throws IOException {
    judge(ownFiles(), new Random(1));
  }

  @Test
  void damagedFilesOfTheCollectionAreJudgedWithoutAnError() throws IOException {
    judge(sharedFiles(), new Random(2));
  }

  private void judge(List<byte[]> bases, Random random) throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < FILES_PER_ROUND; i++) {
        byte[] bytes = bases.get(random.nextInt(bases.size()));
        Files.write(folder.resolve(i + ".safetensors"), Damage.done(bytes, 3, random));
      }
      assertJudged(Ran.in(folder, "check", "--json", "--values", "."));
      assertJudged(Ran.in(folder, "info", "--json", "."));
      if (round % 8 == 0) {
        assertNoError(Ran.in(folder, "stats", "--json", "."));
        assertNoError(Ran.in(folder, "check", "."));
        assertNoError(Ran.in(folder, "info", "."));
      }
    }
  }

  private static void assertJudged(Ran ran) {
    assertNoError(ran);
    assertThat(ran.objects()).hasSize(FILES_PER_ROUND);
    for (JsonNode object : ran.objects()) {
      assertThat(object.get("verdict").asText()).isIn("ok", "refused");
      assertThat(object.get("error").isNull())
          .isEqualTo(object.get("verdict").asText().equals("ok"));
    }
  }

  private static void assertNoError(Ran ran) {
    assertThat(ran.exitCode()).isLessThan(2);
    assertThat(ran.err()).doesNotContain("Internal error");
    ran.out().chars().forEach(c -> assertThat(c >= ' ' || c == '\n').isTrue());
  }
}
