package io.github.tensorloupe.format;

import io.github.tensorloupe.text.Spelled;

/// The kinds of findings. Their kebab-case spelling is stable: scripts depend on it.
public enum FindingCode implements Spelled {
  // The file itself.
  NOT_FOUND(Severity.ERROR),
  NO_PERMISSION(Severity.ERROR),
  READ_FAILED(Severity.ERROR),
  NOT_ENOUGH_MEMORY(Severity.ERROR),
  FILE_CHANGED(Severity.ERROR),
  /// A save was interrupted; the file must be recovered.
  INTERRUPTED_SAVE(Severity.ERROR),
  SAVE_UNDER_WAY(Severity.WARNING),
  NO_SAFETENSORS(Severity.ERROR),
  /// The file has another type, such as a Git LFS pointer, a web page or an archive.
  WRONG_KIND(Severity.ERROR),

  // Files of other formats.
  /// The file is a checkpoint in another format, which is shown but not edited.
  FOREIGN_FORMAT(Severity.INFO),
  /// A pickle names a function that can execute anything.
  PICKLE_DANGEROUS_GLOBAL(Severity.ERROR),
  /// A pickle names a class or function that is not known to be harmless.
  PICKLE_UNKNOWN_GLOBAL(Severity.WARNING),
  PICKLE_INERT_GLOBAL(Severity.INFO),
  PICKLE_MALFORMED(Severity.ERROR),
  /// A pickle exceeds a limit of this program.
  PICKLE_LIMIT(Severity.ERROR),
  PICKLE_TRAILING_DATA(Severity.WARNING),
  PICKLE_CYCLE(Severity.INFO),
  ZIP_TRUNCATED(Severity.ERROR),
  ZIP_MALFORMED(Severity.ERROR),
  ZIP_DUPLICATE_NAME(Severity.ERROR),
  ZIP_AMBIGUOUS(Severity.ERROR),
  /// The header before the data of an entry contradicts the directory.
  ZIP_HEADER_MISMATCH(Severity.ERROR),
  ZIP_OVERLAP(Severity.ERROR),
  ZIP_ENCRYPTED(Severity.ERROR),
  /// An entry is compressed by an unsupported method.
  ZIP_METHOD(Severity.ERROR),
  ZIP_SIZE(Severity.ERROR),
  ZIP_CRC(Severity.ERROR),
  ZIP_UNSAFE_PATH(Severity.WARNING),
  ZIP_COMPRESSED(Severity.INFO),
  ZIP_NO_CRC(Severity.INFO),
  STORAGE_MISSING(Severity.ERROR),
  STORAGE_SIZE(Severity.ERROR),
  TENSOR_OUT_OF_BOUNDS(Severity.ERROR),
  /// The dtype or layout of a tensor cannot be represented.
  TENSOR_UNSUPPORTED(Severity.WARNING),
  /// A small storage is repeated to a large tensor.
  TENSOR_EXPANDED(Severity.WARNING),
  SHARED_TENSOR(Severity.INFO),
  NAME_COLLISION(Severity.WARNING),
  NPY_MALFORMED(Severity.ERROR),
  NPY_TRAILING_DATA(Severity.INFO),
  NPZ_OTHER_ENTRY(Severity.INFO),
  GGUF_VERSION(Severity.ERROR),
  GGUF_MALFORMED(Severity.ERROR),
  GGUF_ALIGNMENT(Severity.ERROR),
  GGUF_TENSOR_TYPE(Severity.ERROR),
  GGUF_OVERLAP(Severity.ERROR),
  DUPLICATE_TENSOR(Severity.ERROR),
  HDF5_MALFORMED(Severity.ERROR),
  /// A structure of an HDF5 file exceeds a limit or uses an unsupported feature, so tensors may be
  /// missing.
  HDF5_UNSUPPORTED(Severity.ERROR),
  /// An HDF5 file names other files, which are not opened.
  HDF5_EXTERNAL(Severity.WARNING),
  /// A layer in an HDF5 file of Keras contains a compiled function, which Keras runs.
  KERAS_CODE(Severity.ERROR),
  /// The configuration of a Keras model names a Python module that may be harmless.
  KERAS_MODULE(Severity.WARNING),
  /// A PyTorch archive contains a program, which PyTorch may run when it loads the file.
  TORCH_PROGRAM(Severity.WARNING),
  FLAX_MALFORMED(Severity.ERROR),

