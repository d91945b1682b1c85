package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.foreign.pickle.PickleBytes;
import io.github.tensorloupe.foreign.pickle.PickleLoader;
import io.github.tensorloupe.foreign.pickle.PickleReading;
import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.foreign.zip.ArchiveEntry;
import io.github.tensorloupe.foreign.zip.ZipArchive;
import io.github.tensorloupe.foreign.zip.ZipArchive.TensorEntry;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignContent.DataCheck;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// A file of PyTorch 1.6 or newer: an archive with a pickle and one entry for each storage.
final class TorchZip {

  private static final Pattern PICKLE = Pattern.compile("([^/]+)/data\\.pkl", Pattern.DOTALL);
  private static final Pattern KEY = Pattern.compile("[^/\\\\]+", Pattern.DOTALL);
  private static final int MAX_BYTE_ORDER_BYTES = 64;

  private final ZipArchive archive;
  private final ArchiveEntry pickle;
  private final String root;
  private final Cancellation cancellation;
  private final List<Finding> findings = new ArrayList<>();

  private TorchZip(ZipArchive archive, ArchiveEntry pickle, Cancellation cancellation) {
    this.archive = archive;
    this.pickle = pickle;
    this.root = pickle.name().substring(0, pickle.name().indexOf('/') + 1);
    this.cancellation = cancellation;
  }

  /// Reads an archive, or returns empty if it is not an archive of PyTorch.
  static Optional<ForeignContent> read(ZipArchive archive, Cancellation cancellation)
      throws IOException {
    Optional<ArchiveEntry> pickle =
        archive.entries().stream().filter(each -> PICKLE.matcher(each.name()).matches()).findFirst();
    return pickle.isEmpty()
        ? Optional.empty()
        : Optional.of(new TorchZip(archive, pickle.get(), cancellation).read());
  }

  private ForeignContent read() throws IOException {
    findings.addAll(archive.findings());
    TorchLoader loader = new TorchLoader(false);
    Optional<PickleValue> value = Optional.empty();
    for (ArchiveEntry entry : archive.entries()) {
      if (entry.name().endsWith(".pkl")) {
        boolean isMain = entry == pickle;
        Optional<PickleReading> reading =
            read(archive, entry, isMain ? loader : PickleLoader.NONE, findings, cancellation);
        if (isMain && archive.isTrusted()) {
          value = reading.flatMap(PickleReading::root);
        }
      }
    }
    boolean isBigEndian = isBigEndian();
    if (value.isEmpty()) {
      return TorchFormat.unparsed(FileKind.PYTORCH_ZIP, findings);
    }
    return TorchFormat.content(
        FileKind.PYTORCH_ZIP,
        value.get(),
        findings,
        cancellation,
        tensors -> {
          List<TensorEntry> entries = entries(tensors);
          Map<ArchiveEntry, Finding> damaged = archive.sizeFindings(entries, cancellation);
          findings.addAll(damaged.values());
          findings.addAll(archive.infos());
          DataCheck check =
              (stop, progress) -> archive.crcFindings(undamaged(entries, damaged), stop, progress);
          return new TorchFormat.Storages(key -> data(key, damaged, isBigEndian), check);
        });
  }

  /// Interprets an entry of an archive.
  ///
  /// @param findings receives the findings, also for an entry that cannot be read
  static Optional<PickleReading> read(
      ZipArchive archive,
      ArchiveEntry entry,
      PickleLoader loader,
      List<Finding> findings,
      Cancellation cancellation)
      throws IOException {
    if (entry.size() > PickleBytes.MAX_BYTES) {
      findings.add(
          Finding.of(
              FindingCode.PICKLE_LIMIT,
              Sentence.of(
                  "The pickle {0} exceeds a limit of this program: it has {1} bytes, more than {2}.",
                  DisplayText.of(entry.name()), entry.size(), PickleBytes.MAX_BYTES)));
      return Optional.empty();
    }
    Optional<byte[]> bytes = archive.bytes(entry, findings, cancellation);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    PickleReading reading =
        PickleReading.read(PickleBytes.of(bytes.get(), entry.directOffset()), loader, cancellation)
            .withTrailingData();
    findings.addAll(reading.findings());
    return Optional.of(reading);
  }

  private boolean isBigEndian() throws IOException {
    Optional<ArchiveEntry> entry = archive.entry(root + "byteorder");
    if (entry.isEmpty() || !archive.isTrusted()) {
      return false;
    }
    String order =
        entry.get().size() > MAX_BYTE_ORDER_BYTES
            ? ""
            : archive
                .bytes(entry.get(), findings, cancellation)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElse("");
    if (!order.equals("little") && !order.equals("big")) {
      findings.add(
          Finding.of(
              FindingCode.ZIP_MALFORMED,
              Sentence.of(
                  "The entry {0} contains neither \"little\" nor \"big\", so values may be wrong.",
                  DisplayText.of(entry.get().name()))));
    }
    return order.equals("big");
  }

  private Optional<ArchiveEntry> entry(String key) {
    return KEY.matcher(key).matches() ? archive.entry(root + "data/" + key) : Optional.empty();
  }

  /// Returns the entries that tensors use, each with the name of its first tensor.
  private List<TensorEntry> entries(List<TorchTensors.NamedView> tensors) {
    Set<String> keys = new TreeSet<>();
    List<TensorEntry> entries = new ArrayList<>();
    for (TorchTensors.NamedView each : tensors) {
      if (keys.add(each.view().storage().key())) {
        entry(each.view().storage().key())
            .ifPresent(entry -> entries.add(new TensorEntry(entry, each.name())));
      }
    }
    return entries;
  }

  private static List<TensorEntry> undamaged(
      List<TensorEntry> entries, Map<ArchiveEntry, Finding> damaged) {
    return entries.stream().filter(each -> !damaged.containsKey(each.entry())).toList();
  }

  private Optional<StorageData> data(
      String key, Map<ArchiveEntry, Finding> damaged, boolean isBigEndian) {
    return entry(key)
        .map(
            entry -> {
              boolean isReadable = entry.isReadable() && !damaged.containsKey(entry);
              return new StorageData(
                  entry.size(),
                  isReadable ? entry.directOffset() : OptionalLong.empty(),
                  isReadable ? Optional.of(archive.reader(entry)::read) : Optional.empty(),
                  Optional.empty(),
                  isBigEndian);
            });
  }
}
