package io.github.tensorloupe.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.ProjectFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Checks that the architecture diagram matches the dependencies declared by the packages.
class ArchitecturePictureTest {

  private static final Path PAGE = ProjectFolders.docs().resolve("CONTRIBUTING.md");

  @Test
  void pictureShowsWhatThePackagesMayUse() throws IOException {
    String picture = picture(withoutDetours(uses()));

    assertThat(Files.readString(PAGE).contains(picture))
        .as("whether this is the picture in %s; if not, put it there:%n%s", PAGE, picture)
        .isTrue();
  }

  /// Returns, for each top-level package, the top-level packages that it or its subpackages may
  /// use.
  private static Map<String, Set<String>> uses() throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    PackageDescriptions.ofProgram()
        .uses()
        .forEach(
            (user, allowed) -> {
              Set<String> tops = uses.computeIfAbsent(top(user), _ -> new TreeSet<>());
              allowed.stream().map(ArchitecturePictureTest::top).forEach(tops::add);
              tops.remove(top(user));
            });
    uses.values().forEach(used -> used.retainAll(uses.keySet()));
    return uses;
  }

  private static String top(String name) {
    return name.split("\\.", 2)[0];
  }

  /// Removes each arrow whose target is also reachable through other arrows.
  private static Map<String, Set<String>> withoutDetours(Map<String, Set<String>> uses) {
    Map<String, Set<String>> direct = new TreeMap<>();
    uses.forEach(
        (user, used) -> {
          Set<String> reduced = new TreeSet<>(used);
          for (String through : used) {
            reduced.removeAll(reachable(uses, through));
          }
          direct.put(user, reduced);
        });
    return direct;
  }

  private static Set<String> reachable(Map<String, Set<String>> uses, String from) {
    Set<String> found = new TreeSet<>();
    for (String used : uses.get(from)) {
      found.add(used);
      found.addAll(reachable(uses, used));
    }
    return found;
  }

  private static String picture(Map<String, Set<String>> uses) {
    StringBuilder picture = new StringBuilder("```mermaid\nflowchart BT\n");
    uses.forEach(
        (user, used) -> {
          if (used.isEmpty()) {
            picture.append("  ").append(user).append('\n');
          }
          used.forEach(each -> picture.append("  %s --> %s\n".formatted(user, each)));
        });
    return picture.append("```\n").toString();
  }
}
