package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// The positions of the instructions of a pickle, for random access by their index. Immutable and
/// thread-safe.
public final class PickleIndex {

  /// The number of instructions in a page.
  public static final int PAGE_LINES = 512;

  /// The opcode, a length or quote, and the beginning of a text.
  private static final int MAX_READ_BYTES = 16 + PickleText.MAX_BEGINNING_BYTES;

  private final PickleReading reading;
  private final int[] pages;
  private final int count;
  private final int[] marked;

  private PickleIndex(PickleReading reading, int[] pages, int count, int[] marked) {
    this.reading = reading;
    this.pages = pages;
    this.count = count;
    this.marked = marked;
  }

  /// Finds all instructions, and reads everything that [#page] and [PickleText#beginning] need, so
  /// that these do not block. Blocks.
  ///
  /// @throws CancellationException if cancelled
  public static PickleIndex of(PickleReading reading, Cancellation cancellation)
      throws IOException {
    IntStream.Builder pages = IntStream.builder();
    IntStream.Builder marked = IntStream.builder();
    InstructionReader in = new InstructionReader(reading.bytes());
    int count = 0;
    try {
      while (in.position < reading.end()) {
        if (count % PAGE_LINES == 0) {
          cancellation.check();
          pages.add(in.position);
        }
        in.next();
        in.bytes.at(Math.min(in.position, in.begin + MAX_READ_BYTES) - 1);
        if (reading.uses().at(in.begin).filter(PickleGlobal::isSuspicious).isPresent()) {
          marked.add(count);
        }
        count++;
      }
    } catch (MalformedPickleException e) {
      // The listing ends before the malformed instruction.
    }
    return new PickleIndex(reading, pages.build().toArray(), count, marked.build().toArray());
  }

  /// Returns the number of instructions.
  public int count() {
    return count;
  }

  /// Returns the instructions of a page. All pages except the last one are full.
  public List<PickleListing.Line> page(int index) throws IOException {
    return new PickleListing(reading, pages[index])
        .next(Math.min(PAGE_LINES, count - index * PAGE_LINES));
  }

  /// Returns the indexes of the instructions that name a suspicious class or function, in ascending
  /// order.
  public int[] marked() {
    return marked.clone();
  }
}
