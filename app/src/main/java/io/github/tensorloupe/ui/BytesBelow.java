package io.github.tensorloupe.ui;

import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;

/// The panes above, the bytes below. Metadata are read and edited with little regard to the bytes,
/// so that they get more of the height; where the person has put the divider it stays, for metadata
/// and for the other panes.
final class BytesBelow extends SplitPane {

  private static final double USUAL_SHARE = 0.66;
  private static final double METADATA_SHARE = 0.82;

  private final ObservableValue<Boolean> metadataShown;
  private double otherShare = METADATA_SHARE;
  private double share = USUAL_SHARE;
  private double laidOutHeight;
  private boolean layingOut;

  /// @param metadataShown whether the metadata are the pane that is turned to
  BytesBelow(Node panes, Node bytes, ObservableValue<Boolean> metadataShown) {
    super(panes, bytes);
    setOrientation(Orientation.VERTICAL);
    setDividerPositions(USUAL_SHARE);
    getDividers().getFirst().positionProperty().subscribe(this::noteShare);
    // Kept here, because a binding that nobody holds tells nothing any more.
    this.metadataShown = metadataShown;
    metadataShown.addListener((_, _, _) -> changeShare());
  }

  private void noteShare(Number position) {
    if (!layingOut) {
      share = position.doubleValue();
    }
  }

  /// In a window of another height both keep their share. By itself a split pane takes the same
  /// number of pixels from each, and where one cannot become smaller, the share would be forgotten.
  @Override
  protected void layoutChildren() {
    boolean isOtherHeight = laidOutHeight > 0 && laidOutHeight != getHeight();
    laidOutHeight = getHeight();
    layingOut = true;
    try {
      super.layoutChildren();
      if (isOtherHeight) {
        setDividerPositions(share);
        super.layoutChildren();
      }
    } finally {
      layingOut = false;
    }
  }

  private void changeShare() {
    double before = share;
    setDividerPositions(otherShare);
    otherShare = before;
  }
}
