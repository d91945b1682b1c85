package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.Rounds;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Another program swaps, links, replaces and deletes the file and its folder between any two steps
/// of a save, and undoes this some steps later or never. No other file changes or disappears, and
/// the reported outcome is correct.
final class SaveAttackTest {

  @TempDir Path root;

  private enum Attack {
    SWAP_FILE,
    SYMBOLIC_LINK,
    HARD_LINK,
    DELETE,
    SWAP_FOLDER,
    LINK_FOLDER,
    LINK_FILE_TWICE
  }

  /// The folder `home` with the file, and the folder `other` with a decoy of the same name.
  private final class Scene extends WatchedFiles {

    private final Attack attack;
    private final int begin;
    private final int end;
    private final Path home;
    private final Path other;
    private final Path aside;
    private final SavedFile file;
    private final byte[] old;
    private final Map<Object, byte[]> decoys = new HashMap<>();
    private boolean isDeleted;
    private int steps;

    Scene(Path folder, Attack attack, int begin, int end) throws IOException {
      this.attack = attack;
      this.begin = begin;
      this.end = end;
      home = Files.createDirectories(folder.resolve("home"));
      other = Files.createDirectories(folder.resolve("other"));
      aside = folder.resolve("aside");
      file = new SavedFile(home, 2000);
      old = file.bytes();
      // The other folder has a decoy for every file that a save may create.
      for (Path name : List.of(file.path(), draft(), SaveNames.journal(file.path()))) {
        decoy(other.resolve(name.getFileName()));
      }
      decoy(folder.resolve("decoy"));
    }

    private Path draft() {
      return SaveNames.draft(file.path());
    }

    private void decoy(Path path) throws IOException {
      byte[] content = old.clone();
      content[content.length - 1 - decoys.size()]++;
      Files.write(path, content);
      Files.setLastModifiedTime(path, Files.getLastModifiedTime(file.path()));
      decoys.put(key(path), content);
    }

    private static Object key(Path path) throws IOException {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .fileKey();
    }

    @Override
    void before(Step step) throws IOException {
      if (steps == begin) {
        act();
      } else if (steps == end) {
        undo();
      }
      steps++;
    }

    private void act() throws IOException {
      Path decoy = home.resolveSibling("decoy");
      switch (attack) {
        case SWAP_FILE -> {
          Files.move(file.path(), aside);
          Files.move(decoy, file.path());
        }
        case SYMBOLIC_LINK -> {
          Files.move(file.path(), aside);
          Files.createSymbolicLink(file.path(), decoy);
        }
        case HARD_LINK -> {
          Files.move(file.path(), aside);
          Files.createLink(file.path(), decoy);
        }
        case DELETE -> {
          Files.delete(file.path());
          isDeleted = true;
        }
        case SWAP_FOLDER -> {
          Files.move(home, aside);
          Files.move(other, home);
        }
        case LINK_FOLDER -> {
          Files.move(home, aside);
          Files.createSymbolicLink(home, other);
        }
        case LINK_FILE_TWICE -> Files.createLink(aside, file.path());
      }
    }

    private void undo() throws IOException {
      Path decoy = home.resolveSibling("decoy");
      switch (attack) {
        case SWAP_FILE -> {
          Files.move(file.path(), decoy);
          Files.move(aside, file.path());
        }
        case SYMBOLIC_LINK, HARD_LINK -> {
          Files.delete(file.path());
          Files.move(aside, file.path());
        }
        case SWAP_FOLDER -> {
          Files.move(home, other);
          Files.move(aside, home);
        }
        case LINK_FOLDER -> {
          Files.delete(home);
          Files.move(aside, home);
        }
        case LINK_FILE_TWICE -> Files.delete(aside);
        case DELETE -> {}
      }
    }

    private void run(StrategyChoice choice) throws IOException {
      SavePlan plan =
          file.plan(
              FileOperations.ofThisComputer(),
              file.with("note", "new"),
              SaveOptions.DEFAULT.withStrategy(choice));
      String outcome;
      try {
        outcome =
            new Saver(this).save(plan, Cancellation.NEVER, Progress.NONE).message().toString();
      } catch (SaveException e) {
        outcome = e.getMessage();
      }
      verify(outcome, plan);
    }

    private void verify(String outcome, SavePlan plan) throws IOException {
      byte[] data = Arrays.copyOfRange(old, old.length - 2000, old.length);
      List<byte[]> saved = new ArrayList<>();
      boolean isOldThere = false;
      for (Path each : files()) {
        byte[] found = Files.readAllBytes(each);
        byte[] decoy = decoys.remove(key(each));
        if (decoy != null) {
          assertThat(found).as("%s: %s", outcome, each).isEqualTo(decoy);
        } else if (Arrays.equals(found, old)) {
          isOldThere = true;
        } else if (found.length > 2000
            && Arrays.equals(Arrays.copyOfRange(found, found.length - 2000, found.length), data)) {
          saved.add(found);
        }
      }
      assertThat(decoys).as(outcome).isEmpty();
      boolean isAtPath =
          Files.isRegularFile(file.path(), LinkOption.NOFOLLOW_LINKS)
              && new String(file.bytes(), 0, 300).contains("\"note\":\"new\"");
      if (outcome.endsWith("is saved.")) {
        assertThat(isAtPath).as(outcome).isTrue();
      } else if (outcome.contains("is saved, but") || outcome.contains("The edit went into")) {
        assertThat(saved.size() + (isDeleted ? 1 : 0)).as(outcome).isPositive();
      } else if (outcome.contains("The replaced file is now")) {
        assertThat(isAtPath).as(outcome).isNotEqualTo(outcome.contains("does not contain"));
      } else {
        assertThat(outcome).contains("was not saved");
        if (!isDeleted) {
          assertThat(outcome).containsAnyOf("unchanged", "another program has replaced it");
        }
        assertThat(saved).as(outcome).isEmpty();
        assertThat(isOldThere || isDeleted).as(outcome).isTrue();
      }
    }

    private List<Path> files() throws IOException {
      try (Stream<Path> all = Files.walk(home.getParent())) {
        return all.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)).toList();
      }
    }
  }

  @Test
  void noAttackChangesAnotherFileOrMakesTheOutcomeUntrue() throws IOException {
    Random random = new Random(50);
    for (int run = 0; run < Rounds.of(210); run++) {
      Attack attack = Attack.values()[run % Attack.values().length];
      StrategyChoice choice =
          random.nextBoolean() ? StrategyChoice.IN_PLACE : StrategyChoice.REWRITE;
      int begin = random.nextInt(40);
      int end = begin + 1 + random.nextInt(20);
      try {
        new Scene(root.resolve("run" + run), attack, begin, end).run(choice);
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError(
            "run %d: %s %s from step %d to %d".formatted(run, choice, attack, begin, end), e);
      }
    }
  }
}
