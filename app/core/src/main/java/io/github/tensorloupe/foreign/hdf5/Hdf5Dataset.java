package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.model.ComputedFile.Elements;
import io.github.tensorloupe.model.ForeignTensor;
import io.jhdf.ObjectHeader;
import io.jhdf.btree.BTreeV1;
import io.jhdf.dataset.chunked.Chunk;
import io.jhdf.dataset.chunked.DatasetInfo;
import io.jhdf.dataset.chunked.indexing.BTreeIndex;
import io.jhdf.dataset.chunked.indexing.FixedArrayIndex;
import io.jhdf.dataset.chunked.indexing.ImplicitChunkIndex;
import io.jhdf.dataset.chunked.indexing.SingleChunkIndex;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.message.DataLayoutMessage;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessage;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessageV4;
import io.jhdf.object.message.DataLayoutMessage.CompactDataLayoutMessage;
import io.jhdf.object.message.DataLayoutMessage.ContiguousDataLayoutMessage;
import io.jhdf.object.message.DataSpace;
import io.jhdf.object.message.DataSpaceMessage;
import io.jhdf.object.message.DataTypeMessage;
import io.jhdf.object.message.FillValueMessage;
import io.jhdf.object.message.FilterPipelineMessage;

/// Converts datasets to tensors.
final class Hdf5Dataset {

