package io.github.tensorloupe.demo;

import module java.base;

import io.github.tensorloupe.demo.SampleFile.SampleTensor;
import io.github.tensorloupe.demo.SampleFile.Values;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Sha256;

/// A small LoRA with all the metadata that trainers and image tools like to leave behind.
final class LoraSample {

  private static final int RANK = 8;
  private static final int WIDTH = 64;

  private LoraSample() {}

  /// The bytes of the file.
  static byte[] bytes() {
    List<SampleTensor> tensors = tensors();
    byte[] data = new SampleFile(tensors, Map.of()).dataBuffer();
    return new SampleFile(tensors, metadata(sha256(data))).bytes();
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
    tensors.add(SampleTensor.of(module + ".alpha", Dtype.F16, Values.constant(RANK / 2.0)));
    tensors.add(SampleTensor.of(down, Dtype.F16, Values.normal(down, 0, 0.12), RANK, WIDTH));
    tensors.add(SampleTensor.of(up, Dtype.F16, Values.normal(up, 0, 0.03), WIDTH, RANK));
  }

  private static Map<String, String> metadata(String dataHash) {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("format", "pt");
    putTraining(metadata);
    putDataset(metadata);
    putModelSpec(metadata);
    metadata.put("sshs_model_hash", dataHash);
    metadata.put("modelspec.hash_sha256", "0x" + dataHash);
    metadata.put("workflow", WORKFLOW);
    return metadata;
  }

  private static void putTraining(Map<String, String> metadata) {
    metadata.put("ss_output_name", "harbour-lights");
    metadata.put("ss_session_id", "1400021");
    metadata.put("ss_training_started_at", "1735689600.0");
    metadata.put("ss_training_finished_at", "1735693212.5");
    metadata.put("ss_sd_model_name", "base-v1-5.safetensors");
    metadata.put("ss_base_model_version", "sd_v1");
    metadata.put("ss_v2", "False");
    metadata.put("ss_network_module", "networks.lora");
    metadata.put("ss_network_dim", String.valueOf(RANK));
    metadata.put("ss_network_alpha", String.valueOf(RANK / 2.0));
    metadata.put("ss_network_dropout", "None");
    metadata.put("ss_network_args", "{\"conv_dim\": \"4\", \"conv_alpha\": \"1\"}");
    metadata.put("ss_learning_rate", "0.0001");
    metadata.put("ss_unet_lr", "0.0001");
    metadata.put("ss_text_encoder_lr", "5e-05");
    metadata.put("ss_lr_scheduler", "cosine_with_restarts");
    metadata.put("ss_optimizer", "bitsandbytes.optim.adamw.AdamW8bit");
    metadata.put("ss_num_epochs", "10");
    metadata.put("ss_epoch", "8");
    metadata.put("ss_steps", "1360");
    metadata.put("ss_max_train_steps", "1700");
    metadata.put("ss_mixed_precision", "bf16");
    metadata.put("ss_clip_skip", "2");
    metadata.put("ss_seed", "1234");
    metadata.put("ss_training_comment", "trigger: harbour lights at dusk");
  }

  private static void putDataset(Map<String, String> metadata) {
    metadata.put("ss_resolution", "(512, 512)");
    metadata.put("ss_num_train_images", "340");
    metadata.put(
        "ss_dataset_dirs",
        """
        {"10_harbour": {"n_repeats": 10, "img_count": 28}, \
        "5_lighthouse": {"n_repeats": 5, "img_count": 12}}\
        """);
    metadata.put(
        "ss_tag_frequency",
        """
        {"10_harbour": {"harbour lights": 28, "boat": 21, "water": 19, "dusk": 17, "pier": 9, \
        "reflection": 8, "fog": 3}, \
        "5_lighthouse": {"harbour lights": 12, "lighthouse": 12, "cliff": 7, "waves": 5}}\
        """);
    metadata.put(
        "ss_bucket_info",
        """
        {"buckets": {"0": {"resolution": [512, 512], "count": 240}, \
        "1": {"resolution": [448, 576], "count": 100}}, "mean_img_ar_error": 0.0127}\
        """);
  }

