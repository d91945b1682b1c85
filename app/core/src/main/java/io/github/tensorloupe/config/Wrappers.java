package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.Match;
import io.github.tensorloupe.config.Family.Style;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// Parts of names from programs that wrapped the model.
///
/// @param found the parts in the order of their removal
/// @param correction removes the parts from a name
record Wrappers(List<String> found, UnaryOperator<String> correction) {

  static final Wrappers NONE = new Wrappers(List.of(), UnaryOperator.identity());

  /// The prefix that is also a part of correct names.
  static final String MODEL = "model.";

  /// Written by versions of transformers that applied a renaming several times.
  private static final String REPEATED = "language_model.language_model.";

  /// Modules that wrap other modules during training, at any position of a name.
  private static final List<String> MODULES =
      List.of("_orig_mod.", "_fsdp_wrapped_module.", "_checkpoint_wrapped_module.", REPEATED);

  /// Prefixes that are removed only if the names match afterwards.
  private static final List<String> PREFIXES =
      List.of(AdapterNames.PEFT_PREFIX, "module.", "ema_model.", "language_model.", MODEL);

  private static final int MAX_PREFIXES = 4;

  static List<String> modules(String name) {
    return name.contains("_wrapped_module.")
            || name.contains("_orig_mod.")
            || name.contains(REPEATED)
        ? MODULES.stream().filter(name::contains).toList()
        : List.of();
  }

  /// Returns the wrapper modules that occur in the names of a checkpoint, and the number of these
  /// names.
  static Map<String, Long> modules(CheckpointPart part, Cancellation cancellation) {
    Map<String, Long> counts = new TreeMap<>();
    int examined = 0;
    for (TensorFile file : part.files()) {
      for (TensorInfo info : file.header().tensors()) {
        if (++examined % 4096 == 0) {
          cancellation.check();
        }
        modules(info.name()).forEach(module -> counts.merge(module, 1L, Long::sum));
      }
    }
    // Only known architectures show that the prefix is wrong.
    counts.remove(REPEATED);
    return counts;
  }

  /// Finds the wrappers after whose removal the names match an architecture.
  ///
  /// @param beginnings the number of names by their beginning
  /// @param modules the wrapper modules in the names
  static Wrappers find(Map<String, Long> beginnings, Set<String> modules, Family family) {
    Wrappers wrappers = NONE;
    for (String module : MODULES) {
      if (modules.contains(module)) {
        wrappers = wrappers.with(module, name -> name.replace(module, ""));
      }
    }
    Map<String, Long> names = wrappers.corrected(beginnings);
    Match match = family.bestMatch(names);
    for (int round = 0; round < MAX_PREFIXES && !match.isComplete(); round++) {
      Style style = match.style();
      Map<String, Long> others = new HashMap<>(names);
      others.keySet().removeIf(name -> family.matches(name, style));
      Optional<String> prefix =
          PREFIXES.stream().filter(each -> isCommon(each, others)).findFirst();
      if (prefix.isEmpty()) {
        break;
      }
      wrappers =
          wrappers.with(
              prefix.get(),
              name -> family.matches(name, style) ? name : without(name, prefix.get()));
      names = wrappers.corrected(beginnings);
      match = family.bestMatch(names);
    }
    return match.isComplete() ? wrappers : NONE;
  }

  private Wrappers with(String wrapper, UnaryOperator<String> removal) {
    List<String> all = new ArrayList<>(found);
    all.add(wrapper);
    return new Wrappers(all, name -> removal.apply(correction.apply(name)));
  }

  private Map<String, Long> corrected(Map<String, Long> beginnings) {
    Map<String, Long> corrected = new LinkedHashMap<>();
    beginnings.forEach((name, count) -> corrected.merge(correction.apply(name), count, Long::sum));
    return corrected;
  }

  private static boolean isCommon(String wrapper, Map<String, Long> names) {
    long all = 0;
    long wrapped = 0;
    for (Map.Entry<String, Long> each : names.entrySet()) {
      all += each.getValue();
      wrapped += indexOf(each.getKey(), wrapper) >= 0 ? each.getValue() : 0;
    }
    return 2 * wrapped > all;
  }

  private static int indexOf(String name, String wrapper) {
    if (name.startsWith(wrapper)) {
      return 0;
    }
    int dot = wrapper.equals(MODEL) ? -1 : name.indexOf("." + wrapper);
    return dot < 0 ? -1 : dot + 1;
  }

  private static String without(String name, String wrapper) {
    int begin = indexOf(name, wrapper);
    return begin < 0 ? name : name.substring(0, begin) + name.substring(begin + wrapper.length());
  }
}
