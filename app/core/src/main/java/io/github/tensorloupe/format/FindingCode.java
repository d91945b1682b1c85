package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Spelled;

/// The kinds of findings. Their kebab-case spelling is stable, because scripts depend on it.
public enum FindingCode implements Spelled {
  // The file itself.
  NOT_FOUND(Severity.ERROR),
  NO_PERMISSION(Severity.ERROR),
  READ_FAILED(Severity.ERROR),
  /// The header needs more memory than is available.
  NOT_ENOUGH_MEMORY(Severity.ERROR),
  FILE_CHANGED(Severity.ERROR),
  /// A save was interrupted, and the file needs recovery.
  INTERRUPTED_SAVE(Severity.ERROR),
  SAVE_UNDER_WAY(Severity.WARNING),
  /// A folder without any safetensors file.
  NO_SAFETENSORS(Severity.ERROR),
  /// The file has another type, such as a Git LFS pointer, a web page or an archive.
  WRONG_KIND(Severity.ERROR),

  // Reasons of the reference library to refuse a file.
  /// The file is shorter than the 8 bytes of the header length.
  HEADER_TOO_SMALL(Severity.ERROR),
  HEADER_TOO_LARGE(Severity.ERROR),
  /// The header ends after the file.
  INVALID_HEADER_LENGTH(Severity.ERROR),
  INVALID_UTF8(Severity.ERROR),
  INVALID_JSON(Severity.ERROR),
  /// A tensor does not begin at the end of the preceding tensor, or has a negative length.
  INVALID_OFFSET(Severity.ERROR),
  /// The size computed from shape and dtype exceeds 64 bits.
  SIZE_OVERFLOW(Severity.ERROR),
  /// A tensor with a sub-byte dtype does not fill whole bytes.
  MISALIGNED_SLICE(Severity.ERROR),
  /// The size of a tensor according to its data offsets differs from its shape and dtype.
  SIZE_MISMATCH(Severity.ERROR),
  TRUNCATED(Severity.ERROR),
  TRAILING_BYTES(Severity.ERROR),
  /// Values are not read, because too many tensors share the same bytes.
  SHARED_BYTES(Severity.ERROR),
  MORE_FINDINGS(Severity.ERROR),

  // Violations that the reference library accepts.
  /// A tensor name occurs more than once; the last entry counts.
  DUPLICATE_NAME(Severity.WARNING),
  /// A metadata key occurs more than once; the last entry counts.
  DUPLICATE_METADATA_KEY(Severity.WARNING),
  /// The header starts with white space.
  LEADING_WHITESPACE(Severity.WARNING),
  /// A tensor entry or its dtype has an unusual form that not all readers accept.
  UNUSUAL_ENTRY(Severity.WARNING),

  // Possible problems for some loaders.
  NON_SPACE_PADDING(Severity.INFO),
  /// The data buffer does not start at a multiple of 8.
  MISALIGNED_DATA(Severity.INFO),
  /// The header is above 25 MB.
  LARGE_HEADER(Severity.INFO),
  /// The metadata does not name the framework, although loaders of this kind of checkpoint require
  /// it.
  MISSING_FORMAT(Severity.INFO),
  /// A tensor entry has fields that no reader uses.
  UNKNOWN_FIELD(Severity.INFO),

  // Sets of shards.
  SHARD_MISSING(Severity.ERROR),
  SHARD_REFUSED(Severity.ERROR),
  INDEX_UNUSABLE(Severity.ERROR),
  INDEX_EMPTY(Severity.WARNING),
  UNSAFE_SHARD_NAME(Severity.ERROR),
  /// The numbers in the names of the shards have a gap, or are beyond the count in the names.
  SHARD_NUMBER_GAP(Severity.ERROR),
  SHARD_NOT_IN_INDEX(Severity.WARNING),
  TENSOR_NOT_IN_SHARD(Severity.ERROR),
  TENSOR_NOT_IN_INDEX(Severity.WARNING),
  TENSOR_IN_OTHER_SHARD(Severity.ERROR),
  /// A tensor is in more than one shard. It is undefined which one a loader uses.
  TENSOR_IN_TWO_SHARDS(Severity.ERROR),
  TOTAL_SIZE_WRONG(Severity.WARNING),
  DTYPES_DISAGREE(Severity.WARNING),
  METADATA_DISAGREE(Severity.INFO),
  /// The set was saved by several processes, so the same tensor may be in several files.
  DISTRIBUTED_CHECKPOINT(Severity.INFO),

