package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.jhdf.Constants;
import io.jhdf.Utils;
import io.jhdf.checksum.ChecksumUtils;

/// Reads objects of a fractal heap, which contains the links or attributes of a large group. The
/// reader of jHDF supports neither nested nor absent blocks, nor several huge objects.
final class ObjectHeap {

  private static final int HEADER_SIGNATURE = 0x50485246;
  private static final int INDIRECT_SIGNATURE = 0x42494846;
  private static final int DIRECT_SIGNATURE = 0x42444846;
  private static final int PREFIX_BYTES = 5;
  private static final int CHECKSUM_BYTES = 4;
  private static final int MAX_HUGE_OBJECTS = 10_000;

  // The kinds of objects, in the first byte of an identifier.
  private static final int MANAGED = 0;
  private static final int HUGE = 1;
  private static final int TINY = 2;

  private final Hdf5Storage storage;
  private final long address;
  private final long hugeTree;
  private final int width;
  private final long startBytes;
  private final long maxDirectBytes;
  private final int offsetBytes;
  private final int lengthBytes;
  private final long root;
  private final int rootRows;

  /// The blocks by their addresses.
  private final Map<Long, ByteBuffer> blocks = new HashMap<>();

  /// The identifiers of huge objects with their addresses and lengths; read on demand.
  private Map<Long, ByteBuffer> hugeObjects;

  /// @throws Hdf5Storage.LimitException if the blocks are compressed
  /// @throws RuntimeException if the heap is malformed
  ObjectHeap(Hdf5Storage storage, long address) {
    this.storage = storage;
    this.address = address;
    int sizes = storage.getSizeOfLengths();
    int byteCount = 26 + 12 * sizes + 3 * storage.getSizeOfOffsets();
    ByteBuffer header = block(address, byteCount, HEADER_SIGNATURE);
    header.position(PREFIX_BYTES + 2);
    if (header.getShort() != 0) {
      throw new Hdf5Storage.LimitException("compressed names are not supported");
    }
    ChecksumUtils.validateChecksum(header.duplicate().order(ByteOrder.LITTLE_ENDIAN).rewind());
    header.get();
    long maxManaged = Integer.toUnsignedLong(header.getInt());
    length(header);
    hugeTree = offset(header);
    length(header);
    offset(header);
    header.position(header.position() + 8 * sizes);
    width = Short.toUnsignedInt(header.getShort());
    startBytes = length(header);
    maxDirectBytes = length(header);
    offsetBytes = Math.ceilDiv(Short.toUnsignedInt(header.getShort()), Byte.SIZE);
    lengthBytes = Math.ceilDiv(widthOf(Math.min(maxDirectBytes, maxManaged)), Byte.SIZE);
    header.getShort();
    root = offset(header);
    rootRows = Short.toUnsignedInt(header.getShort());
    if (Integer.bitCount(width) != 1
        || Long.bitCount(startBytes) != 1
        || Long.bitCount(maxDirectBytes) != 1
        || startBytes > maxDirectBytes
        || offsetBytes > Long.BYTES) {
      throw new IllegalArgumentException("a heap is invalid");
    }
  }

  private long length(ByteBuffer bytes) {
    return Utils.readBytesAsUnsignedLong(bytes, storage.getSizeOfLengths());
  }

  private long offset(ByteBuffer bytes) {
    return Utils.readBytesAsUnsignedLong(bytes, storage.getSizeOfOffsets());
  }

  private ByteBuffer block(long address, long byteCount, int signature) {
    ByteBuffer bytes = blocks.computeIfAbsent(address, at -> storage.map(at, byteCount));
    if (bytes.limit() != byteCount || bytes.getInt(0) != signature || bytes.get(4) != 0) {
      throw new IllegalArgumentException("a block of a heap has no signature");
    }
    return bytes;
  }

  /// Returns the bytes of an object.
  ///
  /// @throws Hdf5Storage.LimitException if it is stored in an unsupported way
  /// @throws RuntimeException if the heap is malformed
  ByteBuffer object(ByteBuffer id) {
    ByteBuffer bytes = id.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int kind = bytes.get() >> 4;
    return switch (kind) {
      case MANAGED -> {
        long at = Utils.readBytesAsUnsignedLong(bytes, offsetBytes);
        int length = Utils.readBytesAsUnsignedInt(bytes, lengthBytes);
        yield rootRows == 0
            ? object(root, startBytes, at, length)
            : managed(root, rootRows, at, length);
      }
      case HUGE -> huge(bytes);
      case TINY -> throw new Hdf5Storage.LimitException("names in identifiers are not supported");
      default -> throw new IllegalArgumentException("the kind %d is unknown".formatted(kind));
    };
  }

  /// Returns an object below an indirect block.
  ///
  /// @param rows the number of rows of child blocks, whose sizes double from the third one
  /// @param at the offset of the object from the first byte of the space of the block
  private ByteBuffer managed(long block, int rows, long at, int length) {
    long rowBytes = width * startBytes;
    int row = widthOf(at / rowBytes);
    long size = row == 0 ? startBytes : startBytes << row - 1;
    long inRow = row == 0 ? at : at - (rowBytes << row - 1);
    if (row >= rows || size <= 0) {
      throw new IllegalArgumentException("an object is outside its heap");
    }
    int header = PREFIX_BYTES + storage.getSizeOfOffsets() + offsetBytes;
    int pointers = rows * width * storage.getSizeOfOffsets();
    ByteBuffer bytes = block(block, header + pointers + CHECKSUM_BYTES, INDIRECT_SIGNATURE);
    int column = (int) (inRow / size);
    ByteBuffer pointer = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    pointer.position(header + (row * width + column) * storage.getSizeOfOffsets());
    long child = offset(pointer);
    if (child == Constants.UNDEFINED_ADDRESS) {
      throw new IllegalArgumentException("an object is outside its heap");
    }
    long inChild = inRow % size;
    // Rows 0 and 1 have blocks of the smallest size, and all rows before one have its size.
    return size <= maxDirectBytes
        ? object(child, size, inChild, length)
        : managed(child, widthOf(size / rowBytes), inChild, length);
  }

  /// Returns the number of bits.
  private static int widthOf(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }

  private ByteBuffer object(long block, long blockBytes, long at, int length) {
    ByteBuffer bytes = block(block, blockBytes, DIRECT_SIGNATURE);
    return bytes.slice(Math.toIntExact(at), length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private ByteBuffer huge(ByteBuffer id) {
    if (hugeTree == Constants.UNDEFINED_ADDRESS) {
      throw new Hdf5Storage.LimitException("huge objects in identifiers are not supported");
    }
    int offsets = storage.getSizeOfOffsets();
    int lengths = storage.getSizeOfLengths();
    if (hugeObjects == null) {
      hugeObjects = new HashMap<>();
      for (ByteBuffer each : RecordTree.records(storage, hugeTree, MAX_HUGE_OBJECTS)) {
        ByteBuffer key = each.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        key.position(offsets + lengths);
        hugeObjects.put(Utils.readBytesAsUnsignedLong(key, lengths), each);
      }
    }
    ByteBuffer place =
        hugeObjects.get(Utils.readBytesAsUnsignedLong(id, Math.min(lengths, id.remaining())));
    if (place == null) {
      throw new IllegalArgumentException("an object is outside its heap");
    }
    ByteBuffer bytes = place.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    long begin = offset(bytes);
    return storage.map(begin, length(bytes));
  }
}
