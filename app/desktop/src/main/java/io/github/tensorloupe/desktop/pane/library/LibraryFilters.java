package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.demo.DemoCheckpoints.Sample;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.ByteProgress;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.library.CheckQueue.Counts;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.Facet;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.library.LibraryFolder;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The filters of the library as chips and the number of matching models, above the chosen folder.
final class LibraryFilters extends VBox {

  private static final int MAX_OPTIONS = 40;
  private static final PseudoClass ACTIVE = PseudoClass.getPseudoClass("active");

  private final LibraryViewModel model;
  private final ModelSelection selection;
  private final Messages messages;
  private final Map<Facet, MenuButton> chips = new EnumMap<>(Facet.class);
  private final Label count = PanelParts.named(PanelParts.label("", "muted"), "library-count");
  private final Label path = PanelParts.elastic("", "caption");
  private final MenuButton bases;
  private final Button clear;
  private final Button check;
  private final MenuButton samples;
  private final Button remove;
  private final HBox folder;

  LibraryFilters(
      LibraryViewModel model, ModelSelection selection, LibraryActions actions, Messages messages) {
    super(8);
    this.model = model;
    this.selection = selection;
    this.messages = messages;
    FlowPane line = new FlowPane(6, 6);
    line.setAlignment(Pos.CENTER_LEFT);
    bases = chip("fit", this::baseItems);
    bases.setText(messages.text("library.filter.fit"));
    Tips.explain(bases, messages.text("library.filter.fit.tip"));
    for (Facet facet : Facet.values()) {
      MenuButton chip = chip(Messages.word(facet), () -> items(facet));
      chips.put(facet, chip);
      line.getChildren().add(chip);
    }
    line.getChildren().add(bases);
    clear = button("clear", Feather.X, messages.text("library.clear"), model::clearFilters);
    check =
        button(
            "check",
            Feather.ACTIVITY,
            messages.text("library.check-shown"),
            () -> model.check(model.listing.get().shown()));
    Tips.explain(check, messages.text("library.check-shown.tip"));
    count.setPadding(new Insets(0, 6, 0, 6));
    samples = samples(actions::open);
    SelectionBar selectionBar = new SelectionBar(model, selection, actions, messages);
    selectionBar.minHeightProperty().bind(samples.heightProperty());
    line.getChildren().addAll(clear, count, check, samples, selectionBar);
    String removing = messages.text("library.remove-folder");
    remove = button("remove", Feather.X, removing, this::removeChosen);
    remove.getStyleClass().add("library-remove");
    Tips.explain(remove, messages.text("library.remove-folder.tip"));
    folder = PanelParts.row(8, Icons.of(Feather.FOLDER, "icon-small"), path, remove);
    getChildren().setAll(line, folder);
    WeakSubscriptions subscriptions = WeakSubscriptions.of(this);
    subscriptions.subscribe(model.listing, this::show);
    // A filter that all models match does not change the listing.
    subscriptions.subscribe(model.chosen, _ -> show(model.listing.get()));
    subscriptions.subscribe(selection.all, _ -> show(model.listing.get()));
    subscriptions.subscribe(
        model.previousBases, previous -> PanelParts.setShown(bases, !previous.isEmpty()));
  }

  private static Button button(String name, Feather icon, String text, Runnable action) {
    Button button = PanelParts.button("library-" + name, text, action);
    button.setGraphic(Icons.of(icon, "icon-small"));
    button.getStyleClass().addAll("flat", "small");
    return button;
  }

  private MenuButton samples(Consumer<Sample> onSample) {
    MenuButton samples =
        new MenuButton(messages.text("library.samples"), Icons.of(Feather.BOX, "icon-small"));
    PanelParts.named(samples, "library-samples", "flat", "small");
    for (Sample sample : DemoCards.ORDER) {
      String text = messages.text("library.demo." + Messages.word(sample));
      samples.getItems().add(MenuItems.of(null, text, () -> onSample.accept(sample)));
    }
    return samples;
  }

