package io.github.tensorloupe.desktop.pane;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.model.NaturalOrder;
import javafx.scene.control.Label;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;

/// The metadata changes of a file, one row for each entry.
public final class ChangeRows extends VBox {

  /// Decodes a picture in the background and passes it to the FX thread. Ignores failures.
  @FunctionalInterface
  public interface PictureLoader {

    void load(Supplier<Image> decoder, Consumer<Image> onDecoded);
  }

  private static final int MAX_ROWS = 100;

  /// If more entries are removed, they share one row.
  private static final int MAX_REMOVED_ROWS = 6;

  /// Maximum side of a picture in pixels.
  private static final double PICTURE_SIDE = 128;

  private final PictureLoader pictures;
  private final Messages messages;

  /// @param pictures decodes pictures in the background
  public ChangeRows(List<EntryChange> changes, PictureLoader pictures, Messages messages) {
    this.pictures = pictures;
    this.messages = messages;
    getStyleClass().add("change-rows");
    Map<Boolean, List<EntryChange>> parts =
        changes.stream().collect(Collectors.partitioningBy(EntryChange.Removed.class::isInstance));
    List<EntryChange> removed = parts.get(true);
    boolean sharesRow = removed.size() > MAX_REMOVED_ROWS;
    List<EntryChange> single = sharesRow ? parts.get(false) : changes;
    single.stream().limit(MAX_ROWS).map(this::row).forEach(getChildren()::add);
    if (single.size() > MAX_ROWS) {
      getChildren().add(more(single.size() - MAX_ROWS));
    }
    if (sharesRow) {
      getChildren().add(removedRow(removed));
    }
  }

  private Label more(int count) {
    return PanelParts.wrapping(
        messages.text("save.changes.more", messages.count(count)), "change-more");
  }

  // One row with all keys, so that the other changes stay visible.
  private HBox removedRow(List<EntryChange> removed) {
    String keys =
        removed.stream()
            .limit(MAX_ROWS)
            .map(change -> ChangeText.of(change).keyText(messages))
            .collect(Collectors.joining(", "));
    String counted = messages.text("save.change.removed.many", messages.count(removed.size()));
    Label count = PanelParts.named(PanelParts.wrapping(counted, "strong"), "save-removed-count");
    Label names = PanelParts.named(PanelParts.wrapping(keys, "mono", "muted"), "save-removed-keys");
    List<Node> texts = new ArrayList<>(List.of(count, names));
    if (removed.size() > MAX_ROWS) {
      texts.add(more(removed.size() - MAX_ROWS));
    }
    return row(ChangeText.Kind.REMOVED, texts);
  }

  private HBox row(EntryChange change) {
    ChangeText shown = ChangeText.of(change);
    String style = shown.keys().isEmpty() ? "muted" : "strong";
    List<Node> texts = new ArrayList<>();
    texts.add(PanelParts.wrapping(shown.keyText(messages), "mono", style));
    texts.addAll(values(shown));
    return row(shown.kind(), texts);
  }

  private List<Node> values(ChangeText shown) {
    Optional<String> before = shown.before();
    Optional<String> after = shown.after();
    Optional<Node> oldPicture = before.flatMap(value -> picture(shown, value, false));
    Optional<Node> newPicture = after.flatMap(value -> picture(shown, value, true));
    boolean isText = oldPicture.isEmpty() && newPicture.isEmpty();
    if (isText && before.isPresent() && after.isPresent()) {
      Excerpt text = Excerpt.of(before.get(), after.get());
      return compared(text);
    }
    List<Node> nodes = new ArrayList<>();
    oldPicture.or(() -> before.map(value -> value(Excerpt.of(value), false))).ifPresent(nodes::add);
    newPicture.or(() -> after.map(value -> value(Excerpt.of(value), true))).ifPresent(nodes::add);
    return nodes.size() < 2 ? nodes : List.of(new FlowPane(12, 4, nodes.toArray(Node[]::new)));
  }

  /// Shows both values with their difference marked, unless they have nothing in common.
  private List<Node> compared(Excerpt text) {
    String before = text.before();
    String after = text.after();
    int prefix = NaturalOrder.commonLength(before, after);
    int shorter = Math.min(before.length(), after.length());
    int suffix = 0;
    while (suffix < shorter - prefix
        && before.charAt(before.length() - 1 - suffix)
            == after.charAt(after.length() - 1 - suffix)) {
      suffix++;
    }
    return prefix + suffix == 0
        ? List.of(value(before, false), value(after, true))
        : List.of(marked(before, prefix, suffix, false), marked(after, prefix, suffix, true));
  }

