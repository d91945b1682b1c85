package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.Style;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.CheckpointPart.AbsentTensor;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The tensors of a checkpoint by the names that loaders expect: without buffers, names of
/// quantization, and wrapper prefixes.
final class Names {

  /// The maximum number of names or ranges in a message.
  static final int MAX_NAMES = 8;

  private static final int MAX_WRAPPERS = 4;

  /// The number of modules that determine whether a name belongs to an architecture.
  private static final int MATCHED_MODULES = 3;

  private static final double MATCHING_SHARE = 0.9;

  /// Modules that wrap other modules during training, at any position of a name.
  private static final List<String> WRAPPER_MODULES =
      List.of("_orig_mod.", "_fsdp_wrapped_module.", "_checkpoint_wrapped_module.");

  /// Prefixes that are removed only if the names match afterwards.
  private static final List<String> WRAPPER_PREFIXES =
      List.of("base_model.model.", "module.", "ema_model.", "language_model.", "model.");

  /// The prefix that is also a part of correct names.
  private static final String MODEL = "model.";

  private static final List<String> BUFFERS =
      List.of(
          "rotary_emb.inv_freq",
          "position_ids",
          ".attn.bias",
          "masked_bias",
          "num_batches_tracked",
          "token_type_ids");

  private static final Set<Dtype> PLAIN =
      EnumSet.of(Dtype.F64, Dtype.F32, Dtype.F16, Dtype.BF16, Dtype.F8_E4M3, Dtype.F8_E5M2);

  /// The tensors by name.
  final Map<String, Stored> tensors;

  /// The naming style of most tensors.
  final Style style;

  /// The first modules and the first two modules of names.
  private final Set<String> prefixes = new HashSet<>();

  /// The removed wrapper prefixes, in the order of their removal.
  final SequencedSet<String> wrappers;

  private Names(Map<String, Stored> tensors, Style style, SequencedSet<String> wrappers) {
    this.tensors = tensors;
    this.style = style;
    this.wrappers = wrappers;
    String beginning = null;
    for (String name : tensors.keySet()) {
      if (beginning == null || !name.startsWith(beginning)) {
        prefixes.add(name.substring(0, endOfModules(name, 1)));
        beginning = name.substring(0, endOfModules(name, 2));
        prefixes.add(beginning);
      }
    }
  }

  private static boolean mayContainModule(String name) {
    return name.contains("_wrapped_module.") || name.contains("_orig_mod.");
  }

  /// Returns the names of a checkpoint of a known architecture. Names in its index count as present
  /// even if their shard is missing.
  ///
  /// @param shapes the shapes of quantized weights before quantization, by name
  /// @param isPacked true if tensors may be quantized
  static Names of(
      CheckpointPart part,
      Family family,
      Map<String, Optional<Shape>> shapes,
      boolean isPacked,
      Cancellation cancellation) {
    List<Stored> all = new ArrayList<>();
    boolean hasModules = false;
    for (TensorFile file : part.files()) {
      for (TensorInfo info : file.header().tensors()) {
        if (all.size() % 4096 == 0) {
          cancellation.check();
        }
        hasModules = hasModules || mayContainModule(info.name());
        Stored tensor = stored(new TensorRef(file, info), shapes, isPacked);
        if (tensor != null) {
          all.add(tensor);
        }
      }
    }
    for (AbsentTensor absent : part.absentTensors()) {
      hasModules = hasModules || mayContainModule(absent.name());
      Optional<String> logical =
          isPacked ? LogicalNames.of(absent.name()) : Optional.of(absent.name());
      logical.ifPresent(name -> all.add(new Stored(modern(name), null, null)));
    }
    SequencedSet<String> wrappers = new LinkedHashSet<>();
    Match match = best(all, family);
    List<Stored> corrected = all;
    if (hasModules || !isMatching(match, all)) {
      corrected = withoutWrappers(all, family, wrappers);
      match = best(corrected, family);
    }
    Map<String, Stored> tensors = LinkedHashMap.newLinkedHashMap(corrected.size());
    corrected.forEach(tensor -> tensors.putIfAbsent(tensor.name(), tensor));
    return new Names(tensors, match.style(), wrappers);
  }

  /// Returns the tensor before quantization, or null for buffers and parts of quantized weights.
  private static Stored stored(
      TensorRef tensor, Map<String, Optional<Shape>> shapes, boolean isPacked) {
    String name = tensor.info().name();
    if (isBuffer(name)) {
      return null;
    }
    Shape shape = tensor.info().shape();
    if (isPacked) {
      Optional<String> logical = LogicalNames.of(name);
      if (logical.isEmpty()) {
        return null;
      }
      name = logical.get();
      Optional<Shape> known = shapes.get(name);
      boolean isPlain = PLAIN.contains(tensor.info().dtype());
      shape = known != null ? known.orElse(null) : isPlain ? shape : null;
    }
    return new Stored(modern(name), tensor, shape);
  }

