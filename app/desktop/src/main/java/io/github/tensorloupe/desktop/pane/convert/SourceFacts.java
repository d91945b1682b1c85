package io.github.tensorloupe.desktop.pane.convert;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.convert.NameFilter;
import io.github.tensorloupe.desktop.selection.DistinctNames;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The properties of a source that determine which options are offered.
///
/// @param stem the name without extensions
/// @param isNative true if the source is a single safetensors file
/// @param hasShared true if tensors share their storage
/// @param isDamaged true if loaders refuse the source
/// @param components the parts that can be extracted
/// @param groups the groups of modules of an adapter that can be left out
/// @param maxRank the largest rank of the modules of an adapter, or 0
record SourceFacts(
    Path path,
    String stem,
    int tensorCount,
    long byteCount,
    boolean isNative,
    boolean isQuantized,
    boolean hasShared,
    boolean isDamaged,
    boolean hasMetadata,
    boolean isAdapter,
    List<Component> components,
    List<Group> groups,
    int maxRank) {

  /// A part of a checkpoint.
  ///
  /// @param label the name of a file or folder of a pipeline, or empty for the usual components
  /// @param source the path that contains the component
  /// @param strippedPrefix removed from the names
  record Component(
      Kind kind,
      String label,
      Path source,
      List<NameFilter> includes,
      List<NameFilter> excludes,
      String strippedPrefix) {

    enum Kind {
      UNET("model.diffusion_model."),
      VAE("first_stage_model.", "vae."),
      TEXT_ENCODER("cond_stage_model.", "conditioner.embedders.0.", "text_encoders.clip_l."),
      TEXT_ENCODER_2("conditioner.embedders.1.", "text_encoders.clip_g."),
      TEXT_ENCODER_3("text_encoders.t5xxl."),
      /// Everything except the moving averages of training.
      WITHOUT_EMA("model_ema."),
      /// A file or set of a folder.
      PART;

      private final List<String> prefixes;

      Kind(String... prefixes) {
        this.prefixes = List.of(prefixes);
      }
    }
  }

  /// Modules of an adapter that can be left out together.
  ///
  /// @param label empty for the text encoders
  record Group(String label, NameFilter filter, int moduleCount) {}

  private static final Pattern TEXT_ENCODERS =
      Pattern.compile("^(?:base_model\\.model\\.)?(?:lora_te\\d?_|text_encoder(?:_\\d)?\\.)");
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:^|[._])((?:down|up|input|output|middle|mid|double|joint|(?:single_)?transformer|single)"
              + "_blocks?|layers)(?:[._](\\d+))?[._]");

  /// Reads the headers of a source. Blocks.
  ///
  /// @throws IOException if reading fails
  static SourceFacts read(Path path, Cancellation cancellation, Progress progress)
      throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(path, cancellation, progress)) {
      return of(checkpoint, cancellation);
    }
  }

  private static SourceFacts of(Checkpoint checkpoint, Cancellation cancellation)
      throws IOException {
    List<TensorFile> files = checkpoint.files();
    Optional<Adapter> adapter = Adapter.find(checkpoint);
    List<AdapterModule> modules = adapter.map(Adapter::modules).orElse(List.of());
    List<TensorRef> tensors = checkpoint.tensors();
    List<ForeignTensor> foreign =
        tensors.stream().flatMap(each -> each.file().foreign(each.info()).stream()).toList();
    return new SourceFacts(
        checkpoint.path().toAbsolutePath().normalize(),
        stem(checkpoint),
        tensors.size(),
        tensors.stream()
            .flatMap(each -> each.data().stream())
            .mapToLong(data -> data.range().byteCount())
            .sum(),
        files.size() == 1 && files.getFirst().foreign().isEmpty(),
        foreign.stream().anyMatch(each -> each.sourceShape().isPresent())
            || !Quantization.of(checkpoint, cancellation).weights().isEmpty(),
        foreign.stream().anyMatch(each -> each.sharesWith().isPresent()),
        checkpoint.isRefused() || files.stream().anyMatch(file -> !file.isIntact()),
        files.stream()
            .anyMatch(file -> file.foreign().isEmpty() && file.header().metadata().isPresent()),
        adapter.isPresent(),
        components(checkpoint, cancellation),
        groups(modules),
        modules.stream().mapToInt(module -> module.rank().orElse(0)).max().orElse(0));
  }

  private static String stem(Checkpoint checkpoint) {
    Path path = checkpoint.path();
    Path named = ShardSet.isIndexName(path) ? DistinctNames.named(path) : path;
    String name = String.valueOf(named.toAbsolutePath().normalize().getFileName());
    int dot = name.lastIndexOf('.');
    boolean isFile = checkpoint.files().stream().anyMatch(file -> file.path().equals(path));
    return dot > 0 && isFile ? name.substring(0, dot) : name;
  }

  private static List<Component> components(Checkpoint checkpoint, Cancellation cancellation) {
    List<Component> components = new ArrayList<>();
    if (checkpoint.parts().size() > 1) {
      for (CheckpointPart part : checkpoint.parts()) {
        components.add(
            new Component(
                Component.Kind.PART, part.label(), part.path(), List.of(), List.of(), ""));
      }
      return components;
    }
    // The first name of each prefix shows the container that precedes it.
    Map<Component.Kind, Component> found = new EnumMap<>(Component.Kind.class);
    for (TensorRef tensor : checkpoint.tensors()) {
      cancellation.check();
      String name = tensor.info().name();
      String inContainer = name.substring(name.indexOf('.') + 1);
      for (Component.Kind kind : Component.Kind.values()) {
        for (String prefix : found.containsKey(kind) ? List.<String>of() : kind.prefixes) {
          if (name.startsWith(prefix) || inContainer.startsWith(prefix)) {
            String container = name.substring(0, name.indexOf(prefix));
            found.put(kind, component(kind, checkpoint.path(), container, prefix));
          }
        }
      }
    }
    return List.copyOf(found.values());
  }

  private static Component component(
      Component.Kind kind, Path path, String container, String prefix) {
    List<NameFilter> filter = List.of(NameFilter.parse("re:^" + Pattern.quote(container + prefix)));
    return kind == Component.Kind.WITHOUT_EMA
        ? new Component(kind, "", path, List.of(), filter, "")
        : new Component(kind, "", path, filter, List.of(), prefix);
  }

  private static List<Group> groups(List<AdapterModule> modules) {
    SortedMap<String, Integer> counts = new TreeMap<>(NaturalOrder.INSTANCE);
    for (AdapterModule module : modules) {
      Matcher block = BLOCK.matcher(module.name());
      if (TEXT_ENCODERS.matcher(module.name()).find()) {
        counts.merge("", 1, Integer::sum);
      } else if (block.find()) {
        String number = block.group(2) == null ? "" : " " + block.group(2);
        counts.merge(block.group(1) + number, 1, Integer::sum);
      }
    }
    List<Group> groups = new ArrayList<>();
    counts.forEach(
        (label, count) -> {
          String expression =
              label.isEmpty()
                  ? TEXT_ENCODERS.pattern()
                  : "(?:^|[._])" + label.replace(" ", "[._]") + "[._]";
          groups.add(new Group(label, NameFilter.parse("re:" + expression), count));
        });
    return groups;
  }
}
