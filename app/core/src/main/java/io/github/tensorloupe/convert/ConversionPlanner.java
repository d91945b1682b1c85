package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.convert.ConversionException.Reason;
import io.github.tensorloupe.convert.ConversionPlan.PlannedFile;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.convert.ConversionPlan.Warning;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Plans a conversion from the headers of open checkpoints. Not thread-safe.
public final class ConversionPlanner {

  /// An open source.
  ///
  /// @param name the path as typed
  public record Source(String name, Checkpoint checkpoint) {

    /// Returns the paths of everything that was read: the files, their indexes, and the
    /// configurations next to them.
    public Stream<Path> paths() {
      Stream<Path> parts = checkpoint.parts().stream().flatMap(Source::paths);
      return Stream.concat(Stream.of(checkpoint.path()), parts);
    }

    private static Stream<Path> paths(CheckpointPart part) {
      Stream<Path> files = part.files().stream().map(TensorFile::path);
      return Stream.of(Stream.of(part.path()), files, part.configurations().paths())
          .flatMap(each -> each);
    }
  }

  /// The usual names of the container of weights in a training checkpoint.
  private static final List<String> ROOTS =
      List.of("state_dict", "model_state_dict", "model", "module", "net", "params_ema", "params");

  private final List<Source> sources;
  private final ConversionOptions options;
  private final LoraMerge merge;
  private final Path out;
  private final Cancellation cancellation;
  private final List<PlannedTensor> tensors = new ArrayList<>();
  private final Map<String, PlannedTensor> byName = new TreeMap<>();

  /// The new names of the written tensors of a source, by their names in the source.
  private final Map<String, String> newNames = new HashMap<>();

  private final MetadataMerge metadata;
  private final List<String> roots = new ArrayList<>();
  private final List<Warning> warnings = new ArrayList<>();
  private int deduplicatedCount;
  private int renamedCount;
  private int excludedCount;
  private int outsideRootCount;
  private int dequantizedCount;
  private int skippedCount;

  private ConversionPlanner(
      List<Source> sources,
      ConversionOptions options,
      LoraMerge merge,
      Path out,
      Cancellation cancellation) {
    this.sources = sources;
    this.options = options;
    metadata = new MetadataMerge(options.metadata(), warnings::add);
    this.merge = merge;
    this.out = out;
    this.cancellation = cancellation;
  }

  /// Plans a conversion. Writes nothing.
  ///
  /// @param sources open checkpoints, which must stay open as long as the plan is used
  /// @param merge the changes of adapters, or [LoraMerge#NONE]
  /// @param out the path of the new file; the name of shards and their index begins with its name
  /// @throws ConversionException if the conversion is refused
  /// @throws IOException if a source cannot be read
  public static ConversionPlan plan(
      List<Source> sources,
      ConversionOptions options,
      LoraMerge merge,
      Path out,
      Cancellation cancellation)
      throws IOException {
    return new ConversionPlanner(sources, options, merge, out, cancellation).plan();
  }

  private ConversionPlan plan() throws IOException {
    merge.requireIntact(options);
    for (Source source : sources) {
      requireAccepted(source, options);
      newNames.clear();
      addTensors(source);
      metadata.add(source, newNames, options.dequantizes());
    }
    warnings.addAll(merge.skipped());
    if (tensors.isEmpty()) {
      throw new ConversionException(
          Reason.NO_TENSORS, Sentence.of("No tensor is left to be written."));
    }
    List<PlannedFile> files = NewFiles.of(out, tensors, metadata.result(true), options);
    if (metadata.hasHashes() && !NewFiles.haveDataOf(sources, files)) {
      files = NewFiles.of(out, tensors, metadata.result(false), options);
    }
    return new ConversionPlan(
        out,
        files,
        NewFiles.index(out, files),
        roots,
        renamedCount,
        excludedCount,
        outsideRootCount,
        dequantizedCount,
        deduplicatedCount,
        skippedCount + merge.skipped().size(),
        warnings);
  }

  static void requireAccepted(Source source, ConversionOptions options) throws ConversionException {
    Checkpoint checkpoint = source.checkpoint();
    boolean isIntact =
        !checkpoint.isRefused() && checkpoint.files().stream().allMatch(TensorFile::isIntact);
    requireAccepted(source.name(), isIntact, options);
  }

  static void requireAccepted(String name, boolean isIntact, ConversionOptions options)
      throws ConversionException {
    if (!isIntact && !options.acceptsRefused()) {
      throw new ConversionException(
          Reason.SOURCE_REFUSED,
          Sentence.of(
              "{0} is damaged, incomplete or dangerous; \"check\" shows why. Nothing was written.",
              DisplayText.of(name)));
    }
  }

