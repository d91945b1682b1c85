package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import io.github.tensorloupe.desktop.pane.metadata.JsonEdit.JsonPath;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.JsonValue.JsonNull;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonEditTest {

  private static final String SOURCE = " {\"a\" : [1.0, \"\\u00e9\"],\"b\":{}, \"a\":null }\n";

  private JsonEdit edit;

  @BeforeEach
  void begin() throws JsonTextException {
    edit = JsonEdit.of(SOURCE);
  }

  private static JsonPath path(Integer... indices) {
    return new JsonPath(List.of(indices));
  }

  private static String compact(JsonEdit edit) {
    return edit.text();
  }

  @Test
  void textOfAnUnchangedTreeIsTheSource() {
    assertThat(compact(edit)).isSameAs(SOURCE);
  }

  @Test
  void textOfARestoredTreeIsTheSource() {
    JsonEdit back =
        edit.replace(path(0, 0), new JsonNumber("2")).replace(path(0, 0), new JsonNumber("1.0"));

    assertThat(compact(back)).isSameAs(SOURCE);
  }

  @Test
  void sameNumberInAnotherSpellingIsAChange() {
    assertThat(compact(edit.replace(path(0, 0), new JsonNumber("1.00"))))
        .isEqualTo(" {\"a\" : [1.00, \"\\u00e9\"],\"b\":{}, \"a\":null }\n");
  }

  @Test
  void repeatedNamesAreRenamedByPath() {
    assertThat(compact(edit.rename(path(2), "c")))
        .isEqualTo(" {\"a\" : [1.0, \"\\u00e9\"],\"b\":{}, \"c\":null }\n");
  }

  @Test
  void emptyStringsAreAddedAtTheirPaths() {
    assertThat(compact(edit.addEmpty(path(1, 0))))
        .isEqualTo(SOURCE.replace("{}", "{\"name\":\"\"}"));
    assertThat(compact(edit.addEmpty(path(0, 2)))).isEqualTo(SOURCE.replace("\"]", "\", \"\"]"));
    assertThat(compact(edit.addEmpty(path(0))))
        .isEqualTo(SOURCE.replace("{\"a\" :", "{\"name\" : \"\",\"a\" :"));
    assertThat(compact(edit.addEmpty(path(1, 0)).addEmpty(path(1, 1)))).contains("\"name2\":\"\"");
  }

  @Test
  void membersAndElementsAreRemoved() {
    assertThat(compact(edit.remove(path(0, 0)))).isEqualTo(SOURCE.replace("1.0, ", ""));
    assertThat(compact(edit.remove(path(1)))).isEqualTo(SOURCE.replace(",\"b\":{}", ""));
  }

  @Test
  void onlyTheEditedTokenChanges() throws JsonTextException {
    String written = "{\"lr\": 1e-4, \"tags\": {\"a b\": 12, \"c\": [1,2]},\n  \"x\": \"\\u5f20\"}";
    JsonEdit edit = JsonEdit.of(written);

    assertThat(edit.replace(path(1, 0), new JsonNumber("13")).text())
        .isEqualTo(written.replace("12", "13"));
    assertThat(edit.remove(path(1, 1)).text()).isEqualTo(written.replace(", \"c\": [1,2]", ""));
    assertThat(edit.remove(path(1, 1)).remove(path(1, 0)).text())
        .isEqualTo(written.replace("\"a b\": 12, \"c\": [1,2]", ""));
    assertThat(edit.addEmpty(path(1, 1, 2)).text()).isEqualTo(written.replace("1,2", "1,2,\"\""));
    assertThat(edit.addEmpty(path(1, 2)).text())
        .isEqualTo(written.replace("[1,2]", "[1,2], \"name\": \"\""));
  }

  @Test
  void rootIsReplaced() {
    assertThat(compact(edit.replace(JsonPath.ROOT, new JsonNull()))).isEqualTo(" null\n");
  }

  @Test
  void editsDoNotChangeTheOriginal() {
    edit.remove(path(0));

    assertThat(compact(edit)).isSameAs(SOURCE);
  }

  @Test
  void invalidPathsAreRefused() {
    JsonNull value = new JsonNull();

    assertThatThrownBy(() -> edit.replace(path(3), value))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> edit.remove(path(0, 2))).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> edit.remove(JsonPath.ROOT)).isInstanceOf(NoSuchElementException.class);
    assertThatIllegalArgumentException().isThrownBy(() -> edit.replace(path(2, 0), value));
    assertThatIllegalArgumentException().isThrownBy(() -> edit.rename(path(0, 0), "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> edit.addEmpty(path(2, 0)));
  }

  @Test
  void pathsKnowParentAndIndex() {
    assertThat(JsonPath.ROOT.child(4).child(2)).isEqualTo(path(4, 2));
    assertThat(path(4, 2).parent()).isEqualTo(path(4));
    assertThat(path(4, 2).index()).isEqualTo(2);
    assertThat(path(0, 1).in(edit.tree())).isEqualTo(new JsonString("é"));
    assertThat(JsonPath.ROOT.isRoot()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "\"a\"", "null", "[1, 2]", " true\n"})
  void valuesOfAnyKindAreRead(String text) throws JsonTextException {
    assertThat(JsonEdit.of(text).text()).isSameAs(text);
  }
}
