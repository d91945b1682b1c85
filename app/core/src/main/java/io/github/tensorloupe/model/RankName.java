package io.github.tensorloupe.model;

import module java.base;

/// The parsed name of a file that one process of a parallel run saved, such as
/// `model-rank-0-part-0.safetensors`. Case-insensitive.
///
/// @param digits the rank of the process, as written
public record RankName(String before, String digits, String after) {

  private static final Pattern NAME =
      Pattern.compile(
          "(?<before>(?:.*[-_.])?rank[-_]?)(?<digits>\\d{1,6})(?<after>(?:[-_.].*)?\\.safetensors)",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  /// The names of vLLM, SGLang, Megatron, DeepSpeed, verl and TensorRT-LLM, with `#` for the rank.
  /// The rank in any other name may be the rank of an adapter.
  private static final Pattern OF_PROCESS =
      Pattern.compile(
          "(.*[-_.])?(mp|world[-_]size[-_](?!1[-_])\\d+)[-_]rank[-_]?#.*|.*#[-_](part|of)[-_]?\\d.*"
              + "|rank[-_]?#\\..*",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  /// Parses a file name. Returns empty if it contains no rank.
  static Optional<RankName> of(String fileName) {
    Matcher name = NAME.matcher(fileName);
    return name.matches()
        ? Optional.of(new RankName(name.group("before"), name.group("digits"), name.group("after")))
        : Optional.empty();
  }

  public int rank() {
    return Integer.parseInt(digits);
  }

  /// Returns true if the number is the rank of a process: if the name says so, or if the folder
  /// contains the file of the next or the previous process.
  boolean isOfProcess(Path folder) {
    return OF_PROCESS.matcher(before + "#" + after).matches()
        || Files.exists(folder.resolve(neighbor(1)))
        || rank() > 0 && Files.exists(folder.resolve(neighbor(-1)));
  }

  private String neighbor(int distance) {
    return before + ("%0" + digits.length() + "d").formatted(rank() + distance) + after;
  }
}
