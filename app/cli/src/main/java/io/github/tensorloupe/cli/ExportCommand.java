package io.github.tensorloupe.cli;

import io.github.tensorloupe.cli.ExportPrinter.Line;
import io.github.tensorloupe.export.ExportOptions;
import io.github.tensorloupe.export.Exported;
import io.github.tensorloupe.export.FolderExport;
import io.github.tensorloupe.export.TensorExport;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Writes tensors into files of other formats.
@Command(
    name = "export",
    description = {
      "Write tensors into files of other formats: NumPy, text, bytes, pictures, safetensors.",
      "",
      "A new safetensors file takes any number of tensors, also of several shards. The other"
          + " formats take one tensor a file: for more of them, --out is a folder, and the files"
          + " are named after the tensors."
    })
final class ExportCommand implements Callable<Integer> {

  private static final String CANCELLED = "Cancelled. What was not finished is not there.";

  private final Surroundings surroundings;
  private final ProgressLine progress;
  private final FileOpener opener;
  private final TensorExport export;
  private final SideOutput output = new SideOutput();

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PATH",
      description = "A file, an index (*.safetensors.index.json) or a folder.")
  private Path path;

  @Option(
      names = "--tensor",
      required = true,
      paramLabel = "NAME",
      description = "The tensor of this name; may be repeated.")
  private List<String> names;

  @Mixin private ExportFlags flags;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The file to write, or the folder that takes the files; made if need be.")
  private Path out;

  @Option(names = "--json", description = "Print JSON Lines: one object per file.")
  private boolean json;

  private ExportPrinter printer;

  /// @param files every step that writing takes on the disk
  ExportCommand(Surroundings surroundings, FileOpener opener, FileOperations files) {
    this.progress = new ProgressLine(surroundings);
    this.surroundings = progress.surroundings();
    this.opener = opener;
    this.export = new TensorExport(files);
  }

  @Override
  public Integer call() {
    flags
        .problem()
        .ifPresent(
            sentence -> {
              throw new ParameterException(spec.commandLine(), sentence);
            });
    ExportOptions options = flags.options();
    printer = new ExportPrinter(surroundings, json, options.format());
    Location location =
        new Location(path.toString(), surroundings.workingDirectory().resolve(path));
    Messages messages = new Messages(surroundings.err());
    try (progress;
        ExportSource source = ExportSource.open(location, opener, messages)) {
      ExitCode worst = source.exitCode().or(export(source, location, options));
      return output.end(worst).number();
    }
  }

  private ExitCode export(ExportSource source, Location location, ExportOptions options) {
    List<TensorRef> tensors;
    try {
      tensors = source.tensors(names);
    } catch (InputException e) {
      return fail(location, names, Optional.empty(), out.toString(), e.getMessage());
    }
    Path target = surroundings.workingDirectory().resolve(out);
    try (Interruption interruption = Interruption.heeded()) {
      boolean intoFolder =
          !options.format().holdsMany() && (tensors.size() > 1 || Files.isDirectory(target));
      return intoFolder
          ? exportAll(source, tensors, options, target, interruption)
          : exportOne(source, location, tensors, options, target, interruption);
    } catch (IOException e) {
      return fail(location, names, Optional.empty(), out.toString(), sentence(e));
    } catch (CancellationException e) {
      return fail(location, names, Optional.empty(), out.toString(), CANCELLED);
    }
  }

  private ExitCode exportOne(
      ExportSource source,
      Location location,
      List<TensorRef> tensors,
      ExportOptions options,
      Path target,
      Interruption interruption) {
    Optional<TensorRef> single = Optional.of(tensors.getFirst()).filter(_ -> tensors.size() == 1);
    Location from = single.map(source::locationOf).orElse(location);
    List<String> written = tensors.stream().map(tensor -> tensor.info().name()).toList();
    Optional<TensorInfo> info = single.map(TensorRef::info);
    try {
      Exported exported =
          options.format().holdsMany()
              ? export.writeSubset(tensors, options, target, source.paths(), interruption, progress)
              : export.write(
                  tensors.getFirst(), options, target, source.paths(), interruption, progress);
      print(new Line(from, written, info, out.toString(), Optional.of(exported), notes(exported)));
      return ExitCode.FINE;
    } catch (IOException e) {
      return fail(from, written, info, out.toString(), sentence(e));
    }
  }

  private ExitCode exportAll(
      ExportSource source,
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
            source.paths(),
            interruption,
            progress,
            outcome -> worst[0] = worst[0].or(tell(outcome, source)));
    return worst[0];
  }

  private ExitCode tell(FolderExport.Outcome outcome, ExportSource source) {
    Location from = source.locationOf(outcome.tensor());
    TensorInfo info = outcome.tensor().info();
    List<String> name = List.of(info.name());
    String file = out.resolve(outcome.file().getFileName()).toString();
    if (outcome.failure().isPresent()) {
      return fail(from, name, Optional.of(info), file, sentence(outcome.failure().get()));
    }
    String notes = notes(outcome.exported().orElseThrow());
    print(new Line(from, name, Optional.of(info), file, outcome.exported(), notes));
    return ExitCode.FINE;
  }

  private static String notes(Exported exported) {
    return String.join(" ", exported.notes());
  }

  private static String sentence(IOException failure) {
    return failure instanceof FileAlreadyExistsException existing
        ? "%s is there already; it was not changed, and --force replaces it."
            .formatted(PathText.of(existing.getFile()))
        : Messages.sentence(failure);
  }

  private ExitCode fail(
      Location from, List<String> tensors, Optional<TensorInfo> info, String file, String why) {
    new Messages(surroundings.err()).tell(why);
    print(new Line(from, tensors, info, file, Optional.empty(), why));
    return ExitCode.FAILURE;
  }

  private void print(Line line) {
    output.print(() -> printer.print(line));
  }
}
