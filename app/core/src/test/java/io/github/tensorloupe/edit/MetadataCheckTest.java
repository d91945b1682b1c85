package io.github.tensorloupe.edit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.edit.EditProblem.Kind;
import io.github.tensorloupe.edit.EntryChange.Added;
import io.github.tensorloupe.edit.EntryChange.Removed;
import io.github.tensorloupe.edit.EntryChange.Renamed;
import io.github.tensorloupe.edit.EntryChange.Reordered;
import io.github.tensorloupe.edit.EntryChange.Revalued;
import io.github.tensorloupe.edit.ModelSpecField.ModelSpecKind;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.text.Sentence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetadataCheckTest {

  private static List<EditProblem> check(String... keysAndValues) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entries.add(new Entry(i / 2, keysAndValues[i], keysAndValues[i + 1]));
    }
    return MetadataCheck.of(entries);
  }

  @Test
  void ordinaryMetadataHaveNoProblem() {
    assertThat(check("format", "pt", "note", "any\ntext", "ss_seed", "None")).isEmpty();
  }

  @Test
  void repeatedKeyBlocksAtEachOfItsEntries() {
    List<EditProblem> problems = check("a", "1", "b", "2", "a", "3");
    Sentence sentence =
        Sentence.of("\"{0}\" is the key of {1} entries; a file can hold only one of them.", "a", 2);

    assertThat(problems)
        .containsExactly(
            new EditProblem(Kind.REPEATED_KEY, OptionalLong.of(0), "a", sentence),
            new EditProblem(Kind.REPEATED_KEY, OptionalLong.of(2), "a", sentence));
    assertThat(sentence)
        .hasToString("\"a\" is the key of 2 entries; a file can hold only one of them.");
    assertThat(problems).allMatch(EditProblem::isBlocking);
  }

  @Test
  void loneSurrogateBlocksInKeyAndValue() {
    assertThat(check("a\ud83d", "", "b", "\udc00\ud83d\ude00", "c", "\ud83d\ude00"))
        .allMatch(EditProblem::isBlocking)
        .extracting(problem -> problem.sentence().toString())
        .containsExactly(
            "The key \"a\\u{D83D}\" contains an unpaired surrogate, which cannot be stored in a"
                + " file.",
            "The value of \"b\" contains an unpaired surrogate, which cannot be stored in a file.");
  }

  @Test
  void oddKeysAndCharactersAreWarnings() {
    List<EditProblem> problems = check("__metadata__", "", "", "", "a", "x\0y", "b\0", "");

    assertThat(problems)
        .extracting(EditProblem::kind)
        .containsExactly(Kind.RESERVED_KEY, Kind.EMPTY_KEY, Kind.NUL_CHARACTER, Kind.NUL_CHARACTER);
    assertThat(problems).noneMatch(EditProblem::isBlocking);
  }

  @Test
  void brokenJsonIsReported() {
    assertThat(check("ss_tag_frequency", "{\"a\": {}", "tensor_names", "q", "workflow", "[1,]"))
        .allMatch(problem -> problem.kind() == Kind.BROKEN_JSON)
        .extracting(EditProblem::key)
        .containsExactly("ss_tag_frequency", "tensor_names", "workflow");
    assertThat(check("ot_config", "{"))
        .extracting(EditProblem::sentence)
        .singleElement()
        .asString()
        .startsWith("\"ot_config\" should contain JSON. The text is not JSON: ")
        .contains("line 1");
  }

  @Test
  void plainTextIsNoBrokenJsonWhereItIsCommon() {
    assertThat(check("software", "tool 1.0", "prompt", "a cat", "ss_bucket_info", "None", "x", "{"))
        .isEmpty();
    assertThat(check("ss_bucket_info", "null", "ss_datasets", "[]", "workflow", "{}")).isEmpty();
  }

  @Test
  void jsonThatIsTooMuchToReadIsNotCalledBroken() {
    String deep = "[".repeat(300) + "]".repeat(300);

    assertThat(check("workflow", deep)).isEmpty();
  }

  @Test
  void modelSpecMissesItsRequiredFieldsOnceItIsUsed() {
    assertThat(check("modelspec.title", " ", "modelspec.architecture", "stable-diffusion-v1/lora"))
        .allMatch(problem -> problem.kind() == Kind.MODEL_SPEC_MISSING && !problem.isBlocking())
        .extracting(EditProblem::key)
        .containsExactly(
            "modelspec.title",
            "modelspec.resolution",
            "modelspec.implementation",
            "modelspec.sai_model_spec");
    assertThat(
            check(
                "modelspec.sai_model_spec", "1.0.1",
                "modelspec.architecture", "gpt-neo-x",
                "modelspec.implementation", "transformers",
                "modelspec.title", "T",
                "modelspec.unknown", "?"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          date              | 2024-06-03                      | yes
          date              | 2024-06-03T10:11:12             | yes
          date              | 2024-06-03T10:11:12Z            | yes
          date              | 2024-06-03T10:11:12.123+02:00   | yes
          date              | 2024-06-03T10:11:12.123456      | yes
          date              | 2024-06                         | yes
          date              | 2024                            | yes
          date              | 2024-02-30                      | no
          date              | 03.06.2024                      | no
          date              | 2024-06-03 10:11                | no
          resolution        | 1024x768                        | yes
          resolution        | 1024                            | no
          resolution        | 1024 x 768                      | no
          resolution        | 0x512                           | no
          timestep_range    | 0,1000                          | yes
          timestep_range    | 1000,0                          | no
          timestep_range    | 0-1000                          | no
          prediction_type   | epsilon                         | yes
          prediction_type   | v                               | yes
          prediction_type   | v_prediction                    | no
          tags              | cat, dog                        | yes
          tags              | cat,,dog                        | no
          thumbnail         | data:image/png;base64,AAAA      | yes
          thumbnail         | data:image/jpeg;base64,A*AA     | no
          thumbnail         | data:image/jpeg;base64,         | no
          thumbnail         | http://example.org/a.png        | no
          encoder_layer     | -2                              | yes
          encoder_layer     | last                            | no
          is_negative_embedding | true                        | yes
          is_negative_embedding | True                        | no
          hash_sha256       | 0xabc                           | no
          description       | anything                        | yes
          """)
  void modelSpecValuesHaveAForm(String name, String value, String fits) {
    String key = "modelspec." + name;
    List<EditProblem> problems =
        check(key, value).stream().filter(p -> p.kind() == Kind.MODEL_SPEC_FORM).toList();

    assertThat(problems).hasSize(fits.equals("yes") ? 0 : 1);
    assertThat(problems).noneMatch(EditProblem::isBlocking).allMatch(p -> p.key().equals(key));
  }

  @Test
  void modelSpecHashIsLowerCaseHexadecimal() {
    String hash = "0123456789abcdef".repeat(4);

    assertThat(ModelSpecKind.SHA_256.accepts("0x" + hash)).isTrue();
    assertThat(ModelSpecKind.SHA_256.accepts(hash)).isFalse();
    assertThat(ModelSpecKind.SHA_256.accepts("0x" + hash.toUpperCase())).isFalse();
  }

  @Test
  void fieldsAreFoundByTheirKeys() {
    assertThat(ModelSpecField.of("modelspec.date")).contains(ModelSpecField.DATE);
    assertThat(ModelSpecField.of("modelspec.other")).isEmpty();
    assertThat(ModelSpecField.of("date")).isEmpty();
  }

  @Test
  void lossOfEntriesThatLoadersNeedIsReported() {
    LoaderKeys loaderKeys = new LoaderKeys(Set.of("embed.weight")::contains);
    List<EntryChange> changes =
        List.of(
            new Removed("lm_head.weight", "embed.weight"),
            new Removed("note", "x"),
            new Revalued("format", "pt", "np"),
            new Renamed("tensor_names", "names", "[]", "[]"),
            new Renamed("note", "format", "", ""),
            new Added("DCP_VERSION", ""),
            new Reordered());

    List<EditProblem> problems = MetadataCheck.of(changes, loaderKeys);

    assertThat(problems)
        .extracting(EditProblem::kind)
        .containsExactly(Kind.LOADER_KEY_LOST, Kind.LOADER_KEY_CHANGED, Kind.LOADER_KEY_LOST);
    assertThat(problems.getFirst().sentence())
        .hasToString(
            "\"lm_head.weight\" is removed. It declares that the tensor \"lm_head.weight\" shares"
                + " the data of \"embed.weight\"; without it, loaders do not find that tensor.");
    assertThat(problems.getLast().sentence())
        .asString()
        .startsWith("\"tensor_names\" gets the key \"names\". ");
  }

  @Test
  void problemsOfAKindAreLimited() {
    Map<String, String> map = new LinkedHashMap<>();
    IntStream.range(0, 5000).forEach(i -> map.put("k\ud83d" + i, "\0"));

    assertThat(MetadataCheck.of(Metadata.of(map))).hasSize(2 * MetadataCheck.MAX_PROBLEMS_PER_KIND);
  }
}
