package io.github.tensorloupe.foreign.numpy;

import module java.base;

import io.github.tensorloupe.foreign.zip.ArchiveEntry;
import io.github.tensorloupe.foreign.zip.ArchivePickles;
import io.github.tensorloupe.foreign.zip.ZipArchive;
import io.github.tensorloupe.foreign.zip.ZipDirectory;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignFormat;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// `.npy` files, and ZIP archives of them (`.npz`).
public final class NumpyFormat implements ForeignFormat {

  private static final String SUFFIX = ".npy";
  private static final String TORCH_PICKLE = "data.pkl";

  @Override
  public Optional<ForeignContent> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException {
    if (NpyHeader.hasMagic(head)) {
      return Optional.of(array(file, cancellation));
    }
    Optional<ZipDirectory> directory =
        ZipDirectory.read(file, head, cancellation).filter(NumpyFormat::isNpz);
    return directory.isEmpty()
        ? Optional.empty()
        : Optional.of(archive(ZipArchive.open(directory.get(), cancellation), cancellation));
  }

  private static ForeignContent array(ByteSource file, Cancellation cancellation)
      throws IOException {
    NpyArrays arrays = new NpyArrays(cancellation);
    List<Finding> pickle = new ArrayList<>();
    Optional<NpyHeader> header = arrays.add("array", NpyData.of(file, pickle, cancellation));
    List<Finding> findings = Stream.concat(arrays.findings().stream(), pickle.stream()).toList();
    if (header.isEmpty()) {
      return ForeignContent.unparsed(FileKind.NPY, findings);
    }
    return new ForeignContent(
        FileKind.NPY,
        header.get().description(),
        true,
        arrays.tensors(),
        Metadata.EMPTY,
        findings,
        ForeignContent.NO_DATA_CHECK);
  }

  private static boolean isNpz(ZipDirectory directory) {
    boolean hasArray = false;
    for (ArchiveEntry entry : directory.entries()) {
      String name = entry.name().toLowerCase(Locale.ROOT);
      if (name.equals(TORCH_PICKLE) || name.endsWith("/" + TORCH_PICKLE)) {
        return false;
      }
      hasArray |= name.endsWith(SUFFIX);
    }
    return hasArray;
  }

  private static ForeignContent archive(ZipArchive archive, Cancellation cancellation)
      throws IOException {
    List<ZipArchive.TensorEntry> members = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (ArchiveEntry entry : archive.entries()) {
      String name = entry.name();
      if (entry.isUnsafe() || entry.isFolder()) {
        continue;
      }
      if (name.endsWith(SUFFIX)) {
        String tensor = name.substring(0, name.length() - SUFFIX.length());
        members.add(new ZipArchive.TensorEntry(entry, tensor));
      } else {
        others.add(name);
      }
    }
    List<Finding> findings = new ArrayList<>(archive.findings());
    findings.addAll(archive.infos());
    NpyArrays arrays = new NpyArrays(cancellation);
    ArchivePickles pickles = new ArchivePickles(archive, findings, cancellation);
    Map<ArchiveEntry, Finding> damaged = archive.sizeFindings(members, cancellation);
    for (ZipArchive.TensorEntry member : members) {
      ArchiveEntry entry = member.entry();
      if (entry.isReadable()) {
        Optional<Finding> damage = Optional.ofNullable(damaged.get(entry));
        arrays.add(member.tensor(), NpyData.of(archive, entry, damage, pickles));
      }
    }
    findings.addAll(arrays.findings());
    if (!others.isEmpty()) {
      findings.add(
          Finding.of(
              FindingCode.NPZ_OTHER_ENTRY,
              Sentence.of(
                  "{0} {0#entry of the archive is not an array|entries of the archive are not"
                      + " arrays}: {1}.",
                  others.size(), DisplayText.ofAll(others))));
    }
    if (!archive.isTrusted()) {
      return ForeignContent.unparsed(FileKind.NPZ, findings);
    }
    members.removeIf(member -> damaged.containsKey(member.entry()));
    return new ForeignContent(
        FileKind.NPZ,
        FileKind.NPZ.description(),
        true,
        arrays.tensors(),
        Metadata.EMPTY,
        findings,
        (cancelled, progress) -> archive.crcFindings(members, cancelled, progress));
  }
}
