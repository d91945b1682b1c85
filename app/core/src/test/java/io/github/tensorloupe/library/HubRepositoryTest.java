package io.github.tensorloupe.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.HubCache;
import io.github.tensorloupe.testing.SampleCache;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Needs symbolic links, which require a privilege on Windows.
@DisabledOnOs(OS.WINDOWS)
class HubRepositoryTest {

  private static final String NAME = "acme/model";

  @TempDir private Path folder;

  private Path inFolder(String path) throws IOException {
    return Files.createDirectories(folder.resolve(path));
  }

  /// Returns a candidate for each file in a snapshot.
  private static List<Candidate> eachFile(Path snapshot) throws IOException {
    try (var files = Files.list(snapshot)) {
      return files
          .sorted()
          .map(file -> new Candidate(file.getFileName().toString(), file, List.of(file)))
          .toList();
    }
  }

  private List<Candidate> candidates(HubCache cache) throws IOException {
    return new HubRepository(cache.repository(NAME), HubRepositoryTest::eachFile).candidates();
  }

  private static List<String> commits(List<Candidate> candidates) {
    return candidates.stream().map(each -> each.revision.orElseThrow().commit()).toList();
  }

  @Test
  void folderIsARepositoryByItsNameAndOneOfItsFolders() throws IOException {
    inFolder("models--a--b/snapshots");
    inFolder("datasets--a--b/blobs");
    inFolder("models--a--empty/refs");
    inFolder("models/snapshots");
    inFolder("model--a--b/blobs");

    assertThat(HubRepository.isAt(folder.resolve("models--a--b"))).isTrue();
    assertThat(HubRepository.isAt(folder.resolve("datasets--a--b"))).isTrue();
    assertThat(HubRepository.isAt(folder.resolve("models--a--empty"))).isFalse();
    assertThat(HubRepository.isAt(folder.resolve("models"))).isFalse();
    assertThat(HubRepository.isAt(folder.resolve("model--a--b"))).isFalse();
  }

  @Test
  void snapshotAndAllWithinItAreInTheRepository() throws IOException {
    Path snapshot = inFolder("models--a--b/snapshots/c1");
    inFolder("models--a--b/snapshots/c1/unet");

    for (String within : List.of("", "m.safetensors", "unet", "unet/m.safetensors")) {
      assertThat(HubRepository.snapshotOf(snapshot.resolve(within))).as(within).contains(snapshot);
    }
  }

  @Test
  void snapshotsOfNoHubAreInNoRepository() throws IOException {
    Path other = inFolder("runs/snapshots/c1");
    inFolder("models--a--b/snapshots");
    Path notASnapshot = inFolder("models--a--b/checkpoints/c1");

    assertThat(HubRepository.snapshotOf(other.resolve("m.safetensors"))).isEmpty();
    assertThat(HubRepository.snapshotOf(notASnapshot.resolve("m.safetensors"))).isEmpty();
    assertThat(HubRepository.snapshotOf(folder.resolve("models--a--b/snapshots"))).isEmpty();
    Path root = folder.getRoot();
    for (String shallow : List.of("", "snapshots", "snapshots/c1", "snapshots/c1/m.safetensors")) {
      assertThat(HubRepository.snapshotOf(root.resolve(shallow))).as(shallow).isEmpty();
    }
  }

  @Test
  void fileInSnapshotsOfNoHubKeepsItsName() throws IOException {
    Path file = inFolder("runs/snapshots/c1").resolve("lora.safetensors");
    Files.write(file, SampleCache.file(1));

    LibraryEntry entry =
        new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE)
            .inspect(file, Cancellation.NEVER);

