package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CheckpointFinder;
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

  private static final Pattern MODEL_FILE =
      Pattern.compile("(model|pytorch_model|diffusion_pytorch_model|weights)\\b.*", Pattern.DOTALL);
  private static final Pattern NUMBER =
      Pattern.compile("(.*\\D)?(\\d{1,6})(\\D*\\.safetensors)", Pattern.DOTALL);
  private static final List<String> OPTIMIZER_MARKS = List.of("exp_avg", "optimizer.");

  private static final List<String> MODEL_NAMES =
      List.of(
          "model.safetensors",
          "model.safetensors.index.json",
          "diffusion_pytorch_model.safetensors",
          "diffusion_pytorch_model.safetensors.index.json");

  /// The beginning of the file names of Mistral, whose tensors have names that transformers does
  /// not read.
  private static final String MISTRAL = "consolidated";

  private static final int MAX_SAMPLES = 64;
  private static final int MAX_CHILDREN = 1000;

  private final CheckpointPart part;
  private final Path folder;
  private final boolean isAdapter;
  private final ConfigFiles files;
  private final Cancellation cancellation;
  private final Collector results = new Collector();

  private ConfigCheck(CheckpointPart part, Cancellation cancellation) {
    this.part = part;
    this.folder = part.path().toAbsolutePath().resolveSibling("");
    this.isAdapter = fileName().startsWith("adapter_model") || AdapterRule.isAdapter(part);
    this.files = ConfigFiles.of(part.configurations(), isAdapter);
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
    if (files.names().size() > 1) {
      return true;
    }
    Section config = files.root();
    for (Section section :
        List.of(config, config.child("text_config"), config.child("llm_config"))) {
      if (section.child("quantization").isObject()
          || section.child("quantization_config").isObject()) {
        return true;
      }
    }
    for (TensorFile file : part.files()) {
      for (TensorInfo tensor : file.header().tensors()) {
        if (!tensor.dtype().isWideFloat() && tensor.shape().rank() >= 2) {
          return true;
        }
      }
    }
    return false;
  }

  /// Returns names at equal distances, and all names of small files.
  static List<String> samples(TensorFile file) {
    List<TensorInfo> tensors = file.header().tensors();
    List<String> samples = new ArrayList<>();
    int step = Math.max(1, tensors.size() / MAX_SAMPLES);
    for (int i = 0; i < tensors.size(); i += step) {
      samples.add(tensors.get(i).name());
    }
    return samples;
  }

  private ConfigReport report(Optional<Quantization> quantization) {
    boolean isReadable =
        !part.files().isEmpty()
            && part.files().stream()
                .allMatch(
                    file -> file.kind() == FileKind.SAFETENSORS && file.reading().headerParsed());
    if (!isReadable || part.files().stream().anyMatch(ConfigCheck::isSlice) || isOfOtherFile()) {
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
    String className = root.node().path("architectures").path(0).asText();
    Optional<Family> family =
        root.node().path("auto_map").isEmpty()
            ? Family.of(type).map(each -> each.forClass(className))
            : Optional.empty();
    Optional<ConfigAgreement> agreement =
        quantization
            .filter(_ -> needsQuantization())
            .map(known -> agreement(known, family.map(Family::layerPrefixes).orElse(List.of())));
    if (family.isPresent()) {
      compare(type, family.get(), agreement);
    } else {
      PrefixRule.findWrappers(Wrappers.modules(part, cancellation), results);
    }
    agreement.ifPresent(this::addQuantization);
    List<String> classes = new ArrayList<>();
    root.node().path("architectures").forEach(each -> classes.add(each.asText()));
    return report(type, classes.subList(0, Math.min(Names.MAX_NAMES, classes.size())));
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

  /// Returns true for optimizer states and files of one process of a distributed model.
  private static boolean isSlice(TensorFile file) {
    return file.slices().isPresent()
        || samples(file).stream()
            .anyMatch(name -> OPTIMIZER_MARKS.stream().anyMatch(name::contains));
  }

  /// Returns true if the configuration belongs to another file in the folder, or to a pipeline.
  private boolean isOfOtherFile() {
    boolean isUsual =
        !part.isSet() && part.isWhole() ? MODEL_NAMES.contains(fileName()) : hasUsualName();
    return exists("model_index.json")
        || isAdapter && part.configurations().hasOtherAdapter(fileName())
        || fileName().startsWith(MISTRAL)
        || !isUsual && MODEL_NAMES.stream().anyMatch(this::exists);
  }

  /// Returns true if the file name is numbered and a neighbor exists, as in sets without an index.
  private boolean isNumbered() {
    Matcher number = NUMBER.matcher(fileName());
    return !part.isSet()
        && number.matches()
        && IntStream.of(-1, 1)
            .map(step -> Integer.parseInt(number.group(2)) + step)
            .mapToObj(next -> ("%0" + number.group(2).length() + "d").formatted(next))
            .anyMatch(next -> exists(number.group(1) + next + number.group(3)));
  }

  private String fileName() {
    return part.files().isEmpty()
        ? ""
        : String.valueOf(part.files().getFirst().path().getFileName());
  }

  private boolean exists(String name) {
    return Files.exists(folder.resolve(name));
  }

  private boolean hasUsualName() {
    return MODEL_FILE.matcher(fileName()).matches();
  }

  private boolean knowsNames() {
    boolean isUnusable = part.isSet() && part.index().isEmpty() && Files.exists(part.path());
    return !isUnusable
        && (part.index().isPresent() || part.isWhole())
        && !isNumbered()
        && (part.isSet() || hasUsualName() || isAlone());
  }

  /// Returns true if no other file of the folder may contain a part of the model.
  private boolean isAlone() {
    try (Stream<Path> children = Files.list(folder)) {
      List<Path> first = children.limit(MAX_CHILDREN + 1).toList();
      return first.size() <= MAX_CHILDREN
          && first.stream()
              .filter(CheckpointFinder::hasSafetensorsName)
              .allMatch(file -> String.valueOf(file.getFileName()).equals(fileName()));
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  private void compare(String type, Family family, Optional<ConfigAgreement> agreement) {
    Map<String, Optional<Shape>> shapes = agreement.map(ConfigAgreement::shapes).orElse(Map.of());
    Names names = Names.of(part, family, shapes, agreement.isPresent(), cancellation);
    if (names.isEmpty()) {
      return;
    }
    Model model = Model.of(type, family, files.root(), names, knowsNames());
    if (!model.hasRoles()) {
      if (hasUsualName() && model.knowsNames() && model.modelClass().isUsual()) {
        results.add(
            FindingCode.CONFIG_FAMILY,
            Sentence.of(
                "{0} describes {1}, but no tensor has a name of this architecture, such as {2}."
                    + " transformers fills the whole model with random values.",
                files.root().file(), DisplayText.of(type), exampleName(family)));
      }
      return;
    }
    new PrefixRule(model, results).apply();
    new TowerRule(model, results).apply();
    new LayerRule(model, results).apply();
    ExpertRule.apply(model, results);
    HeadRule.apply(model, results);
    if (new DimensionRule(model, results).apply()) {
      AttentionRule.apply(model, results);
    }
    new BiasRule(model, results, shapes.keySet()).apply();
    new TokenizerRule(model, part.configurations(), results).apply();
    if (shapes.isEmpty()) {
      compareDtype(files.root(), names);
    }
  }

  private static String exampleName(Family family) {
    String body = family.styles().getFirst().body();
    if (!family.words("embedding").isEmpty()) {
      return body + family.words("embedding").getFirst() + ".weight";
    }
    return family.stacks().isEmpty()
        ? body + family.sizes("dimensions").getFirst().module() + ".weight"
        : body + family.stacks().getFirst().prefix() + "0";
  }

  private void compareDtype(Section root, Names names) {
    String key = root.has("dtype") ? "dtype" : "torch_dtype";
    Dtype configured =
        switch (root.text(key).replace("torch.", "")) {
          case "float32" -> Dtype.F32;
          case "float16" -> Dtype.F16;
          case "bfloat16" -> Dtype.BF16;
          default -> null;
        };
    if (configured == null) {
      return;
    }
    Dtype stored = names.dtype(configured);
    if (stored.isWideFloat() && stored != configured) {
      results.add(
          FindingCode.CONFIG_DTYPE,
          Sentence.of(
              "{0} says {1} ({2}), but most weights are {3}. Loaders convert the weights to the"
                  + " configured or the stored type.",
              root.file(), configured, key, stored));
    }
  }

  private void addQuantization(ConfigAgreement agreement) {
    results.findings.addAll(agreement.findings());
    FindingCode ofBits = FindingCode.CONFIG_QUANTIZATION_BITS;
    FindingCode ofGroup = FindingCode.CONFIG_QUANTIZATION_GROUP;
    String file = agreement.file().orElse(ConfigFiles.MODEL);
    agreement.bits().ifPresent(each -> add(Subject.QUANTIZATION_BITS, file, each, ofBits));
    agreement.groupSize().ifPresent(each -> add(Subject.QUANTIZATION_GROUP, file, each, ofGroup));
  }

  private void add(Subject subject, String file, ConfigAgreement.Figure figure, FindingCode code) {
    Setting setting =
        new Setting(file, Optional.of(figure.key()), figure.key(), figure.configured());
    results.compare(subject, setting, figure.stored(), figure.agrees() ? null : code, List.of());
  }
}
