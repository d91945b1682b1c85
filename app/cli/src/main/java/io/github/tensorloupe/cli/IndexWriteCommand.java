package io.github.tensorloupe.cli;

import io.github.tensorloupe.cli.IndexPrinter.Line;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.integrity.doctor.IndexName;
import io.github.tensorloupe.integrity.doctor.IndexPlaces;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Writes the index that is right for the shards in a folder.
@Command(
    name = "write",
    description = {
      "Write the index that is right for the shards in a folder.",
      "",
      "It names every tensor of every shard and gives their size together. What else stands in the"
          + " metadata of the old index is kept. Where a shard is missing or refused, or a tensor"
          + " is in two shards with different content, nothing is written. The shards are never"
          + " changed."
    })
final class IndexWriteCommand implements Callable<Integer> {

  private final Surroundings surroundings;
  private final IndexFile writer;
  private final SideOutput output = new SideOutput();

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      description = "The folder of the shards, with or without an index; or an index.")
  private Path path;

  @Option(names = "--dry-run", description = "Say what would be written, and write nothing.")
  private boolean isDryRun;

  @Option(names = "--force", description = "Replace an index that is there.")
  private boolean force;

  @Option(
      names = "--keep-old",
      description = "Keep the index that is replaced, with .bak behind its name.")
  private boolean keepsOld;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The file name of the index to write, such as model.safetensors.index.json.")
  private Optional<String> name = Optional.empty();

  @Option(names = "--json", description = "Print JSON Lines: one object per index.")
  private boolean json;

  private IndexPrinter printer;

  IndexWriteCommand(Surroundings surroundings, IndexFile writer) {
    this.surroundings = surroundings;
    this.writer = writer;
  }

  @Override
  public Integer call() {
    requireName();
    printer = new IndexPrinter(surroundings, json, isDryRun);
    Location location =
        new Location(path.toString(), surroundings.workingDirectory().resolve(path));
    try {
      return output.end(writeAll(location)).number();
    } catch (IOException e) {
      return output.end(fail(location, Optional.empty(), Messages.sentence(e))).number();
    }
  }

  private void requireName() {
    if (name.filter(text -> !IndexName.isIndexName(text) || !isFileName(text)).isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "'%s' is no file name that ends in .safetensors.index.json".formatted(name.get()));
    }
  }

  private static boolean isFileName(String text) {
    return text.chars().noneMatch(c -> c == '/' || c == '\\' || c == 0);
  }

  private ExitCode writeAll(Location location) throws IOException {
    List<Location> places = places(location);
    if (places.isEmpty()) {
      return fail(
          location,
          Optional.empty(),
          "There are no shards in %s: expected files like model-00001-of-00002.safetensors."
              .formatted(PathText.of(location.text())));
    }
    if (name.isPresent() && places.size() > 1) {
      return fail(
          location,
          Optional.empty(),
          "There are %d sets in %s, and --name names one index only."
              .formatted(places.size(), PathText.of(location.text())));
    }
    ExitCode worst = ExitCode.FINE;
    try (Interruption interruption = Interruption.heeded()) {
      for (Location place : places) {
        worst = worst.or(write(place, interruption));
      }
    } catch (CancellationException e) {
      worst = worst.or(fail(location, Optional.empty(), "Cancelled. The folder is unchanged."));
    }
    return worst;
  }

  private static List<Location> places(Location location) throws IOException {
    if (!Files.isDirectory(location.path())) {
      if (!IndexName.isIndexName(String.valueOf(location.path().getFileName()))) {
        throw new IOException(
            Files.exists(location.path())
                ? "%s is neither a folder nor an index.".formatted(PathText.of(location.text()))
                : "There is no folder %s.".formatted(PathText.of(location.text())));
      }
      return List.of(location);
    }
    List<Location> places = new ArrayList<>();
    for (Path place : IndexPlaces.in(location.path())) {
      places.add(location.descendant(place));
    }
    return places;
  }

  private ExitCode write(Location place, Interruption interruption) throws IOException {
    Location target = name.map(text -> renamed(place, text)).orElse(place);
    IndexPlan plan = IndexPlan.of(place.path(), target.path(), interruption, Progress.NONE);
    if (!plan.obstacles().isEmpty()) {
      return fail(
          target, Optional.of(plan), String.join(" ", plan.obstacles()) + " No index was written.");
    }
    if (!plan.isNeeded()) {
      return print(target, plan, "The index is right as it is; nothing was written.");
    }
    if (isDryRun) {
      return print(target, plan, notes(plan));
    }
    try {
      IndexFile.Written written = writer.write(plan, force, keepsOld, interruption);
      output.print(
          () ->
              printer.print(
                  new Line(target, Optional.of(plan), Optional.of(written), notes(plan))));
      return ExitCode.FINE;
    } catch (FileAlreadyExistsException e) {
      return fail(
          target,
          Optional.of(plan),
          "%s is there already; it was not changed, and --force replaces it."
              .formatted(PathText.of(target.text())));
    } catch (IOException e) {
      return fail(target, Optional.of(plan), Messages.sentence(e));
    }
  }

  private static Location renamed(Location place, String name) {
    return place.sibling(place.path().resolveSibling(name));
  }

  private static String notes(IndexPlan plan) {
    return String.join(" ", plan.notes());
  }

  private ExitCode print(Location place, IndexPlan plan, String message) {
    output.print(
        () -> printer.print(new Line(place, Optional.of(plan), Optional.empty(), message)));
    return ExitCode.FINE;
  }

  private ExitCode fail(Location place, Optional<IndexPlan> plan, String why) {
    new Messages(surroundings.err()).tell(why);
    output.print(() -> printer.print(new Line(place, plan, Optional.empty(), why)));
    return ExitCode.FAILURE;
  }
}
