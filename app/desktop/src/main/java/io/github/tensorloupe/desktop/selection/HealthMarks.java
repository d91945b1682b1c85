package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.format.Severity;

/// The health of each tensor and group: whether it was scanned, its problems, and whether it is an
/// outlier among its siblings. Uses two bytes per node, because a checkpoint may have a million.
/// The creator may change it; a copy never changes.
public final class HealthMarks {

  private static final HealthIssue[] ISSUES = HealthIssue.values();
  private static final int SCANNED = 1 << 15;
  private static final int ISSUE_BITS = SCANNED - 1;
  private static final int HARMLESS_BITS =
      Arrays.stream(ISSUES).filter(HealthIssue::isHarmless).mapToInt(HealthMarks::bit).sum();

  private final int tensorCount;

  /// The marks of all tensors, then the marks of all nodes.
  private final short[] masks;

  private final BitSet outliers;

  private final int[] scannedAt;

  /// The bits of the tensors and nodes with findings, by their worst severity.
  private final Map<Severity, BitSet> findings = new EnumMap<>(Severity.class);

  private HealthMarks(int tensorCount, short[] masks, BitSet outliers, int[] scannedAt) {
    this.tensorCount = tensorCount;
    this.masks = masks;
    this.outliers = outliers;
    this.scannedAt = scannedAt;
  }

  /// Creates the marks of a checkpoint without results.
  ///
  /// @param nodeCount number of nodes of its name tree
  public HealthMarks(int tensorCount, int nodeCount) {
    this(tensorCount, new short[tensorCount + nodeCount], new BitSet(), new int[nodeCount]);
  }

  /// Marks a tensor that is not marked yet, and its groups.
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

  /// Replaces the marks of outliers and their groups.
  public void markOutliers(Collection<Integer> tensors, NameTree tree) {
    outliers.clear();
    tensors.forEach(tensor -> markWithGroups(outliers, tensor, tree));
  }

  /// Replaces the marks of findings that are not produced by value scans, and of their groups.
  ///
  /// @param worst the worst severity of the findings about a tensor
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

  /// Returns a copy of the current marks.
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

  /// Returns true if a tensor has any known problem.
  public boolean hasProblem(int tensor) {
    return (maskOf(tensor) & ISSUE_BITS & ~HARMLESS_BITS) != 0
        || findings.values().stream().anyMatch(marked -> tensor >= 0 && marked.get(tensor));
  }

  /// Returns the worst known issue of a tensor.
  public Optional<HealthIssue> worst(int tensor) {
    return worstIn(maskOf(tensor));
  }

  /// Returns true if a tensor is a known outlier.
  public boolean isOutlier(int tensor) {
    return tensor >= 0 && tensor < tensorCount && outliers.get(tensor);
  }

  /// Returns true if the subtree contains a known outlier.
  public boolean isOutlierAt(int node) {
    return node >= 0 && outliers.get(tensorCount + node);
  }

  /// Returns the worst severity in the subtree of findings that are not about values.
  public Optional<Severity> findingAt(int node) {
    return findings.entrySet().stream()
        .filter(marked -> node >= 0 && marked.getValue().get(tensorCount + node))
        .findFirst()
        .map(Map.Entry::getKey);
  }

  /// Returns the number of scanned tensors in the subtree.
  public int scannedCountAt(int node) {
    return node >= 0 && node < scannedAt.length ? scannedAt[node] : 0;
  }

  /// Returns the known problems in the subtree.
  public Set<HealthIssue> issuesAt(int node) {
    return issuesIn(maskAt(node));
  }

  /// Returns the worst known issue in the subtree.
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
