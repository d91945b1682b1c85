package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
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
import io.github.tensorloupe.desktop.pane.pickle.PicklePane;
import io.github.tensorloupe.desktop.pane.problems.ProblemsPane;
import io.github.tensorloupe.desktop.pane.survey.SurveyView;
import io.github.tensorloupe.desktop.pane.values.ValuesView;
import io.github.tensorloupe.desktop.pane.weight.WeightView;
import io.github.tensorloupe.desktop.selection.Document;
import io.github.tensorloupe.desktop.selection.WeightSelection;
import io.github.tensorloupe.desktop.storage.WeightForm;

/// All panes next to the trees, by kind of document. New panes are added here.
final class Panes {

  /// The panes of a checkpoint, in the order of their tabs.
  static final List<PaneDescriptor> FILE =
      List.of(
          OverviewPane.DESCRIPTOR,
          MetadataPane.DESCRIPTOR,
          ValuesView.DESCRIPTOR,
          HeatMapView.DESCRIPTOR,
          HistogramPane.DESCRIPTOR,
          ProblemsPane.DESCRIPTOR,
          LayerMapView.DESCRIPTOR,
          AdapterPane.DESCRIPTOR,
          PicklePane.DESCRIPTOR,
          HashPane.DESCRIPTOR);

  /// The panes of a comparison, in the order of their tabs.
  static final List<PaneDescriptor> COMPARISON =
      List.of(
          SummaryView.DESCRIPTOR,
          MetadataPairsView.DESCRIPTOR,
          SidesView.VALUES,
          SidesView.HEATMAP,
          SidesView.HISTOGRAM,
          SidesView.BYTES,
          DifferenceMapView.DESCRIPTOR,
          AdapterPairsView.DESCRIPTOR);

  /// The pane of a survey.
  static final List<PaneDescriptor> SURVEY = List.of(SurveyView.DESCRIPTOR);

  static final List<PaneDescriptor> ALL =
      Stream.of(FILE, COMPARISON, SURVEY).flatMap(List::stream).toList();

  /// The panes that also show quantized weights in their other forms.
  private static final Set<PaneDescriptor> OF_WEIGHTS =
      Set.of(
          ValuesView.DESCRIPTOR,
          HeatMapView.DESCRIPTOR,
          HistogramPane.DESCRIPTOR,
          LayerMapView.DESCRIPTOR);

  private Panes() {}

  static List<PaneDescriptor> of(Class<? extends Document> document) {
    return ALL.stream().filter(each -> each.document() == document).toList();
  }

  /// Finds a pane of a kind of document by its name in a session or on the command line. Ignores
  /// case, because earlier versions wrote capitals.
  static Optional<PaneDescriptor> named(Class<? extends Document> document, String name) {
    return of(document).stream().filter(each -> each.id().equalsIgnoreCase(name)).findFirst();
  }

  /// Creates a pane.
  static DocumentPane create(PaneDescriptor descriptor, Workspace workspace, PaneContext context) {
    DocumentPane pane = descriptor.factory().apply(context);
    if (!OF_WEIGHTS.contains(descriptor)) {
      return pane;
    }
    WeightSelection weights = workspace.weights;
    // Views are rebuilt over the same panes.
    Map<WeightForm, DocumentPane> forms = new EnumMap<>(Map.of(WeightForm.CODES, pane));
    Function<WeightForm, DocumentPane> create =
        form -> descriptor.factory().apply(workspace.contextOf(weights.of(form)));
    WeightView.PaneFactory views =
        (form, shown) -> forms.computeIfAbsent(form, create).createView(shown);
    boolean hasUsage = descriptor.equals(HistogramPane.DESCRIPTOR);
    return descriptor.equals(LayerMapView.DESCRIPTOR)
        ? shown -> WeightView.ofAll(context, weights, shown, views)
        : shown -> WeightView.ofTensor(context, weights, hasUsage, shown, views);
  }
}
