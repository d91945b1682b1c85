package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.integrity.expected.MetadataHashes;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.FilePool;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.text.Sentence;

/// Opens files for commands that only read. The report on a file includes the traces of an
/// interrupted save, which is not recovered.
final class FileOpener {

  private static final Finding BEING_WRITTEN =
      Finding.of(
          FindingCode.HEADER_TOO_LARGE,
          Sentence.of(
              "The header is being written at this moment: in place of its length, the first 8"
                  + " bytes hold a mark."),
          new ByteRange(0, Preface.BYTE_COUNT));

  private final FilePool pool = new FilePool();
  private final Recovery recovery;

  FileOpener(Recovery recovery) {
    this.recovery = recovery;
  }

  OpenedFile open(Location location) throws IOException {
    // Inspected first: if a save ends in between, the file that is read is whole.
    List<Finding> traces = List.of();
    try {
      traces = tracesOfSaves(location);
    } catch (NoSuchFileException e) {
      // Opening the file fails in the same way.
    } catch (IOException e) {
      traces = List.of(ReadFailures.finding(e));
    }
    TensorFile file = TensorFile.open(location.path(), pool);
    List<Finding> hashes = MetadataHashes.findings(file);
    Report report = Report.of(location, file);
    if (file.isUnfinished() && !traces.isEmpty()) {
      // The journal beside the file holds more than the file itself.
      report = report.without(FindingCode.INTERRUPTED_SAVE);
      if (traces.stream().noneMatch(trace -> trace.code() == FindingCode.INTERRUPTED_SAVE)) {
        report = report.with(List.of(BEING_WRITTEN));
      }
    }
    return new OpenedFile(file, report.with(hashes).with(traces));
  }

  /// The report on a file that could not be opened.
  Report unreadable(Location location, IOException failure) {
    Report report = Report.unreadable(location, FileKind.UNKNOWN, ReadFailures.finding(failure));
    try {
      return report.with(tracesOfSaves(location));
    } catch (IOException e) {
      // The failure is the one that kept the file from being opened.
      return report;
    }
  }

  private List<Finding> tracesOfSaves(Location location) throws IOException {
    return recovery.inspect(location.path()).map(InterruptedSave::finding).stream().toList();
  }
}
