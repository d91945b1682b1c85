package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.save.WatchedFiles.Step;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// After a power cut the disk has what was forced, any part of what was written since, and the
/// names as of some moment since their folder was forced.
class PowerCutTest {

  private static final int SECTOR_BYTES = 512;
  private static final int ROUNDS_PER_STEP = 6;

  @TempDir Path folder;

  /// What a power cut may leave of the steps that were taken.
  private static final class Disk {

    private final Random random;
    private final Map<String, byte[]> durable = new HashMap<>();
    private final Map<String, String> inodeOfName = new HashMap<>();
    private final Map<String, List<Step>> unforced = new HashMap<>();
    private final List<Runnable> unforcedNames = new ArrayList<>();
    private Map<String, String> durableNames = new HashMap<>();
    private int created;

    Disk(Random random, Map<String, byte[]> files) {
      this.random = random;
      files.forEach(
          (name, bytes) -> {
            create(name);
            durable.put(inodeOfName.get(name), bytes);
          });
      unforcedNames.clear();
      durableNames = new HashMap<>(inodeOfName);
    }

    void take(Step step) {
      String name = step.path().getFileName().toString();
      switch (step.name()) {
        case "create" -> create(name);
        case "write" ->
            unforced.computeIfAbsent(inodeOfName.get(name), _ -> new ArrayList<>()).add(step);
        case "force" -> force(inodeOfName.get(name));
        case "rename" -> rename(name, step);
        case "delete" -> {
          inodeOfName.remove(name);
          unforcedNames.add(() -> durableNames.remove(name));
        }
        case "forceFolder" -> {
          unforcedNames.clear();
          durableNames = new HashMap<>(inodeOfName);
        }
        default -> {}
      }
    }

    private void create(String name) {
      String inode = Integer.toString(++created);
      durable.put(inode, new byte[0]);
      inodeOfName.put(name, inode);
      unforcedNames.add(() -> durableNames.put(name, inode));
    }

    private void rename(String from, Step step) {
      String to =
          Path.of(new String(step.bytes(), StandardCharsets.UTF_8)).getFileName().toString();
      String inode = inodeOfName.remove(from);
      inodeOfName.put(to, inode);
      unforcedNames.add(
          () -> {
            durableNames.remove(from);
            durableNames.put(to, inode);
          });
    }

    private void force(String inode) {
      unforced
          .getOrDefault(inode, List.of())
          .forEach(step -> durable.merge(inode, step.bytes(), (old, _) -> applied(old, step)));
      unforced.remove(inode);
    }

    private static byte[] applied(byte[] old, Step step) {
      int end = (int) step.byteOffset() + step.bytes().length;
      byte[] now = Arrays.copyOf(old, Math.max(old.length, end));
      System.arraycopy(step.bytes(), 0, now, (int) step.byteOffset(), step.bytes().length);
      return now;
    }

    /// Cuts the power and lays down what is left.
    void cut(Path target) throws IOException {
      int applied = random.nextInt(unforcedNames.size() + 1);
      unforcedNames.subList(0, applied).forEach(Runnable::run);
      for (Map.Entry<String, String> entry : durableNames.entrySet()) {
        Files.write(target.resolve(entry.getKey()), survivors(entry.getValue()));
      }
    }

    private byte[] survivors(String inode) {
      byte[] bytes = durable.get(inode);
      for (Step step : unforced.getOrDefault(inode, List.of())) {
        bytes = partlyApplied(bytes, step);
      }
      return bytes;
    }

