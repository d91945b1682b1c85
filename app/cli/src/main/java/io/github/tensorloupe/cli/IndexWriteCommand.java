package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.integrity.doctor.IndexChanges;
import io.github.tensorloupe.integrity.doctor.IndexChanges.Kind;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

  private boolean hasWritten;

  @Override
  ExitCode run() {
    if (name.isPresent() && !isIndexName(name.get())) {
      throw usage(
          "'%s' is not a file name that ends in .safetensors.index.json".formatted(name.get()));
    }
    Location location = locate(path);
    ExitCode worst = ExitCode.FINE;
    try (Interruption interruption = Interruption.watch()) {
      for (Location index : indexes(location)) {
        worst = worst.or(write(index, interruption));
      }
      return worst;
    } catch (IOException e) {
      return fail(location, Optional.empty(), ErrorOutput.sentence(e));
    } catch (CancellationException e) {
      String state = hasWritten ? "No other index was written." : "The folder is unchanged.";
      return fail(location, Optional.empty(), "Canceled. " + state);
    }
  }

  private static boolean isIndexName(String name) {
    return name.chars().noneMatch(c -> c == '/' || c == '\\' || c == 0)
        && ShardSet.isIndexName(Path.of(name));
  }

  private List<Location> indexes(Location location) throws IOException {
    String shown = PathText.of(location.text());
    if (!Files.isDirectory(location.path())) {
      if (ShardSet.isIndexName(location.path())) {
        return List.of(location);
      }
      if (Files.notExists(location.path())) {
        throw new IOException("The folder " + shown + " does not exist.");
      }
      requireReadable(location.path());
      throw new IOException(shown + " is neither a folder nor an index.");
    }
    List<Location> indexes =
        CheckpointFinder.indexPaths(location.path()).stream().map(location::descendant).toList();
    if (indexes.isEmpty()) {
      throw new IOException(
          "No shards found in %s: expected files such as model-00001-of-00002.safetensors."
              .formatted(shown));
    }
    if (name.isPresent() && indexes.size() > 1) {
      throw new IOException(
          "Found %d sets in %s, but --name names only one index.".formatted(indexes.size(), shown));
    }
    return indexes;
  }

  private ExitCode write(Location index, Interruption interruption) throws IOException {
    Location target =
        name.map(text -> index.sibling(index.path().resolveSibling(text))).orElse(index);
    IndexFile file = new IndexFile(program.operations);
    IndexPlan plan = file.plan(index.path(), target.path(), interruption, Progress.NONE);
    if (!plan.obstacles().isEmpty()) {
      String state = hasWritten ? " No other index was written." : " No index was written.";
      String reason = Sentence.joined(" ", plan.obstacles()) + state;
      return fail(target, Optional.of(plan), reason);
    }
    String notes = Sentence.joined(" ", plan.notes()).toString();
    if (isDryRun || !plan.isNeeded()) {
      String correct = "The index is already correct; nothing was written.";
      return print(target, plan, Optional.empty(), plan.isNeeded() ? notes : correct);
    }
    try {
      IndexFile.Written written = file.write(plan, force, keepsOld, interruption);
      hasWritten = true;
      if (written.problem().isPresent()) {
        String reason = ErrorOutput.sentence(written.problem().get());
        return fail(reason, json(target, Optional.of(plan), Optional.of(written), reason));
      }
      List<Sentence> all = new ArrayList<>(plan.notes());
      written.warning().ifPresent(all::add);
      return print(target, plan, Optional.of(written), Sentence.joined(" ", all).toString());
    } catch (FileAlreadyExistsException e) {
      return fail(target, Optional.of(plan), existing(PathText.of(target.text())));
    } catch (IOException e) {
      String reason = ErrorOutput.sentence(e);
      return fail(
          reason,
          json(target, Optional.of(plan), Optional.empty(), reason).with("written", isWritten(e)));
    }
  }

  private ExitCode fail(Location index, Optional<IndexPlan> plan, String reason) {
    return fail(reason, json(index, plan, Optional.empty(), reason));
  }

  private ExitCode print(
      Location index, IndexPlan plan, Optional<IndexFile.Written> written, String message) {
    print(
        json(index, Optional.of(plan), written, message),
        text -> text.line(TextPrinter.shown(sentence(index, plan, written, message))));
    return ExitCode.FINE;
  }

  private JsonObject json(
      Location index,
      Optional<IndexPlan> plan,
      Optional<IndexFile.Written> written,
      String message) {
    Optional<IndexChanges> changes = plan.map(IndexPlan::changes);
    Optional<Path> backup = written.flatMap(IndexFile.Written::backup);
    return new JsonObject(index)
        .with("shards", plan.map(IndexPlan::shards).orElse(List.of()))
        .with("tensorCount", plan.map(IndexPlan::tensorCount))
        .with("added", changes.map(known -> known.count(Kind.ADDED)))
        .with("removed", changes.map(known -> known.count(Kind.REMOVED)))
        .with("moved", changes.map(known -> known.count(Kind.MOVED)))
        .with("totalSizeBefore", changes.map(IndexChanges::totalSizeBefore))
        .with("totalSize", changes.map(known -> OptionalLong.of(known.totalSize())))
        .with("needed", plan.filter(IndexPlan::isNeeded).isPresent())
        .with("dryRun", isDryRun)
        .with("written", written.isPresent())
        .with("backup", backup.map(file -> String.valueOf(file.getFileName())))
        .with("message", message.isEmpty() ? null : message);
  }

  private static String sentence(
      Location index, IndexPlan plan, Optional<IndexFile.Written> written, String message) {
    String verb = written.isPresent() ? "Wrote" : plan.isNeeded() ? "Would write" : "Did not write";
    IndexChanges changes = plan.changes();
    OptionalLong before = changes.totalSizeBefore();
    boolean isOtherSize = before.isPresent() && before.getAsLong() != changes.totalSize();
    return "%s %s: %s in %s; added %s, removed %s, moved %s; total_size %s%s%s"
        .formatted(
            verb,
            index.text(),
            TextPrinter.count(plan.tensorCount(), "tensor"),
            TextPrinter.count(plan.shards().size(), "shard"),
            Quantities.formatCount(changes.count(Kind.ADDED)),
            Quantities.formatCount(changes.count(Kind.REMOVED)),
            Quantities.formatCount(changes.count(Kind.MOVED)),
            Quantities.formatCount(changes.totalSize()),
            isOtherSize ? " instead of " + Quantities.formatCount(before.getAsLong()) : "",
            message.isEmpty() ? "" : ". " + message);
  }
}
