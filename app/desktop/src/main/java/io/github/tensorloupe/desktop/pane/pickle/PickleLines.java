package io.github.tensorloupe.desktop.pane.pickle;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.foreign.pickle.PickleIndex;
import io.github.tensorloupe.foreign.pickle.PickleListing.Line;

/// The instructions of a pickle as a list for a table. An instruction is decoded when it is first
/// shown, from bytes in memory. Belongs to the FX thread.
final class PickleLines extends ObservableListBase<Line> {

  private static final int MAX_PAGES = 8;

  private final PickleIndex index;
  private final SequencedMap<Integer, List<Line>> pages = new LinkedHashMap<>();

  PickleLines(PickleIndex index) {
    this.index = index;
  }

  @Override
  public Line get(int line) {
    Objects.checkIndex(line, size());
    return page(line / PickleIndex.PAGE_LINES).get(line % PickleIndex.PAGE_LINES);
  }

  private List<Line> page(int number) {
    List<Line> page = pages.get(number);
    if (page == null) {
      try {
        page = index.page(number);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (pages.size() == MAX_PAGES) {
        pages.pollFirstEntry();
      }
      pages.put(number, page);
    }
    return page;
  }

  @Override
  public int size() {
    return index.count();
  }
}
