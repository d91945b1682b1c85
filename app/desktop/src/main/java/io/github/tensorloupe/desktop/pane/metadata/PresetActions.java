package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.integrity.DataHash;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/// Proposes the presets for the files that are shown. Names of tensors and hashes are found out
/// beside the FX thread.
final class PresetActions {

  private final ProposalViewModel proposals;
  private final Messages messages;

  PresetActions(ProposalViewModel proposals, Messages messages) {
    this.proposals = proposals;
    this.messages = messages;
  }

  /// The name of a preset.
  String name(Preset preset) {
    return messages.text("metadata.preset." + id(preset));
  }

  /// A word for a preset, for ids.
  static String id(Preset preset) {
    return preset.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Whether a preset can be used here: each file has a hash of its own.
  static boolean isApplicable(Preset preset, MetadataSource source) {
    return !preset.needsDataHash() || source.files().size() == 1;
  }

  /// Shows what would come of a preset.
  void propose(Preset preset, OpenDocument document, MetadataSource source) {
    proposals.propose(
        name(preset),
        (cancellation, progress) ->
            preset.change(
                context(
                    preset,
                    document.checkpoint(),
                    source.files().getFirst(),
                    cancellation,
                    progress)));
  }

  private static Preset.Context context(
      Preset preset,
      Checkpoint checkpoint,
      TensorFile file,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    Optional<String> hash =
        preset.needsDataHash()
            ? Optional.of(DataHash.sha256(file, cancellation, progress))
            : Optional.empty();
    return new Preset.Context(new TensorNames(checkpoint), hash);
  }
}
