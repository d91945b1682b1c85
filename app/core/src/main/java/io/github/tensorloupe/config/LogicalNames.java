package io.github.tensorloupe.config;

import module java.base;

/// Maps the names of quantized tensors to the names before quantization.
final class LogicalNames {

  private static final String WEIGHT = "weight";

  /// The last parts of names that contain the codes of `weight`.
  private static final Set<String> CODES =
      Set.of(
          "qweight",
          "weight_packed",
          "q_weight",
          "trellis",
          "codes",
          "indices",
          "Qidxs",
          "W_q",
          "int8_weight",
          "_weight_qdata");

  /// The last parts of names that belong to the codes of another tensor.
  private static final Set<String> COMPANIONS =
      Set.of(
          ("scales qzeros g_idx biases weight_scale weight_scale_inv weight_scale_2 weight_shape"
               + " weight_zero_point weight_global_scale weight_g_idx input_scale"
               + " input_global_scale output_scale k_scale v_scale q_scale scale_weight scale_input"
               + " absmax quant_map nested_absmax nested_quant_map quant_state bitsandbytes__nf4"
               + " bitsandbytes__fp4 SCB weight_format suh svh su sv mul1 mcg q_scale_max q_groups"
               + " q_invperm q_perm codebooks centroids res_centroids SU SV Wscale codebook_id"
               + " wscales wtscale wcscales proj_down proj_up smooth_factor smooth_factor_orig zero"
               + " nbits group_size axis packing _scale _shift _weight_scale comfy_quant scaled_fp8"
               + " scale weight_scale_and_zero weight_bias perm")
              .split(" "));

  private LogicalNames() {}

  /// Returns the name before quantization, or empty if the tensor is only part of a quantized
  /// weight.
  static Optional<String> of(String name) {
    int dot = name.lastIndexOf('.');
    String last = name.substring(dot + 1);
    if (last.equals(WEIGHT) || last.equals("bias")) {
      return Optional.of(name);
    }
    if (CODES.contains(last)) {
      return Optional.of(name.substring(0, dot + 1) + WEIGHT);
    }
    if (COMPANIONS.contains(last) && dot > 0) {
      return Optional.empty();
    }
    if (last.equals("_data") || last.equals("blocks")) {
      return of(name.substring(0, Math.max(0, dot)));
    }
    if (last.endsWith("_blocks")) {
      return Optional.of(name.substring(0, name.length() - "_blocks".length()));
    }
    return last.contains("_scale") && !last.equals("logit_scale")
        ? Optional.empty()
        : Optional.of(name);
  }
}
