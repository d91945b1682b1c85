package io.github.tensorloupe.desktop.pane.adapter;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.BaseFit;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bar;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bars;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Tone;
import io.github.tensorloupe.desktop.control.bars.ChartedTable;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.adapter.AdapterViewModel.Measured;
import io.github.tensorloupe.desktop.pane.adapter.AdapterViewModel.ModuleTexts;
import io.github.tensorloupe.desktop.selection.NetworkPosition;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;
import java.nio.file.Path;
import org.kordamp.ikonli.feather.Feather;

/// The verdict on top, bars and a table of the modules, and the spectrum and the factors of the
/// selected one.
final class AdapterView extends StackPane {

  private static final double NORM_HEIGHT = 92;
  private static final double RANK_HEIGHT = 52;
  private static final double SPECTRUM_HEIGHT = 96;
  private static final double WIDTH_FOR_KIND = 600;
  private static final int MAX_BASES = 20;
  private static final int NAME_CHARACTERS = 60;

  /// The range of the logarithmic scale of a spectrum. Smaller values have height 0.
  private static final double DECADES = 6;

  private static final List<Command> CHANGES =
      List.of(
          Command.LORA_RESIZE,
          Command.LORA_DIALECT,
          Command.LORA_MERGE,
          Command.LORA_INTO_BASE,
          Command.LORA_DROP);

  private final AdapterViewModel model;
  private final PaneContext context;
  private final Messages messages;
  private final ChartedTable<MeasuredModule> table;
  private final BarsCanvas spectrum = new BarsCanvas(this::value, _ -> {});
  private final TableColumn<MeasuredModule, MeasuredModule> changes;
  private ModuleTexts texts;

  AdapterView(AdapterViewModel model, PaneContext context) {
    this.model = model;
    this.context = context;
    messages = context.messages();
    setId("adapter-view");
    table =
        new ChartedTable<>(
            "adapter-modules",
            messages.text("adapter.modules"),
            each -> texts.description(each),
            this::factors);
    addCharts();
    changes = addColumns();
    table.addToHead(chooser());
    table.addToHead(changes());
    String title = messages.text("adapter.chart.spectrum");
    table.addToFoot(spectrum.titled("adapter-spectrum", title, SPECTRUM_HEIGHT));
    getChildren().setAll(table);
    WeakSubscriptions following = WeakSubscriptions.of(this);
    following.subscribe(model.measured, this::show);
    following.subscribe(model.note, table::setStatus);
    following.subscribe(context.selection().tensorProperty(), (_, _) -> onTensorSelected());
    table.selectedProperty().subscribe(this::showSpectrum);
  }

  private void addCharts() {
    table.addChart("norms", messages.text("adapter.chart.norm"), NORM_HEIGHT, this::norms);
    table.addChart("ranks", messages.text("adapter.chart.rank"), RANK_HEIGHT, this::ranks);
  }

  /// Adds the columns. Returns the column of the relative change, which is shown only with a base.
  private TableColumn<MeasuredModule, MeasuredModule> addColumns() {
    table.addColumn("name", head("name"), 260, each -> texts.name(each));
    table
        .addColumn("kind", head("kind"), 84, each -> texts.kind(each))
        .visibleProperty()
        .bind(table.widthProperty().greaterThan(WIDTH_FOR_KIND));
    table.addFigures("rank", head("rank"), 60, AdapterView::rank, messages::rounded);
    addFigures("effective", each -> each.figures().effectiveRank());
    addFigures("norm", MeasuredModule::norm);
    TableColumn<MeasuredModule, MeasuredModule> changeColumn = addChanges();
    table.addColumn("note", head("note"), 200, each -> texts.note(each));
    return changeColumn;
  }

  private TableColumn<MeasuredModule, MeasuredModule> addChanges() {
    ToDoubleFunction<MeasuredModule> change =
        each -> each.fit().map(BaseFit::relativeChange).orElse(Double.NaN);
    return table.addFigures("change", head("change"), 80, change, messages::share);
  }

  private void addFigures(String name, ToDoubleFunction<MeasuredModule> figure) {
    table.addFigures(name, head(name), 76, figure, messages::rounded);
  }

  private String head(String name) {
    return messages.text("adapter.column." + name);
  }

