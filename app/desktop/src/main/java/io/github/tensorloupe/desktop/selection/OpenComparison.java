package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.MetadataDifference;
import io.github.tensorloupe.compare.PairScan;
import io.github.tensorloupe.compare.PairedBy;
import io.github.tensorloupe.compare.Pairing;
import io.github.tensorloupe.compare.Side;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.selection.OpenDocument.LocatedFinding;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.storage.session.RememberedComparison.ByHand;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Two open checkpoints beside each other, with what the window derives from them. Immutable; made
/// beside the FX thread. Two of them are never equal.
public final class OpenComparison implements AutoCloseable {

  private static final int NAME_CHARACTERS = 30;
  private static final int NO_PAIR = -1;
  private static final int MOST_WARNINGS = 4;

  private final OpenDocument a;
  private final OpenDocument b;
  private final Side sideA;
  private final Side sideB;
  private final Pairing pairing;
  private final List<ByHand> byHand;
  private final List<MetadataDifference> metadata;
  private final NameTree tree;
  private final Change[] structure;
  private final int[] pairOfA;
  private final int[] pairOfB;
  private final Optional<Sameness> sameness;

  /// The way in which both sides are one and the same file.
  public enum Sameness {
    PATH,
    /// Links lead to it, or it has two names in the file system.
    LINK
  }

  private OpenComparison(
      OpenDocument a,
      OpenDocument b,
      Side sideA,
      Side sideB,
      Pairing pairing,
      List<ByHand> byHand,
      List<MetadataDifference> metadata,
      Optional<Sameness> sameness,
      Cancellation cancellation) {
    this.a = a;
    this.b = b;
    this.sideA = sideA;
    this.sideB = sideB;
    this.pairing = pairing;
    this.byHand = List.copyOf(byHand);
    this.metadata = List.copyOf(metadata);
    this.sameness = sameness;
    structure = new Change[pairing.pairs().size()];
    pairOfA = new int[a.checkpoint().tensors().size()];
    pairOfB = new int[b.checkpoint().tensors().size()];
    Arrays.fill(pairOfA, NO_PAIR);
    Arrays.fill(pairOfB, NO_PAIR);
    for (int i = 0; i < structure.length; i++) {
      TensorPair pair = pairing.pairs().get(i);
      structure[i] = PairScan.ofHeaders(pair).change();
      note(i, pair.a(), a, pairOfA);
      note(i, pair.b(), b, pairOfB);
    }
    cancellation.check();
    tree = NameTree.ofNames(pairing.pairs().stream().map(TensorPair::name).toList());
  }

  private static void note(
      int pair, Optional<TensorRef> tensor, OpenDocument document, int[] pairOf) {
    tensor.ifPresent(ref -> pairOf[document.checkpoint().indexOf(ref)] = pair);
  }

  /// Sets two documents beside each other, which it closes from then on. Takes time in proportion
  /// to the number of tensors.
  ///
  /// @param pairing of the sides
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static OpenComparison of(
      OpenDocument a,
      OpenDocument b,
      Side sideA,
      Side sideB,
      Pairing pairing,
      Cancellation cancellation) {
    List<MetadataDifference> metadata = MetadataDifference.between(sideA, sideB);
    Optional<Sameness> sameness = sameness(sideA.path(), sideB.path());
    return new OpenComparison(
        a, b, sideA, sideB, pairing, List.of(), metadata, sameness, cancellation);
  }

  private static Optional<Sameness> sameness(Path one, Path other) {
    try {
      if (!Files.isSameFile(one, other)) {
        return Optional.empty();
      }
    } catch (IOException e) {
      // A file that has gone by now is noticed where it is read.
      return Optional.empty();
    }
    boolean samePath = one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    return Optional.of(samePath ? Sameness.PATH : Sameness.LINK);
  }

  /// The same documents after a person has made pairs and taken some apart. What does not fit the
  /// pairs that there are is left out.
  public OpenComparison with(List<ByHand> more, Cancellation cancellation) {
    if (more.isEmpty()) {
      return this;
    }
    List<TensorPair> pairs = new ArrayList<>(pairs());
    more.forEach(each -> change(pairs, each));
    List<ByHand> all = Stream.concat(byHand.stream(), more.stream()).toList();
    return new OpenComparison(
        a, b, sideA, sideB, new Pairing(pairs), all, metadata, sameness, cancellation);
  }

