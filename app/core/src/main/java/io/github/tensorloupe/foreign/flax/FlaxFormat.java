package io.github.tensorloupe.foreign.flax;

import module java.base;

import io.github.tensorloupe.foreign.pickle.LeadingPickles;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.CappedFindings;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ComputedFile.Elements;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignFormat;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.model.UniqueNames;
import io.github.tensorloupe.work.Cancellation;
import org.msgpack.core.MessageInsufficientBufferException;

/// MessagePack files of Flax: maps of arrays, numbers and texts.
///
/// A file is recognized by its name, or if it is a complete map that contains an array.
public final class FlaxFormat implements ForeignFormat {

  private static final String SUFFIX = ".msgpack";

  @Override
  public Optional<ForeignContent> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException {
    if (head.length == 0) {
      return Optional.empty();
    }
    boolean isMap = (head[0] & 0xF0) == 0x80 || (head[0] & 0xFE) == 0xDE;
    Path name = file.path().getFileName();
    boolean isNamed = name != null && name.toString().toLowerCase(Locale.ROOT).endsWith(SUFFIX);
    // A web page or a Git LFS pointer instead of the file, or an unfinished download.
    boolean isZero = head[0] == 0 && Arrays.equals(head, new byte[head.length]);
    if (!isMap && (!isNamed || isZero || isText(head))) {
      return Optional.empty();
    }
    FlaxTree tree = new FlaxTree(new MessageInput(file, cancellation));
    CappedFindings findings = new CappedFindings(FindingCode.FLAX_MALFORMED);
    try {
      tree.read();
    } catch (RuntimeException e) {
      cancellation.check();
      if (!isNamed) {
        return Optional.empty();
      }
      noteMalformed(findings, file, e);
    }
    if (!isNamed && !tree.hasArray()) {
      return Optional.empty();
    }
    // The first byte of a small map is also an instruction of a pickle.
    LeadingPickles.findings(file, cancellation).forEach(findings::add);
    return Optional.of(content(file, tree, findings));
  }

  private static boolean isText(byte[] head) {
    for (byte each : head) {
      if (each < ' ' && each != '\t' && each != '\n' && each != '\r') {
        return false;
      }
    }
    return true;
  }

  private static void noteMalformed(
      CappedFindings findings, ByteSource file, RuntimeException failure) {
    String reason =
        failure instanceof MessageInsufficientBufferException || failure.getMessage() == null
            ? "it ends too early"
            : failure.getMessage();
    findings.note(
        "The MessagePack structure is damaged: {0}.",
        FindingCode.FLAX_MALFORMED, null, new ByteRange(0, file.length()), reason);
  }

  private static ForeignContent content(ByteSource file, FlaxTree tree, CappedFindings findings) {
    List<ForeignTensor> tensors = new ArrayList<>();
    SequencedMap<String, String> metadata = new LinkedHashMap<>();
    try {
      UniqueNames names = new UniqueNames();
      for (FlaxTree.Leaf<FlaxTree.Chunks> leaf : tree.arrays()) {
        String path = leaf.parent() == null ? "tensor" : tree.path(leaf);
        String name = names.add(path);
        if (!name.equals(path)) {
          findings.note(
              "The name \"{0}\" is repeated; this tensor is listed as \"{1}\".",
              FindingCode.NAME_COLLISION, name, null, path, name);
        }
        tensor(name, leaf.value(), file, findings).ifPresent(tensors::add);
      }
      for (FlaxTree.Leaf<String> leaf : tree.texts()) {
        metadata.putIfAbsent(tree.path(leaf), leaf.value());
      }
    } catch (RuntimeException e) {
      noteMalformed(findings, file, e);
    }
    return ForeignContent.of(
        FileKind.FLAX_MSGPACK,
        FileKind.FLAX_MSGPACK.description(),
        tensors,
        findings.tensors(),
        Metadata.of(metadata),
        findings.findings(),
        ForeignContent.NO_DATA_CHECK);
  }

  private static Optional<ForeignTensor> tensor(
      String name, FlaxTree.Chunks chunks, ByteSource file, CappedFindings findings) {
    for (FlaxArray part : chunks.parts()) {
      if (part.problem().isPresent()) {
        noteProblem(name, part, findings);
        return Optional.empty();
      }
    }
    if (chunks.isWhole()) {
      FlaxArray array = chunks.parts().getFirst();
      TensorSpec spec = new TensorSpec(name, array.dtype(), array.shape());
      return Optional.of(ForeignTensor.direct(spec, array.dtypeName(), array.begin()));
    }
    Optional<FlaxArray> joined = chunks.joined();
    if (joined.isEmpty()) {
      findings.note(
          "The parts of the array \"{0}\" are incomplete, or do not have the size of its shape.",
          FindingCode.FLAX_MALFORMED, name, null, name);
      return Optional.empty();
    }
    FlaxArray array = joined.get();
    TensorSpec spec = new TensorSpec(name, array.dtype(), array.shape());
    Elements elements = new JoinedElements(file, chunks.parts(), array.dtype().bits() / Byte.SIZE);
    return Optional.of(ForeignTensor.computed(spec, array.dtypeName(), elements));
  }

  private static void noteProblem(String name, FlaxArray array, CappedFindings findings) {
    switch (array.problem().orElseThrow()) {
      case DTYPE ->
          findings.note(
              "The array \"{0}\" has the dtype \"{1}\", which has no counterpart.",
              FindingCode.TENSOR_UNSUPPORTED, name, null, name, array.dtypeName());
      case SIZE ->
          findings.note(
              "The array \"{0}\" has {1} {1#byte|bytes}, which contradicts its dtype \"{2}\" and"
                  + " shape {3}.",
              FindingCode.FLAX_MALFORMED,
              name,
              new ByteRange(array.begin(), array.begin() + array.length()),
              name,
              array.length(),
              array.dtypeName(),
              // A shape would show negative dimensions as unsigned numbers.
              Arrays.toString(array.shape().dimensions()));
    }
  }
}
