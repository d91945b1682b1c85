package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.error.GuardedPanes;
import io.github.tensorloupe.desktop.job.FirstSight;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hash.HashView;
import io.github.tensorloupe.desktop.pane.hash.HashViewModel;
import io.github.tensorloupe.desktop.pane.hash.tensors.EqualTensorsViewModel;
import io.github.tensorloupe.desktop.pane.hash.tensors.ManifestViewModel;
import io.github.tensorloupe.desktop.pane.hash.tensors.TensorsView;
import io.github.tensorloupe.desktop.pane.heatmap.HeatMapView;
import io.github.tensorloupe.desktop.pane.heatmap.HeatMapViewModel;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSources;
import io.github.tensorloupe.desktop.pane.histogram.HistogramView;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel;
import io.github.tensorloupe.desktop.pane.layers.LayerMapView;
import io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel;
import io.github.tensorloupe.desktop.pane.metadata.MetadataView;
import io.github.tensorloupe.desktop.pane.metadata.MetadataViewModel;
import io.github.tensorloupe.desktop.pane.overview.OverviewView;
import io.github.tensorloupe.desktop.pane.overview.OverviewViewModel;
import io.github.tensorloupe.desktop.pane.problems.ProblemsView;
import io.github.tensorloupe.desktop.pane.problems.ProblemsViewModel;
import io.github.tensorloupe.desktop.pane.values.ValuesView;
import io.github.tensorloupe.desktop.pane.values.ValuesViewModel;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ManifestExport;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.storage.session.TableLayout;
import io.github.tensorloupe.work.OnDemand;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.beans.binding.BooleanExpression;
import javafx.beans.property.Property;
import javafx.scene.Node;

/// The panes beside the tree, made for one window when they are turned to. Belongs to the FX
/// thread.
final class DetailViews {

  /// What the panes look at.
  ///
  /// @param selection that all panes share
  /// @param results of scans of the open document
  /// @param edits that are pending
  /// @param jobs runs what takes time
  /// @param sight of the window
  record Sources(
      Selection selection,
      ScanResults results,
      DocumentEdits edits,
      Jobs jobs,
      FirstSight sight,
      Messages messages) {}

  /// What the panes ask the window for.
  ///
  /// @param dialogs asks for files
  /// @param scan reads the values of the document
  /// @param editMany edits the metadata of many files
  /// @param hashMany gives many files their own hashes
  /// @param shown whether a pane is the one that is turned to; asked only once a pane is made
  record Wishes(
      Supplier<FileDialogs> dialogs,
      Runnable scan,
      Runnable editMany,
      Runnable hashMany,
      Function<DetailPane, BooleanExpression> shown) {}

  private final Sources sources;
  private final Commands commands;
  private final Wishes wishes;
  // Models hear of a document before the frame turns to the overview, so that a pane still knows
  // whether somebody was busy in it.
  private final OverviewViewModel overviewModel;
  private final MetadataViewModel metadataModel;
  private final ValuesViewModel valuesModel;
  private final HeatMapViewModel heatMapModel;
  private final HistogramViewModel histogramModel;
  private final ProblemsViewModel problemsModel;
  private final LayerMapViewModel layersModel;
  private final HashViewModel hashModel;
  private final OnDemand<EqualTensorsViewModel> equalTensorsModel =
      new OnDemand<>(this::equalTensors);
  private final OnDemand<ManifestViewModel> manifestModel = new OnDemand<>(this::manifest);
  private final Map<DetailPane, Supplier<? extends Node>> nodes = new EnumMap<>(DetailPane.class);
  private Optional<MetadataView> metadata = Optional.empty();
  private Optional<HashView> hashes = Optional.empty();
  private Optional<TensorsView> manifests = Optional.empty();
  private Optional<TableLayout> metadataLayout = Optional.empty();

  /// @param commands of the window; they need not be bound yet
  /// @param guards keep what goes wrong in a pane from the window
  DetailViews(Sources sources, Commands commands, GuardedPanes guards, Wishes wishes) {
    this.sources = sources;
    this.commands = commands;
    this.wishes = wishes;
    Selection selection = sources.selection();
    Jobs jobs = sources.jobs();
    Messages messages = sources.messages();
    overviewModel = new OverviewViewModel(selection, sources.results(), jobs, messages);
    metadataModel = new MetadataViewModel(selection, sources.edits(), jobs, messages);
    valuesModel = new ValuesViewModel(selection, jobs, messages);
    heatMapModel = new HeatMapViewModel(selection, jobs, messages);
    histogramModel =
        new HistogramViewModel(selection, new HistogramSources(sources.results()), jobs, messages);
    problemsModel = new ProblemsViewModel(selection, sources.results());
    layersModel = new LayerMapViewModel(selection, sources.results(), jobs, messages);
    hashModel = new HashViewModel(selection, jobs, messages);
    // Nobody looks at a pane that is not made.
    histogramModel.activeProperty().set(false);
    layersModel.activeProperty().set(false);
    for (DetailPane pane : DetailPane.values()) {
      nodes.put(pane, new OnDemand<>(() -> guarded(pane, guards)));
    }
    commands.bind(
        Command.COMPARE_MANIFEST,
        () -> withManifests(TensorsView::compare),
        selection.isOpenProperty());
    commands.bind(
        Command.WRITE_MANIFEST,
        () -> withManifests(TensorsView::write),
        selection.isOpenProperty());
  }

  private Node guarded(DetailPane pane, GuardedPanes guards) {
    return guards.guard(
        sources.messages().text(pane.messageKey()), packageOf(pane), () -> make(pane));
  }

