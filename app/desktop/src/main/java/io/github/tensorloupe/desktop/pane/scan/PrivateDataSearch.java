package io.github.tensorloupe.desktop.pane.scan;

import module java.base;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.edit.LoaderKeys;
import io.github.tensorloupe.edit.PrivateData;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// Searches the metadata of the open document for private data after the document is displayed.
/// Belongs to the FX thread.
public final class PrivateDataSearch {

  /// Observes the open document. Must be created after the scan that initializes its results.
  ///
  /// @param firstFrame the first frame of the window, which the search waits for
  public PrivateDataSearch(
      Selection selection, ScanResults results, FirstFrame firstFrame, BackgroundScan.Tools tools) {
    JobSlot<List<LocatedFinding>> job = new JobSlot<>(tools.jobs());
    selection
        .documentProperty()
        .subscribe(
            _ -> {
              job.clear();
              selection
                  .openDocument()
                  .filter(PrivateDataSearch::hasMetadata)
                  .ifPresent(
                      document ->
                          job.start(
                              tools.messages().text("scan.job.private-data"),
                              (cancellation, _) -> {
                                firstFrame.await(cancellation);
                                return findings(document, cancellation);
                              },
                              results::setPrivateData,
                              failure -> tools.onFailure().accept(Failures.of(failure))));
            });
  }

  private static boolean hasMetadata(FileDocument document) {
    return document.checkpoint().files().stream()
        .anyMatch(file -> file.header().metadata().isPresent());
  }

  private static List<LocatedFinding> findings(FileDocument document, Cancellation cancellation) {
    Map<Metadata, List<Finding>> searched = new HashMap<>();
    List<LocatedFinding> located = new ArrayList<>();
    for (TensorFile file : document.checkpoint().files()) {
      cancellation.check();
      Metadata metadata = file.header().metadata().orElse(Metadata.EMPTY);
      searched
          .computeIfAbsent(
              metadata, each -> PrivateData.of(each, new LoaderKeys(_ -> false)).findings())
          .forEach(finding -> located.add(new LocatedFinding(Optional.of(file), finding)));
    }
    return located;
  }
}
