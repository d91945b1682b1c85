package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.foreign.numpy.NpzArchive;
import io.github.tensorloupe.foreign.pickle.PickleReading;
import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.foreign.zip.ArchiveEntry;
import io.github.tensorloupe.foreign.zip.ArchivePickles;
import io.github.tensorloupe.foreign.zip.ZipArchive;
import io.github.tensorloupe.foreign.zip.ZipArchive.TensorEntry;
import io.github.tensorloupe.foreign.zip.ZipDirectory;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignContent.DataCheck;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// A file of PyTorch 1.6 or newer: an archive with a pickle and one entry for each storage.
final class TorchZip {

  private static final Pattern PICKLE =
      Pattern.compile("[^/]+/data\\.pkl", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
  private static final Pattern KEY = Pattern.compile("[^/\\\\]+", Pattern.DOTALL);
  private static final int MAX_BYTE_ORDER_BYTES = 64;

  private final ZipArchive archive;
  private final List<ArchiveEntry> pickles;
  private final String root;

  /// False if readers may choose different entries.
  private final boolean isTrusted;

  private final Cancellation cancellation;
  private final List<Finding> findings = new ArrayList<>();

  /// @param archive an archive with a pickle
  private TorchZip(ZipArchive archive, Cancellation cancellation) {
    this.archive = archive;
    this.pickles = archive.entries().stream().filter(TorchZip::isPickle).toList();
    this.isTrusted = archive.isTrusted() && pickles.size() == 1;
    String name = pickles.getFirst().name();
    this.root = name.substring(0, name.indexOf('/') + 1);
    this.cancellation = cancellation;
  }

  /// Reads an archive, or returns empty if it is not an archive of PyTorch.
  static Optional<ForeignContent> read(ZipDirectory directory, Cancellation cancellation)
      throws IOException {
    if (directory.entries().stream().noneMatch(TorchZip::isPickle)) {
      return Optional.empty();
    }
    ZipArchive archive = ZipArchive.open(directory.ignoringCase(), cancellation);
    return Optional.of(new TorchZip(archive, cancellation).read());
  }

  /// Returns true if the entry is the pickle of the tensors.
  static boolean isPickle(ArchiveEntry entry) {
    return PICKLE.matcher(entry.name()).matches();
  }

  private ForeignContent read() throws IOException {
    findings.addAll(archive.findings());
    if (archive.isTrusted() && !isTrusted) {
      findings.add(
          Finding.of(
              FindingCode.ZIP_AMBIGUOUS,
              Sentence.of(
                  "The archive contains {0} and another data.pkl. Readers use different ones.",
                  DisplayText.of(pickles.getFirst().name()))));
    }
    ArchivePickles reader = new ArchivePickles(archive, findings, cancellation);
    Optional<PickleValue> value = Optional.empty();
    for (ArchiveEntry each : pickles) {
      Optional<PickleReading> reading = reader.read(each, new TorchLoader(false));
      value = isTrusted ? reading.flatMap(PickleReading::root) : Optional.empty();
    }
    reader.analyze(archive.entries().stream().filter(each -> !isPickle(each)).toList());
    addProgram();
    NpzArchive.analyzeObjects(archive, reader, cancellation);
    boolean isBigEndian = isBigEndian();
    if (value.isEmpty()) {
      return ForeignContent.unparsed(FileKind.PYTORCH_ZIP, findings);
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

  private void addProgram() {
    long count = archive.entries().stream().filter(each -> isCode(each.name())).count();
    if (count > 0) {
      findings.add(
          Finding.of(
              FindingCode.TORCH_PROGRAM,
              Sentence.of(
                  "The archive contains a PyTorch program (TorchScript) in {0} {0#entry|entries}."
                      + " PyTorch can run it while it loads the file, and it can write files.",
                  count)));
    }
  }

  private boolean isCode(String name) {
    return name.regionMatches(true, 0, root + "code/", 0, root.length() + 5)
        && name.toLowerCase(Locale.ROOT).endsWith(".py");
  }

  private boolean isBigEndian() throws IOException {
    Optional<ArchiveEntry> entry = archive.entry(root + "byteorder");
    if (entry.isEmpty() || !isTrusted) {
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
                  false,
                  isBigEndian);
            });
  }
}
