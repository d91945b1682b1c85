package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.lines;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
