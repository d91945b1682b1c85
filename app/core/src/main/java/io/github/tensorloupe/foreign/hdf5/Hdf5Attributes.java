package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.jhdf.Constants;
import io.jhdf.ObjectHeader;
import io.jhdf.dataset.DatasetReader;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import io.jhdf.object.datatype.StringData;
import io.jhdf.object.datatype.VariableLength;
import io.jhdf.object.message.AttributeInfoMessage;
import io.jhdf.object.message.AttributeMessage;

/// The attributes of a group as text.
final class Hdf5Attributes {

  private static final int MAX_ENTRIES = 10_000;
  private static final int MAX_ELEMENTS = 100;
  private static final int MAX_LENGTH = 1 << 16;

  /// The width of an identifier in an index of names. Flags follow.
  private static final int ID_BYTES = 8;

  private final Hdf5Storage storage;
  private final List<AttributeMessage> messages;

  private Hdf5Attributes(Hdf5Storage storage, List<AttributeMessage> messages) {
    this.storage = storage;
    this.messages = messages;
  }

  /// @throws RuntimeException if an attribute is malformed
  static Hdf5Attributes read(Hdf5Storage storage, long group) {
    ObjectHeader header = ObjectHeader.readObjectHeader(storage, group);
    List<AttributeMessage> messages =
        new ArrayList<>(header.getMessagesOfType(AttributeMessage.class));
    for (AttributeInfoMessage info : header.getMessagesOfType(AttributeInfoMessage.class)) {
      addDense(storage, info, messages);
    }
    return new Hdf5Attributes(storage, messages);
  }

  /// Returns the first attributes, with the beginning of long texts.
  ///
  /// @throws RuntimeException if an attribute is malformed
  Metadata metadata() {
    SequencedMap<String, String> entries = new LinkedHashMap<>();
    for (AttributeMessage message : messages) {
      if (entries.size() < MAX_ENTRIES) {
        text(message)
            .ifPresent(
                text -> entries.put(message.getName(), DisplayText.prefix(text, MAX_LENGTH)));
      }
    }
    return Metadata.of(entries);
  }

  /// Returns an attribute as text, however long.
  ///
  /// @throws RuntimeException if the attribute is malformed
  Optional<String> text(String name) {
    return messages.stream()
        .filter(message -> message.getName().equals(name))
        .findFirst()
        .flatMap(this::text);
  }

  /// Adds attributes that are not in the header of the group.
  private static void addDense(
      Hdf5Storage storage, AttributeInfoMessage info, List<AttributeMessage> messages) {
    long names = info.getAttributeNameBTreeAddress();
    if (names == Constants.UNDEFINED_ADDRESS) {
      return;
    }
    if (storage.treeSize(names) > MAX_ENTRIES) {
      throw new Hdf5Storage.LimitException("the root group has too many attributes");
    }
    ObjectHeap heap = new ObjectHeap(storage, info.getFractalHeapAddress());
    for (ByteBuffer each : RecordTree.records(storage, names, MAX_ENTRIES)) {
      BitSet flags = BitSet.valueOf(new byte[] {each.get(ID_BYTES)});
      messages.add(new AttributeMessage(heap.object(each.limit(ID_BYTES)), storage, flags));
    }
  }

  private Optional<String> text(AttributeMessage message) {
    DataType type = message.getDataType();
    boolean isBoolean = type instanceof EnumDataType choice && Hdf5Dtype.isBoolean(choice);
    boolean isText =
        type instanceof StringData
            || type instanceof VariableLength lists && lists.isVariableLengthString();
    boolean isNumber = type instanceof FixedPoint || type instanceof FloatingPoint;
    ByteBuffer bytes = message.getDataBuffer();
    if (bytes == null
        || message.getDataSpace().getTotalLength() > MAX_ELEMENTS
        || !(isBoolean || isText || isNumber)) {
      return Optional.empty();
    }
    int[] shape = message.getDataSpace().getDimensions();
    Object value = DatasetReader.readDataset(type, bytes, shape, storage);
    // Formats scalars and arrays, of primitive types too.
    String text = Arrays.deepToString(new Object[] {value});
    text = text.substring(1, text.length() - 1);
    return Optional.of(isBoolean ? text.toLowerCase(Locale.ROOT) : text);
  }
}
