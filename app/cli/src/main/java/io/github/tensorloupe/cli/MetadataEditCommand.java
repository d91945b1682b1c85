package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.batch.FileMetadataChange;
import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.batch.MetadataBatch;
import io.github.tensorloupe.batch.MetadataBatch.Order;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataJson;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FilePool;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// A command that applies a change to the metadata of files. An index is expanded to its shards, a
/// folder to all files in it. Each file is saved separately.
abstract class MetadataEditCommand extends PathsCommand implements ChangesFiles {

  private static final int REPLACEMENT = 0xfffd;

  private final EditQueue queue = new EditQueue(this::print);

  /// The tensor names of all sets, because the metadata of a shard may name a tensor of another
  /// shard.
  private final Set<String> tensorNames = new HashSet<>();

  @Option(names = "--dry-run")
  private boolean isDryRun;

  @Option(names = "--out", paramLabel = "FILE")
  private Optional<Path> out = Optional.empty();

  @Mixin private SaveFlags flags;

  private Order order;

  abstract FileMetadataChange change();

  final boolean changesLayout() {
    return flags.changesLayout();
  }

  /// Refuses an argument that the JDK could not decode: it contains an unpaired surrogate, or a
  /// replacement character for bytes that are invalid in the encoding of the locale.
  final void requireText(String option, String argument) {
    boolean isText =
        argument
            .codePoints()
            .noneMatch(c -> c == REPLACEMENT || Character.getType(c) == Character.SURROGATE);
    if (!isText) {
      throw usage(
          ("Invalid value for option '%s': '%s' contains bytes or characters that are not valid in"
                  + " this locale; a file for \"metadata import\" can contain any text")
              .formatted(option, argument));
    }
  }

  @Override
  final void begin() {
    order = new Order(change(), tensorNames::contains, flags.options(), isDryRun);
  }

  @Override
  final ExitCode process(Target target) {
    Optional<ShardIndex> index = target.set().flatMap(ShardSet::index);
    index.ifPresent(shardIndex -> tensorNames.addAll(shardIndex.weightMap().keySet()));
    return super.process(target);
  }

  @Override
  final ExitCode process(Location file) {
    return queue.add(file);
  }

  @Override
  final ExitCode process(Report unusable) {
    return queue.add(unusable);
  }

  @Override
  final ExitCode finish() {
    if (out.isPresent() && queue.size() != 1) {
      throw usage("'--out' is for one file, and these are " + queue.size());
    }
    try (Interruption interruption = Interruption.watch()) {
      edit(queue.files(), interruption);
      return queue.finish();
    }
  }

  private void edit(List<Path> files, Cancellation cancellation) {
    MetadataBatch batch =
        new MetadataBatch(new Saver(program.operations), new Recovery(program.operations));
    if (out.isPresent() && !files.isEmpty()) {
      Path copy = resolve(out.get());
      queue.report(batch.copy(files.getFirst(), copy, order, cancellation, progress));
    } else {
      batch.run(files, order, cancellation, progress, queue::report);
    }
  }

  private void print(Location location, FileReport report) {
    for (Sentence warning : report.warnings()) {
      errors.print("Warning for %s: %s".formatted(location.text(), warning));
    }
    if (report.status() == Status.FAILED) {
      errors.print(report.message().toString());
    }
    EditPrinter printer = new EditPrinter(location, report, isDryRun);
    print(printer.json(), printer::print);
  }

  @Command(name = "set")
  static final class SetEntries extends MetadataEditCommand {

    @Option(names = "--entry", paramLabel = "KEY=VALUE")
    private List<String> entries = List.of();

    @Override
    FileMetadataChange change() {
      if (entries.isEmpty() && !changesLayout()) {
        throw usage("Missing option: '--entry=KEY=VALUE', or '--align' or '--room'");
      }
      SequencedMap<String, String> wanted = new LinkedHashMap<>();
      for (String entry : entries) {
        int keyEnd = entry.indexOf('=');
        if (keyEnd < 0) {
          throw usage("Invalid value for option '--entry': '" + entry + "' has no '='");
        }
        requireText("--entry", entry);
        wanted.put(entry.substring(0, keyEnd), entry.substring(keyEnd + 1));
      }
      return FileMetadataChange.of(MetadataChange.set(wanted));
    }
  }

