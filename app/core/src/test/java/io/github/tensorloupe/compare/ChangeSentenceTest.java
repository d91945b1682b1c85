package io.github.tensorloupe.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentences;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangeSentenceTest {

  private static final int COUNT = 4096;

  @TempDir Path folder;

  private static byte[] weights(Dtype dtype, int seed, double step) {
    ElementType type = ElementType.of(dtype);
    byte[] bytes = new byte[COUNT * dtype.bits() / 8];
    Random random = new Random(seed);
    Random steps = new Random(seed + 100);
    for (int i = 0; i < COUNT; i++) {
      type.put(bytes, i, type.encode(random.nextGaussian() + step * steps.nextGaussian()));
    }
    return bytes;
  }

  private static TensorFiles layers(String prefix, Dtype dtype, int firstMoved) {
    TensorFiles files = new TensorFiles();
    for (int layer = 0; layer < 8; layer++) {
      double step = layer >= firstMoved ? 0.01 : 0;
      files.tensor(prefix + "layers." + layer + ".w", dtype, weights(dtype, layer, step), COUNT);
    }
    return files;
  }

  private static TensorFiles base() {
    return layers("model.", Dtype.F32, 8);
  }

  private void assertSaid(TensorFiles a, TensorFiles b, String verdict, Likeness.Kind kind)
      throws IOException {
    try (TwoSides sides = TwoSides.of(folder, a, b)) {
      Comparison comparison = sides.comparison();
      Totals totals = Totals.of(comparison);
      assertThat(ChangeSentence.of(comparison, totals).sentence().toString()).isEqualTo(verdict);
      Likeness likeness = Likeness.of(comparison, totals);
      assertThat(likeness.kind()).isEqualTo(kind);
      assertThat(likeness.evidence()).isNotEmpty();
    }
  }

  @Test
  void copyIsIdentical() throws IOException {
    assertSaid(
        base(),
        base(),
        "Same structure; all 8 tensors are equal; same metadata.",
        Likeness.Kind.IDENTICAL);
  }

  @Test
  void fineTuneOfSomeLayersNamesThem() throws IOException {
    assertSaid(
        base(),
        layers("model.", Dtype.F32, 6).metadata("step", "2"),
        "Same structure; 2 of 8 tensors differ, all of them in layers 6 to 7; metadata: 1 key.",
        Likeness.Kind.FINE_TUNE);
  }

  @Test
  void otherMetadataAloneAreARefile() throws IOException {
    assertSaid(
        base(),
        base().metadata("format", "pt"),
        "Same structure; all 8 tensors are equal; metadata: 1 key.",
        Likeness.Kind.RESAVE);
  }

  @Test
  void renamedTensorsAreReported() throws IOException {
    assertSaid(
        base(),
        layers("", Dtype.F32, 8),
        "8 tensors renamed; all 8 tensors are equal.",
        Likeness.Kind.RENAMED);
  }

  @Test
  void roundingIsAConversionAndMoreThanThatIsNot() throws IOException {
    assertSaid(
        base(),
        layers("model.", Dtype.BF16, 8),
        "8 tensors of another dtype.",
        Likeness.Kind.CONVERSION);
    assertSaid(
        base(),
        layers("model.", Dtype.BF16, 0),
        "8 tensors of another dtype.",
        Likeness.Kind.UNKNOWN);
  }

  @Test
  void flippedBitIsDamage() throws IOException {
    byte[] damaged = weights(Dtype.F32, 1, 0);
    damaged[1003] ^= 64;
    assertSaid(
        new TensorFiles().tensor("w", Dtype.F32, weights(Dtype.F32, 1, 0), COUNT),
        new TensorFiles().tensor("w", Dtype.F32, damaged, COUNT),
        "Same structure; 1 of 1 tensors differs.",
        Likeness.Kind.BIT_ROT);
  }

  private Likeness likeness(TensorFiles a, TensorFiles b) throws IOException {
    try (TwoSides sides = TwoSides.of(folder, a, b)) {
      return Likeness.of(sides.comparison(), Totals.of(sides.comparison()));
    }
  }

  @Test
  void counterThatMovedIsNoDamage() throws IOException {
    byte[] steps = new byte[8 * COUNT];
    byte[] more = steps.clone();
    more[0] = 1;

    Likeness found =
        likeness(
            new TensorFiles().tensor("steps", Dtype.I64, steps, COUNT),
            new TensorFiles().tensor("steps", Dtype.I64, more, COUNT));

    assertThat(found.kind()).isEqualTo(Likeness.Kind.UNKNOWN);
  }

  @Test
  void valuesThatBecameNanAreCounted() throws IOException {
    Likeness found =
        likeness(
            new TensorFiles().floats("w", 1, 2, 3), new TensorFiles().floats("w", 1, 2, Float.NaN));

    assertThat(found.evidence().getLast().toString())
        .isEqualTo("1 value is NaN or infinite in only one file.");
  }

  @Test
  void otherZerosAreNoOtherValues() throws IOException {
    Likeness found =
        likeness(new TensorFiles().floats("w", 1, 0), new TensorFiles().floats("w", 1, -0f));

    assertThat(found.evidence())
        .extracting(Object::toString)
        .containsExactly(
            "No value changed: only signs of zeros or the bits of NaN differ, in 1 of 2 elements.");
  }

  @Test
  void otherModelIsUnknown() throws IOException {
    assertSaid(
        new TensorFiles().tensor("w", Dtype.F32, weights(Dtype.F32, 1, 0), COUNT),
        new TensorFiles().tensor("w", Dtype.F32, weights(Dtype.F32, 2, 0), COUNT),
        "Same structure; 1 of 1 tensors differs.",
        Likeness.Kind.UNKNOWN);
    assertSaid(
        base(),
        base().tensor("more", Dtype.F32, new byte[4], 1),
        "1 tensor added; 8 tensors are equal; same metadata.".replace("; same metadata", ""),
        Likeness.Kind.UNKNOWN);
  }

  private static String verdict(Comparison comparison) {
    return ChangeSentence.of(comparison, Totals.of(comparison)).sentence().toString();
  }

  @Test
  void tensorsOfAMissingShardAreNeitherAddedNorRemoved() throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    new TensorFiles().floats("x", 1).write(set.resolve("1.safetensors"));
    Files.writeString(
        set.resolve("m.safetensors.index.json"),
        "{\"weight_map\":{\"x\":\"1.safetensors\",\"y\":\"2.safetensors\"}}");
    Path whole = new TensorFiles().floats("x", 1).floats("y", 2).write(folder.resolve("whole"));

    try (TwoSides there = TwoSides.open(whole, set);
        TwoSides back = TwoSides.open(set, whole)) {
      assertThat(verdict(there.comparison()))
          .isEqualTo("Same structure; 1 tensor is equal; 1 tensor cannot be read.");
      assertThat(verdict(back.comparison())).isEqualTo(verdict(there.comparison()));
      assertThat(Totals.of(there.comparison()).identical()).isEmpty();
    }
  }

  @Test
  void folderThatIsOpenAsAWholeIsNotComparedWhereItHasSeveralIndexes() throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    for (String name : List.of("m", "n")) {
      new TensorFiles().floats(name, 1).write(set.resolve(name + ".safetensors"));
      Files.writeString(
          set.resolve(name + ".safetensors.index.json"),
          "{\"weight_map\":{\"%s\":\"%s.safetensors\"}}".formatted(name, name));
    }
    Path one = new TensorFiles().floats("m", 1).write(folder.resolve("one"));

    try (Side a = Side.open(one, Cancellation.NEVER, Progress.NONE);
        Side b = Side.of(Checkpoint.open(set, Cancellation.NEVER, Progress.NONE))) {
      assertThat(b.errors()).anyMatch(it -> it.toString().contains("contains 2 indexes"));
      assertThat(verdict(new TwoSides(a, b).comparison())).isEqualTo("B cannot be read.");
    }
  }

  @Test
  void reshapedTensorWithEqualBytesIsReported() throws IOException {
    assertSaid(
        new TensorFiles().tensor("w", Dtype.U8, new byte[] {1, 2}, 2),
        new TensorFiles().tensor("w", Dtype.U8, new byte[] {1, 2}, 2, 1),
        "1 tensor of another shape; 1 tensor has the same bytes in another shape.",
        Likeness.Kind.UNKNOWN);
  }

  @Test
  void onlyTensorIsNotAllTensors() throws IOException {
    TensorFiles one = new TensorFiles().floats("w", 1);

    assertSaid(
        one, one, "Same structure; 1 tensor is equal; same metadata.", Likeness.Kind.IDENTICAL);
  }

  private static TensorFiles quantized(float scale) {
    return new TensorFiles()
        .tensor("up.weight", Dtype.I8, weights(Dtype.I8, 1, 0), 2, COUNT / 2)
        .floats("up.weight_scale", scale)
        .floats("norm", 1, 2);
  }

  private static Side dequantized(Side stored) throws IOException {
    return stored.dequantized(Quantization.of(stored.checkpoint(), Cancellation.NEVER));
  }

  private Likeness dequantizedLikeness(TensorFiles a, TensorFiles b) throws IOException {
    try (TwoSides stored = TwoSides.of(folder, a, b)) {
      TwoSides sides = new TwoSides(dequantized(stored.a()), dequantized(stored.b()));
      Comparison comparison = sides.comparison();
      return Likeness.of(comparison, Totals.of(comparison));
    }
  }

  @Test
  void valuesOfWeightsThatOneSideQuantizesAreNoFineTune() throws IOException {
    TensorFiles original =
        new TensorFiles()
            .tensor("up.weight", Dtype.F32, weights(Dtype.F32, 1, 0), 2, COUNT / 2)
            .floats("norm", 1, 2);

    Likeness found = dequantizedLikeness(original, quantized(1));

    assertThat(found.kind()).isEqualTo(Likeness.Kind.QUANTIZATION);
    assertThat(found.evidence().getLast().toString())
        .isEqualTo("Quantized weights are compared by their values: 0 of A, 1 of B.");
  }

  @Test
  void changesNextToQuantizedWeightsAreUnknown() throws IOException {
    TensorFiles original =
        new TensorFiles()
            .tensor("up.weight", Dtype.F32, weights(Dtype.F32, 1, 0), 2, COUNT / 2)
            .floats("norm", 1, 2.5f);

    assertThat(dequantizedLikeness(original, quantized(1)).kind()).isEqualTo(Likeness.Kind.UNKNOWN);
  }

  @Test
  void weightsQuantizedTwiceMayBeTrainedOrNot() throws IOException {
    Likeness found = dequantizedLikeness(quantized(1), quantized(1.25f));

    assertThat(found.kind()).isEqualTo(Likeness.Kind.UNKNOWN);
    assertThat(found.evidence())
        .anyMatch(
            it -> it.toString().startsWith("A different quantization explains the difference"));
  }

  @Test
  void germanEvidenceHasADecimalComma() throws IOException {
    Likeness found = likeness(base(), layers("model.", Dtype.F32, 0));

    assertThat(Sentences.in(Locale.GERMAN).text(found.evidence().getFirst()))
        .containsPattern("L2-Abstand ist 0,\\d+\\.$");
  }
}
