package io.github.tensorloupe.desktop.pane.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.names.NameSearch;
import io.github.tensorloupe.desktop.control.names.NameSearch.Labels;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameSearchTest {

  private final Random random = new Random(7);

  private String text(int maxLength) {
    return text("abA.", maxLength);
  }

  private String text(String letters, int maxLength) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(maxLength); i >= 0; i--) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  @Test
  void partByPartIsFoundWhatIsInTheWholeNames(@TempDir Path folder) throws IOException {
    TensorFiles first = new TensorFiles();
    TensorFiles second = new TensorFiles();
    Stream.generate(() -> text(12)).distinct().limit(60).forEach(name -> first.floats(name, 1));
    Stream.generate(() -> text(40)).distinct().limit(60).forEach(name -> second.floats(name, 1));
    first.write(folder.resolve("a.safetensors"));
    second.write(folder.resolve("b.safetensors"));
    try (OpenFiles files = new OpenFiles()) {
      FileDocument document = files.open(folder);
      for (int round = 0; round < 500; round++) {
        List<String> words = List.of(text(4), text(3));
        assertThat(found(document, words)).as("%s", words).isEqualTo(expected(document, words));
      }
    }
  }

  @Test
  void whatReachesAcrossTheCutsOfFlattenedNamesIsFoundToo(@TempDir Path folder) throws IOException {
    TensorFiles files = new TensorFiles();
    String all = "lora_of_a_rather_long_name_";
    Stream.generate(() -> all + text("abA__.", 12))
        .distinct()
        .limit(120)
        .forEach(name -> files.floats(name, 1));
    files.write(folder.resolve("a.safetensors"));
    try (OpenFiles open = new OpenFiles()) {
      FileDocument document = open.open(folder.resolve("a.safetensors"));
      for (int round = 0; round < 500; round++) {
        List<String> words = List.of(text("abA_.", 6), text("ab_.", 3));
        assertThat(found(document, words)).as("%s", words).isEqualTo(expected(document, words));
      }
    }
  }

  private static List<String> found(FileDocument document, List<String> words) {
    NameTree tree = document.tree();
    NameSearch matches = new NameSearch(tree, Labels.of(tree), words);
    List<String> names = new ArrayList<>();
    for (int node = 0; node < tree.size(); node++) {
      if (matches.next(node) && tree.tensor(node) != NameTree.NO_TENSOR) {
        names.add(document.checkpoint().tensors().get(tree.tensor(node)).info().name());
      }
    }
    return names.stream().sorted().toList();
  }

  private static List<String> expected(FileDocument document, List<String> words) {
    return document.checkpoint().tensors().stream()
        .map(tensor -> tensor.info())
        .map(TensorInfo::name)
        .filter(
            name ->
                words.stream()
                    .allMatch(
                        word ->
                            name.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT))))
        .sorted()
        .toList();
  }
}
