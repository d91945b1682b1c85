package io.github.tensorloupe.integrity.doctor;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.NameOrder;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.UnusableIndexException;
import io.github.tensorloupe.integrity.content.Content;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.content.ContentKey;
import io.github.tensorloupe.integrity.content.Extent;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.NotEnoughMemoryException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// Plans the correct index of a set. Holds the shards open until closed.
final class IndexPlanner implements AutoCloseable {

  private static final int NAMED_TENSORS = 3;

  private static final String TOTAL_PARAMETERS = "total_parameters";
  private static final String WEIGHT_MAP = "weight_map";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private final IndexPlan.Folder folder;
  private final Path source;
  private final Path target;
  private final Cancellation cancellation;
  private final Map<Path, String> oldSha256 = new TreeMap<>();
  private final Optional<ShardIndex> old;
  private final Map<String, JsonNode> members = new TreeMap<>(NameOrder::compare);
  private final Map<String, String> oldWeights;
  private final List<String> shards;
  private final List<TensorFile> files = new ArrayList<>();
  private final TreeMap<String, String> weightMap = new TreeMap<>(NameOrder::compare);
  private final Set<String> repeated = new LinkedHashSet<>();
  private final List<Sentence> obstacles = new ArrayList<>();
  private final List<Sentence> notes = new ArrayList<>();
  private long byteCount;
  private long elementCount;
  private boolean countsParameters = true;

  IndexPlanner(IndexPlan.Folder folder, Path source, Path target, Cancellation cancellation)
      throws IOException {
    this.folder = folder;
    this.source = source;
    this.target = target;
    this.cancellation = cancellation;
    Optional<byte[]> bytes = read(source);
    this.old = bytes.isPresent() ? parse(bytes.get()) : Optional.empty();
    if (!target.equals(source)) {
      read(target);
    }
    this.oldWeights = old.<Map<String, String>>map(ShardIndex::weightMap).orElse(Map.of());
    String baseName = ShardSet.isIndexName(source) ? ShardSet.baseName(source) : "";
    this.shards =
        new ShardChoice(obstacles, notes)
            .shards(baseName, old, CheckpointFinder.fileNames(folder.handle()));
  }

  /// Returns the bytes of an index and remembers their hash. Checks the free memory first.
  private Optional<byte[]> read(Path index) throws IOException {
    try (ByteSource file = folder.source().apply(index)) {
      ShardSet.requireRoom(index, file.length());
      byte[] bytes = file.read(0, (int) file.length());
      oldSha256.put(index, Sha256.hex(bytes));
      return Optional.of(bytes);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private Optional<ShardIndex> parse(byte[] bytes) throws IOException {
    try {
      ShardIndex index = ShardIndex.parse(bytes);
      readMembers(bytes);
      return Optional.of(index);
    } catch (UnusableIndexException e) {
      return Optional.empty();
    } catch (OutOfMemoryError e) {
      throw new NotEnoughMemoryException(source, bytes.length);
    }
  }

  private void readMembers(byte[] bytes) throws IOException {
    // Not a parser of bytes, which would reject invalid UTF-8.
    Reader text = new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8);
    try (JsonParser json = JSON.createParser(text)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        if (name.equals(WEIGHT_MAP)) {
          json.skipChildren();
        } else {
          members.put(name, json.readValueAsTree());
        }
      }
    }
  }

  IndexPlan plan(Progress progress) throws IOException {
    openAll(progress);
    settleRepeated();
    requireAllTensors();
    Map<String, JsonNode> metadata = new TreeMap<>(NameOrder::compare);
    if (members.get("metadata") instanceof ObjectNode known) {
      known.properties().forEach(member -> metadata.put(member.getKey(), member.getValue()));
    }
    metadata.put("total_size", JsonNodeFactory.instance.numberNode(byteCount));
    boolean changesParameters = correctParameters(metadata);
    IndexChanges changes = IndexChanges.of(old, weightMap, byteCount);
    boolean isNeeded =
        !changes.isNone()
            || !source.equals(target)
            || old.isEmpty()
            || !old.get().repeated().isEmpty()
            || changesParameters;
    Map<Path, FileIdentity> identities = new TreeMap<>();
    for (TensorFile file : files) {
      identities.put(file.path(), file.identity());
    }
    return new IndexPlan(
        folder.path(),
        folder.key(),
        source,
        target,
        oldSha256,
        shards,
        identities,
        weightMap.size(),
        changes,
        isNeeded,
        obstacles,
        notes,
        text(metadata));
  }

  /// Corrects the number of parameters if the metadata contains it and the shapes determine it.
  /// Returns true if it was wrong.
  private boolean correctParameters(Map<String, JsonNode> metadata) {
    JsonNode oldValue = metadata.get(TOTAL_PARAMETERS);
    if (oldValue == null || !oldValue.isNumber()) {
      return false;
    }
    if (!countsParameters) {
      notes.add(
          Sentence.of(
              "total_parameters stays {0}: an element of a quantized tensor may hold several"
                  + " parameters.",
              oldValue.asText()));
      return false;
    }
    boolean isExact = oldValue.isIntegralNumber() && oldValue.canConvertToLong();
    if (isExact && oldValue.longValue() == elementCount) {
      return false;
    }
    // Sentences show a Long as an unsigned number.
    notes.add(
        Sentence.of(
            "total_parameters becomes {0} instead of {1}.",
            elementCount,
            isExact && oldValue.longValue() >= 0 ? oldValue.longValue() : oldValue.asText()));
    metadata.put(TOTAL_PARAMETERS, JsonNodeFactory.instance.numberNode(elementCount));
    return true;
  }

