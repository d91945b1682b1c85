package io.github.tensorloupe.foreign.zip;

import module java.base;

import io.github.tensorloupe.foreign.pickle.LeadingPickles;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.CappedFindings;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ScratchFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The verified entries of an archive. Thread-safe.
///
/// Inflated data is never longer than its declared size, and is read forward.
public final class ZipArchive {

  /// An entry with the data of tensors.
  ///
  /// @param tensor the name of the first tensor, for findings
  public record TensorEntry(ArchiveEntry entry, String tensor) {}

  /// The maximum number of bytes that one byte of deflated data represents.
  private static final long MAX_EXPANSION = 1032;

  private static final int MIN_STREAM_BYTES = 64;

  /// Larger entries are inflated by the check of the data only.
  private static final int MAX_VERIFIED_BYTES = 16 << 20;

  private static final long VERIFICATION_BUDGET = 64L << 20;

  private final ByteSource file;
  private final List<ArchiveEntry> entries;
  private final Map<String, ArchiveEntry> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final List<Finding> findings;
  private final boolean isTrusted;
  private final boolean hasCrcs;
  private final InflaterPool inflaters;
  private final ScratchFile scratch = new ScratchFile();

  private ZipArchive(ZipDirectory directory, List<ArchiveEntry> entries, List<Finding> findings) {
    this.file = directory.file();
    this.entries = List.copyOf(entries);
    this.findings = List.copyOf(findings);
    isTrusted = directory.isTrusted();
    entries.stream()
        .filter(entry -> !entry.isUnsafe())
        .forEach(entry -> byName.putIfAbsent(entry.name(), entry));
    hasCrcs = entries.stream().anyMatch(entry -> entry.crc() != 0);
    inflaters = new InflaterPool(file);
  }

  /// Verifies the local headers of the entries, and examines pickles before the archive.
  public static ZipArchive open(ZipDirectory directory, Cancellation cancellation)
      throws IOException {
    LocalHeaders headers = new LocalHeaders(directory, cancellation);
    List<Finding> all = new ArrayList<>(directory.findings());
    all.addAll(headers.findings());
    ByteSource file = directory.file();
    if (!ZipDirectory.hasMagic(file.read(0, (int) Math.min(Integer.BYTES, file.length())))) {
      all.addAll(LeadingPickles.findings(file, cancellation));
    }
    return new ZipArchive(directory, headers.verified(), all);
  }

  /// Returns all entries in the order of the directory.
  public List<ArchiveEntry> entries() {
    return entries;
  }

