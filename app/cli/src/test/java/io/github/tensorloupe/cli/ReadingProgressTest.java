package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.SampleBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingProgressTest {

  @TempDir private Path folder;

  private final List<String> reports = new ArrayList<>();
  private ReadingProgress progress;

  @BeforeEach
  void writeFiles() throws IOException {
    SampleBytes.write(folder.resolve("a.safetensors"), new byte[100]);
    SampleBytes.write(folder.resolve("m/b.safetensors"), new byte[40]);
    SampleBytes.write(folder.resolve("m/c.safetensors"), new byte[60]);
    progress = new ReadingProgress(folder, (done, total) -> reports.add(done + "/" + total));
  }

  private Location location(String text) {
    return new Location(text, folder.resolve(text));
  }

  private void read(String file, long byteCount) {
    progress.ofFile(folder.resolve(file), byteCount).report(byteCount, byteCount);
  }

  @Test
  void argumentsAndWhatAFolderLeadsToCountTogether() {
    progress.expectArguments(List.of("a.safetensors", "m", "gone", "\0"));
    read("a.safetensors", 90);
    progress.expectTargets(location("m"), Target.at(location("m")));
    read("m/b.safetensors", 40);
    read("m/c.safetensors", 50);

    assertThat(reports).containsExactly("90/90", "130/190", "180/180");
  }

  @Test
  void fileThatIsAnArgumentCountsOnce() {
    progress.expectArguments(List.of("a.safetensors"));
    progress.expectTargets(
        location("a.safetensors"), List.of(Target.ofFile(location("a.safetensors"))));
    read("a.safetensors", 100);

    assertThat(reports).containsExactly("100/100");
  }

  @Test
  void unexpectedFileIsAddedToTheTotal() {
    read("a.safetensors", 90);
    read("a.safetensors", 90);

    assertThat(reports).containsExactly("90/90", "180/180");
  }
}
