package io.github.tensorloupe.cli;

import static io.github.tensorloupe.testing.SampleBytes.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.integrity.hash.HashKind;
import io.github.tensorloupe.testing.HubRepositoryBuilder;
import io.github.tensorloupe.testing.SampleBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HashCommandTest {

  @TempDir Path folder;

  @Test
  void objectHasEveryHashByItsName() throws IOException {
    byte[] bytes = SampleBytes.bytes((byte) 1, (byte) 2);
    write(folder.resolve("a.safetensors"), bytes);

    Ran ran = Ran.in(folder, "hash", "--json", "a.safetensors");

    String data = HubRepositoryBuilder.sha256(new byte[] {1, 2});
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .isEqualTo(
            "{\"path\":\"a.safetensors\",\"sha256\":\"%s\",\"dataSha256\":\"%s\",\"autoV2\":\"%s\",\"autoV3\":\"%s\",\"sshsModelHash\":\"%s\",\"sshsLegacyHash\":\"e3b0c442\",\"modelHash\":\"e3b0c442\"}\n"
                .formatted(
                    HubRepositoryBuilder.sha256(bytes),
                    data,
                    HubRepositoryBuilder.sha256(bytes).substring(0, 10),
                    data.substring(0, 12),
                    data));
  }

  @Test
  void fileThatIsNoSafetensorsFileHasTheHashOfTheFile() throws IOException {
    write(folder.resolve("a.safetensors"), "<!DOCTYPE html>".getBytes());

    Ran ran = Ran.in(folder, "hash", "--json", "a.safetensors");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.object().get("sha256").asText())
        .isEqualTo(HubRepositoryBuilder.sha256("<!DOCTYPE html>".getBytes()));
    assertThat(ran.object().get("dataSha256").isNull()).isTrue();
    assertThat(ran.object().get("sshsLegacyHash").isNull()).isTrue();
  }

  @Test
  void everyFileOfASetAndAFolderHasAnObject() throws IOException {
    write(folder.resolve("m/a-1.safetensors"), SampleBytes.bytes((byte) 1));
    write(folder.resolve("m/a-2.safetensors"), SampleBytes.bytes((byte) 2));
    write(
        folder.resolve("m/model.safetensors.index.json"),
        SampleBytes.index("t", "a-1.safetensors", "u", "a-2.safetensors"));
    write(folder.resolve("m/z.safetensors"), SampleBytes.bytes((byte) 3));

    List<String> paths = List.of("m/a-1.safetensors", "m/a-2.safetensors", "m/z.safetensors");
    assertThat(Ran.in(folder, "hash", "--json", "m").texts("path")).isEqualTo(paths);
    assertThat(Ran.in(folder, "hash", "--json", "m/model.safetensors.index.json").texts("path"))
        .isEqualTo(paths.subList(0, 2));
  }

  @Test
  void missingFileHasAnObjectOfNulls() {
    Ran ran = Ran.in(folder, "hash", "--json", "missing");

    assertThat(ran.exitCode()).isEqualTo(2);
    JsonNode object = ran.object();
    assertThat(object.get("path").asText()).isEqualTo("missing");
    for (HashKind kind : HashKind.values()) {
      assertThat(object.get(kind.jsonName()).isNull()).as(kind.jsonName()).isTrue();
    }
  }

  @Test
  void personReadsOnceWhatTheHashesAreFor() throws IOException {
    write(folder.resolve("a.safetensors"), SampleBytes.bytes((byte) 1));
    write(folder.resolve("b.safetensors"), SampleBytes.bytes((byte) 2));

    Ran ran = Ran.in(folder, "hash", "a.safetensors", "b.safetensors");

    assertThat(ran.out())
        .contains(HubRepositoryBuilder.sha256(Files.readAllBytes(folder.resolve("b.safetensors"))))
        .containsOnlyOnce("Civitai and the web UI write them into pictures")
        .contains("changes with every edit of the metadata");
  }
}