  /// Returns the first entry with a name, or empty if the name does not exist or is unsafe. Ignores
  /// case, as PyTorch does.
  public Optional<ArchiveEntry> entry(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /// Returns the findings about the structure of the archive.
  public List<Finding> findings() {
    return findings;
  }

  /// Returns false if the directory is unreadable, or if readers may choose different entries, so
  /// that no tensors must be listed.
  public boolean isTrusted() {
    return isTrusted;
  }

  /// Returns the infos about the archive of a checkpoint: compressed entries, no checksums.
  public List<Finding> infos() {
    List<Finding> infos = new ArrayList<>();
    long compressed =
        entries.stream().filter(entry -> !entry.isStored() && entry.size() > 0).count();
    if (compressed > 0) {
      infos.add(
          Finding.of(
              FindingCode.ZIP_COMPRESSED,
              Sentence.of(
                  "{0} {0#entry is|entries are} compressed, so reading is slow.", compressed)));
    }
    if (!hasCrcs && entries.stream().anyMatch(entry -> entry.size() > 0)) {
      infos.add(
          Finding.of(
              FindingCode.ZIP_NO_CRC,
              Sentence.of("The archive has no checksums, so damaged data is not detected.")));
    }
    return infos;
  }

  /// Returns a reader of the data of an entry. The data is not verified.
  ///
  /// @param entry a readable entry
  public EntryReader reader(ArchiveEntry entry) {
    return new EntryReader(file, inflaters, scratch, entry);
  }

  /// Returns the data of an entry after comparing size and checksum. The caller limits
  /// [ArchiveEntry#size].
  ///
  /// @param findings receives the reason if the data is damaged
  /// @return the data, or empty if the entry is unreadable or damaged
  public Optional<byte[]> bytes(
      ArchiveEntry entry, List<Finding> findings, Cancellation cancellation) throws IOException {
    return bytes(entry, 0, findings, cancellation);
  }

  /// Returns the data of an entry without its first bytes.
  Optional<byte[]> bytes(
      ArchiveEntry entry, long offset, List<Finding> findings, Cancellation cancellation)
      throws IOException {
    if (!entry.isReadable()) {
      return Optional.empty();
    }
    Optional<Finding> damage = impossibleSize(entry, Optional.empty());
    ByteBuffer data = ByteBuffer.allocate(damage.isPresent() ? 0 : (int) (entry.size() - offset));
    if (damage.isEmpty()) {
      long[] skipped = {offset};
      Consumer<ByteBuffer> target =
          chunk -> {
            int skip = (int) Math.min(skipped[0], chunk.limit());
            skipped[0] -= skip;
            data.put(chunk.position(skip));
          };
      damage = damage(entry, Optional.empty(), target, cancellation, _ -> {});
    }
    damage.ifPresent(findings::add);
    return damage.isPresent() ? Optional.empty() : Optional.of(data.array());
  }

  /// Finds compressed entries whose inflated size differs from the declared size. Large entries are
  /// only checked for impossible sizes.
  ///
  /// @return the findings of the damaged entries, by identity
  public Map<ArchiveEntry, Finding> sizeFindings(
      List<TensorEntry> tensors, Cancellation cancellation) throws IOException {
    Map<ArchiveEntry, Finding> damaged = new IdentityHashMap<>();
    long budget = VERIFICATION_BUDGET;
    for (TensorEntry each : tensors) {
      cancellation.check();
      ArchiveEntry entry = each.entry();
      if (entry.isReadable() && !entry.isStored()) {
        Optional<String> tensor = Optional.of(each.tensor());
        Optional<Finding> finding = impossibleSize(entry, tensor);
        long cost = Math.max(entry.size(), entry.compressedSize());
        if (finding.isEmpty() && cost <= Math.min(budget, MAX_VERIFIED_BYTES)) {
          budget -= cost;
          finding =
              damage(entry, tensor, _ -> {}, cancellation, _ -> {})
                  .filter(damage -> damage.code() == FindingCode.ZIP_SIZE);
        }
        finding.ifPresent(found -> damaged.put(entry, found));
      }
    }
    return damaged;
  }

  /// Compares the checksums and sizes of entries.
  ///
  /// @param progress reported in bytes of inflated data
  public List<Finding> crcFindings(
      List<TensorEntry> tensors, Cancellation cancellation, Progress progress) throws IOException {
    CappedFindings damaged = new CappedFindings(FindingCode.ZIP_CRC);
    long total = tensors.stream().mapToLong(each -> each.entry().size()).reduce(0, Saturating::sum);
    long[] done = {0};
    for (TensorEntry each : tensors) {
      if (each.entry().isReadable()) {
        IntConsumer counter = count -> progress.report(done[0] += count, total);
        damage(each.entry(), Optional.of(each.tensor()), _ -> {}, cancellation, counter)
            .ifPresent(damaged::add);
      }
    }
    return damaged.findings();
  }

  private static Optional<Finding> impossibleSize(ArchiveEntry entry, Optional<String> tensor) {
    long stored = entry.compressedSize();
    boolean isPossible =
        entry.isStored()
            ? stored == entry.size()
            : entry.size() / MAX_EXPANSION <= stored + MIN_STREAM_BYTES;
    return isPossible
        ? Optional.empty()
        : Optional.of(
            finding(
                FindingCode.ZIP_SIZE,
                entry,
                tensor,
                Sentence.of(
                    "The entry {0} declares {1} bytes, but {2} bytes in the file cannot contain"
                        + " them.",
                    DisplayText.of(entry.name()), entry.size(), stored)));
  }

  /// Reads an entry, and returns the finding if its size or checksum is wrong.
  ///
  /// @param counter receives the number of bytes of each chunk
  private Optional<Finding> damage(
      ArchiveEntry entry,
      Optional<String> tensor,
      Consumer<ByteBuffer> target,
      Cancellation cancellation,
      IntConsumer counter)
      throws IOException {
    CRC32 crc = new CRC32();
    EntryReader reader = reader(entry);
    try {
      byte[] chunk = new byte[Math.clamp(entry.size(), 1, ByteSource.TRANSFER_BYTES)];
      for (long at = 0; at < entry.size(); at += chunk.length) {
        cancellation.check();
        int count = (int) Math.min(chunk.length, entry.size() - at);
        reader.read(at, ByteBuffer.wrap(chunk, 0, count));
        crc.update(chunk, 0, count);
        target.accept(ByteBuffer.wrap(chunk, 0, count));
        counter.accept(count);
      }
      if (entry.size() == 0) {
        reader.read(0, ByteBuffer.allocate(0));
      }
    } catch (EntryReader.SizeException e) {
      return Optional.of(finding(FindingCode.ZIP_SIZE, entry, tensor, e.sentence()));
    }
    if (!hasCrcs || (int) crc.getValue() == entry.crc()) {
      return Optional.empty();
    }
    HexFormat hex = HexFormat.of();
    return Optional.of(
        finding(
            FindingCode.ZIP_CRC,
            entry,
            tensor,
            Sentence.of(
                "The checksum of the entry {0} is {1}, but its data has {2}.",
                DisplayText.of(entry.name()),
                hex.toHexDigits(entry.crc()),
                hex.toHexDigits((int) crc.getValue()))));
  }

  private static Finding finding(
      FindingCode code, ArchiveEntry entry, Optional<String> tensor, Sentence sentence) {
    Optional<ByteRange> range =
        entry.dataOffset().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new ByteRange(
                    entry.dataOffset().getAsLong(),
                    entry.dataOffset().getAsLong() + entry.compressedSize()));
    return new Finding(code, sentence, tensor, range);
  }
}
