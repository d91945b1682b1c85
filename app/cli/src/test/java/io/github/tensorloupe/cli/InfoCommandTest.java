package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.entry;
import static io.github.tensorloupe.testing.SampleBytes.file;
import static io.github.tensorloupe.testing.SampleBytes.index;
import static io.github.tensorloupe.testing.SampleBytes.lines;
import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfoCommandTest {

  @TempDir Path folder;

  private Ran info(String header, byte... data) throws IOException {
    write(folder.resolve("a.safetensors"), file(header, data));
    return Ran.in(folder, "info", "--json", "a.safetensors");
  }

  @Test
  void objectHasEveryMember() throws IOException {
    Ran ran =
        info(
            "{\"__metadata__\":{\"k\":\"v\"},"
                + "\"b\":{\"dtype\":\"U8\",\"shape\":[1,2],\"data_offsets\":[2,4]},"
                + "\"a\":{\"dtype\":\"F16\",\"shape\":[],\"data_offsets\":[0,2]}}",
            new byte[4]);

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .isEqualTo(
            lines(
                "{\"path\":\"a.safetensors\",\"kind\":\"safetensors\",\"verdict\":\"ok\","
                    + "\"error\":null,\"headerLength\":132,\"dataLength\":4,"
                    + "\"metadata\":{\"k\":\"v\"},\"tensors\":["
                    + "{\"name\":\"a\",\"dtype\":\"F16\",\"shape\":[],\"begin\":0,\"end\":2},"
                    + "{\"name\":\"b\",\"dtype\":\"U8\",\"shape\":[1,2],\"begin\":2,\"end\":4}]}"));
  }

  @Test
  void absentMetadataAndNullAreNull() throws IOException {
    assertThat(info("{}").object().get("metadata").isNull()).isTrue();
    assertThat(info("{\"__metadata__\":null}").object().get("metadata").isNull()).isTrue();
  }

  @Test
  void emptyMetadataIsPrintedAsAnEmptyObject() throws IOException {
    JsonNode metadata = info("{\"__metadata__\":{}}").object().get("metadata");

    assertThat(metadata.isObject()).isTrue();
    assertThat(metadata).isEmpty();
  }

  @Test
  void dimensionsAndOffsetsArePlainUnsignedIntegers() throws IOException {
    Ran ran = info(entry("t", "U8", "[18446744073709551615,0]", 0, 0));

    assertThat(ran.out()).contains("\"shape\":[18446744073709551615,0]");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void refusedHeaderThatParsedListsItsTensors() throws IOException {
    Ran ran = info(entry("t", "U8", "[9]", 0, 9), new byte[4]);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("verdict").asText()).isEqualTo("refused");
    assertThat(ran.object().get("error").asText()).isEqualTo("MetadataIncompleteBuffer");
    assertThat(ran.object().get("tensors")).hasSize(1);
  }

  @Test
  void headerThatDidNotParseListsNothing() throws IOException {
    Ran ran = info("{\"__metadata__\":{\"k\":\"v\"},\"t\":1}");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("metadata").isNull()).isTrue();
    assertThat(ran.object().get("tensors").isArray()).isTrue();
    assertThat(ran.object().get("tensors")).isEmpty();
  }

  @Test
  void charactersThatEndLinesElsewhereAreEscaped() throws IOException {
    Ran ran = info("{\"__metadata__\":{\"\u2028\":\"\u0085\u2029 \u007f\"}}");

    assertThat(ran.out()).contains("{\"\\u2028\":\"\\u0085\\u2029 \\u007F\"}");
    assertThat(ran.object().get("metadata").get("\u2028").asText())
        .isEqualTo("\u0085\u2029 \u007f");
  }

  @Test
  void unreadablePathYieldsAnObjectAndASentence() {
    Ran ran = Ran.in(folder, "info", "--json", "gone");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.object().get("verdict").asText()).isEqualTo("unreadable");
    assertThat(ran.object().get("tensors")).isEmpty();
    assertThat(ran.err()).startsWith("tensorloupe: The file ").hasLineCount(1);
  }

  @Test
  void sentencesOnSeveralBrokenFilesSayWhichOneTheyAreAbout() throws IOException {
    write(folder.resolve("short.safetensors"), new byte[3]);
    write(folder.resolve("zeros.safetensors"), new byte[100]);

    Ran ran = Ran.in(folder, "info", "short.safetensors", "zeros.safetensors");

    assertThat(ran.err().lines())
        .allMatch(line -> line.matches("tensorloupe: (short|zeros)\\.safetensors: .*"))
        .anyMatch(line -> line.contains("zeros"));
  }

  @Test
  void setYieldsOneObjectPerShard() throws IOException {
    write(
        folder.resolve("m/x.safetensors.index.json"),
        index("t", "x-1.safetensors", "u", "x-2.safetensors", "v", "x-3.safetensors"));
    write(folder.resolve("m/x-1.safetensors"), SampleBytes.bytes((byte) 1));
    write(folder.resolve("m/x-2.safetensors"), SampleBytes.bytes((byte) 1));

    Ran ran = Ran.in(folder, "info", "--json", "m/x.safetensors.index.json", "m");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.texts("path"))
        .containsExactly(
            "m/x-1.safetensors", "m/x-2.safetensors", "m/x-1.safetensors", "m/x-2.safetensors");
    assertThat(ran.err()).contains("x-3.safetensors is missing");
  }

  @Test
  void unusableIndexIsAnObjectOfItsOwn() throws IOException {
    write(folder.resolve("x.safetensors.index.json"), "[]".getBytes(StandardCharsets.UTF_8));

    Ran ran = Ran.in(folder, "info", "--json", "x.safetensors.index.json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("kind").asText()).isEqualTo("index");
    assertThat(ran.object().get("verdict").asText()).isEqualTo("refused");
  }

  @Test
  void personReadsASummaryAndAlignedTables() throws IOException {
    new TensorFiles()
        .metadata("format", "pt")
        .metadata("a\u202eb", "x\ny")
        .floats("blocks.0.weight", 1, 2, 3)
        .tensor("模型", Dtype.U8, new byte[1200], 30, 40)
        .write(folder.resolve("a.safetensors"));

    Ran ran = Ran.in(folder, "info", "a.safetensors");

    assertThat(ran.out())
        .isEqualTo(
            lines(
                "a.safetensors: 2 tensors, header 184 B, data 1.21 kB",
                "  METADATA",
                "  format      pt",
                "  a\\u{202E}b  x\\u{A}y",
                "  NAME             DTYPE  SHAPE        SIZE  BEGIN   END",
                "  blocks.0.weight  F32    [3]          12 B      0    12",
                "  模型             U8     [30, 40]  1.20 kB     12  1212"));
  }
}