  /// Returns the JSON text in the format of the transformers library: sorted by name, indented by
  /// two spaces, ASCII only, with a line feed at the end.
  private String text(Map<String, JsonNode> metadata) throws IOException {
    Map<String, Object> written = new TreeMap<>(NameOrder::compare);
    written.putAll(members);
    written.put("metadata", metadata);
    written.put(WEIGHT_MAP, weightMap);
    Separators separators =
        Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("")
            .withRootSeparator("");
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(separators)
            .withObjectIndenter(indenter)
            .withArrayIndenter(indenter);
    return JSON.writer(printer).writeValueAsString(written) + "\n";
  }

  private void openAll(Progress progress) throws IOException {
    for (String shard : shards) {
      cancellation.check();
      TensorFile file = TensorFile.of(folder.source().apply(source.resolveSibling(shard)));
      files.add(file);
      progress.report(files.size(), shards.size());
      if (file.isRefused()) {
        obstacles.add(
            Sentence.of(
                "The shard {0} is refused ({1}): download it again first, or salvage its intact"
                    + " tensors.",
                DisplayText.of(shard),
                file.reading().loadError().map(error -> error.variant()).orElse("")));
        continue;
      }
      for (TensorInfo info : file.header().tensors()) {
        cancellation.check();
        if (weightMap.putIfAbsent(info.name(), shard) != null) {
          repeated.add(info.name());
        } else {
          byteCount += info.byteCount();
          elementCount += info.shape().elementCount().orElse(0);
          // Elements of other dtypes may contain several parameters.
          countsParameters &= info.dtype().isWideFloat();
        }
      }
    }
  }

  private void settleRepeated() throws IOException {
    if (repeated.isEmpty()) {
      return;
    }
    if (files.stream().map(Shard::of).anyMatch(Shard::isDistributed)) {
      obstacles.add(
          Sentence.of(
              "This is a distributed checkpoint with parts of {0} in several files, but an index"
                  + " can name only one file. Consolidate it into whole tensors with PyTorch"
                  + " first.",
              formatTensorNames(repeated)));
      return;
    }
    List<TensorRef> copies = new ArrayList<>();
    for (TensorFile file : files) {
      for (TensorInfo info : file.isRefused() ? List.<TensorInfo>of() : file.header().tensors()) {
        if (repeated.contains(info.name())) {
          copies.add(new TensorRef(file, info));
        }
      }
    }
    List<Extent> extents =
        copies.stream().map(copy -> Extent.of(copy.data().orElseThrow())).toList();
    int threadCount = ParallelWork.defaultThreadCount();
    Iterator<Content> contents =
        ContentHashing.of(extents, threadCount, cancellation, Progress.NONE).iterator();
    Map<String, Set<ContentKey>> forms = new LinkedHashMap<>();
    for (TensorRef copy : copies) {
      cancellation.check();
      TensorInfo info = copy.info();
      ContentKey form =
          new ContentKey(info.dtype(), info.shape(), Optional.of(contents.next().hash()));
      forms.computeIfAbsent(info.name(), _ -> new HashSet<>()).add(form);
    }
    List<String> same = new ArrayList<>();
    List<String> different = new ArrayList<>();
    forms.forEach((name, each) -> (each.size() == 1 ? same : different).add(name));
    for (TensorRef copy : copies) {
      String name = copy.info().name();
      String shard = copy.file().path().getFileName().toString();
      // If all shards have the same form of the tensor, the shard of the old index is kept.
      if (forms.get(name).size() == 1 && shard.equals(oldWeights.get(name))) {
        weightMap.put(name, shard);
      }
    }
    if (!different.isEmpty()) {
      obstacles.add(
          Sentence.of(
              "Several shards contain {0} with different content, and the correct one is unknown:"
                  + " compare the shards with the original.",
              formatTensorNames(different)));
    }
    if (!same.isEmpty()) {
      notes.add(
          Sentence.of(
              "Several shards contain {0} with the same content; the index names one of them.",
              formatTensorNames(same)));
    }
  }

  /// Reports tensors that are in missing shards only. Tensors that are missing from existing shards
  /// are not an obstacle, because they cannot be restored.
  private void requireAllTensors() {
    Set<String> present = new HashSet<>(shards);
    Map<String, List<String>> lost = new LinkedHashMap<>();
    oldWeights.forEach(
        (tensor, shard) -> {
          if (!present.contains(shard) && !weightMap.containsKey(tensor)) {
            lost.computeIfAbsent(shard, _ -> new ArrayList<>()).add(tensor);
          }
        });
    if (lost.isEmpty() && old.isPresent() && isFromAnotherSave(present)) {
      notes.add(
          Sentence.of("The old index is from another save: the shards that it names are missing."));
    }
    lost.forEach(
        (shard, tensors) ->
            obstacles.add(
                Sentence.of(
                    "The shard {0} is missing, and with it {1}: download it first.",
                    DisplayText.of(shard), formatTensorNames(tensors))));
  }

  private boolean isFromAnotherSave(Set<String> present) {
    Set<String> named = old.orElseThrow().shardNames();
    return !named.isEmpty() && Collections.disjoint(named, present);
  }

  private static Sentence formatTensorNames(Collection<String> names) {
    if (names.size() == 1) {
      return Sentence.of("the tensor {0}", FindingList.quoted(names.iterator().next()));
    }
    List<Object> shown = new ArrayList<>();
    names.stream().limit(NAMED_TENSORS).map(FindingList::quoted).forEach(shown::add);
    if (names.size() > NAMED_TENSORS) {
      shown.add("…");
    }
    return Sentence.of("{0} tensors ({1})", names.size(), Sentence.joined(", ", shown));
  }

  @Override
  public void close() throws IOException {
    Checkpoint.closeAll(files);
  }
}
