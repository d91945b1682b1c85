package io.github.tensorloupe.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/// The packages of the program and the rules for their dependencies. Names are relative to the root
/// package, which is the empty string.
final class Packages {

  static final String ROOT = "io.github.tensorloupe";

  private static final String SHELL = "desktop.shell";
  private static final String PANES = "desktop.pane.";

  /// The top-level packages by layer. A package may use earlier layers, but no other package of its
  /// own layer.
  private static final List<Set<String>> LAYERS =
      List.of(
          Set.of("text", "work"),
          Set.of("json"),
          Set.of("format"),
          Set.of("element"),
          Set.of("model", "edit"),
          Set.of("analysis", "integrity", "identify", "foreign"),
          Set.of("save", "library", "quantization", "adapter"),
          Set.of("storage", "config"),
          Set.of("cache"),
          Set.of("remote"),
          Set.of("batch", "export", "demo", "survey"),
          Set.of("compare"),
          Set.of("convert"),
          Set.of("cli", "desktop"));

  private Packages() {}

  /// Returns whether the layers allow a package to use another one.
  static boolean mayUse(String user, String used) {
    return user.equals(SHELL)
        || top(user).equals(top(used))
        || leftOf(top(user)).contains(top(used));
  }

  /// Returns whether a package of the window may use another one. No other package may use the
  /// shell, and only the shell may use a pane.
  static boolean mayUseInWindow(String user, String used) {
    return user.startsWith(SHELL)
        || !(used.startsWith(SHELL) || used.startsWith(PANES))
        || user.startsWith(PANES) && pane(user).equals(pane(used));
  }

  private static Set<String> leftOf(String top) {
    if (top.equals("edit")) {
      return Set.of("text", "format");
    }
    Set<String> left = new HashSet<>();
    for (Set<String> group : LAYERS) {
      if (group.contains(top)) {
        return left;
      }
      left.addAll(group);
    }
    return Set.of();
  }

  /// Returns the condition that a class uses only classes of the program for which the rule holds.
  /// The rule receives the package of the class and the package of the used class.
  static ArchCondition<JavaClass> useOnly(String description, BiPredicate<String, String> rule) {
    return new ArchCondition<>("use only " + description) {
      @Override
      public void check(JavaClass user, ConditionEvents events) {
        for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
          Optional<String> used = relative(dependency.getTargetClass());
          if (used.isPresent() && !rule.test(relative(user).orElseThrow(), used.get())) {
            events.add(SimpleConditionEvent.violated(user, dependency.getDescription()));
          }
        }
      }
    };
  }

  /// Returns the package of a class of the program, or empty for any other class.
  static Optional<String> relative(JavaClass javaClass) {
    String name = javaClass.getPackageName();
    if (name.equals(ROOT)) {
      return Optional.of("");
    }
    return name.startsWith(ROOT + ".")
        ? Optional.of(name.substring(ROOT.length() + 1))
        : Optional.empty();
  }

  private static String top(String name) {
    return name.split("\\.", 2)[0];
  }

  private static String pane(String name) {
    return name.substring(PANES.length()).split("\\.", 2)[0];
  }
}
