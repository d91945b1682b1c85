package io.github.tensorloupe.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.NamePrefixes;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairingTest {

  @TempDir Path folder;

  private static TensorFiles named(String... names) {
    TensorFiles files = new TensorFiles();
    for (String name : names) {
      // Too short to be paired by bytes.
      files.floats(name, name.length());
    }
    return files;
  }

  @ParameterizedTest
  @CsvSource({
    "model.x, x",
    "module.model.diffusion_model.x, x",
    "_orig_mod.base_model.model.model.transformer.x, x",
    "model., model.",
    "model.model., model.",
    "model.diffusion_model., diffusion_model.",
    "x.model.y, x.model.y"
  })
  void prefixesAreStrippedAgainAndAgainButNeverDownToNothing(String name, String stripped) {
    assertThat(NamePrefixes.stripped(name, NamePrefixes.OF_WRAPPERS)).isEqualTo(stripped);
  }

  @Test
  void prefixPairsOnlyWhereOneTensorOfEitherSideHasTheName() throws IOException {
    try (TwoSides sides =
        TwoSides.of(folder, named("model.x", "module.x", "model.y"), named("x", "y"))) {
      assertThat(sides.names(NameMap.NONE))
          .containsExactlyInAnyOrder("model.x=", "module.x=", "model.y=y:prefix", "=x");
    }
  }

  @Test
  void ruleWinsOverAnEqualName() throws IOException {
    NameMap map = NameMap.parse(List.of("^s\\.(.)$=t.$1", "^t\\.1$=s.2"));
    try (TwoSides sides = TwoSides.of(folder, named("s.1", "s.2"), named("s.1", "s.2"))) {
      assertThat(sides.names(map)).containsExactlyInAnyOrder("s.1=s.2:map", "s.2=", "=s.1");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-equals", "(=x", "a=$1", "a=${b}", "a=\\", "(?x) a # note=$2"})
  void unusableRuleSaysSo(String rule) {
    assertThatThrownBy(() -> NameMap.parse(List.of(rule)))
        .isInstanceOf(NameMap.UnusableRuleException.class)
        .hasMessageContaining(rule.substring(0, 1));
  }

  @Test
  void ruleIsSplitAtTheLastEqualsSignAndMayReplaceByNothing() {
    assertThat(NameMap.parse(List.of("a=b=")).apply("xa=b")).isEqualTo("x");
  }

  @Test
  void equalBytesPairButNotTwinsNorConstantsNorFewBytes() throws IOException {
    byte[] random = new byte[64];
    new Random(1).nextBytes(random);
    byte[] other = new byte[64];
    new Random(2).nextBytes(other);
    byte[] periodic = new byte[64];
    for (int i = 0; i < 64; i++) {
      periodic[i] = random[i % 8];
    }
    TensorFiles a = new TensorFiles();
    TensorFiles b = new TensorFiles();
    a.tensor("moved", Dtype.F32, random, 16).tensor("gone", Dtype.F32, other, 16);
    b.tensor("here", Dtype.F32, random, 16);
    a.tensor("twin", Dtype.F16, random, 32);
    b.tensor("twin.1", Dtype.F16, random, 32).tensor("twin.2", Dtype.F16, random, 32);
    a.tensor("reshaped", Dtype.F32, other, 8, 2);
    b.tensor("flat", Dtype.F32, other, 4, 4);
    a.tensor("constant", Dtype.I32, periodic, 16);
    b.tensor("constant.2", Dtype.I32, periodic, 16);
    a.tensor("few", Dtype.U8, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6}, 15);
    b.tensor("few.2", Dtype.U8, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6}, 15);
    try (TwoSides sides = TwoSides.of(folder, a, b)) {
      assertThat(sides.names(NameMap.NONE).stream().filter(name -> name.contains(":")))
          .containsExactly("moved=here:bytes");
    }
  }

  private static byte[] random(int seed, int byteCount) {
    byte[] bytes = new byte[byteCount];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] joined(byte[]... parts) {
    ByteBuffer all = ByteBuffer.allocate(Stream.of(parts).mapToInt(part -> part.length).sum());
    Stream.of(parts).forEach(all::put);
    return all.array();
  }

  /// Three projections of 4 rows of 2 elements, under their names.
  private static TensorFiles split(byte[] q, byte[] k, byte[] v, String... names) {
    return new TensorFiles()
        .tensor(names[0], Dtype.F32, q, 4, 2)
        .tensor(names[1], Dtype.F32, k, 4, 2)
        .tensor(names[2], Dtype.F32, v, 4, 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          model.a.qkv_proj.weight | a.q_proj.weight | a.k_proj.weight | a.v_proj.weight
          a.to_qkv.weight | a.to_q.weight | a.to_k.weight | a.to_v.weight
          a.qkv.weight | a.q.weight | a.k.weight | a.v.weight
          a.in_proj_weight | a.q_proj.weight | a.k_proj.weight | a.v_proj.weight
          double_blocks.7.txt_attn.qkv.weight | transformer_blocks.7.attn.add_q_proj.weight \
          | transformer_blocks.7.attn.add_k_proj.weight | transformer_blocks.7.attn.add_v_proj.weight
          """)
  void slicesOfAFusedTensorPairWithItsPartsOnEitherSide(String fused, String q, String k, String v)
      throws IOException {
    byte[] all = random(1, 96);
    TensorFiles one = new TensorFiles().tensor(fused, Dtype.F32, all, 12, 2);
    // Other values, as after training.
    TensorFiles three = split(random(2, 32), random(3, 32), random(4, 32), v, q, k);
    try (TwoSides sides = TwoSides.of(folder, one, three)) {
      assertThat(sides.names(NameMap.NONE))
          .containsExactly(
              fused + "[0:4]=" + q + ":slice",
              fused + "[4:8]=" + k + ":slice",
              fused + "[8:12]=" + v + ":slice");
    }
    try (TwoSides sides = TwoSides.of(folder, three, one)) {
      assertThat(sides.names(NameMap.NONE))
          .containsExactlyInAnyOrder(
              q + "=" + fused + "[0:4]:slice",
              k + "=" + fused + "[4:8]:slice",
              v + "=" + fused + "[8:12]:slice");
    }
  }

  @Test
  void bytesShowTheOrderOfTheSlices() throws IOException {
    byte[] q = random(1, 32);
    byte[] k = random(2, 32);
    byte[] v = random(3, 32);
    TensorFiles fused = new TensorFiles().tensor("a.qkv.weight", Dtype.F32, joined(k, v, q), 12, 2);
    TensorFiles parts = split(q, random(4, 32), v, "a.q.weight", "a.k.weight", "a.v.weight");
    try (TwoSides sides = TwoSides.of(folder, fused, parts)) {
      assertThat(sides.names(NameMap.NONE))
          .containsExactly(
              "a.qkv.weight[8:12]=a.q.weight:slice",
              "a.qkv.weight[0:4]=a.k.weight:slice",
              "a.qkv.weight[4:8]=a.v.weight:slice");
      assertThat(sides.results())
          .extracting(PairResult::change)
          .containsExactly(Change.EQUAL, Change.VALUES, Change.EQUAL);
    }
  }

  @Test
  void bytesShowThePartsOfATensorWhoseNamesAreUnknown() throws IOException {
    byte[] first = random(1, 80);
    byte[] second = random(2, 128);
    byte[] almostFirst = first.clone();
    almostFirst[79]++;
    TensorFiles fused =
        new TensorFiles()
            .tensor("any.joined", Dtype.F32, joined(second, first), 26, 2)
            .tensor("a.joined", Dtype.F32, joined(second, almostFirst), 26, 2);
    TensorFiles parts =
        new TensorFiles()
            .tensor("x", Dtype.F32, first, 10, 2)
            .tensor("y", Dtype.F32, second, 16, 2)
            .tensor("z", Dtype.F32, random(3, 64), 8, 2);
    try (TwoSides sides = TwoSides.of(folder, fused, parts)) {
      assertThat(sides.names(NameMap.NONE))
          .containsExactlyInAnyOrder(
              "any.joined[0:16]=y:slice", "any.joined[16:26]=x:slice", "a.joined=", "=z");
    }
    try (TwoSides sides = TwoSides.of(folder, parts, fused)) {
      assertThat(sides.names(NameMap.NONE))
          .containsExactlyInAnyOrder(
              "y=any.joined[0:16]:slice", "x=any.joined[16:26]:slice", "=a.joined", "z=");
    }
  }

  @Test
  void equalOrConstantPartsAreNoSlices() throws IOException {
    byte[] bytes = random(1, 64);
    TensorFiles fused =
        new TensorFiles()
            .tensor("twice", Dtype.F32, joined(bytes, bytes), 16, 2)
            .tensor("zeros", Dtype.F32, new byte[128], 16, 2)
            .tensor("scalar", Dtype.F32, new byte[4]);
    TensorFiles parts =
        new TensorFiles()
            .tensor("x", Dtype.F32, bytes, 8, 2)
            .tensor("y", Dtype.F32, new byte[64], 8, 2)
            .tensor("z", Dtype.F32, new byte[64], 8, 2);
    try (TwoSides sides = TwoSides.of(folder, fused, parts)) {
      assertThat(sides.names(NameMap.NONE)).noneMatch(name -> name.contains(":"));
    }
  }

  @Test
  void partsThatDoNotAddUpStayUnpaired() throws IOException {
    TensorFiles fused =
        new TensorFiles()
            .tensor("a.qkv.weight", Dtype.F32, random(1, 104), 13, 2)
            .tensor("b.qkv.weight", Dtype.F32, random(2, 96), 6, 4)
            .tensor("c.qkv.weight", Dtype.F32, random(3, 96), 12, 2)
            .tensor("d.query_key_value.weight", Dtype.F32, random(4, 96), 12, 2);
    TensorFiles parts = new TensorFiles();
    for (String name : List.of("a.q", "a.k", "a.v", "b.q", "b.k", "b.v", "c.q", "c.k")) {
      parts.tensor(name + ".weight", Dtype.F32, random(name.hashCode(), 32), 4, 2);
    }
    try (TwoSides sides = TwoSides.of(folder, fused, parts)) {
      assertThat(sides.names(NameMap.NONE)).noneMatch(name -> name.contains(":slice"));
    }
  }

  @Test
  void namesOfTwoSchemesPairAndAreNamed() throws IOException {
    TensorFiles a = new TensorFiles();
    TensorFiles b = new TensorFiles();
    a.tensor("double_blocks.1.img_mlp.0.weight", Dtype.F32, random(1, 32), 4, 2);
    a.tensor("double_blocks.1.img_mlp.2.weight", Dtype.F32, random(2, 32), 4, 2);
    b.tensor("transformer_blocks.1.ff.net.0.proj.weight", Dtype.F32, random(3, 32), 4, 2);
    b.tensor("transformer_blocks.1.ff.net.2.weight", Dtype.F32, random(4, 32), 4, 2);
    try (TwoSides sides = TwoSides.of(folder, a, b)) {
      assertThat(sides.names(NameMap.NONE))
          .containsExactly(
              "double_blocks.1.img_mlp.0.weight=transformer_blocks.1.ff.net.0.proj.weight:scheme",
              "double_blocks.1.img_mlp.2.weight=transformer_blocks.1.ff.net.2.weight:scheme");
      Comparison comparison = sides.comparison();
      assertThat(Likeness.of(comparison, Totals.of(comparison)).evidence().getLast())
          .hasToString("A has the original names of Flux.1, B the Diffusers names.");
    }
  }

  @Test
  void equalBytesPairIfOnlyAxesOfLength1Differ() throws IOException {
    byte[] bytes = random(1, 64);
    TensorFiles a = new TensorFiles().tensor("conv.weight", Dtype.F32, bytes, 4, 4, 1, 1);
    TensorFiles b = new TensorFiles().tensor("linear.weight", Dtype.F32, bytes, 4, 4);
    try (TwoSides sides = TwoSides.of(folder, a, b)) {
      assertThat(sides.names(NameMap.NONE)).containsExactly("conv.weight=linear.weight:bytes");
      assertThat(sides.results().getFirst().sameBytes()).contains(true);
    }
    TensorFiles both = new TensorFiles();
    both.tensor("linear.weight", Dtype.F32, bytes, 4, 4).tensor("x", Dtype.F32, bytes, 4, 4, 1);
    try (TwoSides sides = TwoSides.of(folder, both, b.tensor("y", Dtype.F32, random(2, 64), 16))) {
      assertThat(sides.names(NameMap.NONE))
          .containsExactly("linear.weight=linear.weight:name", "x=", "=y");
    }
  }

  @Test
  void everyTensorIsInOnePairWhateverTheOrderOfTheSides() throws IOException {
    Random random = new Random(4);
    for (int round = 0; round < 20; round++) {
      String[] prefixes = {"", "model.", "module.", "module.model.", "x."};
      TensorFiles a = new TensorFiles();
      TensorFiles b = new TensorFiles();
      for (TensorFiles side : List.of(a, b)) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 20; i++) {
          String name = prefixes[random.nextInt(5)] + random.nextInt(8);
          if (names.add(name)) {
            byte[] bytes = new byte[32];
            new Random(random.nextInt(6)).nextBytes(bytes);
            side.tensor(name, Dtype.F32, bytes, 8);
          }
        }
      }
      try (TwoSides sides = TwoSides.of(folder, a, b);
          TwoSides swapped = new TwoSides(sides.b(), sides.a())) {
        List<TensorPair> pairs = sides.pairs();
        assertThat(pairs.stream().flatMap(pair -> pair.a().stream()).toList())
            .containsExactlyElementsOf(sides.a().tensors());
        assertThat(pairs.stream().flatMap(pair -> pair.b().stream()).toList())
            .containsExactlyInAnyOrderElementsOf(sides.b().tensors());
        assertThat(swapped.names(NameMap.NONE))
            .containsExactlyInAnyOrderElementsOf(
                sides.names(NameMap.NONE).stream().map(PairingTest::swapped).toList());
      }
    }
  }

  private static String swapped(String pair) {
    return pair.replaceAll("([^=]*)=([^:]*)(.*)", "$2=$1$3");
  }

  /// A list that counts its accesses.
  private static final class Counted<T> extends AbstractList<T> {

    private final List<T> list;
    private long accessCount;

    Counted(List<T> list) {
      this.list = list;
    }

    @Override
    public T get(int index) {
      accessCount++;
      return list.get(index);
    }

    @Override
    public int size() {
      return list.size();
    }
  }

  @Test
  void halfAMillionTensorsAreEachReadAFewTimes() throws IOException {
    int count = 500_000;
    TensorFiles one = new TensorFiles().tensor("t", Dtype.U8, new byte[1], 1);
    try (TwoSides sides = TwoSides.of(folder, one, one)) {
      Counted<TensorRef> a = new Counted<>(many(sides.a(), "model.", count));
      Counted<TensorRef> b = new Counted<>(many(sides.b(), "", count));
      Side sideA =
          new Side(folder, sides.a().checkpoint(), a, sides.a().metadata(), Map.of(), List.of());
      Side sideB =
          new Side(folder, sides.b().checkpoint(), b, sides.b().metadata(), Map.of(), List.of());

      Pairing pairing =
          Pairing.of(sideA, sideB, NameMap.NONE, true, Cancellation.NEVER, Progress.NONE);

      assertThat(pairing.pairs()).hasSize(count).allMatch(pair -> pair.isRenamed());
      assertThat(a.accessCount).isLessThan(8L * count);
      assertThat(b.accessCount).isLessThan(8L * count);
    }
  }

  private static List<TensorRef> many(Side side, String prefix, int count) {
    var first = side.tensors().getFirst();
    var info = first.info();
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new TensorRef(
                    first.file(), new TensorInfo(prefix + i, info.dtype(), info.shape(), 0, 1)))
        .toList();
  }

  @Test
  void checkpointPairsWithItselfByName() throws IOException {
    try (TwoSides sides = TwoSides.of(folder, named("a", "model.a"), named("a", "model.a"))) {
      assertThat(sides.pairs()).allMatch(pair -> pair.by().get() == PairedBy.NAME);
      assertThat(Collections.frequency(sides.names(NameMap.NONE), "a=a:name")).isOne();
    }
  }

  @Test
  void pairingIsCancelledBeforeItsEnd() throws IOException {
    try (TwoSides sides = TwoSides.of(folder, named("a", "b"), named("b", "c"))) {
      assertThatThrownBy(
              () ->
                  Pairing.of(sides.a(), sides.b(), NameMap.NONE, false, () -> true, Progress.NONE))
          .isInstanceOf(CancellationException.class);
    }
  }
}