  private static boolean isBuffer(String name) {
    for (String buffer : BUFFERS) {
      if (name.endsWith(buffer)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the current name of the parameters of a layer norm, which were `gamma` and `beta`.
  private static String modern(String name) {
    if (name.endsWith("LayerNorm.gamma")) {
      return name.substring(0, name.length() - "gamma".length()) + "weight";
    }
    return name.endsWith("LayerNorm.beta")
        ? name.substring(0, name.length() - "beta".length()) + "bias"
        : name;
  }

  /// The naming style with the most matching names.
  private record Match(Style style, long count) {}

  private static Match best(List<Stored> all, Family family) {
    Match best = new Match(family.styles().getFirst(), 0);
    for (Style style : family.allStyles()) {
      long count = 0;
      // Names with the same beginning follow each other, and its modules decide.
      String beginning = null;
      boolean matches = false;
      for (Stored each : all) {
        String name = each.name();
        if (beginning == null || !name.startsWith(beginning)) {
          beginning = name.substring(0, endOfModules(name, MATCHED_MODULES));
          matches = family.matches(name, style);
        }
        count += matches ? 1 : 0;
      }
      if (count > best.count()) {
        best = new Match(style, count);
      }
      if (2 * count > all.size()) {
        break;
      }
    }
    return best;
  }

  /// Returns the end of the first modules of a name, including the dot after them.
  private static int endOfModules(String name, int count) {
    int end = 0;
    for (int i = 0; i < count && end >= 0; i++) {
      end = name.indexOf('.', end) + 1;
      if (end == 0) {
        return name.length();
      }
    }
    return end;
  }

  private static boolean isMatching(Match match, List<Stored> all) {
    return match.count() >= MATCHING_SHARE * all.size();
  }

  private static List<Stored> withoutWrappers(
      List<Stored> all, Family family, SequencedSet<String> wrappers) {
    List<Stored> names = withoutModules(all, wrappers);
    Match match = best(names, family);
    for (int round = 0; round < MAX_WRAPPERS && !isMatching(match, names); round++) {
      Style style = match.style();
      List<Stored> others =
          names.stream().filter(each -> !family.matches(each.name(), style)).toList();
      Optional<String> prefix =
          WRAPPER_PREFIXES.stream()
              .filter(
                  each ->
                      2 * others.stream().filter(o -> contains(o, each)).count() > others.size())
              .findFirst();
      if (prefix.isEmpty()) {
        break;
      }
      wrappers.add(prefix.get());
      names =
          names.stream()
              .map(each -> family.matches(each.name(), style) ? each : without(each, prefix.get()))
              .toList();
      match = best(names, family);
    }
    if (!isMatching(match, names)) {
      wrappers.clear();
      return all;
    }
    return names;
  }

  private static boolean contains(Stored tensor, String wrapper) {
    return indexOf(tensor.name(), wrapper) >= 0;
  }

  private static int indexOf(String name, String wrapper) {
    if (name.startsWith(wrapper)) {
      return 0;
    }
    int dot = wrapper.equals(MODEL) ? -1 : name.indexOf("." + wrapper);
    return dot < 0 ? -1 : dot + 1;
  }

  private static Stored without(Stored tensor, String wrapper) {
    String name = tensor.name();
    int begin = indexOf(name, wrapper);
    return begin < 0
        ? tensor
        : tensor.withName(name.substring(0, begin) + name.substring(begin + wrapper.length()));
  }

  private static List<Stored> withoutModules(List<Stored> all, SequencedSet<String> wrappers) {
    List<Stored> names = all;
    for (String module : WRAPPER_MODULES) {
      if (all.stream().anyMatch(each -> each.name().contains(module))) {
        wrappers.add(module);
        names =
            names.stream()
                .map(
                    each ->
                        each.name().contains(module)
                            ? each.withName(each.name().replace(module, ""))
                            : each)
                .toList();
      }
    }
    return names;
  }

  /// Returns the wrapper modules that occur in the names of a checkpoint, and the number of these
  /// names.
  static Map<String, Long> wrapperModules(CheckpointPart part, Cancellation cancellation) {
    Map<String, Long> counts = new TreeMap<>();
    int examined = 0;
    for (TensorFile file : part.files()) {
      for (TensorInfo info : file.header().tensors()) {
        if (++examined % 4096 == 0) {
          cancellation.check();
        }
        String name = info.name();
        if (mayContainModule(name)) {
          for (String module : WRAPPER_MODULES) {
            if (name.contains(module)) {
              counts.merge(module, 1L, Long::sum);
            }
          }
        }
      }
    }
    return counts;
  }

  Optional<Stored> find(String name) {
    return Optional.ofNullable(tensors.get(name));
  }

  /// Returns true if a name begins with one or two modules, given with the dots after them.
  boolean hasPrefix(String prefix) {
    return prefixes.contains(prefix);
  }
}
