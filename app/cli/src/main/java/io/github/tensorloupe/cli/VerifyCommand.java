package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.DownloadTraces;
import io.github.tensorloupe.integrity.expected.ExpectedHash;
import io.github.tensorloupe.integrity.expected.Signatures;
import io.github.tensorloupe.integrity.expected.Verifier;
import io.github.tensorloupe.integrity.signature.TrustedKeys;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.remote.Original;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "verify")
final class VerifyCommand extends ReadingCommand {

  private record Shown(Location location, Result result) {}

  private static final String INDENT = "            ";
  private static final String DEEPER = INDENT + "          ";

  @Option(names = "--public-key", paramLabel = "FILE")
  private List<Path> keys = List.of();

  @Option(names = "--certificate-chain", paramLabel = "FILE")
  private List<Path> chains = List.of();

  @Option(names = "--signature", paramLabel = "FILE")
  private Optional<Path> signature = Optional.empty();

  @Option(names = "--ignore-unsigned-files")
  private boolean ignoresUnsigned;

  @Option(names = "--original", paramLabel = "ADDRESS")
  private Optional<String> originalAddress = Optional.empty();

  /// The address of the originals. One path for all files, so that the server lists the files only
  /// once.
  private Optional<Path> original = Optional.empty();

  private Signatures signatures;
  private Verifier verifier;
  private final Map<Path, NavigableSet<String>> incompleteNames = new TreeMap<>();
  private final List<Verifier> verifiers = new ArrayList<>();
  private final List<Shown> files = new ArrayList<>();
  private final List<Result> models = new ArrayList<>();

  @Override
  void begin() {
    List<Path> named = Stream.concat(keys.stream(), chains.stream()).collect(Collectors.toList());
    signature.ifPresent(named::add);
    for (Path file : named) {
      try {
        requireReadable(resolve(file));
      } catch (IOException e) {
        throw new InputException(
            e instanceof NoSuchFileException
                ? "The file %s does not exist.".formatted(file)
                : ErrorOutput.sentence(e));
      }
    }
    try {
      TrustedKeys trust =
          TrustedKeys.read(
              keys.stream().map(this::resolve).toList(),
              chains.stream().map(this::resolve).toList());
      signatures = new Signatures(trust, ignoresUnsigned);
      setVerifier(signatures);
      if (originalAddress.filter(address -> !RemoteAccess.looksLikeAddress(address)).isPresent()) {
        throw new InputException("--original takes an address, such as hf://org/name.");
      }
      if (originalAddress.isPresent()) {
        original = Optional.of(pathOf(originalAddress.get()));
      }
    } catch (IOException e) {
      throw new InputException(ErrorOutput.sentence(e));
    }
  }

  private void setVerifier(Signatures used) {
    verifier = new Verifier(used);
    verifiers.add(verifier);
  }

  @Override
  ExitCode process(Location argument, List<Target> targets) {
    if (signature.isPresent()) {
      setVerifier(signatures.with(resolve(signature.get()), argument.path()));
    }
    if (!Files.isDirectory(argument.path())) {
      return super.process(argument, targets);
    }
    ExitCode worst =
        isWithoutCheckpoints(targets)
            ? processWithoutFiles(argument, targets)
            : super.process(argument, targets).or(processModels(argument, targets));
    return worst.or(processTraces(argument));
  }

  private static boolean isWithoutCheckpoints(List<Target> targets) {
    return targets.stream()
        .flatMap(target -> target.report().stream())
        .flatMap(report -> report.findings().stream())
        .anyMatch(finding -> finding.code() == FindingCode.NO_SAFETENSORS);
  }

  /// Verifies a signed model without weights, or reports that the folder has no checkpoints.
  private ExitCode processWithoutFiles(Location folder, List<Target> targets) {
    int before = models.size();
    ExitCode ofModels = processModels(folder, targets);
    return models.size() > before ? ofModels : super.process(folder, targets).or(ofModels);
  }

  private ExitCode processModels(Location folder, List<Target> targets) {
    List<Path> weights =
        targets.stream().flatMap(each -> each.files().stream()).map(Location::path).toList();
    ExitCode worst = ExitCode.FINE;
    try {
      Map<Path, List<Check>> signed =
          verifier.checkModels(folder.path(), weights, Cancellation.NEVER);
      Path top = AbsolutePaths.of(folder.path());
      for (Map.Entry<Path, List<Check>> model : signed.entrySet()) {
        Path below = folder.path().resolve(top.relativize(model.getKey()));
        models.add(Check.worst(model.getValue()));
        worst = worst.or(show(folder.descendant(below), model.getValue()));
      }
      return worst;
    } catch (IOException e) {
      return worst.or(process(opener.unreadable(folder, e)));
    }
  }

  @Override
  ExitCode process(Target target) {
    // A missing index is reported if it is an argument.
    boolean hasIndex =
        target.set().isPresent()
            && (target.report().get().kind() == FileKind.INDEX
                || Files.exists(target.location().path()));
    ExitCode ofIndex = hasIndex ? processIndex(target.location()) : ExitCode.FINE;
    return ofIndex.or(super.process(target));
  }