  private static void putModelSpec(Map<String, String> metadata) {
    metadata.put("modelspec.sai_model_spec", "1.0.1");
    metadata.put("modelspec.architecture", "stable-diffusion-v1/lora");
    metadata.put("modelspec.implementation", "https://github.com/Stability-AI/generative-models");
    metadata.put("modelspec.title", "Harbour lights");
    metadata.put("modelspec.author", "TensorLoupe samples");
    metadata.put(
        "modelspec.description",
        "A made-up **LoRA** that shows what metadata can hold.\n\nIt draws nothing.");
    metadata.put("modelspec.date", "2025-01-01T00:00:00");
    metadata.put("modelspec.license", "CC0-1.0");
    metadata.put("modelspec.resolution", "512x512");
    metadata.put("modelspec.tags", "harbour, night, sea, sample");
    metadata.put("modelspec.trigger_phrase", "harbour lights");
    metadata.put("modelspec.usage_hint", "Use it at a strength of 0.8.");
    metadata.put("modelspec.prediction_type", "epsilon");
    metadata.put(
        "modelspec.thumbnail",
        "data:image/png;base64," + Base64.getEncoder().encodeToString(ThumbnailPng.bytes()));
  }

  private static final String WORKFLOW =
      """
      {"last_node_id": 4, "nodes": [\
      {"id": 1, "type": "CheckpointLoaderSimple", "widgets_values": ["base-v1-5.safetensors"]}, \
      {"id": 2, "type": "LoraLoader", "widgets_values": ["harbour-lights.safetensors", 0.8, 1.0]}, \
      {"id": 3, "type": "CLIPTextEncode", "widgets_values": ["harbour lights, a pier at dusk"]}, \
      {"id": 4, "type": "KSampler", "widgets_values": [42, "fixed", 24, 7.0, "euler", "normal", 1.0]}], \
      "links": [[1, 1, 0, 2, 0, "MODEL"], [2, 2, 0, 4, 0, "MODEL"], [3, 3, 0, 4, 1, "CONDITIONING"]], \
      "version": 0.4}\
      """;

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.digest().digest(bytes));
  }

  /// A picture of a sun over the sea, as the bytes of a PNG file.
  ///
  /// Written without compression, so that it has the same bytes whatever compresses elsewhere.
  private static final class ThumbnailPng {

    private static final int SIDE = 96;
    private static final int HORIZON = 62;
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    private ThumbnailPng() {}

    /// The bytes of the file.
    static byte[] bytes() {
      ByteArrayOutputStream png = new ByteArrayOutputStream();
      png.writeBytes(SIGNATURE);
      ByteBuffer header = ByteBuffer.allocate(13).putInt(SIDE).putInt(SIDE);
      // 8 bits per pixel, colors from the palette.
      writeChunk(png, "IHDR", header.put((byte) 8).put((byte) 3).array());
      writeChunk(png, "PLTE", palette());
      writeChunk(png, "IDAT", zlib(rows()));
      writeChunk(png, "IEND", new byte[0]);
      return png.toByteArray();
    }

    /// From night blue to the color of the sun.
    private static byte[] palette() {
      byte[] palette = new byte[256 * 3];
      for (int i = 0; i < 256; i++) {
        palette[3 * i] = (byte) Math.min(255, 30 + i * 9 / 8);
        palette[3 * i + 1] = (byte) (40 + i * 5 / 8);
        palette[3 * i + 2] = (byte) (90 + i / 8);
      }
      return palette;
    }

    /// The pixels, each row behind a zero that says that it is not filtered.
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
      // The sea mirrors the sky, in waves.
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
      // A stream of one stored block, which may have up to 65,535 bytes.
      byte[] head = {0x78, 0x01, 1, (byte) length, (byte) (length >>> 8), 0, 0};
      head[5] = (byte) ~head[3];
      head[6] = (byte) ~head[4];
      return ByteBuffer.allocate(head.length + bytes.length + 4)
          .put(head)
          .put(bytes)
          .putInt((int) checksum.getValue())
          .array();
    }

    private static void writeChunk(ByteArrayOutputStream png, String type, byte[] data) {
      byte[] typed =
          ByteBuffer.allocate(4 + data.length)
              .put(type.getBytes(StandardCharsets.US_ASCII))
              .put(data)
              .array();
      CRC32 checksum = new CRC32();
      checksum.update(typed);
      png.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
      png.writeBytes(typed);
      png.writeBytes(ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
    }
  }
}
