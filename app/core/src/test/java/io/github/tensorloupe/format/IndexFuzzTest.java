package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.StrictJson;
import io.github.tensorloupe.testing.StrictJson.Member;
import io.github.tensorloupe.testing.StrictJson.Members;
import io.github.tensorloupe.testing.StrictJson.NoJsonException;
import io.github.tensorloupe.testing.StrictJson.Text;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Compares the index parser with a slow one: both must return the same tensors and shards, or
/// refuse the index.
class IndexFuzzTest extends FuzzTest {

  private static final String[] NAMES =
      ("a|b|a.b|\\u0061|é|\\ud83d\\ude00|\\ud83d||m-1|m-2|../x|c:\\\\x").split("[|]");

  @Override
  protected int rounds() {
    return 600;
  }

  @Override
  protected List<byte[]> examples() {
    return List.of(
        "\0{\"metadata\":{\"total_size\":12},\"weight_map\":{\"a\":\"m-1\",\"b\":\"m-2\"}}"
            .getBytes(UTF_8));
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    byte[] bytes =
        switch (input.nextInt(3)) {
          case 0 -> input.hasRest() ? input.rest() : random(input);
          case 1 -> random(input);
          default -> Damage.done(random(input), 2, input);
        };
    Optional<Map<String, String>> expected = expected(bytes);
    ShardIndex index;
    try {
      index = ShardIndex.parse(bytes);
    } catch (UnusableIndexException e) {
      assertThat(expected).isEmpty();
      assertThat(e.getMessage()).endsWith(".");
      return;
    }
    assertThat(expected).contains(Map.copyOf(index.weightMap()));
    assertThat(List.copyOf(index.weightMap().keySet()))
        .isEqualTo(List.copyOf(expected.orElseThrow().keySet()));
    String absent = "no such tensor";
    assertThat(index.weightMap().get(absent)).isEqualTo(expected.get().get(absent));
    assertThat(index.tensorCounts().values().stream().mapToInt(it -> it).sum())
        .isEqualTo(index.weightMap().size());
    assertThat(index.shardNames())
        .allMatch(name -> !name.contains("/") && !name.contains("\\") && !name.equals(".."));
    assertThat(index.findings()).allMatch(finding -> !finding.message().isBlank());
  }

  private static byte[] random(FuzzInput input) {
    String[] names = new String[2 * input.nextInt(8)];
    for (int i = 0; i < names.length; i++) {
      names[i] = input.oneOf(NAMES);
    }
    return SampleBytes.index(names);
  }

  private static Optional<Map<String, String>> expected(byte[] bytes) {
    Optional<Map<String, String>> map = Optional.empty();
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (!(StrictJson.parse(text, true) instanceof Members(List<Member> members))) {
        return Optional.empty();
      }
      for (Member member : members) {
        if (member.name().equals("weight_map")) {
          map = Optional.of(weightMap(member));
        }
      }
    } catch (NoJsonException | CharacterCodingException e) {
      return Optional.empty();
    }
    return map;
  }

  private static Map<String, String> weightMap(Member member) throws NoJsonException {
    Map<String, String> map = new LinkedHashMap<>();
    if (!(member.value() instanceof Members(List<Member> tensors))) {
      throw new NoJsonException();
    }
    for (Member tensor : tensors) {
      if (!(tensor.value() instanceof Text(String shard))) {
        throw new NoJsonException();
      }
      map.put(tensor.name(), shard);
    }
    return map;
  }
}
