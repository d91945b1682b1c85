package io.github.tensorloupe.desktop.pane.scan;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.pane.scan.ScanMemory.Place;
import io.github.tensorloupe.desktop.selection.KnownValues;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/// Writes what is known of one document to its place, one writing at a time and never something
/// older over something newer.
final class ScanKeeper {

  private final Place place;
  private final BackgroundScan.Tools tools;
  private final AtomicReference<KnownValues> waiting = new AtomicReference<>();

  ScanKeeper(Place place, BackgroundScan.Tools tools) {
    this.place = place;
    this.tools = tools;
  }

  /// Has something written beside the FX thread, on which it is called.
  void keep(KnownValues known) {
    waiting.set(known);
    tools
        .jobs()
        .start(
            tools.messages().text("scan.job.keep"),
            (_, _) -> write(),
            _ -> {},
            failure -> tools.told().accept(Failures.of(failure)));
  }

  /// Whoever comes later has nothing left to write.
  private synchronized Place write() throws IOException {
    KnownValues known = waiting.getAndSet(null);
    if (known != null) {
      place.keep(known);
    }
    return place;
  }
}
