package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.table.DividerKeys;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.session.Arrangement;

/// The panes above, the bytes below.
///
/// The metadata pane gets more of the height, because it is rarely used with the bytes. The divider
/// position is remembered separately for metadata and for the other panes. Whether the bytes are
/// open is remembered per pane; by default, they are open below panes about a tensor or a location
/// in the file, unless the window is too low for both. If the user opens them in a low window, the
/// pane keeps its useful height, which is larger for metadata, and the bytes get the rest, at least
/// their header, until [#makeRoomForBytes()] is called. A comparison shows its bytes in a pane.
final class BytesSplit extends SplitPane {

  private static final double DEFAULT_SHARE = 0.66;
  private static final double METADATA_SHARE = 0.82;
  private static final double MIN_PANES_HEIGHT = 270;
  private static final double MIN_METADATA_HEIGHT = 420;
  private static final double MIN_BYTES_HEIGHT = 36;
  private static final double MIN_USEFUL_BYTES_HEIGHT = 100;

  private final Node bytes;
  private final ObservableValue<PaneDescriptor> pane;
  private final Map<String, Boolean> chosen = new HashMap<>();
  private double panesShare = DEFAULT_SHARE;
  private double metadataShare = METADATA_SHARE;
  private double laidOutHeight;
  private boolean arranging;

  /// @param pane the selected pane
  BytesSplit(Node panes, Region bytes, ObservableValue<PaneDescriptor> pane, String dividerName) {
    super(panes);
    bytes.setMinHeight(MIN_BYTES_HEIGHT);
    this.bytes = bytes;
    this.pane = pane;
    setOrientation(Orientation.VERTICAL);
    DividerKeys.on(this, dividerName);
    pane.addListener((_, before, now) -> turn(isMetadata(before) != isMetadata(now)));
    heightProperty().subscribe((_, _) -> turn(false));
    turn(false);
  }

  private boolean isMetadata(PaneDescriptor shown) {
    return shown.equals(MetadataPane.DESCRIPTOR);
  }

  /// Returns the choices of the user, by pane id.
  Map<String, Boolean> chosen() {
    return Map.copyOf(chosen);
  }

  void choose(Map<String, Boolean> byPane) {
    chosen.clear();
    chosen.putAll(byPane);
    turn(false);
  }

  /// Opens or closes the bytes below the selected pane.
  void toggleBytes() {
    chosen.put(pane.getValue().id(), !areBytesShown());
    turn(false);
  }

  private boolean areBytesShown() {
    return getItems().contains(bytes);
  }

  private void turn(boolean isOtherShare) {
    PaneDescriptor shown = pane.getValue();
    boolean others = chosen.getOrDefault(Arrangement.OTHER_PANES, shown.showsBytes());
    boolean isLow = getHeight() > 0 && getHeight() < MIN_PANES_HEIGHT + MIN_USEFUL_BYTES_HEIGHT;
    boolean showsBytes =
        shown.document() == FileDocument.class && chosen.getOrDefault(shown.id(), others && !isLow);
    if (!showsBytes) {
      getItems().remove(bytes);
    } else if (!areBytesShown()) {
      getItems().add(bytes);
      // The split pane creates a new divider whenever the second item is added.
      getDividers().getFirst().positionProperty().subscribe((_, now) -> note(now.doubleValue()));
      arrange(fittingShare());
    } else if (isOtherShare) {
      arrange(fittingShare());
    }
  }

  private void note(double position) {
    if (!arranging && isMetadata(pane.getValue())) {
      metadataShare = position;
    } else if (!arranging) {
      panesShare = position;
    }
  }

  private void arrange(double position) {
    boolean wasArranging = arranging;
    arranging = true;
    setDividerPositions(position);
    arranging = wasArranging;
  }

  private double share() {
    return isMetadata(pane.getValue()) ? metadataShare : panesShare;
  }

  private double fittingShare() {
    double useful = isMetadata(pane.getValue()) ? MIN_METADATA_HEIGHT : MIN_PANES_HEIGHT;
    double minHeight = Math.min(useful, getHeight() - MIN_BYTES_HEIGHT);
    return getHeight() > 0 ? Math.max(share(), minHeight / getHeight()) : share();
  }

  /// Returns the share of the height that panes other than metadata have, from 0 to 1.
  double otherPanesShare() {
    return panesShare;
  }

  /// Returns the share of the height that the metadata pane has, from 0 to 1.
  double metadataShare() {
    return metadataShare;
  }

  /// Sets the shares; an empty one is left unchanged.
  void setShares(Optional<Double> otherPanes, Optional<Double> metadata) {
    panesShare = otherPanes.orElse(panesShare);
    metadataShare = metadata.orElse(metadataShare);
    arrange(share());
  }

  /// Opens the bytes below the selected pane at their share of the height, even in a low window.
  void makeRoomForBytes() {
    if (!areBytesShown()) {
      toggleBytes();
    }
    arrange(share());
  }

  /// Keeps the shares when the height changes. The split pane itself would take the same number of
  /// pixels from both items, and lose the share once an item has its minimum height.
  @Override
  protected void layoutChildren() {
    arranging = true;
    try {
      super.layoutChildren();
      if (laidOutHeight != getHeight()) {
        laidOutHeight = getHeight();
        setDividerPositions(fittingShare());
        super.layoutChildren();
      }
    } finally {
      arranging = false;
    }
  }
}
