package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.Style;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The tensors of a checkpoint by the names that loaders expect: without buffers, names of
/// quantization, and wrapper prefixes.
final class Names {

  /// The maximum number of names or ranges in a message.
  static final int MAX_NAMES = 8;

  private static final int MAX_WRAPPERS = 4;
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

  /// The removed wrapper prefixes, in the order of their removal.
  final SequencedSet<String> wrappers;

  private Names(Map<String, Stored> tensors, Style style, SequencedSet<String> wrappers) {
    this.tensors = tensors;
    this.style = style;
    this.wrappers = wrappers;
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
    for (TensorFile file : part.files()) {
      for (TensorInfo info : file.header().tensors()) {
        if (all.size() % 4096 == 0) {
          cancellation.check();
        }
        add(info.name(), Optional.of(new TensorRef(file, info)), shapes, isPacked, all);
      }
    }
    part.absentTensors()
        .forEach(absent -> add(absent.name(), Optional.empty(), shapes, isPacked, all));
    SequencedSet<String> wrappers = new LinkedHashSet<>();
    List<Stored> corrected = withoutWrappers(all, family, wrappers);
    Map<String, Stored> tensors = LinkedHashMap.newLinkedHashMap(corrected.size());
    corrected.forEach(tensor -> tensors.putIfAbsent(tensor.name(), tensor));
    return new Names(tensors, best(corrected, family).style(), wrappers);
  }

  private static void add(
      String name,
      Optional<TensorRef> tensor,
      Map<String, Optional<Shape>> shapes,
      boolean isPacked,
      List<Stored> all) {
    Optional<String> logical = isPacked ? LogicalNames.of(name) : Optional.of(name);
    if (logical.isEmpty() || isBuffer(name)) {
      return;
    }
    Optional<Shape> shape = tensor.map(ref -> ref.info().shape());
    if (isPacked && tensor.isPresent()) {
      Optional<Shape> known = shapes.get(logical.get());
      if (known != null) {
        shape = known;
      } else if (!PLAIN.contains(tensor.get().info().dtype())) {
        shape = Optional.empty();
      }
    }
    all.add(new Stored(modern(logical.get()), tensor, shape));
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
      long count = all.stream().filter(each -> family.matches(each.name(), style)).count();
      if (count > best.count()) {
        best = new Match(style, count);
      }
    }
    return best;
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
        : new Stored(
            name.substring(0, begin) + name.substring(begin + wrapper.length()),
            tensor.tensor(),
            tensor.shape());
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
                            ? new Stored(
                                each.name().replace(module, ""), each.tensor(), each.shape())
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
        if (name.contains("_wrapped_module.") || name.contains("_orig_mod.")) {
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

  boolean hasPrefix(String prefix) {
    return tensors.keySet().stream().anyMatch(name -> name.startsWith(prefix));
  }
}
