package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurveyDocumentTest {

  @TempDir private Path folder;

  private SurveyDocument survey(String... paths) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String path : paths) {
      String escaped = path.replace("\\", "\\\\");
      lines.add("{\"record\":\"file\",\"path\":\"%s\",\"verdict\":\"ok\"}".formatted(escaped));
    }
    Path result = Files.write(folder.resolve("result.jsonl"), lines);
    return SurveyDocument.read(List.of(result), Cancellation.NEVER, Progress.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "/models/run/a, /models/run/b, /models/run/, a",
    "/models/run-1/a, /models/run-2/a, /models/, run-1/a",
    "/models/a, /models/a/b, /models/, a",
    "/a, other/b, '', /a",
    "a, b, '', a",
    "/models/a, /models/a, /models/, a",
    "C:\\models\\a, C:\\models\\b, C:\\models\\, a"
  })
  void pathsAreRelativeToTheCommonFolder(String path, String other, String shared, String below)
      throws IOException {
    SurveyDocument survey = survey(path, other);

    assertThat(survey.folder()).isEqualTo(shared);
    assertThat(survey.pathBelow(survey.rows().getFirst())).isEqualTo(below);
  }
}
