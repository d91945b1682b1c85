package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.BaseNames;
import io.github.tensorloupe.adapter.BaseTensor;
import io.github.tensorloupe.desktop.pane.library.FitFilter.StructureFit;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StructureFitTest {

  @TempDir private Path folder;

  private static TensorFiles module(TensorFiles files, String name, int out, int in) {
    return files
        .tensor(name + ".lora_down.weight", Dtype.F16, new byte[4 * in], 2, in)
        .tensor(name + ".lora_up.weight", Dtype.F16, new byte[4 * out], out, 2)
        .tensor(name + ".alpha", Dtype.F16, new byte[2]);
  }

  private static BaseTensor remembered(String name, long... shape) {
    return new BaseTensor(name, Shape.of(shape), Optional.empty());
  }

  private StructureFit fit(TensorFiles files, BaseTensor... base) throws IOException {
    Path path = files.write(folder.resolve("lora.safetensors"));
    try (TensorFile file = TensorFile.open(path)) {
      return StructureFit.of(Adapter.byHeader(file), new BaseNames(List.of(base)));
    }
  }

  @Test
  void modulesAreCountedByFit() throws IOException {
    TensorFiles files = module(new TensorFiles(), "lora_unet_mid_q", 8, 4);
    module(files, "lora_unet_mid_k", 8, 4);
    module(files, "lora_te_text_model_x", 6, 6);
    files.tensor("lora_unet_mid_v.lora_down.weight", Dtype.F16, new byte[16], 2, 4);

    StructureFit fit =
        fit(
            files,
            remembered("mid.q.weight", 8, 4),
            remembered("mid.k.weight", 8, 5),
            remembered("mid.v.weight", 8, 4));

    assertThat(fit).isEqualTo(new StructureFit(1, 1, 1, 1));
    assertThat(fit.isFitting()).isFalse();
  }

  @Test
  void modulesWithoutATensorAreAllowedUnlessNoneHasOne() throws IOException {
    TensorFiles files = module(new TensorFiles(), "lora_unet_mid_q", 8, 4);
    module(files, "lora_te_text_model_x", 6, 6);

    assertThat(fit(files, remembered("mid.q.weight", 8, 4)).isFitting()).isTrue();
    assertThat(fit(files, remembered("other.weight", 8, 4)).isFitting()).isFalse();
  }

  @Test
  void pipelinePartsAreDistinguished() throws IOException {
    for (String part : List.of("text_encoder", "text_encoder_2")) {
      new TensorFiles()
          .tensor("text_model.q.weight", Dtype.U8, new byte[16], 4, 4)
          .write(Files.createDirectories(folder.resolve(part)).resolve("model.safetensors"));
    }
    TensorFiles files = module(new TensorFiles(), "lora_te1_text_model_q", 4, 4);
    module(files, "lora_te2_text_model_q", 4, 4);
    try (Checkpoint base = Checkpoint.open(folder, Cancellation.NEVER, Progress.NONE)) {
      BaseTensor[] tensors = BaseTensor.of(base).toArray(BaseTensor[]::new);

      assertThat(fit(files, tensors)).isEqualTo(new StructureFit(2, 0, 0, 0));
    }
  }
}
