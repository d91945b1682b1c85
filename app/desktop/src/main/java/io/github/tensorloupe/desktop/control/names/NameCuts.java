package io.github.tensorloupe.desktop.control.names;

import module java.base;

import io.github.tensorloupe.model.NaturalOrder;

/// The positions at which sorted names are split into labels: at every dot; if most names have no
/// dot, also at every colon and slash; if most names are flattened, also at underscores after which
/// names diverge; otherwise, for names without dots, at such underscores next to a number.
///
/// Adapters of diffusion models write the whole path of a module with underscores into the first
/// part of a name, such as `lora_unet_down_blocks_0_attentions_1_proj_in.alpha`. Split at dots
/// only, such names would be hundreds of long labels on one level. Module names contain underscores
/// too, so an underscore is a cut only if several names diverge after it. In short names such as
/// `w_a_000`, only numbers are split off.
///
/// @param isDotless true if most names have no dot
/// @param underscores the cuts of each name at underscores, in ascending order; empty if there are
///   none
record NameCuts(boolean isDotless, int[][] underscores) {

  /// A longer first part does not fit into a row.
  private static final int LONG = 24;

  private static final int MIN_UNDERSCORES = 4;

  /// Smaller groups are not worth an additional level.
  private static final int MIN_GROUP = 5;

  /// The minimum for names that differ by a number.
  private static final int MIN_NUMBERED = 3;

  private static final int[] NONE = {};

  /// Names that share a prefix up to an underscore.
  ///
  /// @param first index of the first of them in sorted order
  private record Shared(int underscore, int first) {}

  static NameCuts of(List<String> names, NameSort.Order order) {
    long dotless = names.stream().filter(name -> name.indexOf('.') < 0).count();
    NameCuts hard = new NameCuts(2 * dotless > names.size(), new int[0][]);
    long flattened = names.stream().filter(hard::isFlattened).count();
    boolean anywhere = 2 * flattened > names.size();
    return anywhere || hard.isDotless
        ? new NameCuts(hard.isDotless, hard.underscores(names, order, anywhere))
        : hard;
  }

  static boolean isSeparator(char character) {
    return switch (character) {
      case '.', ':', '/', '_' -> true;
      default -> false;
    };
  }

  private boolean isFlattened(String name) {
    int end = firstEnd(name);
    return end > LONG
        && name.chars().limit(end).filter(each -> each == '_').count() >= MIN_UNDERSCORES;
  }

  private int firstEnd(String name) {
    int end = nextHard(name, 0);
    return end < 0 ? name.length() : end;
  }

  /// Returns the first cut at or after a position that does not depend on other names, or -1.
  private int nextHard(String name, int from) {
    if (!isDotless) {
      return name.indexOf('.', from);
    }
    int at = from;
    while (at < name.length() && !isHard(name.charAt(at))) {
      at++;
    }
    return at < name.length() ? at : -1;
  }

  private boolean isHard(char character) {
    return character == '.' || isDotless && (character == ':' || character == '/');
  }

  /// Returns the cuts of each sorted name at underscores, in ascending order.
  ///
  /// @param anywhere false for only the underscores next to a number
  private int[][] underscores(List<String> names, NameSort.Order order, boolean anywhere) {
    int count = names.size();
    int[] modules = modules(names, order);
    int[][] underscores = new int[count][];
    Arrays.fill(underscores, NONE);
    int smallest = anywhere ? MIN_GROUP : MIN_NUMBERED;
    Deque<Shared> open = new ArrayDeque<>();
    for (int i = 1; i <= count; i++) {
      int underscore =
          i < count
              ? parting(names.get(order.indexes()[i]), order.commonLengths()[i], anywhere)
              : -1;
      int first = i - 1;
      while (!open.isEmpty() && open.peek().underscore > underscore) {
        Shared ended = open.pop();
        first = ended.first;
        if (modules[i - 1] - modules[first] + 1 >= smallest) {
          cut(underscores, ended, i);
        }
      }
      if (underscore >= 0 && (open.isEmpty() || open.peek().underscore < underscore)) {
        open.push(new Shared(underscore, first));
      }
    }
    return underscores;
  }

  /// Numbers the distinct first parts in sorted order.
  private int[] modules(List<String> names, NameSort.Order order) {
    int[] modules = new int[names.size()];
    int endBefore = -1;
    for (int i = 0; i < modules.length; i++) {
      int end = firstEnd(names.get(order.indexes()[i]));
      boolean same = end == endBefore && order.commonLengths()[i] >= end;
      modules[i] = i == 0 ? 0 : modules[i - 1] + (same ? 0 : 1);
      endBefore = end;
    }
    return modules;
  }

  /// Returns the last underscore in the first part of a name that it shares with its predecessor,
  /// or -1.
  private int parting(String name, int common, boolean anywhere) {
    int end = firstEnd(name);
    int at = name.lastIndexOf('_', Math.min(common, end) - 1);
    while (at > 0 && !anywhere && !isNextToNumber(name, at, end)) {
      at = name.lastIndexOf('_', at - 1);
    }
    // Labels must not be empty.
    while (at > 0 && name.charAt(at - 1) == '_') {
      at--;
    }
    return at > 0 ? at : -1;
  }

  private static boolean isNextToNumber(String name, int at, int end) {
    int after = at + 1;
    while (after < end && NaturalOrder.isDigit(name.charAt(after))) {
      after++;
    }
    int before = at - 1;
    while (before >= 0 && NaturalOrder.isDigit(name.charAt(before))) {
      before--;
    }
    return after > at + 1 && (after == end || name.charAt(after) == '_')
        || before < at - 1 && before > 0 && name.charAt(before) == '_';
  }

  /// Longer prefixes end before shorter ones, so that cuts are added in descending order.
  private static void cut(int[][] underscores, Shared shared, int end) {
    for (int i = shared.first; i < end; i++) {
      int[] longer = underscores[i];
      underscores[i] = new int[longer.length + 1];
      underscores[i][0] = shared.underscore;
      System.arraycopy(longer, 0, underscores[i], 1, longer.length);
    }
  }

  /// Returns the first cut of a name at or after a position, or -1.
  ///
  /// @param i index of the name in sorted order
  int next(int i, String name, int from) {
    for (int underscore : of(i)) {
      if (underscore >= from) {
        return underscore;
      }
    }
    return nextHard(name, from);
  }

  /// Returns true if a name is cut at a position.
  ///
  /// @param i index of the name in sorted order
  boolean isAt(int i, String name, int at) {
    return at < name.length() && (isHard(name.charAt(at)) || Arrays.binarySearch(of(i), at) >= 0);
  }

  private int[] of(int i) {
    return underscores.length == 0 ? NONE : underscores[i];
  }
}
