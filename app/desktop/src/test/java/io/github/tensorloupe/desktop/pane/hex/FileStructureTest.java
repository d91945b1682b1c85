package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.hex.FileStructure.Segment;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStructureTest {

  @TempDir Path folder;

  private TensorFile open(TensorFiles file) throws IOException {
    return TensorFile.open(file.write(folder.resolve("a.safetensors")));
  }

  /// Opens a file with byte tensors at these data offsets: begin, end, begin, end, ...
  private TensorFile openRanges(int dataLength, long... offsets) throws IOException {
    StringBuilder header = new StringBuilder("{");
    for (int i = 0; i < offsets.length; i += 2) {
      header
          .append(i == 0 ? "" : ",")
          .append(
              "\"t%d\":{\"dtype\":\"U8\",\"shape\":[%d],"
                  .formatted(i / 2, offsets[i + 1] - offsets[i]))
          .append("\"data_offsets\":[%d,%d]}".formatted(offsets[i], offsets[i + 1]));
    }
    Path path = Files.createTempFile(folder, "ranges", ".safetensors");
    return TensorFile.open(TensorFiles.raw(path, header.append("}").toString(), dataLength));
  }

  private static Part part(TensorFile file, long byteOffset) {
    return new FileStructure(file).at(byteOffset).part();
  }

  @Test
  void headerLengthHeaderAndTensorsFollowEachOther() throws IOException {
    try (TensorFile file = open(new TensorFiles().floats("a", 1, 2).floats("b", 3))) {
      FileStructure structure = new FileStructure(file);
      long dataStart = file.reading().dataStart().orElseThrow();

      assertThat(structure.at(7)).isEqualTo(new Segment(Part.HEADER_LENGTH, 8));
      assertThat(structure.at(8)).isEqualTo(new Segment(Part.HEADER, dataStart));
      assertThat(structure.at(dataStart - 1)).isEqualTo(new Segment(Part.HEADER, dataStart));
      assertThat(structure.at(dataStart)).isEqualTo(new Segment(Part.TENSOR, dataStart + 8, 0));
      assertThat(structure.at(dataStart + 11))
          .isEqualTo(new Segment(Part.TENSOR, dataStart + 12, 1));
      assertThat(structure.header()).isEqualTo(new ByteRange(0, dataStart));
      assertThat(structure.missingBytes()).isZero();
    }
  }

  @Test
  void bytesBetweenAndAfterTensorsAreUnclaimed() throws IOException {
    try (TensorFile file = openRanges(10, 0, 2, 4, 6)) {
      long dataStart = file.reading().dataStart().orElseThrow();

      assertThat(part(file, dataStart + 1)).isEqualTo(Part.TENSOR);
      assertThat(new FileStructure(file).at(dataStart + 2))
          .isEqualTo(new Segment(Part.UNCLAIMED, dataStart + 4));
      assertThat(new FileStructure(file).at(dataStart + 9))
          .isEqualTo(new Segment(Part.UNCLAIMED, dataStart + 10));
    }
  }

  @Test
  void bytesOfTwoTensorsOverlap() throws IOException {
    try (TensorFile file = openRanges(10, 0, 10, 2, 4)) {
      long dataStart = file.reading().dataStart().orElseThrow();
      FileStructure structure = new FileStructure(file);

      assertThat(structure.at(dataStart)).isEqualTo(new Segment(Part.TENSOR, dataStart + 2, 0));
      assertThat(structure.at(dataStart + 3))
          .isEqualTo(new Segment(Part.OVERLAP, dataStart + 4, 1));
      assertThat(structure.at(dataStart + 4))
          .isEqualTo(new Segment(Part.TENSOR, dataStart + 10, 0));
    }
  }

  @Test
  void partsAreThoseOfACountByHandWhereverTensorsLie() throws IOException {
    Random random = new Random(5);
    for (int run = 0; run < 60; run++) {
      long[] offsets = new long[2 * (1 + random.nextInt(6))];
      for (int i = 0; i < offsets.length; i += 2) {
        offsets[i] = random.nextInt(30);
        offsets[i + 1] = offsets[i] + random.nextInt(12);
      }
      try (TensorFile file = openRanges(32, offsets)) {
        long dataStart = file.reading().dataStart().orElseThrow();
        FileStructure structure = new FileStructure(file);
        for (int at = 0; at < 32; at++) {
          Segment segment = structure.at(dataStart + at);
          assertThat(segment.part())
              .as("%s at %d", Arrays.toString(offsets), at)
              .isEqualTo(partByHand(offsets, at));
          assertThat(segment.end()).isGreaterThan(dataStart + at);
          for (long next = at; next < segment.end() - dataStart; next++) {
            assertThat(partByHand(offsets, next)).isEqualTo(segment.part());
          }
        }
      }
    }
  }

  private static Part partByHand(long[] offsets, long at) {
    long count =
        IntStream.range(0, offsets.length / 2)
            .filter(i -> offsets[2 * i] <= at && at < offsets[2 * i + 1])
            .count();
    return count == 0 ? Part.UNCLAIMED : count == 1 ? Part.TENSOR : Part.OVERLAP;
  }

  @Test
  void aHeaderThatTheFileCutsOffReachesToTheEnd() throws IOException {
    byte[] whole = Files.readAllBytes(new TensorFiles().floats("a", 1).write(folder.resolve("w")));
    Path path = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, 30));
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(part(file, 29)).isEqualTo(Part.HEADER);
      assertThat(new FileStructure(file).header()).isEqualTo(new ByteRange(0, 30));
      assertThat(new FileStructure(file).missingBytes()).isEqualTo(whole.length - 4 - 30);
    }
  }

  @Test
  void missingBytesOfTensorsAreCounted() throws IOException {
    try (TensorFile file = openRanges(10, 0, 4, 4, 17)) {
      assertThat(new FileStructure(file).missingBytes()).isEqualTo(7);
    }
  }

  @Test
  void anotherKindOfFileHasNoHeader() throws IOException {
    Path path = Files.writeString(folder.resolve("page"), "<!doctype html><html></html>");
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(part(file, 3)).isEqualTo(Part.FOREIGN);
      assertThat(new FileStructure(file).header().byteCount()).isZero();
      assertThat(new FileStructure(file).missingBytes()).isZero();
    }
  }
}
