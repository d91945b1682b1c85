package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.LibraryEntry;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A model in the gallery: picture, title, kind and figures. A low card shows the picture next to
/// the texts.
final class ModelCard extends Region {

  static final double HEIGHT = 252;
  static final double LOW_HEIGHT = 104;

  private static final double PICTURE_HEIGHT = 132;
  private static final double PADDING = 8;
  private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");

  private final Thumbnails thumbnails;
  private final Messages messages;
  private final ModelPicture picture = new ModelPicture("icon-large");
  private final Label title = PanelParts.elastic("", "library-name");
  private final Label name = PanelParts.elastic("", "caption");
  private final Label kind = PanelParts.label("", "library-kind");
  private final Label rank = PanelParts.label("", "badge");
  private String fullRank = "";

  /// The rank as shown in low cards.
  private String shortRank = "";

  private final WordsButton words;
  private final Label dtype = new Label();
  private final Label size = PanelParts.label("", "caption");
  private final Label health = new Label();
  private final FontIcon favorite = Icons.of(Feather.STAR, "library-favorite");
  private final HBox figures = new HBox(6);
  private final VBox texts;
  private Optional<LibraryItem> shown = Optional.empty();

  ModelCard(Thumbnails thumbnails, Messages messages) {
    this.thumbnails = thumbnails;
    this.messages = messages;
    getStyleClass().add("model-card");
    List.of(dtype, size, health).forEach(label -> label.setMinWidth(USE_PREF_SIZE));
    rank.setMinWidth(0);
    kind.setWrapText(true);
    kind.setMinHeight(0);
    title.setTextOverrun(OverrunStyle.ELLIPSIS);
    words = new WordsButton(messages);
    List.of(title, name, words, figures).forEach(part -> part.setMinHeight(USE_PREF_SIZE));
    figures.setAlignment(Pos.CENTER_LEFT);
    figures.setMinWidth(0);
    figures.getChildren().setAll(rank, dtype, new Spacer(), size);
    texts = new VBox(1, title, name, kind, new Spacer(Orientation.VERTICAL), words, figures);
    favorite.setManaged(false);
    getChildren().setAll(picture, texts, health, favorite);
    Tips.setTooltip(this, () -> shown.map(item -> item.description(messages)).orElse(""));
  }

  Optional<LibraryItem> shown() {
    return shown;
  }

  void show(LibraryItem item, boolean isSelected) {
    pseudoClassStateChanged(SELECTED, isSelected);
    if (shown.filter(it -> it == item).isPresent()) {
      return;
    }
    shown = Optional.of(item);
    picture.show(item, thumbnails);
    title.setText(item.title());
    setText(name, nameLine(item));
    setText(kind, kindLine(item));
    words.show(item);
    favorite.setVisible(item.mark().isFavorite());
    fullRank = rankText(item);
    shortRank = item.rank().isEmpty() ? "" : messages.text("library.rank", item.rank());
    setText(rank, fullRank);
    setText(dtype, item.precision());
    item.entry().stream()
        .flatMap(entry -> entry.contents().dtypes().stream())
        .findFirst()
        .ifPresent(first -> dtype.getStyleClass().setAll(styles(first)));
    size.setText(item.byteLength() > 0 ? messages.bytes(item.byteLength()) : "");
    ModelHealth modelHealth = item.health();
    setText(health, modelHealth.isMarked() ? messages.text(modelHealth.messageKey()) : "");
    health.getStyleClass().setAll("label", "badge", "badge-" + modelHealth.tone);
    setOpacity(item.isDeleted() ? 0.6 : 1);
    requestLayout();
  }

  /// Returns the own tags and the file name, unless the title shows it.
  private static String nameLine(LibraryItem item) {
    String tags =
        item.mark().tags().stream().map(tag -> "#" + tag).collect(Collectors.joining(" "));
    return LibraryItem.line(DisplayText.of(tags), item.shownName());
  }

  // If a model does not load, the problem is more useful than an unknown kind.
  private String kindLine(LibraryItem item) {
    // The family first, because the end may be cut.
    String kindLine = LibraryItem.line(item.family(), item.kind(), item.fit());
    if (kindLine.isEmpty()) {
      kindLine = item.entry().flatMap(LibraryEntry::problem).map(messages::sentence).orElse("");
    }
    kindLine = LibraryItem.line(item.otherFormat(), kindLine);
    boolean isUnknown = kindLine.isEmpty() && item.entry().isPresent();
    return isUnknown ? messages.text("library.unknown-kind") : kindLine;
  }

  // Shorter than in the description, for lack of space.
  private String rankText(LibraryItem item) {
    return Double.isNaN(item.effectiveRank())
        ? item.rankLine(messages)
        : messages.text(
            "library.rank.used", item.rank(), messages.count(Math.round(item.effectiveRank())));
  }

  private static String[] styles(Dtype dtype) {
    return new String[] {"label", "mono", "dtype", DtypeStyles.styleClass(dtype)};
  }

  private static void setText(Label label, String text) {
    label.setText(text);
    PanelParts.setShown(label, !text.isEmpty());
  }

  @Override
  protected void layoutChildren() {
    double inner = getWidth() - 2 * PADDING;
    boolean isLow = getHeight() < HEIGHT;
    double left = PADDING;
    double top = PADDING;
    if (isLow) {
      double side = getHeight() - 2 * PADDING;
      picture.resizeRelocate(PADDING, PADDING, side, side);
      left += side + PADDING;
    } else {
      picture.resizeRelocate(PADDING, PADDING, inner, PICTURE_HEIGHT);
      left += 4;
      top += PICTURE_HEIGHT + PADDING;
    }
    favorite.relocate(2 * PADDING, 2 * PADDING);
    double width = getWidth() - PADDING - left;
    double markWidth = Math.min(health.prefWidth(-1), inner);
    double markHeight = health.prefHeight(-1);
    texts.resizeRelocate(left, top, width, getHeight() - PADDING - top);
    rank.setText(isLow ? shortRank : fullRank);
    if (isLow) {
      // Replaces the rank.
      rank.setVisible(!health.isVisible());
      double y = getHeight() - PADDING - markHeight;
      health.resizeRelocate(left, y, Math.min(width, markWidth), markHeight);
    } else {
      rank.setVisible(true);
      double x = getWidth() - 2 * PADDING - markWidth;
      health.resizeRelocate(x, 2 * PADDING, markWidth, markHeight);
    }
    boolean hasRoom = !(isLow && health.isVisible());
    dtype.setVisible(hasRoom && !dtype.getText().isEmpty());
  }
}
