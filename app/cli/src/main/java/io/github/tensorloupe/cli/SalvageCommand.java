package io.github.tensorloupe.cli;

import io.github.tensorloupe.export.Exported;
import io.github.tensorloupe.export.Salvage;
import io.github.tensorloupe.export.SalvagePlan;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.FileOperations;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Saves the intact tensors of a damaged file to a new one.
@Command(
    name = "salvage",
    description = {
      "Save the intact tensors of a damaged file to a new file, which loads.",
      "",
      "A tensor is intact where its data offsets fit its shape and dtype, lie inside the file and"
          + " share no byte with another one; the values are not looked at. The damaged file is"
          + " never written to."
    })
final class SalvageCommand implements Callable<Integer> {

  private static final String CANCELLED = "Cancelled. Nothing was written.";

  private final Surroundings surroundings;
  private final ProgressLine progress;
  private final FileOpener opener;
  private final Salvage salvage;
  private final SideOutput output = new SideOutput();

  @Parameters(
      paramLabel = "PATH",
      description =
          "A damaged file; or an index (*.safetensors.index.json) or a folder with one damaged file"
              + " in it.")
  private Path path;

  @Option(names = "--out", required = true, paramLabel = "FILE", description = "The new file.")
  private Path out;

  @Option(names = "--force", description = "Replace a file that is there and is no checkpoint.")
  private boolean isForced;

  @Option(names = "--dry-run", description = "Say what would be kept, and write nothing.")
  private boolean isDryRun;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private SalvagePrinter printer;

  /// @param files every step that writing takes on the disk
  SalvageCommand(Surroundings surroundings, FileOpener opener, FileOperations files) {
    this.progress = new ProgressLine(surroundings);
    this.surroundings = progress.surroundings();
    this.opener = opener;
    this.salvage = new Salvage(files);
  }

  @Override
  public Integer call() {
    printer = new SalvagePrinter(surroundings, json, isDryRun, out.toString());
    Location location =
        new Location(path.toString(), surroundings.workingDirectory().resolve(path));
    try (progress) {
      return output.end(salvage(location)).number();
    }
  }

  private ExitCode salvage(Location location) {
    List<Location> files =
        Target.at(location).stream().flatMap(target -> target.files().stream()).toList();
    if (files.equals(List.of(location))) {
      return salvageFile(location);
    }
    List<Location> damaged = files.stream().filter(this::isDamaged).toList();
    if (damaged.size() != 1) {
      String names =
          damaged.stream().map(Location::text).limit(10).collect(Collectors.joining(", "));
      return fail(
          location,
          damaged.isEmpty()
              ? "No file of %s is damaged.".formatted(location.text())
              : "%d files of %s are damaged: %s; name the one that is meant."
                  .formatted(damaged.size(), location.text(), names));
    }
    return salvageFile(damaged.getFirst());
  }

  private boolean isDamaged(Location location) {
    try (OpenedFile opened = opener.open(location)) {
      return opened.file().isRefused();
    } catch (IOException e) {
      new Messages(surroundings.err()).tell(e);
      return false;
    }
  }

  private ExitCode salvageFile(Location location) {
    try (OpenedFile opened = opener.open(location);
        Interruption interruption = Interruption.heeded()) {
      SalvagePlan plan = SalvagePlan.of(opened.file());
      opened.interruptedSave().ifPresent(new Messages(surroundings.err())::tell);
      Optional<Exported> written = Optional.empty();
      if (!isDryRun) {
        Path target = surroundings.workingDirectory().resolve(out);
        List<Path> sources = List.of(location.path(), path);
        written =
            Optional.of(salvage.write(plan, target, isForced, sources, interruption, progress));
      }
      Optional<Exported> done = written;
      output.print(() -> printer.print(location, plan, done, opened.interruptedSave()));
      return plan.left().isEmpty() && plan.doubt().isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS;
    } catch (FileAlreadyExistsException e) {
      return fail(
          location,
          "%s is there already; it was not changed, and --force replaces it."
              .formatted(PathText.of(e.getFile())));
    } catch (IOException e) {
      return fail(location, Messages.sentence(e));
    } catch (CancellationException e) {
      return fail(location, CANCELLED);
    }
  }

  private ExitCode fail(Location location, String why) {
    new Messages(surroundings.err()).tell(why);
    output.print(() -> printer.printFailure(location, why));
    return ExitCode.FAILURE;
  }
}