  private void removeChosen() {
    Optional<LibraryFolder> chosen = model.chosenFolder();
    if (chosen.isPresent()) {
      model.clear(Facet.FOLDER);
      model.lists.removeFolder(chosen.get().folder());
    }
  }

  private static MenuButton chip(String name, Supplier<List<MenuItem>> items) {
    MenuButton chip = new MenuButton();
    PanelParts.named(chip, "library-filter-" + name, "small", "library-chip");
    chip.setMnemonicParsing(false);
    chip.setMaxWidth(260);
    MenuItems.fillOnShowing(chip, items);
    return chip;
  }

  private List<MenuItem> baseItems() {
    return model.previousBases.get().stream()
        .map(base -> MenuItems.named(base.name(), () -> model.fitting.choose(base)))
        .toList();
  }

  private SequencedMap<String, Integer> options(Facet facet) {
    return model.listing.get().options().getOrDefault(facet, new TreeMap<>());
  }

  private List<MenuItem> items(Facet facet) {
    Set<String> chosen = model.chosen.get().getOrDefault(facet, Set.of());
    List<MenuItem> items = new ArrayList<>();
    options(facet).entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(MAX_OPTIONS)
        .forEach(option -> items.add(item(facet, option, chosen.contains(option.getKey()))));
    if (items.isEmpty()) {
      items.add(MenuItems.named(messages.text("library.nothing-matches"), () -> {}));
      items.getFirst().setDisable(true);
    }
    if (!chosen.isEmpty()) {
      String all = messages.text("library.filter.all");
      items.add(new SeparatorMenuItem());
      items.add(MenuItems.of("library-filter-all", all, () -> model.clear(facet)));
    }
    return items;
  }

  private MenuItem item(Facet facet, Map.Entry<String, Integer> option, boolean isChosen) {
    String value = model.text(facet, option.getKey());
    String text = messages.text("library.filter.option", value, messages.count(option.getValue()));
    return MenuItems.openCheck(
        text,
        isChosen,
        () -> {
          model.toggle(facet, option.getKey());
          return model.chosen.get().getOrDefault(facet, Set.of()).contains(option.getKey());
        });
  }

  private void show(LibraryListing listing) {
    chips.forEach(this::label);
    boolean isFiltered = !model.chosen.get().isEmpty();
    PanelParts.setShown(clear, isFiltered);
    String shown = messages.count("library.count", listing.shown().size());
    if (listing.shown().size() < listing.allCount()) {
      String all = messages.count(listing.allCount());
      shown = messages.text("library.count.of", messages.count(listing.shown().size()), all);
    }
    // The actions on a selection replace these controls, so that the models do not move.
    boolean isSelecting = selection.items(listing.shown()).size() > 1;
    PanelParts.setShown(count, listing.allCount() > 0 && !isSelecting);
    PanelParts.setShown(samples, !isSelecting);
    count.setText(shown + " · " + messages.bytes(listing.byteLength()));
    PanelParts.setShown(
        check, !isSelecting && listing.shown().stream().anyMatch(LibraryItem::canBeChecked));
    Optional<LibraryFolder> chosen = model.chosenFolder();
    PanelParts.setShown(folder, chosen.isPresent());
    path.setText(chosen.map(it -> DisplayText.of(it.folder().toString(), 400)).orElse(""));
    PanelParts.setShown(remove, chosen.filter(it -> !it.isCache()).isPresent());
  }

  private void label(Facet facet, MenuButton chip) {
    Set<String> chosen = model.chosen.get().getOrDefault(facet, Set.of());
    String name = messages.text("library.filter." + Messages.word(facet));
    String text = chosen.stream().findFirst().map(value -> model.text(facet, value)).orElse(name);
    // A chip stays if nothing matches, so that the others do not move.
    boolean hasModels = model.listing.get().allCount() > 0;
    boolean isOffered =
        switch (facet) {
          case TAG -> !model.lists.marks.get().isEmpty();
          case FORMAT -> model.listing.get().hasOtherFormats();
          default -> true;
        };
    boolean hasOptions = facet != Facet.FORMAT && !options(facet).isEmpty();
    PanelParts.setShown(chip, hasModels && isOffered || hasOptions || !chosen.isEmpty());
    chip.setText(chosen.size() > 1 ? text + " +" + (chosen.size() - 1) : text);
    chip.setAccessibleText(chosen.isEmpty() ? name : name + ": " + chip.getText());
    chip.pseudoClassStateChanged(ACTIVE, !chosen.isEmpty());
  }

