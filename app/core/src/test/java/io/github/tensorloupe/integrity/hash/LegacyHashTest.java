package io.github.tensorloupe.integrity.hash;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LegacyHashTest {

  private static final String OF_NOTHING = "e3b0c442";

  @TempDir private Path folder;

  private final byte[] wide = random(1, 0x90000);
  private final byte[] narrow = random(2, 0x90000);

  private static byte[] random(int seed, int count) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private TensorFiles tensors() {
    return new TensorFiles()
        .tensor("a.narrow", Dtype.F16, narrow, narrow.length / 2)
        .tensor("z.wide", Dtype.F32, wide, wide.length / 4);
  }

  /// Hashes 64 KiB of the whole file, like the trainers.
  private static String ofWindow(Path path) throws Exception {
    byte[] bytes = Files.readAllBytes(path);
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(bytes, 0x100000, Math.min(0x10000, bytes.length - 0x100000));
    return HexFormat.of().formatHex(digest.digest()).substring(0, 8);
  }

  private static Optional<String> ofTraining(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      return LegacyHash.ofTraining(file);
    }
  }

  private static String ofFile(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      return LegacyHash.ofFile(file.bytes());
    }
  }

  @Test
  void otherMetadataThanTheTrainersDoNotCount() throws Exception {
    Path trained =
        tensors()
            .metadata("ss_a", "1")
            .metadata("ss_b", "2")
            .write(folder.resolve("trained.safetensors"));
    Path edited =
        tensors()
            .metadata("modelspec.title", "later")
            .metadata("ss_a", "1")
            .metadata("ss_b", "2")
            .metadata("sshs_legacy_hash", "00000000")
            .write(folder.resolve("edited.safetensors"));

    assertThat(ofTraining(trained)).contains(ofWindow(trained));
    assertThat(ofTraining(edited)).contains(ofWindow(trained));
    assertThat(ofFile(trained)).isEqualTo(ofWindow(trained));
    assertThat(ofFile(edited)).isEqualTo(ofWindow(edited)).isNotEqualTo(ofWindow(trained));
  }

  @Test
  void tensorsCountInTheOrderInWhichTheReferenceWritesThem() throws Exception {
    Path written = tensors().write(folder.resolve("written.safetensors"));
    Path unusual = folder.resolve("unusual.safetensors");
    String header =
        ("{\"a.narrow\":{\"dtype\":\"F16\",\"shape\":[%d],\"data_offsets\":[0,%d]},"
                + "\"z.wide\":{\"dtype\":\"F32\",\"shape\":[%d],\"data_offsets\":[%d,%d]}}")
            .formatted(
                narrow.length / 2,
                narrow.length,
                wide.length / 4,
                narrow.length,
                narrow.length + wide.length);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    out.writeBytes(
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(text.length).array());
    out.writeBytes(text);
    out.writeBytes(narrow);
    out.writeBytes(wide);
    Files.write(unusual, out.toByteArray());

    assertThat(ofTraining(unusual)).contains(ofWindow(written));
    assertThat(ofFile(unusual)).isNotEqualTo(ofWindow(written));
  }

  @Test
  void metadataWithoutTrainingEntriesStillCountAsAnEmptyMap() throws Exception {
    Path bare = tensors().write(folder.resolve("bare.safetensors"));
    Path titled = tensors().metadata("title", "x").write(folder.resolve("titled.safetensors"));
    byte[] bytes = Files.readAllBytes(bare);
    // The header grows by `"__metadata__":{}` and a comma, starting at byte 8.
    int grown = ("\"__metadata__\":{},".length() + unpadded(bytes) + 7) / 8 * 8;
    int shift = grown - (int) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    byte[] shifted = new byte[bytes.length + shift];
    System.arraycopy(bytes, 0, shifted, shift, bytes.length);
    Path expected = Files.write(folder.resolve("expected"), shifted);

    assertThat(ofTraining(titled)).contains(ofWindow(expected));
    assertThat(ofTraining(bare)).contains(ofWindow(bare));
  }

  private static int unpadded(byte[] bytes) {
    int length = (int) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    while (bytes[8 + length - 1] == ' ') {
      length--;
    }
    return length;
  }

  @Test
  void shortFileHasTheHashOfNothing() throws IOException {
    Path path = new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors"));

    assertThat(ofTraining(path)).contains(OF_NOTHING);
    assertThat(ofFile(path)).isEqualTo(OF_NOTHING);
  }

  @Test
  void severalEntriesThatReachIntoTheWindowLeaveItUndefined() throws Exception {
    String longText = "x".repeat(0x100000);
    Path one = tensors().metadata("ss_a", longText).write(folder.resolve("one.safetensors"));
    Path two =
        tensors()
            .metadata("ss_a", longText)
            .metadata("ss_b", "1")
            .write(folder.resolve("two.safetensors"));

    assertThat(ofTraining(one)).contains(ofWindow(one));
    assertThat(ofTraining(two)).isEmpty();
  }

  @Test
  void refusedFileHasNone() throws IOException {
    Path path = tensors().write(folder.resolve("a.safetensors"));
    byte[] bytes = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(bytes, bytes.length - 1));

    assertThat(ofTraining(path)).isEmpty();
  }
}