  // Expected hashes.
  /// The hash in the metadata is the hash of empty input, due to a fault of the writing program.
  HASH_OF_NOTHING(Severity.WARNING),

  // The values of a tensor.
  NAN(Severity.ERROR),
  INF(Severity.ERROR),
  ALL_ZERO(Severity.WARNING),
  CONSTANT(Severity.WARNING),
  /// Whole pages of 4 KiB contain only zero bytes.
  ZERO_PAGES(Severity.WARNING),
  /// Bytes of a BOOL tensor are neither 0 nor 1.
  INVALID_BOOL(Severity.WARNING),
  /// All rows along the first axis are equal, though not all values are.
  EQUAL_ROWS(Severity.INFO),

  // Quantized weights.
  /// A scale that is required to compute values is missing.
  SCALE_MISSING(Severity.ERROR),
  /// Zero points or biases that are required to compute values are missing.
  ZERO_POINT_MISSING(Severity.ERROR),
  /// The bitsandbytes state of a weight, which contains its shape, is missing.
  QUANT_STATE_MISSING(Severity.ERROR),
  /// A number used to compute values is NaN.
  SCALE_NAN(Severity.ERROR),
  /// A number used to compute values is infinite.
  SCALE_INF(Severity.ERROR),
  SCALE_ZERO(Severity.WARNING),
  SCALE_NEGATIVE(Severity.WARNING),
  /// A part of a quantized weight has a shape that does not fit its codes.
  SCALE_SHAPE(Severity.ERROR),
  /// A part of a quantized weight has a dtype that its scheme does not allow.
  SCALE_DTYPE(Severity.ERROR),
  /// The shape of the codes contradicts the stored shape of the weight.
  CODE_SHAPE(Severity.ERROR),
  /// The format of the codes is not the one in the metadata or the configuration.
  CODE_DTYPE(Severity.ERROR),
  CODE_NAN(Severity.ERROR),
  /// Many codes have the largest possible value.
  CODES_SATURATED(Severity.WARNING),
  /// The group index has the wrong length, or contains an invalid group.
  GROUP_INDEX(Severity.ERROR),
  /// The zero points seem to have another GPTQ version than the configuration.
  GPTQ_ZERO_OFFSET(Severity.WARNING),
  /// A block scale has a name that loaders do not recognize.
  SCALE_SUFFIX(Severity.WARNING),
  SCALE_ORPHANED(Severity.WARNING),
  /// A weight that is not quantized has a scale.
  SCALE_STALE(Severity.WARNING),
  /// A weight has no input scale, though others have one.
  INPUT_SCALE_MISSING(Severity.WARNING),
  /// The shape of a scale fits two layouts.
  LAYOUT_AMBIGUOUS(Severity.WARNING),
  /// The metadata lists a quantized layer that does not exist.
  LAYER_ABSENT(Severity.WARNING),
  /// Weights are quantized, but no configuration describes it.
  CONFIG_MISSING(Severity.WARNING),
  /// A configuration describes quantized weights, but no weight is quantized.
  CONFIG_STALE(Severity.WARNING),
  /// Weights are quantized by an unsupported method.
  CONFIG_QUANTIZATION_UNKNOWN(Severity.INFO),
  /// A configuration contains a pattern that cannot be matched.
  CONFIG_PATTERN(Severity.WARNING),
  /// A configuration exists, but cannot be read.
  CONFIG_UNREADABLE(Severity.WARNING),
  /// Scales differ strongly from the scales of the same weight in other layers.
  SCALE_OUTLIER(Severity.INFO);

  private final Severity severity;

  FindingCode(Severity severity) {
    this.severity = severity;
  }

  public Severity severity() {
    return severity;
  }
}
