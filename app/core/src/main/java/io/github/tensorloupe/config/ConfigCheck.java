package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.ConfigAgreement;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Compares the configuration next to a checkpoint with its tensors. Reads headers and small JSON
/// files only.
///
/// The tensors of adapters are compared with `adapter_config.json`. Optimizer states, slices of
/// distributed models and unknown architectures are not compared.
public final class ConfigCheck {

  private static final Pattern RANK_FILE = Pattern.compile("(^|[-_.])(mp_)?rank[-_]?\\d");
  private static final Pattern MODEL_FILE =
      Pattern.compile("(model|pytorch_model|diffusion_pytorch_model|weights)\\b.*", Pattern.DOTALL);
  private static final List<String> OPTIMIZER_MARKS = List.of("exp_avg", "optimizer.");
  private static final int SAMPLES = 64;

  private final CheckpointPart part;
  private final Path folder;
  private final boolean isAdapter;
  private final ConfigFiles files;
  private final Cancellation cancellation;
  private final Collector results = new Collector();

  private ConfigCheck(CheckpointPart part, Cancellation cancellation) {
    this.part = part;
    this.folder = folderOf(part);
    this.isAdapter = AdapterRule.isAdapter(part);
    this.files = ConfigFiles.read(folder, isAdapter);
    this.cancellation = cancellation;
  }

  /// Compares a set or a single file with the configuration in its folder.
  ///
  /// @param quantization the quantized weights, or empty if [#needsQuantization] is false
  /// @param cancellation checked every few thousand tensors
  public static ConfigReport of(
      CheckpointPart part, Optional<Quantization> quantization, Cancellation cancellation) {
    return new ConfigCheck(part, cancellation).report(quantization);
  }

  /// Returns true if the quantized weights of a checkpoint must be known to compare it: if a
  /// configuration exists, and tensors may be packed or the configuration declares quantization.
  public static boolean needsQuantization(CheckpointPart part) {
    return new ConfigCheck(part, Cancellation.NEVER).needsQuantization();
  }

  private boolean needsQuantization() {
    if (files.names().isEmpty() || isAdapter) {
      return false;
    }
    Section config = files.root();
    boolean isDeclared =
        Stream.of(config, config.child("text_config"), config.child("llm_config"))
            .anyMatch(
                section ->
                    section.child("quantization").isObject()
                        || section.child("quantization_config").isObject());
    return isDeclared
        || files.names().size() > 1
        || part.files().stream()
            .flatMap(file -> file.header().tensors().stream())
            .anyMatch(ConfigCheck::mayBePacked);
  }

  private static boolean mayBePacked(TensorInfo tensor) {
    return !tensor.dtype().isWideFloat() && tensor.shape().rank() >= 2;
  }

  private static Path folderOf(CheckpointPart part) {
    Path parent = part.path().toAbsolutePath().getParent();
    return parent == null ? part.path().toAbsolutePath() : parent;
  }

  private ConfigReport report(Optional<Quantization> quantization) {
    boolean isReadable =
        !part.files().isEmpty()
            && part.files().stream()
                .allMatch(
                    file -> file.kind() == FileKind.SAFETENSORS && file.reading().headerParsed());
    if (!isReadable || isSlice() || isOfOtherFile()) {
      return report("", List.of());
    }
    results.findings.addAll(files.unreadable());
    Section root = files.root();
    if (isAdapter) {
      if (root.isObject()) {
        AdapterRule.apply(root, part, results);
      }
      return report(root.text("peft_type"), List.of());
    }
    String type = root.text(root.has("model_type") ? "model_type" : "_class_name");
    Optional<Family> family =
        root.node().path("auto_map").isEmpty() ? Family.of(type) : Optional.empty();
    Optional<ConfigAgreement> agreement =
        quantization
            .filter(_ -> needsQuantization())
            .map(known -> agreement(known, family.map(Family::layerPrefixes).orElse(List.of())));
    if (family.isPresent()) {
      compare(type, family.get(), root, agreement);
    } else {
      PrefixRule.findWrappers(Names.wrapperModules(part, cancellation), results);
    }
    agreement.ifPresent(this::addQuantization);
    return report(type, architectures(root));
  }

  private ConfigAgreement agreement(Quantization quantization, List<String> layers) {
    List<TensorRef> tensors =
        part.files().stream()
            .flatMap(
                file -> file.header().tensors().stream().map(info -> new TensorRef(file, info)))
            .toList();
    return ConfigAgreement.of(quantization, tensors, layers);
  }

  private ConfigReport report(String type, List<String> classes) {
    return new ConfigReport(
        files.names(),
        Optional.of(type).filter(text -> !text.isEmpty()),
        classes,
        results.comparisons,
        results.findings,
        results.tiedHead);
  }

  private static List<String> architectures(Section root) {
    List<String> names = new ArrayList<>();
    root.node().path("architectures").forEach(each -> names.add(each.asText()));
    return names.subList(0, Math.min(Names.MAX_NAMES, names.size()));
  }

