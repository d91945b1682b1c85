package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Item;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.library.Revision;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A checkpoint in the list: picture, name, location and figures in columns.
final class ItemPane extends HBox {

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);
  private static final int PATH_CHARACTERS = 400;
  private static final int MAX_DTYPES = 2;
  private static final double PICTURE_SIDE = 36;
  private static final double ROOM_FOR_DTYPES = 560;
  private static final double ROOM_FOR_COUNT = 680;
  private static final double ROOM_FOR_TIME = 820;

  private final Thumbnails thumbnails;
  final ItemText words;
  private final ImageView picture = new ImageView();
  private final StackPane pictureBox = new StackPane();
  private final Label name = PanelParts.elastic("", "library-name");
  private final Label state = new Label();
  private final Label revision = PanelParts.label("", "caption", "mono");
  private final Label health = new Label();
  private final Label path = PanelParts.elastic("", "caption");
  private final HBox dtypes = new HBox(6);
  private final Label tensors = figure(92);
  private final Label size = figure(72);
  private final Label time = figure(112);
  private Optional<Item> shown = Optional.empty();

  /// @param listWidth hides columns that do not fit
  ItemPane(Thumbnails thumbnails, ObservableValue<? extends Number> listWidth, Messages messages) {
    super(12);
    this.thumbnails = thumbnails;
    this.words = new ItemText(messages);
    setAlignment(Pos.CENTER_LEFT);
    picture.setFitWidth(PICTURE_SIDE);
    picture.setFitHeight(PICTURE_SIDE);
    picture.setPreserveRatio(true);
    pictureBox.getStyleClass().add("library-picture");
    pictureBox.setMinSize(PICTURE_SIDE, PICTURE_SIDE);
    pictureBox.setMaxSize(PICTURE_SIDE, PICTURE_SIDE);
    dtypes.setAlignment(Pos.CENTER_LEFT);
    dtypes.setMinWidth(112);
    dtypes.setPrefWidth(112);
    showFrom(dtypes, listWidth, ROOM_FOR_DTYPES);
    showFrom(tensors, listWidth, ROOM_FOR_COUNT);
    showFrom(time, listWidth, ROOM_FOR_TIME);
    getChildren().setAll(pictureBox, texts(), dtypes, tensors, size, time);
  }

  private VBox texts() {
    name.setMinWidth(60);
    for (Label badge : List.of(state, revision, health)) {
      badge.setMinWidth(Region.USE_PREF_SIZE);
    }
    HBox first = new HBox(8, name, state, health, revision);
    first.setAlignment(Pos.CENTER_LEFT);
    VBox texts = new VBox(2, first, path);
    texts.setAlignment(Pos.CENTER_LEFT);
    texts.setMinWidth(0);
    texts.setPrefWidth(100);
    HBox.setHgrow(texts, Priority.ALWAYS);
    return texts;
  }

  private static Label figure(double width) {
    Label label = PanelParts.label("", "muted", "library-figure");
    label.setMinWidth(width);
    label.setAlignment(Pos.CENTER_RIGHT);
    return label;
  }

  private static void showFrom(
      Region column, ObservableValue<? extends Number> listWidth, double least) {
    ObservableValue<Boolean> fits = listWidth.map(width -> width.doubleValue() >= least);
    column.visibleProperty().bind(fits);
    column.managedProperty().bind(fits);
  }

  void show(Item item) {
    shown = Optional.of(item);
    Optional<LibraryEntry> entry = item.entry();
    name.setText(DisplayText.of(item.name()));
    name.setOpacity(item.isGone() ? 0.6 : 1);
    showCaption(item);
    boolean isUnfinished =
        item.isGone() || entry.filter(each -> each.state() == State.INCOMPLETE).isPresent();
    showBadge(state, words.stateText(item), isUnfinished ? "badge-warning" : "badge-danger");
    showBadge(
        health,
        entry.map(words::healthText).orElse(""),
        switch (entry.map(LibraryEntry::health).orElse(Health.UNKNOWN)) {
          case UNKNOWN, HEALTHY -> "badge-success";
          case DOUBTFUL -> "badge-warning";
          case INF, NAN, NAN_AND_INF -> "badge-danger";
        });
    pictureBox.getChildren().setAll(iconOf(item));
    entry.ifPresent(each -> thumbnails.want(each, image -> showPicture(item, image)));
    revision.setText(entry.flatMap(LibraryEntry::revision).map(ItemText::text).orElse(""));
    PanelParts.setShown(revision, !revision.getText().isEmpty());
    time.setText(
        item.opened()
            .or(() -> entry.map(LibraryEntry::modified))
            .filter(when -> when.isAfter(Instant.EPOCH))
            .map(when -> DAY.format(when.atZone(ZoneId.systemDefault())))
            .orElse(""));
    Optional<LibraryEntry.Contents> contents = entry.map(LibraryEntry::contents);
    tensors.setText(
        contents
            .filter(each -> each.tensorCount() > 0)
            .map(each -> words.counted(each.tensorCount()))
            .orElse(""));
    size.setText(
        contents
            .filter(each -> each.fileCount() > 0 && !item.isGone())
            .map(each -> words.messages().bytes(each.byteLength()))
            .orElse(""));
    showDtypes(contents.map(LibraryEntry.Contents::dtypes).orElse(List.of()));
  }

  /// Shows the problem or the location, which is also in the tooltip.
  private void showCaption(Item item) {
    Optional<LibraryEntry> problem =
        item.entry().filter(entry -> entry.problem().isPresent() && !item.isGone());
    path.getStyleClass().setAll("label", "caption");
    problem
        .map(entry -> entry.state() == State.INCOMPLETE ? "library-warning" : "library-danger")
        .ifPresent(path.getStyleClass()::add);
    // Keeps both ends of a path, and the beginning of a sentence.
    path.setTextOverrun(problem.isPresent() ? OverrunStyle.ELLIPSIS : OverrunStyle.CENTER_ELLIPSIS);
    String text =
        problem
            .flatMap(LibraryEntry::problem)
            .map(words.messages()::sentence)
            .orElseGet(() -> words.whereabouts(item));
    path.setText(DisplayText.of(text, PATH_CHARACTERS));
    path.setManaged(!text.isEmpty());
  }

  private void showDtypes(List<Dtype> all) {
    dtypes.getChildren().clear();
    for (Dtype dtype : all.subList(0, Math.min(MAX_DTYPES, all.size()))) {
      String color = DtypeStyles.styleClass(dtype);
      dtypes.getChildren().add(PanelParts.label(dtype.name(), "mono", "dtype", color));
    }
    if (all.size() > MAX_DTYPES) {
      dtypes.getChildren().add(PanelParts.label("+" + (all.size() - MAX_DTYPES), "caption"));
    }
  }

  private static void showBadge(Label badge, String text, String style) {
    badge.setText(text);
    badge.getStyleClass().setAll("label", "badge", style);
    PanelParts.setShown(badge, !text.isEmpty());
  }

  private void showPicture(Item item, Image image) {
    // The row may show another item by now.
    if (shown.equals(Optional.of(item))) {
      picture.setImage(image);
      pictureBox.getChildren().setAll(picture);
    }
  }

  private static Node iconOf(Item item) {
    if (item.isGone() || item.entry().isEmpty()) {
      return Icons.of(item.isGone() ? Feather.FILE_MINUS : Feather.FILE);
    }
    LibraryEntry entry = item.entry().get();
    return switch (entry.state()) {
      case INCOMPLETE -> Icons.of(Feather.DOWNLOAD, "icon-warning");
      case REFUSED, UNREADABLE -> Icons.of(Feather.ALERT_OCTAGON, "icon-danger");
      case COMPLETE -> Icons.of(entry.contents().fileCount() > 1 ? Feather.LAYERS : Feather.BOX);
    };
  }

  record ItemText(Messages messages) {

    /// The state in a word or two, or an empty string.
    String stateText(Item item) {
      if (item.isGone()) {
        return messages.text("library.state.gone");
      }
      State state = item.entry().map(LibraryEntry::state).orElse(State.COMPLETE);
      return state == State.COMPLETE ? "" : messages.text("library.state." + Messages.word(state));
    }

    /// The health of the values, or an empty string.
    String healthText(LibraryEntry entry) {
      return entry.health() == Health.UNKNOWN
          ? ""
          : messages.text("library.health." + Messages.word(entry.health()));
    }

    /// The path relative to the heading above; within a cache, relative to the snapshot. Left out
    /// if it equals the name.
    String whereabouts(Item item) {
      int fileCount = item.entry().map(entry -> entry.contents().fileCount()).orElse(0);
      String files = fileCount > 1 ? messages.text("status.files", messages.count(fileCount)) : "";
      String way =
          wayTo(item).map(Path::toString).filter(text -> !text.equals(item.name())).orElse("");
      return way.isEmpty() || files.isEmpty() ? way + files : way + " · " + files;
    }

    /// Empty for a whole snapshot.
    private static Optional<Path> wayTo(Item item) {
      Optional<Path> folder =
          item.entry().filter(_ -> item.opened().isEmpty()).map(entry -> entry.place().folder());
      if (folder.isEmpty() || !item.path().startsWith(folder.get())) {
        return Optional.of(item.path());
      }
      Path way = folder.get().relativize(item.path());
      String commit = item.entry().flatMap(LibraryEntry::revision).map(Revision::commit).orElse("");
      int count = way.getNameCount();
      for (int i = 0; i < count; i++) {
        if (way.getName(i).toString().equals(commit)) {
          return i == count - 1 ? Optional.empty() : Optional.of(way.subpath(i + 1, count));
        }
      }
      return Optional.of(way);
    }

    /// A ref of the commit and its first digits.
    private static String text(Revision of) {
      return of.refs().isEmpty()
          ? of.shortCommit()
          : DisplayText.of(of.refs().getFirst()) + " " + of.shortCommit();
    }

    String counted(long count) {
      return count == 1
          ? messages.text("status.tensors.one")
          : messages.text("status.tensors", messages.shortCount(count));
    }

    /// All facts, for screen readers and the tooltip.
    String describe(Item item) {
      StringBuilder text = new StringBuilder(DisplayText.of(item.name(), PATH_CHARACTERS));
      text.append('\n').append(DisplayText.of(item.path().toString(), PATH_CHARACTERS));
      String stateText = stateText(item);
      if (!stateText.isEmpty()) {
        text.append('\n').append(stateText);
      }
      item.entry().ifPresent(entry -> addFacts(text, entry));
      return text.toString();
    }

    private void addFacts(StringBuilder text, LibraryEntry entry) {
      LibraryEntry.Contents contents = entry.contents();
      entry.problem().ifPresent(each -> text.append(": ").append(messages.sentence(each)));
      text.append('\n').append(messages.exactBytes(contents.byteLength()));
      text.append(" · ").append(counted(contents.tensorCount()));
      contents.dtypes().forEach(dtype -> text.append(" · ").append(dtype.name()));
      if (!healthText(entry).isEmpty()) {
        text.append('\n').append(healthText(entry));
      }
      entry.revision().ifPresent(each -> text.append('\n').append(each.commit()));
    }
  }

  /// A least-recently-used cache of thumbnails, decoded on demand. Belongs to the FX thread.
  static final class Thumbnails {

    /// In pixels, for screens of twice the density.
    private static final int SIDE = 72;

    private static final int MAX_KEPT = 200;

    private record Key(Path file, Instant modified) {}

    private final Jobs jobs;
    private final Messages messages;
    private final Map<Key, List<Consumer<Image>>> waiting = new LinkedHashMap<>();
    private final Map<Key, Optional<Image>> kept =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Key, Optional<Image>> eldest) {
            return size() > MAX_KEPT;
          }
        };

    Thumbnails(Jobs jobs, Messages messages) {
      this.jobs = jobs;
      this.messages = messages;
    }

    /// Passes on the thumbnail of a checkpoint, now or later; never if there is none.
    void want(LibraryEntry entry, Consumer<Image> onImage) {
      if (entry.contents().thumbnailFile().isEmpty()) {
        return;
      }
      Path file = entry.contents().thumbnailFile().get();
      Key key = new Key(file, entry.modified());
      if (kept.containsKey(key)) {
        kept.get(key).ifPresent(onImage);
        return;
      }
      List<Consumer<Image>> others = waiting.get(key);
      if (others != null) {
        others.add(onImage);
        return;
      }
      waiting.put(key, new ArrayList<>(List.of(onImage)));
      jobs.start(
          messages.text("library.job.picture"),
          (_, _) -> pictureIn(file),
          image -> show(key, image),
          // The row keeps its icon.
          _ -> show(key, Optional.empty()));
    }

    private void show(Key key, Optional<Image> image) {
      kept.put(key, image);
      List<Consumer<Image>> receivers = waiting.remove(key);
      image.ifPresent(found -> receivers.forEach(receiver -> receiver.accept(found)));
    }

    private static Optional<Image> pictureIn(Path file) throws IOException {
      try (TensorFile opened = TensorFile.open(file)) {
        return opened
            .header()
            .metadata()
            .flatMap(metadata -> EmbeddedImage.first(metadata.entries()))
            .map(found -> new Image(found.dataUri(), SIDE, SIDE, true, true))
            .filter(image -> !image.isError());
      }
    }
  }
}
