package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurveyRowsTest {

  @TempDir private Path folder;

  private static byte[] line(Object... members) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < members.length; i += 2) {
      line.putPOJO((String) members[i], members[i + 1]);
    }
    return (line + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] healthy(String path, long size) {
    return line("record", "file", "path", path, "verdict", "ok", "size", size, "nan", 0);
  }

  private Path write(String name, byte[]... lines) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      all.write(line);
    }
    return Files.write(folder.resolve(name), all.toByteArray());
  }

  private static List<SurveyRow> read(Path... results) throws IOException {
    return SurveyRows.read(List.of(results), Cancellation.NEVER, Progress.NONE);
  }

  @Test
  void linesOfTensorsArePassedOverWithoutBeingRead() throws IOException {
    byte[] tensor = "{\"record\":\"tensor\",no JSON\n".getBytes(StandardCharsets.US_ASCII);

    List<SurveyRow> rows = read(write("a.jsonl", tensor, healthy("m.safetensors", 7), tensor));

    assertThat(rows).extracting(SurveyRow::path).containsExactly("m.safetensors");
    assertThat(rows.getFirst().size()).isEqualTo(7);
    assertThat(rows.getFirst().tensorCount()).as("not known").isEqualTo(-1);
  }

  @Test
  void theLastLineOfAFileCountsAndPartsAddUp() throws IOException {
    Path first = write("1.jsonl", healthy("a", 1), healthy("b", 1), healthy("a", 2));
    Path second = write("2.jsonl", healthy("c", 3), healthy("b", 4));

    List<SurveyRow> rows = read(first, second);

    assertThat(rows).extracting(SurveyRow::path).containsExactly("a", "b", "c");
    assertThat(rows).extracting(SurveyRow::size).containsExactly(2L, 4L, 3L);
    assertThat(rows).extracting(SurveyRow::result).containsExactly(0, 1, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "ok,0,0,,HEALTHY",
    "ok,1,0,error,NAN",
    "ok,0,2,error,INF",
    "ok,1,2,error,NAN_AND_INF",
    "ok,0,0,warning,DOUBTFUL",
    "ok,0,0,info,HEALTHY",
    "ok,0,0,error,DAMAGED",
    "ok,,,,LOADS",
    "refused,,,error,DAMAGED"
  })
  void theHealthOfAFileFollowsFromItsLine(
      String verdict, Long nan, Long negInf, String severity, SurveyHealth health)
      throws IOException {
    byte[] line =
        line(
            "record",
            "file",
            "path",
            "m",
            "verdict",
            verdict,
            "severity",
            severity,
            "nan",
            nan,
            "posInf",
            nan == null ? null : 0,
            "negInf",
            negInf);

    assertThat(read(write("a.jsonl", line)).getFirst().health()).isEqualTo(health);
  }

  @Test
  void whatCouldNotBeReadIsARowWithItsSentence() throws IOException {
    byte[] error =
        line(
            "record",
            "error",
            "path",
            "secret",
            "message",
            "You have no permission.",
            "findings",
            List.of("no-permission"));

    SurveyRow row = read(write("a.jsonl", error)).getFirst();

    assertThat(row.health()).isEqualTo(SurveyHealth.UNREADABLE);
    assertThat(row.message()).isEqualTo("You have no permission.");
    assertThat(row.findings()).containsExactly("no-permission");
  }

  private static byte[] error(String path, String message, String code) {
    return line(
        "record",
        "error",
        "path",
        path,
        "verdict",
        "refused",
        "message",
        message,
        "findings",
        List.of(code));
  }

  @Test
  void allErrorsOfAnIndexAreReportedUntilThePathIsRead() throws IOException {
    byte[] first = error("i", "The shard a is missing.", "shard-missing");
    byte[] second = error("i", "The name ../b is unsafe.", "unsafe-shard-name");

    SurveyRow row = read(write("a.jsonl", first, second, first)).getFirst();

    assertThat(row.health()).isEqualTo(SurveyHealth.DAMAGED);
    assertThat(row.isError()).isTrue();
    assertThat(row.message()).isEqualTo("The shard a is missing. The name ../b is unsafe.");
    assertThat(row.findings()).containsExactly("shard-missing", "unsafe-shard-name");
    row = read(write("b.jsonl", first, healthy("i", 1))).getFirst();
    assertThat(row.isError()).isFalse();
    assertThat(row.health()).isEqualTo(SurveyHealth.HEALTHY);
  }

  @Test
  void oneWithTheBytesOfAnotherHasItsHealth() throws IOException {
    byte[] same = line("record", "file", "path", "copy", "sameAs", "m", "size", 9);
    byte[] nan = line("record", "file", "path", "m", "verdict", "ok", "nan", 3, "size", 9);

    SurveyRow row = read(write("a.jsonl", same, nan)).getFirst();

    assertThat(row.path()).isEqualTo("copy");
    assertThat(row.health()).isEqualTo(SurveyHealth.NAN);
    assertThat(row.figure("nan")).hasValue(3);
  }

  @Test
  void figuresHaveNamesAndUnknownOnesAreNone() throws IOException {
    SurveyRow row = read(write("a.jsonl", healthy("m", 7))).getFirst();

    assertThat(row.figure("size")).hasValue(7);
    assertThat(row.figure("NaN")).hasValue(0);
    assertThat(row.figure("findings")).hasValue(0);
    assertThat(row.figure("tensors")).as("not known").isEmpty();
    assertThat(row.figure("std")).isEmpty();
  }

  @Test
  void fileIsFoundNextToTheResult() throws IOException {
    Path model = Files.createFile(folder.resolve("m.safetensors"));
    Path result = write("a.jsonl", healthy("m.safetensors", 0), healthy("gone", 0));
    List<SurveyRow> rows = read(result);

    assertThat(rows.getFirst().locate(result)).contains(model);
    assertThat(rows.getLast().locate(result)).isEmpty();
    SurveyRow byAddress = read(write("b.jsonl", healthy(model.toUri().toString(), 0))).getFirst();
    assertThat(byAddress.locate(result)).contains(model);
  }

  @Test
  void aResultThatIsBeingWrittenIsReadSoFar() throws IOException {
    byte[] half = "{\"record\":\"file\",\"pa".getBytes(StandardCharsets.US_ASCII);

    assertThat(read(write("a.jsonl", healthy("m", 7), half))).hasSize(1);
  }

  @Test
  void whatIsNoResultIsRefused() throws IOException {
    Path other = Files.writeString(folder.resolve("a.jsonl"), "{\"text\":\"hello\"}\n");

    assertThatIOException().isThrownBy(() -> read(other));
  }

  @Test
  void readingCanBeStopped() throws IOException {
    Path result = write("a.jsonl", healthy("m", 7));

    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(() -> SurveyRows.read(List.of(result), () -> true, Progress.NONE));
  }
}
