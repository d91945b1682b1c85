package io.github.tensorloupe.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.DemoSamples;
import io.github.tensorloupe.testing.HubCache;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.SampleCache;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.testing.Signing;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/// The files that the command lines of [GoldenOutputTest] read.
final class GoldenInputs {

  private static final String PRIVATE_KEY =
      "MC4CAQAwBQYDK2VwBCIEIHRAa+0gzGEkMQGGvfoHp1kIK5+C+orHTeD6fkWc3GBD";
  private static final String PUBLIC_KEY =
      "MCowBQYDK2VwAyEAAxn9EoP7BeKsERjX/1QU5SaA7iyJD2cGsZ+hDYC09Ok=";

  private GoldenInputs() {}

  /// Fills a folder with the files of a data set. The calling test is skipped if the data set is
  /// not on this machine.
  static void write(String dataSet, Path folder) throws IOException {
    switch (dataSet) {
      case "empty" -> {}
      case "demo" -> DemoSamples.write(folder);
      case "broken" -> writeBroken(folder);
      case "sets" -> writeSets(folder);
      case "hub" -> writeHub(folder);
      case "signed" -> writeSigned(folder);
      case "edits" -> writeEdits(folder);
      case "interrupted" -> writeInterrupted(folder);
      default -> copy(SharedFolder.file(dataSet), folder);
    }
  }

