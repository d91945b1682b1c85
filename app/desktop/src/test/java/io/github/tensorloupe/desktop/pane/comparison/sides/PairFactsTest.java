package io.github.tensorloupe.desktop.pane.comparison.sides;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.PairScan;
import io.github.tensorloupe.desktop.pane.comparison.sides.PairFacts.Fact;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.testing.OpenPairs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairFactsTest {

  private static final int COUNT = 20_000;

  @TempDir Path folder;

  private final OpenPairs files = new OpenPairs();

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  /// @param codeOfB maps the index of an element to its code
  private PairFacts compare(Dtype a, LongUnaryOperator codeOfA, Dtype b, LongUnaryOperator codeOfB)
      throws IOException {
    PairSelection selection =
        files.open(
            folder,
            new TensorFiles().tensor("m", a, bytes(a, codeOfA), COUNT / 100, 100),
            new TensorFiles().tensor("m", b, bytes(b, codeOfB), COUNT / 100, 100));
    selection.select(0);
    List<PairResult> results = new ArrayList<>();
    PairScan.inBackground()
        .run(
            files.comparison().pairs(),
            (_, result) -> results.add(result),
            Cancellation.NEVER,
            Progress.NONE);
    return new PairFacts(
        files.comparison().pairs().getFirst(), results.getFirst(), Messages.english());
  }

  private static byte[] bytes(Dtype dtype, LongUnaryOperator code) {
    return CodeBytes.of(dtype, LongStream.range(0, COUNT).map(code).toArray());
  }

  private static LongUnaryOperator counting(Dtype dtype) {
    return i -> ElementType.of(dtype).encode(1 + i % 50);
  }

  @Test
  void oneFlippedBitIsDamage() throws IOException {
    LongUnaryOperator before = counting(Dtype.F32);
    PairFacts facts =
        compare(
            Dtype.F32, before, Dtype.F32, i -> before.applyAsLong(i) ^ (i == 12_345 ? 1 << 22 : 0));
    assertThat(facts.sentence()).isEqualTo("1 bit flipped in 1 element: damage, not training.");
    assertThat(fact(facts, "first").text()).isEqualTo("First difference: [123, 45]");
    for (String leading : List.of("changed", "first", "largest")) {
      assertThat(fact(facts, leading).element()).isEqualTo(OptionalLong.of(12_345));
    }
    assertThat(fact(facts, "ulp").text()).isEqualTo("Up to 4,194,304 ULP");
    assertThat(fact(facts, "ulp").element()).isEmpty();
  }

  private static Fact fact(PairFacts facts, String id) {
    return facts.facts().stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void fewBitsInFewElementsLookLikeDamage() throws IOException {
    LongUnaryOperator before = counting(Dtype.BF16);
    PairFacts facts =
        compare(
            Dtype.BF16, before, Dtype.BF16, i -> before.applyAsLong(i) ^ (i % 10_000 == 7 ? 8 : 0));
    assertThat(facts.sentence())
        .isEqualTo("2 bits flipped in 2 of 20,000 elements: more like damage than training.");
  }

  @Test
  void manyElementsThatMovedByOneCodeLookLikeTraining() throws IOException {
    LongUnaryOperator before = counting(Dtype.BF16);
    PairFacts facts =
        compare(Dtype.BF16, before, Dtype.BF16, i -> before.applyAsLong(i) + (i % 50 == 7 ? 1 : 0));
    assertThat(facts.sentence())
        .isEqualTo(
            "400 of 20,000 elements (2.0 %) moved by one step to the next code, as after training"
                + " or rounding; not damage.");
  }

  @Test
  void otherDtypesAreComparedByTheirValues() throws IOException {
    PairFacts facts = compare(Dtype.F32, counting(Dtype.F32), Dtype.BF16, counting(Dtype.BF16));
    assertThat(facts.sentence())
        .isEqualTo("The dtypes differ, and all 20,000 elements have kept their values.");
    LongUnaryOperator thirds = i -> ElementType.of(Dtype.F32).encode((1 + i % 50) / 3.0);
    assertThat(compare(Dtype.F32, thirds, Dtype.BF16, counting(Dtype.BF16)).sentence())
        .startsWith("The dtypes differ, so bits are not compared: 20,000 of 20,000");
  }

  @Test
  void integersHaveAllOfTheirDigits() throws IOException {
    PairFacts facts = compare(Dtype.U64, i -> i == 205 ? -1 : 0, Dtype.U64, _ -> 0);
    assertThat(fact(facts, "largest").text())
        .isEqualTo("Largest |Δ|: 18,446,744,073,709,551,615 at [2, 5]");
    PairFacts floats = compare(Dtype.F64, _ -> Double.doubleToLongBits(-1e300), Dtype.F64, _ -> 1);
    assertThat(fact(floats, "ulp").text()).isEqualTo("Up to 9,094,988,921,128,908,189 ULP");
  }

  @Test
  void valuesThatBecameInfiniteAreNoTraining() throws IOException {
    LongUnaryOperator before = counting(Dtype.BF16);
    PairFacts facts =
        compare(Dtype.BF16, before, Dtype.BF16, i -> i % 50 == 7 ? 0x7f80 : before.applyAsLong(i));
    assertThat(facts.sentence()).isEqualTo("400 of 20,000 elements (2.0 %) differ.");
    assertThat(fact(facts, "not-finite").text()).isEqualTo("NaN or infinite in only one file: 400");
  }

  @Test
  void ofEqualTensorsThereAreNoFigures() throws IOException {
    PairFacts facts = compare(Dtype.U8, i -> i & 255, Dtype.U8, i -> i & 255);
    assertThat(facts.sentence()).isEqualTo("All bytes are equal.");
    assertThat(facts.facts()).isEmpty();
  }
}
