package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.save.Drafts;
import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.RecoveryAction;
import io.github.tensorloupe.save.RecoveryChoice;
import io.github.tensorloupe.save.RecoveryReport;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoRunnable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "recover")
final class RecoverCommand extends ResultCommand implements ChangesFiles {

  private static final int MAX_KEPT_NAMES = 10;

  /// @param action the action taken or planned, as one word, or `none`
  private record RecoveryResult(
      Location location, String action, boolean isRecovered, String message, ExitCode exitCode) {

    static RecoveryResult withoutAction(Location location, String message, ExitCode exitCode) {
      return new RecoveryResult(location, "none", false, message, exitCode);
    }
  }

  private static final class Choices {

    @Option(names = "--old")
    private boolean isOld;

    @Option(names = "--new")
    private boolean isNew;

    @Option(names = "--keep")
    private boolean isKeep;

    Optional<RecoveryChoice> chosen() {
      RecoveryChoice choice = isKeep ? RecoveryChoice.KEEP : null;
      return Optional.ofNullable(isOld ? RecoveryChoice.OLD : isNew ? RecoveryChoice.NEW : choice);
    }
  }

  @Parameters(paramLabel = "PATH", arity = "1..*")
  private List<String> arguments;

  @Option(names = "--dry-run")
  private boolean isDryRun;

  @Option(names = "--other-host")
  private boolean includesOtherHosts;

  @ArgGroup private Choices choices = new Choices();

  private Recovery recovery;
  private Drafts drafts;

  private List<RecoveryResult> lines;

  /// The searched folders.
  private Set<Path> folders;

  @Override
  ExitCode run() {
    if (isDryRun && choices.chosen().isPresent()) {
      throw usage("'--dry-run' cannot be combined with --old, --new or --keep");
    }
    recovery = new Recovery(program.operations);
    drafts = new Drafts(program.operations);
    ExitCode worst = ExitCode.FINE;
    for (String argument : arguments) {
      for (RecoveryResult line : lines(argument)) {
        worst = worst.or(print(line));
      }
    }
    return worst;
  }

  private ExitCode print(RecoveryResult line) {
    if (line.exitCode() != ExitCode.FINE) {
      errors.print(line.message());
    }
    printJson(
        new JsonObject(line.location())
            .with("action", line.action())
            .with("recovered", line.isRecovered())
            .with("dryRun", isDryRun)
            .with("message", line.message()));
    if (line.exitCode() != ExitCode.FAILURE) {
      List<String> facts = List.of(TextPrinter.shown(line.message()));
      printText(text -> text.summary(Style.PLAIN, line.action(), line.location(), facts));
    }
    return line.exitCode();
  }

  private List<RecoveryResult> lines(String argument) {
    try {
      return lines(new Location(argument, typedPath(argument)));
    } catch (IOException e) {
      return List.of(failure(new Location(argument, environment.workingDirectory()), e));
    }
  }

  private List<RecoveryResult> lines(Location location) {
    lines = new ArrayList<>();
    folders = new TreeSet<>();
    for (Path file : unfinishedAt(location)) {
      boolean isBelow = file.startsWith(location.path());
      lines.add(recover(isBelow ? location.descendant(file) : location.sibling(file)));
    }
    if (lines.isEmpty()) {
      lines.add(noRecovery(location));
      // The message also names the kept files.
      folders.remove(location.path());
    }
    folders.forEach(folder -> addKept(location.descendant(folder)));
    Function<RecoveryResult, String> path = line -> line.location().path().toString();
    lines.sort(Comparator.comparing(path, NaturalOrder.INSTANCE));
    // The search may report an unreadable path twice.
    return List.copyOf(new LinkedHashSet<>(lines));
  }

  /// Returns the files of interrupted saves, which need not exist, and the drafts of new files. A
  /// path is expanded to itself or to the file of a journal, an index to its shards, and a folder
  /// to the files in it and its subfolders. Follows links to files, but not links to folders.
  private Set<Path> unfinishedAt(Location location) {
    Path path = location.path();
    Set<Path> files = new TreeSet<>();
    try {
      if (Files.readAttributes(path, BasicFileAttributes.class).isDirectory()) {
        CheckpointFinder.walk(
            path,
            (folder, children) -> addIn(location, folder, children, files),
            (folder, cause) -> lines.add(failure(location.descendant(folder), cause)),
            Cancellation.NEVER);
        return files;
      }
    } catch (NoSuchFileException e) {
      // The file of a journal need not exist.
    } catch (IOException e) {
      lines.add(failure(location, e));
      return files;
    }
    if (ShardSet.isIndexName(path)) {
      attempt(location, () -> addShards(location, files));
    } else {
      attempt(location, () -> addIfUnfinished(path, files));
      // The argument may be the journal instead of the file.
      attempt(
          location,
          () -> {
            Optional<Path> file = recovery.fileOf(path);
            file.ifPresent(saved -> files.add(path.resolveSibling(saved.getFileName())));
          });
    }
    attempt(location, () -> files.addAll(drafts.of(path)));
    return files;
  }

  private void attempt(Location location, IoRunnable step) {
    try {
      step.run();
    } catch (IOException e) {
      lines.add(failure(location, e));
    }
  }

  private void addIn(Location origin, Path folder, List<Path> children, Set<Path> files) {
    folders.add(folder);
    attempt(
        origin.descendant(folder),
        () -> {
          files.addAll(recovery.unfinishedIn(folder));
          files.addAll(drafts.in(folder));
        });
    for (Path child : children) {
      attempt(origin.descendant(child), () -> addLink(child, files));
    }
  }

