package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DistinctNamesTest {

  private static List<String> names(int limit, String... paths) {
    return DistinctNames.of(Stream.of(paths).map(Path::of).toList(), limit);
  }

  @Test
  void differentNamesNeedNoFolder() {
    assertThat(names(40, "/m/a.safetensors", "/n/b.safetensors"))
        .containsExactly("a.safetensors", "b.safetensors");
  }

  @Test
  void equalNamesArePrecededByTheFoldersThatDiffer() {
    assertThat(names(40, "/m/one/a.safetensors", "/m/two/a.safetensors"))
        .containsExactly("one/a", "two/a");
    assertThat(names(40, "/m/one/unet/a.safetensors", "/m/two/unet/a.safetensors"))
        .containsExactly("one/…/a", "two/…/a");
    assertThat(names(40, "/m/a/x/n", "/m/b/x/n", "/m/a/y/n"))
        .containsExactly("a/x/n", "b/x/n", "y/n");
    assertThat(names(40, "/a", "/m/a")).doesNotHaveDuplicates();
  }

  @Test
  void indexesAreNamedByTheirFolders() {
    assertThat(names(40, "/one/model.safetensors.index.json", "/two/model.safetensors.index.json"))
        .containsExactly("one", "two");
  }

  @Test
  void samePathHasTheSameName() {
    assertThat(names(40, "/m/a", "/n/a", "/m/a")).containsExactly("m/a", "n/a", "m/a");
  }

  @Test
  void longNamesAreShortenedWhereTheyAreEqual() {
    String equal = "0123456789".repeat(5);

    assertThat(names(20, "/m/" + equal + "a" + equal, "/m/" + equal + "b" + equal))
        .satisfiesExactly(
            a -> assertThat(a).contains("9a0").hasSizeLessThanOrEqualTo(22),
            b -> assertThat(b).contains("9b0").hasSizeLessThanOrEqualTo(22));
    assertThat(names(20, "/m/" + equal + "-1000", "/m/" + equal + "-2000"))
        .satisfiesExactly(
            a -> assertThat(a).endsWith("-1000"), b -> assertThat(b).endsWith("-2000"));
  }

  @Test
  void manyFilesAreNamedInLinearTime() {
    List<Path> paths =
        IntStream.range(0, 100_000)
            .mapToObj(i -> Path.of(i % 2 == 0 ? "/m/" + i + "/a" : "/m/n/" + i))
            .toList();

    List<String> names =
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> DistinctNames.of(paths, 40));

    assertThat(names).doesNotHaveDuplicates().contains("0/a", "2/a", "1", "3");
  }
}
