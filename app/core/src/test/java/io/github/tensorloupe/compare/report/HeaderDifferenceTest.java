package io.github.tensorloupe.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.compare.Pairing;
import io.github.tensorloupe.compare.Side;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeaderDifferenceTest {

  private static final String X =
      "\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[%d,%d]%s}";
  private static final String Y =
      "\"y\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[%d,%d]}";

  @TempDir Path folder;

  private List<String> between(Path a, Path b) throws IOException {
    try (Side sideA = Side.open(a, Cancellation.NEVER, Progress.NONE);
        Side sideB = Side.open(b, Cancellation.NEVER, Progress.NONE)) {
      Pairing pairing =
          Pairing.of(sideA, sideB, NameMap.NONE, false, Cancellation.NEVER, Progress.NONE);
      return HeaderDifference.between(sideA, sideB, pairing.pairs(), Cancellation.NEVER).stream()
          .map(each -> each.property() + ": " + each.a() + " | " + each.b())
          .toList();
    }
  }

  private Path raw(String name, String header) throws IOException {
    return TensorFiles.raw(folder.resolve(name), header, 16);
  }

  @Test
  void sameHeadersHaveNone() throws IOException {
    Path a = new TensorFiles().floats("x", 1).write(folder.resolve("a.safetensors"));
    Path b = new TensorFiles().floats("x", 2).write(folder.resolve("b.safetensors"));

    assertThat(between(a, b)).isEmpty();
  }

  @Test
  void paddingAndAlignmentAreReported() throws IOException {
    String header = "{" + X.formatted(0, 8, "") + "," + Y.formatted(8, 16) + "}";
    String aligned = header + " ".repeat(8 - (8 + header.length()) % 8);

    assertThat(between(raw("a.safetensors", aligned), raw("b.safetensors", aligned + " ")))
        .anyMatch(it -> it.startsWith("Padding of the header: "))
        .anyMatch(it -> it.startsWith("Data starts at a multiple of: ") && it.endsWith("| 1 byte"));
  }

  @Test
  void differentTensorOrderIsReported() throws IOException {
    Path a = raw("a.safetensors", "{" + X.formatted(0, 8, "") + "," + Y.formatted(8, 16) + "}");
    Path b = raw("b.safetensors", "{" + X.formatted(8, 16, "") + "," + Y.formatted(0, 8) + "}");

    assertThat(between(a, b)).contains("Order of the tensors: x before y | y before x");
  }

  @Test
  void fieldInOnlyOneHeaderIsReported() throws IOException {
    Path a = raw("a.safetensors", "{" + X.formatted(0, 8, "") + "," + Y.formatted(8, 16) + "}");
    Path b =
        raw(
            "b.safetensors",
            "{" + X.formatted(0, 8, ",\"foo\":1") + "," + Y.formatted(8, 16) + "}");

    assertThat(between(a, b))
        .anyMatch(it -> it.startsWith("Note on the header: – |") && it.contains("\"foo\""));
  }

  @Test
  void equivalentHeaderWithDifferentTextIsReported() throws IOException {
    Path a = raw("a.safetensors", "{" + X.formatted(0, 8, "") + "," + Y.formatted(8, 16) + "}");
    Path b = raw("b.safetensors", "{" + Y.formatted(8, 16) + "," + X.formatted(0, 8, "") + "}");

    assertThat(between(a, b)).singleElement().asString().startsWith("SHA-256 of the header: ");
  }
}
