package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.Exported;
import io.github.tensorloupe.export.FolderExport;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes tensors into files of other formats.
@Command(name = "export")
final class ExportCommand extends ResultCommand {

  private static final String CANCELLED = "Canceled. Unfinished files were not written.";
  private static final int SHAPE_LIMIT = 80;

  /// The JSON object for a file, written or not.
  ///
  /// @param tensor null where the file holds several
  /// @param message null where there is nothing to say
  /// @param tensors left out where the format holds only one
  private record FileResult(
      String path,
      String tensor,
      String format,
      String out,
      String dtype,
      String writtenAs,
      Shape shape,
      OptionalLong byteCount,
      boolean written,
      String message,
      Optional<List<String>> tensors) {}

  /// The source and the target of one file.
  ///
  /// @param location the file that the tensors are from, or the argument
  /// @param names the names of the tensors
  /// @param info the tensor, where it is one
  /// @param out the file as it was asked for
  private record Item(
      Location location, List<String> names, Optional<TensorInfo> info, String out) {}

  private final FileOpener opener;
  private final TensorExport export;

  @Parameters(paramLabel = "PATH")
  private Path path;

  @Option(names = "--tensor", required = true, paramLabel = "NAME")
  private List<String> names;

  @Mixin private ExportFlags flags;

  @Option(names = "--out", required = true, paramLabel = "FILE")
  private Path out;

  /// @param files every step that writing takes on the disk
  ExportCommand(CommandEnvironment environment, FileOpener opener, FileOperations files) {
    super(environment);
    this.opener = opener;
    this.export = new TensorExport(files);
  }

  @Override
  boolean outlivesOutput() {
    return true;
  }

  @Override
  ExitCode run() {
    Optional<String> problem = flags.problem();
    if (problem.isPresent()) {
      throw usage(problem.get());
    }
    Location location = locate(path);
    try (OpenedFiles files = OpenedFiles.open(location, opener, errors())) {
      return files.exitCode().or(export(files, location, flags.options()));
    }
  }

  private ExitCode export(OpenedFiles files, Location location, ExportOptions options) {
    Item all = new Item(location, names, Optional.empty(), out.toString());
    List<TensorRef> tensors;
    try {
      tensors = files.tensors(names);
    } catch (InputException e) {
      return fail(all, e.getMessage());
    }
    Path target = resolve(out);
    try (Interruption interruption = Interruption.watch()) {
      boolean intoFolder =
          !options.format().holdsMany() && (tensors.size() > 1 || Files.isDirectory(target));
      return intoFolder
          ? exportAll(files, tensors, options, target, interruption)
          : exportOne(files, location, tensors, options, target, interruption);
    } catch (IOException e) {
      return fail(all, writeFailure(e));
    } catch (CancellationException e) {
      return fail(all, CANCELLED);
    }
  }

  private ExitCode exportOne(
      OpenedFiles files,
      Location location,
      List<TensorRef> tensors,
      ExportOptions options,
      Path target,
      Interruption interruption) {
    Optional<TensorRef> single = Optional.of(tensors.getFirst()).filter(_ -> tensors.size() == 1);
    Item item =
        new Item(
            single.map(files::locationOf).orElse(location),
            tensors.stream().map(tensor -> tensor.info().name()).toList(),
            single.map(TensorRef::info),
            out.toString());
    try {
      print(
          item,
          options.format().holdsMany()
              ? export.writeSubset(
                  tensors, options, target, files.paths(), interruption, progress())
              : export.write(
                  tensors.getFirst(), options, target, files.paths(), interruption, progress()));
      return ExitCode.FINE;
    } catch (IOException e) {
      return fail(item, writeFailure(e));
    }
  }

  private ExitCode exportAll(
      OpenedFiles files,
      List<TensorRef> tensors,
      ExportOptions options,
      Path folder,
      Interruption interruption)
      throws IOException {
    ExitCode[] worst = {ExitCode.FINE};
    new FolderExport(export)
        .run(
            tensors,
            options,
            folder,
            files.paths(),
            interruption,
            progress(),
            outcome -> worst[0] = worst[0].or(print(outcome, files)));
    return worst[0];
  }

  private ExitCode print(FolderExport.Outcome outcome, OpenedFiles files) {
    TensorInfo info = outcome.tensor().info();
    Item item =
        new Item(
            files.locationOf(outcome.tensor()),
            List.of(info.name()),
            Optional.of(info),
            out.resolve(outcome.file().getFileName()).toString());
    if (outcome.failure().isPresent()) {
      return fail(item, writeFailure(outcome.failure().get()));
    }
    print(item, outcome.exported().orElseThrow());
    return ExitCode.FINE;
  }

  private void print(Item item, Exported exported) {
    String notes =
        exported.notes().stream().map(Sentence::toString).collect(Collectors.joining(" "));
    print(
        result(item, Optional.of(exported), notes),
        text -> text.line(TextPrinter.shown(sentence(item, exported, notes))));
  }

  private ExitCode fail(Item item, String why) {
    errors().print(why);
    printer().printJson(result(item, Optional.empty(), why));
    return ExitCode.FAILURE;
  }

  private FileResult result(Item item, Optional<Exported> exported, String message) {
    return new FileResult(
        item.location().text(),
        item.names().size() == 1 ? item.names().getFirst() : null,
        flags.options().format().name().toLowerCase(Locale.ROOT),
        item.out(),
        item.info().map(info -> info.dtype().name()).orElse(null),
        exported.map(Exported::writtenAs).orElse(null),
        item.info().map(TensorInfo::shape).orElse(null),
        exported.stream().mapToLong(Exported::byteCount).findFirst(),
        exported.isPresent(),
        message.isEmpty() ? null : message,
        Optional.of(item.names()).filter(_ -> flags.options().format().holdsMany()));
  }

  private static String sentence(Item item, Exported exported, String notes) {
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
