package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.table.DividerKeys;

/// The panes above, the bytes below. Metadata are read and edited with little regard to the bytes,
/// so that they get more of the height; where the person has put the divider it stays, for metadata
/// and for the other panes. In a low window the panes first get the height that they are of use
/// with, metadata more than the others, and the bytes what is left, if only their head, until
/// somebody asks for them. The bytes can be hidden.
final class BytesSplit extends SplitPane {

  private static final double USUAL_SHARE = 0.66;
  private static final double METADATA_SHARE = 0.82;
  private static final double LEAST_OF_PANES = 270;
  private static final double LEAST_OF_METADATA = 420;
  private static final double LEAST_OF_BYTES = 36;

  private final Node bytes;
  private final ObservableValue<Boolean> metadataShown;
  private final BooleanProperty bytesShown = new SimpleBooleanProperty(true);
  private double otherShare = METADATA_SHARE;
  private double share = USUAL_SHARE;
  private double laidOutHeight;
  private boolean layingOut;

  BytesSplit(Node panes, Region bytes, ObservableValue<Boolean> metadataShown, String dividerName) {
    super(panes, bytes);
    bytes.setMinHeight(LEAST_OF_BYTES);
    this.bytes = bytes;
    setOrientation(Orientation.VERTICAL);
    divideAt(USUAL_SHARE);
    DividerKeys.on(this, dividerName);
    // Kept here, because a binding that nobody holds tells nothing any more.
    this.metadataShown = metadataShown;
    metadataShown.addListener((_, _, _) -> changeShare());
    bytesShown.addListener((_, _, shown) -> showBytes(shown));
  }

  BooleanProperty bytesShownProperty() {
    return bytesShown;
  }

  /// The share of the height that the panes have, from 0 to 1.
  double usualShare() {
    return metadataShown.getValue() ? otherShare : share;
  }

  /// The same while the metadata are shown.
  double metadataShare() {
    return metadataShown.getValue() ? share : otherShare;
  }

  /// Divides the height; a share that is empty stays.
  void setShares(Optional<Double> usual, Optional<Double> metadata) {
    boolean swapped = metadataShown.getValue();
    otherShare = (swapped ? usual : metadata).orElse(otherShare);
    share = (swapped ? metadata : usual).orElse(share);
    setDividerPositions(share);
  }

  /// A divider is made anew whenever there are two parts again.
  private void divideAt(double position) {
    setDividerPositions(position);
    getDividers()
        .getFirst()
        .positionProperty()
        .subscribe(now -> share = layingOut ? share : now.doubleValue());
  }

  private void showBytes(boolean shown) {
    double kept = share;
    if (shown) {
      getItems().add(bytes);
      divideAt(kept);
    } else {
      getItems().remove(bytes);
    }
    share = kept;
  }

  /// In a window of another height both keep their share. By itself a split pane takes the same
  /// number of pixels from each, and where one cannot become smaller, the share would be forgotten.
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

  /// Gives the bytes their share, also where the window is low.
  void makeRoomForBytes() {
    bytesShown.set(true);
    setDividerPositions(share);
  }

  private double fitting(double wanted) {
    double ofUse = metadataShown.getValue() ? LEAST_OF_METADATA : LEAST_OF_PANES;
    double least = Math.min(ofUse, getHeight() - LEAST_OF_BYTES);
    return getHeight() > 0 ? Math.max(wanted, least / getHeight()) : wanted;
  }

  private void changeShare() {
    double before = share;
    double now = otherShare;
    setDividerPositions(fitting(now));
    share = now;
    otherShare = before;
  }
}
