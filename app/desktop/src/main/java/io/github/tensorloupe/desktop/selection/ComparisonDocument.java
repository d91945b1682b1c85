package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.compare.MetadataDifference;
import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.compare.PairedBy;
import io.github.tensorloupe.compare.Pairing;
import io.github.tensorloupe.compare.Side;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Two open checkpoints that are compared, with the data that the window derives from them.
/// Immutable; created in the background. Compared by identity.
///
/// @param a the base
/// @param b the newer one
/// @param byHand the pairs that the user has created and split, in this order
/// @param metadata the keys that differ
/// @param tree the names of the pairs; its tensors are indexes into the pairs
/// @param weights how the quantized weights of both sides are compared
/// @param adapters both sides as adapters; empty if either is not an adapter
/// @param isSame true if both sides are the same files, even under different names
public record ComparisonDocument(
    FileDocument a,
    FileDocument b,
    Side sideA,
    Side sideB,
    List<TensorPair> pairs,
    List<ByHand> byHand,
    List<MetadataDifference> metadata,
    NameTree tree,
    Weights weights,
    Optional<Adapters> adapters,
    boolean isSame)
    implements Document, AutoCloseable {

  private static final int NAME_CHARACTERS = 26;
  private static final int MAX_WARNINGS = 4;

  /// The quantized weights of both sides.
  ///
  /// @param haveValues true if any of them can be compared by their dequantized values
  /// @param areDequantized true if they are, false if all are compared as stored
  /// @param withoutValues the number of weights that can only be compared as stored
  public record Weights(boolean haveValues, boolean areDequantized, long withoutValues) {}

  public record Adapters(Adapter a, Adapter b) {

    private static Optional<Adapters> of(Checkpoint a, Checkpoint b) throws IOException {
      Optional<Adapter> ofA = Adapter.find(a);
      Optional<Adapter> ofB = ofA.isPresent() ? Adapter.find(b) : Optional.empty();
      return ofB.map(found -> new Adapters(ofA.get(), found));
    }
  }

  /// Pairs the tensors of two documents, which the comparison then owns and closes. Takes time
  /// linear in their number, and reads tensors without a partner of the same name.
  ///
  /// @param dequantized true to compare quantized weights by their dequantized values if available
  /// @throws IOException if reading fails or a file changed since it was opened
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static ComparisonDocument of(
      FileDocument a, FileDocument b, boolean dequantized, Cancellation cancellation)
      throws IOException {
    Quantization foundA = Quantization.of(a.checkpoint(), cancellation);
    Quantization foundB = Quantization.of(b.checkpoint(), cancellation);
    Map<Boolean, Long> weights =
        Stream.of(foundA, foundB)
            .flatMap(found -> found.weights().stream())
            .collect(Collectors.partitioningBy(QuantizedWeight::hasValues, Collectors.counting()));
    boolean haveValues = weights.get(true) > 0;
    Side storedA = Side.of(a.checkpoint());
    Side storedB = Side.of(b.checkpoint());
    Side sideA = dequantized && haveValues ? storedA.dequantized(foundA) : storedA;
    Side sideB = dequantized && haveValues ? storedB.dequantized(foundB) : storedB;
    Pairing pairing = Pairing.of(sideA, sideB, NameMap.NONE, true, cancellation, Progress.NONE);
    cancellation.check();
    return new ComparisonDocument(
        a,
        b,
        sideA,
        sideB,
        pairing.pairs(),
        List.of(),
        MetadataDifference.between(sideA, sideB),
        treeOf(pairing.pairs()),
        new Weights(haveValues, dequantized && haveValues, weights.get(false)),
        Adapters.of(a.checkpoint(), b.checkpoint()),
        areSame(sideA, sideB));
  }

  private static NameTree treeOf(List<TensorPair> pairs) {
    return NameTree.ofNames(pairs.stream().map(TensorPair::name).toList());
  }

  private static boolean areSame(Side a, Side b) {
    try {
      return a.isSameAs(b);
    } catch (IOException e) {
      // A deleted file is reported when it is read.
      return false;
    }
  }

  /// Returns the same comparison with pairs that the user has created or split. Changes that do not
  /// match the current pairs are ignored.
  public ComparisonDocument with(List<ByHand> more) {
    if (more.isEmpty()) {
      return this;
    }
    List<TensorPair> editable = new ArrayList<>(pairs);
    more.forEach(each -> change(editable, each));
    List<TensorPair> changed = Collections.unmodifiableList(editable);
    List<ByHand> all = Stream.concat(byHand.stream(), more.stream()).toList();
    return new ComparisonDocument(
        a, b, sideA, sideB, changed, all, metadata, treeOf(changed), weights, adapters, isSame);
  }

  private static void change(List<TensorPair> pairs, ByHand each) {
    int ofA = -1;
    int ofB = -1;
    for (int i = 0; i < pairs.size(); i++) {
      TensorPair pair = pairs.get(i);
      if (pair.by().isPresent() != each.isPair()) {
        ofA = fits(pair.a(), it -> it.info().name().equals(each.a())) ? i : ofA;
        ofB = fits(pair.b(), it -> it.info().name().equals(each.b())) ? i : ofB;
      }
    }
    if (ofA < 0 || ofB < 0 || (ofA == ofB) == each.isPair()) {
      return;
    }
    TensorRef tensorA = pairs.get(ofA).a().orElseThrow();
    TensorRef tensorB = pairs.get(ofB).b().orElseThrow();
    if (each.isPair()) {
      pairs.set(ofA, TensorPair.of(tensorA, tensorB, PairedBy.HAND));
      pairs.remove(ofB);
    } else {
      pairs.set(ofA, TensorPair.removed(tensorA));
      pairs.add(TensorPair.added(tensorB));
    }
  }

  /// Returns warnings that a side cannot be compared as a whole, up to a maximum number.
  public List<Sentence> warnings(boolean ofA) {
    Side side = ofA ? sideA : sideB;
    Stream<Sentence> errors =
        (ofA ? a : b)
            .findings().stream()
                .map(LocatedFinding::finding)
                .filter(finding -> finding.concern() == Severity.ERROR)
                .map(Finding::sentence);
    // A refusal already contains the first error.
    return (side.errors().isEmpty() ? errors : side.errors().stream())
        .distinct()
        .limit(MAX_WARNINGS)
        .toList();
  }

  /// Returns why a tensor of the pair is absent although its checkpoint contains it: its shard is
  /// missing or cannot be read.
  public Optional<Sentence> absent(TensorPair pair) {
    return pair.unknownReason(sideA, sideB);
  }

  /// Returns distinct names of both documents, the base first, escaped for display.
  public List<String> names(int maxCharacters) {
    List<Path> paths = List.of(sideA.path(), sideB.path());
    return DistinctNames.of(paths, maxCharacters);
  }

  /// Returns the names of both documents, each shortened and escaped for display.
  @Override
  public String title() {
    return names(NAME_CHARACTERS).stream()
        .map(DistinctNames::withoutExtension)
        .collect(Collectors.joining(" ↔ "));
  }

  /// Both names are short already.
  @Override
  public String tabTitle(int maxCharacters) {
    return title();
  }

  @Override
  public List<FileDocument> checkpoints() {
    return List.of(a, b);
  }

  @Override
  public RememberedDocument remembered() {
    return RememberedDocument.of(sideA.path(), Optional.of(sideB.path()));
  }

  /// Returns true if the other comparison has the same paths, in any order.
  public boolean isOfSamePaths(ComparisonDocument other) {
    List<Path> paths = List.of(sideA.path(), sideB.path());
    List<Path> others = List.of(other.sideA.path(), other.sideB.path());
    return paths.equals(others) || paths.equals(others.reversed());
  }

  /// Returns the index of the first pair with this name on either side. Takes linear time.
  public OptionalInt pairNamed(String name) {
    return first(tensor -> tensor.info().name().equals(name));
  }

  /// Returns the index of the pair that contains the tensor, or empty if the tensor is not
  /// compared, such as one in a subfolder of the compared folder. Takes linear time.
  public OptionalInt pairOf(TensorRef tensor) {
    return first(tensor::equals);
  }

  private OptionalInt first(Predicate<TensorRef> test) {
    return IntStream.range(0, pairs.size())
        .filter(i -> fits(pairs.get(i).a(), test) || fits(pairs.get(i).b(), test))
        .findFirst();
  }

  private static boolean fits(Optional<TensorRef> tensor, Predicate<TensorRef> test) {
    return tensor.isPresent() && test.test(tensor.get());
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public void close() throws IOException {
    try (a) {
      b.close();
    }
  }
}
