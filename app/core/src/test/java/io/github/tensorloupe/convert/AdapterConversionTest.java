package io.github.tensorloupe.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.LowRankFactors.Limit;
import io.github.tensorloupe.convert.AdapterOperation.Dialect;
import io.github.tensorloupe.convert.ConversionException.Reason;
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
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdapterConversionTest {

  private static final String EXPERTS = "model.layers.0.mlp.experts.";

  @TempDir private Path folder;

  /// Adds a module of rank 1 or more whose factors are all 1.
  private static void add(TensorFiles tensors, String module, int rank, int rows, int columns) {
    tensors.tensor(module + ".lora_A.weight", Dtype.F32, ones(rank * columns), rank, columns);
    tensors.tensor(module + ".lora_B.weight", Dtype.F32, ones(rows * rank), rows, rank);
  }

  private static byte[] ones(int count) {
    float[] values = new float[count];
    Arrays.fill(values, 1);
    return TensorFiles.f32(values);
  }

  private ConversionPlan rename(Path adapter, Dialect dialect) throws IOException {
    try (TensorFile file = TensorFile.open(adapter)) {
      return AdapterPlanner.plan(
          new AdapterOperation.Rename(dialect),
          List.of(new LoraMerge.Strength("adapter", Adapter.of(file), 1)),
          ConversionOptions.COPY,
          folder.resolve("out"),
          Cancellation.NEVER,
          Progress.NONE);
    }
  }

  private static ConversionPlan merge(Path base, Path adapter, Path out) throws IOException {
    Checkpoint checkpoint = Checkpoint.open(base, Cancellation.NEVER, Progress.NONE);
    TensorFile file = TensorFile.open(Adapter.fileAt(adapter));
    List<Source> sources = List.of(new Source("base", checkpoint));
    LoraMerge merge =
        LoraMerge.of(
            sources, List.of(new LoraMerge.Strength("adapter", Adapter.of(file), 1)), false);
    return ConversionPlanner.plan(sources, ConversionOptions.COPY, merge, out, Cancellation.NEVER);
  }

  private static void assertRefused(Reason reason, ThrowingPlan plan) {
    assertThatThrownBy(plan::plan)
        .isInstanceOfSatisfying(
            ConversionException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private interface ThrowingPlan {
    void plan() throws IOException;
  }

  @Test
  void computedModulesAreReported() throws IOException {
    TensorFiles tensors = new TensorFiles();
    add(tensors, "a", 2, 3, 3);
    add(tensors, "b", 2, 3, 3);
    Limit limit = new Limit(OptionalInt.of(1), OptionalDouble.empty());
    List<String> reports = new ArrayList<>();
    try (TensorFile file = TensorFile.open(tensors.write(folder.resolve("a.safetensors")))) {
      AdapterPlanner.plan(
          new AdapterOperation.Resize(limit, Optional.empty()),
          List.of(new LoraMerge.Strength("adapter", Adapter.of(file), 1)),
          ConversionOptions.COPY,
          folder.resolve("out"),
          Cancellation.NEVER,
          (done, total) -> reports.add(done + "/" + total));
    }

    assertThat(reports).containsExactly("1/2", "2/2");
  }

  @Test
  void tensorsThatAreNotMergedAreSkipped() throws IOException {
    Path base =
        new TensorFiles()
            .tensor("m.weight", Dtype.F32, new byte[24], 3, 2)
            .tensor("m.bias", Dtype.F32, new byte[12], 3)
            .write(folder.resolve("base.safetensors"));
    TensorFiles tensors = new TensorFiles();
    add(tensors, "m", 1, 3, 2);
    tensors.floats("m.lora_B.bias", 1, 2, 3);
    tensors.floats("m.bias", 1, 2, 3);
    Path adapter = tensors.write(folder.resolve("a.safetensors"));

    for (ConversionPlan plan :
        List.of(
            merge(base, adapter, folder.resolve("out.safetensors")),
            rename(adapter, Dialect.NATIVE))) {
      assertThat(plan.skippedCount()).isEqualTo(2);
      assertThat(plan.warnings())
          .extracting(ConversionPlan.Warning::tensor)
          .containsExactly(Optional.of("m.bias"), Optional.of("m.lora_B.bias"));
    }
  }

  @Test
  void magnitudesOfAResizedAdapterAreSkipped() throws IOException {
    TensorFiles tensors = new TensorFiles();
    add(tensors, "m", 2, 3, 2);
    tensors.tensor("m.lora_magnitude_vector", Dtype.F32, ones(3), 3);
    Limit limit = new Limit(OptionalInt.of(1), OptionalDouble.empty());
    try (TensorFile file = TensorFile.open(tensors.write(folder.resolve("a.safetensors")))) {
      ConversionPlan plan =
          AdapterPlanner.plan(
              new AdapterOperation.Resize(limit, Optional.empty()),
              List.of(new LoraMerge.Strength("adapter", Adapter.of(file), 1)),
              ConversionOptions.COPY,
              folder.resolve("out"),
              Cancellation.NEVER,
              Progress.NONE);

      assertThat(plan.warnings())
          .extracting(ConversionPlan.Warning::tensor)
          .containsExactly(Optional.of("m.lora_magnitude_vector"));
      assertThat(plan.skippedCount()).isEqualTo(1);
    }
  }

  @Test
  void severalAdaptersInAFileAreNotMixed() throws IOException {
    Path base =
        new TensorFiles()
            .tensor("m.weight", Dtype.F32, new byte[24], 3, 2)
            .tensor("k.weight", Dtype.F32, new byte[24], 3, 2)
            .write(folder.resolve("base.safetensors"));
    TensorFiles tensors = new TensorFiles();
    for (String name : List.of("default", "other")) {
      tensors.tensor("m.lora_A." + name + ".weight", Dtype.F32, ones(2), 1, 2);
      tensors.tensor("m.lora_B." + name + ".weight", Dtype.F32, ones(3), 3, 1);
    }
    Path two = tensors.write(folder.resolve("two.safetensors"));
    add(tensors, "k", 1, 3, 2);
    Path more = tensors.write(folder.resolve("more.safetensors"));

    assertRefused(Reason.NOT_AN_ADAPTER, () -> merge(base, two, folder.resolve("out.safetensors")));
    assertThat(merge(base, more, folder.resolve("out.safetensors")).skippedCount()).isEqualTo(4);
  }

  @Test
  void ranksForPeftDoNotApplyToLongerNames() throws IOException {
    TensorFiles tensors = new TensorFiles();
    add(tensors, "transformer.proj_out", 1, 2, 2);
    add(tensors, "transformer.single_transformer_blocks.0.proj_out", 2, 2, 2);
    add(tensors, "transformer.single_transformer_blocks.1.proj_out", 1, 2, 2);
    add(tensors, "transformer.odd$name", 1, 2, 2);

    ConversionPlan plan = rename(tensors.write(folder.resolve("a.safetensors")), Dialect.PEFT);

    assertThat(new String(plan.text().orElseThrow().content(), StandardCharsets.UTF_8))
        .contains("\"^proj_out\" : 1", "\"single_transformer_blocks.1.proj_out\" : 1")
        .contains("\"^odd\\\\$name\" : 1")
        .doesNotContain("\"proj_out\" :");
  }

  @ParameterizedTest
  @CsvSource({
    "lora_unet_double_blocks_0_img_attn_qkv, 10, 4",
    "lora_unet_single_blocks_0_linear1, 11, 4"
  })
  void fusedModuleOfAnotherHeightIsNotSplit(String name, int rows, int columns) throws IOException {
    Path adapter =
        new TensorFiles()
            .tensor(name + ".lora_down.weight", Dtype.F32, ones(columns), 1, columns)
            .tensor(name + ".lora_up.weight", Dtype.F32, ones(rows), rows, 1)
            .tensor(name + ".alpha", Dtype.F32, ones(1))
            .write(folder.resolve("a.safetensors"));

    assertRefused(Reason.LORA_DOES_NOT_FIT, () -> rename(adapter, Dialect.DIFFUSERS));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fusedExpertsAreChangedInEitherOrder(boolean isInputsFirst) throws IOException {
    Path peft = Files.createDirectory(folder.resolve("peft"));
    String module = "base_model.model." + EXPERTS;
    new TensorFiles()
        .tensor(module + "lora_A.weight", Dtype.F32, TensorFiles.f32(1, 2, 3, 10, 20, 30), 2, 3)
        .tensor(module + "lora_B.weight", Dtype.F32, TensorFiles.f32(1, 100, 2, 200), 2, 2)
        .write(peft.resolve("adapter_model.safetensors"));
    Files.writeString(
        peft.resolve("adapter_config.json"),
        "{\"peft_type\":\"LORA\",\"r\":1,\"lora_alpha\":1,\"target_modules\":[],"
            + "\"target_parameters\":[\"mlp.experts.gate_up_proj\"]}");
    Path base =
        new TensorFiles()
            .tensor(
                EXPERTS + "gate_up_proj",
                Dtype.F32,
                new byte[48],
                2,
                isInputsFirst ? 3 : 2,
                isInputsFirst ? 2 : 3)
            .write(folder.resolve("base.safetensors"));

    PlannedTensor tensor =
        merge(base, peft, folder.resolve("out")).tensors().findFirst().orElseThrow();

    assertThat(tensor.data().numbers(0, 12))
        .isEqualTo(
            isInputsFirst
                ? new double[] {1, 2, 2, 4, 3, 6, 1000, 2000, 2000, 4000, 3000, 6000}
                : new double[] {1, 2, 3, 2, 4, 6, 1000, 2000, 3000, 2000, 4000, 6000});
  }

  @Test
  void damagedAdapterIsRefused() throws IOException {
    TensorFiles tensors = new TensorFiles();
    add(tensors, "m", 1, 2, 2);
    Path adapter = tensors.write(folder.resolve("a.safetensors"));
    Files.write(adapter, new byte[1], StandardOpenOption.APPEND);
    Path base =
        new TensorFiles()
            .tensor("m.weight", Dtype.F32, new byte[16], 2, 2)
            .write(folder.resolve("base.safetensors"));

    assertRefused(Reason.SOURCE_REFUSED, () -> rename(adapter, Dialect.PEFT));
    assertRefused(Reason.SOURCE_REFUSED, () -> merge(base, adapter, folder.resolve("out")));
  }
}
