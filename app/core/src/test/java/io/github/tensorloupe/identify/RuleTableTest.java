package io.github.tensorloupe.identify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleTableTest {

  /// A line of `cases.txt`.
  record Case(String kind, String family, String header) {}

  @TempDir Path folder;

  static List<Case> cases() throws IOException {
    try (InputStream in = RuleTableTest.class.getResourceAsStream("cases.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split(" \\| ", 3))
          .map(cells -> new Case(cells[0].strip(), cells[1].strip(), cells[2].strip()))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void eachCaseIsIdentified(Case each) throws IOException {
    Identity identity = Headers.of(each.header()).identify(folder);

    assertThat(identity.kind().name()).isEqualTo(each.kind());
    assertThat(identity.family().map(Sentence::toString).orElse("-")).isEqualTo(each.family());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void kindAndFamilyHaveEvidence(Case each) throws IOException {
    Identity identity = Headers.of(each.header()).identify(folder);

    assertThat(identity.statements(Topic.FAMILY))
        .allSatisfy(statement -> assertThat(statement.evidence()).isNotEmpty());
    assertThat(identity.statement(Topic.KIND).orElseThrow().evidence().isEmpty())
        .isEqualTo(identity.kind() == Kind.UNKNOWN);
  }

  @Test
  void everyRuleOfKindAndFamilyDecidesACase() throws IOException {
    RuleTable table = RuleTable.STANDARD;
    for (String section :
        List.of(
            "kind",
            "metadata-kind",
            "family",
            "family-of-several",
            "metadata-family",
            "metadata-language")) {
      Set<RuleTable.Rule> idle = new LinkedHashSet<>(table.rules(section));
      for (Case each : cases()) {
        Path file = folder.resolve("a.safetensors");
        Files.deleteIfExists(file);
        Headers.of(each.header()).write(file);
        Headers.opened(
            file,
            part -> {
              RuleInput subject = RuleInput.of(part, Cancellation.NEVER);
              table.rules(section).stream()
                  .filter(rule -> rule.condition().test(subject).isPresent())
                  .findFirst()
                  .ifPresent(idle::remove);
              return null;
            });
      }
      assertThat(idle).as(section).isEmpty();
    }
  }

  @Test
  void rulesGoOnInTheNextLine() {
    RuleTable table =
        RuleTable.parse("kind | LORA | a.b &\n  c or\n  !d [*,3n,n]\n# x or\nbuffer | e\n");

    assertThat(table.rules("kind")).hasSize(1);
    assertThat(table.buffers).containsExactly(new NamePattern("e"));
  }

  @Test
  void aLineOfNoKnownSectionIsAnError() {
    List<String> wrong = new ArrayList<>(List.of("knid | LORA | a", "kind", "kind | LORA | a [1"));
    wrong.add("read | COLOUR | a@0");

    assertThat(wrong)
        .allSatisfy(
            line ->
                assertThatThrownBy(() -> RuleTable.parse(line))
                    .isInstanceOf(IllegalArgumentException.class));
  }
}