  private void addTensors(Source source) throws IOException {
    for (CheckpointPart part : source.checkpoint().parts()) {
      Optional<Quantization> quantization = quantization(source, part);
      for (TensorFile file : part.files()) {
        String root = root(file);
        addUnlisted(source, file, root);
        List<TensorRef> all =
            file.tensorsInFileOrder().stream().map(info -> new TensorRef(file, info)).toList();
        // The first tensor of each shared storage that is written.
        Map<String, String> written = new TreeMap<>();
        for (TensorRef tensor : all) {
          cancellation.check();
          add(source, tensor, root, quantization, written);
        }
      }
    }
  }

  /// Finds the quantized weights, unless all values are copied.
  private Optional<Quantization> quantization(Source source, CheckpointPart part)
      throws IOException {
    boolean isCopied =
        !options.dequantizes() && options.casts().isEmpty() && merge.changes().isEmpty();
    if (isCopied) {
      return Optional.empty();
    }
    Quantization quantization = Quantization.of(part, cancellation);
    if (options.dequantizes() && quantization.isUnknown()) {
      throw new ConversionException(
          Reason.QUANTIZED_TENSORS,
          Sentence.of(
              "{0} is quantized by an unknown method, which is not decoded. Nothing was written.",
              DisplayText.of(source.name())));
    }
    return Optional.of(quantization);
  }

  /// Returns the prefix of the converted names of a file.
  private String root(TensorFile file) {
    String root =
        switch (file.kind()) {
          case PYTORCH_ZIP, PYTORCH_LEGACY -> options.root().orElseGet(() -> usualRoot(file));
          case FLAX_MSGPACK -> options.root().orElse("");
          default -> "";
        };
    if (root.isEmpty()) {
      return root;
    }
    roots.add(root);
    return root + ".";
  }

  private static String usualRoot(TensorFile file) {
    Set<String> containers = file.foreign().map(ForeignContent::containers).orElse(Set.of());
    return ROOTS.stream().filter(containers::contains).findFirst().orElse("");
  }

  /// Skips the invalid tensors of another format, which are not listed.
  private void addUnlisted(Source source, TensorFile file, String root) throws ConversionException {
    Map<String, FindingCode> unlisted =
        file.foreign().map(ForeignContent::unlisted).orElse(Map.of());
    for (Map.Entry<String, FindingCode> each : unlisted.entrySet()) {
      String name = each.getKey();
      if (!name.startsWith(root)) {
        outsideRootCount++;
      } else if (!options.includes(name)) {
        excludedCount++;
      } else if (each.getValue() != FindingCode.TENSOR_UNSUPPORTED) {
        skip(source, name);
      } else {
        throw new ConversionException(
            Reason.TENSOR_UNSUPPORTED,
            Sentence.of(
                "The tensor \"{0}\" of {1} cannot be represented in a safetensors file; exclude it."
                    + " Nothing was written.",
                DisplayText.of(name), DisplayText.of(source.name())));
      }
    }
  }

  private void add(
      Source source,
      TensorRef tensor,
      String root,
      Optional<Quantization> quantization,
      Map<String, String> written)
      throws ConversionException {
    String sourceName = tensor.info().name();
    if (!sourceName.startsWith(root)) {
      outsideRootCount++;
      return;
    }
    if (!options.includes(sourceName)) {
      excludedCount++;
      return;
    }
    Optional<QuantizedWeight> weight = quantization.flatMap(each -> each.weightOf(tensor));
    if (options.dequantizes() && weight.isEmpty() && Quantization.isMarker(tensor)) {
      return;
    }
    boolean isDecoded = options.dequantizes() && weight.isPresent();
    if (isDecoded && !weight.get().hasValues()) {
      throw undecoded(source, sourceName, weight.get().label());
    }
    if (isDecoded && !weight.get().codes().equals(tensor)) {
      // A scale or another part of a quantized weight.
      return;
    }
    TensorRef value = isDecoded ? weight.get().logical().orElse(tensor) : tensor;
    Optional<ForeignTensor> foreign = tensor.file().foreign(tensor.info());
    if (value.equals(tensor)) {
      requireUnquantized(source, foreign, sourceName);
    } else {
      dequantizedCount++;
    }
    String logicalName = value.equals(tensor) ? sourceName : value.info().name();
    String name = options.renaming().apply(logicalName.substring(root.length()));
    Optional<TensorData> data = value.data().filter(TensorData::isComplete);
    if (data.isEmpty()) {
      skip(source, sourceName);
      return;
    }
    Optional<TensorData> changed = merge.changed(tensor, data.get());
    PlannedTensor planned = planned(source, value, name, changed.orElse(data.get()));
    if (weight.isPresent() && !isDecoded && weight.get().codes().equals(tensor)) {
      requireCopied(source, planned, weight.get());
    }
    reserve(planned);
    newNames.put(sourceName, name);
    if (changed.isPresent() || !isDuplicate(foreign, planned, written)) {
      renamedCount += name.equals(sourceName) ? 0 : 1;
      tensors.add(planned);
    }
  }

