package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.remote.RemoteTree.Entry;
import io.github.tensorloupe.remote.Transport.Part;
import io.github.tensorloupe.remote.Transport.RequestContext;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// One version of a file on a server. Thread-safe.
///
/// Fetches a header of up to 16 MiB as a whole, and all other bytes in blocks. Combines adjacent
/// blocks into one request. Concurrent readers of a block share its request.
public final class RemoteFile implements ByteSource {

  /// The maximum length of a header that is fetched exactly and held in memory. Longer headers are
  /// fetched in blocks.
  private static final int MAX_HEAD_BYTES = 16 << 20;

  /// The maximum gap between blocks that are fetched by one request.
  private static final int GAP_BLOCKS = (1 << 20) / BlockCache.BLOCK_BYTES;

  private static final int PIECE_BLOCKS = (4 << 20) / BlockCache.BLOCK_BYTES;
  private static final int MAX_PIECES_AHEAD = 3;

  /// The maximum length of a range whose missing blocks are counted. Longer ranges count as missing
  /// completely.
  private static final long MAX_COUNTED_BYTES = 1L << 36;

  private final RemoteFileSystem fileSystem;
  private final RemotePath path;
  private final URI address;
  private final boolean acceptsWholeFile;
  private final boolean isCopied;
  private final String version;
  private final FileStamp stamp;
  final List<String> sha256s;
  private final Optional<String> diskName;
  private final BlockCache blocks;

  /// Checksums of all ranges fetched for this state, including previous openings.
  private final Map<ByteRange, Integer> checksums;

  /// The fetched beginning of the file. Replaced when more bytes are fetched.
  private volatile byte[] head = new byte[0];

  private final Object headLock = new Object();

  /// The requested blocks. Guards itself and [#expected].
  private final Map<Long, CompletableFuture<byte[]>> pendingBlocks = new HashMap<>();

  private final List<ByteRange> expected = new ArrayList<>();
  private volatile boolean isClosed;
  private volatile boolean isChanged;

  /// @param first the fetched beginning of the file
  /// @param isCopied true if the whole file is downloaded, which requires no further consent
  RemoteFile(
      RemoteFileSystem fileSystem, RemotePath path, Entry entry, Part first, boolean isCopied)
      throws IOException {
    this.fileSystem = fileSystem;
    this.path = path;
    this.address = fileSystem.tree().address(path);
    this.acceptsWholeFile = entry.isSmallText();
    this.isCopied = isCopied;
    this.blocks = fileSystem.access.blocks;
    if (entry.byteLength().orElse(first.totalLength()) != first.totalLength()
        || !first.sha256s().isEmpty()
            && entry
                .sha256()
                .filter(hash -> !hash.equals(first.sha256s().getFirst()))
                .isPresent()) {
      throw FileChangedException.sinceListed(path);
    }
    this.version = first.version();
    this.sha256s = first.sha256s().isEmpty() ? entry.sha256().stream().toList() : first.sha256s();
    Object key = Sha256.hex(address + "\n" + sha256().orElse(version));
    this.stamp = RemoteFileSystem.stamp(Optional.of(key), first.totalLength());
    // The name of the state must not be used, because other servers could report it for other
    // bytes.
    this.diskName =
        isCopied ? Optional.empty() : state().map(_ -> Sha256.hex(key() + " " + length()));
    this.checksums = fileSystem.checksums(stamp);
    this.head = requireSameBytes(0, first.bytes());
  }

  /// Returns an identifier of this state in lowercase hex, equal for equal content on all servers
  /// that report a SHA-256. Empty if the server identifies states only by dates or weak entity
  /// tags.
  public Optional<String> state() {
    Optional<String> exact =
        Optional.of(version).filter(tag -> tag.startsWith("\"")).map(_ -> key());
    return sha256().or(() -> exact).map(hash -> Sha256.hex(hash + " " + length()));
  }

  private String key() {
    return (String) stamp.fileKey().get();
  }

