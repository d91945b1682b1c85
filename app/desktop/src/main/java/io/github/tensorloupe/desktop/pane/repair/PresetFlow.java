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
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;

/// Applies a preset to the pending edits of every file with a certain finding. Files with the same
/// metadata are edited together, as in the metadata pane. Belongs to the FX thread.
public final class PresetFlow {

  private final FindingCode code;
  private final MetadataChange change;
  private final Selection selection;
  private final DocumentEdits edits;
  private final String stepName;
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();

  /// @param code the finding that the preset resolves
  /// @param edits receives the changes
  /// @param stepName shown by undo and redo
  public PresetFlow(
      Preset preset, FindingCode code, Selection selection, DocumentEdits edits, String stepName) {
    this.code = code;
    change = preset.change(new Preset.Context(_ -> false, Optional.empty()));
    this.stepName = stepName;
    this.selection = selection;
    this.edits = edits;
    Runnable refresh = () -> possible.set(!incomplete().isEmpty());
    selection.documentProperty().subscribe(_ -> refresh.run());
    edits.onChange(refresh);
  }

  /// True if a file of the open document has the finding and no pending edit resolves it.
  public BooleanExpression possible() {
    return possible.getReadOnlyProperty();
  }

  public void apply() {
    for (Edited edited : incomplete()) {
      edits.edit(edited, each -> each.apply(change, Optional.of(stepName)));
    }
  }

  private List<Edited> incomplete() {
    Optional<FileDocument> document = selection.openDocument();
    Set<TensorFile> affected = document.map(this::affectedFiles).orElse(Set.of());
    if (affected.isEmpty()) {
      return List.of();
    }
    Map<Optional<Metadata>, List<TensorFile>> filesByMetadata =
        document.orElseThrow().checkpoint().files().stream()
            .filter(file -> !file.isRefused())
            .collect(
                Collectors.groupingBy(
                    file -> file.header().metadata(), LinkedHashMap::new, Collectors.toList()));
    List<Edited> incomplete = new ArrayList<>();
    filesByMetadata.forEach(
        (metadata, files) -> {
          for (List<TensorFile> part : edits.apart(files)) {
            if (part.stream().anyMatch(affected::contains)) {
              incomplete.add(edits.of(part, metadata.orElse(Metadata.EMPTY)));
            }
          }
        });
    incomplete.removeIf(edited -> isDone(edited.edits().metadata()));
    return incomplete;
  }

  private boolean isDone(Metadata metadata) {
    return code == FindingCode.MISSING_FORMAT
        ? metadata.entries().containsKey("format")
        : change.apply(metadata).equals(metadata);
  }

  private Set<TensorFile> affectedFiles(FileDocument document) {
    Set<TensorFile> reported = new HashSet<>();
    for (FileDocument.LocatedFinding located : document.findings()) {
      if (located.finding().code() == code) {
        located.file().ifPresent(reported::add);
      }
    }
    if (code != FindingCode.MISSING_FORMAT) {
      return reported;
    }
    // The finding names one file of a part.
    Set<TensorFile> affected = new HashSet<>();
    for (CheckpointPart part : document.checkpoint().parts()) {
      if (!Collections.disjoint(part.files(), reported)) {
        affected.addAll(Identification.lackingFormat(part));
      }
    }
    return affected;
  }
}
