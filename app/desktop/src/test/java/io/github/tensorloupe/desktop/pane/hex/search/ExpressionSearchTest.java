package io.github.tensorloupe.desktop.pane.hex.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionSearchTest {

  @TempDir Path folder;

  private FileBytes open(byte[] bytes) throws IOException {
    return FileBytes.open(Files.write(folder.resolve("file"), bytes));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static ExpressionSearch search(FileBytes file, String expression, int chunkBytes) {
    return new ExpressionSearch(
        file,
        new ByteRange(0, file.length()),
        new ByteExpression(expression, false),
        2,
        chunkBytes);
  }

  private static Optional<ByteRange> next(ExpressionSearch search, long from) throws IOException {
    ByteRange begins = new ByteRange(from, search.file().length());
    return search.find(begins, true, Cancellation.NEVER, Progress.NONE);
  }

  private static Optional<ByteRange> previous(ExpressionSearch search, long before)
      throws IOException {
    return search.find(new ByteRange(0, before), false, Cancellation.NEVER, Progress.NONE);
  }

  private static List<ByteRange> all(ExpressionSearch search) throws IOException {
    List<ByteRange> all = new ArrayList<>();
    Optional<ByteRange> match = next(search, 0);
    while (match.isPresent()) {
      all.add(match.get());
      match = next(search, match.get().end());
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 64, 1000, 1 << 20})
  void matchesAreTheSameWhateverTheChunksAndInBothDirections(int chunkBytes) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      text.append("lora_").append(i % 3 == 0 ? "up" : "down").append('.').append(i).append('\n');
    }
    try (FileBytes file = open(bytes(text.toString()))) {
      ExpressionSearch search = search(file, "lora_(up|down)\\.\\d*7$", chunkBytes);
      List<ByteRange> expected = new ArrayList<>();
      var matcher = java.util.regex.Pattern.compile("(?m)lora_(up|down)\\.\\d*7$").matcher(text);
      while (matcher.find()) {
        expected.add(new ByteRange(matcher.start(), matcher.end()));
      }

      assertThat(all(search)).isEqualTo(expected).hasSize(30);
      List<ByteRange> backwards = new ArrayList<>();
      Optional<ByteRange> match = previous(search, file.length());
      while (match.isPresent()) {
        backwards.addFirst(match.get());
        match = previous(search, match.get().begin());
      }
      assertThat(backwards).isEqualTo(expected);
      MatchCounts counts = search.count(_ -> {}, Cancellation.NEVER, Progress.NONE);
      assertThat(counts.total()).isEqualTo(30);
      assertThat(search.countBefore(counts, expected.get(11).begin(), Cancellation.NEVER))
          .isEqualTo(11);
    }
  }

  @Test
  void dotsAndHexEscapesMatchAnyByte() throws IOException {
    byte[] data = {'a', '\n', 'b', (byte) 0xde, (byte) 0xad, 0, (byte) 0x85, 'z'};
    try (FileBytes file = open(data)) {
      assertThat(next(search(file, "a.b", 64), 0)).contains(new ByteRange(0, 3));
      assertThat(next(search(file, "\\xDE\\xAD\\x00.z", 64), 0)).contains(new ByteRange(3, 8));
    }
  }

  @Test
  void aCharacterBeyondAsciiIsFoundByItsBytes() throws IOException {
    try (FileBytes file = open(bytes("x grün y größer 名前€ 😀"))) {
      assertThat(next(search(file, "前€", 64), 0)).contains(new ByteRange(22, 28));
      assertThat(next(search(file, "\\😀", 64), 0)).contains(new ByteRange(29, 33));
      assertThat(next(search(file, "grü+n", 64), 0)).contains(new ByteRange(2, 7));
      assertThat(next(search(file, "gr(ü|ö)ß", 64), 0)).contains(new ByteRange(10, 16));
    }
  }

  @Test
  void matchLengthIsLimited() throws IOException {
    int maxBytes = ByteExpression.MAX_MATCH_BYTES;
    try (FileBytes file = open(bytes("<" + "a".repeat(3 * maxBytes) + ">"))) {
      assertThat(next(search(file, "a+", 100), 0)).contains(new ByteRange(1, 1 + maxBytes));
      assertThat(next(search(file, "<a+>", 100), 0)).isEmpty();
      assertThat(next(search(file, "<a{" + (maxBytes - 1) + "}", 100), 0))
          .contains(new ByteRange(0, maxBytes));
    }
  }

  @Test
  void searchContinuesAfterAOneByteMatch() throws IOException {
    byte[] data = new byte[2000];
    data[10] = 0x7f;
    data[500] = 0x7f;
    data[501] = 0x7f;
    try (FileBytes file = open(data)) {
      assertThat(next(search(file, "\\x7f+", 1 << 20), 11)).contains(new ByteRange(500, 502));
    }
  }

  @Test
  void aRangeIsNotLeft() throws IOException {
    try (FileBytes file = open(bytes("abcabcabc"))) {
      ExpressionSearch search =
          new ExpressionSearch(
              file, new ByteRange(1, 5), new ByteExpression("abc|ca|ab", false), 1, 64);

      assertThat(all(search)).containsExactly(new ByteRange(2, 4));
      assertThat(next(search(file, "(?<=c)a", 64), 0)).contains(new ByteRange(3, 4));
    }
  }

  @Test
  void errorsIncludeTheirPositionInTheTypedText() {
    assertThatThrownBy(() -> new ByteExpression("ü(ab", false))
        .isInstanceOfSatisfying(
            PatternSyntaxException.class, e -> assertThat(e.getIndex()).isEqualTo(4));
    assertThatThrownBy(() -> new ByteExpression("a*", false))
        .hasMessageContaining(ByteExpression.EMPTY_MATCH);
    assertThatThrownBy(() -> new ByteExpression("[äb]", false))
        .isInstanceOf(PatternSyntaxException.class);
    assertThatThrownBy(() -> new ByteExpression("(".repeat(200_000), false))
        .isInstanceOf(PatternSyntaxException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {".*foo", ".+?foo", "(.*)foo", "(?i)(?:.{0,}foo|b)"})
  void whatBeginsWithAnyBytesIsRefusedSinceItWouldTakeDays(String expression) {
    assertThatThrownBy(() -> new ByteExpression(expression, false))
        .hasMessageContaining(ByteExpression.ALL_BEFORE);
    assertThat(new ByteExpression("foo.*b|^.*c|.{0,9}d|\\.*e", false).text()).isNotEmpty();
  }

  @Test
  void endlessExpressionCanBeCancelled() throws IOException {
    AtomicInteger cancellationChecks = new AtomicInteger();
    try (FileBytes file = open(bytes("a".repeat(4000)))) {
      assertThatThrownBy(
              () ->
                  search(file, "(a+)+b", 1 << 20)
                      .find(
                          new ByteRange(0, 4000),
                          true,
                          () -> cancellationChecks.incrementAndGet() > 3,
                          Progress.NONE))
          .isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void tooDeepExpressionIsReported() throws IOException {
    try (FileBytes file = open(bytes("ab".repeat(50_000)))) {
      Throwable[] thrown = new Throwable[1];
      Thread small =
          new Thread(
              null,
              () -> {
                try {
                  next(search(file, "(a|b|cd)*\\x00", 1 << 20), 0);
                } catch (Throwable e) {
                  thrown[0] = e;
                }
              },
              "small stack",
              200_000);
      small.start();
      assertThat(join(small)).isTrue();
      assertThat(thrown[0]).isInstanceOf(SentenceException.class);
    }
  }

  private static boolean join(Thread thread) {
    try {
      thread.join();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Test
  void gigabytesOfZerosHideNothing() throws IOException {
    Path path = folder.resolve("sparse");
    try (RandomAccessFile sparse = new RandomAccessFile(path.toFile(), "rw")) {
      sparse.setLength(6L << 20);
      sparse.seek((4L << 20) - 2);
      sparse.write(bytes("needle"));
    }
    try (FileBytes file = FileBytes.open(path)) {
      assertThat(next(search(file, "ne+dle", 1 << 20), 0).map(ByteRange::begin))
          .contains((4L << 20) - 2);
      assertThat(
              search(file, "\\x00{4096}", 1 << 20)
                  .count(_ -> {}, Cancellation.NEVER, Progress.NONE)
                  .total())
          .as("zeros are counted where they are looked for")
          .isGreaterThan(1000);
    }
  }
}