  private static TextFlow marked(String value, int prefix, int suffix, boolean isAfter) {
    int end = value.length() - suffix;
    TextFlow flow =
        new TextFlow(
            piece(value.substring(0, prefix), "change-same"),
            piece(value.substring(prefix, end), "change-difference"),
            piece(value.substring(end), "change-same"));
    flow.getStyleClass().addAll("mono", "change-value", style(isAfter));
    flow.setMinWidth(0);
    return flow;
  }

  private static Text piece(String text, String styleClass) {
    Text piece = new Text(text);
    piece.getStyleClass().add(styleClass);
    return piece;
  }

  /// Creates a view of a value that is a picture, which is decoded in the background. Returns empty
  /// if the value is not a picture.
  private Optional<Node> picture(ChangeText shown, String value, boolean isAfter) {
    Optional<EmbeddedImage> embedded = EmbeddedImage.of(shown.keys().getLast(), value);
    if (embedded.isEmpty()) {
      return Optional.empty();
    }
    ImageView view = new ImageView();
    view.setAccessibleText(messages.text("save.change.picture"));
    VBox box = new VBox(4, view, PanelParts.label(messages.bytes(value.length()), "caption"));
    box.setMaxWidth(USE_PREF_SIZE);
    box.getStyleClass().addAll("change-value", "change-picture", style(isAfter));
    double side = Math.min(PICTURE_SIDE, embedded.get().longerSide());
    pictures.load(
        () -> new Image(embedded.get().dataUri(), side, side, true, true),
        image -> {
          view.setImage(image);
          if (image.isError()) {
            box.getChildren().setAll(value(Excerpt.of(value), isAfter));
          }
        });
    return Optional.of(box);
  }

  private static String style(boolean isAfter) {
    return isAfter ? "change-after" : "change-before";
  }

  private HBox row(ChangeText.Kind kind, List<Node> texts) {
    HBox badgeBox = new HBox(kind.badge(messages));
    badgeBox.getStyleClass().add("change-badge");
    VBox column = new VBox(2, texts.toArray(Node[]::new));
    column.setMinWidth(0);
    HBox.setHgrow(column, Priority.ALWAYS);
    HBox row = new HBox(12, badgeBox, column);
    row.getStyleClass().add("change-row");
    row.setAlignment(Pos.TOP_LEFT);
    return row;
  }

  private Label value(String value, boolean isAfter) {
    String shown = value.isEmpty() ? messages.text("metadata.empty-value") : value;
    return PanelParts.wrapping(shown, "mono", "change-value", style(isAfter));
  }

  /// Two values for display, truncated around their first difference.
  record Excerpt(String before, String after) {

    static final int LIMIT = 240;
    private static final int MAX_LINES = 8;
    private static final String BREAK = "↵";

    /// Number of characters shown before the first difference.
    private static final int LEAD = 40;

    /// Returns excerpts of two values around their first difference. Takes time linear in the
    /// length of the common prefix.
    static Excerpt of(String before, String after) {
      int begin = Math.max(0, NaturalOrder.commonLength(before, after) - LEAD);
      if (Math.max(before.length(), after.length()) <= LIMIT || begin <= LEAD) {
        begin = 0;
      }
      return new Excerpt(piece(before, begin), piece(after, begin));
    }

    /// Returns an excerpt of a value, truncated at the end. In a multi-line value, each line break
    /// is shown as a symbol and a line break.
    static String of(String value) {
      String head = value.length() > LIMIT + 1 ? value.substring(0, LIMIT + 1) : value;
      List<String> lines = head.lines().limit(MAX_LINES + 1L).toList();
      if (lines.size() < 2 && !head.endsWith("\n")) {
        return DisplayText.of(value, LIMIT);
      }
      String text =
          lines.stream()
              .limit(MAX_LINES)
              .map(line -> DisplayText.of(line, LIMIT))
              .collect(Collectors.joining(BREAK + "\n"));
      boolean isCut = lines.size() > MAX_LINES || head.length() > LIMIT;
      return isCut ? text + "…" : head.endsWith("\n") ? text + BREAK : text;
    }

    private static String piece(String value, int begin) {
      if (begin == 0) {
        return of(value);
      }
      int from = Character.isLowSurrogate(value.charAt(begin)) ? begin - 1 : begin;
      int to = Math.min(value.length(), from + LIMIT + 1);
      return "…" + of(value.substring(from, to));
    }
  }
}
