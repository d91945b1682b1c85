package io.github.tensorloupe.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Damages bytes like faulty disks, downloads and editors.
public final class Damage {

  private static final String[] TOKENS = {
    "\"", "{", "}", "[", "]", ",", ":", "\\", "\\ud800", "-0", "1e999", "null", "\0", " ", "9", "u"
  };

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String[] VALUES = {
    "null",
    "true",
    "-1",
    "0",
    "1.5",
    "1e300",
    "1000000",
    "99999999999999999999",
    "\"\"",
    "\"x\\u0000\"",
    "[]",
    "{}",
    "[[1],{\"a\":2}]",
    "\"2026-01-02T03:04:05Z\"",
    "-9223372036854775808"
  };

  private Damage() {}

  /// Returns JSON with some values replaced, removed or inserted.
  public static byte[] json(byte[] text, Random random) throws IOException {
    JsonNode root = JSON.readTree(text);
    for (int times = 1 + random.nextInt(4); times > 0; times--) {
      List<JsonNode> containers = new ArrayList<>();
      collect(root, containers);
      if (containers.isEmpty()) {
        break;
      }
      change(containers.get(random.nextInt(containers.size())), containers, random);
    }
    return JSON.writeValueAsBytes(root);
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (!node.isEmpty()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  private static void change(JsonNode node, List<JsonNode> containers, Random random)
      throws IOException {
    JsonNode value =
        random.nextInt(4) == 0
            ? containers.get(random.nextInt(containers.size())).deepCopy()
            : JSON.readTree(VALUES[random.nextInt(VALUES.length)]);
    boolean isRemoved = random.nextInt(4) == 0;
    int at = random.nextInt(node.size());
    switch (node) {
      case ObjectNode object -> {
        String name = object.properties().stream().skip(at).findFirst().orElseThrow().getKey();
        if (isRemoved) {
          object.remove(name);
        } else {
          object.set(name, value);
        }
      }
      case ArrayNode array when isRemoved -> array.remove(at);
      case ArrayNode array when random.nextBoolean() -> array.insert(at, value);
      case ArrayNode array -> array.set(at, value);
      default -> throw new IllegalStateException();
    }
  }

  /// Returns bytes with up to `times` random damages: replaced, removed, inserted or repeated
  /// bytes, or a truncation.
  public static byte[] done(byte[] bytes, int times, Random random) {
    byte[] damaged = bytes;
    for (int left = 1 + random.nextInt(times); left > 0; left--) {
      damaged = once(damaged, damaged.length, random);
    }
    return damaged;
  }

  /// Returns bytes with one random damage at an index below `end`, or truncated.
  public static byte[] once(byte[] bytes, int end, Random random) {
    if (bytes.length == 0) {
      return new byte[] {(byte) random.nextInt(256)};
    }
    int at = random.nextInt(Math.clamp(end, 1, bytes.length));
    int span = Math.min(bytes.length - at, 1 + random.nextInt(40));
    return switch (random.nextInt(6)) {
      case 0 -> spliced(bytes, at, at + 1, (byte) random.nextInt(256));
      case 1 -> spliced(bytes, at, at + 1, (byte) (bytes[at] ^ 1 << random.nextInt(8)));
      case 2 -> spliced(bytes, at, at + Math.min(8, span));
      case 3 -> spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, at + span));
      case 4 -> {
        byte[] token = TOKENS[random.nextInt(TOKENS.length)].getBytes(ISO_8859_1);
        yield spliced(bytes, at, random.nextBoolean() ? at : at + 1, token);
      }
      default -> Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
    };
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte... middle) {
    byte[] result = new byte[from + middle.length + bytes.length - to];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(middle, 0, result, from, middle.length);
    System.arraycopy(bytes, to, result, from + middle.length, bytes.length - to);
    return result;
  }
}
