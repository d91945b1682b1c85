package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.format.Severity;

/// Which tensors were scanned, what is wrong with them and which of them stand out among their
/// siblings, and the same for the groups above them. Two bytes for each, because a checkpoint may
/// have a million. Whoever fills it owns it; a copy never changes.
public final class HealthMarks {

  private static final HealthIssue[] ISSUES = HealthIssue.values();
  private static final int SCANNED = 1 << 15;
  private static final int ISSUE_BITS = SCANNED - 1;
  private static final int USUAL_BITS =
      Arrays.stream(ISSUES).filter(HealthIssue::isUsual).mapToInt(HealthMarks::bit).sum();

  private final int tensorCount;

  /// Of each tensor, behind them of each node.
  private final short[] masks;

  private final BitSet outliers;

  private final int[] scannedAt;

  /// As those of outliers, by how bad the worst is.
  private final Map<Severity, BitSet> findings = new EnumMap<>(Severity.class);

  private HealthMarks(int tensorCount, short[] masks, BitSet outliers, int[] scannedAt) {
    this.tensorCount = tensorCount;
    this.masks = masks;
    this.outliers = outliers;
    this.scannedAt = scannedAt;
  }

  /// Of a checkpoint of which nothing is known yet.
  ///
  /// @param nodeCount of its name tree
  public HealthMarks(int tensorCount, int nodeCount) {
    this(tensorCount, new short[tensorCount + nodeCount], new BitSet(), new int[nodeCount]);
  }

  /// Marks a tensor that has not been marked before, and all groups above it.
  public void mark(int tensor, Set<HealthIssue> issues, NameTree tree) {
    int mask = 0;
    for (HealthIssue issue : issues) {
      mask |= bit(issue);
    }
    masks[tensor] = (short) (mask | SCANNED);
    for (int node = tree.nodeOf(tensor); node >= 0; node = tree.parent(node)) {
      masks[tensorCount + node] |= (short) mask;
      scannedAt[node]++;
    }
  }

  /// Marks the tensors that stand out and all groups above them, in place of those before.
  public void markOutliers(Collection<Integer> tensors, NameTree tree) {
    outliers.clear();
    tensors.forEach(tensor -> markWithGroups(outliers, tensor, tree));
  }

  /// Marks the tensors that findings are about which no scan of values makes, and all groups above
  /// them, in place of those before.
  ///
  /// @param worst how bad the worst finding about a tensor is
  public void markFindings(Map<Integer, Severity> worst, NameTree tree) {
    findings.clear();
    worst.forEach(
        (tensor, severity) ->
            markWithGroups(findings.computeIfAbsent(severity, _ -> new BitSet()), tensor, tree));
  }

  private void markWithGroups(BitSet marked, int tensor, NameTree tree) {
    marked.set(tensor);
    for (int node = tree.nodeOf(tensor); node >= 0; node = tree.parent(node)) {
      marked.set(tensorCount + node);
    }
  }

  /// The marks as they are now.
  public HealthMarks copy() {
    HealthMarks copy =
        new HealthMarks(tensorCount, masks.clone(), (BitSet) outliers.clone(), scannedAt.clone());
    findings.forEach((severity, marked) -> copy.findings.put(severity, (BitSet) marked.clone()));
    return copy;
  }

  private static int bit(HealthIssue issue) {
    return 1 << issue.ordinal();
  }

  public boolean isScanned(int tensor) {
    return (maskOf(tensor) & SCANNED) != 0;
  }

  public Set<HealthIssue> issues(int tensor) {
    return issuesIn(maskOf(tensor));
  }

  /// True if anything is wrong with a tensor, or odd, as far as it is known.
  public boolean hasProblem(int tensor) {
    return (maskOf(tensor) & ISSUE_BITS & ~USUAL_BITS) != 0
        || findings.values().stream().anyMatch(marked -> tensor >= 0 && marked.get(tensor));
  }

  /// The worst that is wrong with a tensor, as far as it is known.
  public Optional<HealthIssue> worst(int tensor) {
    return worstIn(maskOf(tensor));
  }

  /// True if a tensor is known to stand out among its siblings.
  public boolean isOutlier(int tensor) {
    return tensor >= 0 && tensor < tensorCount && outliers.get(tensor);
  }

  /// True if a tensor at or below a node of the tree is known to stand out among its siblings.
  public boolean isOutlierAt(int node) {
    return node >= 0 && outliers.get(tensorCount + node);
  }

  /// The severity of the worst finding about the tensors at and below a node of the tree, apart
  /// from those about values.
  public Optional<Severity> findingAt(int node) {
    return findings.entrySet().stream()
        .filter(marked -> node >= 0 && marked.getValue().get(tensorCount + node))
        .findFirst()
        .map(Map.Entry::getKey);
  }

  /// The number of scanned tensors at and below a node of the tree.
  public int scannedCountAt(int node) {
    return node >= 0 && node < scannedAt.length ? scannedAt[node] : 0;
  }

  /// The known problems of the tensors at and below a node of the tree.
  public Set<HealthIssue> issuesAt(int node) {
    return issuesIn(maskAt(node));
  }

  /// The worst that is wrong with the tensors at and below a node of the tree, as far as it is
  /// known.
  public Optional<HealthIssue> worstAt(int node) {
    return worstIn(maskAt(node));
  }

  private int maskOf(int tensor) {
    return tensor >= 0 && tensor < tensorCount ? masks[tensor] : 0;
  }

  private int maskAt(int node) {
    return node >= 0 && node < scannedAt.length ? masks[tensorCount + node] : 0;
  }

  private static Set<HealthIssue> issuesIn(int mask) {
    EnumSet<HealthIssue> issues = EnumSet.allOf(HealthIssue.class);
    issues.removeIf(issue -> (mask & bit(issue)) == 0);
    return issues;
  }

  private static Optional<HealthIssue> worstIn(int mask) {
    int bits = mask & ISSUE_BITS;
    return bits == 0 ? Optional.empty() : Optional.of(ISSUES[Integer.numberOfTrailingZeros(bits)]);
  }
}
