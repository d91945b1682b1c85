package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.pane.hex.structure.PageStructure;
import io.github.tensorloupe.desktop.pane.hex.structure.Part;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// One thing that the visible bytes are, and its colour.
///
/// @param text what it is called
/// @param swatch the last part of the style class that gives its colour
record LegendItem(String text, String swatch) {

  /// The most things that are told.
  static final int MOST = 6;

  private static final int NAME_LIMIT = 80;

  /// What a page shows, what is wrong first, then in the order of the bytes.
  static List<LegendItem> of(PageStructure structure, Messages messages) {
    SequencedSet<LegendItem> remarks = new LinkedHashSet<>();
    SequencedSet<LegendItem> items = new LinkedHashSet<>();
    ByteRange visible = structure.visible();
    for (long at = visible.begin(); at < visible.end(); at++) {
      addRemarks(structure, at, messages, remarks);
      if (items.size() < MOST && isNew(structure, at)) {
        items.add(of(structure, at, messages));
      }
    }
    remarks.addAll(items);
    return remarks.stream().limit(MOST).toList();
  }

  /// Whether a byte is of another kind than the one before it.
  private static boolean isNew(PageStructure structure, long at) {
    return at == structure.visible().begin()
        || structure.part(at) != structure.part(at - 1)
        || structure.tensor(at) != structure.tensor(at - 1);
  }

  private static void addRemarks(
      PageStructure structure, long at, Messages messages, SequencedSet<LegendItem> remarks) {
    if (structure.isNotFinite(at)) {
      remarks.add(new LegendItem(messages.text("hex.part.not-finite"), "not-finite"));
    }
    if (structure.isDamaged(at)) {
      remarks.add(new LegendItem(messages.text("hex.part.damaged"), "not-finite"));
    }
    if (structure.part(at) == Part.OVERLAP) {
      remarks.add(new LegendItem(messages.text("hex.part.overlap"), "overlap"));
    }
    if (structure.isZeros(at)) {
      remarks.add(new LegendItem(messages.text("hex.part.zeros"), "zeros"));
    }
  }

  private static LegendItem of(PageStructure structure, long at, Messages messages) {
    Part part = structure.part(at);
    if (part.isInTensor()) {
      int tensor = structure.tensor(at);
      String name = DisplayText.of(structure.tensorInfo(tensor).name(), NAME_LIMIT);
      return new LegendItem(name, Ink.ofTensor(tensor).styleWord());
    }
    return switch (part) {
      case HEADER, KEY, TEXT, NUMBER, PADDING ->
          new LegendItem(messages.text("hex.part.header"), "header");
      default -> new LegendItem(messages.text("hex.part." + part.key()), part.key());
    };
  }
}
