package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentEdits.Edited;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;

/// Adds `format=pt` to the pending edits of every file that needs it. Files with the same metadata
/// are edited together, as in the metadata pane. Belongs to the FX thread.
public final class FormatFlow {

  private static final String KEY = "format";

  private static final MetadataChange CHANGE =
      Preset.ADD_FORMAT_PT.change(new Preset.Context(_ -> false, Optional.empty()));

  private final Selection selection;
  private final DocumentEdits edits;
  private final String stepName;
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();

  /// @param edits receives the new entries
  /// @param stepName shown by undo and redo
  public FormatFlow(Selection selection, DocumentEdits edits, String stepName) {
    this.stepName = stepName;
    this.selection = selection;
    this.edits = edits;
    Runnable refresh = () -> possible.set(!incomplete().isEmpty());
    selection.documentProperty().subscribe(_ -> refresh.run());
    edits.onChange(refresh);
  }

  /// True if a file of the open document needs the entry and no pending edit adds it.
  public BooleanExpression possible() {
    return possible.getReadOnlyProperty();
  }

  public void add() {
    for (Edited edited : incomplete()) {
      edits.edit(edited, each -> each.apply(CHANGE, Optional.of(stepName)));
    }
  }

  private List<Edited> incomplete() {
    Optional<FileDocument> document = selection.openDocument();
    Set<TensorFile> affected = document.map(FormatFlow::affectedFiles).orElse(Set.of());
    if (affected.isEmpty()) {
      return List.of();
    }
    List<TensorFile> editable =
        document.orElseThrow().checkpoint().files().stream()
            .filter(file -> !file.isRefused())
            .toList();
    List<Edited> incomplete = new ArrayList<>(edits.ofAll(editable));
    incomplete.removeIf(edited -> edited.files().stream().noneMatch(affected::contains));
    incomplete.removeIf(
        edited -> edited.edits().entries().stream().anyMatch(entry -> entry.key().equals(KEY)));
    return incomplete;
  }

  /// Returns the files that need the entry.
  private static Set<TensorFile> affectedFiles(FileDocument document) {
    Set<TensorFile> reported = new HashSet<>();
    for (FileDocument.LocatedFinding located : document.findings()) {
      if (located.finding().code() == FindingCode.MISSING_FORMAT) {
        located.file().ifPresent(reported::add);
      }
    }
    Set<TensorFile> affected = new HashSet<>();
    for (CheckpointPart part : document.checkpoint().parts()) {
      if (!Collections.disjoint(part.files(), reported)) {
        affected.addAll(Identification.lackingFormat(part));
      }
    }
    return affected;
  }
}
