package io.github.tensorloupe.desktop.control.layermap;

import module java.base;
import module javafx.graphics;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.desktop.control.canvas.Glyphs;

/// The layout of the places of a layer map, in pixels from the top left corner of the pane.
///
/// @param columns to the right of the layer numbers
/// @param rows below the column names
record LayerMapLayout(Line columns, Line rows, LabelRoom labels) {

  private static final double GAP = 1;

  /// The space for labels around the places.
  ///
  /// @param left for the layer numbers and the title above them
  /// @param top for the title and the column names
  /// @param right for names that extend beyond the last column
  /// @param tilted true if the names are tilted, false if they are horizontal above their columns
  /// @param grouped true if names are above groups of adjacent columns
  /// @param characters number of visible characters of a name
  /// @param longest the length of the longest name with a gap, in pixels
  /// @param minColumnWidth the minimum width of a column
  /// @param lineHeight of the labels
  record LabelRoom(
      double left,
      double top,
      double right,
      boolean tilted,
      boolean grouped,
      int characters,
      double longest,
      double minColumnWidth,
      double lineHeight) {

    static final double GAP = 5;

    /// More tilted names are not readable.
    private static final int MAX_TILTED = 16;

    private static final double SLOPE = Math.sqrt(0.5);
    private static final double MAX_TOP_PART = 0.42;

    /// At 900 × 600 with text of 20 px, the map has seven rows instead of five.
    private static final double HEIGHT_FOR_TITLE = 110;

    private static final double MAX_RIGHT_PART = 0.3;

    /// @param names of the columns, not shortened
    /// @param leftCharacters length of the longest text to the left of the places
    /// @param width of the pane
    /// @param height of the pane
    /// @param rowCount the number of layers
    /// @param numbers true if the names are consecutive numbers, some of which may be omitted
    static LabelRoom of(
        List<String> names,
        boolean numbers,
        int leftCharacters,
        int rowCount,
        Glyphs glyphs,
        double width,
        double height) {
      double line = glyphs.height();
      double left = Math.ceil(leftCharacters * glyphs.width() + 2 * GAP);
      int longest = names.stream().mapToInt(String::length).max().orElse(0);
      // The title has a separate line if that takes little space from the places.
      double titled = height < HEIGHT_FOR_TITLE ? 1 : 2;
      double flat = Math.ceil(titled * line + 2 * GAP);
      double length = longest * glyphs.width() + GAP;
      if (numbers || length <= cell(names, width - left, 0)) {
        double narrow = numbers ? Line.MIN_HEIGHT : Line.MIN_WIDTH;
        double right = numbers ? Math.ceil(length / 2) : 0;
        return new LabelRoom(left, flat, right, false, false, longest, length, narrow, line);
      }
      double minLength = Math.max(Line.MIN_WIDTH, Math.ceil(line));
      double spare = height - rowCount * Line.MAX_HEIGHT;
      double maxTop = Math.max(flat, Math.max(MAX_TOP_PART * height, spare));
      double maxLength =
          Math.min(
              (maxTop - 2 * GAP) / SLOPE - line,
              MAX_RIGHT_PART * (width - left) / SLOPE + minLength);
      int characters = Math.clamp((long) (maxLength / glyphs.width()), 1, Math.max(1, longest));
      double uprightWidth = cell(names, width - left, 0) - GAP;
      if (uprightWidth >= (characters + 1) * glyphs.width()) {
        // In a low pane, more of a name fits above wide columns than in tilted names.
        int fitting = (int) (uprightWidth / glyphs.width());
        length = fitting * glyphs.width() + GAP;
        return new LabelRoom(left, flat, 0, false, false, fitting, length, Line.MIN_WIDTH, line);
      }
      if (names.size() > MAX_TILTED) {
        return new LabelRoom(left, flat, 0, false, true, longest, length, Line.MIN_WIDTH, line);
      }
      double top = Math.max(flat, (characters * glyphs.width() + line) * SLOPE + 2 * GAP);
      double right = 0;
      // The second pass uses the narrower columns that result from the first one.
      for (int i = 0; i < 2; i++) {
        double cell = cell(names, width - left - right, minLength);
        right = 0;
        for (int column = 0; column < names.size(); column++) {
          double textWidth = Math.min(names.get(column).length(), characters) * glyphs.width();
          double past = (textWidth + line / 2) * SLOPE - (names.size() - column - 0.5) * cell;
          right = Math.max(right, Math.ceil(past));
        }
      }
      return new LabelRoom(
          left, Math.ceil(top), right, true, false, characters, length, minLength, line);
    }

    private static double cell(List<String> names, double room, double minLength) {
      return Line.ofColumns(names.size(), 0, room, minLength, 0).cell();
    }
  }

