package io.github.tensorloupe.desktop.pane.palette;

import io.github.tensorloupe.format.DisplayText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// A text as it fits into a row, in runs of letters that were looked for and of others.
record ShownName(List<Run> runs) {

  /// @param found whether these letters were looked for
  record Run(String text, boolean found) {}

  private static final String GAP = "…";

  /// Leaves out the middle of what is too long: beginning and end of a name tell the most.
  ///
  /// @param limit of characters
  static ShownName of(String text, BitSet letters, int limit) {
    if (text.codePoints().anyMatch(DisplayText::isUnfit)) {
      return new ShownName(List.of(new Run(DisplayText.of(text, limit), false)));
    }
    if (text.length() <= limit) {
      return new ShownName(runs(text, letters, 0, text.length()));
    }
    int head = limit / 3;
    int tail = text.length() - (limit - head - 1);
    List<Run> runs = new ArrayList<>(runs(text, letters, 0, head));
    runs.add(new Run(GAP, false));
    runs.addAll(runs(text, letters, tail, text.length()));
    return new ShownName(runs);
  }

  private static List<Run> runs(String text, BitSet letters, int begin, int end) {
    List<Run> runs = new ArrayList<>();
    for (int at = begin; at < end; ) {
      boolean found = letters.get(at);
      int next = found ? letters.nextClearBit(at) : letters.nextSetBit(at);
      int stop = next < 0 ? end : Math.min(next, end);
      runs.add(new Run(text.substring(at, stop), found));
      at = stop;
    }
    return runs;
  }
}
