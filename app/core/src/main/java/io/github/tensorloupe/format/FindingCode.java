package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Spelled;

/// Every kind of finding. The kebab-case spelling is stable: scripts may depend on it.
public enum FindingCode implements Spelled {
  // The file as such.
  /// There is nothing at the path.
  NOT_FOUND(Severity.ERROR),
  /// The path may not be read by this user.
  NO_PERMISSION(Severity.ERROR),
  /// Reading failed for another reason.
  READ_FAILED(Severity.ERROR),
  /// The header needs more memory than this program may use.
  NOT_ENOUGH_MEMORY(Severity.ERROR),
  /// The file changed or shrank while it was open.
  FILE_CHANGED(Severity.ERROR),
  /// A save was interrupted and has to be recovered from.
  INTERRUPTED_SAVE(Severity.ERROR),
  /// Another program is saving the file at this moment.
  SAVE_UNDER_WAY(Severity.WARNING),
  /// A folder without any safetensors file.
  NO_SAFETENSORS(Severity.ERROR),
  /// It is another kind of file: a Git LFS pointer, a web page, an archive ...
  WRONG_KIND(Severity.ERROR),

  // Why the reference refuses it.
  /// The file is shorter than the 8 bytes of the header length.
  HEADER_TOO_SMALL(Severity.ERROR),
  /// The header length is above the reference's limit.
  HEADER_TOO_LARGE(Severity.ERROR),
  /// The header reaches beyond the end of the file.
  INVALID_HEADER_LENGTH(Severity.ERROR),
  /// The header is not well-formed UTF-8.
  INVALID_UTF8(Severity.ERROR),
  /// The header is not JSON of the required form.
  INVALID_JSON(Severity.ERROR),
  /// A tensor does not begin where the one before it ends, or ends before it begins.
  INVALID_OFFSET(Severity.ERROR),
  /// A shape times the element width leaves 64 bits.
  SIZE_OVERFLOW(Severity.ERROR),
  /// A tensor of a sub-byte dtype does not fill whole bytes.
  MISALIGNED_SLICE(Severity.ERROR),
  /// A tensor's data offsets span another size than its shape and dtype.
  SIZE_MISMATCH(Severity.ERROR),
  /// The file ends before its tensors do.
  TRUNCATED(Severity.ERROR),
  /// The file goes on after its last tensor.
  TRAILING_BYTES(Severity.ERROR),
  /// Values are not read, because too many tensors share the same bytes.
  SHARED_BYTES(Severity.ERROR),
  /// More findings of these kinds were left out.
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
  /// The header is padded with something else than spaces.
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
  /// A shard that the index names is not there.
  SHARD_MISSING(Severity.ERROR),
  /// A shard that the index names is refused or cannot be read.
  SHARD_REFUSED(Severity.ERROR),
  /// The index is not JSON of the required form.
  INDEX_UNUSABLE(Severity.ERROR),
  /// The index names no tensor.
  INDEX_EMPTY(Severity.WARNING),
  /// The index names a shard outside its own folder.
  UNSAFE_SHARD_NAME(Severity.ERROR),
  /// The numbers in the names of the shards have a gap, or are beyond the count in the names.
  SHARD_NUMBER_GAP(Severity.ERROR),
  /// A file is named like a shard of the set, but the index does not name it.
  SHARD_NOT_IN_INDEX(Severity.WARNING),
  /// The index names a tensor that is in no shard.
  TENSOR_NOT_IN_SHARD(Severity.ERROR),
  /// A tensor is in a shard, but the index does not name it.
  TENSOR_NOT_IN_INDEX(Severity.WARNING),
  /// A tensor is not in the shard that the index names, but in another one.
  TENSOR_IN_OTHER_SHARD(Severity.ERROR),
  /// A tensor is in more than one shard; which one a loader takes is chance.
  TENSOR_IN_TWO_SHARDS(Severity.ERROR),
  /// The index gives another size than its tensors have together.
  TOTAL_SIZE_WRONG(Severity.WARNING),
  /// Shards of one set, or one tensor in several shards, have different dtypes.
  DTYPES_DISAGREE(Severity.WARNING),
  /// The shards of one set have different metadata.
  METADATA_DISAGREE(Severity.INFO),
  /// The set was saved by several processes, each with its share of the tensors, so that one tensor
  /// in several files is as it should be.
  DISTRIBUTED_CHECKPOINT(Severity.INFO),

  // What the surroundings promise.
  /// The hash in the metadata is that of nothing at all, a fault of the program that wrote it.
  HASH_OF_NOTHING(Severity.WARNING),

  // The values of a tensor.
  /// Some values are not numbers.
  NAN(Severity.ERROR),
  /// Some values are infinite.
  INF(Severity.ERROR),
  /// All values are zero.
  ALL_ZERO(Severity.WARNING),
  /// All values are the same number, and it is not zero.
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
  /// A scale is zero where codes are not.
  SCALE_ZERO(Severity.WARNING),
  /// A scale is negative.
  SCALE_NEGATIVE(Severity.WARNING),
  /// A part of a quantized weight has a shape that does not fit its codes.
  SCALE_SHAPE(Severity.ERROR),
  /// A part of a quantized weight has a dtype that its scheme does not have.
  SCALE_DTYPE(Severity.ERROR),
  /// The shape of codes contradicts the shape that is stored beside them.
  CODE_SHAPE(Severity.ERROR),
  /// The metadata or the configuration name another format than the codes have.
  CODE_DTYPE(Severity.ERROR),
  /// A code is NaN.
  CODE_NAN(Severity.ERROR),
  /// Many codes are the largest there are.
  CODES_SATURATED(Severity.WARNING),
  /// The index of groups has the wrong length, or names a group that is not there.
  GROUP_INDEX(Severity.ERROR),
  /// The zero points seem to be of the other version of GPTQ than the configuration names.
  GPTQ_ZERO_OFFSET(Severity.WARNING),
  /// A scale of blocks has a name that loaders do not look for.
  SCALE_SUFFIX(Severity.WARNING),
  /// A scale has no weight.
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

  /// The severity of findings of this kind.
  public Severity severity() {
    return severity;
  }
}
