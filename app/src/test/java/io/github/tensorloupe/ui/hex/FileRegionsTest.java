package io.github.tensorloupe.ui.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRegionsTest {

  @TempDir Path folder;

  private TensorFile open(TensorFiles file) throws IOException {
    return TensorFile.open(file.write(folder.resolve("a.safetensors")));
  }

  @Test
  void headerLengthHeaderAndTensorsFollowEachOther() throws IOException {
    try (TensorFile file = open(new TensorFiles().floats("a", 1, 2).floats("b", 3))) {
      long dataStart = file.reading().dataStart().orElseThrow();
      TensorInfo b = file.header().tensors().getLast();

      assertThat(FileRegions.at(file, 7)).isEqualTo(new ByteRegion.HeaderLength());
      assertThat(FileRegions.at(file, 8)).isEqualTo(new ByteRegion.Header());
      assertThat(FileRegions.at(file, dataStart - 1)).isEqualTo(new ByteRegion.Header());
      assertThat(FileRegions.at(file, dataStart + 11))
          .isEqualTo(new ByteRegion.Tensor(new TensorRef(file, b), 3));
      assertThat(FileRegions.header(file)).isEqualTo(new ByteRange(0, dataStart));
    }
  }

  @Test
  void bytesBetweenAndBehindTensorsAreUnclaimed() throws IOException {
    Path path =
        TensorFiles.raw(
            folder.resolve("gap.safetensors"),
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},"
                + "\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[4,6]}}",
            10);
    try (TensorFile file = TensorFile.open(path)) {
      long dataStart = file.reading().dataStart().orElseThrow();

      assertThat(FileRegions.at(file, dataStart + 1)).isInstanceOf(ByteRegion.Tensor.class);
      assertThat(FileRegions.at(file, dataStart + 2)).isEqualTo(new ByteRegion.Unclaimed());
      assertThat(FileRegions.at(file, dataStart + 9)).isEqualTo(new ByteRegion.Unclaimed());
    }
  }

  @Test
  void aHeaderThatTheFileCutsOffReachesToTheEnd() throws IOException {
    byte[] whole = Files.readAllBytes(new TensorFiles().floats("a", 1).write(folder.resolve("w")));
    Path path = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, 30));
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(FileRegions.at(file, 29)).isEqualTo(new ByteRegion.Header());
      assertThat(FileRegions.header(file)).isEqualTo(new ByteRange(0, 30));
    }
  }

  @Test
  void anotherKindOfFileHasNoHeader() throws IOException {
    Path path = Files.writeString(folder.resolve("page"), "<!doctype html><html></html>");
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(FileRegions.at(file, 3)).isEqualTo(new ByteRegion.Foreign());
      assertThat(FileRegions.header(file).byteCount()).isZero();
    }
  }

  @Test
  void aTensorOfAnotherFileHasNoBytesHere() throws IOException {
    try (TensorFile file = open(new TensorFiles().floats("a", 1));
        TensorFile other =
            TensorFile.open(new TensorFiles().floats("a", 1).write(folder.resolve("other")))) {
      TensorRef tensor = new TensorRef(other, other.header().tensors().getFirst());

      assertThat(FileRegions.tensor(other, tensor).byteCount()).isEqualTo(4);
      assertThat(FileRegions.tensor(file, tensor).byteCount()).isZero();
    }
  }
}
