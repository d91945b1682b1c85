package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.pane.save.RecoveryPanel.Answer;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.integrity.doctor.IndexDoctor;
import io.github.tensorloupe.integrity.doctor.IndexDoctor.ShardFinding;
import io.github.tensorloupe.integrity.doctor.Shard;
import io.github.tensorloupe.integrity.expected.MetadataHashes;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.RecoveryReport;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A document that was read and is not shown yet. The receiver must close it.
///
/// @param interrupted the interrupted saves of its files, in the order of the files
record LoadedDocument(FileDocument document, List<InterruptedSave> interrupted)
    implements AutoCloseable {

  /// Reads documents like [#read], unless stated otherwise. Thread-safe.
  @FunctionalInterface
  interface Reader {
    LoadedDocument read(Path path, Recovery recovery, Cancellation cancellation, Progress progress)
        throws IOException;
  }

  /// Reads a document with all findings that are available without a scan. Writes nothing.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static LoadedDocument read(
      Path path, Recovery recovery, Cancellation cancellation, Progress progress)
      throws IOException {
    Checkpoint checkpoint = Checkpoint.open(path, cancellation, progress);
    try {
      List<InterruptedSave> interrupted = new ArrayList<>();
      List<LocatedFinding> findings = new ArrayList<>();
      for (TensorFile file : checkpoint.files()) {
        cancellation.check();
        Optional<InterruptedSave> save = recovery.inspect(file.path());
        save.ifPresent(interrupted::add);
        // If the file itself reports the unfinished header, a second finding would be redundant.
        save.filter(_ -> file.findings().stream().noneMatch(LoadedDocument::isOfSave))
            .ifPresent(found -> findings.add(located(file, found.finding())));
      }
      for (TensorFile file : checkpoint.files()) {
        MetadataHashes.findings(file).forEach(finding -> findings.add(located(file, finding)));
      }
      FileDocument document =
          FileDocument.of(checkpoint, findings, () -> ofSets(checkpoint, cancellation));
      cancellation.check();
      return new LoadedDocument(document, interrupted);
    } catch (IOException | RuntimeException | Error e) {
      checkpoint.close();
      throw e;
    }
  }

  /// Reads and compares two documents. Problems with either document are reported in the
  /// comparison.
  ///
  /// @param reader reads a path
  /// @param dequantized true to compare quantized weights by their dequantized values if available
  /// @throws java.util.concurrent.CancellationException if cancelled
  static ComparisonDocument readBoth(
      SideReader reader,
      Path a,
      Path b,
      List<ByHand> byHand,
      boolean dequantized,
      Cancellation cancellation)
      throws IOException {
    List<FileDocument> open = new ArrayList<>();
    try {
      open.add(reader.read(a).document());
      open.add(reader.read(b).document());
      return ComparisonDocument.of(open.getFirst(), open.getLast(), dequantized, cancellation)
          .with(byHand);
    } catch (IOException | RuntimeException | Error e) {
      for (FileDocument each : open) {
        each.close();
      }
      throw e;
    }
  }

  @FunctionalInterface
  interface SideReader {
    LoadedDocument read(Path path) throws IOException;
  }

  private static boolean isOfSave(Finding finding) {
    return finding.code() == FindingCode.INTERRUPTED_SAVE;
  }

  private static LocatedFinding located(TensorFile file, Finding finding) {
    return new LocatedFinding(Optional.of(file), finding);
  }

  /// Returns the findings of the index doctor. Takes time linear in the number of tensors.
  private static List<LocatedFinding> ofSets(Checkpoint checkpoint, Cancellation cancellation) {
    List<LocatedFinding> findings = new ArrayList<>();
    for (CheckpointPart part : checkpoint.parts()) {
      List<Shard> shards = part.files().stream().map(Shard::of).toList();
      IndexDoctor.examine(part.index(), shards, part.path(), cancellation)
          .forEach(each -> findings.add(located(each, part, checkpoint)));
    }
    return findings;
  }

  private static LocatedFinding located(
      ShardFinding each, CheckpointPart part, Checkpoint checkpoint) {
    Optional<TensorFile> file =
        each.shard()
            .map(part.path()::resolveSibling)
            .flatMap(
                path ->
                    checkpoint.files().stream()
                        .filter(open -> open.path().equals(path))
                        .findFirst());
    Finding finding = each.finding();
    if (file.isEmpty() && !part.label().isEmpty()) {
      // Several sets may have shards with the same names.
      Sentence sentence = Sentence.of("{0}: {1}", DisplayText.of(part.label()), finding.sentence());
      finding = finding.withSentence(sentence);
    }
    return new LocatedFinding(file, finding);
  }

  @Override
  public void close() throws IOException {
    document.close();
  }

  /// Recovers abandoned saves, and, if requested, the saves of other computers and the ones that
  /// require a choice. The document must be closed. If a recovery fails, this can be called again.
  ///
  /// @return sentences about the completed recoveries
  List<Sentence> recover(Answer.Recover wanted, Recovery recovery) throws IOException {
    List<Sentence> done = new ArrayList<>();
    for (InterruptedSave save : interrupted) {
      Optional<RecoveryReport> report = Optional.empty();
      if (save.isRecoverable(wanted.otherHostToo())) {
        report = recovery.recover(save.target(), wanted.otherHostToo());
      } else if (wanted.choice().filter(save.choices()::contains).isPresent()) {
        report = recovery.choose(save.target(), wanted.choice().get(), wanted.otherHostToo());
      }
      report.map(RecoveryReport::sentence).ifPresent(done::add);
    }
    return done;
  }
}
