package io.github.tensorloupe.desktop.pane.hex.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.desktop.pane.hex.search.StringScan.FoundString;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StringScanTest {

  @TempDir Path folder;

  private FileBytes open(byte[] bytes) throws IOException {
    return FileBytes.open(Files.write(folder.resolve("file"), bytes));
  }

  private static List<String> texts(FileBytes file, ByteRange range, int minLength)
      throws IOException {
    List<String> found = new ArrayList<>();
    new StringScan(file, range, 0, minLength)
        .run(
            each -> found.add(each.bytes().begin() + " " + each.text()),
            Cancellation.NEVER,
            Progress.NONE);
    return found;
  }

  @Test
  void runsOfPrintableCharactersAreListedWithTheirPlaces() throws IOException {
    byte[] bytes = "\0abc\nlonger\tone\u007fxx\0end".getBytes(StandardCharsets.ISO_8859_1);
    try (FileBytes file = open(bytes)) {
      ByteRange all = new ByteRange(0, file.length());
      assertThat(texts(file, all, 3)).containsExactly("1 abc", "5 longer\tone", "19 end");
      assertThat(texts(file, all, 4)).containsExactly("5 longer\tone");
      assertThat(texts(file, new ByteRange(6, 10), 3)).containsExactly("6 onge");
      assertThat(texts(file, new ByteRange(3, 3), 1)).isEmpty();
    }
  }

  @Test
  void runsSpanChunksAndAreCutAtTheMaximumLength() throws IOException {
    byte[] bytes = new byte[3 << 20];
    java.util.Arrays.fill(bytes, (1 << 20) - 2, (2 << 20) + 2, (byte) 'a');
    try (FileBytes file = open(bytes)) {
      List<FoundString> found = new ArrayList<>();
      boolean all =
          new StringScan(file, new ByteRange(0, file.length()), 0, 4)
              .run(found::add, Cancellation.NEVER, Progress.NONE);

      assertThat(all).isTrue();
      assertThat(found)
          .containsExactly(
              new FoundString(
                  new ByteRange((1 << 20) - 2, (2 << 20) + 2),
                  "a".repeat(StringScan.MAX_CHARACTERS)));
    }
  }

  @Test
  void zerosInTheNextChunkEndARun() throws IOException {
    byte[] bytes = new byte[2 << 20];
    java.util.Arrays.fill(bytes, (1 << 20) - 5, 1 << 20, (byte) 'a');
    try (FileBytes file = open(bytes)) {
      assertThat(texts(file, new ByteRange(0, file.length()), 4))
          .containsExactly(((1 << 20) - 5) + " aaaaa");
    }
  }

  @Test
  void quotationMarksPartTheTextsOfTheHeaderOnly() throws IOException {
    byte[] bytes = "{\"key\":\"value\"}say \"this\"".getBytes(StandardCharsets.US_ASCII);
    try (FileBytes file = open(bytes)) {
      List<String> found = new ArrayList<>();
      new StringScan(file, new ByteRange(0, file.length()), 15, 3)
          .run(each -> found.add(each.text()), Cancellation.NEVER, Progress.NONE);

      assertThat(found).containsExactly("key", "value", "}say \"this\"");
    }
  }

  @Test
  void onlySoManyAreListed() throws IOException {
    byte[] bytes = "ab\0".repeat(StringScan.MAX_STRINGS + 1).getBytes(StandardCharsets.US_ASCII);
    try (FileBytes file = open(bytes)) {
      List<FoundString> found = new ArrayList<>();
      StringScan scan = new StringScan(file, new ByteRange(0, file.length()), 0, 2);

      assertThat(scan.run(found::add, Cancellation.NEVER, Progress.NONE)).isFalse();
      assertThat(found).hasSize(StringScan.MAX_STRINGS);
      assertThatThrownBy(() -> scan.run(_ -> {}, () -> true, Progress.NONE))
          .isInstanceOf(CancellationException.class);
    }
  }
}
