package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.jhdf.object.message.FilterPipelineMessage.FilterInfo;

/// The filters that were applied to each chunk of a dataset, in the order of writing.
final class Filters {

  static final int DEFLATE = 1;
  static final int SHUFFLE = 2;
  static final int FLETCHER32 = 3;

  private static final int CHECKSUM_BYTES = 4;

  /// Additions of 16-bit words before a 32-bit sum could overflow.
  private static final int MAX_UNREDUCED_WORDS = 360;

  private final List<FilterInfo> filters;

  Filters(List<FilterInfo> filters) {
    this.filters = filters;
  }

  boolean isEmpty() {
    return filters.isEmpty();
  }

  /// Returns the name or number of a filter that cannot be reversed, or empty.
  Optional<String> unsupported() {
    return filters.stream()
        .filter(filter -> filter.getId() < DEFLATE || filter.getId() > FLETCHER32)
        .map(filter -> filter.getName() + " (" + filter.getId() + ")")
        .findFirst();
  }

  /// Reverses the filters.
  ///
  /// @param skipped bit i: the filter i was not applied to this chunk
  /// @param byteCount the length of the decoded chunk
  /// @throws ZipException if the chunk is damaged
  byte[] decode(byte[] chunk, int skipped, int byteCount) throws ZipException {
    byte[] bytes = chunk;
    for (int i = filters.size() - 1; i >= 0; i--) {
      if ((skipped >> i & 1) == 0) {
        bytes =
            switch (filters.get(i).getId()) {
              case DEFLATE -> inflate(bytes, byteCount + CHECKSUM_BYTES * i);
              case SHUFFLE -> unshuffle(bytes, filters.get(i).getData());
              default -> withoutChecksum(bytes);
            };
      }
    }
    if (bytes.length != byteCount) {
      throw new ZipException("expected " + byteCount + " bytes, found " + bytes.length);
    }
    return bytes;
  }

  private static byte[] inflate(byte[] bytes, int maxByteCount) throws ZipException {
    byte[] inflated = new byte[maxByteCount];
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(bytes);
      int count = 0;
      while (!inflater.finished()) {
        int more = inflater.inflate(inflated, count, inflated.length - count);
        if (more == 0 && !inflater.finished()) {
          throw new ZipException(
              inflater.needsInput() ? "the compressed data is cut off" : "too much data");
        }
        count += more;
      }
      return count == maxByteCount ? inflated : Arrays.copyOf(inflated, count);
    } catch (DataFormatException e) {
      throw (ZipException) new ZipException(e.getMessage()).initCause(e);
    } finally {
      inflater.end();
    }
  }

  /// Restores the order of bytes that are grouped by their position in an element.
  private static byte[] unshuffle(byte[] bytes, int[] parameters) {
    int width = parameters.length == 0 ? 1 : parameters[0];
    if (width <= 1 || width > bytes.length) {
      return bytes;
    }
    byte[] out = bytes.clone();
    int elementCount = bytes.length / width;
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < elementCount; j++) {
        out[j * width + i] = bytes[i * elementCount + j];
      }
    }
    return out;
  }

  private static byte[] withoutChecksum(byte[] bytes) throws ZipException {
    int length = bytes.length - CHECKSUM_BYTES;
    if (length < 0) {
      throw new ZipException("the checksum is missing");
    }
    int stored = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(length);
    int computed = fletcher32(bytes, length);
    // Old versions of the library swapped the bytes of both halves on little-endian processors.
    if (stored != computed && stored != Integer.rotateLeft(Integer.reverseBytes(computed), 16)) {
      throw new ZipException("expected the checksum %08x, found %08x".formatted(stored, computed));
    }
    return Arrays.copyOf(bytes, length);
  }

  private static int fletcher32(byte[] bytes, int length) {
    int first = 0;
    int second = 0;
    for (int i = 0; i < length; i += 2) {
      int low = i + 1 < length ? bytes[i + 1] & 0xFF : 0;
      first += (bytes[i] & 0xFF) << Byte.SIZE | low;
      second += first;
      if ((i / 2 + 1) % MAX_UNREDUCED_WORDS == 0) {
        first = reduce(first);
        second = reduce(second);
      }
    }
    return reduce(reduce(second)) << Short.SIZE | reduce(reduce(first));
  }

  private static int reduce(int sum) {
    return (sum & 0xFFFF) + (sum >>> Short.SIZE);
  }
}
