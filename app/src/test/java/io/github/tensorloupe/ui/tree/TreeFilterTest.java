package io.github.tensorloupe.ui.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreeFilterTest {

  private static final TensorInfo TENSOR =
      new TensorInfo("model.layers.10.Q_proj.weight", Dtype.BF16, Shape.of(768, 64), 0, 98_304);

  @ParameterizedTest
  @CsvSource({
    "layers.10, true",
    "q_PROJ, true",
    "layers.11, false",
    "weight layers, true",
    "weight bias, false",
    "dtype:bf16, true",
    "dtype:BF, true",
    "dtype:f16, false",
    "shape:768, true",
    "shape:64, true",
    "shape:76, false",
    "shape:768x64, true",
    "'shape:[768,64]', true",
    "shape:64x768, false",
    "shape:, true",
    "dtype:bf16 shape:64 weight, true",
    "dtype:bf16 shape:65 weight, false"
  })
  void everyWordMustFit(String text, boolean fits) {
    assertThat(TreeFilter.of(text).matches(TENSOR)).isEqualTo(fits);
  }

  @Test
  void blankTextLetsEverythingThrough() {
    assertThat(TreeFilter.of("   ").isEmpty()).isTrue();
    assertThat(TreeFilter.of("   ").matches(TENSOR)).isTrue();
  }
}
