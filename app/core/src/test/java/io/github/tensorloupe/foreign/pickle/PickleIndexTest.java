package io.github.tensorloupe.foreign.pickle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PickleIndexTest {

  private static List<String> marked(String latin1) throws IOException {
    PickleReading reading =
        PickleReading.read(
            PickleBytes.of(latin1.getBytes(ISO_8859_1), OptionalLong.empty()),
            PickleLoader.UNKNOWN,
            Cancellation.NEVER);
    PickleIndex index = PickleIndex.of(reading, Cancellation.NEVER);
    List<String> names = new ArrayList<>();
    for (int line : index.marked()) {
      names.add(
          index
              .page(line / PickleIndex.PAGE_LINES)
              .get(line % PickleIndex.PAGE_LINES)
              .global()
              .orElseThrow()
              .qualifiedName());
    }
    assertThat(Arrays.stream(index.marked())).isSorted();
    return names;
  }

  @Test
  void onlySuspiciousNamesAreMarked() throws IOException {
    assertThat(marked("cdatetime\ndate\n0ccollections\nOrderedDict\n0cos\nsystem\n0cx\ny\n."))
        .containsExactly("os.system", "x.y");
  }

  @Test
  void dangerousNameAfterManyHarmlessOnesIsMarked() throws IOException {
    assertThat(marked("cdatetime\ndate\n0".repeat(20_000) + "cos\nsystem\n."))
        .containsExactly("os.system");
  }

  @Test
  void dangerousNameAfterTheLimitIsMarked() throws IOException {
    String names =
        IntStream.range(0, 10_000)
            .mapToObj(number -> "cdatetime\nn" + number + "\n0")
            .collect(Collectors.joining());

    assertThat(marked(names + "cos\nsystem\n.")).containsExactly("os.system");
  }

  @Test
  void nameThatRepeatsIsMarkedEachTime() throws IOException {
    assertThat(marked("cos\nsystem\n0cos\nsystem\n.")).containsExactly("os.system", "os.system");
  }
}