  /// Returns the name of this file in the disk cache, or empty if it is not cached on disk.
  Optional<String> diskName() {
    return diskName;
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public FileStamp stamp() {
    return stamp;
  }

  /// Returns the SHA-256 of the file in lowercase hex, or empty if the server does not report it.
  public Optional<String> sha256() {
    return sha256s.stream().findFirst();
  }

  /// Returns the file offset of the end of the header, or of the fetched beginning if the header is
  /// invalid or too long.
  long headerEnd() {
    if (head.length < Preface.BYTE_COUNT) {
      return head.length;
    }
    long end = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong(0) + Preface.BYTE_COUNT;
    return end > 0 && end <= Math.min(length(), MAX_HEAD_BYTES) ? end : head.length;
  }

  /// Returns the file offset from which bytes are fetched in blocks.
  private long headEnd() {
    return Math.max(headerEnd(), head.length);
  }

  @Override
  public void read(long byteOffset, ByteBuffer target) throws IOException {
    Objects.checkFromIndexSize(byteOffset, target.remaining(), length());
    requireOpen();
    long end = byteOffset + target.remaining();
    if (end <= headEnd()) {
      target.put(wholeHead(end), (int) byteOffset, target.remaining());
      return;
    }
    for (long at = byteOffset; at < end; ) {
      byte[] block = block(at / BlockCache.BLOCK_BYTES, (end - 1) / BlockCache.BLOCK_BYTES);
      int begin = (int) (at % BlockCache.BLOCK_BYTES);
      int count = (int) Math.min(block.length - begin, end - at);
      target.put(block, begin, count);
      at += count;
    }
  }

  private void requireOpen() throws IOException {
    if (isClosed) {
      throw new FileClosedException(path, new ClosedChannelException());
    }
    if (isChanged) {
      throw FileChangedException.onServer(path);
    }
  }

  private byte[] wholeHead(long end) throws IOException {
    synchronized (headLock) {
      if (end > head.length) {
        ByteRange rest = new ByteRange(head.length, headEnd());
        charge(rest.byteCount());
        byte[] more = fetched(rest, Cancellation.ofThread());
        head = ByteBuffer.allocate(head.length + more.length).put(head).put(more).array();
      }
      return head;
    }
  }

  private void charge(long byteCount) throws IOException {
    if (!isCopied) {
      fileSystem.budget.consume(byteCount, byteCount);
    }
  }

  /// Fetches a range and checks that the response belongs to the opened state.
  private byte[] fetched(ByteRange range, Cancellation cancellation) throws IOException {
    RequestContext context =
        new RequestContext(() -> isClosed || cancellation.isRequested(), fileSystem.traffic());
    Part part = fileSystem.access.transport.range(address, range, acceptsWholeFile, context);
    if (part.totalLength() != length()
        || !part.version().equals(version)
        || !sha256s.containsAll(part.sha256s())) {
      throw FileChangedException.onServer(path);
    }
    if (part.bytes().length != range.byteCount()) {
      throw new SentenceException(
          "Reading from {0} failed: {1}.",
          fileSystem.server(), Sentence.of("it sent too few bytes"));
    }
    return requireSameBytes(range.begin(), part.bytes());
  }

  /// Compares fetched bytes with previously fetched bytes of the same range. Servers may change a
  /// file without changing its entity tag.
  ///
  /// @param begin file offset of the first byte
  /// @throws FileChangedException if the bytes differ; all later reads then fail as well
  byte[] requireSameBytes(long begin, byte[] bytes) throws FileChangedException {
    byte[] known = head;
    int overlap = Math.clamp(known.length - begin, 0, bytes.length);
    boolean isSame =
        overlap == 0 || Arrays.equals(known, (int) begin, (int) begin + overlap, bytes, 0, overlap);
    long end = begin + bytes.length;
    for (long at = begin; at < end; ) {
      long next = Math.min(end, (at / BlockCache.BLOCK_BYTES + 1) * BlockCache.BLOCK_BYTES);
      CRC32C checksum = new CRC32C();
      checksum.update(bytes, (int) (at - begin), (int) (next - at));
      Integer previous = checksums.putIfAbsent(new ByteRange(at, next), (int) checksum.getValue());
      isSame &= previous == null || previous == (int) checksum.getValue();
      at = next;
    }
    if (!isSame) {
      isChanged = true;
      blocks.discard(this);
      throw FileChangedException.onServer(path);
    }
    return bytes;
  }

  /// Returns a block, and starts fetching following blocks that will be needed.
  ///
  /// @param last the last block of the current read
  private byte[] block(long block, long last) throws IOException {
    Cancellation cancellation = Cancellation.ofThread();
    while (true) {
      byte[] known = blocks.get(this, block);
      fetchMissing(block, last, cancellation);
      if (known != null) {
        return known;
      }
      CompletableFuture<byte[]> arrival;
      synchronized (pendingBlocks) {
        arrival = pendingBlocks.get(block);
      }
      if (arrival != null) {
        try {
          return cancellation.await(arrival);
        } catch (CancellationException e) {
          // The reader that requested the block was cancelled. Requests the block again.
          cancellation.check();
          requireOpen();
        }
      }
    }
  }

  ByteRange rangeOf(long firstBlock, long lastBlock) {
    long end = Math.min(length(), (lastBlock + 1) * BlockCache.BLOCK_BYTES);
    return new ByteRange(firstBlock * BlockCache.BLOCK_BYTES, end);
  }

  /// Starts fetching missing blocks, including announced ones.
  private void fetchMissing(long block, long last, Cancellation cancellation) throws IOException {
    List<ByteRange> pieces = new ArrayList<>();
    try {
      synchronized (pendingBlocks) {
        // Rounded to whole pieces, which avoids requests for single blocks.
        long furthest = (block / PIECE_BLOCKS + MAX_PIECES_AHEAD) * PIECE_BLOCKS - 1;
        long horizon = Math.min(furthest, Math.max(last, expectedEnd(block)));
        long begin = -1;
        long end = -1;
        for (long at = block; at <= horizon + 1; at++) {
          boolean isOver = at > horizon || pendingBlocks.containsKey(at);
          if (begin >= 0 && (isOver || at % PIECE_BLOCKS == 0 || at - end > GAP_BLOCKS)) {
            pieces.add(rangeOf(begin, end));
            begin = -1;
          }
          if (!isOver && !blocks.has(this, at)) {
            begin = begin < 0 ? at : begin;
            end = at;
          }
        }
        for (ByteRange piece : pieces) {
          blocksOf(piece).forEach(at -> pendingBlocks.put(at, new CompletableFuture<>()));
        }
      }
      charge(pieces.stream().mapToLong(ByteRange::byteCount).sum());
      pieces.forEach(piece -> fetch(piece, cancellation));
    } catch (IOException | RuntimeException | Error e) {
      // Wakes other readers that wait for these blocks.
      pieces.forEach(piece -> completeBlocks(piece, arrival -> arrival.completeExceptionally(e)));
      throw e;
    }
  }

  private static LongStream blocksOf(ByteRange piece) {
    return LongStream.range(
        piece.begin() / BlockCache.BLOCK_BYTES, Math.ceilDiv(piece.end(), BlockCache.BLOCK_BYTES));
  }

  /// Returns the last block of the announced ranges that contain a block, or -1.
  private long expectedEnd(long block) {
    long begin = block * BlockCache.BLOCK_BYTES;
    return expected.stream()
        .filter(range -> range.begin() < begin + BlockCache.BLOCK_BYTES && begin < range.end())
        .mapToLong(range -> (range.end() - 1) / BlockCache.BLOCK_BYTES)
        .max()
        .orElse(-1);
  }

  private void fetch(ByteRange piece, Cancellation cancellation) {
    Runnable fetching =
        () -> {
          try {
            ByteBuffer bytes = ByteBuffer.wrap(fetched(piece, cancellation));
            for (long block : blocksOf(piece).toArray()) {
              byte[] copy = new byte[(int) rangeOf(block, block).byteCount()];
              bytes.get(copy);
              blocks.put(this, block, copy);
              completeBlocks(rangeOf(block, block), arrival -> arrival.complete(copy));
            }
          } catch (IOException | RuntimeException | Error e) {
            completeBlocks(piece, arrival -> arrival.completeExceptionally(e));
          }
        };
    Thread.ofVirtual().name("tensorloupe-fetch").start(fetching);
  }

  private void completeBlocks(ByteRange piece, Consumer<CompletableFuture<byte[]>> completion) {
    List<CompletableFuture<byte[]>> arrivals;
    synchronized (pendingBlocks) {
      arrivals = blocksOf(piece).mapToObj(pendingBlocks::remove).filter(Objects::nonNull).toList();
    }
    arrivals.forEach(completion);
  }

  @Override
  public long missingByteCount(List<ByteRange> ranges) {
    if (ranges.stream().allMatch(range -> range.end() <= head.length)) {
      return 0;
    }
    long missing = 0;
    for (ByteRange range : ByteRange.merge(ranges, BlockCache.BLOCK_BYTES)) {
      // A server may report any length, so long ranges are not counted by block.
      missing +=
          range.byteCount() > MAX_COUNTED_BYTES
              ? range.byteCount()
              : blocksOf(range)
                  .filter(block -> !blocks.has(this, block))
                  .map(block -> rangeOf(block, block).byteCount())
                  .sum();
    }
    return missing;
  }

  @Override
  public ReadAnnouncement announceReads(List<ByteRange> ranges) {
    List<ByteRange> joined = ByteRange.merge(ranges, BlockCache.BLOCK_BYTES);
    synchronized (pendingBlocks) {
      expected.addAll(joined);
    }
    return () -> {
      synchronized (pendingBlocks) {
        joined.forEach(expected::remove);
      }
    };
  }

  /// Only checks that no change has been detected so far. Sends no request: every fetched range has
  /// already been compared with the version that was opened.
  @Override
  public void requireUnchanged() throws IOException {
    requireOpen();
  }

  @Override
  public void close() {
    isClosed = true;
    blocks.forget(this);
  }
}
