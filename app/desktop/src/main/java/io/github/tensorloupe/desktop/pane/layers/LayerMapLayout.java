package io.github.tensorloupe.desktop.pane.layers;

import module java.base;
import module javafx.graphics;

import io.github.tensorloupe.analysis.layers.LayerPlace;

/// The layout of the places of a layer map, in pixels from the top left corner of the pane.
///
/// @param columns right of the numbers of the layers
/// @param rows below the roles
record LayerMapLayout(Line columns, Line rows) {

  private static final double GAP = 1;

  /// One direction of the map. Places fill the room as far as they do not become too small or too
  /// large; what does not fit is scrolled to.
  ///
  /// @param begin where the places begin
  /// @param room what is left for places
  /// @param cell the length of a place
  /// @param scroll how much of the places is before the room, at most to the end
  record Line(int count, double begin, double room, double cell, double scroll) {

    static final double MIN_WIDTH = 15;
    static final double MIN_HEIGHT = 8;
    private static final double MAX_WIDTH = 80;
    private static final double MAX_HEIGHT = 28;

    Line {
      scroll = Math.clamp(Math.round(scroll), 0, Math.max(0, count * cell - room));
    }

    static Line ofColumns(int count, double begin, double room, double scroll) {
      double cell = Math.clamp(Math.floor(room / count), MIN_WIDTH, MAX_WIDTH);
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

    /// The number of the first one that is wholly beyond the pane.
    int end() {
      return (int) Math.min(count, Math.ceil((scroll + room) / cell));
    }

    /// The index at a point of the pane, or -1.
    private int indexAt(double point) {
      int index = (int) ((point - begin + scroll) / cell);
      return point >= begin && point < begin + room && index < count ? index : -1;
    }

    /// The same scrolled as little as it takes to show a place as a whole.
    private Line showing(int index) {
      return scrolled(Math.min(index * cell, Math.max(scroll, (index + 1) * cell - room)));
    }
  }

  /// The part of the pane that the places are seen in.
  Rectangle2D cells() {
    return new Rectangle2D(columns.begin(), rows.begin(), columns.room(), rows.room());
  }

  Rectangle2D box(LayerPlace place) {
    return new Rectangle2D(
        columns.at(place.column()), rows.at(place.row()), columns.cell() - GAP, rows.cell() - GAP);
  }

  Point2D middleOf(LayerPlace place) {
    Rectangle2D box = box(place);
    return new Point2D(box.getMinX() + box.getWidth() / 2, box.getMinY() + box.getHeight() / 2);
  }

  Optional<LayerPlace> at(double x, double y) {
    return Optional.of(new LayerPlace(rows.indexAt(y), columns.indexAt(x)))
        .filter(place -> place.row() >= 0 && place.column() >= 0);
  }

  LayerMapLayout showing(LayerPlace place) {
    return new LayerMapLayout(columns.showing(place.column()), rows.showing(place.row()));
  }
}
