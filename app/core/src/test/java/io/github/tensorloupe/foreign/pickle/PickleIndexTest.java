package io.github.tensorloupe.foreign.pickle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleValue.Container;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.work.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PickleIndexTest {

  @TempDir private Path folder;

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

    assertThat(marked(names + "cos\nsystem\n.")).hasSize(10_001).endsWith("os.system");
  }

  /// The interpreter does not read byte strings, which begin at all distances from the end of a
  /// page.
  private static byte[] pickleWithLongTexts() throws IOException {
    ByteArrayOutputStream pickle = new ByteArrayOutputStream();
    pickle.writeBytes("\u0080\u0003](".getBytes(ISO_8859_1));
    for (int i = 0; i < 200; i++) {
      int length = 200_000 + 331 * i;
      pickle.write('B');
      pickle.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(length).array());
      pickle.writeBytes("x".repeat(length).getBytes(ISO_8859_1));
    }
    pickle.writeBytes("e.".getBytes(ISO_8859_1));
    return pickle.toByteArray();
  }

  @Test
  void shownTextsAreReadWithTheIndex() throws IOException {
    Path path = Files.write(folder.resolve("a.pkl"), pickleWithLongTexts());
    AtomicInteger readCount = new AtomicInteger();
    try (FileBytes file = FileBytes.open(path)) {
      ByteSource counted =
          Intercepted.calls(
              ByteSource.class,
              file,
              (_, _, call) -> {
                readCount.incrementAndGet();
                return call.run();
              });
      PickleBytes bytes = PickleBytes.of(counted, 0, file.length());
      PickleReading reading = PickleReading.read(bytes, PickleLoader.UNKNOWN, Cancellation.NEVER);
      PickleIndex index = PickleIndex.of(reading, Cancellation.NEVER);
      int before = readCount.get();

      Container list = (Container) reading.root().orElseThrow();
      assertThat(index.page(0)).hasSize(205);
      for (int i = 0; i < list.size(); i++) {
        assertThat(((PickleText) list.get(i)).beginning()).hasSize(801);
      }

      assertThat(readCount.get()).isEqualTo(before).isGreaterThan(100);
    }
  }

  @Test
  void nameThatRepeatsIsMarkedEachTime() throws IOException {
    assertThat(marked("cos\nsystem\n0cos\nsystem\n.")).containsExactly("os.system", "os.system");
  }
}
