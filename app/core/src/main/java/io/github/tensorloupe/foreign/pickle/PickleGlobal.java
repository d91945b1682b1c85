package io.github.tensorloupe.foreign.pickle;

import module java.base;

/// A class or function that a pickle names. It is never loaded.
///
/// @param module the module after the renames of Python 2
/// @param offset the offset of the first instruction that names it
public record PickleGlobal(String module, String name, Risk risk, int offset)
    implements PickleValue {

  /// The effects of a class or function when a pickle is loaded, from harmless to dangerous.
  public enum Risk {
    /// This program knows the result of a call.
    ALLOWED,
    /// A data class without side effects.
    INERT,
    UNKNOWN,
    /// Can execute anything.
    DANGEROUS
  }

  /// Returns true if all functions of a Python module count as dangerous.
  ///
  /// @param module the name in Python 3
  public static boolean isDangerousModule(String module) {
    return GlobalRisks.of(module, "any") == Risk.DANGEROUS;
  }

  /// Returns `module.name`, or `extension N` for a registered code.
  public String qualifiedName() {
    return module.isEmpty() ? name : module + "." + name;
  }

  /// Returns true unless the class or function is known to be harmless.
  public boolean isSuspicious() {
    return risk.compareTo(Risk.INERT) > 0;
  }

  /// Returns true if this is the class or function.
  public boolean is(String otherModule, String otherName) {
    return module.equals(otherModule) && name.equals(otherName);
  }
}
