package io.github.tensorloupe;

import io.github.tensorloupe.cli.CommandLineInterface;
import io.github.tensorloupe.export.ExportFiles;
import io.github.tensorloupe.export.ManifestExport;
import io.github.tensorloupe.ui.DetailPane;
import io.github.tensorloupe.ui.FileDialogs;
import io.github.tensorloupe.ui.MainView;
import io.github.tensorloupe.ui.command.Command;
import io.github.tensorloupe.ui.command.Commands;
import io.github.tensorloupe.ui.command.Remedies;
import io.github.tensorloupe.ui.hash.HashView;
import io.github.tensorloupe.ui.hash.HashViewModel;
import io.github.tensorloupe.ui.hash.tensors.EqualTensorsViewModel;
import io.github.tensorloupe.ui.hash.tensors.ManifestViewModel;
import io.github.tensorloupe.ui.hash.tensors.TensorsView;
import io.github.tensorloupe.ui.heatmap.HeatMapView;
import io.github.tensorloupe.ui.heatmap.HeatMapViewModel;
import io.github.tensorloupe.ui.histogram.HistogramSources;
import io.github.tensorloupe.ui.histogram.HistogramView;
import io.github.tensorloupe.ui.histogram.HistogramViewModel;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.layers.LayerMapView;
import io.github.tensorloupe.ui.layers.LayerMapViewModel;
import io.github.tensorloupe.ui.metadata.MetadataView;
import io.github.tensorloupe.ui.metadata.MetadataViewModel;
import io.github.tensorloupe.ui.overview.OverviewView;
import io.github.tensorloupe.ui.overview.OverviewViewModel;
import io.github.tensorloupe.ui.problems.ProblemsView;
import io.github.tensorloupe.ui.problems.ProblemsViewModel;
import io.github.tensorloupe.ui.selection.DocumentEdits;
import io.github.tensorloupe.ui.selection.ScanResults;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.values.ValuesView;
import io.github.tensorloupe.ui.values.ValuesViewModel;
import java.util.Map;
import java.util.function.Supplier;
import javafx.scene.Node;

/// The panes beside the tree, made for one window. Belongs to the FX thread.
final class DetailViews {

  /// What the panes look at.
  ///
  /// @param selection that all panes share
  /// @param results of scans of the open document
  /// @param edits that are pending
  /// @param jobs runs what takes time
  record Sources(
      Selection selection,
      ScanResults results,
      DocumentEdits edits,
      Jobs jobs,
      Messages messages) {}

  private final Sources sources;
  private final Commands commands;
  private final Supplier<FileDialogs> dialogs;
  private final HistogramViewModel histogram;
  private final LayerMapViewModel layerMap;
  private final ValuesViewModel values;
  private final HeatMapViewModel heatMap;
  private final HashViewModel hashes;
  private final HistogramView histogramView;
  private final LayerMapView layerMapView;
  private final MetadataView metadataView;
  private final ProblemsView problemsView;
  private final ValuesView valuesView;
  private final HeatMapView heatMapView;

  /// @param commands of the window; they need not be bound yet
  /// @param dialogs asks for files
  DetailViews(Sources sources, Commands commands, Supplier<FileDialogs> dialogs) {
    this.sources = sources;
    this.commands = commands;
    this.dialogs = dialogs;
    Selection selection = sources.selection();
    Jobs jobs = sources.jobs();
    Messages messages = sources.messages();
    histogram =
        new HistogramViewModel(selection, new HistogramSources(sources.results()), jobs, messages);
    layerMap = new LayerMapViewModel(selection, sources.results(), jobs, messages);
    values = new ValuesViewModel(selection, jobs, messages);
    heatMap = new HeatMapViewModel(selection, jobs, messages);
    hashes = new HashViewModel(selection, jobs, messages);
    histogramView = new HistogramView(histogram, dialogs, messages);
    layerMapView = new LayerMapView(layerMap, messages);
    metadataView =
        new MetadataView(
            new MetadataViewModel(selection, sources.edits(), jobs, messages),
            dialogs::get,
            messages);
    problemsView = new ProblemsView(new ProblemsViewModel(selection, sources.results()), messages);
    valuesView = new ValuesView(values, messages);
    heatMapView = new HeatMapView(heatMap, dialogs, messages);
    problemsView.setRemedies(Remedies.buttons(commands));
    histogram.setOnBytes(() -> commands.run(Command.SHOW_BYTES));
  }

  /// One view for each pane.
  Map<DetailPane, Node> nodes() {
    Messages messages = sources.messages();
    return Map.of(
        DetailPane.OVERVIEW,
        overview(),
        DetailPane.METADATA,
        metadataView,
        DetailPane.VALUES,
        valuesView,
        DetailPane.HEATMAP,
        heatMapView,
        DetailPane.HISTOGRAM,
        histogramView,
        DetailPane.PROBLEMS,
        problemsView,
        DetailPane.LAYERS,
        layerMapView,
        DetailPane.HASHES,
        withTensors(new HashView(hashes, messages)));
  }

  private HashView withTensors(HashView view) {
    Messages messages = sources.messages();
    ManifestViewModel manifest =
        new ManifestViewModel(
            sources.selection(),
            new ManifestViewModel.Tools(
                sources.jobs(),
                new ManifestExport(ExportFiles.ofThisComputer()),
                CommandLineInterface.version(),
                messages));
    view.addSection(
        new TensorsView(
            new EqualTensorsViewModel(sources.selection(), sources.jobs(), messages),
            manifest,
            dialogs,
            () -> dialogs.get().chooseJsonFile(),
            messages));
    return view;
  }

  private OverviewView overview() {
    OverviewView overview =
        new OverviewView(
            new OverviewViewModel(
                sources.selection(), sources.results(), sources.jobs(), sources.messages()),
            () -> commands.run(Command.SCAN_VALUES),
            sources.messages());
    overview.setRemedies(Remedies.buttons(commands));
    overview.setOnNumbers(() -> commands.run(Command.SHOW_HISTOGRAM));
    return overview;
  }

  MetadataView metadata() {
    return metadataView;
  }

  LayerMapView layers() {
    return layerMapView;
  }

  /// Lets panes read and count only while they are turned to.
  void bindTo(MainView view) {
    histogram.activeProperty().bind(view.shown(DetailPane.HISTOGRAM));
    layerMap.activeProperty().bind(view.shown(DetailPane.LAYERS));
    problemsView.activeProperty().bind(view.shown(DetailPane.PROBLEMS));
    values.activeProperty().bind(view.shown(DetailPane.VALUES));
    heatMap.activeProperty().bind(view.shown(DetailPane.HEATMAP));
    hashes.activeProperty().bind(view.shown(DetailPane.HASHES));
  }
}
