package io.github.tensorloupe.demo;

import module java.base;

import io.github.tensorloupe.demo.SampleFile.SampleTensor;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Sha256;

/// A small LoRA with the metadata of trainers and image tools.
final class LoraSample {

  private static final int RANK = 8;
  private static final int WIDTH = 64;

  // The size of the thumbnail in pixels.
  private static final int SIDE = 96;
  private static final int HORIZON = 62;

  private static final byte[] PNG_SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  private LoraSample() {}

  static byte[] bytes() {
    List<SampleTensor> tensors = tensors();
    byte[] data = new SampleFile(tensors, Map.of()).dataBuffer();
    String dataSha256 = HexFormat.of().formatHex(Sha256.digest().digest(data));
    return new SampleFile(tensors, metadata(dataSha256)).bytes();
  }

  private static List<SampleTensor> tensors() {
    List<SampleTensor> tensors = new ArrayList<>();
    for (int block = 0; block < 4; block++) {
      String prefix =
          "lora_unet_down_blocks_%d_attentions_0_transformer_blocks_0_".formatted(block);
      for (String part : List.of("attn1_to_q", "attn1_to_k", "attn1_to_v", "attn1_to_out_0")) {
        addPair(tensors, prefix + part);
      }
    }
    for (int layer = 0; layer < 12; layer++) {
      addPair(tensors, "lora_te_text_model_encoder_layers_%d_mlp_fc1".formatted(layer));
    }
    return tensors;
  }

  private static void addPair(List<SampleTensor> tensors, String module) {
    String down = module + ".lora_down.weight";
    String up = module + ".lora_up.weight";
    tensors.add(SampleTensor.of(module + ".alpha", Dtype.F16, () -> RANK / 2.0));
    tensors.add(SampleTensor.normal(down, Dtype.F16, 0, 0.12, RANK, WIDTH));
    tensors.add(SampleTensor.normal(up, Dtype.F16, 0, 0.03, WIDTH, RANK));
  }

  private static Map<String, String> metadata(String dataSha256) {
    String thumbnail = Base64.getEncoder().encodeToString(thumbnail());
    Map<String, String> metadata = new LinkedHashMap<>();
    try (InputStream file = LoraSample.class.getResourceAsStream("lora-metadata.txt")) {
      new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .replace("{dataSha256}", dataSha256)
          .replace("{thumbnail}", thumbnail)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" = ", 2))
          .forEach(entry -> metadata.put(entry[0], entry[1].replace("\\n", "\n")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return metadata;
  }

  /// Returns a picture of a sun over the sea as a PNG file. Not compressed, so that its bytes do
  /// not depend on the compression library.
  static byte[] thumbnail() {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    png.writeBytes(PNG_SIGNATURE);
    ByteBuffer header = ByteBuffer.allocate(13).putInt(SIDE).putInt(SIDE);
    // 8 bits per pixel, colors from the palette.
    writeChunk(png, "IHDR", header.put((byte) 8).put((byte) 3).array());
    writeChunk(png, "PLTE", palette());
    writeChunk(png, "IDAT", zlib(rows()));
    writeChunk(png, "IEND", new byte[0]);
    return png.toByteArray();
  }

  /// Returns colors from dark blue to yellow.
  private static byte[] palette() {
    byte[] palette = new byte[256 * 3];
    for (int i = 0; i < 256; i++) {
      palette[3 * i] = (byte) Math.min(255, 30 + i * 9 / 8);
      palette[3 * i + 1] = (byte) (40 + i * 5 / 8);
      palette[3 * i + 2] = (byte) (90 + i / 8);
    }
    return palette;
  }

  /// Returns the pixels, with a filter byte of 0 before each row.
  private static byte[] rows() {
    byte[] rows = new byte[SIDE * (SIDE + 1)];
    for (int y = 0; y < SIDE; y++) {
      for (int x = 0; x < SIDE; x++) {
        rows[y * (SIDE + 1) + 1 + x] = (byte) color(x, y);
      }
    }
    return rows;
  }

  private static int color(int x, int y) {
    boolean isSea = y >= HORIZON;
    // The sea mirrors the sky.
    int mirrored = isSea ? 2 * HORIZON - y + (y % 4 == 0 ? 5 : 0) : y;
    int dx = x - SIDE / 2;
    int dy = mirrored - HORIZON + 18;
    int squaredDistance = dx * dx + dy * dy;
    if (squaredDistance < 15 * 15) {
      return isSea ? 215 : 250;
    }
    return Math.max(0, 190 - squaredDistance / 14 - (isSea ? 50 : 0));
  }

  private static byte[] zlib(byte[] bytes) {
    Adler32 checksum = new Adler32();
    checksum.update(bytes);
    short length = (short) bytes.length;
    // A zlib stream with one stored block of up to 65,535 bytes.
    ByteBuffer stream = ByteBuffer.allocate(7 + bytes.length + 4).put(new byte[] {0x78, 1, 1});
    stream.order(ByteOrder.LITTLE_ENDIAN).putShort(length).putShort((short) ~length).put(bytes);
    return stream.order(ByteOrder.BIG_ENDIAN).putInt((int) checksum.getValue()).array();
  }

  private static void writeChunk(ByteArrayOutputStream png, String type, byte[] data) {
    ByteBuffer chunk = ByteBuffer.allocate(8 + data.length + 4).putInt(data.length);
    chunk.put(type.getBytes(StandardCharsets.US_ASCII)).put(data);
    CRC32 checksum = new CRC32();
    checksum.update(chunk.array(), 4, 4 + data.length);
    png.writeBytes(chunk.putInt((int) checksum.getValue()).array());
  }
}
