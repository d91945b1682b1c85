package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.cli.TextPrinter.Table;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestReader;
import io.github.tensorloupe.integrity.manifest.ManifestReader.UnusableManifestException;
import io.github.tensorloupe.integrity.manifest.ManifestReport;
import io.github.tensorloupe.integrity.manifest.ManifestReport.FileChange;
import io.github.tensorloupe.integrity.manifest.ManifestReport.TensorChange;
import io.github.tensorloupe.integrity.manifest.ManifestReport.TensorChange.Kind;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.work.ParallelWork;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "check")
final class ManifestCheckCommand extends ResultCommand {

  @Parameters(paramLabel = "PATH")
  private Path path;

  @Option(names = "--manifest", paramLabel = "FILE")
  private Optional<Path> named = Optional.empty();

  private Location checkpoint;
  private Location place;

  @Override
  ExitCode run() {
    checkpoint = locate(path);
    place = ManifestWriteCommand.manifestOf(checkpoint, named.map(this::locate));
    try (OpenedFiles files = OpenedFiles.open(checkpoint, opener, errors);
        Interruption interruption = Interruption.watch()) {
      return files.exitCode().or(check(files, interruption));
    }
  }

  private ExitCode check(OpenedFiles files, Interruption interruption) {
    try {
      Manifest manifest = ManifestReader.read(place.path());
      String version = CommandLineInterface.version();
      int threads = ParallelWork.defaultThreadCount();
      Manifest now =
          Manifest.of(checkpoint.path(), files.files(), version, threads, interruption, progress);
      ManifestReport report = ManifestReport.of(manifest, now, interruption);
      report.tensors().forEach(tensor -> printJson(json(tensor)));
      report.files().forEach(file -> printJson(json(file)));
      print(
          summary(Optional.of(manifest), Optional.of(report), ""),
          text -> print(manifest, report, text));
      return report.isEqual() ? ExitCode.FINE : ExitCode.FINDINGS;
    } catch (IOException e) {
      fail(sentence(e));
      return ExitCode.of(e);
    } catch (CancellationException e) {
      return fail("Canceled.");
    }
  }

  private ExitCode fail(String reason) {
    return fail(reason, summary(Optional.empty(), Optional.empty(), reason));
  }

  private String sentence(IOException failure) {
    return switch (failure) {
      case NoSuchFileException e when e.getFile().equals(place.path().toString()) ->
          "The manifest %s does not exist; \"manifest write\" creates it."
              .formatted(PathText.of(place.text()));
      case UnusableManifestException e ->
          "%s: %s".formatted(PathText.of(place.text()), e.getMessage());
      default -> ErrorOutput.sentence(failure);
    };
  }

  private JsonObject json(TensorChange tensor) {
    return new JsonObject(checkpoint)
        .with("kind", "tensor")
        .with("result", tensor.kind().spelling())
        .with("name", tensor.name())
        .with("was", tensor.old().map(ManifestCheckCommand::json))
        .with("is", tensor.current().map(ManifestCheckCommand::json));
  }

  private static JsonObject json(TensorChange.Place place) {
    TensorInfo info = place.info();
    return new JsonObject()
        .with("file", place.file().name())
        .with("name", info.name())
        .with("dtype", info.dtype().name())
        .with("shape", info.shape())
        .with("begin", info.begin())
        .with("end", info.end())
        .with("sha256", place.tensor().hash().map(ContentHash::hex));
  }

  private JsonObject json(FileChange file) {
    return new JsonObject(checkpoint)
        .with("kind", "file")
        .with("result", file.kind().spelling())
        .with("file", file.name())
        .with("lengthBefore", file.old().map(old -> old.byteLength()))
        .with("lengthNow", file.current().map(current -> current.byteLength()));
  }

  private JsonObject summary(
      Optional<Manifest> manifest, Optional<ManifestReport> report, String message) {
    JsonObject summary =
        new JsonObject(checkpoint)
            .with("kind", "summary")
            .with("manifest", place.text())
            .with("created", manifest.map(known -> known.created().toString()))
            .with("program", manifest.map(Manifest::program));
    for (Kind kind : Kind.values()) {
      summary.with(kind.spelling(), report.map(known -> known.count(kind)));
    }
    return summary.with("intact", report.map(ManifestReport::isIntact)).with("message", message);
  }

