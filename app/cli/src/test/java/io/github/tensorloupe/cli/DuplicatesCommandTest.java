package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.lines;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.integrity.duplicates.Duplicates;
import io.github.tensorloupe.integrity.duplicates.Duplicates.DuplicateGroup;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuplicatesCommandTest {

  @TempDir private Path folder;

  private void write() throws IOException {
    Files.createDirectory(folder.resolve("d"));
    new TensorFiles()
        .tensor("a", Dtype.U8, new byte[] {1, 2, 3, 4}, 4)
        .tensor("z", Dtype.U8, new byte[3], 3)
        .metadata("head", "a")
        .write(folder.resolve("d/1.safetensors"));
    new TensorFiles()
        .tensor("b", Dtype.F32, new byte[] {1, 2, 3, 4}, 1)
        .tensor("c", Dtype.U8, new byte[] {1, 2, 3, 4}, 2, 2)
        .tensor("y", Dtype.U8, new byte[3], 3)
        .write(folder.resolve("d/2.safetensors"));
  }

  @Test
  void objectsNameGroupsAndWhatTheyWaste() throws IOException {
    write();

    Ran ran = Ran.in(folder, "duplicates", "--json", "d");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            lines(
                "{\"path\":\"d\",\"kind\":\"group\",\"filling\":\"values\",\"byteCount\":4,"
                    + "\"storedCount\":3,\"wastedBytes\":8,\"tensors\":["
                    + "{\"file\":\"d/1.safetensors\",\"name\":\"a\",\"dtype\":\"U8\",\"shape\":[4]},"
                    + "{\"file\":\"d/2.safetensors\",\"name\":\"b\",\"dtype\":\"F32\",\"shape\":[1]},"
                    + "{\"file\":\"d/2.safetensors\",\"name\":\"c\",\"dtype\":\"U8\",\"shape\":[2,2]}"
                    + "]}",
                "{\"path\":\"d\",\"kind\":\"group\",\"filling\":\"zeros\",\"byteCount\":3,"
                    + "\"storedCount\":2,\"wastedBytes\":0,\"tensors\":["
                    + "{\"file\":\"d/1.safetensors\",\"name\":\"z\",\"dtype\":\"U8\",\"shape\":[3]},"
                    + "{\"file\":\"d/2.safetensors\",\"name\":\"y\",\"dtype\":\"U8\",\"shape\":[3]}"
                    + "]}",
                "{\"path\":\"d\",\"kind\":\"shared-name\",\"file\":\"d/1.safetensors\","
                    + "\"dropped\":\"head\",\"kept\":\"a\"}",
                "{\"path\":\"d\",\"kind\":\"summary\",\"groupCount\":2,\"wastedBytes\":8,"
                    + "\"unreadableCount\":0}"));
  }

  @Test
  void personReadsTheSame() throws IOException {
    write();

    assertThat(Ran.in(folder, "duplicates", "d").out())
        .isEqualTo(
            lines(
                "d",
                "  3 equal tensors of 4 B: 8 B wasted",
                "    a  U8 [4]  d/1.safetensors",
                "    b  F32 [1]  d/2.safetensors",
                "    c  U8 [2, 2]  d/2.safetensors",
                "  2 tensors of zeros, 3 B each",
                "    z  U8 [3]  d/1.safetensors",
                "    y  U8 [3]  d/2.safetensors",
                "  head was left out when the file was written: it is a",
                "  8 B wasted in 2 groups of equal tensors."));
  }

  @Test
  void everyPathYieldsAnObject() throws IOException {
    new TensorFiles().floats("a", 1).write(folder.resolve("m.safetensors"));

    Ran ran = Ran.in(folder, "duplicates", "--json", "gone", "m.safetensors");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.texts("path")).containsExactly("gone", "m.safetensors");
    assertThat(ran.objects().getFirst().get("wastedBytes").isNull()).isTrue();
    assertThat(ran.objects().getLast().get("wastedBytes").asLong()).isZero();
  }

  private String json(Duplicates duplicates) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Location location = new Location("d", folder);
    new JsonPrinter(out).print(DuplicatesCommand.summary(location, Optional.of(duplicates)));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void tensorsThatCouldNotBeReadAreCounted() {
    Duplicates duplicates = new Duplicates(List.of(), List.of(), 3);

    assertThat(DuplicatesCommand.sentence(duplicates))
        .isEqualTo("No two tensors hold the same bytes. 3 tensors could not be read.");
    assertThat(json(duplicates))
        .isEqualTo(
            lines(
                "{\"path\":\"d\",\"kind\":\"summary\",\"groupCount\":0,\"wastedBytes\":0,"
                    + "\"unreadableCount\":3}"));
  }

  @Test
  void unreadableTensorIsCountedSeparatelyFromTheGroups() throws IOException {
    write();
    try (TensorFile file = TensorFile.open(folder.resolve("d/2.safetensors"))) {
      List<TensorRef> tensors =
          file.header().tensors().stream()
              .filter(info -> info.byteCount() == 4)
              .map(info -> new TensorRef(file, info))
              .toList();
      DuplicateGroup group = new DuplicateGroup(tensors, 4, DuplicateGroup.Filling.VALUES, 2);
      Duplicates duplicates = new Duplicates(List.of(group), List.of(), 1);

      assertThat(DuplicatesCommand.sentence(duplicates))
          .isEqualTo("4 B wasted in 1 group of equal tensors. 1 tensor could not be read.");
      assertThat(json(duplicates)).contains("\"unreadableCount\":1}");
    }
  }

  @Test
  void noMoreThanTwentyTensorsOfAGroupAreNamed() throws IOException {
    for (int count = 20; count <= 22; count++) {
      TensorFiles files = new TensorFiles();
      for (int i = 0; i < count; i++) {
        files.floats("t" + i, 7);
      }
      files.write(folder.resolve("m.safetensors"));

      String out = Ran.in(folder, "duplicates", "m.safetensors").out();

      assertThat(out.lines().filter(line -> line.contains(" F32 [1] "))).hasSize(20);
      int more = count - 20;
      assertThat(out.contains("    … and %d more; --json names them all\n".formatted(more)))
          .as(more + " more")
          .isEqualTo(more > 0);
      assertThat(out.contains("…")).isEqualTo(more > 0);
    }
  }

  @Test
  void groupsThatWasteBytesAreHighlightedAndOthersAreFaint() throws IOException {
    write();
    new TensorFiles()
        .tensor("o", Dtype.U8, new byte[] {9}, 1)
        .tensor("p", Dtype.U8, new byte[] {9}, 1)
        .write(folder.resolve("d/3.safetensors"));

    assertThat(Ran.inColors(folder, "duplicates", "d").out())
        .contains("  " + Style.NOTABLE.paint("3 equal tensors of 4 B: 8 B wasted") + "\n")
        .contains("  " + Style.FAINT.paint("2 tensors of zeros, 3 B each") + "\n")
        .contains(Style.STRONG.paint("d") + "\n");
  }
}