  private static void change(List<TensorPair> pairs, ByHand each) {
    int ofA = -1;
    int ofB = -1;
    for (int i = 0; i < pairs.size(); i++) {
      TensorPair pair = pairs.get(i);
      if (pair.by().isPresent() != each.isPair()) {
        ofA = isNamed(pair.a(), each.a()) ? i : ofA;
        ofB = isNamed(pair.b(), each.b()) ? i : ofB;
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

  private static boolean isNamed(Optional<TensorRef> tensor, String name) {
    return tensor.filter(it -> it.info().name().equals(name)).isPresent();
  }

  /// The pairs that a person has made and taken apart, the first one first.
  public List<ByHand> byHand() {
    return byHand;
  }

  /// The same documents the other way round. Takes time in proportion to the number of tensors.
  public OpenComparison swapped(Cancellation cancellation) {
    Map<TensorRef, TensorPair> byB = new HashMap<>();
    List<TensorPair> removed = new ArrayList<>();
    for (TensorPair pair : pairing.pairs()) {
      TensorPair turned = new TensorPair(pair.b(), pair.a(), pair.by());
      turned.a().ifPresentOrElse(ref -> byB.put(ref, turned), () -> removed.add(turned));
    }
    List<TensorPair> pairs = new ArrayList<>();
    sideB.tensors().forEach(tensor -> pairs.add(byB.get(tensor)));
    pairs.addAll(removed);
    return new OpenComparison(
        b,
        a,
        sideB,
        sideA,
        new Pairing(pairs),
        byHand.stream().map(ByHand::turned).toList(),
        MetadataDifference.between(sideB, sideA),
        sameness,
        cancellation);
  }

  /// The base.
  public OpenDocument a() {
    return a;
  }

  /// The newer one.
  public OpenDocument b() {
    return b;
  }

  public Side sideA() {
    return sideA;
  }

  public Side sideB() {
    return sideB;
  }

  public Pairing pairing() {
    return pairing;
  }

  public List<TensorPair> pairs() {
    return pairing.pairs();
  }

  /// The metadata keys that differ.
  public List<MetadataDifference> metadata() {
    return metadata;
  }

  /// The names of the pairs; its tensors are indexes into the pairs.
  public NameTree tree() {
    return tree;
  }

  /// The kind of difference that the headers alone tell of a pair; [Change#SAME_HEADER] where they
  /// tell none.
  public Change structure(int pair) {
    return structure[pair];
  }

  /// The pair of a tensor of either side; empty where it is not compared, as one in a folder below
  /// the compared one. Takes logarithmic time.
  public OptionalInt pairOf(TensorRef tensor) {
    int inA = a.checkpoint().indexOf(tensor);
    int inB = inA < 0 ? b.checkpoint().indexOf(tensor) : NO_PAIR;
    int pair = inA >= 0 ? pairOfA[inA] : inB >= 0 ? pairOfB[inB] : NO_PAIR;
    return pair == NO_PAIR ? OptionalInt.empty() : OptionalInt.of(pair);
  }

  /// How both sides are the same file; empty where they are two.
  public Optional<Sameness> sameness() {
    return sameness;
  }

  /// What keeps a side from being compared as a whole; of very much only some.
  public List<Sentence> warnings(boolean ofA) {
    Side side = ofA ? sideA : sideB;
    Stream<Sentence> errors =
        (ofA ? a : b)
            .findings().stream()
                .map(LocatedFinding::finding)
                .filter(finding -> finding.concern() == Severity.ERROR)
                .map(Finding::sentence);
    // A refusal names the first error itself.
    return (side.refusals().isEmpty() ? errors : side.refusals().stream())
        .distinct()
        .limit(MOST_WARNINGS)
        .toList();
  }

  /// Why one tensor of a pair is not there although its checkpoint has it: its shard is missing or
  /// cannot be read.
  public Optional<Sentence> absent(TensorPair pair) {
    return pair.absence(sideA, sideB);
  }

  /// The names of both for a person, each shortened in the middle and safe to show.
  public String name() {
    return brief(a) + " ↔ " + brief(b);
  }

  private static String brief(OpenDocument document) {
    String name =
        DisplayText.of(document.name(), Integer.MAX_VALUE).replaceFirst("\\.safetensors$", "");
    int half = NAME_CHARACTERS / 2;
    return name.length() <= NAME_CHARACTERS
        ? name
        : name.substring(0, half) + "…" + name.substring(name.length() - half);
  }

  /// True where another one is of the same paths, in whatever order.
  public boolean isOfSamePaths(OpenComparison other) {
    List<Path> paths = List.of(sideA.path(), sideB.path());
    List<Path> others = List.of(other.sideA.path(), other.sideB.path());
    return paths.equals(others) || paths.equals(others.reversed());
  }

  /// The index of the first pair with this name on either side. Takes linear time.
  public OptionalInt pairNamed(String name) {
    return IntStream.range(0, pairs().size())
        .filter(i -> isNamed(pairs().get(i).a(), name) || isNamed(pairs().get(i).b(), name))
        .findFirst();
  }

  /// True where another one is about the same open documents, in whatever order and pairs.
  public boolean sharesDocuments(OpenComparison other) {
    return Set.of(a.checkpoint(), b.checkpoint())
        .equals(Set.of(other.a.checkpoint(), other.b.checkpoint()));
  }

  @Override
  public void close() throws IOException {
    try (a) {
      b.close();
    }
  }
}