  @Override
  ExitCode process(Location file) {
    try (OpenedFile opened = opener.open(file)) {
      return process(opened);
    } catch (IOException e) {
      Optional<Check> broken = DownloadTraces.ofBrokenLink(file.path(), incompleteNames);
      return broken.isPresent()
          ? print(file, List.of(broken.get()))
          : process(opener.unreadable(file, e));
    }
  }

  @Override
  ExitCode process(OpenedFile opened) throws IOException {
    Location location = opened.report().location();
    ExitCode result = print(location, checks(opened));
    if (!CheckpointFinder.hasSafetensorsName(location.path())) {
      return result;
    }
    // A refused file is an error even if its hash is as expected.
    errors.printErrors(opened.report());
    return result.or(opened.report().exitCode());
  }

  private ExitCode processIndex(Location location) {
    try (OpenedFile opened = opener.open(location)) {
      List<Check> checks = checks(opened);
      return checks.isEmpty() ? ExitCode.FINE : print(location, checks);
    } catch (IOException e) {
      return process(opener.unreadable(location, e));
    }
  }

  private List<Check> checks(OpenedFile opened) throws IOException {
    TensorFile file = opened.file();
    List<ExpectedHash> hashes = new ArrayList<>(verifier.expectedHashes(file, Cancellation.NEVER));
    List<Check> checks = new ArrayList<>();
    if (original.isPresent()) {
      Original originalFile = Original.of(original.get(), file);
      hashes.addAll(0, originalFile.expectedHashes());
      checks.addAll(originalFile.checks());
    }
    Progress fileProgress = reading.ofFile(file.path(), verifier.bytesToRead(file, hashes));
    checks.addAll(verifier.check(file, hashes, Cancellation.NEVER, fileProgress));
    return checks;
  }

  private ExitCode processTraces(Location folder) {
    try {
      ExitCode worst = ExitCode.FINE;
      for (DownloadTraces.DownloadProblem trace :
          DownloadTraces.in(folder.path(), Cancellation.NEVER)) {
        worst = worst.or(print(folder.descendant(trace.path()), List.of(trace.check())));
      }
      return worst;
    } catch (IOException e) {
      return process(opener.unreadable(folder, e));
    }
  }

  @Override
  void printUnreadable(Report report) {
    print(report.location(), List.of());
  }

  private ExitCode print(Location location, List<Check> checks) {
    files.add(new Shown(location, Check.worst(checks)));
    return show(location, checks);
  }

  private ExitCode show(Location location, List<Check> checks) {
    print(
        new JsonObject(location).with("checks", checks.stream().map(VerifyCommand::json)),
        text -> print(location, checks, text));
    return Check.worst(checks) == Result.MISMATCH ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  private static JsonObject json(Check check) {
    return new JsonObject()
        .with("kind", check.kind().spelling())
        .with("source", check.source())
        .with("expected", check.expected())
        .with("actual", check.actual())
        .with("result", check.result().spelling())
        .with("message", check.message());
  }

  private static void print(Location location, List<Check> checks, TextPrinter text) {
    Result result = Check.worst(checks);
    List<String> facts = checks.isEmpty() ? List.of("no expected hash") : List.of();
    text.summary(style(result), result.spelling(), location, facts);
    checks.forEach(check -> print(check, text));
  }

  private static void print(Check check, TextPrinter text) {
    text.line(
        INDENT
            + text.paint(style(check.result()), "%-8s".formatted(check.result().spelling()))
            + "  %s: %s".formatted(check.kind().spelling(), TextPrinter.shown(check.message())));
    if (check.result() == Result.MISMATCH) {
      String source =
          check.source().isEmpty() ? "" : text.paint(Style.FAINT, "  in " + check.source());
      check.expected().ifPresent(value -> text.line(valueLine("expected", value) + source));
      check.actual().ifPresent(value -> text.line(valueLine("found", value)));
    }
  }

  private static String valueLine(String title, String value) {
    return DEEPER + "%-8s  %s".formatted(title, TextPrinter.shown(value));
  }

  private static Style style(Result result) {
    return switch (result) {
      case MATCH -> Style.GOOD;
      case MISMATCH -> Style.BAD;
      case UNKNOWN -> Style.FAINT;
    };
  }

  @Override
  ExitCode finish() {
    ExitCode worst = ExitCode.FINE;
    for (Path changed : verifiers.stream().flatMap(each -> each.changedFiles().stream()).toList()) {
      Location location =
          files.stream()
              .map(Shown::location)
              .filter(each -> AbsolutePaths.of(each.path()).equals(changed))
              .findFirst()
              .orElse(new Location(PathText.of(changed), changed));
      files.removeIf(each -> each.location().equals(location));
      worst =
          worst.or(process(opener.unreadable(location, FileChangedException.replaced(changed))));
    }
    if (files.size() > 1) {
      printText(text -> text.line(summary(files.stream().map(Shown::result).toList(), "file")));
    }
    if (files.size() > 1 && !models.isEmpty() || models.size() > 1) {
      printText(text -> text.line(summary(models, "model")));
    }
    return worst;
  }

  private static String summary(List<Result> results, String noun) {
    return "%s: %d match, %d do not, %d unknown"
        .formatted(
            TextPrinter.count(results.size(), noun),
            Collections.frequency(results, Result.MATCH),
            Collections.frequency(results, Result.MISMATCH),
            Collections.frequency(results, Result.UNKNOWN));
  }
}
