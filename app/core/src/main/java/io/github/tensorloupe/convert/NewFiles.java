package io.github.tensorloupe.convert;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.convert.ConversionPlan.PlannedFile;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.convert.ConversionPlan.TextFile;
import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.format.HeaderWriter;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.format.WrittenHeader;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// The division of tensors into new files, and the headers of these files.
final class NewFiles {

  private static final String SUFFIX = ".safetensors";

  private NewFiles() {}

  /// Returns the new files: one, or shards that do not exceed the requested size, unless they have
  /// a single tensor.
  ///
  /// @param tensors tensors with unique names, in the order of the sources
  /// @throws SentenceException if a header cannot be written
  static List<PlannedFile> of(
      Path out, List<PlannedTensor> tensors, Optional<Metadata> metadata, ConversionOptions options)
      throws SentenceException {
    List<List<PlannedTensor>> shards = shards(tensors, options.shardBytes().orElse(Long.MAX_VALUE));
    List<PlannedFile> files = new ArrayList<>();
    for (int i = 0; i < shards.size(); i++) {
      String name = "%s-%05d-of-%05d%s".formatted(base(out), i + 1, shards.size(), SUFFIX);
      Path path = shards.size() == 1 ? out : out.resolveSibling(name);
      files.add(file(path, shards.get(i), metadata, options.alignment()));
    }
    return files;
  }

  private static String base(Path out) {
    String name = out.getFileName().toString();
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }

  private static List<List<PlannedTensor>> shards(List<PlannedTensor> tensors, long maxBytes) {
    List<List<PlannedTensor>> shards = new ArrayList<>(List.of(new ArrayList<>()));
    long byteCount = 0;
    for (PlannedTensor tensor : tensors) {
      long added = byteCount(tensor);
      if (added > maxBytes - byteCount && !shards.getLast().isEmpty()) {
        shards.add(new ArrayList<>());
        byteCount = 0;
      }
      shards.getLast().add(tensor);
      byteCount += added;
    }
    return shards;
  }

  private static long byteCount(PlannedTensor tensor) {
    return tensor.cast().isEmpty()
        ? tensor.data().range().byteCount()
        : tensor.data().elementCount() * tensor.info().dtype().bits() / Byte.SIZE;
  }

  /// Returns true if there is one new file with the data buffer of the only file of the sources.
  static boolean haveDataOf(List<Source> sources, List<PlannedFile> files) {
    List<TensorFile> read =
        sources.stream().flatMap(source -> source.checkpoint().files().stream()).toList();
    PlannedFile file = files.getFirst();
    return files.size() == 1
        && read.size() == 1
        && read.getFirst().dataLength().equals(OptionalLong.of(file.header().dataByteCount()))
        && file.tensors().stream().allMatch(tensor -> isInPlace(tensor, read.getFirst()));
  }

  private static boolean isInPlace(PlannedTensor tensor, TensorFile source) {
    return tensor.cast().isEmpty()
        && tensor.data().file().equals(source.bytes())
        && tensor.data().info().begin() == tensor.info().begin();
  }

  /// Returns the index of several files, or empty.
  static Optional<TextFile> index(Path out, List<PlannedFile> files) {
    if (files.size() == 1) {
      return Optional.empty();
    }
    SequencedMap<String, String> fileOfTensor = new TreeMap<>();
    long byteCount = 0;
    for (PlannedFile file : files) {
      String name = file.path().getFileName().toString();
      byteCount += file.header().dataByteCount();
      file.tensors().forEach(tensor -> fileOfTensor.put(tensor.info().name(), name));
    }
    Path path = out.resolveSibling(base(out) + SUFFIX + ".index.json");
    return Optional.of(new TextFile(path, true, json(byteCount, fileOfTensor)));
  }

  private static byte[] json(long byteCount, SequencedMap<String, String> fileOfTensor) {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode index = mapper.createObjectNode();
    index.putObject("metadata").put("total_size", byteCount);
    ObjectNode map = index.putObject("weight_map");
    fileOfTensor.forEach(map::put);
    try {
      String text = mapper.writerWithDefaultPrettyPrinter().writeValueAsString(index);
      return (text + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /// Returns a file of tensors with unique names.
  ///
  /// @throws SentenceException if the header cannot be written
  static PlannedFile file(
      Path path, List<PlannedTensor> tensors, Optional<Metadata> metadata, int alignment)
      throws SentenceException {
    Map<String, PlannedTensor> byName = new TreeMap<>();
    List<TensorSpec> specs = new ArrayList<>();
    for (PlannedTensor tensor : tensors) {
      TensorInfo info = tensor.info();
      byName.put(info.name(), tensor);
      specs.add(new TensorSpec(info.name(), info.dtype(), info.shape()));
    }
    try {
      WrittenHeader header = HeaderWriter.write(specs, metadata, alignment);
      List<PlannedTensor> placed =
          header.header().tensors().stream().map(info -> byName.get(info.name()).at(info)).toList();
      return new PlannedFile(path, header, placed);
    } catch (UnwritableHeaderException e) {
      throw new SentenceException(e.sentence().then(Sentence.of("Nothing was written.")));
    }
  }
}
