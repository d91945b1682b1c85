package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.adapter.AdapterModule.Axis;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;

/// A method whose deltas are not computed, recognized by tensor names. Immutable.
///
/// Sources: kohya-ss sd-scripts `networks/oft_flux.py`; LyCORIS `modules/glora.py`; PEFT `tuners`.
///
/// @param name the name in lower case, such as `oft`
/// @param tensors the tensors of the module
/// @param axis the axis of the base weight whose length the tensors determine, or empty
/// @param length the length of the axis
public record OtherMethod(String name, List<TensorRef> tensors, Optional<Axis> axis, long length) {

  static final String PROMPT = "prompt_embeddings";

  private static final Pattern NAME =
      Pattern.compile(
          "(?:.*\\.)?(?:(?<glora>glora_[A-E]|[ab][12]|bm)|(?<tlora>[qp]_layer|lambda_layer|base_\\w+)"
              + "|(?<adalora>lora_E|ranknum)|(?<prompt>"
              + PROMPT
              + ")|(?<other>[a-z0-9]+)_\\w+)(?:\\.(?:\\d+|default|weight|X[du]))*",
          Pattern.DOTALL);

  /// @param peftType the method that the configuration names, or an empty string
  static OtherMethod of(List<TensorRef> tensors, String peftType) {
    Axis axis = null;
    long length = 0;
    for (TensorRef tensor : tensors) {
      Matcher matcher = NAME.matcher(tensor.info().name());
      boolean isNamed = matcher.matches() && matcher.group("other") != null;
      Shape shape = tensor.info().shape();
      int rank = shape.rank();
      String last = isNamed ? tensor.info().name().substring(matcher.start("other")) : "";
      if (last.startsWith("oft_blocks") && rank == 3) {
        axis = Axis.OUT;
        length += shape.dimension(0) * shape.dimension(1);
      } else if (last.startsWith("oft_R") && rank == 2) {
        axis = Axis.IN;
        length = shape.dimension(0) * sideOfTriangle(shape.dimension(1));
      } else if (last.startsWith("boft_R") && rank == 4) {
        axis = Axis.IN;
        length = shape.dimension(1) * shape.dimension(2);
      } else if (last.startsWith("vera_lambda_b") && rank == 1) {
        axis = Axis.OUT;
        length = shape.dimension(0);
      }
    }
    String name = name(tensors.getFirst().info().name(), peftType);
    return new OtherMethod(name, List.copyOf(tensors), Optional.ofNullable(axis), length);
  }

  /// Returns the displayed name of a method.
  static String label(String name) {
    return switch (name) {
      case "vera" -> "VeRA";
      case "glora" -> "GLoRA";
      case "tlora" -> "T-LoRA";
      case "adalora" -> "AdaLoRA";
      case "prompt", "prompt_tuning" -> "prompt tuning";
      default -> DisplayText.of(name.toUpperCase(Locale.ROOT));
    };
  }

  private static String name(String tensor, String peftType) {
    Matcher matcher = NAME.matcher(tensor);
    if (!matcher.matches()) {
      return peftType;
    }
    for (String group : List.of("glora", "tlora", "adalora", "prompt")) {
      if (matcher.group(group) != null) {
        return group;
      }
    }
    String prefix = matcher.group("other");
    return peftType.isEmpty() || prefix.equals("oft") || prefix.equals("vera") ? prefix : peftType;
  }

  /// Returns the side of a matrix whose upper triangle without the diagonal has the given size.
  private static long sideOfTriangle(long size) {
    return Math.round((1 + Math.sqrt(1 + 8.0 * size)) / 2);
  }

  /// Returns true if the base weight has the expected length, or empty if no length is known.
  ///
  /// @param outputs the index of the outputs in the shape
  Optional<Boolean> fits(long[] base, int outputs) {
    return base.length < 2
        ? Optional.empty()
        : axis.map(known -> base[known == Axis.OUT ? outputs : 1 - outputs] == length);
  }
}
