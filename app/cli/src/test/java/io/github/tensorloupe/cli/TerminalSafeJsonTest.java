package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Passes names, keys, values and paths with terminal control sequences or bidirectional controls
/// to every command that prints JSON.
@DisabledOnOs(OS.WINDOWS)
class TerminalSafeJsonTest {

  private static final String HOSTILE =
      "\u001b[2J\u007f\u0080\u009b31m\u009f\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
          + "\u2028\u2029\u2066\u2067\u2068\u2069\ud83d\ude00\u00e9";

  /// The part that a JSON serializer prints unescaped.
  private static final String PRINTED = HOSTILE.substring(HOSTILE.indexOf('\u061c'));

  private static final String FILE = HOSTILE + ".safetensors";
  private static final String SET = HOSTILE + "s";

  @TempDir Path folder;

  @BeforeEach
  void makeFiles() throws IOException {
    file().write(folder.resolve(FILE));
    file().write(folder.resolve("copy.safetensors"));
    Path cut = file().write(folder.resolve("cut" + HOSTILE + ".safetensors"));
    byte[] whole = Files.readAllBytes(cut);
    Files.write(cut, java.util.Arrays.copyOf(whole, whole.length - 1));
    Path set = Files.createDirectory(folder.resolve(SET));
    file().write(set.resolve("m-00001-of-00002.safetensors"));
    file().write(set.resolve("m-00002-of-00002.safetensors"));
    Files.writeString(folder.resolve("map.json"), "{\"a\":\"b\"}");
  }

  private static TensorFiles file() {
    return new TensorFiles()
        .floats(HOSTILE, Float.NaN, 1)
        .tensor(HOSTILE + ".lora_down.weight", Dtype.F16, new byte[8], 2, 2)
        .metadata(HOSTILE, HOSTILE)
        .metadata("modelspec.title", HOSTILE)
        .metadata("sshs_model_hash", HOSTILE);
  }

  private static boolean isRaw(int codePoint) {
    return codePoint != '\n' && DisplayText.mustEscape(codePoint);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check --values %f %c %s",
        "check no%f",
        "info %f %c %s",
        "info --summary %f %s",
        "stats %f %s",
        "hash %f %s",
        "verify %f %s",
        "compare %f %c",
        "compare --structure %f %s",
        "compare no%f %f",
        "duplicates %f %s",
        "library %s",
        "metadata show %f %s",
        "metadata set --entry %h=%h %f",
        "metadata set --entry %h=%h --dry-run no%f",
        "metadata unset --key %h %f",
        "metadata import --from map.json %f",
        "metadata apply --preset add-format-pt %f",
        "metadata export --to %f.json %f",
        "recover %f %s",
        "repair %c --out repaired%f",
        "salvage %c --out new%f",
        "export %f --tensor %h --format npy --out %f.npy",
        "index write %s",
        "manifest write %f",
        "demo %s/demo",
      })
  void textFromFilesAndPathsIsEscaped(String line) throws IOException {
    Ran ran = Ran.in(folder, arguments(line));

    assertThat(ran.out()).isNotEmpty();
    assertThat(ran.out().codePoints().filter(TerminalSafeJsonTest::isRaw)).isEmpty();
    assertThat(ran.objects().toString()).contains(PRINTED);
    assertThat(ran.err().codePoints().filter(TerminalSafeJsonTest::isRaw)).isEmpty();
  }

  @Test
  void aManifestThatIsCheckedIsEscapedToo() throws IOException {
    Ran.in(folder, arguments("manifest write %f"));
    Path moved = folder.resolve("changed");
    file().floats("more", 1).write(moved);
    Files.move(moved, folder.resolve(FILE), java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    Ran ran = Ran.in(folder, arguments("manifest check %f"));

    assertThat(ran.objects().toString()).contains(PRINTED);
    assertThat(ran.out().codePoints().filter(TerminalSafeJsonTest::isRaw)).isEmpty();
  }

  @Test
  void filesThatAreWrittenKeepTheRulesOfTheFormat() throws IOException {
    Ran.in(folder, arguments("metadata set --entry k=\u009b\u202e\u007f %f"));
    Ran.in(folder, arguments("metadata export --to map.json --force %f"));

    assertThat(Files.readString(folder.resolve(FILE), java.nio.charset.StandardCharsets.ISO_8859_1))
        .contains("\"k\":\"\u00c2\u009b\u00e2\u0080\u00ae\u007f\"");
    assertThat(Files.readString(folder.resolve("map.json"))).contains("\u009b\u202e\u007f");
  }

  private static String[] arguments(String line) {
    String[] arguments = (line + " --json").split(" ");
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] =
          arguments[i]
              .replace("%f", FILE)
              .replace("%c", "cut" + FILE)
              .replace("%s", SET)
              .replace("%h", HOSTILE);
    }
    return arguments;
  }
}