  /// A dataset cannot be represented, for the reason in the message.
  static final class UnsupportedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnsupportedException(String reason) {
      super(reason);
    }
  }

  /// The data of a dataset are outside the file or incomplete, as described by the message. The
  /// values cannot be read.
  static final class DamagedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ForeignTensor tensor;

    DamagedException(TensorSpec spec, String dtype, String message, RuntimeException cause) {
      super(message, cause);
      this.tensor = ForeignTensor.damaged(spec, dtype);
    }

    ForeignTensor tensor() {
      return tensor;
    }
  }

  // Chunks are decoded as a whole. The default of h5py is at most 1 MiB.
  private static final int MAX_CHUNK_BYTES = 1 << 25;

  private static final int MAX_CHUNK_COUNT = 1 << 19;
  private static final int NULL_DATASPACE = 2;
  private static final int FIXED_ARRAY_HEADER_BYTES = 8;

  // The kinds of chunk indexes.
  private static final int SINGLE_CHUNK = 1;
  private static final int IMPLICIT = 2;
  private static final int FIXED_ARRAY = 3;
  private static final int EXTENSIBLE_ARRAY = 4;
  private static final int BTREE = 5;

  private final Hdf5Storage storage;
  private final ChunkedElements.Cache cache;

  Hdf5Dataset(Hdf5Storage storage, ChunkedElements.Cache cache) {
    this.storage = storage;
    this.cache = cache;
  }

  /// @throws UnsupportedException if the dataset has no dtype or is stored in an unsupported way
  /// @throws DamagedException if its values cannot be read
  /// @throws RuntimeException if the dataset is malformed
  ForeignTensor tensor(String name, ObjectHeader header) {
    DataTypeMessage typeMessage = header.getMessageOfType(DataTypeMessage.class);
    if (typeMessage.isMessageShared()) {
      throw new UnsupportedException("a type that is stored separately");
    }
    DataType type = typeMessage.getDataType();
    Hdf5Dtype dtype =
        Hdf5Dtype.of(type)
            .orElseThrow(
                () ->
                    new UnsupportedException(
                        "%s, %d bytes".formatted(Hdf5Dtype.nameOf(type), type.getSize())));
    DataSpace space = header.getMessageOfType(DataSpaceMessage.class).getDataSpace();
    if (space.getType() == NULL_DATASPACE) {
      throw new UnsupportedException("without values");
    }
    Shape shape = Shape.of(Arrays.stream(space.getDimensions()).asLongStream().toArray());
    OptionalLong bits = shape.bitCount(dtype.dtype());
    if (bits.isEmpty() || bits.getAsLong() < 0) {
      throw new IllegalArgumentException("too many elements: " + shape);
    }
    TensorSpec spec = new TensorSpec(name, dtype.dtype(), shape);
    long byteCount = bits.getAsLong() / Byte.SIZE;
    DataLayoutMessage layout = header.getMessageOfType(DataLayoutMessage.class);
    if (byteCount == 0) {
      return ForeignTensor.computed(spec, dtype.spelling(), (_, _, _) -> {});
    }
    try {
      if (layout instanceof ContiguousDataLayoutMessage contiguous
          && contiguous.getAddress() >= 0
          && !dtype.isBigEndian()) {
        return ForeignTensor.direct(spec, dtype.spelling(), begin(contiguous, byteCount));
      }
      Elements stored = elements(header, layout, space, type.getSize(), byteCount);
      Elements elements = dtype.isBigEndian() ? reversed(stored, type.getSize()) : stored;
      return ForeignTensor.computed(spec, dtype.spelling(), elements);
    } catch (UnsupportedException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new DamagedException(spec, dtype.spelling(), e.getMessage(), e);
    }
  }

  private long begin(ContiguousDataLayoutMessage layout, long byteCount) {
    long begin = storage.getUserBlockSize() + layout.getAddress();
    long size = layout.getSize();
    if (begin < 0 || begin > storage.size() - byteCount || size >= 0 && size < byteCount) {
      throw new IllegalArgumentException(
          "expected %,d bytes at %,d, found %,d"
              .formatted(byteCount, begin, size < 0 ? storage.size() - begin : size));
    }
    return begin;
  }

  /// Returns the values in the byte order of the file.
  private Elements elements(
      ObjectHeader header, DataLayoutMessage layout, DataSpace space, int width, long byteCount) {
    int[] shape = space.getDimensions();
    return switch (layout) {
      case CompactDataLayoutMessage compact -> compact(compact, width, byteCount);
      case ContiguousDataLayoutMessage contiguous when contiguous.getAddress() >= 0 -> {
        long begin = begin(contiguous, byteCount);
        yield (first, _, target) -> storage.file().read(begin + first * width, target);
      }
      case ContiguousDataLayoutMessage _ -> {
        byte[] fill = fill(header, width);
        yield (_, count, target) -> {
          for (int i = 0; i < count; i++) {
            target.put(fill);
          }
        };
      }
      case ChunkedDataLayoutMessage chunked -> {
        ChunkGrid grid = new ChunkGrid(shape, chunked.getChunkDimensions());
        long address = chunked.getBTreeAddress();
        yield chunked(
            header,
            grid,
            width,
            () ->
                address < 0
                    ? List.of()
                    : BTreeV1.createDataBTree(storage, address, shape.length).getChunks());
      }
      case ChunkedDataLayoutMessageV4 chunked -> {
        // The last dimension is the width of an element.
        int[] chunkShape = chunked.getChunkDimensions();
        ChunkGrid grid =
            new ChunkGrid(shape, Arrays.copyOf(chunkShape, Math.max(0, chunkShape.length - 1)));
        yield chunked(header, grid, width, () -> chunks(chunked, grid, space.getMaxSizes(), width));
      }
      default -> throw new UnsupportedException("an unknown layout");
    };
  }

  private static Elements compact(CompactDataLayoutMessage layout, int width, long byteCount) {
    ByteBuffer buffer = layout.getDataBuffer();
    if (buffer.remaining() < byteCount) {
      throw new IllegalArgumentException(
          "expected %,d bytes, found %,d".formatted(byteCount, buffer.remaining()));
    }
    byte[] bytes = new byte[(int) byteCount];
    buffer.get(bytes);
    return (first, count, target) -> target.put(bytes, (int) first * width, count * width);
  }

  private static Elements reversed(Elements elements, int width) {
    return (first, count, target) -> {
      int begin = target.position();
      elements.compute(first, count, target);
      for (int i = begin; i < begin + count * width; i += width) {
        for (int low = i, high = i + width - 1; low < high; low++, high--) {
          byte swapped = target.get(low);
          target.put(low, target.get(high));
          target.put(high, swapped);
        }
      }
    };
  }

  private ChunkedElements chunked(
      ObjectHeader header, ChunkGrid grid, int width, Supplier<Collection<Chunk>> chunks) {
    Filters filters =
        new Filters(
            header.getMessagesOfType(FilterPipelineMessage.class).stream()
                .flatMap(message -> message.getFilters().stream())
                .toList());
    filters
        .unsupported()
        .ifPresent(
            filter -> {
              throw new UnsupportedException("compressed by the filter " + filter);
            });
    long chunkBytes = (long) grid.elementsPerChunk() * width;
    if (chunkBytes > MAX_CHUNK_BYTES) {
      throw new UnsupportedException(
          "in chunks of %,d bytes, more than %,d".formatted(chunkBytes, MAX_CHUNK_BYTES));
    }
    // Filters may enlarge a chunk that cannot be compressed.
    int maxByteCount = (int) (filters.isEmpty() ? chunkBytes : 2 * chunkBytes + 1024);
    ChunkIndex index =
        ChunkIndex.of(
            storage.readIndex(chunks),
            grid,
            storage.getUserBlockSize(),
            storage.size(),
            maxByteCount);
    byte[] fill = fill(header, width);
    return new ChunkedElements(storage.file(), grid, index, filters, width, fill, cache);
  }

  /// @param maxShape the shape to which the dataset may grow, which determines the order of chunks
  private Collection<Chunk> chunks(
      ChunkedDataLayoutMessageV4 layout, ChunkGrid grid, long[] maxShape, int width) {
    long address = layout.getAddress();
    if (address < 0) {
      return List.of();
    }
    int type = layout.getIndexingType();
    // jHDF assigns chunks of an extensible array to wrong positions if chunks have no storage or
    // another dimension than the first is unlimited.
    if (type == EXTENSIBLE_ARRAY) {
      throw new UnsupportedException("an extensible array of chunks");
    }
    boolean isOrdered = type == IMPLICIT || type == FIXED_ARRAY;
    int[] shape =
        isOrdered ? Arrays.stream(maxShape).mapToInt(Math::toIntExact).toArray() : grid.shape();
    DatasetInfo info = new DatasetInfo(grid.elementsPerChunk() * width, shape, grid.chunkShape());
    // jHDF allocates a list of this length.
    long count =
        switch (type) {
          case FIXED_ARRAY -> storage.readLength(address + FIXED_ARRAY_HEADER_BYTES);
          case BTREE -> storage.treeSize(address);
          default -> new ChunkGrid(shape, grid.chunkShape()).chunkCount();
        };
    if (count < 0 || count > MAX_CHUNK_COUNT) {
      throw new UnsupportedException(
          "in %,d chunks, more than %,d".formatted(count, MAX_CHUNK_COUNT));
    }
    return switch (type) {
      case SINGLE_CHUNK -> new SingleChunkIndex(layout, info).getAllChunks();
      case IMPLICIT -> new ImplicitChunkIndex(address, info).getAllChunks();
      case FIXED_ARRAY -> new FixedArrayIndex(storage, address, info).getAllChunks();
      default -> new BTreeIndex(storage, address, info).getAllChunks();
    };
  }

  /// Returns the bytes of an element without storage.
  private static byte[] fill(ObjectHeader header, int width) {
    byte[] fill = new byte[width];
    header.getMessagesOfType(FillValueMessage.class).stream()
        .filter(FillValueMessage::isFillValueDefined)
        .map(FillValueMessage::getFillValue)
        .filter(value -> value.remaining() == width)
        .forEach(value -> value.get(fill));
    return fill;
  }
}
