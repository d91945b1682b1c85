package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.StrictJson.UnsureException;
import io.github.tensorloupe.testing.StrictReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Checks files of other kinds that look like safetensors, also truncated, damaged and
/// concatenated. Their verdict must match an independent reader, and a refused file must have a
/// finding.
class DisguiseFuzzTest extends FuzzTest {

  private final List<byte[]> bases =
      new ArrayList<>(DisguiseTest.files().map(each -> (byte[]) each.get()[1]).toList());

  DisguiseFuzzTest() {
    bases.add(
        "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 12345\n"
            .formatted("0123456789abcdef".repeat(4))
            .getBytes());
  }

  @Override
  protected int rounds() {
    return 300;
  }

  @Override
  protected List<byte[]> examples() {
    List<byte[]> examples = new ArrayList<>();
    for (byte[] base : bases) {
      byte[] example = new byte[base.length + 1];
      System.arraycopy(base, 0, example, 1, base.length);
      examples.add(example);
    }
    return examples;
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    byte[] bytes =
        switch (input.nextInt(3)) {
          case 0 -> input.hasRest() ? input.rest() : base(input);
          case 1 -> Damage.done(base(input), 4, input);
          default -> joined(Damage.done(base(input), 1, input), base(input));
        };
    Path path = Files.write(scratch().resolve("file.safetensors"), bytes);
    StrictReader expected;
    try {
      expected = StrictReader.read(bytes);
    } catch (UnsureException e) {
      return;
    }
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(file.isRefused()).isEqualTo(!expected.errors().isEmpty());
      if (file.isRefused()) {
        assertThat(file.reading().loadError().orElseThrow()).isIn(expected.errors());
        assertThat(file.findings()).isNotEmpty();
      }
      for (Finding finding : file.findings()) {
        assertThat(finding.message()).endsWith(".").hasLineCount(1);
        finding
            .range()
            .ifPresent(range -> assertThat(range.end()).isBetween(0L, (long) bytes.length));
      }
      assertThat(file.description().toString()).isNotBlank();
    }
  }

  private byte[] base(FuzzInput input) {
    return bases.get(input.nextInt(bases.size()));
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] joined = new byte[first.length + second.length];
    System.arraycopy(first, 0, joined, 0, first.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }
}