  // Errors of the reference library.
  /// The file is shorter than the 8 bytes of the header length.
  HEADER_TOO_SMALL(Severity.ERROR),
  HEADER_TOO_LARGE(Severity.ERROR),
  /// The header extends beyond the end of the file.
  INVALID_HEADER_LENGTH(Severity.ERROR),
  INVALID_UTF8(Severity.ERROR),
  INVALID_JSON(Severity.ERROR),
  /// A tensor does not begin at the end of the preceding tensor, or its end is below its begin.
  INVALID_OFFSET(Severity.ERROR),
  /// The size computed from shape and dtype exceeds 64 bits.
  SIZE_OVERFLOW(Severity.ERROR),
  /// A tensor with a sub-byte dtype does not fill whole bytes.
  MISALIGNED_SLICE(Severity.ERROR),
  /// The data offsets of a tensor do not match its shape and dtype.
  SIZE_MISMATCH(Severity.ERROR),
  TRUNCATED(Severity.ERROR),
  TRAILING_BYTES(Severity.ERROR),
  /// Too many tensors share the same bytes, so values are not read.
  SHARED_BYTES(Severity.ERROR),
  MORE_FINDINGS(Severity.ERROR),

  // Violations that the reference library accepts.
  /// A tensor name is repeated; the last entry counts.
  DUPLICATE_NAME(Severity.WARNING),
  /// A metadata key is repeated; the last entry counts.
  DUPLICATE_METADATA_KEY(Severity.WARNING),
  LEADING_WHITESPACE(Severity.WARNING),
  /// A tensor entry or its dtype has a form that some readers refuse.
  UNUSUAL_ENTRY(Severity.WARNING),

  // Possible problems for some loaders.
  NON_SPACE_PADDING(Severity.INFO),
  /// The data buffer does not start at a multiple of 8.
  MISALIGNED_DATA(Severity.INFO),
  /// The header is longer than 25 MB.
  LARGE_HEADER(Severity.INFO),
  /// The metadata does not name the framework, which loaders of this kind of checkpoint require.
  MISSING_FORMAT(Severity.INFO),
  /// A tensor entry has fields that readers ignore.
  UNKNOWN_FIELD(Severity.INFO),

  /// The metadata contains secrets or personal data. Only an info if it was not searched
  /// completely.
  METADATA_SECRET(Severity.WARNING, true),

  // Sets of shards.
  SHARD_MISSING(Severity.ERROR),
  SHARD_REFUSED(Severity.ERROR),
  INDEX_UNUSABLE(Severity.ERROR),
  INDEX_EMPTY(Severity.WARNING),
  UNSAFE_SHARD_NAME(Severity.ERROR),
  /// The shard numbers in the file names have a gap or exceed the count in the names.
  SHARD_NUMBER_GAP(Severity.ERROR),
  SHARD_NOT_IN_INDEX(Severity.WARNING),
  /// Shards of the index are missing, but the folder contains all weights in other files.
  INDEX_STALE(Severity.WARNING),
  TENSOR_NOT_IN_SHARD(Severity.ERROR),
  TENSOR_NOT_IN_INDEX(Severity.WARNING),
  TENSOR_IN_OTHER_SHARD(Severity.ERROR),
  /// A tensor is in more than one shard. Which one is loaded depends on the loader.
  TENSOR_IN_TWO_SHARDS(Severity.ERROR),
  TOTAL_SIZE_WRONG(Severity.WARNING),
  DTYPES_DISAGREE(Severity.WARNING),
  METADATA_DISAGREE(Severity.INFO),
  /// Files next to a set contain the same weights.
  WEIGHTS_TWICE(Severity.INFO),
  /// A single file next to a set contains other weights, but loaders prefer it to the set.
  SINGLE_FILE_PREFERRED(Severity.WARNING),
  /// The set was saved by several processes. A tensor may be in several files.
  DISTRIBUTED_CHECKPOINT(Severity.INFO),

