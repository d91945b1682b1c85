package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Writes the header of a new file with the same bytes as the reference library: tensors in
/// descending order of dtype, then by name; contiguous data; compact JSON padded with spaces to a
/// multiple of 8.
///
/// Unlike the reference library, preserves the order of the metadata, and refuses headers that the
/// reference library cannot read back.
public final class HeaderWriter {

  private static final Comparator<TensorSpec> DATA_ORDER =
      Comparator.comparing(TensorSpec::dtype)
          .reversed()
          .thenComparing(TensorSpec::name, NameOrder::compare);

  private static final int ALIGNMENT = 8;

  private HeaderWriter() {}

  /// Assigns the data offsets and writes the header.
  ///
  /// @param specs the tensors, in any order
  /// @param metadata the metadata, written even if the map is empty; empty to omit `__metadata__`
  /// @throws UnwritableHeaderException if a name is repeated or is `__metadata__`, a tensor does
  ///   not fill whole bytes, a size or the header is too large, or a text contains an unpaired
  ///   surrogate
  public static WrittenHeader write(Collection<TensorSpec> specs, Optional<Metadata> metadata)
      throws UnwritableHeaderException {
    return write(specs, metadata, ALIGNMENT);
  }

  /// @param alignment the file offset of the data buffer is a multiple of this power of two, at
  ///   least 8; otherwise as [#write(Collection, Optional)]
  public static WrittenHeader write(
      Collection<TensorSpec> specs, Optional<Metadata> metadata, int alignment)
      throws UnwritableHeaderException {
    List<TensorSpec> ordered = new ArrayList<>(specs);
    ordered.sort(DATA_ORDER);
    List<TensorInfo> placed = place(ordered);
    JsonOutput json = new JsonOutput();
    json.raw("{");
    String separator = "";
    if (metadata.isPresent()) {
      writeMetadata(json, metadata.get());
      separator = ",";
    }
    for (TensorInfo tensor : placed) {
      json.raw(separator);
      writeEntry(json, tensor);
      separator = ",";
    }
    json.raw("}");
    while ((Preface.BYTE_COUNT + json.byteCount()) % alignment != 0) {
      json.raw(" ");
    }
    ByteBuffer bytes = ByteBuffer.allocate(Preface.BYTE_COUNT + json.byteCount());
    bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(json.byteCount()).put(json.toBytes());
    // Empty tensors have the same begin as the next tensor, so offset order may differ from data
    // order.
    placed.sort(Comparator.naturalOrder());
    return new WrittenHeader(bytes.array(), new Header(placed, metadata));
  }

  private static List<TensorInfo> place(List<TensorSpec> ordered) throws UnwritableHeaderException {
    Set<String> names = HashSet.newHashSet(ordered.size());
    List<TensorInfo> placed = new ArrayList<>(ordered.size());
    long begin = 0;
    for (TensorSpec spec : ordered) {
      if (spec.name().equals(HeaderParser.METADATA_KEY)) {
        throw new UnwritableHeaderException("A tensor cannot be named \"{0}\".", spec.name());
      }
      if (!names.add(spec.name())) {
        throw new UnwritableHeaderException(
            "Two tensors are named \"{0}\".", DisplayText.of(spec.name()));
      }
      long end = begin + byteCount(spec);
      if (end < begin || end > Long.MAX_VALUE - Preface.BYTE_COUNT - Preface.MAX_HEADER_LENGTH) {
        throw new UnwritableHeaderException(
            "The tensors up to \"{0}\" need more bytes than a file can have.",
            DisplayText.of(spec.name()));
      }
      placed.add(new TensorInfo(spec.name(), spec.dtype(), spec.shape(), begin, end));
      begin = end;
    }
    return placed;
  }

  private static long byteCount(TensorSpec spec) throws UnwritableHeaderException {
    OptionalLong bitCount = spec.shape().bitCount(spec.dtype());
    if (bitCount.isEmpty()) {
      throw unwritable(spec, "is too large for 64 bits");
    }
    if (bitCount.getAsLong() % Byte.SIZE != 0) {
      throw unwritable(spec, "does not fill whole bytes");
    }
    return bitCount.getAsLong() >>> 3;
  }

  private static UnwritableHeaderException unwritable(TensorSpec spec, String reason) {
    return new UnwritableHeaderException(
        "The tensor \"{0}\" of shape {1} and dtype {2} {3}.",
        DisplayText.of(spec.name()),
        DisplayText.of(spec.shape().toString()),
        spec.dtype(),
        Sentence.of(reason));
  }

  private static void writeMetadata(JsonOutput json, Metadata metadata)
      throws UnwritableHeaderException {
    json.string(HeaderParser.METADATA_KEY);
    json.raw(":{");
    boolean isFirst = true;
    for (Map.Entry<String, String> entry : metadata.entries().entrySet()) {
      json.raw(isFirst ? "" : ",");
      json.string(entry.getKey());
      json.raw(":");
      json.string(entry.getValue());
      isFirst = false;
    }
    json.raw("}");
  }

  private static void writeEntry(JsonOutput json, TensorInfo tensor)
      throws UnwritableHeaderException {
    json.string(tensor.name());
    json.raw(":{\"dtype\":\"" + tensor.dtype() + "\",\"shape\":");
    json.raw(tensor.shape().toString().replace(" ", ""));
    json.raw(",\"data_offsets\":[" + tensor.begin() + "," + tensor.end() + "]}");
  }
}
