package io.github.tensorloupe.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.LowRankFactors.Limit;
import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.convert.ConversionException.Reason;
import io.github.tensorloupe.convert.ConversionOptions.CastRule;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The codes of weights in 8-bit floating point mean nothing without their scales.
class QuantizedConversionTest {

  private static final byte ONE = 0x38;

  @TempDir private Path folder;

  private Path model;
  private Path lora;

  @BeforeEach
  void writeSources() throws IOException {
    model = write("model", 1, 1);
    lora =
        new TensorFiles()
            .tensor("lin.lora_A.weight", Dtype.F32, TensorFiles.f32(1, 1, 1, 1), 1, 4)
            .tensor("lin.lora_B.weight", Dtype.F32, TensorFiles.f32(1, 1, 1, 1), 4, 1)
            .write(folder.resolve("lora.safetensors"));
  }

  private Path write(String name, int... scaleShape) throws IOException {
    Path file = Files.createDirectory(folder.resolve(name)).resolve("model.safetensors");
    byte[] codes = new byte[16];
    Arrays.fill(codes, ONE);
    Files.writeString(
        file.resolveSibling("config.json"),
        "{\"quantization_config\":{\"quant_method\":\"fp8\",\"fmt\":\"e4m3\","
            + "\"weight_block_size\":[128,128]}}");
    float[] scales = new float[scaleShape[0] * scaleShape[1]];
    Arrays.fill(scales, 0.5f);
    return new TensorFiles()
        .tensor("lin.weight", Dtype.F8_E4M3, codes, 4, 4)
        .tensor(
            "lin.weight_scale_inv",
            Dtype.F32,
            TensorFiles.f32(scales),
            scaleShape[0],
            scaleShape[1])
        .write(file);
  }

  private static ConversionOptions options(boolean dequantizes, Dtype... dtype) {
    ConversionOptions copy = ConversionOptions.COPY;
    return new ConversionOptions(
        copy.includes(),
        copy.excludes(),
        copy.root(),
        copy.renaming(),
        Arrays.stream(dtype).map(each -> new CastRule(Optional.empty(), each)).toList(),
        false,
        dequantizes,
        false,
        copy.shardBytes(),
        copy.alignment(),
        copy.metadata(),
        false);
  }

  private static Source source(Path file) throws IOException {
    return new Source(file.toString(), Checkpoint.open(file, Cancellation.NEVER, Progress.NONE));
  }

  private ConversionPlan plan(Path file, ConversionOptions options, Path... adapters)
      throws IOException {
    List<Source> sources = List.of(source(file));
    LoraMerge merge = LoraMerge.NONE;
    if (adapters.length > 0) {
      TensorFile adapter = TensorFile.open(adapters[0]);
      merge =
          LoraMerge.of(
              sources, List.of(new LoraMerge.Strength("lora", Adapter.of(adapter), 1)), false);
    }
    return ConversionPlanner.plan(
        sources, options, merge, folder.resolve("out"), Cancellation.NEVER);
  }