  /// Returns true for optimizer states and files of one process of a distributed model.
  private boolean isSlice() {
    for (TensorFile file : part.files()) {
      if (RANK_FILE.matcher(String.valueOf(file.path().getFileName())).find()) {
        return true;
      }
      List<TensorInfo> tensors = file.header().tensors();
      int step = Math.max(1, tensors.size() / SAMPLES);
      for (int i = 0; i < tensors.size(); i += step) {
        if (OPTIMIZER_MARKS.stream().anyMatch(tensors.get(i).name()::contains)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Returns true if the configuration belongs to another file in the folder, or to a pipeline.
  private boolean isOfOtherFile() {
    if (Files.exists(folder.resolve("model_index.json"))) {
      return true;
    }
    return !hasUsualName()
        && Stream.of("model", "diffusion_pytorch_model")
            .flatMap(name -> Stream.of(name, name + ".safetensors.index.json"))
            .anyMatch(
                name ->
                    Files.exists(
                        folder.resolve(name.endsWith(".json") ? name : name + ".safetensors")));
  }

  private boolean hasUsualName() {
    return MODEL_FILE
        .matcher(String.valueOf(part.files().getFirst().path().getFileName()))
        .matches();
  }

  private boolean knowsNames() {
    boolean isUnusable = part.isSet() && part.index().isEmpty() && Files.exists(part.path());
    return !isUnusable && (part.index().isPresent() || part.isWhole());
  }

  private void compare(
      String type, Family family, Section root, Optional<ConfigAgreement> agreement) {
    Map<String, Optional<Shape>> shapes = agreement.map(ConfigAgreement::shapes).orElse(Map.of());
    Names names = Names.of(part, family, shapes, agreement.isPresent(), cancellation);
    if (names.tensors.isEmpty()) {
      return;
    }
    Model model = Model.of(type, family, root, names, knowsNames());
    if (isFlattened(names)) {
      return;
    }
    if (!model.hasRoles()) {
      if (hasUsualName() && model.knowsNames()) {
        results.add(
            FindingCode.CONFIG_FAMILY,
            Sentence.of(
                "{0} describes {1}, but no tensor has a name of this architecture, such as {2}."
                    + " transformers fills the whole model with random values.",
                root.file(), DisplayText.of(type), exampleName(model)));
      }
      return;
    }
    new PrefixRule(model, results).apply();
    new TowerRule(model, results).apply();
    new LayerRule(model, results).apply();
    ExpertRule.apply(model, results);
    HeadRule.apply(model, results);
    if (DimensionRule.apply(model, results)) {
      AttentionRule.apply(model, results);
    }
    new BiasRule(model, results, shapes.keySet()).apply();
    if (shapes.isEmpty()) {
      compareDtype(model);
    }
  }

  private static String exampleName(Model model) {
    String body = model.family().styles().getFirst().body();
    return body
        + (model.family().embedding().isEmpty()
            ? model.family().stacks().getFirst().prefix() + "0"
            : model.family().embedding().getFirst() + ".weight");
  }

  /// Returns true if weights are one-dimensional, as in the shards of FSDP.
  private static boolean isFlattened(Names names) {
    for (Stored tensor : names.tensors.values()) {
      // In this order, because most tensors have two dimensions.
      if (tensor.rank() == 1
          && (tensor.name().endsWith("_proj.weight")
              || tensor.name().endsWith("embed_tokens.weight"))) {
        return true;
      }
    }
    return false;
  }

  private void compareDtype(Model model) {
    String key = model.root().has("dtype") ? "dtype" : "torch_dtype";
    Dtype configured =
        switch (model.root().text(key).replace("torch.", "")) {
          case "float32" -> Dtype.F32;
          case "float16" -> Dtype.F16;
          case "bfloat16" -> Dtype.BF16;
          default -> null;
        };
    Map<Dtype, Long> bytes = new EnumMap<>(Dtype.class);
    for (TensorFile file : part.files()) {
      for (TensorInfo info : file.header().tensors()) {
        bytes.merge(info.dtype(), info.clampedByteCount(), Long::sum);
      }
    }
    Optional<Dtype> stored =
        bytes.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    if (configured != null
        && stored.isPresent()
        && stored.get().isWideFloat()
        && stored.get() != configured) {
      results.add(
          FindingCode.CONFIG_DTYPE,
          Sentence.of(
              "{0} says {1} ({2}), but most weights are {3}. Loaders convert the weights to the"
                  + " configured or the stored type.",
              model.root().file(), configured, key, stored.get()));
    }
  }

  private void addQuantization(ConfigAgreement agreement) {
    for (Finding finding : agreement.findings()) {
      results.findings.add(finding);
    }
    String file = agreement.file().orElse(ConfigFiles.MODEL);
    agreement
        .bits()
        .ifPresent(
            figure ->
                add(Subject.QUANTIZATION_BITS, file, figure, FindingCode.CONFIG_QUANTIZATION_BITS));
    agreement
        .groupSize()
        .ifPresent(
            figure ->
                add(
                    Subject.QUANTIZATION_GROUP,
                    file,
                    figure,
                    FindingCode.CONFIG_QUANTIZATION_GROUP));
  }

  private void add(Subject subject, String file, ConfigAgreement.Figure figure, FindingCode code) {
    Setting setting =
        new Setting(file, Optional.of(figure.key()), figure.key(), figure.configured());
    results.compare(subject, setting, figure.stored(), figure.agrees() ? null : code, List.of());
  }
}
