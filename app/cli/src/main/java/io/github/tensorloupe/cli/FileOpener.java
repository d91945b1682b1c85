package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.integrity.expected.MetadataHashes;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.FilePool;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.save.Recovery;

/// Opens files for reading commands. Reports interrupted saves without recovering them.
final class FileOpener {

  private final FilePool pool = new FilePool();
  private final Recovery recovery;

  FileOpener(Recovery recovery) {
    this.recovery = recovery;
  }

  OpenedFile open(Location location) throws IOException {
    // In this order, because a file opened after the end of a save is complete.
    List<Finding> traces = traces(location.path());
    TensorFile file = TensorFile.open(location.path(), pool);
    List<Finding> findings = InterruptedSave.findings(file, traces);
    findings.addAll(MetadataHashes.findings(file));
    findings.addAll(traces);
    return new OpenedFile(file, Report.of(location, file, findings));
  }

  Report unreadable(Location location, IOException failure) {
    Report report = Report.unreadable(location, FileKind.UNKNOWN, ReadFailures.finding(failure));
    try {
      Optional<InterruptedSave> save = recovery.inspect(location.path());
      return report.with(save.map(InterruptedSave::finding).stream().toList());
    } catch (IOException e) {
      // The report already contains the failure.
      return report;
    }
  }

  /// Returns findings about an interrupted save, or about a failure of the search for one.
  List<Finding> traces(Path file) {
    return recovery.findings(file);
  }

  /// Returns false for folders in which only a refused file can have an interrupted save.
  boolean mayHaveTraces(Path folder) {
    return recovery.mayHaveArtifacts(folder);
  }
}
