package io.github.tensorloupe.ui.metadata;

import io.github.tensorloupe.ui.metadata.MetadataSource.Content;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.controlsfx.control.textfield.CustomTextField;
import org.controlsfx.control.textfield.TextFields;
import org.kordamp.ikonli.feather.Feather;

/// The metadata of the open document: entries on the left, the selected value on the right, or
/// below where there is little room.
public final class MetadataView extends StackPane {

  private static final double SIDE_BY_SIDE_WIDTH = 700;

  private final MetadataViewModel model;
  private final Messages messages;
  private final ComboBox<MetadataSource> chooser = new ComboBox<>();
  private final Label files = new Label();
  private final Label count = new Label();
  private final Label emptySentence = new Label();
  private final VBox emptyState = new VBox(12, Icons.of(Feather.TAG, "icon-large"), emptySentence);
  private final SplitPane split;
  private final VBox content;
  private final HBox origin;

  public MetadataView(MetadataViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    setId("metadata-view");
    getStyleClass().add("metadata-view");
    getStylesheets()
        .add(Objects.requireNonNull(getClass().getResource("metadata.css")).toExternalForm());
    split =
        new SplitPane(
            new MetadataTable(model, messages), scrolling(new DetailPane(model, messages)));
    split.setMinSize(0, 0);
    VBox.setVgrow(split, Priority.ALWAYS);
    origin = origin();
    content = new VBox(origin, bar(), split);
    emptyState.setId("metadata-empty");
    emptyState.getStyleClass().add("empty-state");
    emptySentence.setId("metadata-empty-sentence");
    emptySentence.getStyleClass().add("empty-state");
    emptySentence.setWrapText(true);
    getChildren().setAll(content, emptyState);
    widthProperty().subscribe(width -> arrange(width.doubleValue()));
    model.sourceProperty().subscribe(this::show);
  }

  /// As large as the place it is put into, but scrolled where that is too low for it.
  private static ScrollPane scrolling(Region pane) {
    ScrollPane scroll = new ScrollPane(pane);
    scroll.setFitToWidth(true);
    scroll.setFitToHeight(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scroll.setMinSize(0, 0);
    return scroll;
  }

  private HBox origin() {
    chooser.setId("metadata-source");
    chooser.setAccessibleText(messages.text("metadata.source"));
    chooser.setItems(model.sources());
    chooser.setMinWidth(0);
    chooser.setMaxWidth(Double.MAX_VALUE);
    chooser.setConverter(new SourceName());
    chooser
        .valueProperty()
        .subscribe(
            chosen ->
                Optional.ofNullable(chosen)
                    .ifPresent(each -> model.sourceProperty().set(Optional.of(each))));
    files.setId("metadata-files");
    files.getStyleClass().add("caption");
    HBox row = new HBox(8, files, chooser);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("metadata-origin");
    HBox.setHgrow(chooser, Priority.ALWAYS);
    return row;
  }

  private Node bar() {
    TextField find = TextFields.createClearableTextField();
    if (find instanceof CustomTextField custom) {
      custom.setLeft(Icons.of(Feather.SEARCH, "icon-small"));
    }
    find.setId("metadata-find");
    find.setPromptText(messages.text("metadata.find"));
    find.setAccessibleText(messages.text("metadata.find"));
    find.setMinWidth(120);
    find.textProperty().bindBidirectional(model.findTextProperty());
    HBox.setHgrow(find, Priority.ALWAYS);
    count.setId("metadata-count");
    count.getStyleClass().add("caption");
    count.setMinWidth(Region.USE_PREF_SIZE);
    count
        .textProperty()
        .bind(
            Bindings.createStringBinding(this::countText, model.rows(), model.rowCountProperty()));
    HBox bar = new HBox(12, find, count);
    bar.setAlignment(Pos.CENTER_LEFT);
    bar.getStyleClass().add("metadata-bar");
    return bar;
  }

  private String countText() {
    int shown = model.rows().size();
    int all = model.rowCountProperty().get();
    if (shown != all) {
      return messages.text("metadata.count.filtered", Figures.count(shown), Figures.count(all));
    }
    return all == 1
        ? messages.text("metadata.count.one")
        : messages.text("metadata.count", Figures.count(all));
  }

  private void arrange(double width) {
    split.setOrientation(
        width >= SIDE_BY_SIDE_WIDTH ? Orientation.HORIZONTAL : Orientation.VERTICAL);
  }

  private void show(Optional<MetadataSource> source) {
    Optional<Content> shown = source.map(MetadataSource::content);
    content.setVisible(source.isPresent());
    boolean entries = shown.filter(Content.ENTRIES::equals).isPresent();
    content.getChildren().stream()
        .filter(each -> each != origin)
        .forEach(each -> each.setVisible(entries));
    emptyState.setVisible(source.isPresent() && !entries);
    emptySentence.setText(shown.map(this::sentence).orElse(""));
    chooser.setValue(source.orElse(null));
    source.ifPresent(this::showOrigin);
  }

  private String sentence(Content shown) {
    return switch (shown) {
      case ENTRIES -> "";
      case EMPTY_MAP -> messages.text("metadata.empty-map");
      case ABSENT -> messages.text("metadata.absent");
      case UNREADABLE -> messages.text("metadata.unreadable");
    };
  }

  private void showOrigin(MetadataSource source) {
    boolean several = model.sources().size() > 1;
    boolean shared = !several && source.files().size() > 1;
    chooser.setVisible(several);
    chooser.setManaged(several);
    files.setVisible(several || shared);
    files.setManaged(several || shared);
    files.setMinWidth(several ? Region.USE_PREF_SIZE : 0);
    files.setText(
        several
            ? messages.text("metadata.source")
            : messages.text("metadata.same", Figures.count(source.files().size())));
    origin.setVisible(several || shared);
    origin.setManaged(several || shared);
  }

  private final class SourceName extends StringConverter<MetadataSource> {
    @Override
    public String toString(MetadataSource source) {
      return source == null ? "" : model.filesOf(source);
    }

    @Override
    public MetadataSource fromString(String text) {
      throw new UnsupportedOperationException("files are chosen, not typed");
    }
  }
}
