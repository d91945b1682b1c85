package io.github.tensorloupe.desktop.session;

import module java.base;

/// The arrangement of the parts of a window.
///
/// @param treeWidth of the tensor tree, in pixels before the scale of the screen
/// @param panesShare how much of the height the panes have above the bytes, from 0 to 1
/// @param metadataShare the same while the metadata are shown
/// @param bytesShown by the id of a pane, true if the bytes are shown below it; only of panes where
///   the person has chosen. [#OTHER_PANES] stands for all that are not named
/// @param fileMapShown true if the file map is shown
/// @param tables by the id of the table
/// @param librarySort the name of the order of the start page
/// @param beside the names of the panes that stand beside the tabs, from left to right
public record Arrangement(
    Optional<Double> treeWidth,
    Optional<Double> panesShare,
    Optional<Double> metadataShare,
    Map<String, Boolean> bytesShown,
    boolean fileMapShown,
    Map<String, TableLayout> tables,
    Optional<String> librarySort,
    List<String> beside) {

  /// Earlier versions kept one choice for all panes.
  public static final String OTHER_PANES = "*";

  public static final Arrangement USUAL =
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
    beside = List.copyOf(beside);
  }

  private static void requireWithin(Optional<Double> value, double least, double most) {
    if (value.filter(each -> !(each >= least && each <= most)).isPresent()) {
      throw new IllegalArgumentException(value.get() + " is not from " + least + " to " + most);
    }
  }
}