  /// Shows the base that the listed adapters fit, with a button to clear it. Hidden if no base is
  /// chosen.
  static final class FitLine extends HBox {

    private final LibraryViewModel model;
    private final Messages messages;
    private final Label text = PanelParts.elastic("");

    FitLine(LibraryViewModel model, Messages messages) {
      super(8);
      this.model = model;
      this.messages = messages;
      text.setGraphic(Icons.of(Feather.LAYERS, "icon-small"));
      Tips.setTooltip(
          text, () -> model.fitting.base.get().map(it -> it.path().toString()).orElse(""));
      Button clear =
          PanelParts.iconButton(
              "library-fit-clear",
              Icons.of(Feather.X),
              messages.text("library.fit.clear"),
              model.fitting::clear);
      getChildren().setAll(text, clear);
      setAlignment(Pos.CENTER_LEFT);
      PanelParts.named(this, "library-fit");
      text.setId("library-fit-text");
      WeakSubscriptions subscriptions = WeakSubscriptions.of(this);
      subscriptions.subscribe(model.fitting.base, _ -> show());
      subscriptions.subscribe(model.fitting.unread, _ -> show());
    }

    private void show() {
      Optional<FitFilter.Base> base = model.fitting.base.get();
      long unread = model.fitting.unread.get();
      String shown = base.map(it -> messages.text("library.fit.shown", it.name())).orElse("");
      String note = " · " + messages.count("library.fit.unread", unread);
      text.setText(unread == 0 ? shown : shown + note);
      PanelParts.setShown(this, base.isPresent());
    }
  }

  /// Shows the progress of value checks, with buttons to pause and end them. Hidden while no check
  /// is running.
  static final class CheckLine extends HBox {

    private final ValueChecks checks;
    private final Messages messages;
    private final Label text = PanelParts.elastic("");
    private final Button pause;
    private final Button resume;

    CheckLine(ValueChecks checks, Messages messages) {
      super(8);
      this.checks = checks;
      this.messages = messages;
      text.setGraphic(Icons.of(Feather.ACTIVITY, "icon-small"));
      text.setId("library-checks-text");
      pause = button("pause", Feather.PAUSE, () -> checks.setPaused(true));
      resume = button("continue", Feather.PLAY, () -> checks.setPaused(false));
      Button cancel = button("cancel", Feather.X, checks::cancel);
      getChildren().setAll(text, pause, resume, cancel);
      setAlignment(Pos.CENTER_LEFT);
      PanelParts.named(this, "library-checks");
      WeakSubscriptions.of(this).subscribe(checks.counts, _ -> show());
      WeakSubscriptions.of(this).subscribe(checks.throughput, _ -> show());
    }

    private Button button(String name, Feather icon, Runnable action) {
      String text = messages.text("library.checks." + name);
      return LibraryFilters.button("checks-" + name, icon, text, action);
    }

    private void show() {
      Counts counts = checks.counts.get();
      boolean isPaused = counts.isPaused();
      text.setText(isPaused ? paused(counts) : running(counts));
      PanelParts.setShown(pause, !isPaused);
      PanelParts.setShown(resume, isPaused);
      PanelParts.setShown(this, counts.leftCount() > 0);
    }

    private String paused(Counts counts) {
      return messages.count("library.checks.paused", counts.leftCount())
          + " · "
          + messages.text("library.checks.left", messages.bytes(counts.leftBytes()));
    }

    private String running(Counts counts) {
      String files =
          messages.text(
              "library.checks.running",
              messages.count(counts.doneCount()),
              messages.count(counts.doneCount() + counts.leftCount()));
      return checks
          .throughput
          .get()
          .filter(now -> now.total() > 0)
          .map(now -> files + " · " + ByteProgress.text(now, messages))
          .orElse(files);
    }
  }
}
