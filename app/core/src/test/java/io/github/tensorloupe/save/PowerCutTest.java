package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.save.WatchedFiles.Step;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// After a power cut, the disk contains all forced bytes, any subset of the sectors written since,
/// and the names at any moment since their folder was forced.
class PowerCutTest {

  private static final int SECTOR_BYTES = 512;
  private static final int ROUNDS_PER_STEP = 6;
  private static final String NAME = "model.safetensors";

  /// As long as the old note, so that a mixture of the two headers would load unless it is
  /// prevented.
  private static final String NEW_NOTE = "s".repeat(2000);

  @TempDir Path folder;

  /// A model of the states that a power cut may leave.
  private static final class Disk {

    private final Map<String, byte[]> durable = new HashMap<>();
    private final Map<String, String> inodeOfName = new HashMap<>();
    private final Map<String, List<Step>> unforced = new HashMap<>();
    private final List<Consumer<Map<String, String>>> unforcedNames = new ArrayList<>();
    private Map<String, String> durableNames = new HashMap<>();
    private final String first;
    private int created;

    Disk(Map<String, byte[]> files) {
      files.forEach(
          (name, bytes) -> {
            create(name);
            durable.put(inodeOfName.get(name), bytes);
          });
      first = inodeOfName.get(NAME);
      forceNames();
    }

    void take(Step step) {
      String name = step.path().getFileName().toString();
      switch (step.name()) {
        case "create" -> create(name);
        case "write" ->
            unforced.computeIfAbsent(inodeOfName.get(name), _ -> new ArrayList<>()).add(step);
        case "force" -> force(inodeOfName.get(name));
        case "rename", "publish" -> rename(name, otherName(step));
        case "exchange" -> exchange(name, otherName(step));
        case "delete" -> {
          inodeOfName.remove(name);
          unforcedNames.add(names -> names.remove(name));
        }
        case "forceFolder" -> forceNames();
        default -> {}
      }
    }

    private static String otherName(Step step) {
      return Path.of(new String(step.bytes(), StandardCharsets.UTF_8)).getFileName().toString();
    }

    private void forceNames() {
      unforcedNames.clear();
      durableNames = new HashMap<>(inodeOfName);
    }

    private void create(String name) {
      String inode = Integer.toString(++created);
      durable.put(inode, new byte[0]);
      inodeOfName.put(name, inode);
      unforcedNames.add(names -> names.put(name, inode));
    }

    private void rename(String from, String to) {
      String inode = inodeOfName.remove(from);
      inodeOfName.put(to, inode);
      unforcedNames.add(
          names -> {
            names.remove(from);
            names.put(to, inode);
          });
    }

    private void exchange(String one, String other) {
      String first = inodeOfName.get(one);
      String second = inodeOfName.get(other);
      Consumer<Map<String, String>> swap = names -> names.putAll(Map.of(one, second, other, first));
      swap.accept(inodeOfName);
      unforcedNames.add(swap);
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

    /// Writes the files that remain after a power cut, chosen at random.
    void cut(Path target, Random random) throws IOException {
      int applied = random.nextInt(unforcedNames.size() + 1);
      Map<String, String> names = new HashMap<>(durableNames);
      unforcedNames.subList(0, applied).forEach(each -> each.accept(names));
      for (Map.Entry<String, String> entry : names.entrySet()) {
        Files.write(target.resolve(entry.getKey()), survivors(entry.getValue(), random));
      }
      CrashScene.adoptKeys(target.resolve(NAME), !names.get(NAME).equals(first));
    }

    private byte[] survivors(String inode, Random random) {
      byte[] bytes = durable.get(inode);
      for (Step step : unforced.getOrDefault(inode, List.of())) {
        bytes = partlyApplied(bytes, step, random);
      }
      return bytes;
    }

    private static byte[] partlyApplied(byte[] old, Step step, Random random) {
      byte[] whole = applied(old, step);
      byte[] now = Arrays.copyOf(old, random.nextBoolean() ? old.length : whole.length);
      int density = random.nextInt(3);
      for (int from = 0; from < now.length; from += SECTOR_BYTES) {
        if (random.nextInt(3) <= density) {
          copySector(whole, now, from);
        }
      }
      return now;
    }

    private static void copySector(byte[] from, byte[] to, int begin) {
      int end = Math.min(to.length, begin + SECTOR_BYTES);
      System.arraycopy(from, begin, to, begin, end - begin);
    }

    /// Passes all states of a file of a fixed length, with every subset of its unforced sectors. A
    /// sector that was written more than once may have any of its intermediate states.
    void eachSubset(String name, Consumer<byte[]> check) {
      String inode = inodeOfName.get(name);
      List<byte[]> states = new ArrayList<>(List.of(durable.get(inode)));
      for (Step step : unforced.getOrDefault(inode, List.of())) {
        states.add(applied(states.getLast(), step));
      }
      BitSet changed = new BitSet();
      for (int from = 0; from < states.getFirst().length; from += SECTOR_BYTES) {
        int begin = from;
        int end = Math.min(states.getFirst().length, from + SECTOR_BYTES);
        changed.set(
            from / SECTOR_BYTES,
            states.stream()
                .anyMatch(each -> !Arrays.equals(each, begin, end, states.getFirst(), begin, end)));
      }
      int[] sectors = changed.stream().toArray();
      long count = (long) Math.pow(states.size(), sectors.length);
      for (long subset = 0; subset < count; subset++) {
        byte[] bytes = states.getFirst().clone();
        long choice = subset;
        for (int sector : sectors) {
          copySector(states.get((int) (choice % states.size())), bytes, sector * SECTOR_BYTES);
          choice /= states.size();
        }
        check.accept(bytes);
      }
    }
  }

