package io.github.tensorloupe.identify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameTableTest {

  private static final int PARTS = 126;
  private static final int TENSORS = 3000;

  @TempDir Path folder;

  @Test
  @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void partsOfAllFormsAreLimited() throws IOException {
    TensorFiles files = new TensorFiles();
    for (int i = 0; i < TENSORS; i++) {
      String letters =
          String.valueOf(10_000 + i)
              .chars()
              .mapToObj(digit -> String.valueOf((char) ('a' + digit - '0')))
              .collect(Collectors.joining());
      String name =
          IntStream.range(0, PARTS)
              .mapToObj(part -> letters.substring(part % 4, part % 4 + 2))
              .collect(Collectors.joining("."));
      files.floats(letters + "." + name, 1);
    }
    Path file = files.write(folder.resolve("a.safetensors"));

    NameTable table = Headers.opened(file, part -> NameTable.of(part, Cancellation.NEVER));
    Identity identity = Headers.opened(file, part -> Identification.of(part, Cancellation.NEVER));

    assertThat(table.groups())
        .flatExtracting(group -> group.nameShape.chars().filter(c -> c == '.').boxed().toList())
        .hasSizeBetween(
            NameTable.MAX_PARTS - 2 * PARTS - NameTable.MAX_PARTS / PARTS, NameTable.MAX_PARTS);
    assertThat(table.groups().stream().flatMap(group -> group.members().stream()))
        .extracting(members -> members.count)
        .satisfies(
            counts -> assertThat(counts.stream().mapToLong(it -> it).sum()).isEqualTo(TENSORS));
    assertThat(identity.kind()).isEqualTo(Kind.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "*b.c, a.b.c, true",
    "*b.c, a.b.c.d, false",
    "a*c, x.a.a.b.c, true",
    "a*c, x.ba.c, false",
    "a*a, a, false",
    "a*a*, b.a.ba, true",
    "a.b*b.c, a.b.c, false",
    "a.b*b.c, a.b.b.c, true",
    "a*bb*b, a.bbb, true",
    "a*bb*b, a.bb, false",
    "^b*c, a.b.c, false",
    "^a*c, a.b.c, true",
    "*, a, true",
    "a**c, x.a.c, true"
  })
  void starsMatchAnyText(String pattern, String name, boolean matches) throws IOException {
    Path file = Headers.of(name).write(folder.resolve("a.safetensors"));

    NameTable table = Headers.opened(file, part -> NameTable.of(part, Cancellation.NEVER));

    assertThat(new NamePattern(pattern).in(table)).hasSize(matches ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "module._orig_mod.a.12.b_3, a.#.b_#",
    "1.w2.3x.123456.12345, #.w2.3x.123456.#",
    "module.1, #",
    "a1.b, a1.b"
  })
  void numbersBetweenSeparatorsAreReplaced(String name, String shape) {
    assertThat(NameShape.of(name).text()).isEqualTo(shape);
  }
}
