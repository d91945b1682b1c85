package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.ForeignDtypes;
import picocli.CommandLine.Option;

/// The options of an export.
final class ExportFlags {

  /// The metadata of a new safetensors file: those of the source, or none.
  enum MetadataChoice {
    KEEP,
    NONE
  }

  @Option(names = "--format", required = true, paramLabel = "npy|csv|raw|png|safetensors")
  private ExportFormat format;

  @Option(names = "--as", paramLabel = "f32|raw")
  private Optional<ForeignDtypes> foreign = Optional.empty();

  @Option(names = "--metadata", paramLabel = "keep|none")
  private Optional<MetadataChoice> metadata = Optional.empty();

  @Option(names = "--partial")
  private boolean takesPartial;

  @Option(names = "--force")
  private boolean replaces;

  /// The conflict between the options; empty if there is none.
  Optional<String> problem() {
    if (foreign.isPresent() && format != ExportFormat.NPY) {
      return Optional.of("'--as' is for --format npy");
    }
    if (metadata.isPresent() && format != ExportFormat.SAFETENSORS) {
      return Optional.of("'--metadata' is for --format safetensors");
    }
    return takesPartial && format != ExportFormat.RAW
        ? Optional.of("'--partial' is for --format raw")
        : Optional.empty();
  }

  /// The options for the export itself.
  ExportOptions options() {
    return new ExportOptions(
        format,
        foreign.orElse(ForeignDtypes.F32),
        metadata.orElse(MetadataChoice.KEEP) == MetadataChoice.KEEP,
        takesPartial,
        replaces);
  }
}
