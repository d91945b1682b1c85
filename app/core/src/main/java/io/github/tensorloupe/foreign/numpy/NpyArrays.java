package io.github.tensorloupe.foreign.numpy;

import module java.base;

import io.github.tensorloupe.foreign.numpy.NpyHeader.MalformedException;
import io.github.tensorloupe.foreign.zip.ElementCache;
import io.github.tensorloupe.foreign.zip.EntryReader;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.CappedFindings;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.model.ComputedFile.Elements;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.model.StridedElements;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The arrays of a file, and their findings.
final class NpyArrays {

  private final Cancellation cancellation;
  private final ElementCache cache = new ElementCache();
  private final List<ForeignTensor> tensors = new ArrayList<>();
  private final CappedFindings findings = new CappedFindings(FindingCode.MORE_FINDINGS);

  NpyArrays(Cancellation cancellation) {
    this.cancellation = cancellation;
  }

  List<ForeignTensor> tensors() {
    return tensors;
  }

  List<Finding> findings() {
    return findings.findings();
  }

  /// Returns the tensors with findings.
  Map<String, FindingCode> noted() {
    return findings.tensors();
  }

  /// Adds an array, or a finding if it is malformed or has no dtype.
  ///
  /// @return the header, or empty if it cannot be read
  Optional<NpyHeader> add(String name, NpyData data) throws IOException {
    cancellation.check();
    data.damage().ifPresent(findings::add);
    try {
      NpyHeader header = NpyHeader.read(data.source(), data.length());
      Optional<Dtype> dtype = header.dtype();
      if (dtype.isPresent()) {
        tensors.add(tensor(new TensorSpec(name, dtype.get(), header.shape()), header, data));
      } else {
        addUnsupported(name, header, data);
      }
      return Optional.of(header);
    } catch (MalformedException e) {
      note(FindingCode.NPY_MALFORMED, name, e.sentence(), data);
    } catch (EntryReader.SizeException e) {
      if (data.damage().isEmpty()) {
        note(FindingCode.ZIP_SIZE, name, e.sentence(), data);
      }
    }
    return Optional.empty();
  }

  /// Adds a finding for an array whose entry cannot be read.
  void addUnreadable(String name) {
    Sentence sentence =
        Sentence.of("The array {0} cannot be read from the archive.", DisplayText.of(name));
    findings.add(
        new Finding(FindingCode.ZIP_MALFORMED, sentence, Optional.of(name), Optional.empty()));
  }

  private ForeignTensor tensor(TensorSpec spec, NpyHeader header, NpyData data) {
    ForeignTensor damaged = ForeignTensor.damaged(spec, header.descr());
    long expected = damaged.byteCount();
    long actual = data.length() - header.dataOffset();
    if (actual < expected) {
      note(
          FindingCode.TRUNCATED,
          spec.name(),
          Sentence.of(
              "The data of the array {0} is truncated: expected {1} bytes, found {2}.",
              DisplayText.of(spec.name()), expected, actual),
          data);
    } else if (actual > expected) {
      note(
          FindingCode.NPY_TRAILING_DATA,
          spec.name(),
          Sentence.of(
              "{0} {0#byte follows|bytes follow} the data of the array {1}.",
              actual - expected, DisplayText.of(spec.name())),
          data);
    }
    if (actual < expected || data.damage().isPresent()) {
      return damaged;
    }
    if (header.isRowMajorLittleEndian() && data.begin().isPresent()) {
      long begin = data.begin().getAsLong() + header.dataOffset();
      return ForeignTensor.direct(spec, header.descr(), begin);
    }
    return ForeignTensor.computed(spec, header.descr(), elements(spec, header, data));
  }

  private Elements elements(TensorSpec spec, NpyHeader header, NpyData data) {
    int elementBytes = spec.dtype().bits() / Byte.SIZE;
    long byteCount = data.length() - header.dataOffset();
    StridedElements.Source source =
        (offset, target) -> data.source().read(header.dataOffset() + offset, target);
    boolean isSmall = header.isFortran() && ElementCache.isSmall(byteCount);
    Elements elements =
        new StridedElements(
            isSmall ? cache.cached(source, byteCount) : source,
            spec.shape(),
            StridedElements.contiguous(spec.shape(), header.isFortran()),
            0,
            elementBytes,
            header.swappedBytes());
    return header.isFortran() && !isSmall && data.begin().isEmpty()
        ? cache.cached(elements, spec.shape().elementCount().orElseThrow(), elementBytes)
        : elements;
  }

  private void addUnsupported(String name, NpyHeader header, NpyData data) throws IOException {
    note(
        FindingCode.TENSOR_UNSUPPORTED,
        name,
        Sentence.of(
            "The array {0} has the NumPy type {1}, which safetensors does not support.",
            DisplayText.of(name), DisplayText.of(header.descr())),
        data);
    if (header.isPickle() && data.damage().isEmpty()) {
      data.pickle().accept(header.dataOffset());
    }
  }

  private void note(FindingCode code, String tensor, Sentence sentence, NpyData data) {
    Optional<ByteRange> range =
        data.begin().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new ByteRange(data.begin().getAsLong(), data.begin().getAsLong() + data.length()));
    findings.add(new Finding(code, sentence, Optional.of(tensor), range));
  }
}