  private static void assertRefused(ThrowingCallable plan) {
    assertThatThrownBy(plan)
        .isInstanceOfSatisfying(
            ConversionException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.QUANTIZED_TENSORS));
  }

  @Test
  void adapterIsAddedToTheValuesAndNotToTheCodes() throws IOException {
    PlannedTensor tensor = plan(model, options(true), lora).tensors().findFirst().orElseThrow();

    assertThat(tensor.data().numbers(0, 16)).containsOnly(1.5);
    assertRefused(() -> plan(model, options(false), lora));
  }

  @Test
  void codesAreCopiedButNotCast() throws IOException {
    assertThat(plan(model, options(false)).tensors()).hasSize(2);
    assertRefused(() -> plan(model, options(false, Dtype.BF16)));
    assertThat(plan(model, options(true, Dtype.BF16)).tensors()).hasSize(1);
  }

  @Test
  void weightThatCannotBeDecodedIsNotTakenForValues() throws IOException {
    Path other = write("other", 3, 1);

    assertRefused(() -> plan(other, options(true, Dtype.BF16)));
  }

  @Test
  void differenceIsOneOfValuesAndNotOfCodes() throws IOException {
    Path tuned =
        new TensorFiles()
            .tensor("lin.weight", Dtype.F32, new byte[64], 4, 4)
            .write(folder.resolve("tuned.safetensors"));
    Limit limit = new Limit(OptionalInt.of(1), OptionalDouble.empty());
    AdapterOperation.Extract extract = new AdapterOperation.Extract(limit, Optional.empty());
    Path out = folder.resolve("out");

    ConversionPlan plan =
        AdapterPlanner.plan(
            extract,
            source(tuned),
            source(model),
            options(true),
            out,
            Cancellation.NEVER,
            Progress.NONE);

    double down = tensor(plan, "lora_A").data().numbers(0, 1)[0];
    double up = tensor(plan, "lora_B").data().numbers(0, 1)[0];
    assertThat(up * down).isEqualTo(-0.5, within(1e-6));
    assertRefused(
        () ->
            AdapterPlanner.plan(
                extract,
                source(tuned),
                source(model),
                options(false),
                out,
                Cancellation.NEVER,
                Progress.NONE));
  }

  private static PlannedTensor tensor(ConversionPlan plan, String factor) {
    return plan.tensors()
        .filter(each -> each.info().name().contains(factor))
        .findFirst()
        .orElseThrow();
  }

  private Path comfy(String name, String layer) throws IOException {
    return new TensorFiles()
        .metadata("format", "pt")
        .metadata(
            "_quantization_metadata",
            "{\"format_version\": \"1.0\", \"layers\": {\"%s\": {\"format\": \"float8_e4m3fn\"}}}"
                .formatted(layer))
        .tensor(layer + ".weight", Dtype.F8_E4M3, new byte[16], 4, 4)
        .tensor(layer + ".weight_scale", Dtype.F32, TensorFiles.f32(0.5f))
        .write(folder.resolve(name + ".safetensors"));
  }

  private static ConversionOptions renaming(boolean dequantizes, String prefix) {
    return options(dequantizes)
        .with(new ConversionOptions.Renaming("", NameMap.NONE, Map.of(), prefix));
  }

  private ConversionPlan plan(ConversionOptions options, Path... files) throws IOException {
    List<Source> sources = new ArrayList<>();
    for (Path file : files) {
      sources.add(source(file));
    }
    return ConversionPlanner.plan(
        sources, options, LoraMerge.NONE, folder.resolve("out"), Cancellation.NEVER);
  }

  private static Map<String, String> metadata(ConversionPlan plan) throws IOException {
    byte[] file = plan.files().getFirst().header().bytes();
    JsonNode header = new ObjectMapper().readTree(file, 8, file.length - 8);
    Map<String, String> metadata = new TreeMap<>();
    header.get("__metadata__").forEachEntry((key, value) -> metadata.put(key, value.asText()));
    return metadata;
  }

  @Test
  void valuesAreNotDescribedAsCodes() throws IOException {
    Path file =
        new TensorFiles()
            .tensor("a.weight", Dtype.F8_E4M3, new byte[16], 4, 4)
            .tensor("a.weight_scale", Dtype.F32, TensorFiles.f32(0.5f))
            .tensor(
                "a.comfy_quant",
                Dtype.U8,
                "{\"format\": \"float8_e4m3fn\"}".getBytes(StandardCharsets.UTF_8),
                27)
            .tensor("scaled_fp8", Dtype.F8_E4M3, new byte[0], 0)
            .write(folder.resolve("markers.safetensors"));

    assertThat(metadata(plan(comfy("a", "lin"), options(true)))).containsOnlyKeys("format");
    assertThat(plan(file, options(true)).tensors())
        .extracting(tensor -> tensor.info().name())
        .containsExactly("a.weight");
    assertThat(plan(file, options(false)).tensors()).hasSize(4);
  }

  @Test
  void formatsOfLayersFollowTheirNames() throws IOException {
    assertThat(metadata(plan(comfy("a", "lin"), renaming(false, "model."))))
        .containsEntry(
            "_quantization_metadata",
            "{\"format_version\":\"1.0\",\"layers\":"
                + "{\"model.lin\":{\"format\":\"float8_e4m3fn\"}}}");
  }

  @Test
  void formatsOfLayersOfAllSourcesAreKept() throws IOException {
    ConversionPlan plan = plan(options(false), comfy("b", "one"), comfy("c", "two"));

    assertThat(metadata(plan).get("_quantization_metadata")).contains("\"one\"", "\"two\"");
    assertThat(plan.warnings()).isEmpty();
  }

  @Test
  void entryOfAnUnchangedFileStaysAsItIs() throws IOException {
    String entry = "_quantization_metadata";
    try (TensorFile file = TensorFile.open(comfy("d", "lin"))) {
      assertThat(metadata(plan(file.path(), options(false))).get(entry))
          .isEqualTo(file.header().metadata().orElseThrow().entries().get(entry));
    }
  }

  @Test
  void oldNamesInTheMetadataOfTorchaoAreAWarning() throws IOException {
    Path file =
        new TensorFiles()
            .metadata("tensor_names", "[\"a.weight\"]")
            .metadata("a.weight", "{\"_type\": \"Tensor\"}")
            .floats("a.weight", 1)
            .write(folder.resolve("e.safetensors"));

    assertThat(plan(renaming(false, "m."), file).warnings())
        .extracting(ConversionPlan.Warning::code)
        .containsExactly("metadata-names");
    assertThat(plan(options(false), file).warnings()).isEmpty();
    assertThat(plan(renaming(true, "m."), file).warnings()).isEmpty();
  }
}