  // Expected hashes.
  /// The hash in the metadata is the hash of empty input, due to a bug in the writing program.
  HASH_OF_NOTHING(Severity.WARNING),

  // The values of a tensor.
  NAN(Severity.ERROR),
  INF(Severity.ERROR),
  /// Only an info for tensors that are initially zero.
  ALL_ZERO(Severity.WARNING, true),
  /// Only an info for tensors that are initially one.
  CONSTANT(Severity.WARNING, true),
  /// Whole pages of 4 KiB consist of zeros.
  ZERO_PAGES(Severity.WARNING),
  /// Bytes of a BOOL tensor are neither 0 nor 1.
  INVALID_BOOL(Severity.WARNING),
  /// All rows along the first axis are equal, but not all values.
  EQUAL_ROWS(Severity.INFO),
  /// Stored positions of an embedding are not 0, 1, 2 …
  POSITION_IDS(Severity.WARNING),
  /// A matrix is much larger or smaller than the same weight in the other layers.
  LAYER_OUTLIER(Severity.WARNING),

  // Quantized weights.
  /// A scale required to compute the values is missing.
  SCALE_MISSING(Severity.ERROR),
  /// Zero points or biases required to compute the values are missing.
  ZERO_POINT_MISSING(Severity.ERROR),
  /// The bitsandbytes state of a weight is missing. It contains the shape of the weight.
  QUANT_STATE_MISSING(Severity.ERROR),
  /// A number used to compute values is NaN.
  SCALE_NAN(Severity.ERROR),
  /// A number used to compute values is infinite.
  SCALE_INF(Severity.ERROR),
  SCALE_ZERO(Severity.WARNING),
  SCALE_NEGATIVE(Severity.WARNING),
  /// A part of a quantized weight has a shape that does not match the codes.
  SCALE_SHAPE(Severity.ERROR),
  /// A part of a quantized weight has a dtype that its scheme does not allow.
  SCALE_DTYPE(Severity.ERROR),
  /// The shape of the codes does not match the stored shape of the weight.
  CODE_SHAPE(Severity.ERROR),
  /// The format of the codes differs from the format in the metadata or the configuration.
  CODE_DTYPE(Severity.ERROR),
  CODE_NAN(Severity.ERROR),
  /// Many codes have the largest possible value.
  CODES_SATURATED(Severity.WARNING),
  /// The group index has the wrong length, contains an invalid group, or is not used.
  GROUP_INDEX(Severity.ERROR, true),
  /// The zero points appear to be stored in another GPTQ version than the configuration states.
  GPTQ_ZERO_OFFSET(Severity.WARNING),
  /// A block scale has a name that loaders do not recognize.
  SCALE_SUFFIX(Severity.WARNING),
  SCALE_ORPHANED(Severity.WARNING),
  /// Several parts of a quantized weight exist, but not its codes.
  CODES_MISSING(Severity.ERROR),
  /// Weights that loaders fuse have different global scales.
  SCALE_FUSED(Severity.WARNING),
  /// An unquantized weight has a scale.
  SCALE_STALE(Severity.WARNING),
  /// A weight has no input scale, although other weights have one.
  INPUT_SCALE_MISSING(Severity.WARNING),
  /// The shape of a scale fits two layouts.
  LAYOUT_AMBIGUOUS(Severity.WARNING),
  /// The metadata lists a quantized layer that is not in the file.
  LAYER_ABSENT(Severity.WARNING),
  CONFIG_MISSING(Severity.WARNING),
  /// A configuration describes quantized weights, but no weight is quantized.
  CONFIG_STALE(Severity.WARNING),
  /// The weights are quantized by an unsupported method.
  CONFIG_QUANTIZATION_UNKNOWN(Severity.INFO),
  /// A pattern in a configuration is invalid or exceeds the matching limit.
  CONFIG_PATTERN(Severity.WARNING),
  /// A configuration exists but cannot be read.
  CONFIG_UNREADABLE(Severity.ERROR),
  /// Scales differ strongly from the scales of the same weight in other layers.
  SCALE_OUTLIER(Severity.INFO),

