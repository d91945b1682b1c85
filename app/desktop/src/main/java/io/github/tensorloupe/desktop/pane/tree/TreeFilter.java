package io.github.tensorloupe.desktop.pane.tree;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.control.names.NameSearch;
import io.github.tensorloupe.desktop.control.names.NameSearch.Labels;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.pane.tree.HealthCell.Presence;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.HealthMarks;
import io.github.tensorloupe.desktop.selection.figures.FigureCondition;
import io.github.tensorloupe.desktop.selection.figures.FigureValues;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Spelled;
import io.github.tensorloupe.work.Cancellation;

/// The filter for tensors, parsed from the filter field. Immutable.
///
/// Words are separated by spaces, and a tensor must match all of them. `dtype:bf16` matches dtypes
/// with this prefix, `shape:768` shapes with this dimension, and `shape:2x3` exactly this shape;
/// for joined tensors, the dtype and shape in their row match too. `health:nan` and similar words
/// match tensors with such scan results, and `health:cut` and `health:lost` tensors that are not
/// completely in their file. `std>1` and similar conditions match tensors by their figures
/// ([FigureCondition]). Every other word matches names that contain it. Case is ignored.
public final class TreeFilter {

  private static final String DTYPE = "dtype:";
  private static final String SHAPE = "shape:";

  /// The prefix of a [HealthWord].
  static final String HEALTH = "health:";

  private final List<String> words = new ArrayList<>();
  private final List<Condition> conditions = new ArrayList<>();
  private boolean needsHealth;
  private boolean needsFigures;

  private interface Condition {

    /// @param index the index of the tensor in the checkpoint
    boolean isMet(TensorRef tensor, int index, Scanned scanned);

    /// Returns whether a tensor that is in none of the open files matches, of which only the name
    /// is known.
    default boolean isMetByAbsent() {
      return false;
    }
  }

  private record HealthCondition(Set<HealthWord> words) implements Condition {

    @Override
    public boolean isMet(TensorRef tensor, int index, Scanned scanned) {
      return words.stream().anyMatch(each -> each.fits(tensor, index, scanned.marks()));
    }

    @Override
    public boolean isMetByAbsent() {
      return words.contains(HealthWord.LOST) || words.contains(HealthWord.BAD);
    }
  }

  /// The scan results so far.
  ///
  /// @param marks the problems of values
  /// @param values returns the figures of a tensor by its index in the checkpoint
  /// @param joined the tensors that belong together
  record Scanned(HealthMarks marks, IntFunction<FigureValues> values, JoinedTensorRows joined) {}

  private TreeFilter() {}

  public static TreeFilter of(String text) {
    TreeFilter filter = new TreeFilter();
    for (String word : text.strip().split("\\s+")) {
      filter.add(word);
    }
    return filter;
  }

  /// Returns the text that matches the tensors of a group; empty if no word expresses it.
  static Optional<String> ofGroup(NameTree tree, int node) {
    if (!tree.isGroup(node)) {
      return Optional.empty();
    }
    String group = tree.path(node);
    String child = tree.path(node + 1);
    // Includes the separator, so that `layers.1` does not match `layers.10`.
    String text = child.substring(0, Math.min(child.length(), group.length() + 1));
    boolean isWord = text.startsWith(group) && text.chars().noneMatch(Character::isWhitespace);
    return isWord ? Optional.of(text) : Optional.empty();
  }

