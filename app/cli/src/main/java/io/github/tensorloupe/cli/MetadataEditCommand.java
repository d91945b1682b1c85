package io.github.tensorloupe.cli;

import io.github.tensorloupe.batch.FileChange;
import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.batch.MetadataBatch.Order;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A command that makes one change to the metadata of files. An index stands for its shards and a
/// folder for all files in it; each file is saved by itself.
abstract class MetadataEditCommand extends PathsCommand {

  private static final int REPLACEMENT = 0xfffd;

  private final MetadataBatch batch;
  private final EditQueue queue = new EditQueue();
  private final SideOutput output = new SideOutput();

  /// Of all sets: what a shard's metadata say of a tensor may stand in another shard.
  private final Set<String> tensorNames = new HashSet<>();

  @Spec private CommandSpec spec;

  @Option(names = "--dry-run", description = "Say what would be done, and write nothing.")
  private boolean isDryRun;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Leave the file as it is and write a changed copy here, where no file may be yet; for one"
              + " file only.")
  private Optional<Path> out = Optional.empty();

  @Mixin private SaveFlags flags;

  private EditPrinter printer;
  private Order order;

  MetadataEditCommand(Surroundings surroundings, MetadataBatch batch) {
    super(surroundings);
    this.batch = batch;
  }

  /// The change that the arguments ask for.
  ///
  /// @throws ParameterException if the arguments are wrong
  /// @throws InputException if what they name cannot be used
  abstract FileChange change();

  /// What is thrown for wrong arguments.
  final ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /// Refuses an argument that is not text as it was typed: half a pair of surrogates, or what
  /// stands for bytes that the locale's encoding does not have.
  final void requireText(String option, String argument) {
    boolean isText =
        argument
            .codePoints()
            .noneMatch(c -> c == REPLACEMENT || Character.getType(c) == Character.SURROGATE);
    if (!isText) {
      throw usage(
          "Invalid value for option '%s': '%s' holds bytes or characters that are no text in this locale; a file for \"metadata import\" can hold any text"
              .formatted(option, argument));
    }
  }

  /// Whether there is something to do even if no entry changes.
  final boolean changesLayout() {
    return flags.changesLayout();
  }

  @Override
  final void begin(boolean json) {
    order = new Order(change(), tensorNames::contains, flags.options(), isDryRun);
    printer =
        json
            ? new EditJson(new JsonLines(surroundings().out()), isDryRun)
            : new EditText(new TextLines(surroundings()), isDryRun);
  }

  @Override
  final ExitCode process(Location location, List<Target> targets) {
    ExitCode worst = ExitCode.FINE;
    for (Target target : targets) {
      worst = worst.or(process(target));
    }
    return worst;
  }

  private ExitCode process(Target target) {
    return switch (target) {
      case Target.LoneFile(var location) -> queue.add(location);
      case Target.ShardedSet set -> {
        set.set().index().ifPresent(index -> tensorNames.addAll(index.weightMap().keySet()));
        yield processShards(set, queue::add);
      }
      case Target.Dead(var report) -> queue.add(report);
    };
  }

  @Override
  final void print(Report unreadable) {
    queue.add(unreadable);
  }

  @Override
  final ExitCode finish() {
    if (out.isPresent() && queue.size() != 1) {
      throw usage("'--out' is for one file, and these are " + queue.size());
    }
    try (Interruption interruption = Interruption.heeded()) {
      ExitCode worst =
          queue.run((files, onReport) -> edit(files, onReport, interruption), this::print);
      return output.end(worst);
    }
  }

  private void edit(List<Path> files, Consumer<FileReport> onReport, Cancellation cancellation) {
    if (out.isPresent() && !files.isEmpty()) {
      Path copy = surroundings().workingDirectory().resolve(out.get());
      onReport.accept(batch.copy(files.getFirst(), copy, order, cancellation, progress()));
    } else {
      batch.run(files, order, cancellation, progress(), onReport);
    }
  }

  private void print(Location location, FileReport report) {
    for (String warning : report.warnings()) {
      tell("Warning for %s: %s".formatted(location.text(), warning));
    }
    if (report.status() == Status.FAILED) {
      tell(report.message().toString());
    }
    output.print(() -> printer.print(location, report));
  }
}
