package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;

/// Recognizes weights of nunchaku: `svdquant`. Not decoded, because the order of the codes depends
/// on nunchaku's kernels.
///
/// Source: nunchaku `models/linear.py`.
final class SvdQuantRule implements SchemeRule {

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext around) {
    Optional<String> module = SchemeRule.withoutSuffix(codes.info().name(), ".qweight");
    Optional<TensorRef> scale = module.flatMap(it -> around.tensor(it + ".wscales"));
    boolean isCodes = codes.info().dtype() == Dtype.I8 && codes.info().shape().rank() == 2;
    if (!isCodes || scale.isEmpty() || scale.get().info().shape().rank() != 2) {
      return Optional.empty();
    }
    WeightDraft draft =
        new WeightDraft(around, Scheme.SVDQUANT, module.get() + ".weight", codes, 4);
    long columns = 2 * codes.info().shape().dimension(1);
    draft.setShape(codes.info().shape().dimension(0), columns);
    draft.setGroupSize(columns / Math.max(1, scale.get().info().shape().dimension(0)));
    draft.add(Role.SCALE, scale);
    draft.cannotDecode();
    return Optional.of(draft.weight());
  }
}
