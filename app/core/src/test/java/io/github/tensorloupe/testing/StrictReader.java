package io.github.tensorloupe.testing;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.testing.StrictJson.Array;
import io.github.tensorloupe.testing.StrictJson.Member;
import io.github.tensorloupe.testing.StrictJson.Members;
import io.github.tensorloupe.testing.StrictJson.NoJsonException;
import io.github.tensorloupe.testing.StrictJson.Text;
import io.github.tensorloupe.testing.StrictJson.Value;
import io.github.tensorloupe.testing.StrictJson.Word;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// A second header reader for testing the program's reader. Simple, slow, and written from the
/// rules of the reference library only.
///
/// @param errors the possible errors of the reference library, whose order of tensors with equal
///   offsets is random; empty if it loads the file
/// @param parsed true if the header is JSON of the required form
/// @param tensors the tensors in file order; only the last entry of a repeated name
public record StrictReader(
    Set<LoadError> errors, boolean parsed, List<TensorInfo> tensors, Optional<Metadata> metadata) {

  private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(Long.SIZE);
  private static final Comparator<TensorInfo> BY_OFFSETS =
      Comparator.comparing((TensorInfo tensor) -> unsigned(tensor.begin()))
          .thenComparing(tensor -> unsigned(tensor.end()));

  private static BigInteger unsigned(long number) {
    return new BigInteger(Long.toUnsignedString(number));
  }

  /// Reads a whole file.
  public static StrictReader read(byte[] file) {
    if (file.length < 8) {
      return refused(LoadError.HEADER_TOO_SMALL);
    }
    BigInteger length = unsigned(ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong());
    if (length.compareTo(BigInteger.valueOf(100_000_000)) > 0) {
      return refused(LoadError.HEADER_TOO_LARGE);
    }
    int headerLength = length.intValue();
    if (8 + headerLength > file.length) {
      return refused(LoadError.INVALID_HEADER_LENGTH);
    }
    String text;
    try {
      text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(file, 8, headerLength))
              .toString();
    } catch (CharacterCodingException e) {
      return refused(LoadError.INVALID_HEADER);
    }
    try {
      return header(StrictJson.parse(text, false), file.length - 8 - headerLength);
    } catch (NoJsonException e) {
      return refused(LoadError.INVALID_HEADER_DESERIALIZATION);
    }
  }

  private static StrictReader refused(LoadError error) {
    return new StrictReader(EnumSet.of(error), false, List.of(), Optional.empty());
  }

  private static void require(boolean condition) throws NoJsonException {
    if (!condition) {
      throw new NoJsonException();
    }
  }

  private static StrictReader header(Value root, long dataLength) throws NoJsonException {
    require(root instanceof Members);
    SequencedMap<String, TensorInfo> tensors = new LinkedHashMap<>();
    Optional<Metadata> metadata = Optional.empty();
    boolean hasMetadata = false;
    for (Member member : ((Members) root).members()) {
      if (member.name().equals("__metadata__")) {
        require(!hasMetadata);
        hasMetadata = true;
        metadata = metadata(member.value());
      } else {
        tensors.put(member.name(), tensor(member.name(), member.value()));
      }
    }
    List<TensorInfo> all = List.copyOf(tensors.values());
    return new StrictReader(errors(all, dataLength), true, all, metadata);
  }

  private static Optional<Metadata> metadata(Value value) throws NoJsonException {
    if (value.equals(new Word("null"))) {
      return Optional.empty();
    }
    require(value instanceof Members);
    Map<String, String> entries = new LinkedHashMap<>();
    for (Member entry : ((Members) value).members()) {
      require(entry.value() instanceof Text);
      entries.put(entry.name(), ((Text) entry.value()).text());
    }
    return Optional.of(Metadata.of(entries));
  }

  private static TensorInfo tensor(String name, Value value) throws NoJsonException {
    List<Value> fields = new ArrayList<>();
    if (value instanceof Array(List<Value> inOrder)) {
      fields.addAll(inOrder);
      require(fields.size() == 3);
    } else {
      require(value instanceof Members);
      for (String field : List.of("dtype", "shape", "data_offsets")) {
        List<Value> found =
            ((Members) value)
                .members().stream()
                    .filter(it -> it.name().equals(field))
                    .map(Member::value)
                    .toList();
        require(found.size() == 1);
        fields.add(found.getFirst());
      }
    }
    long[] offsets = numbers(fields.get(2));
    require(offsets.length == 2);
    Shape shape = Shape.of(numbers(fields.get(1)));
    return new TensorInfo(name, dtype(fields.get(0)), shape, offsets[0], offsets[1]);
  }

  private static Dtype dtype(Value value) throws NoJsonException {
    String code = "";
    if (value instanceof Text(String text)) {
      code = text;
    } else if (value instanceof Members(List<Member> members)
        && members.size() == 1
        && members.getFirst().value().equals(new Word("null"))) {
      code = members.getFirst().name();
    }
    for (Dtype dtype : Dtype.values()) {
      if (dtype.name().equals(code)) {
        return dtype;
      }
    }
    throw new NoJsonException();
  }

  private static long[] numbers(Value value) throws NoJsonException {
    require(value instanceof Array);
    List<Value> values = ((Array) value).values();
    long[] numbers = new long[values.size()];
    for (int i = 0; i < numbers.length; i++) {
      require(values.get(i) instanceof StrictJson.Number);
      String digits = ((StrictJson.Number) values.get(i)).digits();
      require(digits.matches("[0-9]+") && new BigInteger(digits).compareTo(LIMIT) < 0);
      numbers[i] = Long.parseUnsignedLong(digits);
    }
    return numbers;
  }

  private static Set<LoadError> errors(List<TensorInfo> tensors, long dataLength) {
    List<TensorInfo> sorted = tensors.stream().sorted(BY_OFFSETS).toList();
    long previousEnd = 0;
    for (int i = 0; i < sorted.size(); ) {
      TensorInfo first = sorted.get(i);
      Set<LoadError> errors = new HashSet<>();
      int same = i;
      for (; same < sorted.size() && BY_OFFSETS.compare(first, sorted.get(same)) == 0; same++) {
        errors.add(error(sorted.get(same), previousEnd));
      }
      boolean isOverlap = same > i + 1 && first.begin() != first.end();
      if (isOverlap && errors.remove(null)) {
        errors.add(LoadError.INVALID_OFFSET);
      }
      errors.remove(null);
      if (!errors.isEmpty()) {
        return errors;
      }
      previousEnd = first.end();
      i = same;
    }
    return previousEnd == dataLength
        ? EnumSet.noneOf(LoadError.class)
        : EnumSet.of(LoadError.METADATA_INCOMPLETE_BUFFER);
  }

  /// Returns null without an error.
  private static LoadError error(TensorInfo tensor, long previousEnd) {
    if (tensor.begin() != previousEnd || Long.compareUnsigned(tensor.end(), tensor.begin()) < 0) {
      return LoadError.INVALID_OFFSET;
    }
    BigInteger bits = BigInteger.ONE;
    for (long dimension : tensor.shape().dimensions()) {
      bits = bits.multiply(unsigned(dimension));
      if (bits.compareTo(LIMIT) >= 0) {
        return LoadError.VALIDATION_OVERFLOW;
      }
    }
    bits = bits.multiply(BigInteger.valueOf(tensor.dtype().bits()));
    if (bits.compareTo(LIMIT) >= 0) {
      return LoadError.VALIDATION_OVERFLOW;
    }
    if (bits.intValue() % 8 != 0) {
      return LoadError.MISALIGNED_SLICE;
    }
    return unsigned(tensor.end() - tensor.begin()).equals(bits.shiftRight(3))
        ? null
        : LoadError.TENSOR_INVALID_INFO;
  }
}
