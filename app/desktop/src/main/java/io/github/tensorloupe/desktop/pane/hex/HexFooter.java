package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.hex.HexPainter.HexColor;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;

/// The line below the bytes: a legend of the visible bytes or a description of the byte under the
/// pointer, and the number of selected bytes.
final class HexFooter extends HBox {

  private static final double MIN_NAME_WIDTH = 40;

  private final HexViewModel model;
  private final Messages messages;
  private final List<Label> legend = new ArrayList<>();
  private final HBox legendBox = PanelParts.named(new HBox(12), "hex-legend");
  private final Label hover = PanelParts.named(PanelParts.elastic(null), "hex-hover");
  private final Label selected = PanelParts.named(new Label(), "hex-selected");
  private List<LegendItem> shown = List.of();

  HexFooter(HexViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    PanelParts.named(this, "hex-footer", "hex-footer", "caption");
    hover.setVisible(false);
    selected.setMinWidth(USE_PREF_SIZE);
    for (int i = 0; i < LegendItem.MAX_ITEMS; i++) {
      Label label = PanelParts.elastic(null);
      label.setGraphic(new Region());
      legend.add(label);
    }
    legendBox.setMinWidth(0);
    legendBox.setAlignment(Pos.CENTER_LEFT);
    legendBox.getChildren().setAll(legend);
    StackPane left = new StackPane(legendBox, hover);
    left.setAlignment(Pos.CENTER_LEFT);
    left.setMinWidth(0);
    HBox.setHgrow(left, Priority.ALWAYS);
    getChildren().addAll(left, selected);
    WeakSubscriptions.of(this).subscribe(model.page, this::show);
  }

  private void show(HexPage page) {
    List<LegendItem> items =
        page.structure().map(some -> LegendItem.of(some, messages)).orElse(List.of());
    if (!items.equals(shown)) {
      shown = items;
      for (int i = 0; i < legend.size(); i++) {
        PanelParts.setShown(legend.get(i), i < items.size());
        if (i < items.size()) {
          show(legend.get(i), items.get(i));
        }
      }
    }
    ByteRange range = page.marks().selected();
    String byteCount = messages.exactBytes(range.byteCount());
    PanelParts.setShown(selected, range.byteCount() > 0);
    selected.setText(
        range.byteCount() == 0
            ? ""
            : messages.text("hex.selected", byteCount, CaretLine.hexadecimal(range)));
  }

  private static void show(Label label, LegendItem item) {
    label.setText(item.text());
    label.setMinWidth(Math.min(MIN_NAME_WIDTH, label.prefWidth(-1)));
    label.getGraphic().getStyleClass().setAll("hex-swatch", "hex-swatch-" + item.swatch());
  }

  /// Shows the byte under the pointer, or the legend if empty.
  void hover(OptionalLong byteOffset) {
    hover.setVisible(byteOffset.isPresent());
    legendBox.setVisible(byteOffset.isEmpty());
    if (byteOffset.isPresent()) {
      CaretLine line = model.lineOf(byteOffset);
      String place = joined(" ", line.region(), line.element(), line.equation());
      hover.setText(joined("  ·  ", place, line.note(), line.hexadecimal(), line.decimal()));
    }
  }

  private static String joined(String separator, String... texts) {
    return Stream.of(texts).filter(text -> !text.isEmpty()).collect(Collectors.joining(separator));
  }

  /// An entry of the legend: a kind of bytes and its color.
  ///
  /// @param swatch the last part of the style class with its color
  record LegendItem(String text, String swatch) {

    static final int MAX_ITEMS = 6;

    private static final int NAME_LIMIT = 80;

    /// Returns the legend of a page: problems first, then parts in the order of the bytes.
    static List<LegendItem> of(PageStructure structure, Messages messages) {
      Map<String, LongPredicate> problems = new LinkedHashMap<>();
      problems.put("not-finite", structure::isNotFinite);
      problems.put("damaged", structure::isDamaged);
      problems.put("overlap", at -> structure.part(at) == Part.OVERLAP);
      problems.put("zeros", structure::isZeros);
      SequencedSet<String> found = new LinkedHashSet<>();
      SequencedSet<LegendItem> items = new LinkedHashSet<>();
      ByteRange visible = structure.visible();
      for (long at = visible.begin(); at < visible.end(); at++) {
        for (Map.Entry<String, LongPredicate> problem : problems.entrySet()) {
          if (problem.getValue().test(at)) {
            found.add(problem.getKey());
          }
        }
        if (items.size() < MAX_ITEMS && isNew(structure, at)) {
          items.add(of(structure, at, messages));
        }
      }
      return Stream.concat(found.stream().map(word -> ofPart(word, messages)), items.stream())
          .limit(MAX_ITEMS)
          .toList();
    }

    private static boolean isNew(PageStructure structure, long at) {
      return at == structure.visible().begin()
          || structure.part(at) != structure.part(at - 1)
          || structure.tensor(at) != structure.tensor(at - 1);
    }

    private static LegendItem ofPart(String word, Messages messages) {
      String swatch = word.equals("damaged") ? "not-finite" : word;
      return new LegendItem(messages.text("hex.part." + word), swatch);
    }

    private static LegendItem of(PageStructure structure, long at, Messages messages) {
      Part part = structure.part(at);
      if (part.isInTensor()) {
        int tensor = structure.tensor(at);
        String name = DisplayText.of(structure.tensorInfo(tensor).name(), NAME_LIMIT);
        return new LegendItem(name, Messages.word(HexColor.ofTensor(tensor)));
      }
      return switch (part) {
        case HEADER, KEY, TEXT, NUMBER, PADDING -> ofPart("header", messages);
        default -> ofPart(part.spelling(), messages);
      };
    }
  }
}
