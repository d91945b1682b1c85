package io.github.tensorloupe.foreign.torch;

import static io.github.tensorloupe.testing.TorchFile.text;
import static io.github.tensorloupe.testing.TorchFile.tuple;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container;
import io.github.tensorloupe.foreign.pickle.PickleValue.Loaded;
import io.github.tensorloupe.foreign.pickle.PickleWalk;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TorchFile;
import io.github.tensorloupe.work.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorNamesTest {

  @TempDir private Path folder;

  private final TorchFile torch = new TorchFile().floats("0", 2);

  private String tensor() {
    return torch.tensor("0", 2, 0, tuple(2), tuple(1));
  }

  /// Checks that the names of all tensors are the names that the file lists.
  private void assertNames(String pickle, String... expected) throws IOException {
    Path path = Files.write(folder.resolve("a.pt"), torch.write("\u0080\u0002" + pickle + "."));
    try (TensorFile file = TensorFile.open(path)) {
      PickleValue root =
          FilePickle.list(file, Cancellation.NEVER)
              .getFirst()
              .read(Cancellation.NEVER)
              .root()
              .orElseThrow();
      List<String> names = new ArrayList<>();
      collect(root, new ArrayList<>(), TensorNames.of(root, Cancellation.NEVER), names);
      assertThat(names).containsExactly(expected);
      assertThat(file.header().tensors().stream().map(each -> each.name()))
          .containsExactlyInAnyOrderElementsOf(names);
    }
  }

  private static void collect(
      PickleValue value, List<PickleValue> components, TensorNames names, List<String> found)
      throws IOException {
    switch (value) {
      case Loaded loaded -> names.name(components, loaded).ifPresent(found::add);
      case Container container -> {
        int step = container.isDict() ? 2 : 1;
        for (int i = 0; i < container.size(); i += step) {
          components.add(PickleWalk.component(container, i, false));
          collect(container.get(i + step - 1), components, names, found);
          components.removeLast();
        }
      }
      default -> {}
    }
  }

  @Test
  void loneTensorHasTheNameOfTheFile() throws IOException {
    assertNames(tensor(), "tensor");
  }

  @Test
  void keysThatAreNotTextsArePartsOfNames() throws IOException {
    assertNames(
        "}(\u0088" + tensor() + "\u0089" + tensor() + "N" + tensor() + "K\u0007" + tensor() + "u",
        "true",
        "false",
        "2",
        "7");
  }

  @Test
  void repeatedNamesAreNumbered() throws IOException {
    assertNames(
        "}(" + text("a.b") + tensor() + text("a") + "}(" + text("b") + tensor() + "uu",
        "a.b",
        "a.b#2");
  }

  @Test
  void emptyKeysArePartsOfNames() throws IOException {
    assertNames("}(" + text("") + "}(" + text("a") + tensor() + "uu", ".a");
  }
}