  /// Checks that the codes of a quantized weight, which mean nothing without their scales, are not
  /// treated as values.
  private void requireCopied(Source source, PlannedTensor codes, QuantizedWeight weight)
      throws ConversionException {
    if (codes.cast().isPresent()) {
      throw new ConversionException(
          Reason.QUANTIZED_TENSORS,
          Sentence.of(
              "The tensor \"{0}\" of {1} has the codes of a quantized weight ({2}), which cannot be"
                  + " changed; --dequantize computes its values. Nothing was written.",
              DisplayText.of(codes.sourceName()), DisplayText.of(source.name()), weight.label()));
    }
  }

  private void requireUnquantized(Source source, Optional<ForeignTensor> foreign, String name)
      throws ConversionException {
    if (foreign.flatMap(ForeignTensor::sourceShape).isEmpty()) {
      return;
    }
    String type = DisplayText.of(foreign.get().sourceDtype());
    if (options.dequantizes()) {
      throw undecoded(source, name, type);
    }
    throw new ConversionException(
        Reason.QUANTIZED_TENSORS,
        Sentence.of(
            "The tensor \"{0}\" of {1} has quantized values of the type {2}; --dequantize"
                + " computes them. Nothing was written.",
            DisplayText.of(name), DisplayText.of(source.name()), type));
  }

  private static ConversionException undecoded(Source source, String name, String type) {
    return new ConversionException(
        Reason.QUANTIZED_TENSORS,
        Sentence.of(
            "The tensor \"{0}\" of {1} has the type {2}, which is not decoded. Nothing was"
                + " written.",
            DisplayText.of(name), DisplayText.of(source.name()), type));
  }

  private boolean isDuplicate(
      Optional<ForeignTensor> foreign, PlannedTensor tensor, Map<String, String> written) {
    if (!options.deduplicates() || foreign.isEmpty()) {
      return false;
    }
    String first = foreign.get().sharesWith().orElse(tensor.sourceName());
    String name = tensor.info().name();
    String kept = written.putIfAbsent(tensor.info().dtype() + " " + first, name);
    if (kept != null) {
      metadata.put(name, kept);
      deduplicatedCount++;
    }
    return kept != null;
  }

  private void skip(Source source, String name) throws ConversionException {
    if (!options.acceptsRefused()) {
      throw new ConversionException(
          Reason.SOURCE_REFUSED,
          Sentence.of(
              "The values of the tensor \"{0}\" of {1} cannot be read. Nothing was written.",
              DisplayText.of(name), DisplayText.of(source.name())));
    }
    skippedCount++;
    Sentence sentence =
        Sentence.of("The tensor \"{0}\" cannot be read and is left out.", DisplayText.of(name));
    warnings.add(new Warning("tensor-skipped", sentence, Optional.of(name)));
  }

  /// @param value the tensor of the source, dequantized if requested
  /// @param data the values to write
  private PlannedTensor planned(Source source, TensorRef value, String name, TensorData data) {
    Dtype sourceDtype = value.info().dtype();
    Dtype from = data.info().dtype();
    Dtype to = options.dtypeOf(name, sourceDtype);
    Optional<Cast> cast =
        from == to ? Optional.empty() : Optional.of(new Cast(from, to, options.saturates()));
    // The data offsets are assigned later.
    TensorInfo info = new TensorInfo(name, to, data.info().shape(), 0, 0);
    return new PlannedTensor(info, data, value.info().name(), source.name(), sourceDtype, cast);
  }

  /// Reserves the name of a tensor.
  private void reserve(PlannedTensor tensor) throws ConversionException {
    PlannedTensor other = byName.putIfAbsent(tensor.info().name(), tensor);
    if (other != null) {
      throw new ConversionException(
          Reason.NAME_CONFLICT,
          Sentence.of(
              "Two tensors would be named \"{0}\": \"{1}\" of {2} and \"{3}\" of {4}. Nothing was"
                  + " written.",
              DisplayText.of(tensor.info().name()),
              DisplayText.of(other.sourceName()),
              origin(other, tensor),
              DisplayText.of(tensor.sourceName()),
              origin(tensor, other)));
    }
  }

  /// Returns the source of a tensor, or its file if another tensor is in another file of the
  /// source.
  private static String origin(PlannedTensor tensor, PlannedTensor other) {
    Path file = tensor.data().file().path();
    boolean isSame = file.equals(other.data().file().path());
    return isSame || !tensor.source().equals(other.source())
        ? DisplayText.of(tensor.source())
        : PathText.of(file.getFileName());
  }
}
