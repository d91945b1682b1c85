package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.model.NameTree;

/// Which tensors were scanned, what is wrong with them and which of them stand out among their
/// siblings, and the same for the groups above them. Two bytes for each, because a checkpoint may
/// have a million. Whoever fills it owns it; a copy never changes.
public final class HealthMarks {

  private static final HealthIssue[] ISSUES = HealthIssue.values();
  private static final int SCANNED = 1 << 15;
  private static final int ISSUE_BITS = SCANNED - 1;
  private static final int USUAL_BITS =
      Arrays.stream(ISSUES).filter(HealthIssue::isUsual).mapToInt(HealthMarks::bit).sum();

  private final short[] ofTensor;
  private final short[] atNode;
  private final int[] scannedAt;
  private final BitSet outliers;
  private final BitSet outliersAt;

  private HealthMarks(
      short[] ofTensor, short[] atNode, int[] scannedAt, BitSet outliers, BitSet outliersAt) {
    this.ofTensor = ofTensor;
    this.atNode = atNode;
    this.scannedAt = scannedAt;
    this.outliers = outliers;
    this.outliersAt = outliersAt;
  }

  /// Of a checkpoint of which nothing is known yet.
  ///
  /// @param tensorCount of the checkpoint
  /// @param nodeCount of its name tree
  public HealthMarks(int tensorCount, int nodeCount) {
    this(
        new short[tensorCount],
        new short[nodeCount],
        new int[nodeCount],
        new BitSet(),
        new BitSet());
  }

  /// Marks a tensor that has not been marked before, and all groups above it.
  public void mark(int tensor, Set<HealthIssue> issues, NameTree tree) {
    int mask = issues.stream().mapToInt(HealthMarks::bit).sum();
    ofTensor[tensor] = (short) (mask | SCANNED);
    for (int node = tree.nodeOf(tensor); node >= 0; node = tree.parent(node)) {
      atNode[node] |= (short) mask;
      scannedAt[node]++;
    }
  }

  /// Marks the tensors that stand out and all groups above them, in place of those before.
  public void markOutliers(Collection<Integer> tensors, NameTree tree) {
    outliers.clear();
    outliersAt.clear();
    for (int tensor : tensors) {
      outliers.set(tensor);
      for (int node = tree.nodeOf(tensor); node >= 0; node = tree.parent(node)) {
        outliersAt.set(node);
      }
    }
  }

  /// The marks as they are now.
  public HealthMarks copy() {
    return new HealthMarks(
        ofTensor.clone(),
        atNode.clone(),
        scannedAt.clone(),
        (BitSet) outliers.clone(),
        (BitSet) outliersAt.clone());
  }

  private static int bit(HealthIssue issue) {
    return 1 << issue.ordinal();
  }

  /// True if a tensor was scanned.
  ///
  /// @param tensor its index in the checkpoint
  public boolean isScanned(int tensor) {
    return (maskOf(tensor) & SCANNED) != 0;
  }

  /// The known problems of a tensor.
  public Set<HealthIssue> issues(int tensor) {
    return issuesIn(maskOf(tensor));
  }

  /// True if anything is wrong with a tensor, or odd, as far as it is known.
  public boolean hasProblem(int tensor) {
    return (maskOf(tensor) & ISSUE_BITS & ~USUAL_BITS) != 0;
  }

  /// The worst that is wrong with a tensor, as far as it is known.
  public Optional<HealthIssue> worst(int tensor) {
    return worstIn(maskOf(tensor));
  }

  /// True if a tensor is known to stand out among its siblings.
  public boolean isOutlier(int tensor) {
    return tensor >= 0 && outliers.get(tensor);
  }

  /// True if a tensor at or below a node of the tree is known to stand out among its siblings.
  public boolean isOutlierAt(int node) {
    return node >= 0 && outliersAt.get(node);
  }

  /// The number of scanned tensors at and below a node of the tree.
  public int scannedCountAt(int node) {
    return node >= 0 && node < scannedAt.length ? scannedAt[node] : 0;
  }

  /// The known problems of the tensors at and below a node of the tree.
  public Set<HealthIssue> issuesAt(int node) {
    return issuesIn(node >= 0 && node < atNode.length ? atNode[node] : 0);
  }

  /// The worst that is wrong with the tensors at and below a node of the tree, as far as it is
  /// known.
  public Optional<HealthIssue> worstAt(int node) {
    return worstIn(node >= 0 && node < atNode.length ? atNode[node] : 0);
  }

  private int maskOf(int tensor) {
    return tensor >= 0 && tensor < ofTensor.length ? ofTensor[tensor] : 0;
  }

  private static Set<HealthIssue> issuesIn(int mask) {
    EnumSet<HealthIssue> issues = EnumSet.noneOf(HealthIssue.class);
    for (HealthIssue issue : ISSUES) {
      if ((mask & bit(issue)) != 0) {
        issues.add(issue);
      }
    }
    return issues;
  }

  private static Optional<HealthIssue> worstIn(int mask) {
    int bits = mask & ISSUE_BITS;
    return bits == 0 ? Optional.empty() : Optional.of(ISSUES[Integer.numberOfTrailingZeros(bits)]);
  }
}
