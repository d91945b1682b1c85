package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.foreign.gguf.BlockLayout;
import io.github.tensorloupe.foreign.gguf.GgufType;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.model.TensorRef;

/// Recognizes the blocks of GGUF files.
final class GgufRule implements SchemeRule {

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context) {
    Optional<ForeignTensor> stored = codes.file().foreign(codes.info());
    Optional<GgufType> type = stored.flatMap(tensor -> GgufType.of(tensor.sourceDtype()));
    if (type.isEmpty() || stored.get().sourceShape().isEmpty()) {
      return Optional.empty();
    }
    Shape shape = stored.get().sourceShape().get();
    Optional<BlockLayout> layout = type.get().layout();
    Optional<WeightValues> values =
        QuantizedWeight.wholeData(codes)
            .flatMap(_ -> layout)
            .map(known -> new BlockDecoding(codes, shape, known));
    int blockLength = type.get().blockLength();
    double bits = (double) type.get().blockBytes() * Byte.SIZE / blockLength;
    int groupLength = layout.map(BlockLayout::groupLength).orElse(blockLength);
    return Optional.of(
        new QuantizedWeight(
            codes.info().name(),
            layout.isPresent() ? Scheme.GGUF : Scheme.GGUF_UNDECODED,
            type.get().name(),
            layout.map(BlockLayout::bits).orElse(bits),
            OptionalLong.of(groupLength),
            Optional.of(shape),
            Map.of(Role.CODES, codes),
            List.of(),
            List.of(),
            values));
  }
}