  /// The result of reading a file without support for journals.
  private enum Reading {
    OLD,
    NEW,
    REFUSED,
    MIXED
  }

  private static Reading read(byte[] bytes, byte[] before, byte[] after) {
    Preface preface = Preface.of(bytes.length, bytes);
    Optional<LoadError> error = preface.loadError();
    if (error.isEmpty()) {
      int end = Preface.BYTE_COUNT + (int) preface.presentHeaderByteCount();
      error =
          HeaderReader.read(preface, Arrays.copyOfRange(bytes, Preface.BYTE_COUNT, end))
              .loadError();
    }
    if (error.isPresent()) {
      return Reading.REFUSED;
    }
    if (Arrays.equals(bytes, before)) {
      return Reading.OLD;
    }
    return Arrays.equals(bytes, after) ? Reading.NEW : Reading.MIXED;
  }

  private static final class Recording extends WatchedFiles {

    private final Path folder;
    private final List<Step> steps = new ArrayList<>();

    Recording(Path folder) {
      this.folder = folder;
    }

    /// Ignores locks in other folders, which are not part of the modeled disk.
    @Override
    void before(Step step) {
      if (step.path().startsWith(folder)) {
        steps.add(step);
      }
    }
  }

  private record Save(byte[] before, byte[] after, List<Step> steps) {}

  private Save save(StrategyChoice choice) throws IOException {
    Path live = Files.createDirectory(folder.resolve("live"));
    SavedFile file = new SavedFile(live);
    byte[] before = file.bytes();
    Recording recording = new Recording(live);
    SavePlan plan =
        file.plan(recording, file.with("note", NEW_NOTE), SaveOptions.DEFAULT.withStrategy(choice));
    recording.steps.clear();
    new Saver(recording).save(plan, Cancellation.NEVER, Progress.NONE);
    return new Save(before, file.bytes(), recording.steps);
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyChoice.class,
      names = {"IN_PLACE", "REWRITE"})
  void fileIsWhollyOldOrNewAfterAPowerCutAtAnyStep(StrategyChoice choice) throws IOException {
    Save save = save(choice);
    Random random = new Random(11);
    Set<Boolean> outcomes = new HashSet<>();
    for (int stepCount = 0; stepCount <= save.steps().size(); stepCount++) {
      for (int round = 0; round < ROUNDS_PER_STEP; round++) {
        Disk disk = new Disk(Map.of(NAME, save.before()));
        save.steps().subList(0, stepCount).forEach(disk::take);
        Path cut = Files.createTempDirectory(folder, "cut");
        disk.cut(cut, random);
        outcomes.add(checkRecovered(cut, save, choice, "cut after step " + stepCount));
      }
    }
    assertThat(outcomes).containsExactlyInAnyOrder(true, false);
  }

