package io.github.tensorloupe.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compiles and runs the example program of the guide.
class LibraryPageTest {

  private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path folder;

  @Test
  void exampleListsTensorsCountsNanReadsASliceAndSetsAKey() throws Exception {
    Matcher page =
        PROGRAM.matcher(Files.readString(ProjectFolders.docs().resolve("use-the-library.md")));
    assertThat(page.find()).isTrue();
    Path example = Files.writeString(folder.resolve("Example.java"), page.group(1));
    String header =
        """
        {"__metadata__":{"author":"someone"},\
        "a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}\
        """;
    Path file = TensorFiles.raw(folder.resolve("a.safetensors"), header, 8);
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.position(Files.size(file) - 4);
      channel.write(ByteBuffer.wrap(new byte[] {0, 0, (byte) 0xc0, 0x7f}));
    }

    FinishedProcess process =
        FinishedProcess.of(
            folder,
            Map.of("HOME", folder.toString()),
            JavaCommand.of(
                "-classpath",
                System.getProperty("java.class.path"),
                example.toString(),
                file.toString()));

    assertThat(process.errors()).isEmpty();
    assertThat(process.output().lines()).containsExactly("a F32 [2]", "a: 1 NaN", "0.0", "NaN");
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .contains("\"__metadata__\":{\"author\":\"someone\",\"license\":\"MIT\"}");
  }
}
