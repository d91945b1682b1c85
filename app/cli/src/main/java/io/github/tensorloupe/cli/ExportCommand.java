package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.ExportOptions.UnsupportedDtypes;
import io.github.tensorloupe.export.ExportResult;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "export")
final class ExportCommand extends ResultCommand implements ChangesFiles {

  private static final int SHAPE_LIMIT = 80;

  enum MetadataChoice {
    KEEP,
    NONE
  }

  /// @param location the file that contains the tensors, or the argument
  /// @param info the tensor, if there is exactly one
  private record Item(
      Location location, List<String> names, Optional<TensorInfo> info, String out) {}

  @Parameters(paramLabel = "PATH")
  private Path path;

  @Option(names = "--tensor", required = true, paramLabel = "NAME")
  private List<String> names;

  @Option(names = "--format", required = true, paramLabel = "npy|csv|raw|png|safetensors")
  private ExportFormat format;

  @Option(names = "--as", paramLabel = "f32|raw")
  private Optional<UnsupportedDtypes> foreign = Optional.empty();

  @Option(names = "--metadata", paramLabel = "keep|none")
  private Optional<MetadataChoice> metadata = Optional.empty();

  @Option(names = "--partial")
  private boolean takesPartial;

  @Option(names = "--dequantized")
  private boolean isDequantized;

  @Option(names = "--force")
  private boolean replaces;

  @Option(names = "--out", required = true, paramLabel = "FILE")
  private Path out;

  @Mixin private FetchFlags fetching;

  private Location location;
  private OpenedFiles files;
  private ExportOptions options;
  private TensorExport export;

  @Override
  ExitCode run() {
    options = options();
    export = new TensorExport(program.operations);
    location = locate(path);
    try (OpenedFiles opened = OpenedFiles.open(location, opener, errors)) {
      files = opened;
      return files.exitCode().or(export());
    }
  }

  private ExportOptions options() {
    if (foreign.isPresent() && format != ExportFormat.NPY) {
      throw usage("'--as' is for --format npy");
    }
    if (metadata.isPresent() && format != ExportFormat.SAFETENSORS) {
      throw usage("'--metadata' is for --format safetensors");
    }
    if (isDequantized && format == ExportFormat.SAFETENSORS) {
      throw usage("'--dequantized' is for --format npy, csv, raw and png");
    }
    if (takesPartial && format != ExportFormat.RAW) {
      throw usage("'--partial' is for --format raw");
    }
    boolean keepsMetadata = metadata.orElse(MetadataChoice.KEEP) == MetadataChoice.KEEP;
    return new ExportOptions(
        format, foreign.orElse(UnsupportedDtypes.F32), keepsMetadata, takesPartial, replaces);
  }

  private ExitCode export() {
    Item all = new Item(location, names, Optional.empty(), out.toString());
    try (Interruption interruption = Interruption.watch()) {
      List<TensorRef> tensors =
          isDequantized ? Dequantized.of(location, files).tensors(names) : files.tensors(names);
      boolean isFolder = tensors.size() > 1 || Files.isDirectory(resolve(out));
      return isFolder && !format.supportsMultipleTensors()
          ? exportAll(tensors, interruption)
          : exportOne(tensors, interruption);
    } catch (InputException e) {
      return fail(all, e.getMessage());
    } catch (IOException e) {
      return fail(all, writeFailure(e));
    } catch (CancellationException e) {
      return fail(all, "Canceled. Unfinished files were not written.");
    }
  }

  private ExitCode exportOne(List<TensorRef> tensors, Interruption interruption) {
    Item item = item(tensors, out.toString());
    Path target = resolve(out);
    Set<Path> sources = files.paths;
    try {
      print(item, export.write(tensors, options, target, sources, interruption, progress));
      return ExitCode.FINE;
    } catch (IOException e) {
      return fail(item, e);
    }
  }

  private ExitCode exportAll(List<TensorRef> tensors, Interruption interruption)
      throws IOException {
    ExitCode[] worst = {ExitCode.FINE};
    export.writeEach(
        tensors,
        options,
        resolve(out),
        files.paths,
        interruption,
        progress,
        outcome -> worst[0] = worst[0].or(print(outcome)));
    return worst[0];
  }

  private Item item(List<TensorRef> tensors, String file) {
    List<String> all = tensors.stream().map(tensor -> tensor.info().name()).toList();
    if (tensors.size() > 1) {
      return new Item(location, all, Optional.empty(), file);
    }
    TensorRef tensor = tensors.getFirst();
    Location source = isDequantized ? location : files.locationOf(tensor);
    return new Item(source, all, Optional.of(tensor.info()), file);
  }

  private ExitCode print(TensorExport.Outcome outcome) {
    String file = out.resolve(outcome.file().getFileName()).toString();
    Item item = item(List.of(outcome.tensor()), file);
    if (outcome.failure().isPresent()) {
      return fail(item, outcome.failure().get());
    }
    print(item, outcome.exported().orElseThrow());
    return ExitCode.FINE;
  }

  private void print(Item item, ExportResult exported) {
    String notes = Sentence.joined(" ", exported.notes()).toString();
    print(
        json(item, Optional.of(exported), true, notes),
        text -> text.line(TextPrinter.shown(sentence(item, exported, notes))));
  }

  private ExitCode fail(Item item, String reason) {
    return fail(reason, json(item, Optional.empty(), false, reason));
  }

  private ExitCode fail(Item item, IOException failure) {
    String reason = writeFailure(failure);
    return fail(reason, json(item, Optional.empty(), isWritten(failure), reason));
  }

  private JsonObject json(
      Item item, Optional<ExportResult> exported, Boolean isWritten, String message) {
    JsonObject json =
        new JsonObject(item.location())
            .with("tensor", item.names().size() == 1 ? item.names().getFirst() : null)
            .with("format", format)
            .with("out", item.out())
            .with("dtype", item.info().map(info -> info.dtype().name()))
            .with("writtenAs", exported.map(ExportResult::writtenAs))
            .with("shape", item.info().map(TensorInfo::shape))
            .with("byteCount", exported.map(ExportResult::byteCount))
            .with("written", isWritten)
            .with("message", message.isEmpty() ? null : message);
    return format.supportsMultipleTensors() ? json.with("tensors", item.names()) : json;
  }

  private static String sentence(Item item, ExportResult exported, String notes) {
    String content =
        item.info()
            .map(info -> info.dtype() + " " + DisplayText.of(info.shape().toString(), SHAPE_LIMIT))
            .orElseGet(() -> TextPrinter.count(item.names().size(), "tensor"));
    return "Wrote %s: %s, %s%s"
        .formatted(
            item.out(),
            content,
            Quantities.bytes(exported.byteCount()),
            notes.isEmpty() ? "" : ". " + notes);
  }
}