  @Test
  void readerThatKnowsNoJournalLoadsOldOrNewOrRefusesWhateverSectorsThePowerCutLeft()
      throws IOException {
    Save save = save(StrategyChoice.IN_PLACE);
    byte[] mixture = save.before().clone();
    System.arraycopy(save.after(), 0, mixture, 0, 1024);
    assertThat(read(mixture, save.before(), save.after())).isEqualTo(Reading.MIXED);
    Map<Reading, Integer> counts = new EnumMap<>(Reading.class);
    for (int stepCount = 0; stepCount <= save.steps().size(); stepCount++) {
      Disk disk = new Disk(Map.of(NAME, save.before()));
      save.steps().subList(0, stepCount).forEach(disk::take);
      disk.eachSubset(
          NAME, bytes -> counts.merge(read(bytes, save.before(), save.after()), 1, Integer::sum));
    }

    assertThat(counts)
        .as(counts.toString())
        .containsOnlyKeys(Reading.OLD, Reading.NEW, Reading.REFUSED);
    assertThat(counts.values().stream().mapToInt(each -> each).sum()).isGreaterThan(30);
  }

  @Test
  void recoveryCanBeCutOffAtAnyStep() throws IOException {
    Path live = Files.createDirectory(folder.resolve("live"));
    SavedFile file = new SavedFile(live);
    byte[] before = file.bytes();
    Random random = new Random(12);
    int states = 0;
    for (Map<String, byte[]> state : tornStates(file)) {
      List<Step> steps = stepsOfRecovery(state);
      for (int stepCount = 0; stepCount <= steps.size(); stepCount++) {
        Disk disk = new Disk(state);
        steps.subList(0, stepCount).forEach(disk::take);
        Path cut = Files.createTempDirectory(folder, "cut");
        disk.cut(cut, random);
        checkRecovered(
            cut,
            new Save(before, before, steps),
            StrategyChoice.IN_PLACE,
            "cut after step " + stepCount);
        states++;
      }
    }
    assertThat(states).isGreaterThan(100);
  }

  /// Returns states of a file with the mark and a part of its new header, with the journal.
  private static List<Map<String, byte[]>> tornStates(SavedFile file) throws IOException {
    List<Map<String, byte[]>> states = new ArrayList<>();
    Path journal = SaveNames.journal(file.path().toRealPath());
    WatchedFiles tearing =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("write")
                && step.path().endsWith(NAME)
                && step.byteOffset() == Preface.BYTE_COUNT) {
              byte[] journalBytes = Files.readAllBytes(journal);
              for (int part = 1; part <= 8; part++) {
                Step written =
                    new Step("", step.path(), 8, Arrays.copyOf(step.bytes(), part * 128));
                states.add(
                    Map.of(
                        NAME,
                        Disk.applied(file.bytes(), written),
                        journal.getFileName().toString(),
                        journalBytes));
              }
            }
          }
        };
    SaveOptions options = SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE);
    SavePlan plan = file.plan(tearing, file.with("note", NEW_NOTE), options);
    new Saver(tearing).save(plan, Cancellation.NEVER, Progress.NONE);
    return states;
  }

  private List<Step> stepsOfRecovery(Map<String, byte[]> state) throws IOException {
    Path copy = Files.createTempDirectory(folder, "recovered");
    for (Map.Entry<String, byte[]> entry : state.entrySet()) {
      Files.write(copy.resolve(entry.getKey()), entry.getValue());
    }
    Recording recording = new Recording(copy.toRealPath());
    new Recovery(recording).recover(copy.resolve(NAME), false);
    return recording.steps;
  }

  /// @return true if the file is the new one
  private static boolean checkRecovered(Path cut, Save save, StrategyChoice choice, String where)
      throws IOException {
    Path model = cut.resolve(NAME);
    Reading reading = read(Files.readAllBytes(model), save.before(), save.after());
    assertThat(reading).as(where).isNotEqualTo(Reading.MIXED);
    if (choice == StrategyChoice.REWRITE) {
      assertThat(reading).as(where).isNotEqualTo(Reading.REFUSED);
    }
    new Recovery(FileOperations.ofThisComputer()).recover(model, false);
    byte[] bytes = Files.readAllBytes(model);
    assertThat(read(bytes, save.before(), save.after())).as(where).isIn(Reading.OLD, Reading.NEW);
    try (var entries = Files.list(cut)) {
      assertThat(entries).as(where).containsExactly(model);
    }
    return Arrays.equals(bytes, save.after());
  }
}
