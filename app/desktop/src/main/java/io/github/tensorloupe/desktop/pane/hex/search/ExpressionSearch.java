package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Finds the first or last match of an expression in a range of a file, or counts all matches.
/// Matches do not overlap: each begins after the previous one. The sequence of matches starts at
/// the beginning of the range or, far from it, [ByteExpression#MAX_MATCH_BYTES] before the chunk.
/// Immutable and thread-safe; threads exist only during a call.
///
/// @param range file offsets; matches lie completely inside
/// @param chunkBytes bytes between two checks for cancellation
record ExpressionSearch(
    ByteSource file, ByteRange range, ByteExpression expression, int threadCount, int chunkBytes) {

  static final int DEFAULT_CHUNK_BYTES = 1 << 20;

  /// The number of bytes before and after possible matches that are read for lookaround.
  private static final int LOOKAROUND_BYTES = 64;

  static ExpressionSearch of(ByteSource file, ByteRange range, ByteExpression expression) {
    int threads = ParallelWork.backgroundThreadCount();
    return new ExpressionSearch(file, range, expression, threads, DEFAULT_CHUNK_BYTES);
  }

  /// Returns the first or last match that begins in a range. See [ByteSearch#find] for the
  /// parameters and errors.
  Optional<ByteRange> find(
      ByteRange begins, boolean forward, Cancellation cancellation, Progress progress)
      throws IOException {
    ConcurrentNavigableMap<Long, ByteRange> matches = new ConcurrentSkipListMap<>();
    // Forward, a match may begin at the start of the search, even inside another match.
    long first = forward ? Math.max(range.begin(), begins.begin()) : range.begin();
    Reading reading = new Reading(begins, first, cancellation, progress);
    reading.run(
        forward,
        chunk -> matches.isEmpty() || chunk < matches.firstKey(),
        (chunk, match) -> {
          matches.put(chunk, match);
          return !forward;
        });
    if (matches.isEmpty()) {
      file.requireUnchanged();
    }
    return Optional.ofNullable(matches.firstEntry()).map(Map.Entry::getValue);
  }

  /// Counts all matches. See [ByteSearch#count] for the parameters and errors.
  MatchCounts count(Consumer<MatchCounts> onPart, Cancellation cancellation, Progress progress)
      throws IOException {
    MatchCounts counts = new MatchCounts(file.length());
    count(range, counts, cancellation, counts.reporting(onPart, progress));
    file.requireUnchanged();
    return counts;
  }

  private void count(
      ByteRange begins, MatchCounts counts, Cancellation cancellation, Progress progress)
      throws IOException {
    new Reading(begins, range.begin(), cancellation, progress)
        .run(
            true,
            _ -> true,
            (_, match) -> {
              counts.add((int) (match.begin() / counts.partBytes), 1);
              return true;
            });
  }

  /// Returns the number of matches that begin before a byte. See [ByteSearch#countBefore].
  long countBefore(MatchCounts counts, long byteOffset, Cancellation cancellation)
      throws IOException {
    int part = (int) (byteOffset / counts.partBytes);
    MatchCounts again = new MatchCounts(file.length());
    count(new ByteRange(part * counts.partBytes, byteOffset), again, cancellation, Progress.NONE);
    return counts.before(part) + again.total();
  }

  @FunctionalInterface
  private interface MatchConsumer {

    /// @return false to skip the rest of the chunk
    boolean accept(long chunk, ByteRange match);
  }

  /// A run over the chunks of a part of the range. Chunks begin at multiples of their size.
  private final class Reading {

    private final long begin;
    private final long end;
    private final long first;
    private final ParallelWork workers;
    private final ReadProgress read;

    /// True if long runs of zeros contain no match; files may have gigabytes of zeros.
    private boolean skipsZeros;

    private Reading(ByteRange begins, long first, Cancellation cancellation, Progress progress) {
      begin = Math.clamp(begins.begin(), range.begin(), range.end());
      end = Math.clamp(begins.end(), begin, range.end());
      this.first = first;
      workers = new ParallelWork(cancellation);
      read = new ReadProgress(end - begin, progress);
    }

    private ByteExpression.Scanner scanner() {
      return expression.scanner(
          () -> {
            workers.check();
            return false;
          });
    }

    private void run(boolean forward, LongPredicate isWanted, MatchConsumer consumer)
        throws IOException {
      long firstChunk = begin / chunkBytes;
      long count = begin == end ? 0 : (end - 1) / chunkBytes - firstChunk + 1;
      AtomicBoolean inZeros = new AtomicBoolean();
      int reach = LOOKAROUND_BYTES + ByteExpression.MAX_MATCH_BYTES;
      if (count > 1) {
        scan(scanner(), new byte[3 * reach], reach, 2 * reach, (_, _) -> inZeros.getAndSet(true));
      }
      skipsZeros = !inZeros.get();
      AtomicLong next = new AtomicLong();
      workers.run(
          Math.clamp(count, 1, threadCount),
          () -> {
            ByteExpression.Scanner scanner = scanner();
            for (long i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
              if (!isWanted.test(i)) {
                return;
              }
              workers.check();
              long from = (firstChunk + (forward ? i : count - 1 - i)) * chunkBytes;
              ByteRange chunk =
                  new ByteRange(Math.max(begin, from), Math.min(end, from + chunkBytes));
              look(i, chunk, scanner, consumer);
              read.add(chunk.byteCount());
            }
          });
    }

    private void look(
        long index, ByteRange chunk, ByteExpression.Scanner scanner, MatchConsumer consumer)
        throws IOException {
      long from = Math.max(first, chunk.begin() - ByteExpression.MAX_MATCH_BYTES);
      long begin = Math.max(range.begin(), from - LOOKAROUND_BYTES);
      long reach = chunk.end() + ByteExpression.MAX_MATCH_BYTES + LOOKAROUND_BYTES;
      long end = Math.min(range.end(), reach);
      byte[] bytes = file.read(begin, (int) (end - begin));
      boolean isInside = begin > range.begin() && end < range.end();
      if (skipsZeros && isInside && isZero(bytes)) {
        return;
      }
      scan(
          scanner,
          bytes,
          (int) (from - begin),
          (int) (chunk.end() - begin),
          (start, to) -> {
            ByteRange match = new ByteRange(begin + start, begin + to);
            return match.begin() < chunk.begin() || consumer.accept(index, match);
          });
    }

    private void scan(
        ByteExpression.Scanner scanner, byte[] bytes, int from, int to, ByteExpression.Found found)
        throws SentenceException {
      try {
        scanner.find(bytes, from, to, found);
      } catch (StackOverflowError e) {
        throw new SentenceException(
            Sentence.of("The expression repeats a group too often; repeat single characters."));
      }
    }

    private static boolean isZero(byte[] bytes) {
      return bytes[0] == 0 && Arrays.equals(bytes, 0, bytes.length - 1, bytes, 1, bytes.length);
    }
  }
}
