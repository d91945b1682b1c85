package io.github.tensorloupe.foreign.torch;

import static io.github.tensorloupe.testing.TorchFile.text;
import static io.github.tensorloupe.testing.TorchFile.tuple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.convert.ConversionException;
import io.github.tensorloupe.convert.ConversionException.Reason;
import io.github.tensorloupe.convert.ConversionOptions;
import io.github.tensorloupe.convert.ConversionOptions.CastRule;
import io.github.tensorloupe.convert.ConversionOptions.Renaming;
import io.github.tensorloupe.convert.ConversionPlan;
import io.github.tensorloupe.convert.ConversionPlanner;
import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.convert.LoraMerge;
import io.github.tensorloupe.convert.NameFilter;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.testing.TorchFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Conversions of PyTorch files with tensors that share their data.
class TorchConversionTest {

  @TempDir private Path folder;

  private Path write(TorchFile torch) throws IOException {
    return Files.write(folder.resolve("model.pt"), torch.write());
  }

  /// Returns a file in which `head.weight` has the data of `embed.weight`.
  private Path tied() throws IOException {
    TorchFile torch = new TorchFile().floats("s", 4).floats("t", 4);
    return write(
        torch
            .entry("embed.weight", torch.tensor("s", 4, 0, tuple(2, 2), tuple(2, 1)))
            .entry("head.weight", torch.tensor("s", 4, 0, tuple(2, 2), tuple(2, 1)))
            .entry("other", torch.tensor("t", 4, 0, tuple(2, 2), tuple(2, 1))));
  }

  private static ConversionOptions deduplicating(Renaming renaming, CastRule... casts) {
    ConversionOptions copy = ConversionOptions.COPY;
    return new ConversionOptions(
        copy.includes(),
        copy.excludes(),
        copy.root(),
        renaming,
        List.of(casts),
        false,
        false,
        true,
        copy.shardBytes(),
        copy.alignment(),
        copy.metadata(),
        false);
  }

  private ConversionPlan plan(Path file, ConversionOptions options, Path... adapters)
      throws IOException {
    Checkpoint checkpoint = Checkpoint.open(file, Cancellation.NEVER, Progress.NONE);
    List<Source> sources = List.of(new Source("model.pt", checkpoint));
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

  private static List<String> names(ConversionPlan plan) {
    return plan.tensors().map(each -> each.info().name()).sorted().toList();
  }

  @Test
  void sharedTensorIsWrittenOnceUnlessItsValuesDiffer() throws IOException {
    Renaming same = ConversionOptions.COPY.renaming();
    assertThat(names(plan(tied(), deduplicating(same)))).containsExactly("embed.weight", "other");
    CastRule cast = new CastRule(Optional.of(NameFilter.parse("head*")), Dtype.F64);
    assertThat(names(plan(tied(), deduplicating(same, cast))))
        .containsExactly("embed.weight", "head.weight", "other");
    Path lora =
        new TensorFiles()
            .tensor("head.lora_A.weight", Dtype.F32, TensorFiles.f32(1, 1), 1, 2)
            .tensor("head.lora_B.weight", Dtype.F32, TensorFiles.f32(1, 1), 2, 1)
            .write(folder.resolve("lora.safetensors"));

    assertThat(names(plan(tied(), deduplicating(same), lora)))
        .containsExactly("embed.weight", "head.weight", "other");
  }

  @Test
  void nameOfASharedTensorIsNotGivenToAnother() throws IOException {
    Renaming renaming = new Renaming("", NameMap.NONE, Map.of("head.weight", "other"), "");

    assertThatThrownBy(() -> plan(tied(), deduplicating(renaming)))
        .isInstanceOfSatisfying(
            ConversionException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NAME_CONFLICT));
  }

  @Test
  void moduleOfAModelIsNoRoot() throws IOException {
    TorchFile torch = new TorchFile().floats("s", 1);
    String tensor = torch.tensor("s", 1, 0, tuple(1), tuple(1));
    String parameters = "}" + text("_parameters") + "}" + text("w") + tensor + "ss";
    String module = "cacme\nLinear\n)\u0081" + parameters + "b";
    String modules = "}" + text("model") + module + "s" + text("head") + module + "s";
    String pickle = "\u0080\u0002cacme\nModel\n)\u0081}" + text("_modules") + modules + "sb.";
    Path file = Files.write(folder.resolve("model.pt"), torch.write(pickle));

    assertThat(names(plan(file, ConversionOptions.COPY))).containsExactly("head.w", "model.w");
  }

  @Test
  void rootIsAContainerAndNotTheBeginningOfNames() throws IOException {
    TorchFile flat = new TorchFile().floats("s", 1);
    String tensor = flat.tensor("s", 1, 0, tuple(1), tuple(1));
    flat.entry("model.a", tensor).entry("head", tensor);
    TorchFile nested = new TorchFile().floats("s", 1);
    nested.entry("model", "}" + text("a.b") + tensor + "s").entry("step", tensor);

    assertThat(names(plan(write(flat), ConversionOptions.COPY))).containsExactly("head", "model.a");
    assertThat(names(plan(write(nested), ConversionOptions.COPY))).containsExactly("a.b");
  }

  @Test
  void noTensorIsLostBehindManyFindings() throws IOException {
    TorchFile torch = new TorchFile().floats("s", 4);
    String outside = torch.tensor("s", 4, 2, tuple(4), tuple(1));
    for (int i = 0; i < 300; i++) {
      torch.entry("a" + i, outside);
    }
    torch.entry("b", outside).entry("c", torch.tensor("s", 4, 0, tuple(4), tuple(1)));
    Path file = write(torch);
    ConversionOptions copy = ConversionOptions.COPY;
    ConversionOptions accepting =
        new ConversionOptions(
            copy.includes(),
            List.of(NameFilter.parse("a*")),
            copy.root(),
            copy.renaming(),
            copy.casts(),
            false,
            false,
            false,
            copy.shardBytes(),
            copy.alignment(),
            copy.metadata(),
            true);

    ConversionPlan plan = plan(file, accepting);

    assertThat(plan.skippedCount()).isEqualTo(1);
    assertThat(plan.excludedCount()).isEqualTo(300);
    assertThat(names(plan)).containsExactly("c");
  }
}
