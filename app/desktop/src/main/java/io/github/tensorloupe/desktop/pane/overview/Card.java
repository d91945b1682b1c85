package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.overview.DtypeCard.ShareBar;
import io.github.tensorloupe.desktop.pane.overview.DtypeCard.ShareBar.Part;
import io.github.tensorloupe.desktop.pane.overview.LargestGroups.Group;
import io.github.tensorloupe.desktop.pane.overview.Overview.FileRow;
import io.github.tensorloupe.desktop.pane.overview.Overview.MetadataSummary;
import io.github.tensorloupe.desktop.pane.overview.Overview.PartRow;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A framed part of the overview with a title.
class Card extends VBox {

  private final Messages messages;

  /// @param id of the card
  /// @param title of the card, for a person
  Card(String id, String title, Messages messages) {
    super(12);
    this.messages = messages;
    setId(id);
    getStyleClass().addAll("card", "overview-card");
    Label heading = new Label(title);
    heading.getStyleClass().add("heading");
    getChildren().add(heading);
  }

  final Messages messages() {
    return messages;
  }

  /// A text that may be long: it gives way to its neighbors, and the tool tip has all of it.
  static Label elastic(String text, String fullText, String... styleClasses) {
    Label label = new Label(text);
    label.getStyleClass().addAll(styleClasses);
    label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    label.setMinWidth(0);
    label.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(label, Priority.ALWAYS);
    Tips.tell(label, () -> fullText);
    return label;
  }

  /// A figure that is never cut.
  static Label figure(String text, String... styleClasses) {
    Label label = new Label(text);
    label.getStyleClass().addAll(styleClasses);
    label.setMinWidth(Region.USE_PREF_SIZE);
    return label;
  }

  /// Nodes side by side.
  static HBox line(Node... nodes) {
    HBox line = new HBox(8, nodes);
    line.setAlignment(Pos.CENTER_LEFT);
    line.setMinWidth(0);
    return line;
  }

  /// A number with its noun, in the singular where it is 1.
  final String counted(String key, long count) {
    return count == 1 ? messages.text(key + ".one") : messages.text(key, Figures.count(count));
  }

  /// The files of a set or folder; those with something wrong first.
  static final class FilesCard extends Card {

    private static final int MAX_ROWS = 12;

    FilesCard(List<FileRow> files, String title, Messages messages) {
      super("overview-files", title, messages);
      VBox rows = new VBox(6);
      files.stream().limit(MAX_ROWS).map(this::row).forEach(rows.getChildren()::add);
      getChildren().add(rows);
      if (files.size() > MAX_ROWS) {
        Label more =
            new Label(messages.text("overview.files.more", Figures.count(files.size() - MAX_ROWS)));
        more.getStyleClass().add("caption");
        getChildren().add(more);
      }
    }

    private HBox row(FileRow file) {
      FontIcon icon = icon(file.state());
      String name = DisplayText.of(String.valueOf(file.path().getFileName()), 200);
      return line(
          icon,
          elastic(name, DisplayText.of(file.path().toString(), 2000), "mono"),
          figure(counted("overview.tensors", file.tensorCount()), "caption"),
          figure(Figures.bytes(file.byteCount()), "file-size"));
    }

    private FontIcon icon(FileRow.State state) {
      FontIcon icon =
          switch (state) {
            case REFUSED -> Icons.of(Feather.X_CIRCLE, "icon-small", "icon-danger");
            case PROBLEMS -> Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning");
            case LOADS -> Icons.of(Feather.CHECK, "icon-small", "icon-success");
          };
      icon.setAccessibleText(
          messages()
              .text(
                  switch (state) {
                    case REFUSED -> "overview.files.refused";
                    case PROBLEMS -> "overview.files.problems";
                    case LOADS -> "overview.files.loads";
                  }));
      return icon;
    }
  }

  /// The sets and lone files of a folder, such as the components of a pipeline.
  static final class PartsCard extends Card {

    private static final int MAX_ROWS = 12;

    PartsCard(List<PartRow> parts, Messages messages) {
      super("overview-parts", messages.text("overview.parts"), messages);
      VBox rows = new VBox(6);
      parts.stream().limit(MAX_ROWS).map(this::row).forEach(rows.getChildren()::add);
      getChildren().add(rows);
      if (parts.size() > MAX_ROWS) {
        Label more =
            new Label(messages.text("overview.parts.more", Figures.count(parts.size() - MAX_ROWS)));
        more.getStyleClass().add("caption");
        getChildren().add(more);
      }
    }

    private HBox row(PartRow part) {
      FontIcon icon =
          part.broken()
              ? Icons.of(Feather.X_CIRCLE, "icon-small", "icon-danger")
              : Icons.of(Feather.CHECK, "icon-small", "icon-success");
      icon.setAccessibleText(
          messages().text(part.broken() ? "overview.parts.problems" : "overview.parts.fine"));
      String kind =
          part.isSet()
              ? counted("overview.parts.shards", part.fileCount())
              : messages().text("overview.parts.file");
      String label = DisplayText.of(part.label(), 200);
      return line(
          icon,
          elastic(label, DisplayText.of(part.label(), 2000), "mono"),
          figure(kind, "caption"),
          figure(counted("overview.tensors", part.tensorCount()), "caption"),
          figure(Figures.bytes(part.byteCount()), "file-size"));
    }
  }

