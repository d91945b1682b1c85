package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.structure.PageStructure;
import io.github.tensorloupe.analysis.structure.Part;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.hex.HexPainter.HexColor;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;

/// The line below the bytes: what the visible ones are, or what the one under the pointer is, and
/// how many are marked.
final class HexFooter extends HBox {

  private static final double MIN_NAME_WIDTH = 40;

  private final HexViewModel model;
  private final Messages messages;
  private final List<Label> legend = new ArrayList<>();
  private final HBox legendBox = new HBox(12);
  private final Label hover = new Label();
  private final Label selected = new Label();
  private List<LegendItem> shown = List.of();

  HexFooter(HexViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    setId("hex-footer");
    getStyleClass().addAll("hex-footer", "caption");
    hover.setId("hex-hover");
    hover.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    hover.setMinWidth(0);
    hover.setVisible(false);
    selected.setId("hex-selected");
    selected.setMinWidth(USE_PREF_SIZE);
    for (int i = 0; i < LegendItem.MOST; i++) {
      Label label = new Label(null, new Region());
      label.setMinWidth(0);
      label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      legend.add(label);
    }
    legendBox.setId("hex-legend");
    legendBox.setMinWidth(0);
    legendBox.setAlignment(Pos.CENTER_LEFT);
    legendBox.getChildren().setAll(legend);
    StackPane left = new StackPane(legendBox, hover);
    left.setAlignment(Pos.CENTER_LEFT);
    left.setMinWidth(0);
    HBox.setHgrow(left, Priority.ALWAYS);
    getChildren().addAll(left, selected);
    Following.of(this).subscribe(model.pageProperty(), this::show);
  }

  private void show(HexPage page) {
    List<LegendItem> items =
        page.structure().map(some -> LegendItem.of(some, messages)).orElse(List.of());
    if (!items.equals(shown)) {
      shown = items;
      legend.forEach(label -> PanelParts.setShown(label, false));
      for (int i = 0; i < items.size(); i++) {
        show(legend.get(i), items.get(i));
      }
    }
    ByteRange range = page.marks().selected();
    PanelParts.setShown(selected, range.byteCount() > 0);
    selected.setText(
        range.byteCount() == 0
            ? ""
            : messages.text(
                "hex.selected",
                messages.exactBytes(range.byteCount()),
                CaretLine.hexadecimal(range)));
  }

  private static void show(Label label, LegendItem item) {
    PanelParts.setShown(label, true);
    label.setText(item.text());
    label.setMinWidth(Math.min(MIN_NAME_WIDTH, label.prefWidth(-1)));
    label.getGraphic().getStyleClass().setAll("hex-swatch", "hex-swatch-" + item.swatch());
  }

  /// Tells of the byte under the pointer.
  ///
  /// @param byteOffset file offset of a visible byte; empty where the pointer is on none
  void hover(OptionalLong byteOffset) {
    hover.setVisible(byteOffset.isPresent());
    legendBox.setVisible(byteOffset.isEmpty());
    byteOffset.ifPresent(at -> hover.setText(textOf(model.lineOf(byteOffset))));
  }

  private static String textOf(CaretLine line) {
    String value = line.value().isEmpty() ? "" : "= " + line.value();
    String place = joined(" ", line.region(), line.element(), value);
    return joined("  ·  ", place, line.note(), line.hexadecimal(), line.decimal());
  }

  private static String joined(String separator, String... texts) {
    return Stream.of(texts).filter(text -> !text.isEmpty()).collect(Collectors.joining(separator));
  }

  /// One thing that the visible bytes are, and its color.
  ///
  /// @param text what it is called
  /// @param swatch the last part of the style class that gives its color
  record LegendItem(String text, String swatch) {

    /// The most things that are told.
    static final int MOST = 6;

    private static final int NAME_LIMIT = 80;

    /// The legend of a page, problems first, then in the order of the bytes.
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

    /// True if a byte is of another kind than the one before it.
    private static boolean isNew(PageStructure structure, long at) {
      return at == structure.visible().begin()
          || structure.part(at) != structure.part(at - 1)
          || structure.tensor(at) != structure.tensor(at - 1);
    }

    private static void addRemarks(
        PageStructure structure, long at, Messages messages, SequencedSet<LegendItem> remarks) {
      if (structure.isNotFinite(at)) {
        remarks.add(ofPart("not-finite", "not-finite", messages));
      }
      if (structure.isDamaged(at)) {
        remarks.add(ofPart("damaged", "not-finite", messages));
      }
      if (structure.part(at) == Part.OVERLAP) {
        remarks.add(ofPart("overlap", "overlap", messages));
      }
      if (structure.isZeros(at)) {
        remarks.add(ofPart("zeros", "zeros", messages));
      }
    }

    private static LegendItem ofPart(String word, String swatch, Messages messages) {
      return new LegendItem(messages.text("hex.part." + word), swatch);
    }

    private static LegendItem of(PageStructure structure, long at, Messages messages) {
      Part part = structure.part(at);
      if (part.isInTensor()) {
        int tensor = structure.tensor(at);
        String name = DisplayText.of(structure.tensorInfo(tensor).name(), NAME_LIMIT);
        return new LegendItem(name, HexColor.ofTensor(tensor).styleWord());
      }
      return switch (part) {
        case HEADER, KEY, TEXT, NUMBER, PADDING -> ofPart("header", "header", messages);
        default -> ofPart(part.key(), part.key(), messages);
      };
    }
  }
}
