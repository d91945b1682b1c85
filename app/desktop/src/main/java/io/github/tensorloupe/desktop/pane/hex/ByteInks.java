package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.pane.hex.structure.PageStructure;
import io.github.tensorloupe.desktop.pane.hex.structure.Part;
import java.util.Optional;

/// Which colours the bytes of a page have.
///
/// @param page that is drawn
/// @param structure of the page
record ByteInks(HexPage page, PageStructure structure) {

  /// Behind a byte; empty where there is nothing but the pane.
  Optional<Ink> ground(long byteOffset) {
    if (page.marks().highlight().contains(byteOffset)) {
      return Optional.of(Ink.FOUND_GROUND);
    }
    if (page.marks().selected().contains(byteOffset)) {
      return Optional.of(Ink.SELECTED_GROUND);
    }
    if (structure.isNotFinite(byteOffset) || structure.isDamaged(byteOffset)) {
      return Optional.of(Ink.NOT_FINITE_GROUND);
    }
    return structure.isZeros(byteOffset)
        ? Optional.of(Ink.ZEROS_GROUND)
        : groundOfPart(structure.part(byteOffset), byteOffset);
  }

  private Optional<Ink> groundOfPart(Part part, long byteOffset) {
    return Optional.ofNullable(
        switch (part) {
          case HEADER_LENGTH, HEADER, KEY, TEXT, NUMBER, PADDING -> Ink.HEADER_GROUND;
          case TENSOR, OVERLAP -> Ink.ofTensor(structure.tensor(byteOffset));
          case UNCLAIMED -> Ink.UNCLAIMED_GROUND;
          case FOREIGN -> null;
        });
  }

  /// Below a byte; empty where there is no line.
  Optional<Ink> line(long byteOffset) {
    if (page.marks().highlight().contains(byteOffset)) {
      return Optional.of(Ink.FOUND_LINE);
    }
    return structure.part(byteOffset) == Part.OVERLAP || structure.isDamaged(byteOffset)
        ? Optional.of(Ink.OVERLAP_LINE)
        : Optional.empty();
  }

  /// The digits of a byte.
  Ink digits(long byteOffset, int value) {
    return text(byteOffset, value == 0 || structure.part(byteOffset) == Part.PADDING, Ink.VALUE);
  }

  /// The character of a byte.
  Ink character(long byteOffset, boolean isCharacter) {
    return text(byteOffset, !isCharacter, Ink.CHARACTER);
  }

  private Ink text(long byteOffset, boolean quiet, Ink otherwise) {
    if (structure.isNotFinite(byteOffset) || structure.isDamaged(byteOffset)) {
      return Ink.NOT_FINITE;
    }
    if (quiet) {
      return Ink.ZERO;
    }
    return switch (structure.part(byteOffset)) {
      case HEADER_LENGTH -> Ink.HEADER_NUMBER;
      case HEADER, PADDING -> Ink.HEADER;
      case KEY -> Ink.HEADER_KEY;
      case TEXT -> Ink.HEADER_TEXT;
      case NUMBER -> Ink.HEADER_NUMBER;
      case UNCLAIMED -> Ink.UNCLAIMED;
      case TENSOR, OVERLAP, FOREIGN -> otherwise;
    };
  }
}
