package io.github.tensorloupe.integrity.doctor;

import module java.base;

/// The parts of the file name of a numbered shard, as in `model-00002-of-00003.safetensors`;
/// PyTorch's distributed checkpoints put the number of the process before it, as in
/// `shard-00001-model-00002-of-00003.safetensors`.
///
/// @param prefix what stands before the number, `model` in the examples
/// @param process the number of the process that wrote it, where one stands there
/// @param number which one it is
/// @param count how many there are
record ShardName(String prefix, Optional<Integer> process, int number, int count) {

  private static final Pattern NUMBERED =
      Pattern.compile("(?:shard-(\\d{1,9})-)?(.*?)[-_](\\d{1,9})-of-(\\d{1,9})\\.safetensors");

  /// The parts of a file name; empty where it has no such numbers.
  static Optional<ShardName> of(String fileName) {
    Matcher matcher = NUMBERED.matcher(fileName);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new ShardName(
            matcher.group(2),
            Optional.ofNullable(matcher.group(1)).map(Integer::valueOf),
            Integer.parseInt(matcher.group(3)),
            Integer.parseInt(matcher.group(4))));
  }

  /// The same for all that are numbered within one set.
  Object set() {
    return List.of(prefix, process.isPresent(), count);
  }
}