    assertThat(entry.name()).isEqualTo("lora.safetensors");
    assertThat(entry.revision()).isEmpty();
    assertThat(entry.state()).isEqualTo(LibraryEntry.State.COMPLETE);
  }

  @Test
  void severalCandidatesAreNamedAfterTheRepositoryAndTheirFiles() throws IOException {
    HubCache cache = new HubCache(folder);
    cache.add(NAME, "a.safetensors", SampleCache.file(1));
    assertThat(candidates(cache)).extracting(each -> each.name).containsExactly(NAME);

    cache.add(NAME, "b.safetensors", SampleCache.file(2));
    assertThat(candidates(cache))
        .extracting(each -> each.name)
        .containsExactly(NAME + ": a.safetensors", NAME + ": b.safetensors");
  }

  @Test
  void snapshotAndWhatLinksElsewhereHaveTheNameOfTheRepository() throws IOException {
    HubCache cache = new HubCache(folder);
    cache.add(NAME, "a.safetensors", SampleCache.file(1));
    Path snapshot = cache.snapshot(NAME, HubCache.COMMIT);

    List<Candidate> found =
        new HubRepository(
                cache.repository(NAME),
                at ->
                    List.of(
                        new Candidate("1", at, List.of()),
                        new Candidate("2", folder.resolve("elsewhere"), List.of()),
                        new Candidate("3", at.resolve("unet/a"), List.of())))
            .candidates();

    assertThat(found).extracting(each -> each.name).containsExactly(NAME, NAME, NAME + ": unet/a");
    assertThat(found.getFirst().path).isEqualTo(snapshot);
  }

  @Test
  void snapshotsAreOrderedByMainThenNamedThenNewest() throws IOException {
    HubCache cache = new HubCache(folder);
    List<String> commits = List.of("old", "new", "tagged", "inUse");
    for (String commit : commits) {
      cache.add(NAME, commit, "m.safetensors", SampleCache.file(1));
    }
    int day = 0;
    for (String commit : List.of("inUse", "tagged", "old", "new")) {
      Path snapshot = cache.snapshot(NAME, commit);
      Files.setLastModifiedTime(snapshot, FileTime.fromMillis(86_400_000L * ++day));
    }
    cache.main(NAME, "inUse");
    Files.writeString(cache.repository(NAME).resolve("refs/v1"), "tagged");

    assertThat(commits(candidates(cache))).containsExactly("inUse", "tagged", "new", "old");
  }

  @Test
  void unfinishedDownloadBelongsToTheOnlyCandidateOfTheSnapshotInUse() throws IOException {
    HubCache cache = new HubCache(folder);
    cache.add(NAME, "other", "m.safetensors", SampleCache.file(1));
    cache.add(NAME, "m.safetensors", SampleCache.file(1));
    cache.unfinished(NAME, "0".repeat(64), 9);

    List<Candidate> found = candidates(cache);

    assertThat(commits(found)).containsExactly(HubCache.COMMIT, "other");
    assertThat(found.getFirst().unfinishedDownloads)
        .extracting(UnfinishedDownload::byteLength)
        .containsExactly(9L);
    assertThat(found.getLast().unfinishedDownloads).isEmpty();
  }

  @Test
  void unfinishedDownloadsBelongToTheFirstCandidateThatLacksSomething() throws IOException {
    HubCache cache = new HubCache(folder);
    cache.add(NAME, "a.safetensors", SampleCache.file(1));
    cache.link(NAME, HubCache.COMMIT, "b.safetensors", "missing");
    cache.link(NAME, HubCache.COMMIT, "c.safetensors", "missing too");
    cache.unfinished(NAME, "0".repeat(64), 9);
    cache.unfinished(NAME, "1".repeat(64), 10);

    List<Candidate> found = candidates(cache);

    assertThat(found).extracting(each -> each.unfinishedDownloads.size()).containsExactly(0, 2, 0);
    assertThat(found).extracting(each -> each.files.size()).containsExactly(1, 0, 0);
    assertThat(found.get(1).missingFileMessages)
        .extracting(Sentence::toString)
        .containsExactly("b.safetensors is a link to a missing blob.");
  }

  @Test
  void unreferencedIncompleteDownloadsAreASeparateCandidate() throws IOException {
    HubCache cache = new HubCache(folder);
    cache.add(NAME, "a.safetensors", SampleCache.file(1));
    cache.add(NAME, "b.safetensors", SampleCache.file(2));
    cache.unfinished(NAME, "0".repeat(64), 9);
    Path largest = cache.unfinished(NAME, "1".repeat(64), 11);
    cache.unfinished(NAME, "2".repeat(64), 10);

    List<Candidate> found = new ArrayList<>(candidates(cache));

    assertThat(found).hasSize(3);
    assertThat(found.getLast().name).isEqualTo(NAME);
    assertThat(found.getLast().path).isEqualTo(largest);
    assertThat(found.getLast().unfinishedDownloads).hasSize(3);
  }

  @Test
  void restOfAFinishedDownloadIsNone() throws IOException {
    HubCache cache = new HubCache(folder);
    Path link = cache.add(NAME, "a.safetensors", SampleCache.file(1));
    String blob = link.toRealPath().getFileName().toString();
    cache.unfinished(NAME, blob, 9);
    cache.unfinished(NAME, blob + ".1a2b", 9);

    assertThat(candidates(cache))
        .extracting(each -> each.unfinishedDownloads)
        .containsExactly(List.of());
    assertThat(candidates(cache))
        .extracting(each -> each.missingFileMessages)
        .containsExactly(List.of());
  }

  @Test
  void repositoryWithoutSnapshotsHasWhatIsUnfinished() throws IOException {
    HubCache cache = new HubCache(folder);
    Path unfinished = cache.unfinished(NAME, "0".repeat(64), 9);

    assertThat(candidates(cache)).extracting(each -> each.path).containsExactly(unfinished);
    Files.delete(unfinished);
    assertThat(candidates(cache)).isEmpty();
  }
}
