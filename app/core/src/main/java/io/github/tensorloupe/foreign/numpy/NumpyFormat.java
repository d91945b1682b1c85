package io.github.tensorloupe.foreign.numpy;

import module java.base;

import io.github.tensorloupe.foreign.zip.ZipDirectory;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignFormat;
import io.github.tensorloupe.work.Cancellation;

/// `.npy` files, and ZIP archives of them (`.npz`).
public final class NumpyFormat implements ForeignFormat {

  @Override
  public Optional<ForeignContent> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException {
    if (NpyHeader.hasMagic(head)) {
      return Optional.of(array(file, cancellation));
    }
    Optional<ZipDirectory> directory = ZipDirectory.read(file, head, cancellation);
    return directory.isEmpty() ? Optional.empty() : NpzArchive.read(directory.get(), cancellation);
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
    return ForeignContent.of(
        FileKind.NPY,
        header.get().description(),
        arrays.tensors(),
        arrays.noted(),
        Metadata.EMPTY,
        findings,
        ForeignContent.NO_DATA_CHECK);
  }
}