  // The configuration and the tensors.
  /// Two keys of the configuration contradict each other.
  CONFIG_INCONSISTENT(Severity.ERROR, true),
  /// No tensor belongs to the configured architecture.
  CONFIG_FAMILY(Severity.ERROR),
  /// Loaders do not find the tensors, because their names begin with another prefix.
  CONFIG_PREFIX(Severity.ERROR, true),
  CONFIG_LAYERS_MISSING(Severity.ERROR),
  CONFIG_LAYERS_EXTRA(Severity.WARNING),
  /// A layer lacks a tensor that the other layers have.
  CONFIG_LAYER_INCOMPLETE(Severity.ERROR),
  CONFIG_HEAD_MISSING(Severity.ERROR, true),
  /// A head is stored that differs from the embedding to which it is tied.
  CONFIG_HEAD_DIFFERS(Severity.WARNING),
  /// A head is stored that equals the embedding to which it is tied.
  CONFIG_HEAD_REDUNDANT(Severity.INFO),
  /// A head is stored, although it is tied to the embedding; their values were not compared.
  CONFIG_HEAD_STORED(Severity.INFO),
  CONFIG_EMBEDDING_MISSING(Severity.ERROR, true),
  CONFIG_VOCABULARY(Severity.ERROR),
  CONFIG_HIDDEN_SIZE(Severity.ERROR),
  CONFIG_INTERMEDIATE_SIZE(Severity.ERROR),
  CONFIG_HEADS(Severity.ERROR),
  CONFIG_POSITIONS(Severity.ERROR),
  CONFIG_LABELS(Severity.ERROR),
  CONFIG_BIAS(Severity.ERROR, true),
  CONFIG_EXPERTS_MISSING(Severity.ERROR),
  CONFIG_EXPERTS_EXTRA(Severity.ERROR),
  /// Layers for multi-token prediction are promised, but missing or incomplete.
  CONFIG_MTP_MISSING(Severity.WARNING),
  CONFIG_MTP_UNUSED(Severity.INFO),
  /// A tower, an encoder, a decoder or a projector is promised, but not stored.
  CONFIG_TOWER_MISSING(Severity.ERROR),
  CONFIG_TOWER_UNUSED(Severity.INFO),
  CONFIG_DTYPE(Severity.INFO),
  /// The tokenizer has tokens without a row in the embedding.
  CONFIG_TOKENIZER(Severity.WARNING),
  CONFIG_QUANTIZATION_BITS(Severity.ERROR),
  CONFIG_QUANTIZATION_GROUP(Severity.ERROR),
  /// A module is quantized that the configuration excludes, or vice versa.
  CONFIG_QUANTIZATION_MODULES(Severity.ERROR, true),
  CONFIG_ADAPTER_RANK(Severity.ERROR),
  CONFIG_ADAPTER_MODULES(Severity.ERROR, true);

  private final Severity severity;
  private final boolean isGraded;

  FindingCode(Severity severity) {
    this(severity, false);
  }

  FindingCode(Severity severity, boolean isGraded) {
    this.severity = severity;
    this.isGraded = isGraded;
  }

  /// Returns the severity, or the highest severity if it depends on the finding.
  public Severity severity() {
    return severity;
  }

  /// Returns true if the severity depends on the finding.
  public boolean isGraded() {
    return isGraded;
  }

  /// Returns true for findings about the quantization settings of a configuration file.
  public boolean isAboutQuantizationSettings() {
    return name().startsWith("CONFIG_QUANTIZATION_");
  }

  /// Returns true for findings about a configuration file, such as `config.json`.
  public boolean isAboutConfiguration() {
    return name().startsWith("CONFIG_");
  }
}