  /// What makes each pane, when somebody first turns to it: most windows are opened to look at one
  /// or two of them.
  Map<DetailPane, Supplier<? extends Node>> nodes() {
    return Collections.unmodifiableMap(nodes);
  }

  /// The metadata of the document, made now if nobody has turned to them yet; empty if they cannot
  /// be shown.
  Optional<MetadataView> metadata() {
    nodes.get(DetailPane.METADATA).get();
    return metadata;
  }

  /// The keys of all metadata of the document with what they have: those that are shown first.
  Map<String, String> metadataKeys() {
    return metadataModel.keys();
  }

  private static String packageOf(DetailPane pane) {
    return switch (pane) {
      case OVERVIEW -> "overview";
      case METADATA -> "metadata";
      case VALUES -> "values";
      case HEATMAP -> "heatmap";
      case HISTOGRAM -> "histogram";
      case PROBLEMS -> "problems";
      case LAYERS -> "layers";
      case HASHES -> "hash";
    };
  }

  private Node make(DetailPane pane) {
    return switch (pane) {
      case OVERVIEW -> overview();
      case METADATA -> makeMetadata();
      case VALUES -> values();
      case HEATMAP -> heatMap();
      case HISTOGRAM -> histogram();
      case PROBLEMS -> problems();
      case LAYERS -> layers();
      case HASHES -> hashes();
    };
  }

  /// Lets a pane read and count only while it is turned to.
  private void activate(DetailPane pane, Property<Boolean> property) {
    property.bind(wishes.shown().apply(pane));
  }

  private Node makeMetadata() {
    MetadataView view = new MetadataView(metadataModel, wishes.dialogs()::get, sources.messages());
    view.setOnManyFiles(wishes.editMany(), wishes.hashMany());
    metadataColumns().ifPresent(view::arrangeColumns);
    metadata = Optional.of(view);
    return view;
  }

  private Node values() {
    ValuesView view = new ValuesView(valuesModel, sources.messages());
    activate(DetailPane.VALUES, valuesModel.activeProperty());
    return view;
  }

  private Node heatMap() {
    HeatMapView view = new HeatMapView(heatMapModel, wishes.dialogs(), sources.messages());
    activate(DetailPane.HEATMAP, heatMapModel.activeProperty());
    return view;
  }

  private Node histogram() {
    histogramModel.setOnBytes(() -> commands.run(Command.SHOW_BYTES));
    HistogramView view = new HistogramView(histogramModel, wishes.dialogs(), sources.messages());
    activate(DetailPane.HISTOGRAM, histogramModel.activeProperty());
    return view;
  }

  private Node problems() {
    ProblemsView view = new ProblemsView(problemsModel, sources.messages());
    view.setRemedies(Remedies.buttons(commands));
    view.setOnValues(() -> commands.run(Command.SHOW_VALUES));
    activate(DetailPane.PROBLEMS, view.activeProperty());
    return view;
  }

  private Node layers() {
    LayerMapView view = new LayerMapView(layersModel, sources.messages());
    view.setOnScan(wishes.scan());
    activate(DetailPane.LAYERS, layersModel.activeProperty());
    return view;
  }

  private Node hashes() {
    HashView view = withTensors(new HashView(hashModel, sources.messages()));
    activate(DetailPane.HASHES, hashModel.activeProperty());
    hashes = Optional.of(view);
    return view;
  }

  private EqualTensorsViewModel equalTensors() {
    return new EqualTensorsViewModel(sources.selection(), sources.jobs(), sources.messages());
  }

  private ManifestViewModel manifest() {
    return new ManifestViewModel(
        sources.selection(),
        sources.jobs(),
        new ManifestExport(FileOperations.ofThisComputer()),
        CommandLineInterface.version(),
        sources.messages());
  }

  private HashView withTensors(HashView view) {
    TensorsView tensors =
        new TensorsView(
            equalTensorsModel.get(),
            manifestModel.get(),
            wishes.dialogs(),
            () -> wishes.dialogs().get().chooseManifest(),
            sources.messages());
    view.addSection(tensors);
    manifests = Optional.of(tensors);
    return view;
  }

  /// What comes of it is told in the pane of hashes.
  private void withManifests(Consumer<TensorsView> action) {
    commands.run(Command.SHOW_HASHES);
    manifests.ifPresent(
        tensors -> {
          hashes.ifPresent(view -> view.reveal(tensors));
          action.accept(tensors);
        });
  }

  private OverviewView overview() {
    OverviewView overview =
        new OverviewView(
            overviewModel,
            () -> commands.run(Command.SCAN_VALUES),
            sources.sight(),
            sources.messages());
    overview.setRemedies(Remedies.buttons(commands));
    overview.setOnNumbers(() -> commands.run(Command.SHOW_HISTOGRAM));
    overview.setOnProblems(() -> commands.run(Command.SHOW_PROBLEMS));
    overview.setOnHashes(this::checkDownload);
    return overview;
  }

  private void checkDownload() {
    commands.run(Command.SHOW_HASHES);
    hashes.ifPresent(HashView::askForHash);
  }

  /// How the columns of the metadata are arranged; empty if nobody has seen or arranged them.
  Optional<TableLayout> metadataColumns() {
    return metadata.map(MetadataView::columns).or(() -> metadataLayout);
  }

  /// Arranges the columns of the metadata, now or once they are there.
  void arrangeMetadata(TableLayout layout) {
    metadataLayout = Optional.of(layout);
    metadata.ifPresent(view -> view.arrangeColumns(layout));
  }
}