  private static void copy(Path source, Path target) throws IOException {
    try (Stream<Path> walk = Files.walk(source)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        // Not Files.copy, because the source may be read-only.
        SampleBytes.write(
            target.resolve(source.relativize(file).toString()), Files.readAllBytes(file));
      }
    }
  }

  private static byte[] whole() throws IOException {
    Path file = Files.createTempFile("golden", ".safetensors");
    try {
      return Files.readAllBytes(
          new TensorFiles()
              .metadata("format", "pt")
              .metadata("title", "Harbour")
              .floats("a", 1, 2, 3)
              .floats("b", 4)
              .tensor("c", Dtype.BF16, new byte[24], 3, 4)
              .write(file));
    } finally {
      Files.delete(file);
    }
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Arrays.stream(parts).forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// Damaged files, some of which can be repaired, and files of other types.
  private static void writeBroken(Path folder) throws IOException {
    byte[] whole = whole();
    byte[] length = whole.clone();
    length[0]++;
    byte[] padding = whole.clone();
    padding[
            7
                + Short.toUnsignedInt(
                    ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getShort())] =
        0;
    write(folder, "whole.safetensors", whole);
    write(folder, "cut-header.safetensors", Arrays.copyOf(whole, 40));
    write(folder, "cut-in-a.safetensors", Arrays.copyOf(whole, whole.length - 44));
    write(folder, "cut-in-c.safetensors", Arrays.copyOf(whole, whole.length - 1));
    write(folder, "trailing.safetensors", Arrays.copyOf(whole, whole.length + 5));
    write(folder, "length.safetensors", length);
    write(folder, "padding.safetensors", padding);
    write(folder, "mark.safetensors", joined(new byte[] {-17, -69, -65}, whole));
    write(folder, "before.safetensors", joined(ascii("HTTP/1.1 200 OK\r\n\r\n"), whole));
    write(
        folder,
        "overlap.safetensors",
        SampleBytes.file(
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
                + "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}",
            new byte[12]));
    write(
        folder, "dtype.safetensors", SampleBytes.file(SampleBytes.entry("t", "Q4_K", "[1]", 0, 4)));
    write(folder, "empty.safetensors");
    write(folder, "zeros.safetensors", new byte[4096]);
    write(folder, "text.safetensors", ascii("this is a text\n"));
    write(folder, "page.safetensors", ascii("<!DOCTYPE html>\n<html><title>404</title></html>\n"));
    write(
        folder,
        "pointer.safetensors",
        ascii(
            "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n"
                .formatted(GoldenText.digest(whole), whole.length)));
    write(folder, "other/model.gguf", ascii("GGUF"), new byte[] {3, 0, 0, 0}, new byte[16]);
    write(folder, "other/model.npy", new byte[] {-109}, ascii("NUMPY"), new byte[74]);
    write(folder, "other/model.pt", ascii("PK"), new byte[] {3, 4}, new byte[60]);
    write(folder, "other/model.pkl", new byte[] {-128, 2, '}', 'q', 0, '.'});
    write(folder, "other/noise.bin", new byte[] {1, -2, 3, -4, 5, -6, 7, -8, 9, -10});
    write(folder, "listed/SHA256SUMS", ascii(sums(whole)));
    write(folder, "listed/good.safetensors", whole);
    write(folder, "listed/bad.safetensors", whole);
  }

  private static String sums(byte[] whole) {
    return "%s  good.safetensors\n%s  bad.safetensors\n%s *gone.safetensors\n"
        .formatted(GoldenText.digest(whole), "0".repeat(64), "1".repeat(64));
  }

  private static void write(Path folder, String name, byte[]... parts) throws IOException {
    SampleBytes.write(folder.resolve(name), joined(parts));
  }

  /// Sets with and without faults, each in a folder of its own.
  private static void writeSets(Path folder) throws IOException {
    String first = ShardFolder.name(1, 2);
    String second = ShardFolder.name(2, 2);
    shards(folder, "good").index("\"total_size\":48", "a", first, "b", first, "c", second);
    shards(folder, "no-index");
    shards(folder, "size").index("\"total_size\":1", "a", first, "b", first, "c", second);
    shards(folder, "misplaced").index("\"total_size\":48", "a", second, "b", first, "c", second);
    shards(folder, "unlisted").index("\"total_size\":48", "a", first, "c", second);
    shards(folder, "absent")
        .index("\"total_size\":48", "a", first, "b", first, "c", second, "d", second);
    shards(folder, "unsafe").index("", "a", "../good/" + first, "b", first, "c", second);
    shards(folder, "text").rawIndex("no index");
    shards(folder, "twice")
        .shard(2, 2, "b", "c")
        .index("\"total_size\":48", "a", first, "b", first, "c", second);
    new ShardFolder(Files.createDirectories(folder.resolve("incomplete")))
        .shard(1, 2, "a", "b")
        .index("\"total_size\":48", "a", first, "b", first, "c", second);
    new ShardFolder(Files.createDirectories(folder.resolve("incomplete-no-index")))
        .shard(1, 3, "a")
        .shard(3, 3, "c");
    ShardFolder cut = shards(folder, "cut").index("", "a", first, "b", first, "c", second);
    byte[] bytes = Files.readAllBytes(cut.path().resolve(second));
    Files.write(cut.path().resolve(second), Arrays.copyOf(bytes, bytes.length - 3));
    shards(folder, "pair").shard("other.safetensors", "x");
  }

  private static ShardFolder shards(Path folder, String name) throws IOException {
    return new ShardFolder(Files.createDirectories(folder.resolve(name)))
        .shard(1, 2, "a", "b")
        .shard(2, 2, "c");
  }

  private static void writeHub(Path folder) throws IOException {
    SampleCache.write(folder.resolve("hub"))
        .add("acme/other", HubCache.COMMIT.replace('0', 'f'), "model.safetensors", whole());
  }

  private static void writeSigned(Path folder) throws IOException {
    Path model = Files.createDirectories(folder.resolve("model"));
    write(model, "a.safetensors", whole());
    write(model, "b.safetensors", SampleBytes.floats(1, 2));
    write(model, "config.json", ascii("{}"));
    Signing signing = new Signing(keys(), "Ed25519");
    signing.write(
        model.resolve("model.sig"),
        Signing.statement(model, "a.safetensors", "b.safetensors", "config.json"));
    signing.writeKey(folder.resolve("key.pem"));
    write(model, "b.safetensors", SampleBytes.floats(1, 3));
    write(model, "new.safetensors", SampleBytes.floats(1, 4));
  }

  private static KeyPair keys() {
    try {
      KeyFactory factory = KeyFactory.getInstance("Ed25519");
      Base64.Decoder base64 = Base64.getDecoder();
      return new KeyPair(
          factory.generatePublic(new X509EncodedKeySpec(base64.decode(PUBLIC_KEY))),
          factory.generatePrivate(new PKCS8EncodedKeySpec(base64.decode(PRIVATE_KEY))));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Files to edit.
  private static void writeEdits(Path folder) throws IOException {
    write(folder, "a.safetensors", whole());
    write(folder, "below/b.safetensors", SampleBytes.floats(1, 2, 3));
    write(folder, "broken.safetensors", Arrays.copyOf(whole(), 90));
    write(folder, "linked.safetensors", whole());
    Files.createLink(folder.resolve("link.safetensors"), folder.resolve("linked.safetensors"));
    write(folder, "models--a--b/blobs/" + "0".repeat(64), whole());
    write(folder, "map.json", ascii("{\"format\":\"pt\",\"n\":\"1\"}"));
    write(folder, "bad.json", ascii("{\"n\":1}"));
    shards(folder, "set").index("", "a", ShardFolder.name(1, 2), "c", ShardFolder.name(2, 2));
  }

  private static void writeInterrupted(Path folder) throws IOException {
    for (String name : List.of("roll-back", "changed", "half", "old", "new", "keep", "elsewhere")) {
      Path file = InterruptedSaves.file(folder.resolve(name + ".safetensors"));
      if (name.equals("elsewhere")) {
        InterruptedSaves.halfWrittenElsewhere(file);
      } else {
        InterruptedSaves.halfWritten(file);
      }
      if (List.of("changed", "old", "new", "keep").contains(name)) {
        byte[] changed = Files.readAllBytes(file);
        changed[3000] = '!';
        Files.write(file, changed);
      }
    }
    InterruptedSaves.beginOfRewrite(InterruptedSaves.file(folder.resolve("draft.safetensors")));
    Files.writeString(folder.resolve(".out.npy.1f.tensorloupe-part"), "half");
    write(folder, "whole.safetensors", whole());
  }

  /// Returns the command lines of the cases in `expected.json`.
  static List<String> cases(Path folder) throws IOException {
    JsonNode expected = new ObjectMapper().readTree(folder.resolve("expected.json").toFile());
    List<String> commands = new ArrayList<>();
    for (JsonNode each : expected.path("cases")) {
      String command =
          each.has("a")
              ? "compare " + each.get("a").asText() + " " + each.get("b").asText()
              : "lora " + each.get("path").asText();
      if (each.has("modules") || each.has("base")) {
        command += each.path("base").isTextual() ? " --base " + each.get("base").asText() : "";
      } else if (!each.has("args")) {
        command += " --lora";
      }
      for (JsonNode argument : each.path("args")) {
        command += " '" + argument.asText() + "'";
      }
      commands.add(command);
    }
    for (JsonNode each : expected) {
      for (JsonNode weight : each.path("weights")) {
        commands.add(
            "export --json --dequantized --format npy --tensor %s --out npy-%d.npy %s"
                .formatted(
                    weight.get("name").asText(), commands.size(), each.get("path").asText()));
      }
    }
    return commands;
  }
}