  @Command(name = "unset")
  static final class UnsetKeys extends MetadataEditCommand {

    @Option(names = "--key", paramLabel = "KEY", required = true)
    private List<String> keys;

    @Override
    FileMetadataChange change() {
      keys.forEach(key -> requireText("--key", key));
      return FileMetadataChange.of(MetadataChange.unset(Set.copyOf(keys)));
    }
  }

  @Command(name = "apply")
  static final class ApplyPreset extends MetadataEditCommand {

    @Option(names = "--preset", paramLabel = "NAME", required = true)
    private Preset preset;

    @Override
    FileMetadataChange change() {
      return FileMetadataChange.of(preset);
    }
  }

  @Command(name = "import")
  static final class ImportFile extends MetadataEditCommand {

    /// The maximum file length: more than twice the maximum header length, to allow for escapes.
    private static final int MAX_BYTES = 250_000_000;

    @Option(names = "--from", paramLabel = "MAP.json", required = true)
    private Path from;

    @Option(names = "--merge")
    private boolean isMerged;

    @Override
    FileMetadataChange change() {
      Metadata metadata = read(resolve(from));
      return FileMetadataChange.of(
          isMerged ? MetadataChange.set(metadata.entries()) : MetadataChange.replace(metadata));
    }

    private Metadata read(Path file) {
      // Other users may be able to read the edited file, but not the target of a link.
      try (OpenFile open = openTrusted(file);
          FileBytes bytes = FileBytes.open(file, open.handle(), new FilePool())) {
        if (bytes.length() > MAX_BYTES) {
          throw new InputException(
              "%s has more than 250 MB, which no header can hold.".formatted(PathText.of(from)));
        }
        return MetadataJson.parse(bytes.read(0, (int) bytes.length()));
      } catch (JsonTextException e) {
        throw new InputException("%s: %s".formatted(PathText.of(from), e.getMessage()));
      } catch (IOException e) {
        throw new InputException(ReadFailures.finding(e).message());
      }
    }

    private static OpenFile openTrusted(Path file) throws IOException {
      // The link of a pipe, such as `/dev/stdin`, contains no path.
      FileBytes.attributesOfFile(file);
      return TrustedPaths.openToRead(FileOperations.ofThisComputer(), TrustedPaths.resolve(file));
    }
  }

  /// The files to edit and the paths that cannot be edited. Results are printed in insertion order.
  static final class EditQueue {

    private record Item(Location location, Optional<Sentence> problem) {}

    private final Deque<Item> items = new ArrayDeque<>();
    private final BiConsumer<Location, FileReport> printer;
    private ExitCode worst = ExitCode.FINE;

    /// @param printer receives a report for each added path, including files that were not edited
    ///   because the edit ended early
    EditQueue(BiConsumer<Location, FileReport> printer) {
      this.printer = printer;
    }

    ExitCode add(Location file) {
      items.add(new Item(file, Optional.empty()));
      return ExitCode.FINE;
    }

    ExitCode add(Report unusable) {
      List<Sentence> errors = unusable.errors().map(Finding::sentence).toList();
      items.add(new Item(unusable.location(), Optional.of(Sentence.joined(" ", errors))));
      return ExitCode.FAILURE;
    }

    int size() {
      return items.size();
    }

    List<Path> files() {
      return items.stream()
          .filter(item -> item.problem().isEmpty())
          .map(item -> item.location().path())
          .toList();
    }

    void report(FileReport report) {
      printUnedited(Optional::isPresent);
      print(report);
    }

    /// Prints the remaining paths as failures, and returns the most severe exit code.
    ExitCode finish() {
      printUnedited(_ -> true);
      return worst;
    }

    private void printUnedited(Predicate<Optional<Sentence>> filter) {
      String unreached =
          "%s was not processed before the command was canceled. Nothing was changed.";
      while (!items.isEmpty() && filter.test(items.element().problem())) {
        Item item = items.element();
        String path = PathText.of(item.location().text());
        Sentence reason = item.problem().orElseGet(() -> Sentence.of(unreached.formatted(path)));
        print(FileReport.withoutPlan(item.location().path(), Status.FAILED, reason));
      }
    }

    private void print(FileReport report) {
      printer.accept(items.remove().location(), report);
      worst = worst.or(report.status() == Status.FAILED ? ExitCode.FAILURE : ExitCode.FINE);
    }
  }
}
