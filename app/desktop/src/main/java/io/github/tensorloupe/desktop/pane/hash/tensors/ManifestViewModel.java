package io.github.tensorloupe.desktop.pane.hash.tensors;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hash.tensors.ContentRow.Tone;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ManifestExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestReader;
import io.github.tensorloupe.integrity.manifest.ManifestReport;
import io.github.tensorloupe.integrity.manifest.Survey;
import io.github.tensorloupe.integrity.manifest.TensorChange;
import io.github.tensorloupe.integrity.manifest.UnusableManifestException;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/// Writes the manifest of the open document and checks the document against one. Belongs to the FX
/// thread.
public final class ManifestViewModel {

  /// What it works with.
  ///
  /// @param jobs reads and writes
  /// @param export writes manifests
  /// @param program the name and version of this program, for the manifest
  public record Tools(Jobs jobs, ManifestExport export, String program, Messages messages) {}

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final Selection selection;
  private final Tools tools;
  private final Messages messages;
  private final RunningWork work = new RunningWork();
  private final ReadOnlyObjectWrapper<Optional<Told>> told =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Path>> beside =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObservableList<ContentRow> rows = FXCollections.observableArrayList();

  /// @param selection shared with the other panes
  public ManifestViewModel(Selection selection, Tools tools) {
    this.selection = selection;
    this.tools = tools;
    this.messages = tools.messages();
    selection.documentProperty().subscribe(_ -> begin());
  }

  private void begin() {
    beside.set(Optional.empty());
    clear();
    lookBeside();
  }

  private void clear() {
    work.cancel();
    told.set(Optional.empty());
    rows.clear();
  }

  private void lookBeside() {
    Optional<OpenDocument> document = selection.openDocument();
    document.ifPresent(
        open ->
            tools
                .jobs()
                .start(
                    messages.text("manifest.job.look"),
                    (_, _) -> Optional.of(usualPath(open)).filter(Files::isRegularFile),
                    found -> {
                      if (isStillOpen(document)) {
                        beside.set(found);
                      }
                    },
                    _ -> {}));
  }

  private static Path usualPath(OpenDocument document) {
    Checkpoint checkpoint = document.checkpoint();
    return Manifest.usualPath(checkpoint.path(), checkpoint.kind() == FileKind.SET);
  }

  private boolean isStillOpen(Optional<OpenDocument> document) {
    return selection.openDocument().equals(document);
  }

  /// What runs now.
  public ReadOnlyObjectProperty<Optional<Job>> jobProperty() {
    return work.jobProperty();
  }

  /// What came of the last work.
  public ReadOnlyObjectProperty<Optional<Told>> toldProperty() {
    return told.getReadOnlyProperty();
  }

  /// The manifest that lies where manifests of this document usually lie, if there is one.
  public ReadOnlyObjectProperty<Optional<Path>> besideProperty() {
    return beside.getReadOnlyProperty();
  }

  /// How the document differs from the manifest that it was checked against last.
  public ObservableList<ContentRow> rows() {
    return rows;
  }

  /// The usual name of a manifest of the open document.
  public String suggestedName() {
    return selection
        .openDocument()
        .map(open -> String.valueOf(usualPath(open).getFileName()))
        .orElse("");
  }

  /// Writes a manifest. What is there gives way, since the person has been asked.
  public void write(Path path) {
    Optional<OpenDocument> document = selection.openDocument();
    if (work.isRunning() || document.isEmpty()) {
      return;
    }
    clear();
    Checkpoint checkpoint = document.get().checkpoint();
    List<Path> open = selection.openFiles();
    work.begin(
        tools
            .jobs()
            .startToEnd(
                messages.text("manifest.job.write"),
                (cancellation, progress) -> write(checkpoint, path, open, cancellation, progress),
                written -> tellWritten(document, path, written),
                failure -> fail(document, failure))
            .concluding(this::conclusion));
  }

  private String conclusion() {
    return told.get().map(Told::sentence).orElse("");
  }

  /// What was written.
  ///
  /// @param tensorCount how many tensors the manifest lists
  /// @param cutCount how many it does not, because their bytes are not all there
  private record Written(long tensorCount, long cutCount) {}

