package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hash.TensorTask.ContentRow;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ExportResult;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestReader;
import io.github.tensorloupe.integrity.manifest.ManifestReport;
import io.github.tensorloupe.integrity.manifest.ManifestReport.FileChange;
import io.github.tensorloupe.integrity.manifest.ManifestReport.TensorChange;
import io.github.tensorloupe.integrity.manifest.ManifestReport.TensorChange.Kind;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// Writes the manifest of the open document, and compares the document with a manifest. Belongs to
/// the FX thread.
final class ManifestViewModel extends TensorTask {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);
  private static final int FILE_CHARACTERS = 200;

  private record Written(Manifest manifest, ExportResult result) {}

  private record Checked(Manifest manifest, ManifestReport report) {}

  /// The manifest at the default path for this document, if it exists.
  final ObservableValue<Optional<Path>> defaultManifest;

  private final JobSlot<Optional<Path>> searching;
  private final String program;
  private boolean isWriting;

  /// @param program the name and version of this program, written into manifests
  ManifestViewModel(Selection selection, Jobs jobs, String program, Messages messages) {
    super(selection, jobs, messages);
    this.program = program;
    this.searching = new JobSlot<>(jobs);
    this.defaultManifest =
        searching.resultProperty().map(path -> path.flatMap(Function.identity()));
    slot.onStop(
        () -> {
          if (isWriting) {
            end(Tone.INFO, messages.text("manifest.cancelled"));
          }
        });
    selection
        .documentProperty()
        .subscribe(
            _ -> {
              searching.clear();
              clear();
              selection.openDocument().ifPresent(this::findDefaultManifest);
            });
  }

  private void findDefaultManifest(FileDocument document) {
    searching.start(
        messages.text("manifest.job.look"),
        (_, _) -> Optional.of(defaultPath(document)).filter(Files::isRegularFile),
        _ -> {});
  }

  private static Path defaultPath(FileDocument document) {
    Checkpoint checkpoint = document.checkpoint();
    return Manifest.defaultPath(checkpoint.path(), checkpoint.kind() == FileKind.SET);
  }

  String suggestedName() {
    return selection
        .openDocument()
        .map(open -> String.valueOf(defaultPath(open).getFileName()))
        .orElse("");
  }

  /// Writes a manifest, replacing an existing file.
  void write(Path path) {
    List<Path> open = selection.openFiles();
    isWriting = true;
    start(
        document ->
            slot.startWriting(
                messages.text("manifest.job.write"),
                (cancellation, progress) -> {
                  ExportTarget target = FileExport.check(path, true, open);
                  Manifest manifest = manifest(document.checkpoint(), cancellation, progress);
                  manifest.requireRead();
                  FileOperations disk = FileOperations.ofThisComputer();
                  ExportResult result =
                      FileExport.writeManifest(disk, manifest, target, cancellation);
                  return new Written(manifest, result);
                },
                written -> showWritten(document, written),
                this::fail));
  }

  private Manifest manifest(Checkpoint checkpoint, Cancellation cancellation, Progress progress)
      throws IOException {
    return Manifest.of(
        checkpoint.path(),
        checkpoint.files(),
        program,
        ParallelWork.backgroundThreadCount(),
        cancellation,
        progress);
  }

  /// Shows the result of writing a manifest, with the numbers of omitted tensors.
  private void showWritten(FileDocument document, Written written) {
    Manifest manifest = written.manifest();
    ExportResult result = written.result();
    long cutCount = manifest.cutCount();
    long sharedCount = manifest.sharedCount();
    String count = messages.count(manifest.tensorCount());
    String name = DisplayText.of(String.valueOf(result.file().getFileName()), FILE_CHARACTERS);
    String sentence =
        messages.withWarnings(messages.text("manifest.written", count, name), result.notes());
    if (cutCount > 0) {
      sentence += " " + messages.text("manifest.left-out", messages.count(cutCount));
    }
    if (sharedCount > 0) {
      sentence += " " + messages.text("manifest.left-out-shared", messages.count(sharedCount));
    }
    boolean isComplete = cutCount + sharedCount == 0 && result.notes().isEmpty();
    end(isComplete ? Tone.SUCCESS : Tone.WARNING, sentence);
    findDefaultManifest(document);
  }

  void check(Path path) {
    isWriting = false;
    start(
        document ->
            slot.start(
                messages.text("manifest.job.check"),
                (cancellation, progress) -> {
                  Manifest before = ManifestReader.read(path);
                  Manifest now = manifest(document.checkpoint(), cancellation, progress);
                  return new Checked(before, ManifestReport.of(before, now, cancellation));
                },
                this::show,
                this::fail));
  }

  private void show(Checked checked) {
    ManifestReport report = checked.report();
    String date = DATE.format(checked.manifest().created());
    String count = messages.count(report.tensors().size());
    if (report.isEqual()) {
      end(Tone.SUCCESS, messages.text("manifest.equal", count, date));
    } else if (report.describesOtherCheckpoint()) {
      String now = names(report.currentNames());
      String before = names(report.oldNames());
      String same = messages.count(report.count(Kind.EQUAL));
      end(Tone.WARNING, messages.text("manifest.differ", now, before, date, same, count));
    } else if (report.isIntact()) {
      end(Tone.WARNING, messages.text("manifest.intact", date));
    } else {
      long lost = report.tensors().stream().filter(tensor -> tensor.kind().isLoss()).count();
      end(Tone.DANGER, messages.text("manifest.lost", messages.count(lost), count, date));
    }
    rows.setAll(rowsOf(report));
  }

  private String names(List<String> files) {
    String first = files.isEmpty() ? "" : DisplayText.of(files.getFirst(), FILE_CHARACTERS);
    return files.size() < 2
        ? first
        : messages.text("manifest.more-files", first, messages.count(files.size() - 1L));
  }

  private void fail(Throwable failure) {
    fail(PathText.of(messages.sentence(Failures.sentence(failure))), failure);
  }

  /// Returns the changed tensors by kind, the most important first, then the changed files.
  private List<ContentRow> rowsOf(ManifestReport report) {
    List<ContentRow> rows = new ArrayList<>();
    Map<Kind, List<TensorChange>> byKind =
        report.tensors().stream().collect(Collectors.groupingBy(TensorChange::kind));
    boolean severalFiles = report.files().size() > 1;
    for (Kind kind : Kind.values()) {
      List<TensorChange> tensors = byKind.getOrDefault(kind, List.of());
      if (kind != Kind.EQUAL && !tensors.isEmpty()) {
        rows.add(
            new ContentRow.Heading(
                messages.text("manifest.kind." + kind.spelling(), messages.count(tensors.size())),
                kind.isLoss() && !report.describesOtherCheckpoint() ? Tone.DANGER : Tone.WARNING));
        tensors.forEach(tensor -> rows.add(row(tensor, severalFiles)));
      }
    }
    List<FileChange> files =
        report.files().stream().filter(file -> file.kind() != FileChange.Kind.EQUAL).toList();
    if (!files.isEmpty()) {
      rows.add(new ContentRow.Heading(messages.text("manifest.files"), Tone.INFO));
      files.forEach(file -> rows.add(row(file)));
    }
    return rows;
  }

  private ContentRow row(TensorChange tensor, boolean severalFiles) {
    String detail = detail(tensor);
    String file = severalFiles ? DisplayText.of(tensor.file(), FILE_CHARACTERS) : "";
    String gap = detail.isEmpty() || file.isEmpty() ? "" : "  ";
    return new ContentRow.Named(
        shownName(tensor.name()),
        detail + gap + file,
        tensor.current().flatMap(current -> current.open()));
  }

  private String detail(TensorChange tensor) {
    return switch (tensor.kind()) {
      case CHANGED -> changed(tensor);
      case RENAMED ->
          messages.text("manifest.was-named", shownName(tensor.old().orElseThrow().info().name()));
      case MOVED ->
          messages.text(
              "manifest.was-in",
              DisplayText.of(tensor.old().orElseThrow().file().name(), FILE_CHARACTERS),
              messages.count(tensor.old().orElseThrow().info().begin()));
      case CUT, UNREADABLE, MISSING, NEW, EQUAL -> "";
    };
  }

  private String changed(TensorChange tensor) {
    TensorInfo old = tensor.old().orElseThrow().info();
    TensorInfo current = tensor.current().orElseThrow().info();
    return old.dtype() == current.dtype() && old.shape().equals(current.shape())
        ? messages.text("manifest.other-bytes")
        : messages.text("manifest.was-type", old.dtype(), messages.shape(old.shape()));
  }

  private ContentRow row(FileChange file) {
    return new ContentRow.Named(
        DisplayText.of(file.name(), FILE_CHARACTERS),
        messages.text("manifest.file." + file.kind().spelling()),
        Optional.empty());
  }
}