  private void print(Manifest manifest, ManifestReport report, TextPrinter text) {
    List<TensorChange> differing =
        report.tensors().stream().filter(tensor -> tensor.kind() != Kind.EQUAL).toList();
    Table table = new Table("", "", "");
    differing.forEach(tensor -> table.measure(cells(tensor)));
    for (TensorChange tensor : differing) {
      boolean isDamage = tensor.kind().isLoss() && !report.describesOtherCheckpoint();
      Style style = isDamage ? Style.BAD : Style.NOTABLE;
      text.line(text.paint(style, table.row(cells(tensor))));
    }
    report.files().stream()
        .filter(file -> file.kind() != FileChange.Kind.EQUAL)
        .forEach(file -> text.line(text.paint(Style.FAINT, sentence(file))));
    text.line(TextPrinter.shown(summary(manifest, report)));
  }

  private static String[] cells(TensorChange tensor) {
    return new String[] {tensor.kind().spelling(), DisplayText.of(tensor.name()), detail(tensor)};
  }

  private static String detail(TensorChange tensor) {
    String file = DisplayText.of(tensor.file(), 200);
    TensorInfo old = tensor.old().map(TensorChange.Place::info).orElse(null);
    return switch (tensor.kind()) {
      case EQUAL, NEW, MISSING, UNREADABLE -> file;
      case CUT -> file + ": some of its bytes are missing";
      case CHANGED -> file + ": " + changed(old, tensor.current().orElseThrow().info());
      case RENAMED -> file + ": was " + DisplayText.of(old.name());
      case MOVED ->
          "%s: was in %s, at byte %s of the data"
              .formatted(
                  file,
                  DisplayText.of(tensor.old().orElseThrow().file().name(), 200),
                  Quantities.formatCount(old.begin()));
    };
  }

  private static String changed(TensorInfo old, TensorInfo current) {
    return old.dtype() == current.dtype() && old.shape().equals(current.shape())
        ? "other bytes"
        : "was %s, is %s".formatted(kind(old), kind(current));
  }

  private static String kind(TensorInfo tensor) {
    return tensor.dtype() + " " + DisplayText.of(tensor.shape().toString());
  }

  private static String sentence(FileChange file) {
    String name = DisplayText.of(file.name(), 200);
    return switch (file.kind()) {
      case EQUAL -> throw new IllegalArgumentException(name);
      case MISSING -> "The file %s is missing.".formatted(name);
      case NEW -> "The file %s is new.".formatted(name);
      case HEADER_CHANGED ->
          "The header of %s has changed, as after metadata edits.".formatted(name);
      case LENGTH_CHANGED ->
          "The file %s has %s now and had %s."
              .formatted(
                  name,
                  TextPrinter.count(file.current().orElseThrow().byteLength(), "byte"),
                  TextPrinter.count(file.old().orElseThrow().byteLength(), "byte"));
    };
  }

  private String summary(Manifest manifest, ManifestReport report) {
    String since = "in %s of %s".formatted(place.text(), manifest.created());
    if (report.isEqual()) {
      return "All %s are as %s."
          .formatted(TextPrinter.count(report.tensors().size(), "tensor"), since);
    }
    String differences =
        Arrays.stream(Kind.values())
            .filter(kind -> report.count(kind) > 0)
            .map(kind -> Quantities.formatCount(report.count(kind)) + " " + kind.spelling())
            .collect(Collectors.joining(", "));
    return report.describesOtherCheckpoint()
        ? "%s and %s, listed %s, differ: %s."
            .formatted(names(report.currentNames()), names(report.oldNames()), since, differences)
        : "Not all as %s: %s.".formatted(since, differences);
  }

  private static String names(List<String> files) {
    String first = files.isEmpty() ? "" : DisplayText.of(files.getFirst(), 200);
    return files.size() < 2
        ? first
        : "%s and %s".formatted(first, TextPrinter.count(files.size() - 1L, "more file"));
  }
}