  /// The columns or the rows of the map. Places fill the available space within their minimum and
  /// maximum size; the others are reached by scrolling.
  ///
  /// @param begin position of the first place
  /// @param room space for places
  /// @param cell the length of a place
  /// @param scroll scroll offset, limited to the end of the places
  record Line(int count, double begin, double room, double cell, double scroll) {

    static final double MIN_WIDTH = 15;
    static final double MIN_HEIGHT = 8;
    static final double MAX_HEIGHT = 28;
    private static final double MAX_WIDTH = 80;

    Line {
      scroll = Math.clamp(Math.round(scroll), 0, Math.max(0, count * cell - room));
    }

    static Line ofColumns(int count, double begin, double room, double minLength, double scroll) {
      double cell = Math.clamp(Math.floor(room / count), minLength, Math.max(minLength, MAX_WIDTH));
      return new Line(count, begin, room, cell, scroll);
    }

    static Line ofRows(int count, double begin, double room, double scroll) {
      double cell = Math.clamp(Math.floor(room / count), MIN_HEIGHT, MAX_HEIGHT);
      return new Line(count, begin, room, cell, scroll);
    }

    Line scrolled(double to) {
      return new Line(count, begin, room, cell, to);
    }

    double maxScroll() {
      return Math.max(0, count * cell - room);
    }

    double at(int index) {
      return begin + index * cell - scroll;
    }

    int first() {
      return (int) (scroll / cell);
    }

    /// Returns the index of the first place that is completely beyond the pane.
    int end() {
      return (int) Math.min(count, Math.ceil((scroll + room) / cell));
    }

    /// Returns the interval at which labels of this length fit.
    int labelStep(double label) {
      return Math.max(1, (int) Math.ceil(label / cell));
    }

    /// @param emphasized the index that always has a label, which suppresses labels near it; -1 for
    ///   none
    private boolean isLabeled(int index, int emphasized, double label) {
      int step = labelStep(label);
      boolean isNear = emphasized >= 0 && Math.abs(emphasized - index) < step;
      return index == emphasized || index % step == 0 && !isNear;
    }

    /// Returns the index at a position in the pane, or -1.
    private int indexAt(double point) {
      int index = (int) ((point - begin + scroll) / cell);
      return point >= begin && point < begin + room && index < count ? index : -1;
    }

    /// Returns a copy that is scrolled just far enough to show a place completely.
    private Line showing(int index) {
      return scrolled(Math.min(index * cell, Math.max(scroll, (index + 1) * cell - room)));
    }
  }

  /// Returns the visible area of the places.
  Rectangle2D cells() {
    return new Rectangle2D(columns.begin(), rows.begin(), columns.room(), rows.room());
  }

  Rectangle2D box(LayerCell place) {
    return new Rectangle2D(
        columns.at(place.column()), rows.at(place.row()), columns.cell() - GAP, rows.cell() - GAP);
  }

  Point2D middleOf(LayerCell place) {
    Rectangle2D box = box(place);
    return new Point2D(box.getMinX() + box.getWidth() / 2, box.getMinY() + box.getHeight() / 2);
  }

  /// Returns true if there is space for the number of a layer.
  ///
  /// @param emphasized the row whose number is emphasized, which suppresses numbers near it; -1 for
  ///   none
  boolean isNumbered(int row, int emphasized) {
    return rows.isLabeled(row, emphasized, labels.lineHeight());
  }

  /// Returns true if there is space for the whole name of a column.
  boolean isNamed(int column, int emphasized) {
    double begin = middleOf(new LayerCell(0, column)).getX() - labels.longest() / 2;
    return labels.tilted()
        || columns.isLabeled(column, emphasized, labels.longest())
            && begin >= columns.begin() - LabelRoom.GAP;
  }

  Optional<LayerCell> at(double x, double y) {
    return Optional.of(new LayerCell(rows.indexAt(y), columns.indexAt(x)))
        .filter(place -> place.row() >= 0 && place.column() >= 0);
  }

  LayerMapLayout showing(LayerCell place) {
    return new LayerMapLayout(columns.showing(place.column()), rows.showing(place.row()), labels);
  }
}
