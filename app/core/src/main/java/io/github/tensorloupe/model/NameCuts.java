package io.github.tensorloupe.model;

import module java.base;

/// The places where sorted names are cut into labels: at every dot, and at those underscores behind
/// which names part ways if most of them are flattened.
///
/// Adapters of diffusion models write the whole path of a module with underscores into the first
/// part of a name, as `lora_unet_down_blocks_0_attentions_1_proj_in.alpha`. Cut at dots alone, such
/// names are hundreds of long labels on one level. An underscore by itself says nothing, since it
/// stands in the names of modules too: one is a cut where several names go on otherwise behind it.
record NameCuts(int[][] underscores) {

  /// A first part that is longer than this does not fit into a row.
  private static final int LONG = 24;

  private static final int MIN_UNDERSCORES = 4;

  /// Groups of less than this are no help, and every group takes a level.
  private static final int MIN_GROUP = 5;

  private static final int[] NONE = {};

  /// Names that share all up to an underscore.
  ///
  /// @param first of them in order
  private record Shared(int underscore, int first) {}

  static NameCuts of(List<String> names, NameSort.Order order) {
    long flattened = names.stream().filter(NameCuts::isFlattened).count();
    return new NameCuts(2 * flattened > names.size() ? underscores(names, order) : new int[0][]);
  }

  private static boolean isFlattened(String name) {
    int end = firstEnd(name);
    return end > LONG
        && name.chars().limit(end).filter(each -> each == '_').count() >= MIN_UNDERSCORES;
  }

  private static int firstEnd(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name.length() : dot;
  }

  /// Of each name in order its cuts at underscores, in ascending order.
  private static int[][] underscores(List<String> names, NameSort.Order order) {
    int count = names.size();
    int[] modules = modules(names, order);
    int[][] underscores = new int[count][];
    Arrays.fill(underscores, NONE);
    Deque<Shared> open = new ArrayDeque<>();
    for (int i = 1; i <= count; i++) {
      int underscore =
          i < count ? parting(names.get(order.indexes()[i]), order.commonLengths()[i]) : -1;
      int first = i - 1;
      while (!open.isEmpty() && open.peek().underscore > underscore) {
        Shared ended = open.pop();
        first = ended.first;
        if (modules[i - 1] - modules[first] + 1 >= MIN_GROUP) {
          cut(underscores, ended, i);
        }
      }
      if (underscore >= 0 && (open.isEmpty() || open.peek().underscore < underscore)) {
        open.push(new Shared(underscore, first));
      }
    }
    return underscores;
  }

  /// Each name's number of its first part, counted in order.
  private static int[] modules(List<String> names, NameSort.Order order) {
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

  /// The last underscore in the first part of a name that it shares with the one before, or -1.
  private static int parting(String name, int common) {
    int at = name.lastIndexOf('_', Math.min(common, firstEnd(name)) - 1);
    // No label is empty.
    while (at > 0 && name.charAt(at - 1) == '_') {
      at--;
    }
    return at > 0 ? at : -1;
  }

  /// Longer beginnings end before shorter ones.
  private static void cut(int[][] underscores, Shared shared, int end) {
    for (int i = shared.first; i < end; i++) {
      int[] longer = underscores[i];
      underscores[i] = new int[longer.length + 1];
      underscores[i][0] = shared.underscore;
      System.arraycopy(longer, 0, underscores[i], 1, longer.length);
    }
  }

  /// The first cut of a name that is not before a place, or -1.
  ///
  /// @param i the number of the name in order
  int next(int i, String name, int from) {
    for (int underscore : of(i)) {
      if (underscore >= from) {
        return underscore;
      }
    }
    return name.indexOf('.', from);
  }

  /// True if a name is cut at a place.
  ///
  /// @param i the number of the name in order
  boolean isAt(int i, String name, int at) {
    return at < name.length() && (name.charAt(at) == '.' || Arrays.binarySearch(of(i), at) >= 0);
  }

  private int[] of(int i) {
    return underscores.length == 0 ? NONE : underscores[i];
  }
}