  private static double rank(MeasuredModule measured) {
    OptionalInt rank = measured.module().rank();
    return rank.isPresent() ? rank.getAsInt() : Double.NaN;
  }

  private MenuButton chooser() {
    MenuButton chooser =
        PanelParts.named(new MenuButton(messages.text("adapter.fits")), "adapter-fits", "small");
    Tips.explain(chooser, messages.text("adapter.fits.tip"));
    chooser.setMinWidth(USE_PREF_SIZE);
    MenuItems.fillOnShowing(chooser, this::choices);
    return chooser;
  }

  private MenuButton changes() {
    MenuButton button =
        PanelParts.named(
            new MenuButton(null, Icons.of(Feather.MORE_HORIZONTAL)),
            "adapter-change",
            "flat",
            "button-icon",
            "small",
            "no-arrow");
    Tips.name(button, messages.text("adapter.change"));
    button.setMinWidth(USE_PREF_SIZE);
    for (Command command : CHANGES) {
      button.getItems().add(context.commands().contextItem(command, "adapter-"));
    }
    return button;
  }

  private List<MenuItem> choices() {
    List<MenuItem> items = new ArrayList<>();
    Optional<Path> named = model.measured.get().flatMap(Measured::namedBase);
    for (Path path : model.bases().stream().limit(MAX_BASES).toList()) {
      boolean isNamed = named.equals(Optional.of(path));
      String text = isNamed ? messages.text("adapter.fits.named", name(path)) : name(path);
      items.add(MenuItems.named(text, () -> choose(Optional.of(path))));
    }
    if (!items.isEmpty()) {
      items.add(new SeparatorMenuItem());
    }
    items.add(
        MenuItems.of(
            "adapter-fits-file",
            messages.text("adapter.fits.choose"),
            () -> choose(context.dialogs().get().choose(Existing.CHECKPOINT))));
    if (model.measured.get().flatMap(Measured::base).isPresent()) {
      String none = messages.text("adapter.no-base");
      items.add(MenuItems.of("adapter-fits-none", none, () -> model.choose(Optional.empty())));
    }
    return items;
  }

  private void choose(Optional<Path> path) {
    path.ifPresent(_ -> model.choose(path));
  }

  /// Returns the name with its folder, because all index files have the same name.
  private static String name(Path path) {
    int count = path.getNameCount();
    Path shown = count > 1 ? path.subpath(count - 2, count) : path;
    return DisplayText.of(shown.toString(), NAME_CHARACTERS);
  }

  private List<String> remarks(Measured measured) {
    List<String> lines = new ArrayList<>();
    measured.reason().map(reason -> messages.sentence(reason.sentence())).ifPresent(lines::add);
    measured
        .summary()
        .naming()
        .map(naming -> messages.text("adapter.naming", messages.sentence(naming)))
        .ifPresent(lines::add);
    Optional<Adapter> open = context.selection().adapterProperty().get();
    boolean isOffered = measured.namedBase().isPresent() && measured.base().isEmpty();
    String namedKey = isOffered ? "adapter.base.offered" : "adapter.base.named";
    open.flatMap(Adapter::baseModel)
        .map(base -> messages.text(namedKey, DisplayText.of(base, NAME_CHARACTERS)))
        .ifPresent(lines::add);
    open.ifPresent(
        adapter -> adapter.remarks().stream().map(messages::sentence).forEach(lines::add));
    String key = measured.isRemembered() ? "adapter.base.remembered" : "adapter.base";
    measured.base().map(path -> messages.text(key, name(path))).ifPresent(lines::add);
    return lines;
  }

  private void show(Optional<Measured> measured) {
    if (measured.isPresent()) {
      texts = new ModuleTexts(messages, measured.get().notes());
      String verdict = messages.sentence(measured.get().summary().verdict());
      table.setTitle(verdict, remarks(measured.get()));
      changes.setVisible(measured.get().base().isPresent());
      Optional<String> before =
          Optional.ofNullable(table.selectedProperty().get()).map(each -> each.module().name());
      List<MeasuredModule> modules = measured.get().modules();
      table.show(modules);
      Optional<MeasuredModule> same =
          modules.stream()
              .filter(each -> before.equals(Optional.of(each.module().name())))
              .findFirst();
      table.select(same.or(() -> modules.stream().findFirst()));
      if (same.isEmpty()) {
        onTensorSelected();
      }
    } else {
      table.show(List.of());
    }
  }

