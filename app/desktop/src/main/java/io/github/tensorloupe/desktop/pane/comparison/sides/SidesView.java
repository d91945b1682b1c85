package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.ToggleChoice;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.PairSelection.ShownSides;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A document pane for both sides of a comparison and their difference, side by side or one at a
/// time. The buttons to choose are above, the changed bits below.
public final class SidesView extends BorderPane {

  public static final PaneDescriptor VALUES = descriptor("values", Command.SHOW_VALUES);
  public static final PaneDescriptor HEATMAP = descriptor("heatmap", Command.SHOW_HEATMAP);
  public static final PaneDescriptor HISTOGRAM = descriptor("histogram", Command.SHOW_HISTOGRAM);
  public static final PaneDescriptor BYTES = descriptor("bytes", Command.SHOW_BYTES);

  private static final double MIN_WIDTH = 240;
  private static final int NAME_CHARACTERS = 60;

  private final PaneContext context;
  private final PairSelection selection;
  private final Messages messages;
  private final ToggleChoice<ShownSides> choices = new ToggleChoice<>();
  private final Map<ShownSides, SidePart> parts = new EnumMap<>(ShownSides.class);
  private final HBox row = new HBox();

  /// True if the pane shows both sides in one chart: the linked histograms outline each other.
  private final boolean isOverlay;

  /// @param id the id of the document pane created for each side
  private SidesView(
      String id, PaneContext context, DifferenceSearch search, BooleanExpression shown) {
    this.context = context;
    selection = context.compared().selection();
    messages = context.messages();
    isOverlay = id.equals(HISTOGRAM.id());
    for (ShownSides side : ShownSides.ALL.each()) {
      BooleanProperty contentShown = new SimpleBooleanProperty();
      Supplier<Node> maker =
          () -> context.compared().sides().make(id, side(side), shown.and(contentShown));
      parts.put(side, new SidePart(contentShown, maker));
    }
    BooleanProperty bitsShown = selection.bitsShownProperty();
    BitsView bits = new BitsView(context, search, this);
    PanelParts.named(this, "sides-" + id, "sides-view");
    row.setMinSize(0, 0);
    row.getStyleClass().add("sides-row");
    setTop(bar());
    setCenter(row);
    setBottom(bits);
    setMinSize(0, 0);
    WeakSubscriptions.of(this).subscribe(selection.sidesProperty(), _ -> arrange());
    WeakSubscriptions.of(this).subscribe(selection.pairProperty(), _ -> arrange());
    WeakSubscriptions.of(this).subscribe(bitsShown, on -> PanelParts.setShown(bits, on));
    Stream.of(widthProperty(), heightProperty()).forEach(side -> side.subscribe(_ -> arrange()));
  }

  private static PaneDescriptor descriptor(String id, Command command) {
    return PaneDescriptor.ofComparison(
        id,
        command,
        context -> {
          DifferenceSearch search = new DifferenceSearch(context);
          return shown -> new SidesView(id, context, search, shown);
        });
  }

  private Selection side(ShownSides side) {
    return switch (side) {
      case A -> selection.a();
      case B -> selection.b();
      case DELTA, ALL -> selection.delta();
    };
  }

  private String title(ShownSides side) {
    String label = side(side).linked().label();
    return switch (side) {
      case A -> label + title(0);
      case B -> label + title(1);
      case DELTA, ALL -> label;
    };
  }

  private String title(int side) {
    String form = context.compared().form(context.messages()).map(as -> "  ·  " + as).orElse("");
    return "  ·  " + context.compared().comparison().names(NAME_CHARACTERS).get(side) + form;
  }

  private HBox bar() {
    for (ShownSides choice : ShownSides.values()) {
      String word = Messages.word(choice);
      String label = side(choice).linked().label();
      Runnable choose = () -> selection.sidesProperty().set(choice);
      choices.add(
          choice, "sides-" + word, label, messages.text("compare.sides." + word + ".tip"), choose);
    }
    String all = isOverlay ? "compare.sides.overlay" : "compare.sides.all";
    choices.toggle(ShownSides.ALL).setText(messages.text(all));
    Tips.explain(choices.toggle(ShownSides.ALL), messages.text(all + ".tip"));
    ToggleButton bitsToggle = new ToggleButton(messages.text("compare.bits"));
    PanelParts.named(bitsToggle, "sides-bits", "small");
    Tips.explain(bitsToggle, messages.text("compare.bits.tip"));
    bitsToggle.selectedProperty().bindBidirectional(selection.bitsShownProperty());
    HBox bar =
        new HBox(
            choices,
            new Spacer(),
            context.commands().iconButton(Command.PREVIOUS_DIFFERENCE),
            context.commands().iconButton(Command.NEXT_DIFFERENCE),
            bitsToggle);
    bar.getStyleClass().add("sides-bar");
    return bar;
  }

