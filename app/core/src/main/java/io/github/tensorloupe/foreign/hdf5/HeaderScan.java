package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.jhdf.Utils;

/// Finds the reason why jHDF refuses the header of a dataset.
final class HeaderScan {

  /// A property of a dataset that jHDF does not support.
  enum Obstacle {
    /// The values are in other files.
    EXTERNAL,
    /// The type is opaque. jHDF expects a zero after its name, which need not exist.
    OPAQUE,
    /// A dimension exceeds 31 bits.
    LARGE
  }

  /// A part of a header.
  private record Block(long address, long byteCount) {}

  private static final int DATASPACE = 1;
  private static final int DATATYPE = 3;
  private static final int EXTERNAL_FILES = 7;
  private static final int LAYOUT = 8;
  private static final int CONTINUATION = 16;
  private static final int OPAQUE_CLASS = 5;
  private static final int VIRTUAL_LAYOUT = 3;
  private static final int MAX_BLOCKS = 1000;

  private static final int PREFIX_BYTES = 16;
  private static final int SIGNATURE_BYTES = 4;

  private final Hdf5Storage storage;
  private final Deque<Block> blocks = new ArrayDeque<>();
  private final Set<Obstacle> obstacles = EnumSet.noneOf(Obstacle.class);

  /// Bytes before the data of a message, in the order of the format.
  private final int messageHeaderBytes;

  private final boolean isOld;

  private HeaderScan(Hdf5Storage storage, long address) {
    this.storage = storage;
    ByteBuffer prefix = storage.readBufferFromAddress(address, PREFIX_BYTES);
    isOld = prefix.get(0) == 1;
    if (isOld) {
      messageHeaderBytes = 8;
      blocks.add(new Block(address + PREFIX_BYTES, Integer.toUnsignedLong(prefix.getInt(8))));
      return;
    }
    int flags = prefix.get(5);
    messageHeaderBytes = (flags & 4) == 0 ? 4 : 6;
    long begin = address + 6 + ((flags & 32) == 0 ? 0 : 16) + ((flags & 16) == 0 ? 0 : 4);
    int width = 1 << (flags & 3);
    ByteBuffer size = storage.readBufferFromAddress(begin, width);
    blocks.add(new Block(begin + width, Utils.readBytesAsUnsignedLong(size, width)));
  }

  /// Returns the first reason, or empty if the header is malformed.
  static Optional<Obstacle> find(Hdf5Storage storage, long address) {
    try {
      HeaderScan scan = new HeaderScan(storage, address);
      for (int i = 0; i < MAX_BLOCKS && !scan.blocks.isEmpty(); i++) {
        scan.visit(scan.blocks.poll());
      }
      return scan.obstacles.stream().findFirst();
    } catch (RuntimeException _) {
      return Optional.empty();
    }
  }

  private void visit(Block block) {
    ByteBuffer bytes = storage.map(block.address(), block.byteCount());
    while (bytes.remaining() >= messageHeaderBytes) {
      int begin = bytes.position();
      int type = isOld ? bytes.getShort(begin) : bytes.get(begin);
      int size = Short.toUnsignedInt(bytes.getShort(begin + (isOld ? 2 : 1)));
      bytes.position(begin + messageHeaderBytes);
      ByteBuffer data = Utils.createSubBuffer(bytes, size);
      if (type == CONTINUATION) {
        long address = Utils.readBytesAsUnsignedLong(data, storage.getSizeOfOffsets());
        long byteCount = Utils.readBytesAsUnsignedLong(data, storage.getSizeOfLengths());
        int skipped = isOld ? 0 : SIGNATURE_BYTES;
        blocks.add(new Block(address + skipped, byteCount - 2L * skipped));
      } else if (type == EXTERNAL_FILES
          || type == LAYOUT && data.get(0) > 2 && data.get(1) == VIRTUAL_LAYOUT) {
        obstacles.add(Obstacle.EXTERNAL);
      } else if (type == DATATYPE && (data.get(0) & 15) == OPAQUE_CLASS) {
        obstacles.add(Obstacle.OPAQUE);
      } else if (type == DATASPACE && hasLargeDimension(data)) {
        obstacles.add(Obstacle.LARGE);
      }
    }
  }

  private boolean hasLargeDimension(ByteBuffer dataspace) {
    int version = dataspace.get(0);
    int rank = dataspace.get(1);
    dataspace.position(version == 1 ? 8 : 4);
    for (int i = 0; i < rank; i++) {
      long dimension = Utils.readBytesAsUnsignedLong(dataspace, storage.getSizeOfLengths());
      if (dimension > Integer.MAX_VALUE) {
        return true;
      }
    }
    return false;
  }
}
