package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.WrittenHeader;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.text.Sentence;

/// The files that a conversion writes. Valid while the sources are open.
///
/// @param out the requested path
/// @param files the new files; several are shards
/// @param text a text next to the new files, which is published last, or empty
/// @param roots the paths of the converted parts of pickle and Flax files
/// @param renamedCount the number of tensors with a new name
/// @param excludedCount the number of tensors that the patterns exclude
/// @param outsideRootCount the number of tensors outside of the roots
/// @param dequantizedCount the number of tensors that are computed from quantized weights
/// @param deduplicatedCount the number of tensors that are not written because they share the
///   storage of another
/// @param skippedCount the number of tensors that are lost because they cannot be read
/// @param warnings remarks about the result
public record ConversionPlan(
    Path out,
    List<PlannedFile> files,
    Optional<TextFile> text,
    List<String> roots,
    int renamedCount,
    int excludedCount,
    int outsideRootCount,
    int dequantizedCount,
    int deduplicatedCount,
    int skippedCount,
    List<Warning> warnings) {

  /// A remark about the result.
  ///
  /// @param tensor the name of the affected tensor, or empty
  public record Warning(String code, Sentence sentence, Optional<String> tensor) {}

  /// A text next to the new files: the index of shards, or the configuration of an adapter.
  public record TextFile(Path path, boolean isIndex, byte[] content) {}

  /// A new file.
  ///
  /// @param tensors the tensors in the order of the header
  public record PlannedFile(Path path, WrittenHeader header, List<PlannedTensor> tensors) {

    /// Returns the number of bytes of the file.
    public long byteCount() {
      return header.bytes().length + header.dataByteCount();
    }
  }

  /// A tensor of a new file.
  ///
  /// @param info the entry in the new header
  /// @param data the bytes from which it is written
  /// @param sourceName the name in the source
  /// @param source the source as typed
  /// @param sourceDtype the dtype in the source; differs from the dtype of `data` if the values are
  ///   computed
  /// @param cast the change of the values, or empty if the bytes are copied
  public record PlannedTensor(
      TensorInfo info,
      TensorData data,
      String sourceName,
      String source,
      Dtype sourceDtype,
      Optional<Cast> cast) {

    /// Returns the tensor with assigned data offsets.
    PlannedTensor at(TensorInfo placed) {
      return new PlannedTensor(placed, data, sourceName, source, sourceDtype, cast);
    }

    /// Returns true if the tensor gets another dtype than in its source.
    public boolean isCast() {
      return sourceDtype != info.dtype();
    }
  }

  public ConversionPlan {
    files = List.copyOf(files);
    roots = List.copyOf(roots);
    warnings = List.copyOf(warnings);
  }

  /// Returns the paths of all new files, the text last.
  public List<Path> paths() {
    return Stream.concat(files.stream().map(PlannedFile::path), text.stream().map(TextFile::path))
        .toList();
  }

  /// Returns true if the requested path is a folder for the new files.
  public boolean isFolder() {
    return out.equals(files.getFirst().path().getParent());
  }

  /// Returns the path of the index of shards, or empty.
  public Optional<Path> index() {
    return text.filter(TextFile::isIndex).map(TextFile::path);
  }

  public Stream<PlannedTensor> tensors() {
    return files.stream().flatMap(file -> file.tensors().stream());
  }

  /// Returns the number of bytes of the tensors.
  public long dataByteCount() {
    return files.stream().mapToLong(file -> file.header().dataByteCount()).sum();
  }

  Set<ByteSource> sources() {
    return tensors().map(tensor -> tensor.data().file()).collect(Collectors.toSet());
  }
}