  /// Shows only the first side if the pane is too narrow for all three. In a low pane, a single
  /// side has no title, because the pressed button names it.
  private void arrange() {
    ShownSides choice = selection.sidesProperty().get();
    boolean overlaid = isOverlay && choice == ShownSides.ALL;
    boolean roomy = isOverlay || getWidth() == 0 || getWidth() >= parts.size() * MIN_WIDTH;
    List<ShownSides> loadedSides =
        overlaid
            ? List.of(ShownSides.A, ShownSides.B)
            : (roomy || choice != ShownSides.ALL ? choice : ShownSides.A).each();
    List<ShownSides> visibleSides = overlaid ? List.of(bars()) : loadedSides;
    choices.toggle(ShownSides.ALL).setDisable(!roomy);
    choices.press(overlaid ? choice::equals : each -> each.each().equals(visibleSides));
    boolean isTitled = overlaid || visibleSides.size() > 1 || !PanelParts.isLow(this);
    parts.forEach(
        (side, part) -> {
          part.setTitle(overlaid ? overlayTitle() : title(side));
          part.show(loadedSides.contains(side), isTitled, missing(side));
        });
    row.getChildren().setAll(visibleSides.stream().map(parts::get).toList());
  }

  /// Returns the side whose values are bars: A, unless only B has the tensor.
  private ShownSides bars() {
    boolean isOnlyInB = missing(ShownSides.A).isPresent() && missing(ShownSides.B).isEmpty();
    return isOnlyInB ? ShownSides.B : ShownSides.A;
  }

  private String overlayTitle() {
    ShownSides bars = bars();
    ShownSides outline = bars == ShownSides.A ? ShownSides.B : ShownSides.A;
    return missing(outline).isPresent()
        ? title(bars)
        : messages.text("compare.sides.overlay.title", title(bars), title(outline));
  }

  /// Returns a sentence that explains why a side is empty; empty if the side has content.
  private Optional<String> missing(ShownSides side) {
    Optional<TensorPair> pair = selection.selected();
    return pair.isPresent() && side(side).tensorProperty().get().isPresent()
        ? Optional.empty()
        : Optional.of(
            pair.map(of -> PairFacts.mismatchReason(of, messages))
                .orElse(messages.text("compare.sides.none")));
  }

  /// One side below its title, or a sentence that explains why it is empty.
  private static final class SidePart extends BorderPane {

    private final BooleanProperty contentShown;
    private final Supplier<Node> maker;
    private final Label name = PanelParts.elastic("", "sides-title");
    private final Label note = PanelParts.wrapping("", "empty-state", "sides-note");
    private Optional<Node> pane = Optional.empty();

    SidePart(BooleanProperty contentShown, Supplier<Node> maker) {
      this.contentShown = contentShown;
      this.maker = maker;
      name.setMaxWidth(Double.MAX_VALUE);
      getStyleClass().add("sides-part");
      note.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
      note.setGraphic(Icons.of(Feather.COLUMNS, "icon-large"));
      setTop(name);
      setMinSize(0, 0);
      // All parts get the same width.
      setPrefWidth(0);
      HBox.setHgrow(this, Priority.ALWAYS);
    }

    void setTitle(String title) {
      name.setText(title);
      Tips.explain(name, title);
    }

    /// Clips a pane that does not fit, so that its upper left part is visible.
    private static Node shrinking(Node pane) {
      StackPane held = new StackPane(pane);
      if (pane instanceof Region region) {
        region.setMinSize(0, 0);
      }
      held.setMinSize(0, 0);
      held.setAlignment(Pos.TOP_LEFT);
      Rectangle clip = new Rectangle();
      clip.widthProperty().bind(held.widthProperty());
      clip.heightProperty().bind(held.heightProperty());
      held.setClip(clip);
      return held;
    }

    void show(boolean shown, boolean isTitled, Optional<String> missing) {
      PanelParts.setShown(getTop(), isTitled);
      note.setText(missing.orElse(""));
      contentShown.set(shown && missing.isEmpty());
      if (contentShown.get() && pane.isEmpty()) {
        pane = Optional.of(shrinking(maker.get()));
      }
      Node now = missing.isPresent() ? note : pane.orElse(note);
      if (shown && getCenter() != now) {
        setCenter(now);
      }
    }
  }
}
