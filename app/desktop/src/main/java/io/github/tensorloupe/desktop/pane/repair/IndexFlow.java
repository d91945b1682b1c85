package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.integrity.doctor.IndexPlaces;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import java.nio.file.Path;

/// Offers to write correct indexes for the shards of the open document. Belongs to the FX thread.
public final class IndexFlow {

  private final RepairTools tools;
  private final IndexFile writer;
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();
  private List<Path> candidates = List.of();
  private Optional<OpenDocument> document = Optional.empty();
  private Optional<IndexViewModel> current = Optional.empty();

  public IndexFlow(RepairTools tools, IndexFile writer, Selection selection) {
    this.tools = tools;
    this.writer = writer;
    selection
        .documentProperty()
        .subscribe(
            _ -> {
              document = selection.openDocument();
              candidates = document.map(IndexFlow::candidates).orElse(List.of());
              possible.set(!candidates.isEmpty());
            });
  }

  /// The paths of indexes that may be wrong or missing. Reads no file.
  private static List<Path> candidates(OpenDocument document) {
    Checkpoint checkpoint = document.checkpoint();
    if (checkpoint.kind() == FileKind.SAFETENSORS) {
      return List.of();
    }
    boolean hasFindings =
        document.findings().stream()
            .flatMap(located -> Remedies.of(located.finding().code()).stream())
            .anyMatch(Command.WRITE_INDEX::equals);
    Set<Path> places = new LinkedHashSet<>();
    for (CheckpointPart part : checkpoint.parts()) {
      boolean lacksIndex = part.index().isEmpty() && !part.files().isEmpty();
      IndexPlaces.of(part.path()).filter(_ -> hasFindings || lacksIndex).ifPresent(places::add);
    }
    return List.copyOf(places);
  }

  /// True if a finding of the open document can be fixed by an index, or shards have no index.
  public BooleanExpression possible() {
    return possible.getReadOnlyProperty();
  }

  /// Shows the panel and checks the shards.
  public void show() {
    if (isWriting() || candidates.isEmpty() || document.isEmpty()) {
      return;
    }
    IndexViewModel model = new IndexViewModel(candidates, writer, tools.jobs(), tools.messages());
    current = Optional.of(model);
    String name = document.get().name();
    tools.show(
        tools.messages().text("index.title"), () -> new IndexPanel(model, name, tools).panel());
    model.look();
  }

  public boolean isWriting() {
    return current
        .filter(model -> model.stageProperty().get() instanceof IndexViewModel.Stage.Writing)
        .isPresent();
  }
}
