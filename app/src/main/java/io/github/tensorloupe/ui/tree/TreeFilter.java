package io.github.tensorloupe.ui.tree;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.ui.selection.HealthMarks;
import io.github.tensorloupe.ui.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/// Which tensors the filter field asks for. Immutable.
///
/// Words are separated by spaces, and a tensor must fit all of them. `dtype:bf16` fits dtypes that
/// begin so, `shape:768` shapes with such a dimension, `shape:2x3` exactly that shape, `health:nan`
/// and the like values of which the scan has found that; every other word fits names that contain
/// it. Case does not count.
public final class TreeFilter {

  private static final String HEALTH = "health:";

  private final List<Predicate<TensorInfo>> conditions = new ArrayList<>();
  private final List<Set<HealthWord>> health = new ArrayList<>();

  private TreeFilter() {}

  /// The filter for what stands in the filter field.
  public static TreeFilter of(String text) {
    TreeFilter filter = new TreeFilter();
    for (String word : text.strip().split("\\s+")) {
      if (word.toLowerCase(Locale.ROOT).startsWith(HEALTH)) {
        filter.health.add(HealthWord.beginningWith(word.substring(HEALTH.length())));
      } else if (!word.isEmpty()) {
        filter.conditions.add(condition(word));
      }
    }
    return filter;
  }

  /// Whether it lets every tensor through.
  public boolean isEmpty() {
    return conditions.isEmpty() && health.isEmpty();
  }

  /// Whether it asks what scans have found.
  public boolean asksForHealth() {
    return !health.isEmpty();
  }

  /// Whether a tensor fits.
  ///
  /// @param index of the tensor in the checkpoint
  /// @param marks what is wrong with the values, as far as it is known
  public boolean matches(TensorInfo tensor, int index, HealthMarks marks) {
    return matches(tensor)
        && health.stream()
            .allMatch(words -> words.stream().anyMatch(word -> word.fits(marks, index)));
  }

  private boolean matches(TensorInfo tensor) {
    for (Predicate<TensorInfo> condition : conditions) {
      if (!condition.test(tensor)) {
        return false;
      }
    }
    return true;
  }

  private static Predicate<TensorInfo> condition(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.startsWith("dtype:")) {
      return dtypeCondition(lower.substring("dtype:".length()));
    }
    if (lower.startsWith("shape:")) {
      return shapeCondition(lower.substring("shape:".length()));
    }
    return tensor -> containsIgnoringCase(tensor.name(), word);
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

  private static boolean containsIgnoringCase(String text, String word) {
    int last = text.length() - word.length();
    for (int at = 0; at <= last; at++) {
      if (text.regionMatches(true, at, word, 0, word.length())) {
        return true;
      }
    }
    return false;
  }
}
