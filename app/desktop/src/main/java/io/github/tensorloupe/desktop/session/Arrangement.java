package io.github.tensorloupe.desktop.session;

import module java.base;

/// The layout of a window.
///
/// @param treeWidth width of the tensor tree, in unscaled pixels
/// @param panesShare share of the height of the panes above the bytes, from 0 to 1
/// @param metadataShare the same share for the metadata pane
/// @param bytesShown by pane id, true if the bytes are shown below the pane; contains only panes
///   for which the user has chosen. [#OTHER_PANES] applies to all others
/// @param fileMapShown true if the file map is shown
/// @param tables by table id
/// @param librarySort the name of the sort order of the start page
/// @param sidePanes names of the panes next to the tabs, from left to right
public record Arrangement(
    Optional<Double> treeWidth,
    Optional<Double> panesShare,
    Optional<Double> metadataShare,
    Map<String, Boolean> bytesShown,
    boolean fileMapShown,
    Map<String, TableLayout> tables,
    Optional<String> librarySort,
    List<String> sidePanes) {

  /// Earlier versions stored one choice for all panes.
  public static final String OTHER_PANES = "*";

  public static final Arrangement DEFAULT =
      new Arrangement(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          true,
          Map.of(),
          Optional.empty(),
          List.of());

  public Arrangement {
    requireWithin(treeWidth, 1, 1e6);
    requireWithin(panesShare, 0, 1);
    requireWithin(metadataShare, 0, 1);
    bytesShown = Map.copyOf(bytesShown);
    tables = Map.copyOf(tables);
    sidePanes = List.copyOf(sidePanes);
  }

  private static void requireWithin(Optional<Double> value, double min, double max) {
    if (value.filter(each -> !(each >= min && each <= max)).isPresent()) {
      throw new IllegalArgumentException(value.get() + " is not from " + min + " to " + max);
    }
  }
}
