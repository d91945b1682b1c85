package io.github.tensorloupe.survey;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SurveyWalkTest {

  private static final int MAX_PARTS = 17;

  @TempDir private Path folder;

  private static List<String> listed(Path root, Part part) {
    List<String> found = new ArrayList<>();
    SurveyWalk walk =
        new SurveyWalk(
            part,
            file -> found.add(file.text()),
            (text, why) -> why.forEach(_ -> found.add("! " + text)),
            Cancellation.NEVER);
    walk.walk(root, "r");
    return found;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void partsAreDisjointAndCompleteWhateverListsThem(long seed) throws IOException {
    Random random = new Random(seed);
    List<String> names = names(random);
    Path one = make("one", names);
    Collections.shuffle(names, random);
    Path other = make("elsewhere/mounted", names);
    List<String> all = listed(one, Part.WHOLE);

    assertThat(all).hasSameSizeAs(names).doesNotHaveDuplicates();
    for (int count = 1; count <= MAX_PARTS; count++) {
      Map<String, Integer> partOf = new HashMap<>();
      for (int index = 0; index < count; index++) {
        Part part = new Part(index, count);
        for (String path : listed(one, part)) {
          assertThat(partOf.put(path, index)).as("%s of %d parts", path, count).isNull();
        }
        assertThat(listed(other, part)).allSatisfy(path -> assertThat(partOf).containsKey(path));
      }
      assertThat(partOf.keySet()).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  @Test
  void indexIsCheckedByTheFileThatWasRead() throws IOException {
    Path index = folder.resolve("model.safetensors.index.json");
    Files.writeString(index, "{\"weight_map\": {}}");
    Map<Path, Optional<Object>> checked = new HashMap<>();
    SurveyWalk walk =
        new SurveyWalk(Part.WHOLE, _ -> {}, (_, _) -> {}, checked::put, Cancellation.NEVER);

    walk.walk(folder, "r");

    Object key = Files.readAttributes(index, BasicFileAttributes.class).fileKey();
    assertThat(checked).containsExactly(Map.entry(index, Optional.ofNullable(key)));
  }

  /// Returns the relative paths of files; some of their folders are named like files.
  private static List<String> names(Random random) {
    List<String> folders = new ArrayList<>(List.of(""));
    for (int i = 0; i < 12; i++) {
      String parent = folders.get(random.nextInt(folders.size()));
      String ending = random.nextInt(4) == 0 ? ".safetensors" : "";
      folders.add(parent + "ö" + i + ending + "/");
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      names.add(folders.get(random.nextInt(folders.size())) + "m" + i + ".safetensors");
    }
    return names;
  }

  private Path make(String root, List<String> names) throws IOException {
    for (String name : names) {
      Path file = folder.resolve(root).resolve(name);
      Files.createDirectories(file.getParent());
      Files.createFile(file);
      Files.writeString(file.resolveSibling("config.json"), "");
    }
    return folder.resolve(root);
  }

  @Test
  void aFolderWithTheNameOfAShardIsNotTheShard() throws IOException {
    Path root = folder.resolve("root");
    Files.createDirectories(root.resolve("model-00001-of-00002.safetensors"));
    Files.createFile(root.resolve("model-00002-of-00002.safetensors"));

    assertThat(listed(root, Part.WHOLE))
        .containsExactlyInAnyOrder(
            "r/model-00002-of-00002.safetensors", "! r/model-*-of-00002.safetensors");
  }

  @Test
  void partsAreOfAboutTheSameSize() {
    int[] sizes = new int[4];
    for (int i = 0; i < 4000; i++) {
      for (int index = 0; index < sizes.length; index++) {
        sizes[index] += new Part(index, sizes.length).contains("models/" + i) ? 1 : 0;
      }
    }
    assertThat(Arrays.stream(sizes)).allMatch(size -> size > 800 && size < 1200);
  }

  @Test
  void composedAndDecomposedNamesBelongToOnePart() {
    for (int count = 1; count <= MAX_PARTS; count++) {
      for (int index = 0; index < count; index++) {
        Part part = new Part(index, count);
        assertThat(part.contains("\u00F6")).isEqualTo(part.contains("o\u0308"));
      }
    }
  }

  @Test
  void pathsThatAreNoTextBecomeAddresses() {
    Path path = folder.resolve("a");

    assertThat(SurveyedFile.of(path, "in/ö", Optional.empty()).text()).isEqualTo("in/ö");
    assertThat(SurveyedFile.of(path, "in/\uFFFD", Optional.empty()).text())
        .isEqualTo(path.toUri().toString());
  }

  @Test
  void foldersMayBeNestedAsDeepAsTheFinderSearches() throws IOException {
    String file = "d/".repeat(100) + "a.safetensors";
    Path deep = make("deep", List.of(file, "d/".repeat(101) + "b.safetensors"));

    assertThat(listed(deep, Part.WHOLE)).containsExactly("r/" + file, "! r" + "/d".repeat(101));
  }
}
