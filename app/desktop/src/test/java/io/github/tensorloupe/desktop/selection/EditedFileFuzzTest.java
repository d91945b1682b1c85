package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.save.StrategyChoice;
import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.StrictReader;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Edits, saves and reopens files at random. They must match a model of the edits and an
/// independent reader, and no tensor byte may change.
class EditedFileFuzzTest extends FuzzTest {

  private static final String[] TEXTS = {
    "a",
    "format",
    "",
    "\"é\n",
    "\ud83d\ude00",
    "\0\37\177\u2028",
    "__spacer",
    "      ",
    "{\"x\":[1]}",
    "v".repeat(300)
  };

  @Override
  protected int rounds() {
    return 40;
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    Path file = scratch().resolve("edited.safetensors");
    byte[] data = new byte[4 * input.nextInt(200)];
    input.nextBytes(data);
    TensorFiles tensorFiles = new TensorFiles().tensor("t", Dtype.U8, data, data.length);
    for (int count = input.nextInt(4); count > 0; count--) {
      tensorFiles.metadata(input.oneOf(TEXTS), input.oneOf(TEXTS));
    }
    tensorFiles.tensor("half", Dtype.F4, Arrays.copyOf(data, data.length / 4), data.length / 4, 2);
    tensorFiles.write(file);
    if (input.nextInt(4) == 0) {
      // A header as written by other programs, with spaces, escapes and unknown fields.
      Files.write(file, Damage.once(Files.readAllBytes(file), 300, input));
    }
    edit(file, input);
    try (var left = Files.list(file.getParent())) {
      assertThat(left).containsExactly(file);
    }
  }

  private static void edit(Path file, FuzzInput input) throws IOException {
    try (TensorFile open = TensorFile.open(file)) {
      if (open.isRefused()) {
        return;
      }
    }
    StrictReader before = StrictReader.read(Files.readAllBytes(file));
    byte[] data = data(file);
    EditProgram program = new EditProgram(input, before.metadata().orElse(Metadata.EMPTY), TEXTS);
    for (int saves = 1 + input.nextInt(4); saves > 0; saves--) {
      for (int steps = input.nextInt(12); steps > 0; steps--) {
        program.step();
      }
      if (hasEachKeyOnce(program.edits())) {
        Metadata wanted = program.edits().metadata();
        save(file, wanted, input);
        program.save();
        assertSaved(file, wanted, before.tensors(), data);
      }
    }
    program.retrace();
  }

  private static boolean hasEachKeyOnce(MetadataEdits edits) {
    Set<String> keys = new HashSet<>();
    return edits.entries().stream().allMatch(entry -> keys.add(entry.key()));
  }

  private static void save(Path file, Metadata wanted, FuzzInput input) throws IOException {
    SaveOptions options = SaveOptions.DEFAULT.withStrategy(input.oneOf(StrategyChoice.values()));
    Saver saver = new Saver(FileOperations.ofThisComputer());
    SavePlan plan;
    try (TensorFile open = TensorFile.open(file)) {
      plan = saver.plan(open, wanted, options);
      if (plan.obstacle().isPresent()) {
        plan = saver.plan(open, wanted, SaveOptions.DEFAULT);
      }
    }
    assertThat(plan.obstacles()).isEmpty();
    long length = Files.size(file);
    saver.save(plan, Cancellation.NEVER, Progress.NONE);
    if (plan.strategy() != Strategy.REWRITE) {
      assertThat(Files.size(file)).isEqualTo(length);
    }
  }

  private static byte[] data(Path file) throws IOException {
    try (TensorFile open = TensorFile.open(file)) {
      byte[] bytes = Files.readAllBytes(file);
      int begin = (int) open.reading().dataStart().orElseThrow();
      return Arrays.copyOfRange(bytes, begin, bytes.length);
    }
  }

  private static void assertSaved(Path file, Metadata wanted, List<TensorInfo> tensors, byte[] data)
      throws IOException {
    StrictReader saved = StrictReader.read(Files.readAllBytes(file));
    assertThat(saved.errors()).isEmpty();
    assertThat(saved.tensors()).containsExactlyInAnyOrderElementsOf(tensors);
    assertThat(beyondRoom(saved.metadata().orElse(Metadata.EMPTY))).isEqualTo(beyondRoom(wanted));
    assertThat(data(file)).isEqualTo(data);
  }

  /// Returns the entries without a spacer, whose spaces are changed by saves.
  private static Map<String, String> beyondRoom(Metadata metadata) {
    Map<String, String> entries = new LinkedHashMap<>(metadata.entries());
    entries.computeIfPresent("__spacer", (_, value) -> value.isBlank() ? null : value);
    return entries;
  }
}
