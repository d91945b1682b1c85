package io.github.tensorloupe.foreign.numpy;

import module java.base;

import io.github.tensorloupe.foreign.zip.ArchiveEntry;
import io.github.tensorloupe.foreign.zip.ArchivePickles;
import io.github.tensorloupe.foreign.zip.EntryReader;
import io.github.tensorloupe.foreign.zip.ZipArchive;
import io.github.tensorloupe.foreign.zip.ZipArchive.TensorEntry;
import io.github.tensorloupe.foreign.zip.ZipDirectory;
import io.github.tensorloupe.format.CappedFindings;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.UniqueNames;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// An archive of `.npy` files. NumPy recognizes an array by its first bytes, and not by its name.
public final class NpzArchive {

  private static final String SUFFIX = ".npy";
  private static final String TORCH_PICKLE = "data.pkl";

  private final ZipArchive archive;
  private final Cancellation cancellation;
  private final List<TensorEntry> members = new ArrayList<>();
  private final List<ArchiveEntry> others = new ArrayList<>();
  private final UniqueNames names = new UniqueNames();
  private final CappedFindings collisions = new CappedFindings(FindingCode.NAME_COLLISION);

  private NpzArchive(ZipArchive archive, Cancellation cancellation) throws IOException {
    this.archive = archive;
    this.cancellation = cancellation;
    for (ArchiveEntry entry : archive.entries()) {
      cancellation.check();
      if (entry.name().endsWith(SUFFIX) || isArray(archive, entry)) {
        members.add(new TensorEntry(entry, tensorName(entry)));
      } else if (!entry.isFolder()) {
        others.add(entry);
      }
    }
  }

  /// Reads an archive, or returns empty if it has no arrays or is an archive of PyTorch.
  static Optional<ForeignContent> read(ZipDirectory directory, Cancellation cancellation)
      throws IOException {
    if (directory.entries().stream().anyMatch(NpzArchive::isOfTorch)) {
      return Optional.empty();
    }
    NpzArchive npz = new NpzArchive(ZipArchive.open(directory, cancellation), cancellation);
    return npz.members.isEmpty() ? Optional.empty() : Optional.of(npz.content());
  }

  private static boolean isOfTorch(ArchiveEntry entry) {
    String name = entry.name().toLowerCase(Locale.ROOT);
    return name.equals(TORCH_PICKLE) || name.endsWith("/" + TORCH_PICKLE);
  }

  /// Analyzes the pickles of arrays of objects in an archive of another program, which NumPy opens
  /// as well.
  public static void analyzeObjects(
      ZipArchive archive, ArchivePickles pickles, Cancellation cancellation) throws IOException {
    for (ArchiveEntry entry : archive.entries()) {
      cancellation.check();
      if (isArray(archive, entry)) {
        try {
          NpyHeader header = NpyHeader.read(archive.reader(entry)::read, entry.size());
          if (header.isPickle()) {
            pickles.analyze(entry, header.dataOffset());
          }
        } catch (NpyHeader.MalformedException | EntryReader.SizeException e) {
          // NumPy cannot read the array either.
        }
      }
    }
  }

  private static boolean isArray(ZipArchive archive, ArchiveEntry entry) throws IOException {
    if (!entry.isReadable() || entry.size() < NpyHeader.MAGIC_BYTES) {
      return false;
    }
    ByteBuffer head = ByteBuffer.allocate(NpyHeader.MAGIC_BYTES);
    try {
      archive.reader(entry).read(0, head);
    } catch (EntryReader.SizeException e) {
      // NumPy cannot read these bytes either.
      return false;
    }
    return NpyHeader.hasMagic(head.array());
  }

  private String tensorName(ArchiveEntry entry) {
    String name = entry.name();
    String path = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    String tensor = names.add(path);
    if (!tensor.equals(path)) {
      collisions.note(
          "Another tensor has the name \"{0}\", so this tensor is listed as \"{1}\".",
          FindingCode.NAME_COLLISION, tensor, null, path, tensor);
    }
    return tensor;
  }

  private ForeignContent content() throws IOException {
    List<Finding> findings = new ArrayList<>(archive.findings());
    findings.addAll(archive.infos());
    NpyArrays arrays = new NpyArrays(cancellation);
    ArchivePickles pickles = new ArchivePickles(archive, findings, cancellation);
    Map<ArchiveEntry, Finding> damaged = archive.sizeFindings(members, cancellation);
    for (TensorEntry member : members) {
      ArchiveEntry entry = member.entry();
      if (entry.isReadable()) {
        Optional<Finding> damage = Optional.ofNullable(damaged.get(entry));
        arrays.add(member.tensor(), NpyData.of(archive, entry, damage, pickles));
      } else {
        arrays.addUnreadable(member.tensor());
      }
    }
    pickles.analyze(others);
    findings.addAll(arrays.findings());
    if (!others.isEmpty()) {
      findings.add(otherEntries());
    }
    if (!archive.isTrusted()) {
      return ForeignContent.unparsed(FileKind.NPZ, findings);
    }
    findings.addAll(collisions.findings());
    members.removeIf(member -> damaged.containsKey(member.entry()));
    return ForeignContent.of(
        FileKind.NPZ,
        FileKind.NPZ.description(),
        arrays.tensors(),
        arrays.noted(),
        Metadata.EMPTY,
        findings,
        (cancelled, progress) -> archive.crcFindings(members, cancelled, progress));
  }

  private Finding otherEntries() {
    return Finding.of(
        FindingCode.NPZ_OTHER_ENTRY,
        Sentence.of(
            "{0} {0#entry of the archive is not an array|entries of the archive are not arrays}:"
                + " {1}.",
            others.size(), DisplayText.ofAll(others.stream().map(ArchiveEntry::name).toList())));
  }
}
