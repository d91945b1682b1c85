package io.github.tensorloupe.desktop.pane.hex;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.compare.PairedElements;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.HexPage.Changed;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;

/// Reads the visible bytes, and more on each side, in the background. If the tensor is compared
/// with another one, also finds the differing bytes. Belongs to the FX thread.
final class HexLoader {

  /// The two compared tensors.
  ///
  /// @param own the shown side of the pair
  record Compared(PairedElements pair, TensorData own) {}

  private record Wanted(ByteRange bytes, Optional<Compared> compared) {

    boolean includes(ByteRange needed) {
      return bytes.begin() <= needed.begin() && needed.end() <= bytes.end();
    }
  }

  private record Arrived(ByteWindow window, Changed changed) {
    static final Arrived NOTHING = new Arrived(ByteWindow.EMPTY, Changed.NONE);
  }

  private final JobSlot<Arrived> reading;
  private final String title;
  private Optional<Wanted> requested = Optional.empty();

  HexLoader(Jobs jobs, String title) {
    this.reading = new JobSlot<>(jobs);
    this.title = title;
  }

  void onArrival(Runnable action) {
    reading.resultProperty().subscribe(_ -> action.run());
  }

  ObservableValue<Optional<Failure>> failureProperty() {
    return Failures.of(reading);
  }

  void clear() {
    requested = Optional.empty();
    reading.clear();
  }

  private Arrived arrived() {
    return reading.resultProperty().get().orElse(Arrived.NOTHING);
  }

  ByteWindow window() {
    return arrived().window();
  }

  Changed changed() {
    return arrived().changed();
  }

  /// Loads bytes unless the latest request includes them. Half a page on either side is loaded in
  /// advance, so that scrolling by rows finds its bytes.
  void require(TensorFile file, HexRows.Scroll scroll, Optional<Compared> compared) {
    HexRows rows = scroll.rows;
    long first = scroll.firstRow;
    int whole = scroll.wholeRows;
    int half = whole / 2 + 1;
    ByteRange needed = rows.bytes(first - half, whole + 2L * half);
    boolean isRequested =
        !reading.isStopped()
            && requested
                .filter(it -> it.includes(needed) && it.compared.equals(compared))
                .isPresent();
    if (needed.byteCount() > 0 && !isRequested) {
      Wanted wanted = new Wanted(rows.bytes(first - 2L * whole, 5L * whole), compared);
      requested = Optional.of(wanted);
      reading.start(title, (_, _) -> read(file, wanted), _ -> {});
    }
  }

  private static Arrived read(TensorFile file, Wanted wanted) throws IOException {
    ByteRange bytes = wanted.bytes();
    ByteWindow window =
        new ByteWindow(
            bytes.begin(), file.bytes().read(bytes.begin(), Math.toIntExact(bytes.byteCount())));
    if (wanted.compared().isEmpty()) {
      return new Arrived(window, Changed.NONE);
    }
    BitSet changed = changedBytes(wanted.compared().get(), bytes);
    return new Arrived(window, new Changed(bytes.begin(), changed));
  }

  /// Returns the bytes of the shown side that differ. For different dtypes, all bytes of elements
  /// that differ in value.
  ///
  /// @param bytes file offsets
  /// @return a bit for each byte, bit 0 for the first
  private static BitSet changedBytes(Compared compared, ByteRange bytes) throws IOException {
    TensorData a = compared.pair.a();
    TensorData b = compared.pair.b();
    TensorData side = compared.own;
    long from = Math.max(bytes.begin(), side.range().begin()) - side.range().begin();
    long to = Math.min(bytes.end(), side.range().end()) - side.range().begin();
    BitSet changed = new BitSet();
    if (from >= to) {
      return changed;
    }
    int before = (int) (from + side.range().begin() - bytes.begin());
    if (a.info().dtype() == b.info().dtype()) {
      int count =
          (int) (Math.min(to, Math.min(a.range().byteCount(), b.range().byteCount())) - from);
      byte[] inA = a.file().read(a.range().begin() + from, Math.max(0, count));
      byte[] inB = b.file().read(b.range().begin() + from, Math.max(0, count));
      IntStream.range(0, count).filter(i -> inA[i] != inB[i]).forEach(i -> changed.set(before + i));
      return changed;
    }
    int bits = side.info().dtype().bits();
    long first = from * Byte.SIZE / bits;
    int count = (int) (Math.ceilDiv(to * Byte.SIZE, bits) - first);
    compared.pair.changed(first, count).stream()
        .forEach(
            i -> {
              long begin = (first + i) * bits / Byte.SIZE - from;
              long end = Math.ceilDiv((first + i + 1) * bits, (long) Byte.SIZE) - from;
              changed.set(
                  before + (int) Math.max(0, begin), before + (int) Math.min(to - from, end));
            });
    return changed;
  }
}
