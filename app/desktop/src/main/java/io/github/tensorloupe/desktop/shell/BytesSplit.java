package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.table.DividerKeys;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.selection.OpenDocument;
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
  private static final double MIN_PANES_WIDTH = 270;
  private static final double MIN_METADATA_WIDTH = 420;
  private static final double MIN_BYTES_HEIGHT = 36;
  private static final double MIN_USEFUL_BYTES_HEIGHT = 100;

  private final Node bytes;
  private final ObservableValue<PaneDescriptor> pane;
  private final Map<String, Boolean> chosen = new HashMap<>();
  private boolean bytesShown = true;
  private double otherShare = METADATA_SHARE;
  private double share = DEFAULT_SHARE;
  private double laidOutHeight;
  private boolean layingOut;

  /// @param pane the selected pane
  BytesSplit(Node panes, Region bytes, ObservableValue<PaneDescriptor> pane, String dividerName) {
    super(panes, bytes);
    bytes.setMinHeight(MIN_BYTES_HEIGHT);
    this.bytes = bytes;
    setOrientation(Orientation.VERTICAL);
    divideAt(DEFAULT_SHARE);
    DividerKeys.on(this, dividerName);
    // A strong reference: without it, the binding would be collected and would no longer notify.
    this.pane = pane;
    pane.addListener((_, before, _) -> turn(before));
    heightProperty().subscribe((_, _) -> showAsChosen());
    showAsChosen();
  }

  /// Returns the choices of the user, by pane id.
  Map<String, Boolean> chosen() {
    return Map.copyOf(chosen);
  }

  void choose(Map<String, Boolean> byPane) {
    chosen.clear();
    chosen.putAll(byPane);
    showAsChosen();
  }

  /// Opens or closes the bytes below the selected pane.
  void toggleBytes() {
    chosen.put(pane.getValue().id(), !bytesShown);
    showAsChosen();
  }

  private void turn(PaneDescriptor before) {
    if (isMetadata(before) != isMetadata(pane.getValue())) {
      changeShare();
    }
    showAsChosen();
  }

  private void showAsChosen() {
    PaneDescriptor shown = pane.getValue();
    if (shown.document() != OpenDocument.class) {
      showBytes(false);
      return;
    }
    Boolean others = chosen.getOrDefault(Arrangement.OTHER_PANES, shown.showsBytes());
    boolean isLow = getHeight() > 0 && getHeight() < MIN_PANES_WIDTH + MIN_USEFUL_BYTES_HEIGHT;
    showBytes(chosen.getOrDefault(shown.id(), others && !isLow));
  }

  private boolean isMetadata(PaneDescriptor shown) {
    return shown.equals(MetadataPane.DESCRIPTOR);
  }

  /// Returns the share of the height that panes other than metadata have, from 0 to 1.
  double otherPanesShare() {
    return isMetadata(pane.getValue()) ? otherShare : share;
  }

  /// Returns the share of the height that the metadata pane has, from 0 to 1.
  double metadataShare() {
    return isMetadata(pane.getValue()) ? share : otherShare;
  }

  /// Sets the shares; an empty one is left unchanged.
  void setShares(Optional<Double> otherPanes, Optional<Double> metadata) {
    boolean swapped = isMetadata(pane.getValue());
    otherShare = (swapped ? otherPanes : metadata).orElse(otherShare);
    share = (swapped ? metadata : otherPanes).orElse(share);
    setDividerPositions(share);
  }

  /// The split pane creates a new divider whenever the second item is added.
  private void divideAt(double position) {
    setDividerPositions(position);
    getDividers()
        .getFirst()
        .positionProperty()
        .subscribe(now -> share = layingOut ? share : now.doubleValue());
  }

  private void showBytes(boolean shown) {
    if (shown == bytesShown) {
      return;
    }
    bytesShown = shown;
    double oldShare = share;
    if (shown) {
      getItems().add(bytes);
      divideAt(fitting(oldShare));
    } else {
      getItems().remove(bytes);
    }
    share = oldShare;
  }

  /// Keeps the shares when the height changes. The split pane itself would take the same number of
  /// pixels from both items, and lose the share once an item has its minimum height.
  @Override
  protected void layoutChildren() {
    boolean isOtherHeight = laidOutHeight != getHeight();
    laidOutHeight = getHeight();
    layingOut = true;
    try {
      if (isOtherHeight) {
        super.layoutChildren();
        setDividerPositions(fitting(share));
      }
      super.layoutChildren();
    } finally {
      layingOut = false;
    }
  }

  /// Opens the bytes below the selected pane at their share of the height, even in a low window.
  void makeRoomForBytes() {
    if (!bytesShown) {
      toggleBytes();
    }
    setDividerPositions(share);
  }

  private double fitting(double wanted) {
    double ofUse = isMetadata(pane.getValue()) ? MIN_METADATA_WIDTH : MIN_PANES_WIDTH;
    double minHeight = Math.min(ofUse, getHeight() - MIN_BYTES_HEIGHT);
    return getHeight() > 0 ? Math.max(wanted, minHeight / getHeight()) : wanted;
  }

  private void changeShare() {
    double before = share;
    double now = otherShare;
    setDividerPositions(fitting(now));
    share = now;
    otherShare = before;
  }
}