    private byte[] partlyApplied(byte[] old, Step step) {
      byte[] whole = applied(old, step);
      byte[] now = Arrays.copyOf(old, random.nextBoolean() ? old.length : whole.length);
      int density = random.nextInt(3);
      for (int from = 0; from < now.length; from += SECTOR_BYTES) {
        if (random.nextInt(3) <= density) {
          int to = Math.min(now.length, from + SECTOR_BYTES);
          System.arraycopy(whole, from, now, from, to - from);
        }
      }
      return now;
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyChoice.class,
      names = {"IN_PLACE", "REWRITE"})
  void fileIsWhollyOldOrNewAfterAPowerCutAtAnyStep(StrategyChoice choice) throws IOException {
    Path live = Files.createDirectory(folder.resolve("live"));
    SavedFile file = new SavedFile(live);
    byte[] before = file.bytes();
    List<Step> steps = new ArrayList<>();
    WatchedFiles recording =
        new WatchedFiles() {
          @Override
          void before(Step step) {
            steps.add(step);
          }
        };
    Metadata target = file.with("note", "s".repeat(1500));
    SavePlan plan = file.plan(recording, target, SaveOptions.DEFAULT.withStrategy(choice));
    steps.clear();
    new Saver(recording).save(plan, Cancellation.NEVER, Progress.NONE);
    byte[] after = file.bytes();

    Random random = new Random(11);
    Set<Boolean> outcomes = new HashSet<>();
    for (int taken = 0; taken <= steps.size(); taken++) {
      for (int round = 0; round < ROUNDS_PER_STEP; round++) {
        Disk disk = new Disk(random, Map.of("model.safetensors", before));
        steps.subList(0, taken).forEach(disk::take);
        Path cut = Files.createTempDirectory(folder, "cut");
        disk.cut(cut);
        outcomes.add(checkRecovered(cut, before, after, choice, "cut after step " + taken));
      }
    }
    assertThat(outcomes).containsExactlyInAnyOrder(true, false);
  }

  @Test
  void recoveryCanBeCutOffAtAnyStep() throws IOException {
    Path live = Files.createDirectory(folder.resolve("live"));
    SavedFile file = new SavedFile(live);
    byte[] before = file.bytes();
    List<Map<String, byte[]>> torn = tornStates(file);
    Random random = new Random(12);
    int states = 0;
    for (Map<String, byte[]> state : torn) {
      List<Step> steps = stepsOfRecovery(state);
      for (int taken = 0; taken <= steps.size(); taken++) {
        Disk disk = new Disk(random, state);
        steps.subList(0, taken).forEach(disk::take);
        Path cut = Files.createTempDirectory(folder, "cut");
        disk.cut(cut);
        checkRecovered(cut, before, before, StrategyChoice.IN_PLACE, "cut after step " + taken);
        states++;
      }
    }
    assertThat(states).isGreaterThan(100);
  }

  /// A file with a part of its new header, and the journal beside it.
  private static List<Map<String, byte[]>> tornStates(SavedFile file) throws IOException {
    List<Map<String, byte[]>> states = new ArrayList<>();
    Path journal = SaveNames.journal(file.path().toRealPath());
    WatchedFiles tearing =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("write") && step.path().endsWith("model.safetensors")) {
              byte[] journalBytes = Files.readAllBytes(journal);
              for (int part = 1; part <= 8; part++) {
                Step written =
                    new Step("", step.path(), 8, Arrays.copyOf(step.bytes(), part * 128));
                states.add(
                    Map.of(
                        "model.safetensors",
                        Disk.applied(file.bytes(), written),
                        journal.getFileName().toString(),
                        journalBytes));
              }
            }
          }
        };
    SaveOptions options = SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE);
    SavePlan plan = file.plan(tearing, file.with("note", "s".repeat(1500)), options);
    new Saver(tearing).save(plan, Cancellation.NEVER, Progress.NONE);
    return states;
  }

  private List<Step> stepsOfRecovery(Map<String, byte[]> state) throws IOException {
    Path copy = Files.createTempDirectory(folder, "recovered");
    for (Map.Entry<String, byte[]> entry : state.entrySet()) {
      Files.write(copy.resolve(entry.getKey()), entry.getValue());
    }
    List<Step> steps = new ArrayList<>();
    WatchedFiles recording =
        new WatchedFiles() {
          @Override
          void before(Step step) {
            steps.add(step);
          }
        };
    new Recovery(recording).recover(copy.resolve("model.safetensors"), false);
    return steps;
  }

  /// @return whether the file is the new one
  private static boolean checkRecovered(
      Path cut, byte[] before, byte[] after, StrategyChoice choice, String where)
      throws IOException {
    Path model = cut.resolve("model.safetensors");
    if (choice == StrategyChoice.REWRITE) {
      assertThat(isOneOf(Files.readAllBytes(model), before, after)).as(where).isTrue();
    }
    new Recovery(FileOperations.ofThisComputer()).recover(model, false);
    byte[] bytes = Files.readAllBytes(model);
    assertThat(isOneOf(bytes, before, after)).as(where).isTrue();
    try (var entries = Files.list(cut)) {
      assertThat(entries).as(where).containsExactly(model);
    }
    return Arrays.equals(bytes, after);
  }

  private static boolean isOneOf(byte[] bytes, byte[] before, byte[] after) {
    return Arrays.equals(bytes, before) || Arrays.equals(bytes, after);
  }
}