  /// The groups of tensors that take the most room.
  static final class GroupsCard extends Card {

    GroupsCard(LargestGroups groups, Messages messages) {
      super("overview-groups", messages.text("overview.groups"), messages);
      long total = groups.totalByteCount();
      VBox rows = new VBox(10);
      for (Group group : groups.largest()) {
        rows.getChildren().add(row(group, total));
      }
      getChildren().add(rows);
      if (groups.moreCount() > 0) {
        Label more =
            new Label(
                messages.text(
                    "overview.groups.more",
                    Figures.count(groups.moreCount()),
                    Figures.bytes(groups.moreByteCount())));
        more.getStyleClass().add("caption");
        getChildren().add(more);
      }
    }

    private VBox row(Group group, long total) {
      double fraction = total == 0 ? 0 : (double) group.byteCount() / total;
      String path =
          group.path().isEmpty()
              ? messages().text("overview.empty-name")
              : DisplayText.of(group.path(), 200);
      String tensors = counted("overview.tensors", group.tensorCount());
      Label bytes = figure(Figures.bytes(group.byteCount()));
      Tips.explain(bytes, messages().exactBytes(group.byteCount()));
      Label share = figure(Figures.share(fraction), "muted", "share-figure");
      return new VBox(
          4,
          line(elastic(path, path + "\n" + tensors, "mono"), bytes, share),
          new ShareBar(List.of(new Part(fraction, List.of("group-bar")))));
    }
  }

  /// The most telling entries of the metadata.
  static final class MetadataCard extends Card {

    private static final int SHOWN_CHARACTERS = 120;
    private static final double KEY_WIDTH = 150;

    /// @param severalFiles true to name the file of the entries
    MetadataCard(MetadataSummary summary, boolean severalFiles, Messages messages) {
      super("overview-metadata", messages.text("overview.metadata"), messages);
      if (summary.file().isEmpty()) {
        Label none = new Label(messages.text("overview.metadata.none"));
        none.getStyleClass().add("muted");
        getChildren().add(none);
        return;
      }
      getChildren().add(entries(summary));
      String count = counted("overview.metadata.entries", summary.entryCount());
      String origin = String.valueOf(summary.file().get().path().getFileName());
      String caption =
          severalFiles
              ? messages.text("overview.metadata.in", count, DisplayText.of(origin))
              : count;
      Label footer = elastic(caption, caption, "caption");
      footer.setId("overview-metadata-count");
      getChildren().add(footer);
    }

    private GridPane entries(MetadataSummary summary) {
      GridPane grid = new GridPane();
      grid.getStyleClass().add("metadata-entries");
      ColumnConstraints key = new ColumnConstraints(0, USE_COMPUTED_SIZE, KEY_WIDTH);
      ColumnConstraints value = new ColumnConstraints(0, 0, Double.MAX_VALUE);
      value.setHgrow(Priority.ALWAYS);
      grid.getColumnConstraints().setAll(key, value);
      int row = 0;
      for (MetadataSummary.Entry entry : summary.telling()) {
        String name = DisplayText.of(entry.key(), SHOWN_CHARACTERS);
        String text = DisplayText.of(entry.value(), SHOWN_CHARACTERS);
        grid.add(elastic(name, name, "mono", "muted"), 0, row);
        grid.add(elastic(text, DisplayText.of(entry.value(), 2000)), 1, row);
        row++;
      }
      return grid;
    }
  }

  /// The largest tensors; pressing one selects it.
  static final class TensorsCard extends Card {

    TensorsCard(List<TensorRef> tensors, Consumer<TensorRef> select, Messages messages) {
      super("overview-tensors", messages.text("overview.largest-tensors"), messages);
      VBox rows = new VBox(2);
      rows.getStyleClass().add("overview-rows");
      for (int i = 0; i < tensors.size(); i++) {
        Button row = row(tensors.get(i), select);
        row.setId("overview-tensor-" + i);
        rows.getChildren().add(row);
      }
      getChildren().add(rows);
    }

    private Label dtype(TensorInfo info) {
      Label name = DtypeCard.dtypeName(info.dtype());
      Tips.explain(name, messages().dtype(info.dtype()));
      return name;
    }

    private Button row(TensorRef tensor, Consumer<TensorRef> select) {
      TensorInfo info = tensor.info();
      String name =
          info.name().isEmpty()
              ? messages().text("overview.empty-name")
              : DisplayText.of(info.name(), 200);
      long byteCount = Overview.byteCount(tensor);
      VBox texts =
          new VBox(
              2,
              line(elastic(name, name, "mono"), figure(Figures.bytes(byteCount))),
              line(
                  dtype(info),
                  elastic(
                      messages().shape(info.shape()), messages().shape(info.shape()), "caption")));
      texts.setMinWidth(0);
      Button row = new Button(name, texts);
      row.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
      row.getStyleClass().addAll("flat", "overview-row");
      row.setMaxWidth(Double.MAX_VALUE);
      row.setMinWidth(0);
      texts.prefWidthProperty().bind(row.widthProperty().subtract(16));
      row.setAccessibleText(
          "%s, %s, %s".formatted(name, info.dtype(), messages().shape(info.shape())));
      row.setOnAction(_ -> select.accept(tensor));
      return row;
    }
  }
}
