package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.table.DividerKeys;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.session.Arrangement;

/// The panes above, the bytes below. Metadata are read and edited with little regard to the bytes,
/// so that they get more of the height; where the person has put the divider it stays, for metadata
/// and for the other panes. Each pane remembers whether the bytes are open below it; until somebody
/// chooses, they are where the pane is about a tensor or a place in the file, but not in a window
/// that is too low for both. Where they were chosen in a low window, the panes first get the height
/// that they are of use with, metadata more than the others, and the bytes what is left, if only
/// their head, until somebody asks for them. The bytes can be hidden.
final class BytesSplit extends SplitPane {

  private static final double USUAL_SHARE = 0.66;
  private static final double METADATA_SHARE = 0.82;
  private static final double LEAST_OF_PANES = 270;
  private static final double LEAST_OF_METADATA = 420;
  private static final double LEAST_OF_BYTES = 36;
  private static final double BYTES_OF_USE = 100;

  private final Node bytes;
  private final ObservableValue<PaneDescriptor> pane;
  private final Map<String, Boolean> chosen = new HashMap<>();
  private boolean bytesShown = true;
  private double otherShare = METADATA_SHARE;
  private double share = USUAL_SHARE;
  private double laidOutHeight;
  private boolean layingOut;

  /// @param pane the one that is shown
  BytesSplit(Node panes, Region bytes, ObservableValue<PaneDescriptor> pane, String dividerName) {
    super(panes, bytes);
    bytes.setMinHeight(LEAST_OF_BYTES);
    this.bytes = bytes;
    setOrientation(Orientation.VERTICAL);
    divideAt(USUAL_SHARE);
    DividerKeys.on(this, dividerName);
    // Kept here, because a binding that nobody holds tells nothing any more.
    this.pane = pane;
    pane.addListener((_, before, _) -> turn(before));
    heightProperty().subscribe((_, _) -> showAsChosen());
    showAsChosen();
  }

  /// The choice for each pane where there is one, by its id.
  Map<String, Boolean> chosen() {
    return Map.copyOf(chosen);
  }

  void choose(Map<String, Boolean> byPane) {
    chosen.clear();
    chosen.putAll(byPane);
    showAsChosen();
  }

  /// Opens the bytes below the pane that is shown, or closes them.
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
    Boolean others = chosen.getOrDefault(Arrangement.OTHER_PANES, shown.showsBytes());
    boolean isLow = getHeight() > 0 && getHeight() < LEAST_OF_PANES + BYTES_OF_USE;
    showBytes(chosen.getOrDefault(shown.id(), others && !isLow));
  }

  private boolean isMetadata(PaneDescriptor shown) {
    return shown.equals(MetadataPane.DESCRIPTOR);
  }

  /// The share of the height that the panes have, from 0 to 1.
  double usualShare() {
    return isMetadata(pane.getValue()) ? otherShare : share;
  }

  /// The same while the metadata are shown.
  double metadataShare() {
    return isMetadata(pane.getValue()) ? share : otherShare;
  }

  /// Divides the height; a share that is empty stays.
  void setShares(Optional<Double> usual, Optional<Double> metadata) {
    boolean swapped = isMetadata(pane.getValue());
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
    if (shown == bytesShown) {
      return;
    }
    bytesShown = shown;
    double kept = share;
    if (shown) {
      getItems().add(bytes);
      divideAt(fitting(kept));
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

  /// Opens the bytes below the pane that is shown and gives them their share, also where the window
  /// is low.
  void makeRoomForBytes() {
    if (!bytesShown) {
      toggleBytes();
    }
    setDividerPositions(share);
  }

  private double fitting(double wanted) {
    double ofUse = isMetadata(pane.getValue()) ? LEAST_OF_METADATA : LEAST_OF_PANES;
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
