package io.github.tensorloupe.desktop.pane.heatmap;

/// One direction of the picture: how large its elements are and which of them are seen. Lengths are
/// pixels of the screen. Immutable.
///
/// Either some elements share a pixel or an element takes some pixels; one of the two is 1.
///
/// @param cells how many elements there are, at least 1
/// @param room how much of the screen there is, at least 1
/// @param pooled how many elements share a pixel of the picture
/// @param magnified how many pixels of the screen a pixel of the picture takes
/// @param scroll how much of the picture lies before the room; 0 where all of it fits
record ViewAxis(long cells, int room, long pooled, int magnified, long scroll) {

  /// The largest size of an element.
  static final int MOST_MAGNIFIED = 64;

  ViewAxis {
    scroll = Math.clamp(scroll, 0, Math.max(0, Math.ceilDiv(cells, pooled) * magnified - room));
  }

  /// All of it, as large as fits.
  static ViewAxis fitting(long cells, int room) {
    return new ViewAxis(
        cells,
        room,
        Math.max(1, Math.ceilDiv(cells, room)),
        Math.clamp(room / cells, 1, MOST_MAGNIFIED),
        0);
  }

  /// The length of the picture in its own pixels.
  long pixels() {
    return Math.ceilDiv(cells, pooled);
  }

  private long length() {
    return pixels() * magnified;
  }

  /// Where the picture begins, from the beginning of the room; a small one is in the middle.
  long origin() {
    return length() < room ? (room - length()) / 2 : -scroll;
  }

  /// The pixel of the picture at a place of the room, or -1.
  long pixelAt(double place) {
    double inside = Math.floor(place) - origin();
    return inside < 0 || inside >= length() ? -1 : (long) inside / magnified;
  }

  /// The first pixel that is seen.
  long firstVisible() {
    return Math.max(0, -origin()) / magnified;
  }

  /// How many pixels are seen, at least in part.
  int visibleCount() {
    long end = Math.min(pixels(), Math.ceilDiv(room - origin(), magnified));
    return (int) (end - firstVisible());
  }

  /// The pixel of an element.
  long pixelOf(long cell) {
    return cell / pooled;
  }

  ViewAxis inRoom(int newRoom) {
    return new ViewAxis(cells, newRoom, pooled, magnified, scroll);
  }

  /// The same, moved towards the end of the picture.
  ViewAxis moved(long distance) {
    return new ViewAxis(cells, room, pooled, magnified, scroll + distance);
  }

  /// One step nearer; what is at a place stays there.
  ViewAxis nearer(double place) {
    return pooled > 1
        ? sized(ZoomSteps.below(pooled), 1, place)
        : sized(1, Math.min(MOST_MAGNIFIED, ZoomSteps.above(magnified)), place);
  }

  /// One step further away.
  ///
  /// @param mostPooled how far at most
  ViewAxis further(double place, long mostPooled) {
    return magnified > 1
        ? sized(1, ZoomSteps.below(magnified), place)
        : sized(Math.clamp(ZoomSteps.above(pooled), 1, Math.max(pooled, mostPooled)), 1, place);
  }

  /// With other sizes; what is at a place stays there.
  ViewAxis sized(long newPooled, long newMagnified, double place) {
    double cell = (place - origin()) / magnified * pooled;
    double newScroll = cell / newPooled * newMagnified - place;
    return new ViewAxis(cells, room, newPooled, (int) newMagnified, Math.round(newScroll));
  }

  /// The same, moved so that an element is seen; in the middle if it was not.
  ViewAxis showing(long cell) {
    long begin = pixelOf(cell) * magnified + origin();
    return begin >= 0 && begin + magnified <= room
        ? this
        : new ViewAxis(
            cells, room, pooled, magnified, pixelOf(cell) * magnified - (room - magnified) / 2);
  }
}
