package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.testing.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderTextTest {

  private static final String TENSOR =
      "\"t\" :{\"shape\":[ 0],\"x\":[1.50],\"dtype\":\"U8\",\"data_offsets\":[0,0]}";

  private static String with(String header, String... keysAndValues) throws Exception {
    return new String(HeaderText.of(bytes(header)).withMetadata(map(keysAndValues)).text(), UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static Metadata map(String... keysAndValues) {
    SequencedMap<String, String> entries = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entries.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new Metadata(entries);
  }

  private static Metadata metadata(byte[] header) {
    Preface preface = new Preface(8 + header.length, OptionalLong.of(header.length));
    return HeaderReader.read(preface, header).header().metadata().orElse(Metadata.EMPTY);
  }

  @Test
  void onlyTheChangedValueIsRewritten() throws Exception {
    String header =
        " {" + TENSOR + " , \"__metadata__\" : { \"\\u0061\" : \"\\u0062\" , \"c\":\"d\"\n} }";

    assertThat(with(header, "a", "b", "c", "new"))
        .isEqualTo(
            " {"
                + TENSOR
                + " , \"__metadata__\" : { \"\\u0061\" : \"\\u0062\" , \"c\":\"new\"\n} }");
  }

  @Test
  void newEntryIsWrittenInTheMannerOfTheLastOne() throws Exception {
    String header = "{\"__metadata__\": {\n  \"a\": \"b\"\n}," + TENSOR + "}";

    assertThat(with(header, "a", "b", "c", "d"))
        .isEqualTo("{\"__metadata__\": {\n  \"a\": \"b\",\n  \"c\": \"d\"\n}," + TENSOR + "}");
  }

  @Test
  void newEntryIsWrittenAtItsPosition() throws Exception {
    String header = "{\"__metadata__\":{\"a\":\"1\",\"b\":\"2\"}}";

    assertThat(with(header, "x", "0", "a", "1", "y", "3", "b", "2"))
        .isEqualTo("{\"__metadata__\":{\"x\":\"0\",\"a\":\"1\",\"y\":\"3\",\"b\":\"2\"}}");
  }

  @Test
  void otherOrderKeepsTheBytesOfEachEntry() throws Exception {
    String header = "{\"__metadata__\":{\"a\":\"\\u0031\", \"b\" :\"2\"}}";

    assertThat(with(header, "b", "2", "a", "1"))
        .isEqualTo("{\"__metadata__\":{ \"b\" :\"2\",\"a\":\"\\u0031\"}}");
  }

  @Test
  void renamedEntryKeepsTheBytesOfItsValue() throws Exception {
    String header = "{\"__metadata__\":{\"a\":\"\\u00e9\\/\",\"b\":\"2\"}}";

    assertThat(with(header, "z", "é/", "b", "2"))
        .isEqualTo("{\"__metadata__\":{\"z\":\"\\u00e9\\/\",\"b\":\"2\"}}");
  }

  @Test
  void repeatedKeyKeepsBothEntriesAndChangesTheOneThatCounts() throws Exception {
    String header = "{\"__metadata__\":{\"a\":\"1\",\"b\":\"2\",\"a\":\"3\"}}";

    assertThat(with(header, "a", "3", "b", "new"))
        .isEqualTo("{\"__metadata__\":{\"a\":\"1\",\"b\":\"new\",\"a\":\"3\"}}");
    assertThat(with(header, "a", "new", "b", "2"))
        .isEqualTo("{\"__metadata__\":{\"a\":\"1\",\"b\":\"2\",\"a\":\"new\"}}");
    assertThat(with(header, "b", "2")).isEqualTo("{\"__metadata__\":{\"b\":\"2\"}}");
    assertThat(with(header, "b", "2", "a", "3"))
        .isEqualTo("{\"__metadata__\":{\"b\":\"2\",\"a\":\"3\"}}");
  }

  @Test
  void escapedNameOfTheMetadataIsRecognised() throws Exception {
    String header = "{\"__meta\\u0064ata__\":{\"a\":\"1\"}}";

    assertThat(with(header, "a", "2")).isEqualTo("{\"__meta\\u0064ata__\":{\"a\":\"2\"}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " { } ",
        "{\"__metadata__\":null}",
        "{\"__metadata__\":{}}",
        "{\"__metadata__\":{ }}",
        "{\"__metadata__\":{\t}}",
        "{\"__metadata__\" : {\n\t} }",
        "{T}",
        "{ T }",
        "{\n  T\n}",
        "{\"__metadata__\":{},T}",
        "{T,\"__metadata__\":null}",
        "{ T , \"__metadata__\" : { } }",
        "{\"__metadata__\":{\"a\":\"b\"},T}",
        "{T, \"__metadata__\":{ \"a\" : \"b\" , \"a\" :\"c\" } }",
        "{T,\"__metadata__\":{\n \"a\": \"b\",\n \"__spacer\": \"   \"\n}}",
      })
  void removingANewEntryRestoresTheOldText(String pattern) throws Exception {
    String header = pattern.replace("T", TENSOR);
    Metadata before = metadata(bytes(header));
    SequencedMap<String, String> more = new LinkedHashMap<>(before.entries());
    more.put("new", "value");

    byte[] changed = HeaderText.of(bytes(header)).withMetadata(new Metadata(more)).text();
    byte[] back = HeaderText.of(changed).withMetadata(before).text();

    assertThat(metadata(changed).entries()).containsExactlyEntriesOf(more);
    assertThat(new String(back, UTF_8)).isEqualTo(header.stripTrailing());
  }

  @Test
  void lastEntryTakesTheMemberWithIt() throws Exception {
    assertThat(with("{\"__metadata__\":{\"a\":\"b\"}," + TENSOR + "}"))
        .isEqualTo("{" + TENSOR + "}");
    assertThat(with("{" + TENSOR + ",\"__metadata__\":{\"a\":\"b\"}}"))
        .isEqualTo("{" + TENSOR + "}");
    assertThat(with("{\"__metadata__\":{\"a\":\"b\"}}")).isEqualTo("{}");
  }

  @Test
  void ignoredRepeatedSpacerIsNotShortened() throws Exception {
    byte[] header =
        bytes(
            "{\"__metadata__\":{\"__spacer\":\"x\\\"\",\"a\":\"b\","
                + "\"__spacer\":\"\\u0020\\u0020\\u0020\"}}");

    SplicedHeader spliced = HeaderText.of(header).withMetadata(map("__spacer", "   ", "a", "cd"));

    assertThat(spliced.minLength()).isEqualTo(spliced.text().length);
  }

  @Test
  void spacerIsShortenedToFit() throws Exception {
    byte[] header = bytes("{\"__metadata__\":{\"__spacer\":\"          \",\"a\":\"b\"}}");
    SplicedHeader spliced =
        HeaderText.of(header).withMetadata(map("__spacer", " ".repeat(10), "a", "longer"));

    assertThat(spliced.minLength()).isEqualTo(header.length + 5 - 10);
    assertThat(new String(spliced.toBytes(header.length), UTF_8))
        .isEqualTo("{\"__metadata__\":{\"__spacer\":\"     \",\"a\":\"longer\"}}");
    assertThat(new String(spliced.toBytes(header.length + 7), UTF_8))
        .isEqualTo("{\"__metadata__\":{\"__spacer\":\"          \",\"a\":\"longer\"}}  ");
    assertThatIllegalArgumentException().isThrownBy(() -> spliced.toBytes(spliced.minLength() - 1));
  }

  @Test
  void roomIsPaddingAndSpacer() {
    assertThat(HeaderText.of(bytes("{}")).freeByteCount()).isZero();
    assertThat(HeaderText.of(bytes("{} \n  ")).freeByteCount()).isEqualTo(4);
    assertThat(HeaderText.of(bytes("{\"__metadata__\":{\"__spacer\":\"     \"}} ")).freeByteCount())
        .isEqualTo(6);
    assertThat(HeaderText.of(bytes("{\"__metadata__\":{\"__spacer\":\"  .\"}} ")).freeByteCount())
        .isEqualTo(1);
  }

  @Test
  void escapedSpacerIsNoRoom() throws Exception {
    byte[] header = bytes("{\"__metadata__\":{\"__spacer\":\"\\u0020 \",\"a\":\"b\"}}");

    assertThat(HeaderText.of(header).withMetadata(map("__spacer", "  ", "a", "c")).spacerLength())
        .isZero();
    assertThat(HeaderText.of(header).withMetadata(map("__spacer", "  ", "a", "b")).spacerLength())
        .isZero();
  }

  @Test
  void loneSurrogateIsNotWritten() {
    for (String text :
        List.of("\ud800", "\udc00", "\ud800x", "\ud83d\ude00\ud83d", "\ude00\ud83d")) {
      assertThatThrownBy(() -> with("{}", "a", text))
          .isInstanceOf(UnwritableHeaderException.class)
          .hasMessageContaining("surrogate");
    }
  }

  @Test
  void headerBeyondTheLimitIsNotWritten() {
    assertThatThrownBy(() -> with("{}", "a", "x".repeat(100_000_000)))
        .isInstanceOf(UnwritableHeaderException.class)
        .hasMessageContaining("100,000,000");
  }

  @Test
  void randomTargetsAreReadBackAsTheyWereWanted() throws Exception {
    Random random = new Random(7);
    for (int round = 0; round < 3000; round++) {
      byte[] header = bytes(randomHeader(random));
      Header before = HeaderFiles.read(HeaderFiles.file(header, 0)).header();
      Metadata target = randomTarget(random, metadata(header));

      byte[] text = HeaderText.of(header).withMetadata(target).text();
      HeaderReading after = HeaderFiles.read(HeaderFiles.file(text, 0));

      assertThat(after.loadError()).as(new String(text, UTF_8)).isEmpty();
      assertThat(after.header().tensors()).isEqualTo(before.tensors());
      Metadata written = after.header().metadata().orElse(Metadata.EMPTY);
      assertThat(List.copyOf(written.entries().entrySet()))
          .as(new String(header, UTF_8) + " -> " + new String(text, UTF_8))
          .isEqualTo(List.copyOf(target.entries().entrySet()));
    }
  }

  private static String randomHeader(Random random) {
    List<String> members = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      members.add(TENSOR.replace("\"t\"", "\"t" + i + "\""));
    }
    if (random.nextInt(4) > 0) {
      members.add("\"__metadata__\"" + space(random) + ":" + space(random) + randomMap(random));
    }
    Collections.shuffle(members, random);
    return space(random) + "{" + joined(members, random) + "}" + space(random);
  }

  private static String randomMap(Random random) {
    if (random.nextInt(8) == 0) {
      return "null";
    }
    List<String> entries = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      entries.add("%s%s:%s%s".formatted(text(random), space(random), space(random), text(random)));
    }
    return "{" + joined(entries, random) + "}";
  }

  private static String joined(List<String> parts, Random random) {
    List<String> spaced = new ArrayList<>();
    parts.forEach(part -> spaced.add(space(random) + part + space(random)));
    return parts.isEmpty() ? space(random) : String.join(",", spaced);
  }

  private static String text(Random random) {
    List<String> texts =
        List.of("\"a\"", "\"\\u0061\"", "\"b\"", "\"\"", "\"\\\"\"", "\"é😀\"", "\"\\n \"");
    return texts.get(random.nextInt(texts.size()));
  }

  private static String space(Random random) {
    List<String> spaces = List.of("", "", "", " ", "\n", "\t", "  \r");
    return spaces.get(random.nextInt(spaces.size()));
  }

  private static Metadata randomTarget(Random random, Metadata before) {
    List<String> keys = new ArrayList<>(before.entries().keySet());
    keys.addAll(List.of("x", "a\u0000", "__spacer"));
    if (random.nextBoolean()) {
      Collections.shuffle(keys, random);
    }
    Map<String, String> target = new LinkedHashMap<>();
    for (String key : keys) {
      if (random.nextInt(3) > 0) {
        String old = before.entries().get(key);
        target.put(key, old != null && random.nextBoolean() ? old : " ".repeat(random.nextInt(3)));
      }
    }
    return Metadata.of(target);
  }

  @Test
  void addedEntryCanBeRemovedFromEveryLoadableFile() throws Exception {
    for (byte[] file : loadableFiles()) {
      byte[] header = Arrays.copyOfRange(file, 8, Math.toIntExact(8 + Words.word(file, 0)));
      Metadata before = metadata(header);
      SequencedMap<String, String> more = new LinkedHashMap<>(before.entries());
      more.put("a key that no file has", "\u0000 value");

      byte[] changed = HeaderText.of(header).withMetadata(new Metadata(more)).text();
      byte[] back = HeaderText.of(changed).withMetadata(before).text();

      int end = header.length;
      while (end > 0 && header[end - 1] <= ' ' && header[end - 1] > 0) {
        end--;
      }
      assertThat(back).isEqualTo(Arrays.copyOf(header, end));
    }
  }

  private static List<byte[]> loadableFiles() throws IOException {
    Path folder = SharedFolder.file("conformance");
    List<byte[]> files = new ArrayList<>();
    ObjectMapper json = new ObjectMapper();
    for (JsonNode each : json.readTree(folder.resolve("verdicts.json").toFile()).get("cases")) {
      if (each.get("verdict").get("ok").asBoolean()) {
        files.add(Files.readAllBytes(folder.resolve(each.get("file").asText())));
      }
    }
    assertThat(files).hasSizeGreaterThan(50);
    return files;
  }
}
