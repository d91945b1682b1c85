package io.github.tensorloupe.desktop.pane.hex.structure;

/// Bytes one after the other that are for the same thing.
///
/// @param part what they are for; of the header never more than [Part#HEADER]
/// @param end file offset behind the last of them; what follows may still be for the same thing
/// @param tensor index of the tensor in the file's header, or [#NO_TENSOR]
public record Segment(Part part, long end, int tensor) {

  /// In place of a tensor's index where there is none.
  public static final int NO_TENSOR = -1;

  Segment(Part part, long end) {
    this(part, end, NO_TENSOR);
  }
}
