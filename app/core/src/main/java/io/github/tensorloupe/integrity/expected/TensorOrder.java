package io.github.tensorloupe.integrity.expected;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.NameOrder;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.content.Extent;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// An order in which programs hash the tensors of a file for `modelspec.hash_sha256`, other than
/// the order in the data buffer.
enum TensorOrder {
  /// The order of the names in the header, in which libraries return the tensors.
  HEADER(Sentence.of("the tensors in the order of the header")),
  /// Sorted by name; used by OneTrainer.
  NAME(Sentence.of("the tensors sorted by name"));

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  final Sentence phrase;

  TensorOrder(Sentence phrase) {
    this.phrase = phrase;
  }

  private List<TensorInfo> sorted(TensorFile file) throws IOException {
    Map<String, TensorInfo> byName = new TreeMap<>(NameOrder::compare);
    file.header().tensors().forEach(tensor -> byName.put(tensor.name(), tensor));
    Set<String> names = this == HEADER ? namesInHeader(file) : byName.keySet();
    return names.stream().map(byName::get).filter(Objects::nonNull).toList();
  }

  /// Returns true if the data buffer of a file is in this order.
  boolean isAsStored(TensorFile file) throws IOException {
    return withBytes(sorted(file)).equals(withBytes(file.header().tensors()));
  }

  private static List<TensorInfo> withBytes(List<TensorInfo> tensors) {
    return tensors.stream().filter(tensor -> tensor.byteCount() > 0).toList();
  }

  /// Returns the SHA-256 of all tensors of a file that is not refused, in lowercase hex.
  String sha256(TensorFile file, Cancellation cancellation) throws IOException {
    long dataStart = file.reading().dataStart().orElseThrow();
    List<ByteRange> ranges =
        sorted(file).stream()
            .map(info -> new ByteRange(dataStart + info.begin(), dataStart + info.end()))
            .toList();
    return ContentHashing.sha256(new Extent(file.bytes(), ranges), cancellation);
  }

  private static SequencedSet<String> namesInHeader(TensorFile file) throws IOException {
    int length = (int) file.reading().headerLength().orElse(0);
    SequencedSet<String> names = new LinkedHashSet<>();
    try (JsonParser json = JSON.createParser(file.bytes().read(Long.BYTES, length))) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        // Of several entries with the same name, the last one counts.
        names.remove(json.currentName());
        names.add(json.currentName());
        json.nextToken();
        json.skipChildren();
      }
      return names;
    } catch (JsonProcessingException e) {
      // The order is unknown: the reference library accepts some text that this parser rejects.
      return new LinkedHashSet<>();
    }
  }
}
