package io.github.tensorloupe.desktop.pane.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import module java.base;

import io.github.tensorloupe.batch.FileMetadataChange.EditedFile;
import io.github.tensorloupe.desktop.pane.batch.ChangeRequest.Kind;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChangeRequestTest {

  @TempDir Path folder;

  private static ChangeRequest typed(Kind kind, String text) {
    return new ChangeRequest(kind, text, Optional.empty());
  }

  private ChangeRequest json(Kind kind, String text) throws IOException {
    return new ChangeRequest(
        kind, "", Optional.of(Files.writeString(folder.resolve("map.json"), text)));
  }

  /// Returns the metadata of a file after the change.
  private Map<String, String> after(ChangeRequest wanted) throws IOException, JsonTextException {
    Path path =
        new TensorFiles()
            .metadata("k", "v")
            .metadata("ss_epoch", "3")
            .metadata("other", "w")
            .floats("t", 1, 2)
            .write(folder.resolve("a.safetensors"));
    try (TensorFile file = TensorFile.open(path)) {
      return wanted
          .change()
          .apply(
              new EditedFile(file, file.header().metadata().orElseThrow(), "t"::equals),
              Cancellation.NEVER,
              Progress.NONE)
          .entries();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SET | '' | false",
        "SET | ' ' | false",
        "SET | 'k' | false",
        "SET | '=v' | false",
        "SET | 'k=' | true",
        "SET | 'k=v' | true",
        "UNSET | '' | false",
        "UNSET | ' ' | false",
        "UNSET | 'k' | true",
        "REPLACE | 'k=v' | false",
        "MERGE | 'k=v' | false",
        "REMOVE_PRIVATE | '' | true",
        "STRIP_TRAINING | '' | true",
        "STRIP_ALL | '' | true",
        "FORMAT_PT | '' | true",
        "HASHES | '' | true"
      })
  void changeIsCompleteWithAllInputs(Kind kind, String text, boolean complete) {
    assertThat(typed(kind, text).isComplete()).isEqualTo(complete);
  }

  @Test
  void linesMustBeEntries() {
    assertThat(typed(Kind.SET, "a=1\n\nb=2\n").isComplete()).isTrue();
    assertThat(typed(Kind.SET, "a=1\nb").isComplete()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void jsonChangesRequireAFile(Kind kind) throws IOException {
    assertThat(json(kind, "{}").isComplete()).isEqualTo(!kind.isTyped());
    assertThat(typed(kind, "").isComplete()).isEqualTo(!kind.isTyped() && !kind.needsJson());
  }

  @Test
  void entrySplitsAtItsFirstEqualsSign() throws Exception {
    assertThat(after(typed(Kind.SET, "k=a=b\n\nnew= x ")))
        .containsExactly(
            entry("k", "a=b"), entry("ss_epoch", "3"), entry("other", "w"), entry("new", " x "));
  }

  @Test
  void keysToRemoveAreReadLineByLine() throws Exception {
    assertThat(after(typed(Kind.UNSET, "k\n \nother\nmissing")))
        .containsExactly(entry("ss_epoch", "3"));
  }

  @Test
  void jsonReplacesOrMerges() throws Exception {
    assertThat(after(json(Kind.REPLACE, "{\"k\":\"new\"}"))).containsExactly(entry("k", "new"));
    assertThat(after(json(Kind.MERGE, "{\"k\":\"new\",\"z\":\"\"}")))
        .containsExactly(
            entry("k", "new"), entry("ss_epoch", "3"), entry("other", "w"), entry("z", ""));
  }

  @Test
  void otherJsonIsRefused() throws IOException {
    ChangeRequest wanted = json(Kind.MERGE, "[1]");

    assertThatExceptionOfType(JsonTextException.class).isThrownBy(wanted::change);
  }

  @Test
  void kindsMapToPresets() throws Exception {
    assertThat(after(typed(Kind.STRIP_TRAINING, "")))
        .doesNotContainKey("ss_epoch")
        .containsKey("k");
    assertThat(after(typed(Kind.STRIP_ALL, ""))).doesNotContainKeys("ss_epoch", "k", "other");
    assertThat(after(typed(Kind.FORMAT_PT, ""))).containsEntry("format", "pt").containsKey("k");
    assertThat(after(typed(Kind.HASHES, ""))).hasSizeGreaterThan(3).containsKey("k");
  }
}
