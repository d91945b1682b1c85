package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.jhdf.Utils;
import io.jhdf.checksum.ChecksumUtils;

/// Reads the records of a version 2 B-tree. The reader of jHDF fails for trees of more than two
/// levels of inner nodes.
final class RecordTree {

  private static final int HEADER_SIGNATURE = 0x44485442;
  private static final int INNER_SIGNATURE = 0x4e495442;
  private static final int LEAF_SIGNATURE = 0x464c5442;
  private static final int PREFIX_BYTES = 6;
  private static final int CHECKSUM_BYTES = 4;
  private static final int MAX_DEPTH = 32;

  private final Hdf5Storage storage;
  private final int nodeBytes;
  private final int recordBytes;

  /// The number of records in the whole tree, according to its header.
  private final long total;

  /// The width of the number of records in a node.
  private final int countBytes;

  /// The width of the number of records below a node, by its height.
  private final int[] totalBytes;

  private final List<ByteBuffer> records = new ArrayList<>();

  /// @param maxRecords the maximum number of records
  private RecordTree(Hdf5Storage storage, ByteBuffer header, int maxRecords) {
    this.storage = storage;
    nodeBytes = header.getInt(PREFIX_BYTES);
    recordBytes = Short.toUnsignedInt(header.getShort(PREFIX_BYTES + 4));
    int depth = Short.toUnsignedInt(header.getShort(PREFIX_BYTES + 6));
    if (recordBytes == 0 || nodeBytes < recordBytes || depth > MAX_DEPTH) {
      throw new IllegalArgumentException("a B-tree is invalid");
    }
    header.position(PREFIX_BYTES + 10);
    long root = Utils.readBytesAsUnsignedLong(header, storage.getSizeOfOffsets());
    int rootCount = Short.toUnsignedInt(header.getShort());
    total = Utils.readBytesAsUnsignedLong(header, storage.getSizeOfLengths());
    if (total < 0 || total > maxRecords) {
      throw new Hdf5Storage.LimitException("the number of its links is larger than supported");
    }
    int overhead = PREFIX_BYTES + CHECKSUM_BYTES;
    long most = (nodeBytes - overhead) / recordBytes;
    countBytes = width(most);
    totalBytes = new int[depth + 1];
    for (int height = 1; height <= depth; height++) {
      int pointerBytes = storage.getSizeOfOffsets() + countBytes + totalBytes[height - 1];
      long inNode = (nodeBytes - overhead - pointerBytes) / (recordBytes + pointerBytes);
      most = Math.addExact(Math.multiplyExact(inNode + 1, most), inNode);
      totalBytes[height] = width(most);
    }
    if (total > 0) {
      visit(root, depth, rootCount);
    }
  }

  /// Returns the records in no particular order.
  ///
  /// @throws Hdf5Storage.LimitException if the tree has more records than the maximum
  /// @throws RuntimeException if the tree is malformed
  static List<ByteBuffer> records(Hdf5Storage storage, long address, int maxRecords) {
    int byteCount = 22 + storage.getSizeOfOffsets() + storage.getSizeOfLengths();
    ByteBuffer header = storage.readBufferFromAddress(address, byteCount);
    requireSignature(header, HEADER_SIGNATURE);
    ChecksumUtils.validateChecksum(header);
    return new RecordTree(storage, header, maxRecords).records;
  }

  private static int width(long max) {
    return (Long.SIZE - Long.numberOfLeadingZeros(max) + Byte.SIZE - 1) / Byte.SIZE;
  }

  private static void requireSignature(ByteBuffer bytes, int signature) {
    if (bytes.getInt(0) != signature || bytes.get(4) != 0) {
      throw new IllegalArgumentException("a B-tree has no signature");
    }
  }

  /// @param height the number of levels below the node
  private void visit(long address, int height, int count) {
    ByteBuffer node = storage.readBufferFromAddress(address, nodeBytes);
    requireSignature(node, height == 0 ? LEAF_SIGNATURE : INNER_SIGNATURE);
    node.position(PREFIX_BYTES);
    for (int i = 0; i < count; i++) {
      records.add(Utils.createSubBuffer(node, recordBytes));
    }
    if (records.size() > total) {
      throw new IllegalArgumentException("a B-tree has more than %,d records".formatted(total));
    }
    int pointers = node.position();
    int pointerBytes =
        height == 0 ? 0 : storage.getSizeOfOffsets() + countBytes + totalBytes[height - 1];
    int end = height == 0 ? pointers : pointers + (count + 1) * pointerBytes;
    ChecksumUtils.validateChecksum(node.limit(end + CHECKSUM_BYTES).rewind());
    for (int i = 0; height > 0 && i <= count; i++) {
      node.position(pointers + i * pointerBytes);
      long child = Utils.readBytesAsUnsignedLong(node, storage.getSizeOfOffsets());
      visit(child, height - 1, Utils.readBytesAsUnsignedInt(node, countBytes));
    }
  }
}
