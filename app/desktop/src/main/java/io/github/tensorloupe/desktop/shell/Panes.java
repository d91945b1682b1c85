package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.pane.ComparisonDescriptor;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.adapter.AdapterPane;
import io.github.tensorloupe.desktop.pane.comparison.adapter.AdapterPairsView;
import io.github.tensorloupe.desktop.pane.comparison.layers.DifferenceMapView;
import io.github.tensorloupe.desktop.pane.comparison.metadata.MetadataPairsView;
import io.github.tensorloupe.desktop.pane.comparison.sides.SidesView;
import io.github.tensorloupe.desktop.pane.comparison.summary.SummaryView;
import io.github.tensorloupe.desktop.pane.hash.HashPane;
import io.github.tensorloupe.desktop.pane.heatmap.HeatMapView;
import io.github.tensorloupe.desktop.pane.histogram.HistogramPane;
import io.github.tensorloupe.desktop.pane.layers.LayerMapView;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.overview.OverviewPane;
import io.github.tensorloupe.desktop.pane.problems.ProblemsPane;
import io.github.tensorloupe.desktop.pane.values.ValuesView;

/// All panes next to the trees.
final class Panes {

  /// The panes, in the order of their tabs. New panes are added here.
  static final List<PaneDescriptor> ALL =
      List.of(
          OverviewPane.DESCRIPTOR,
          MetadataPane.DESCRIPTOR,
          ValuesView.DESCRIPTOR,
          HeatMapView.DESCRIPTOR,
          HistogramPane.DESCRIPTOR,
          ProblemsPane.DESCRIPTOR,
          LayerMapView.DESCRIPTOR,
          AdapterPane.DESCRIPTOR,
          HashPane.DESCRIPTOR);

  /// The panes of a comparison, in the order of their tabs. New ones are added here.
  static final List<ComparisonDescriptor> COMPARISON =
      List.of(
          SummaryView.DESCRIPTOR,
          MetadataPairsView.DESCRIPTOR,
          SidesView.VALUES,
          SidesView.HEATMAP,
          SidesView.HISTOGRAM,
          SidesView.BYTES,
          DifferenceMapView.DESCRIPTOR,
          AdapterPairsView.DESCRIPTOR);

  /// The panes that show one tensor, and a quantized weight in either form.
  static final Set<PaneDescriptor> OF_WEIGHTS =
      Set.of(ValuesView.DESCRIPTOR, HeatMapView.DESCRIPTOR, HistogramPane.DESCRIPTOR);

  private Panes() {}

  /// Returns the pane with this name, ignoring case, or empty if there is none.
  static Optional<PaneDescriptor> named(String name) {
    return ALL.stream().filter(each -> each.isNamed(name)).findFirst();
  }
}
