package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.adapter.AdapterModule.Axis;
import io.github.tensorloupe.adapter.AdapterModule.ScaleSource;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.NameOrder;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundFile;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.RefusedException;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The modules of an adapter. Immutable; valid while its file is open. The caller closes the file.
///
/// @param modules the modules, ordered by name (code points)
/// @param otherTensors the names of tensors that belong to no module, ordered by code points
/// @param isFanInFanOut true if weights of the base are stored as inputs × outputs
/// @param scaleFault the reason why scales from the configuration are unknown, without a period, or
///   empty if the configuration is usable or not required
/// @param remarks remarks about the configuration
/// @param otherMethod the displayed method of the configuration, if its deltas are not computed
/// @param baseModel the name or the path of the base model according to the configuration
public record Adapter(
    TensorFile file,
    List<AdapterModule> modules,
    List<String> otherTensors,
    boolean isFanInFanOut,
    Optional<Sentence> scaleFault,
    List<Sentence> remarks,
    Optional<String> otherMethod,
    Optional<String> baseModel) {

  private static final String WEIGHT = ".weight";

  /// Metadata entries with an alpha for all modules, which SGLang reads.
  private static final List<String> HEADER_ALPHAS = List.of("lora_alpha", "network_alpha", "alpha");

  private static final Set<Factor> ADDITIONS =
      EnumSet.of(Factor.ALPHA, Factor.MAGNITUDE, Factor.IA3_WEIGHT);

  /// The number of names sampled to detect an adapter. A prime, so that the sampled names include
  /// different factors of regularly ordered modules.
  private static final int SAMPLED_NAMES = 509;

  private static final List<String> FILE_NAMES =
      List.of(AdapterNames.WEIGHTS, "adapters.safetensors");

  public Adapter {
    modules = List.copyOf(modules);
    otherTensors = List.copyOf(otherTensors);
  }

  /// Returns the path of an adapter file. For a folder, returns its file with a standard adapter
  /// name or its only safetensors file; for any other path, the path itself.
  ///
  /// @throws IOException if the folder has no such file or several, or cannot be read
  public static Path fileAt(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return path;
    }
    for (String name : FILE_NAMES) {
      if (Files.isRegularFile(path.resolve(name))) {
        return path.resolve(name);
      }
    }
    List<Found> checkpoints = CheckpointFinder.findIn(path, Cancellation.NEVER);
    if (checkpoints.size() == 1 && checkpoints.getFirst() instanceof FoundFile(Path file)) {
      return file;
    }
    for (Found each : checkpoints) {
      if (each instanceof FoundSet(ShardSet set) && set.isRefused()) {
        throw new RefusedException(set.findings().getFirst().sentence());
      }
    }
    if (checkpoints.isEmpty()) {
      throw new RefusedException(
          Sentence.of("No .safetensors file was found in {0}.", PathText.of(path)));
    }
    throw new SentenceException(
        "{0} contains several .safetensors files; specify one of them.", PathText.of(path));
  }

  /// Returns the adapter in a checkpoint, or empty if the checkpoint has several files or no
  /// modules. Samples the tensor names first, so that other checkpoints are excluded quickly.
  /// Blocks.
  ///
  /// @throws IOException if reading fails
  public static Optional<Adapter> find(Checkpoint checkpoint) throws IOException {
    if (checkpoint.files().size() != 1) {
      return Optional.empty();
    }
    TensorFile file = checkpoint.files().getFirst();
    List<TensorInfo> tensors = file.header().tensors();
    int count = Math.min(tensors.size(), SAMPLED_NAMES);
    boolean hasFactors =
        IntStream.range(0, count)
            .mapToObj(i -> tensors.get((int) ((long) i * tensors.size() / count)).name())
            .flatMap(name -> Factor.Name.of(name).stream())
            .anyMatch(name -> name.factor() != Factor.IA3_WEIGHT);
    return hasFactors
        ? Optional.of(of(file)).filter(adapter -> !adapter.modules().isEmpty())
        : Optional.empty();
  }

  /// Returns the adapter in a file. Reads the header, the alphas, and the configuration next to the
  /// file. Blocks.
  ///
  /// @throws IOException if reading fails
  public static Adapter of(TensorFile file) throws IOException {
    return of(file, true);
  }

  /// Returns the adapter in a file without alphas and scales. Reads only the header and the
  /// configuration. Blocks.
  ///
  /// @throws IOException if reading fails
  public static Adapter byHeader(TensorFile file) throws IOException {
    return of(file, false);
  }

  private static Adapter of(TensorFile file, boolean isScaled) throws IOException {
    Map<String, String> metadata = file.header().metadata().orElse(Metadata.EMPTY).entries();
    AdapterConfig config = AdapterConfig.of(file.path(), metadata);
    SortedMap<String, Map<Factor, TensorRef>> byModule = new TreeMap<>(NameOrder::compare);
    Map<String, List<TensorRef>> ofOtherMethods = new HashMap<>();
    Set<TensorInfo> owned = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Factor.Name> repeated = new ArrayList<>();
    for (TensorInfo info : file.header().tensors()) {
      Optional<Factor.Name> name = Factor.Name.of(info.name());
      if (name.isPresent() && name.get().factor() == Factor.SHARED) {
        owned.add(info);
      } else if (name.isPresent()) {
        String module = name.get().module();
        TensorRef tensor = new TensorRef(file, info);
        TensorRef other =
            byModule
                .computeIfAbsent(module, _ -> new EnumMap<>(Factor.class))
                .put(name.get().factor(), tensor);
        if (other != null && name.get().factor() != Factor.OTHER) {
          repeated.add(name.get());
        }
        if (name.get().factor() == Factor.OTHER) {
          ofOtherMethods.computeIfAbsent(module, _ -> new ArrayList<>()).add(tensor);
          owned.add(info);
        }
      }
    }
    // It is unknown which of several adapters in a file is used.
    repeated.forEach(name -> byModule.get(name.module()).remove(name.factor()));
    byModule.values().removeIf(factors -> !isModule(factors));
    if (!byModule.isEmpty()) {
      addReplacements(file, byModule, config);
    }
    Map<String, String> parameters =
        new ExpertNames(config.targetParameters())
            .of(byModule.keySet().stream().filter(AdapterNames::isOfPeft).toList());
    List<AdapterModule> modules = new ArrayList<>();
    for (Map.Entry<String, Map<Factor, TensorRef>> entry : byModule.entrySet()) {
      entry.getValue().values().forEach(tensor -> owned.add(tensor.info()));
      Optional<OtherMethod> method =
          Optional.ofNullable(ofOtherMethods.get(entry.getKey()))
              .map(tensors -> OtherMethod.of(tensors, config.otherMethod()));
      Optional<String> parameter = Optional.ofNullable(parameters.get(entry.getKey()));
      modules.add(
          module(
              parameter.orElse(entry.getKey()),
              entry.getValue(),
              config,
              isScaled,
              method,
              parameter.isPresent()));
    }
    modules.sort(Comparator.comparing(AdapterModule::name, NameOrder::compare));
    List<String> others =
        file.header().tensors().stream()
            .filter(info -> !owned.contains(info))
            .map(TensorInfo::name)
            .sorted(NameOrder::compare)
            .toList();
    List<Sentence> remarks = new ArrayList<>(config.remarks());
    if (modules.stream().anyMatch(AdapterModule::lacksAlpha)) {
      headerAlpha(file).ifPresent(remarks::add);
    }
    return new Adapter(
        file,
        modules,
        others,
        config.isFanInFanOut(),
        config.scaleFault(byModule),
        remarks,
        Optional.of(config.otherMethod())
            .filter(method -> !method.isEmpty())
            .map(OtherMethod::label),
        config.baseModel());
  }

  private static Optional<Sentence> headerAlpha(TensorFile file) {
    Map<String, String> metadata = file.header().metadata().orElse(Metadata.EMPTY).entries();
    for (String key : HEADER_ALPHAS) {
      String alpha = metadata.getOrDefault(key, "");
      if (alpha.matches("[0-9]{1,6}(\\.[0-9]{1,6})?")) {
        return Optional.of(
            Sentence.of(
                "The metadata say {0} = {1}. Most loaders ignore it and take scale 1; a few divide"
                    + " it by the rank.",
                key, alpha));
      }
    }
    return Optional.empty();
  }

  /// Adds the whole weights that the adapter contains, which replace weights of the base.
  private static void addReplacements(
      TensorFile file, Map<String, Map<Factor, TensorRef>> byModule, AdapterConfig config) {
    for (TensorInfo info : file.header().tensors()) {
      String name = info.name();
      String module =
          name.endsWith(WEIGHT) ? name.substring(0, name.length() - WEIGHT.length()) : name;
      if (info.dtype().kind() == Dtype.Kind.FLOAT && config.isSaved(name)) {
        byModule.putIfAbsent(
            module, new EnumMap<>(Map.of(Factor.REPLACEMENT, new TensorRef(file, info))));
      }
    }
  }

  private static boolean isModule(Map<Factor, TensorRef> factors) {
    // Other checkpoints may use the names of IA³ vectors.
    if (!factors.containsKey(Factor.IA3_AXIS)) {
      factors.remove(Factor.IA3_WEIGHT);
    }
    return !ADDITIONS.containsAll(factors.keySet());
  }

  private static AdapterModule module(
      String name,
      Map<Factor, TensorRef> factors,
      AdapterConfig config,
      boolean isScaled,
      Optional<OtherMethod> method,
      boolean isParameter)
      throws IOException {
    Optional<DeltaPlan> plan = DeltaPlan.of(factors);
    AdapterKind kind = plan.map(DeltaPlan::kind).orElse(AdapterKind.UNKNOWN);
    OptionalInt rank = plan.map(DeltaPlan::rank).orElse(OptionalInt.empty());
    Optional<Axis> magnitude = plan.flatMap(DeltaPlan::magnitude);
    Optional<Shape> shape = plan.flatMap(DeltaPlan::shape);
    OptionalInt experts = OptionalInt.empty();
    if (isParameter && kind == AdapterKind.LORA) {
      OptionalInt configured = config.rank(name);
      int all = rank.orElseThrow();
      int each = configured.orElse(0);
      experts = OptionalInt.of(each > 0 && all % each == 0 ? all / each : 0);
      rank = experts.getAsInt() == 0 ? OptionalInt.empty() : configured;
      long[] matrix = shape.orElseThrow().dimensions();
      if (rank.isPresent()) {
        shape = Optional.of(Shape.of(experts.getAsInt(), matrix[0], matrix[1]));
      }
    }
    OptionalDouble alpha = isScaled ? alpha(factors) : OptionalDouble.empty();
    OptionalDouble factor = OptionalDouble.empty();
    Optional<ScaleSource> source = Optional.empty();
    OptionalDouble trained = OptionalDouble.empty();
    boolean hasUnknownRank = experts.isPresent() && rank.isEmpty();
    if (kind == AdapterKind.IA3) {
      alpha = OptionalDouble.empty();
    } else if (isScaled
        && kind != AdapterKind.UNKNOWN
        && !factors.containsKey(Factor.REPLACEMENT)
        && !hasUnknownRank) {
      AdapterConfig.Scale scale = scale(name, kind, rank, alpha, config);
      alpha = scale.alpha();
      factor = OptionalDouble.of(scale.factor());
      source = Optional.of(scale.source());
      trained = config.trainedScale(alpha);
    }
    return new AdapterModule(
        name, kind, factors, rank, alpha, factor, source, magnitude, shape, method, experts,
        trained);
  }

  private static OptionalDouble alpha(Map<Factor, TensorRef> factors) throws IOException {
    TensorRef tensor = factors.get(Factor.ALPHA);
    return tensor != null
            && AdapterModule.isReadable(tensor)
            && tensor.info().shape().elementCount().orElse(0) == 1
        ? OptionalDouble.of(AdapterModule.numbers(tensor)[0])
        : OptionalDouble.empty();
  }

  private static AdapterConfig.Scale scale(
      String name, AdapterKind kind, OptionalInt rank, OptionalDouble alpha, AdapterConfig config) {
    if (kind == AdapterKind.FULL) {
      return new AdapterConfig.Scale(OptionalDouble.empty(), 1, ScaleSource.DEFAULT);
    } else if (alpha.isEmpty()) {
      return config.scale(name, kind, rank);
    }
    // LyCORIS ignores the alpha of a Kronecker product of two full matrices.
    double factor = rank.isPresent() ? alpha.getAsDouble() / rank.getAsInt() : 1;
    return new AdapterConfig.Scale(alpha, factor, ScaleSource.TENSOR);
  }
}
