package io.github.tensorloupe.benchmark;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Headers to measure: large models, and headers that a hostile or careless writer may create.
public enum HeaderSample {
  /// A small language model.
  TENSORS_200 {
    @Override
    GeneratedHeader make() {
      return tensors(200, false);
    }
  },
  /// A header of 1 MB.
  TENSORS_10K {
    @Override
    GeneratedHeader make() {
      return tensors(10_000, false);
    }
  },
  /// A header of 11 MB.
  TENSORS_100K {
    @Override
    GeneratedHeader make() {
      return tensors(100_000, false);
    }
  },
  /// A header of 82 MB.
  TENSORS_700K {
    @Override
    GeneratedHeader make() {
      return tensors(700_000, false);
    }
  },
  /// The same tensors with their entries in random order.
  SHUFFLED_700K {
    @Override
    GeneratedHeader make() {
      return tensors(700_000, true);
    }
  },
  /// A million short metadata entries.
  METADATA_KEYS_1M {
    @Override
    GeneratedHeader make() {
      Text text = new Text("{\"__metadata__\":{");
      for (int i = 0; i < 1_000_000; i++) {
        text.add("%s\"k%07d\":\"v\"".formatted(i == 0 ? "" : ",", i));
      }
      return new GeneratedHeader(text.add("}}").padded(), 0);
    }
  },
  /// One metadata value of 99 MB.
  METADATA_VALUE_99MB {
    @Override
    GeneratedHeader make() {
      Text text = new Text("{\"__metadata__\":{\"k\":\"");
      return new GeneratedHeader(text.add("x".repeat(99_000_000)).add("\"}}").padded(), 0);
    }
  },
  /// Padding only.
  PADDING_100MB {
    @Override
    GeneratedHeader make() {
      byte[] header = new byte[100_000_000];
      Arrays.fill(header, (byte) ' ');
      header[0] = '{';
      header[1] = '}';
      return new GeneratedHeader(header, 0);
    }
  };

  private static final int TENSOR_BYTES = 64;

  /// A header and the size of the data buffer that it describes.
  record GeneratedHeader(byte[] header, long dataByteCount) {}

  abstract GeneratedHeader make();

  private static GeneratedHeader tensors(int count, boolean shuffled) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
    if (shuffled) {
      Collections.shuffle(order, new Random(1));
    }
    Text text = new Text("{\"__metadata__\":{\"format\":\"pt\"}");
    for (int i : order) {
      long begin = (long) i * TENSOR_BYTES;
      text.add(
          ",\"model.layers."
              + (i / 256)
              + ".mlp.experts."
              + (i % 256)
              + ".down_proj.weight\":{\"dtype\":\"F16\",\"shape\":[4,8],\"data_offsets\":["
              + begin
              + ","
              + (begin + TENSOR_BYTES)
              + "]}");
    }
    return new GeneratedHeader(text.add("}").padded(), (long) count * TENSOR_BYTES);
  }

  /// A header under construction.
  private static final class Text {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Text(String start) {
      add(start);
    }

    Text add(String more) {
      bytes.writeBytes(more.getBytes(StandardCharsets.UTF_8));
      return this;
    }

    byte[] padded() {
      while (bytes.size() % 8 != 0) {
        bytes.write(' ');
      }
      return bytes.toByteArray();
    }
  }
}
