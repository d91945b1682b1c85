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

/// The packages of the program and which of them may use which. Names are relative to the root
/// package, which is the empty name.
final class Packages {

  static final String ROOT = "io.github.tensorloupe";

  private static final String SHELL = "desktop.shell";
  private static final String PANES = "desktop.pane.";

  /// Each group may use the groups before it, and none of its own.
  private static final List<Set<String>> DIRECTION =
      List.of(
          Set.of("text", "work"),
          Set.of("format"),
          Set.of("element"),
          Set.of("model", "edit"),
          Set.of("analysis", "integrity", "identify"),
          Set.of("save", "library", "quantization", "adapter"),
          Set.of("storage"),
          Set.of("cache"),
          Set.of("remote"),
          Set.of("batch", "export", "demo", "survey"),
          Set.of("compare"),
          Set.of("cli", "desktop"));

  private Packages() {}

  /// Whether a package may use another one by the direction of the program.
  static boolean mayUse(String user, String used) {
    return user.equals(SHELL)
        || top(user).equals(top(used))
        || leftOf(top(user)).contains(top(used));
  }

  /// Whether a package of the window may use another one: nothing uses the shell, and a pane is
  /// used by the shell alone.
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
    for (Set<String> group : DIRECTION) {
      if (group.contains(top)) {
        return left;
      }
      left.addAll(group);
    }
    return Set.of();
  }

  /// The condition that a class uses other classes of the program only where the rule says yes,
  /// given its own package and theirs.
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

  /// The package of a class of the program; empty for any other class.
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
