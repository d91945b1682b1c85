package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.desktop.selection.HealthMarks;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/// Which tensors the filter field asks for. Immutable.
///
/// Words are separated by spaces, and a tensor must fit all of them. `dtype:bf16` fits dtypes that
/// begin so, `shape:768` shapes with such a dimension, `shape:2x3` exactly that shape, `health:nan`
/// and the like values of which the scan has found that, `health:cut` and `health:lost` tensors
/// that are not all in their file; every other word fits names that contain it. Case does not
/// count.
public final class TreeFilter {

  private static final String DTYPE = "dtype:";
  private static final String SHAPE = "shape:";

  /// What stands before a [HealthWord].
  static final String HEALTH = "health:";

  private final List<String> words = new ArrayList<>();
  private final List<Predicate<TensorInfo>> conditions = new ArrayList<>();
  private final List<Set<HealthWord>> health = new ArrayList<>();

  private TreeFilter() {}

  /// The filter for what stands in the filter field.
  public static TreeFilter of(String text) {
    TreeFilter filter = new TreeFilter();
    for (String word : text.strip().split("\\s+")) {
      if (word.toLowerCase(Locale.ROOT).startsWith(HEALTH)) {
        filter.health.add(HealthWord.beginningWith(word.substring(HEALTH.length())));
      } else {
        filter.add(word);
      }
    }
    return filter;
  }

  private void add(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.startsWith(DTYPE)) {
      conditions.add(dtypeCondition(lower.substring(DTYPE.length())));
    } else if (lower.startsWith(SHAPE)) {
      conditions.add(shapeCondition(lower.substring(SHAPE.length())));
    } else if (!word.isEmpty()) {
      words.add(word);
    }
  }

  /// Whether it lets every tensor through.
  public boolean isEmpty() {
    return words.isEmpty() && conditions.isEmpty() && health.isEmpty();
  }

  /// Whether it asks what scans have found.
  public boolean asksForHealth() {
    return !health.isEmpty();
  }

  /// Whether it asks for something that the names do not tell.
  boolean asksForMoreThanNames() {
    return !conditions.isEmpty() || asksForHealth();
  }

  /// What the names of tensors must contain.
  List<String> words() {
    return words;
  }

  /// Whether a tensor fits whose name contains all words.
  ///
  /// @param index of the tensor in the checkpoint
  /// @param marks what is wrong with the values, as far as it is known
  boolean fitsBesideItsName(TensorRef tensor, int index, HealthMarks marks) {
    return fits(tensor.info())
        && health.stream()
            .allMatch(words -> words.stream().anyMatch(word -> word.fits(tensor, index, marks)));
  }

  private boolean fits(TensorInfo tensor) {
    for (Predicate<TensorInfo> condition : conditions) {
      if (!condition.test(tensor)) {
        return false;
      }
    }
    return true;
  }

  private static Predicate<TensorInfo> dtypeCondition(String prefix) {
    return tensor -> spelling(tensor.dtype()).startsWith(prefix);
  }

  private static Predicate<TensorInfo> shapeCondition(String wanted) {
    if (wanted.isEmpty()) {
      return _ -> true;
    }
    String dimensions = wanted.replaceAll("[\\[\\]]", "").replaceAll("[x×,]+", " × ");
    return tensor -> {
      String shape = Figures.shape(tensor.shape());
      return dimensions.contains(" × ")
          ? shape.equals(dimensions)
          : (" × " + shape + " × ").contains(" × " + dimensions + " × ");
    };
  }

  private static String spelling(Dtype dtype) {
    return dtype.name().toLowerCase(Locale.ROOT);
  }
}