  private Written write(
      Checkpoint checkpoint,
      Path path,
      List<Path> open,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    ManifestExport.check(path, true, open);
    Survey survey = survey(checkpoint, cancellation, progress);
    if (survey.failure().isPresent()) {
      throw survey.failure().get();
    }
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Manifest manifest = Manifest.of(survey, now, tools.program());
    tools.export().write(manifest, path, true, open, cancellation);
    return new Written(manifest.tensorCount(), survey.cutCount());
  }

  private static Survey survey(Checkpoint checkpoint, Cancellation cancellation, Progress progress)
      throws IOException {
    return Survey.of(
        checkpoint.path(),
        checkpoint.files(),
        ContentHashing.besideOthers(),
        cancellation,
        progress);
  }

  private void tellWritten(Optional<OpenDocument> document, Path path, Written written) {
    if (!isStillOpen(document)) {
      return;
    }
    work.end();
    String sentence =
        messages.text(
            "manifest.written",
            Figures.count(written.tensorCount()),
            DisplayText.of(String.valueOf(path.getFileName()), 200));
    if (written.cutCount() == 0) {
      tell(Tone.SUCCESS, sentence);
    } else {
      String leftOut = messages.text("manifest.left-out", Figures.count(written.cutCount()));
      tell(Tone.WARNING, sentence + " " + leftOut);
    }
    lookBeside();
  }

  private record Checked(Manifest manifest, ManifestReport report) {}

  /// Checks the document against a manifest.
  public void check(Path path) {
    Optional<OpenDocument> document = selection.openDocument();
    if (work.isRunning() || document.isEmpty()) {
      return;
    }
    clear();
    Checkpoint checkpoint = document.get().checkpoint();
    work.begin(
        tools
            .jobs()
            .start(
                messages.text("manifest.job.check"),
                (cancellation, progress) -> {
                  Manifest manifest = ManifestReader.read(path);
                  Survey survey = survey(checkpoint, cancellation, progress);
                  return new Checked(manifest, ManifestReport.of(manifest, survey));
                },
                this::show,
                failure -> fail(document, failure))
            .concluding(this::conclusion));
  }

  private void show(Checked checked) {
    work.end();
    ManifestReport report = checked.report();
    String date = DATE.format(checked.manifest().created());
    String count = Figures.count(report.tensors().size());
    if (report.isEqual()) {
      tell(Tone.SUCCESS, messages.text("manifest.equal", count, date));
    } else if (report.isIntact()) {
      tell(Tone.WARNING, messages.text("manifest.intact", date));
    } else {
      long lost =
          report.tensors().stream()
              .map(TensorChange::kind)
              .filter(TensorChange.Kind::isLoss)
              .count();
      tell(Tone.DANGER, messages.text("manifest.lost", Figures.count(lost), count, date));
    }
    rows.setAll(new ManifestRows(messages).of(report));
  }

  private void fail(Optional<OpenDocument> document, Throwable failure) {
    if (!isStillOpen(document)) {
      return;
    }
    work.end();
    if (failure instanceof CancellationException) {
      tell(Tone.INFO, messages.text("manifest.cancelled"));
    } else {
      told.set(Optional.of(Told.failed(sentence(failure), failure)));
    }
  }

  private String sentence(Throwable failure) {
    boolean isSentence =
        failure instanceof UnusableManifestException || failure.getClass() == IOException.class;
    return isSentence && failure.getMessage() != null
        ? PathText.of(messages.sentence(failure.getMessage()))
        : messages.sentence(Failures.sentence(failure));
  }

  private void tell(Tone tone, String sentence) {
    told.set(Optional.of(new Told(tone, sentence)));
  }

  /// Stops what runs.
  public void stop() {
    work.jobProperty().get().ifPresent(Job::cancel);
    work.end();
  }

  /// Selects the tensor of a line, if it is still there.
  public void goTo(ContentRow row) {
    if (row instanceof ContentRow.Named named) {
      named.tensor().ifPresent(selection::select);
    }
  }
}
