package io.github.tensorloupe.foreign.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.work.Cancellation;
import io.jhdf.checksum.ChecksumUtils;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTreeTest {

  private static final int NODE_BYTES = 64;
  private static final int RECORD_BYTES = 11;

  /// The width of the number of records below a node, by its height.
  private static final int[] TOTAL_BYTES = {0, 1, 1, 1, 2, 2};

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int recordCount;

  private static ByteBuffer buffer(int byteCount) {
    return ByteBuffer.allocate(byteCount).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Appends the checksum of the preceding bytes.
  private static void finish(ByteBuffer bytes) {
    bytes.putInt(ChecksumUtils.checksum(Arrays.copyOf(bytes.array(), bytes.position())));
  }

  private int write(ByteBuffer bytes) {
    int address = out.size();
    out.writeBytes(bytes.array());
    return address;
  }

  /// Returns the number of records in a node. Two and three pointers of 11 bytes do not fit.
  private static int count(int height) {
    return height > 4 ? 1 : 2;
  }

  /// Writes a node and its children.
  ///
  /// @return the address
  private int writeNode(int height) {
    ByteBuffer node = buffer(NODE_BYTES);
    node.put((height == 0 ? "BTLF" : "BTIN").getBytes()).put(new byte[] {0, 5});
    for (int i = 0; i < count(height); i++) {
      node.putInt(recordCount++).put(new byte[RECORD_BYTES - Integer.BYTES]);
    }
    for (int i = 0; height > 0 && i <= count(height); i++) {
      int before = recordCount;
      node.putLong(writeNode(height - 1)).put((byte) count(height - 1));
      int below = recordCount - before;
      for (int j = 0; j < TOTAL_BYTES[height - 1]; j++) {
        node.put((byte) (below >> j * Byte.SIZE));
      }
    }
    finish(node);
    return write(node);
  }

  private int writeTree(int depth) throws IOException {
    out.writeBytes(Hdf5FormatTest.kinds());
    int root = writeNode(depth);
    ByteBuffer header = buffer(38);
    header.put("BTHD".getBytes()).put(new byte[] {0, 5}).putInt(NODE_BYTES);
    header.putShort((short) RECORD_BYTES).putShort((short) depth).putShort((short) 0);
    header.putLong(root).putShort((short) count(depth)).putLong(recordCount);
    finish(header);
    return write(header);
  }

  private List<ByteBuffer> records(int address, int maxRecords) throws IOException {
    Path path = Files.write(folder.resolve("tree.h5"), out.toByteArray());
    try (ByteSource file = ByteSource.open(path)) {
      return RecordTree.records(new Hdf5Storage(file, 0, Cancellation.NEVER), address, maxRecords);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void allRecordsOfATreeOfAnyDepthAreFound(int depth) throws IOException {
    int tree = writeTree(depth);

    assertThat(records(tree, 10_000))
        .extracting(record -> record.getInt(0))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, recordCount).boxed().toList());
  }

  @Test
  void theNumberOfRecordsIsLimited() throws IOException {
    int tree = writeTree(2);

    assertThatThrownBy(() -> records(tree, recordCount - 1))
        .isInstanceOf(Hdf5Storage.LimitException.class);
  }
}
