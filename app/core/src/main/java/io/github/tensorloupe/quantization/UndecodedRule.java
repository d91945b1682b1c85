package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;

/// Recognizes weights whose codes are vectors or trellises, or have a rare layout: `exl2`, `exl3`,
/// `aqlm`, `vptq`, `quip` and `comfy`. Their values are not computed.
///
/// Sources: exllamav2 `exllamav2/ext.py`; exllamav3 `exllamav3/modules/quant/exl3.py`; AQLM
/// `src/aq.py`; VPTQ `vptq/layers/vqlinear.py`; quip-sharp `lib/linear/quantized_linear.py`.
final class UndecodedRule implements SchemeRule {

  /// The length of the sides of an EXL3 tile, in weights.
  private static final int TILE = 16;

  private static final Set<Dtype> PLAIN =
      EnumSet.of(Dtype.F64, Dtype.F32, Dtype.F16, Dtype.BF16, Dtype.BOOL);

  @Override
  public Optional<QuantizedWeight> recognize(TensorRef codes, SchemeContext context) {
    String name = codes.info().name();
    int dot = name.lastIndexOf('.');
    if (dot < 0) {
      return Optional.empty();
    }
    String module = name.substring(0, dot);
    return switch (name.substring(dot)) {
      case ".q_weight" -> exl2(codes, module, context);
      case ".trellis" -> exl3(codes, module, context);
      case ".codes" -> aqlm(codes, module, context);
      case ".indices" -> vptq(codes, module, context);
      case ".Qidxs" -> quip(codes, module, context);
      case ".weight" -> comfy(codes, module, context);
      default -> Optional.empty();
    };
  }

  private static WeightDraft draft(
      SchemeContext context, Scheme scheme, String module, TensorRef codes) {
    return new WeightDraft(context, scheme, module + ".weight", codes, 1);
  }

  private static boolean hasRank(TensorRef tensor, int rank) {
    return tensor.info().shape().rank() == rank;
  }

  /// The width of the codes differs between groups of rows.
  private static Optional<QuantizedWeight> exl2(
      TensorRef codes, String module, SchemeContext context) {
    if (!hasRank(codes, 2) || context.tensor(module + ".q_scale").isEmpty()) {
      return Optional.empty();
    }
    WeightDraft draft = draft(context, Scheme.EXL2, module, codes);
    draft.addOthers(
        module, ".q_scale", ".q_scale_max", ".q_groups", ".q_group_map", ".q_perm", ".q_invperm");
    long in =
        context
            .first(module + ".q_invperm", module + ".q_perm")
            .map(order -> order.info().shape().elementCount().orElse(0))
            .orElse(0L);
    if (in <= 0) {
      return Optional.of(draft.weight(Double.NaN));
    }
    Shape shape = codes.info().shape();
    draft.setShape(shape.dimension(1), in);
    return Optional.of(draft.weight((double) Integer.SIZE * shape.dimension(0) / in));
  }

  private static Optional<QuantizedWeight> exl3(
      TensorRef codes, String module, SchemeContext context) {
    boolean hasScales =
        context.first(module + ".suh", module + ".su", module + ".svh", module + ".sv").isPresent();
    if (!hasRank(codes, 3) || !hasScales) {
      return Optional.empty();
    }
    WeightDraft draft = draft(context, Scheme.EXL3, module, codes);
    draft.addOthers(module, ".suh", ".su", ".svh", ".sv", ".mul1", ".mcg");
    Shape shape = codes.info().shape();
    draft.setShape(shape.dimension(1) * TILE, shape.dimension(0) * TILE);
    return Optional.of(draft.weight((double) shape.dimension(2) / TILE));
  }

  private static Optional<QuantizedWeight> aqlm(
      TensorRef codes, String module, SchemeContext context) {
    Optional<TensorRef> books = context.tensor(module + ".codebooks");
    if (!hasRank(codes, 3) || books.filter(tensor -> hasRank(tensor, 4)).isEmpty()) {
      return Optional.empty();
    }
    WeightDraft draft = draft(context, Scheme.AQLM, module, codes);
    draft.addOthers(module, ".codebooks", ".scales");
    Shape shape = codes.info().shape();
    Shape book = books.get().info().shape();
    draft.setShape(shape.dimension(0) * book.dimension(2), shape.dimension(1) * book.dimension(3));
    double codeBits = Math.log(book.dimension(1)) / Math.log(2);
    double perVector = shape.dimension(2) * codeBits;
    return Optional.of(draft.weight(perVector / (book.dimension(2) * book.dimension(3))));
  }

  private static Optional<QuantizedWeight> vptq(
      TensorRef codes, String module, SchemeContext context) {
    if (context.first(module + ".centroids.weight", module + ".centroids").isEmpty()) {
      return Optional.empty();
    }
    WeightDraft draft = draft(context, Scheme.VPTQ, module, codes);
    for (String centroids : List.of(".centroids", ".res_centroids", ".outlier_centroids")) {
      draft.addOthers(module, centroids, centroids + ".weight");
    }
    draft.addOthers(
        module, ".res_indices", ".outlier_indices", ".perm", ".weight_scale", ".weight_bias");
    return Optional.of(draft.weight(Double.NaN));
  }

  private static Optional<QuantizedWeight> quip(
      TensorRef codes, String module, SchemeContext context) {
    Optional<TensorRef> ofInputs = context.tensor(module + ".SU");
    Optional<TensorRef> ofOutputs = context.tensor(module + ".SV");
    if (ofInputs.isEmpty() || ofOutputs.isEmpty()) {
      return Optional.empty();
    }
    WeightDraft draft = draft(context, Scheme.QUIP, module, codes);
    draft.addOthers(module, ".SU", ".SV", ".Wscale", ".codebook_id", ".fuse_scales");
    OptionalLong in = ofInputs.get().info().shape().elementCount();
    OptionalLong out = ofOutputs.get().info().shape().elementCount();
    if (in.isPresent() && out.isPresent()) {
      draft.setShape(out.getAsLong(), in.getAsLong());
    }
    return Optional.of(draft.weight(Double.NaN));
  }

  private static Optional<QuantizedWeight> comfy(
      TensorRef codes, String module, SchemeContext context) {
    Optional<LayerFormat> format = context.config().layer(module);
    if (format.isEmpty() || format.get().isDecoded() || PLAIN.contains(codes.info().dtype())) {
      return Optional.empty();
    }
    WeightDraft draft = draft(context, Scheme.COMFY, module, codes);
    draft.variant = format.get().name();
    draft.addOthers(
        module, ".weight_scale", ".weight_scale_2", ".weight_zero_point", ".input_scale");
    return Optional.of(draft.weight(Double.NaN));
  }
}