  /// Adds the target of a link if it has a journal, which is in the folder of the target.
  private void addLink(Path child, Set<Path> files) throws IOException {
    try {
      if (!program.operations.attributes(child).isSymbolicLink()
          || Files.readAttributes(child, BasicFileAttributes.class).isDirectory()) {
        return;
      }
    } catch (NoSuchFileException e) {
      // The file of a journal need not exist.
    }
    addIfUnfinished(child, files);
  }

  private void addShards(Location index, Set<Path> files) throws IOException {
    ShardSet set = ShardSet.read(index.path());
    if (set.index().isEmpty()) {
      throw new IOException(set.findings().getFirst().message());
    }
    try {
      for (String name : set.index().get().shardNames()) {
        Path shard = index.path().resolveSibling(name);
        attempt(index.sibling(shard), () -> addIfUnfinished(shard, files));
      }
    } catch (InvalidPathException e) {
      throw new IOException(e);
    }
  }

  private void addIfUnfinished(Path file, Set<Path> files) throws IOException {
    if (recovery.inspect(file).isPresent()) {
      files.add(file);
    }
  }

  private RecoveryResult recover(Location location) {
    try {
      if (Drafts.isDraft(location.path())) {
        return cleanUp(location);
      }
      Optional<RecoveryResult> line =
          isDryRun
              ? recovery.inspect(location.path()).map(interrupted -> preview(location, interrupted))
              : recovered(location.path()).map(report -> result(location, report));
      return line.orElseGet(() -> noRecovery(location));
    } catch (IOException e) {
      return failure(location, e);
    }
  }

  private Optional<RecoveryReport> recovered(Path file) throws IOException {
    Optional<RecoveryChoice> choice = choices.chosen();
    return choice.isPresent()
        ? recovery.choose(file, choice.get(), includesOtherHosts)
        : recovery.recover(file, includesOtherHosts);
  }

  private RecoveryResult cleanUp(Location draft) throws IOException {
    String name =
        Drafts.targetOf(draft.path())
            .map(target -> PathText.of(target.getFileName()))
            .orElse("a new file");
    boolean isInUse;
    try {
      isInUse = isDryRun ? drafts.isInUse(draft.path()) : !drafts.delete(draft.path());
    } catch (NoSuchFileException e) {
      String sentence = "The draft of %s was completed or deleted meanwhile.".formatted(name);
      return RecoveryResult.withoutAction(draft, sentence, ExitCode.FINE);
    }
    if (isInUse) {
      String sentence = "A program is writing %s at this moment; its draft is left.";
      return RecoveryResult.withoutAction(draft, sentence.formatted(name), ExitCode.FAILURE);
    }
    String fate = isDryRun ? "recovering deletes it" : "it is deleted";
    String message = "No program has locked this draft of %s; %s.".formatted(name, fate);
    String action = RecoveryAction.CLEAN_UP.spelling();
    return new RecoveryResult(draft, action, !isDryRun, message, ExitCode.FINE);
  }

  private RecoveryResult preview(Location location, InterruptedSave interrupted) {
    String message = interrupted.sentence().toString();
    boolean isRefused =
        interrupted.state() == InterruptedSave.State.RUNNING
            || interrupted.state() == InterruptedSave.State.OTHER_HOST && !includesOtherHosts;
    return isRefused
        ? RecoveryResult.withoutAction(location, message, ExitCode.FAILURE)
        : new RecoveryResult(
            location,
            interrupted.action().spelling(),
            false,
            message,
            exitCode(interrupted.action()));
  }

  private static RecoveryResult result(Location location, RecoveryReport report) {
    RecoveryAction action = report.action();
    String message = report.sentence().toString();
    ExitCode exitCode = report.isConfirmed() ? exitCode(action) : ExitCode.FAILURE;
    return new RecoveryResult(location, action.spelling(), action.repairs(), message, exitCode);
  }

  private static ExitCode exitCode(RecoveryAction action) {
    return action.repairs() ? ExitCode.FINE : ExitCode.FINDINGS;
  }

  private RecoveryResult noRecovery(Location location) {
    try {
      // An unreadable file may be incomplete.
      requireReadable(location.path());
      String notice = keptNotice(location.path()).map(each -> " " + each).orElse("");
      return RecoveryResult.withoutAction(
          location, "No save was interrupted." + notice, ExitCode.FINE);
    } catch (IOException e) {
      return failure(location, e);
    }
  }

  private void addKept(Location location) {
    attempt(
        location,
        () ->
            keptNotice(location.path())
                .map(each -> RecoveryResult.withoutAction(location, each, ExitCode.FINE))
                .ifPresent(lines::add));
  }

  /// Returns a sentence that names files kept by saves, or by conversions that were interrupted
  /// while they replaced several files.
  private Optional<String> keptNotice(Path path) throws IOException {
    List<Path> kept = recovery.keptFiles(path);
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    String names =
        kept.stream()
            .limit(MAX_KEPT_NAMES)
            .map(file -> PathText.of(file.getFileName()))
            .collect(Collectors.joining(", "));
    int more = kept.size() - MAX_KEPT_NAMES;
    String rest = more > 0 ? " and %d more".formatted(more) : "";
    return Optional.of("Kept from earlier saves: %s%s.".formatted(names, rest));
  }

  private static RecoveryResult failure(Location location, IOException failure) {
    return RecoveryResult.withoutAction(location, ErrorOutput.sentence(failure), ExitCode.FAILURE);
  }
}
