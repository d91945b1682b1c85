package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Spelled;

/// Every kind of finding. The kebab-case spelling is stable: scripts may depend on it.
public enum FindingCode implements Spelled {
  // The file as such.
  NOT_FOUND(Severity.ERROR),
  NO_PERMISSION(Severity.ERROR),
  READ_FAILED(Severity.ERROR),
  /// The header needs more memory than this program may use.
  NOT_ENOUGH_MEMORY(Severity.ERROR),
  FILE_CHANGED(Severity.ERROR),
  /// A save was interrupted and has to be recovered from.
  INTERRUPTED_SAVE(Severity.ERROR),
  SAVE_UNDER_WAY(Severity.WARNING),
  /// A folder without any safetensors file.
  NO_SAFETENSORS(Severity.ERROR),
  /// It is another kind of file: a Git LFS pointer, a web page, an archive ...
  WRONG_KIND(Severity.ERROR),

  // Why the reference refuses it.
  /// The file is shorter than the 8 bytes of the header length.
  HEADER_TOO_SMALL(Severity.ERROR),
  HEADER_TOO_LARGE(Severity.ERROR),
  /// The header reaches beyond the end of the file.
  INVALID_HEADER_LENGTH(Severity.ERROR),
  INVALID_UTF8(Severity.ERROR),
  INVALID_JSON(Severity.ERROR),
  /// A tensor does not begin where the one before it ends, or ends before it begins.
  INVALID_OFFSET(Severity.ERROR),
  /// A shape times the element width leaves 64 bits.
  SIZE_OVERFLOW(Severity.ERROR),
  /// A tensor of a sub-byte dtype does not fill whole bytes.
  MISALIGNED_SLICE(Severity.ERROR),
  /// A tensor's data offsets span another size than its shape and dtype.
  SIZE_MISMATCH(Severity.ERROR),
  TRUNCATED(Severity.ERROR),
  TRAILING_BYTES(Severity.ERROR),
  /// Values are not read, because too many tensors share the same bytes.
  SHARED_BYTES(Severity.ERROR),
  MORE_FINDINGS(Severity.ERROR),

  // Where the reference is laxer than its own description.
  /// A tensor name occurs more than once; the last entry counts.
  DUPLICATE_NAME(Severity.WARNING),
  /// A metadata key occurs more than once; the last entry counts.
  DUPLICATE_METADATA_KEY(Severity.WARNING),
  /// White space stands before the header's opening brace.
  LEADING_WHITESPACE(Severity.WARNING),
  /// A tensor entry or its dtype is written in an unusual form that only some readers take.
  UNUSUAL_ENTRY(Severity.WARNING),

  // Where some loaders stumble.
  NON_SPACE_PADDING(Severity.INFO),
  /// The data buffer does not start at a multiple of 8.
  MISALIGNED_DATA(Severity.INFO),
  /// The header is above 25 MB.
  LARGE_HEADER(Severity.INFO),
  /// The metadata do not name the framework, and a loader for this kind of checkpoint wants that.
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
  /// A tensor is in more than one shard; which one a loader takes is chance.
  TENSOR_IN_TWO_SHARDS(Severity.ERROR),
  TOTAL_SIZE_WRONG(Severity.WARNING),
  DTYPES_DISAGREE(Severity.WARNING),
  METADATA_DISAGREE(Severity.INFO),
  /// The set was saved by several processes, each with its share of the tensors, so that one tensor
  /// in several files is as it should be.
  DISTRIBUTED_CHECKPOINT(Severity.INFO),

  // What the surroundings promise.
  /// The hash in the metadata is that of nothing at all, a fault of the program that wrote it.
  HASH_OF_NOTHING(Severity.WARNING),

  // The values of a tensor.
  NAN(Severity.ERROR),
  INF(Severity.ERROR),
  ALL_ZERO(Severity.WARNING),
  CONSTANT(Severity.WARNING),
  /// Whole pages of 4 KiB hold nothing but zero bytes.
  ZERO_PAGES(Severity.WARNING),
  /// Bytes of a BOOL tensor are neither 0 nor 1.
  INVALID_BOOL(Severity.WARNING),
  /// All rows along the first axis are equal, though not all values are.
  EQUAL_ROWS(Severity.INFO),

  // Quantized weights.
  /// A scale without which a weight has no values is not there.
  SCALE_MISSING(Severity.ERROR),
  /// Zero points or biases without which a weight has no values are not there.
  ZERO_POINT_MISSING(Severity.ERROR),
  /// The state of a weight of bitsandbytes, which tells its shape, is not there.
  QUANT_STATE_MISSING(Severity.ERROR),
  /// A number that enters into weights is NaN.
  SCALE_NAN(Severity.ERROR),
  /// A number that enters into weights is infinite.
  SCALE_INF(Severity.ERROR),
  SCALE_ZERO(Severity.WARNING),
  SCALE_NEGATIVE(Severity.WARNING),
  /// A part of a quantized weight has a shape that does not fit its codes.
  SCALE_SHAPE(Severity.ERROR),
  /// A part of a quantized weight has a dtype that its scheme does not have.
  SCALE_DTYPE(Severity.ERROR),
  /// The shape of codes contradicts the shape that is stored beside them.
  CODE_SHAPE(Severity.ERROR),
  /// The metadata or the configuration name another format than the codes have.
  CODE_DTYPE(Severity.ERROR),
  CODE_NAN(Severity.ERROR),
  /// Many codes are the largest there are.
  CODES_SATURATED(Severity.WARNING),
  /// The index of groups has the wrong length, or names a group that is not there.
  GROUP_INDEX(Severity.ERROR),
  /// The zero points seem to be of the other version of GPTQ than the configuration names.
  GPTQ_ZERO_OFFSET(Severity.WARNING),
  /// A scale of blocks has a name that loaders do not look for.
  SCALE_SUFFIX(Severity.WARNING),
  SCALE_ORPHANED(Severity.WARNING),
  /// A scale stands beside a weight that is not quantized.
  SCALE_STALE(Severity.WARNING),
  /// A weight has no input scale, though others have one.
  INPUT_SCALE_MISSING(Severity.WARNING),
  /// The shape of a scale fits two layouts, and nothing says which it is.
  LAYOUT_AMBIGUOUS(Severity.WARNING),
  /// The metadata list a quantized layer that is not there.
  LAYER_ABSENT(Severity.WARNING),
  /// Weights are quantized, and nothing says so.
  CONFIG_MISSING(Severity.WARNING),
  /// A configuration says that weights are quantized, and none is.
  CONFIG_STALE(Severity.WARNING),
  /// Weights are quantized in a way that is not decoded.
  CONFIG_QUANTIZATION_UNKNOWN(Severity.INFO),
  /// A configuration selects layers by a pattern that cannot be matched.
  CONFIG_PATTERN(Severity.WARNING),
  /// Scales are far from those of the same weight in other layers.
  SCALE_OUTLIER(Severity.INFO);

  private final Severity severity;

  FindingCode(Severity severity) {
    this.severity = severity;
  }

  public Severity severity() {
    return severity;
  }
}
