package io.github.tensorloupe.element;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.SharedFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/// Compares codes with recorded results of other programs.
class ReferenceCodesTest {

  private static JsonNode values(String file) throws IOException {
    return new ObjectMapper().readTree(SharedFolder.file("conformance/values/" + file).toFile());
  }

  @Test
  void everyTabulatedCodeIsDecodedToItsNumber() throws IOException {
    for (var table : values("decode_tables.json").get("tables").properties()) {
      ElementType type = ElementType.of(Dtype.valueOf(table.getKey()));
      for (int code = 0; code < table.getValue().size(); code++) {
        Double expected = Double.valueOf(table.getValue().get(code).asText());
        assertThat(type.toDouble(code)).as("%s %x", table.getKey(), code).isEqualTo(expected);
      }
    }
  }

  @Test
  void sixteenBitFloatsHaveTheKnownDigest() throws Exception {
    JsonNode tables = values("decode_tables.json");
    String key = "_all_codes_float32_bits_le_sha256_nan_canonical_7fc00000";
    assertThat(digest(Dtype.F16)).isEqualTo(tables.get("f16" + key).asText());
    assertThat(digest(Dtype.BF16)).isEqualTo(tables.get("bf16" + key).asText());
  }

  private static String digest(Dtype dtype) throws NoSuchAlgorithmException {
    ElementType type = ElementType.of(dtype);
    ByteBuffer bytes = ByteBuffer.allocate(4 << 16).order(ByteOrder.LITTLE_ENDIAN);
    for (int code = 0; code <= 0xffff; code++) {
      bytes.putInt(Float.floatToIntBits((float) type.toDouble(code)));
    }
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
  }

  @Test
  void everyVectorIsEncoded() throws IOException {
    for (var vectors : values("encode_vectors.json").get("vectors").properties()) {
      ElementType type = ElementType.of(Dtype.valueOf(vectors.getKey()));
      for (JsonNode vector : vectors.getValue()) {
        int bits = Integer.parseUnsignedInt(vector.get(0).asText(), 16);
        assertThat(type.encode(Float.intBitsToFloat(bits)))
            .as("%s of %08x", vectors.getKey(), bits)
            .isEqualTo(vector.get(1).asLong());
      }
    }
  }
}