  private void onTensorSelected() {
    Optional<TensorRef> tensor = context.selection().tensorProperty().get();
    model
        .measured
        .get()
        .flatMap(known -> tensor.flatMap(known::moduleOf))
        .ifPresent(found -> table.select(Optional.of(found)));
  }

  private void showSpectrum(MeasuredModule measured) {
    spectrum
        .contentProperty()
        .set(measured == null ? Bars.NONE : spectrum(measured.figures().singularValues()));
  }

  private List<Hyperlink> factors(MeasuredModule measured) {
    return measured.module().factors().values().stream()
        .map(tensor -> factor(measured.module().name(), tensor))
        .toList();
  }

  private Hyperlink factor(String module, TensorRef tensor) {
    String name = tensor.info().name();
    String ending = name.startsWith(module) ? name.substring(module.length() + 1) : name;
    String shape = messages.shape(tensor.info().shape());
    Hyperlink link = new Hyperlink(DisplayText.of(ending) + "  " + shape);
    Tips.explain(link, messages.text("adapter.factor.tip", DisplayText.of(name)));
    link.setOnAction(
        _ -> {
          context.selection().select(tensor);
          context.commands().run(Command.SHOW_VALUES);
        });
    return link;
  }

  private Tone tone(MeasuredModule measured) {
    if (measured.isBroken()) {
      return Tone.BAD;
    }
    return texts.notes().of(measured).isEmpty() ? Tone.NORMAL : Tone.NOTABLE;
  }

  private Bars norms(List<MeasuredModule> modules) {
    if (modules.stream().allMatch(each -> Double.isNaN(each.norm()))) {
      return Bars.NONE;
    }
    double max = largest(modules, MeasuredModule::norm);
    double scale = max == 0 ? 1 : max;
    List<Bar> bars =
        modules.stream().map(each -> new Bar(each.norm() / scale, Double.NaN, tone(each))).toList();
    return new Bars(
        bars,
        NetworkPosition.labels(modules, each -> NetworkPosition.of(each.module())),
        new double[0],
        messages.rounded(max),
        "0");
  }

  private Bars ranks(List<MeasuredModule> modules) {
    double max =
        Math.max(
            largest(modules, each -> each.module().rank().orElse(0)),
            largest(modules, each -> each.figures().effectiveRank()));
    if (max == 0) {
      return Bars.NONE;
    }
    List<Bar> bars = new ArrayList<>();
    for (MeasuredModule each : modules) {
      OptionalInt rank = each.module().rank();
      double other = rank.isPresent() ? rank.getAsInt() / max : Double.NaN;
      bars.add(new Bar(each.figures().effectiveRank() / max, other, Tone.NORMAL));
    }
    return new Bars(bars, new TreeMap<>(), new double[0], messages.rounded(max), "0");
  }

  private static double largest(
      List<MeasuredModule> modules, ToDoubleFunction<MeasuredModule> figure) {
    return modules.stream().mapToDouble(figure).filter(Double::isFinite).max().orElse(0);
  }

  /// Returns bars on a logarithmic scale relative to the largest value, with the cumulative share
  /// of the sum as a line.
  private Bars spectrum(List<Double> values) {
    double sum = values.stream().mapToDouble(Double::doubleValue).sum();
    if (sum == 0) {
      return Bars.NONE;
    }
    double largest = values.getFirst();
    List<Bar> bars =
        values.stream()
            .map(value -> 1 + Math.log10(value / largest) / DECADES)
            .map(height -> new Bar(Math.max(0, height), Double.NaN, Tone.NORMAL))
            .toList();
    double[] shares = new double[values.size()];
    double all = 0;
    for (int i = 0; i < shares.length; i++) {
      all += values.get(i);
      shares[i] = all / sum;
    }
    String minLabel = messages.rounded(largest * Math.pow(10, -DECADES));
    return new Bars(bars, new TreeMap<>(), shares, messages.rounded(largest), minLabel);
  }

  private String value(int index) {
    double value = table.selectedProperty().get().figures().singularValues().get(index);
    double share = spectrum.contentProperty().get().line()[index];
    return messages.text(
        "adapter.singular-value",
        messages.count(index + 1),
        messages.rounded(value),
        messages.share(share));
  }
}
