package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.integrity.doctor.IndexChanges;
import io.github.tensorloupe.integrity.doctor.IndexPlaces;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes the index of the shards in a folder.
@Command(name = "write")
final class IndexWriteCommand extends ResultCommand implements ChangesFiles {

  @Parameters(paramLabel = "DIR")
  private Path path;

  @Option(names = "--dry-run")
  private boolean isDryRun;

  @Option(names = "--force")
  private boolean force;

  @Option(names = "--keep-old")
  private boolean keepsOld;

  @Option(names = "--name", paramLabel = "NAME")
  private Optional<String> name = Optional.empty();

  @Override
  ExitCode run() {
    requireName();
    Location location = locate(path);
    try {
      return writeAll(location);
    } catch (IOException e) {
      return fail(location, Optional.empty(), ErrorOutput.sentence(e));
    }
  }

  private void requireName() {
    if (name.filter(text -> !isFileName(text) || !ShardSet.isIndexName(Path.of(text)))
        .isPresent()) {
      throw usage(
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
    try (Interruption interruption = Interruption.watch()) {
      for (Location place : places) {
        worst = worst.or(write(place, interruption));
      }
    } catch (CancellationException e) {
      worst = worst.or(fail(location, Optional.empty(), "Canceled. The folder is unchanged."));
    }
    return worst;
  }

  private static List<Location> places(Location location) throws IOException {
    if (!Files.isDirectory(location.path())) {
      if (!ShardSet.isIndexName(location.path())) {
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
          target,
          Optional.of(plan),
          Sentence.joined(" ", plan.obstacles()) + " No index was written.");
    }
    if (!plan.isNeeded()) {
      String message = "The index is already correct; nothing was written.";
      print(target, plan, Optional.empty(), message);
      return ExitCode.FINE;
    }
    if (isDryRun) {
      print(target, plan, Optional.empty(), notes(plan));
      return ExitCode.FINE;
    }
    try {
      IndexFile.Written written =
          new IndexFile(program().operations()).write(plan, force, keepsOld, interruption);
      print(target, plan, Optional.of(written), notes(plan));
      return ExitCode.FINE;
    } catch (FileAlreadyExistsException e) {
      return fail(target, Optional.of(plan), existing(PathText.of(target.text())));
    } catch (IOException e) {
      return fail(target, Optional.of(plan), ErrorOutput.sentence(e));
    }
  }

  private static Location renamed(Location place, String name) {
    return place.sibling(place.path().resolveSibling(name));
  }

  private static String notes(IndexPlan plan) {
    return Sentence.joined(" ", plan.notes()).toString();
  }

  private ExitCode fail(Location place, Optional<IndexPlan> plan, String why) {
    return fail(why, json(place, plan, Optional.empty(), why));
  }

  private void print(
      Location place, IndexPlan plan, Optional<IndexFile.Written> written, String message) {
    print(
        json(place, Optional.of(plan), written, message),
        text -> text.line(TextPrinter.shown(sentence(place, plan, written, message))));
  }

  private JsonObject json(
      Location place,
      Optional<IndexPlan> plan,
      Optional<IndexFile.Written> written,
      String message) {
    Optional<IndexChanges> changes = plan.map(IndexPlan::changes);
    return new JsonObject()
        .with("path", place.text())
        .with("shards", plan.map(IndexPlan::shards).orElse(List.of()))
        .with("tensorCount", plan.map(IndexPlan::tensorCount))
        .with("added", changes.map(IndexChanges::added))
        .with("removed", changes.map(IndexChanges::removed))
        .with("moved", changes.map(IndexChanges::moved))
        .with("totalSizeBefore", changes.map(IndexChanges::totalSizeBefore))
        .with("totalSize", changes.map(IndexChanges::totalSize))
        .with("needed", plan.filter(IndexPlan::isNeeded).isPresent())
        .with("dryRun", isDryRun)
        .with("written", written.isPresent())
        .with(
            "backup",
            written
                .flatMap(IndexFile.Written::backup)
                .map(backup -> String.valueOf(backup.getFileName())))
        .with("message", message.isEmpty() ? null : message);
  }

  private static String sentence(
      Location place, IndexPlan plan, Optional<IndexFile.Written> written, String message) {
    String verb = written.isPresent() ? "Wrote" : plan.isNeeded() ? "Would write" : "Did not write";
    IndexChanges changes = plan.changes();
    return "%s %s: %s in %s; added %s, removed %s, moved %s; total_size %s%s%s"
        .formatted(
            verb,
            place.text(),
            TextPrinter.count(plan.tensorCount(), "tensor"),
            TextPrinter.count(plan.shards().size(), "shard"),
            Quantities.count(changes.added()),
            Quantities.count(changes.removed()),
            Quantities.count(changes.moved()),
            Quantities.count(changes.totalSize()),
            before(changes),
            message.isEmpty() ? "" : ". " + message);
  }

  private static String before(IndexChanges changes) {
    OptionalLong before = changes.totalSizeBefore();
    return before.isPresent() && before.getAsLong() != changes.totalSize()
        ? " instead of " + Quantities.count(before.getAsLong())
        : "";
  }
}