  private void add(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.startsWith(DTYPE)) {
      String prefix = lower.substring(DTYPE.length()).toUpperCase(Locale.ROOT);
      conditions.add(
          (tensor, index, scanned) ->
              tensor.info().dtype().name().startsWith(prefix)
                  || scanned.joined().ofTensor(index).filter(it -> begins(it, prefix)).isPresent());
    } else if (lower.startsWith(SHAPE)) {
      Predicate<Shape> condition = shapeCondition(lower.substring(SHAPE.length()));
      conditions.add(
          (tensor, index, scanned) ->
              condition.test(tensor.info().shape())
                  || scanned
                      .joined()
                      .ofTensor(index)
                      .flatMap(TensorUnit::shape)
                      .filter(condition)
                      .isPresent());
    } else if (lower.startsWith(HEALTH)) {
      conditions.add(
          new HealthCondition(HealthWord.beginningWith(lower.substring(HEALTH.length()))));
      needsHealth = true;
    } else if (FigureCondition.of(word).isPresent()) {
      FigureCondition condition = FigureCondition.of(word).get();
      conditions.add((_, index, scanned) -> condition.isMet(scanned.values().apply(index)));
      needsFigures |= condition.bound().isPresent();
    } else if (!word.isEmpty()) {
      words.add(word);
    }
  }

  /// Returns whether every tensor matches.
  public boolean isEmpty() {
    return words.isEmpty() && conditions.isEmpty();
  }

  /// Returns whether the filter depends on scan results.
  public boolean needsHealth() {
    return needsHealth;
  }

  /// Returns whether the filter depends on figures of values.
  public boolean needsFigures() {
    return needsFigures;
  }

  private static boolean begins(TensorUnit joined, String prefix) {
    return joined.dtype().toString().toUpperCase(Locale.ROOT).startsWith(prefix);
  }

  private static Predicate<Shape> shapeCondition(String wanted) {
    if (wanted.isEmpty()) {
      return _ -> true;
    }
    String dimensions = wanted.replaceAll("[\\[\\]]", "").replaceAll("[x×,]+", " × ");
    return shape -> {
      String shown =
          shape.rank() == 0
              ? "scalar"
              : IntStream.range(0, shape.rank())
                  .mapToObj(axis -> Long.toUnsignedString(shape.dimension(axis)))
                  .collect(Collectors.joining(" × "));
      return dimensions.contains(" × ")
          ? shown.equals(dimensions)
          : (" × " + shown + " × ").contains(" × " + dimensions + " × ");
    };
  }

  enum HealthWord implements Spelled {
    NAN(HealthIssue.NAN),
    INF(HealthIssue.INF),
    HOLE(HealthIssue.ZERO_PAGES),
    ZERO(HealthIssue.ALL_ZERO, HealthIssue.INITIAL_ZEROS),
    CONSTANT(HealthIssue.CONSTANT, HealthIssue.INITIAL_ONES),
    BOOL(HealthIssue.INVALID_BOOL),
    ROWS(HealthIssue.EQUAL_ROWS),
    /// All values are the usual initial value for tensors of this name, which may be intended.
    INITIAL(HealthIssue.INITIAL_ZEROS, HealthIssue.INITIAL_ONES),
    /// Only the first bytes are in the file.
    CUT,
    /// None of the bytes are in the file.
    LOST,
    /// Has a problem, or is not completely in the file.
    BAD,
    /// Differs from its siblings, which may be intended.
    OUTLIER,
    /// Completely in the file, scanned, and without problems.
    OK,
    UNKNOWN;

    private final Set<HealthIssue> issues;

    HealthWord(HealthIssue... issues) {
      this.issues = Set.of(issues);
    }

    /// Returns the words with this prefix, ignoring case.
    static Set<HealthWord> beginningWith(String typed) {
      Set<HealthWord> words = EnumSet.allOf(HealthWord.class);
      words.removeIf(word -> !word.name().startsWith(typed.toUpperCase(Locale.ROOT)));
      return words;
    }

    /// @param index the index of the tensor in the checkpoint
    boolean fits(TensorRef tensor, int index, HealthMarks marks) {
      return switch (this) {
        case CUT -> Presence.of(tensor) == Presence.CUT;
        case LOST -> Presence.of(tensor) == Presence.MISSING;
        case BAD -> marks.hasProblem(index) || !isWhole(tensor);
        case OUTLIER -> marks.isOutlier(index);
        case OK -> marks.isScanned(index) && !marks.hasProblem(index) && isWhole(tensor);
        case UNKNOWN -> !marks.isScanned(index);
        case NAN, INF, HOLE, ZERO, CONSTANT, BOOL, ROWS, INITIAL ->
            marks.issues(index).stream().anyMatch(issues::contains);
      };
    }

    private static boolean isWhole(TensorRef tensor) {
      return Presence.of(tensor) == Presence.WHOLE;
    }
  }

  /// @param count the number of matching tensors, without absent ones
  /// @param nodes the nodes of matching tensors and their ancestor groups; must not be modified
  record Matches(int count, BitSet nodes) {

    /// @throws java.util.concurrent.CancellationException if cancelled
    static Matches of(
        FileDocument open,
        Labels labels,
        TreeFilter filter,
        Scanned scanned,
        Cancellation cancellation) {
      NameTree tree = open.tree();
      NameSearch names = new NameSearch(tree, labels, filter.words);
      List<TensorRef> tensors = open.checkpoint().tensors();
      BitSet nodes = new BitSet(tree.size());
      int count = 0;
      // Groups have lower numbers than their descendants.
      for (int node = 0; node < tree.size(); node++) {
        if (node % 4096 == 0) {
          cancellation.check();
        }
        boolean named = names.next(node);
        int tensor = tree.tensor(node);
        if (named
            && tensor != NameTree.NO_TENSOR
            && filter.conditions.stream()
                .allMatch(each -> each.isMet(tensors.get(tensor), tensor, scanned))) {
          tree.markWithGroups(nodes, node);
          count++;
        } else if (named
            && tree.absent(node).isPresent()
            && filter.conditions.stream().allMatch(Condition::isMetByAbsent)) {
          tree.markWithGroups(nodes, node);
        }
      }
      return new Matches(count, nodes);
    }
  }
}
