package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.overview.Overview.DtypeShare;
import io.github.tensorloupe.desktop.pane.overview.Overview.FileRow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.TensorFile;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The shards of a set: the share that exists, followed by the missing shards and the others.
final class ShardsCard extends Card {

  private static final int MAX_LINES = 12;

  /// Minimum number of existing shards that are listed, even if many are missing.
  private static final int MIN_LISTED_PRESENT = 4;

  private static final int NAME_CHARACTERS = 200;
  private static final int TIP_CHARACTERS = 2000;

  private final Overview overview;
  private final Messages messages;
  private final Optional<ShardIndex> index;
  private final int present;
  private final int all;

  ShardsCard(Overview overview, Messages messages) {
    super("overview-files", messages.text("overview.shards"));
    this.overview = overview;
    this.messages = messages;
    this.index = overview.checkpoint().parts().getFirst().index();
    this.present = overview.fileCount();
    this.all = present + overview.missingShards().size();
    if (all > present) {
      ShareBar bar = new ShareBar();
      bar.getStyleClass().add("dtype-share-bar");
      bar.add((double) present / all, "part-there");
      getChildren().add(bar);
    }
    Label summary = PanelParts.wrapping(summary(), "muted");
    VBox lines = new VBox(6);
    Map<String, Integer> counts =
        all > present
            ? index.<Map<String, Integer>>map(ShardIndex::tensorCounts).orElse(Map.of())
            : Map.of();
    overview.missingShards().stream()
        .limit(MAX_LINES)
        .forEach(name -> lines.getChildren().add(missing(name, counts.get(name))));
    int room = Math.max(MAX_LINES - lines.getChildren().size(), MIN_LISTED_PRESENT);
    overview.files().stream()
        .limit(room)
        .forEach(row -> lines.getChildren().add(line(overview, row, messages)));
    getChildren().addAll(PanelParts.named(summary, "overview-shards-summary"), lines);
    int shown = lines.getChildren().size();
    if (all > shown) {
      addCaption(messages.text("overview.files.more", messages.count(all - shown)));
    }
  }

  private String summary() {
    if (all == present) {
      return messages.text("overview.shards.all", messages.count(all));
    }
    List<String> parts = new ArrayList<>();
    parts.add(messages.text("overview.shards.some", messages.count(present), messages.count(all)));
    long here =
        overview.dtypes().stream().mapToLong(DtypeShare::byteCount).reduce(0, Saturating::sum);
    OptionalLong total = index.map(ShardIndex::totalSize).orElse(OptionalLong.empty());
    if (total.isPresent() && total.getAsLong() > here) {
      String whole = messages.bytes(total.getAsLong());
      parts.add(messages.text("overview.shards.bytes", messages.bytes(here), whole));
    }
    int tensors = overview.checkpoint().tensors().size();
    int named = index.map(it -> it.weightMap().size()).orElse(0);
    if (named > tensors) {
      parts.add(
          messages.text("overview.shards.tensors", messages.count(tensors), messages.count(named)));
    }
    return String.join(" · ", parts);
  }

  /// @param tensorCount the number of tensors of the shard according to the index; null if unknown
  private HBox missing(String name, Integer tensorCount) {
    String brief = DisplayText.of(overview.checkpoint().briefName(name), NAME_CHARACTERS);
    String state = messages.text("overview.files.missing");
    HBox line =
        line(
            icon(Feather.X_CIRCLE, "icon-danger", state),
            elastic(brief, DisplayText.of(name, TIP_CHARACTERS), "mono", "muted"));
    if (tensorCount != null) {
      line.getChildren()
          .add(PanelParts.uncut(messages.count("overview.tensors", tensorCount), "caption"));
    }
    line.getChildren().add(PanelParts.uncut(state, "danger-text", "file-size"));
    line.getStyleClass().add("missing-shard");
    return line;
  }

  static HBox line(Overview overview, FileRow row, Messages messages) {
    FontIcon icon =
        switch (row.state()) {
          case REFUSED ->
              icon(Feather.X_CIRCLE, "icon-danger", messages.text("overview.files.refused"));
          case PROBLEMS ->
              icon(
                  Feather.ALERT_TRIANGLE, "icon-warning", messages.text("overview.files.problems"));
          case LOADS -> icon(Feather.CHECK, "icon-success", messages.text("overview.files.loads"));
        };
    TensorFile file = row.file();
    String name = DisplayText.of(overview.checkpoint().briefName(file), NAME_CHARACTERS);
    return line(
        icon,
        elastic(name, DisplayText.of(file.path().toString(), TIP_CHARACTERS), "mono"),
        PanelParts.uncut(
            messages.count("overview.tensors", file.header().tensors().size()), "caption"),
        PanelParts.uncut(messages.bytes(file.bytes().length()), "file-size"));
  }

  static FontIcon icon(Feather shape, String color, String meaning) {
    FontIcon icon = Icons.of(shape, "icon-small", color);
    icon.setAccessibleText(meaning);
    return icon;
  }
}
