package io.github.tensorloupe.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.testing.HubCache;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.SampleCache;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Sentences;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Needs symbolic links, which require a privilege on Windows.
@DisabledOnOs(OS.WINDOWS)
class LibraryScanTest {

  /// An image with one pixel.
  private static final String PICTURE =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwAD"
          + "hgGAWjR9awAAAABJRU5ErkJggg==";

  @TempDir private Path folder;

  private final HeaderCache headers = new HeaderCache();
  private final Recovery recovery = new Recovery(FileOperations.ofThisComputer());
  private final List<String> reasons = Collections.synchronizedList(new ArrayList<>());
  private final List<Path> passedOver = Collections.synchronizedList(new ArrayList<>());
  private FolderStamps stamps;

  private Map<String, LibraryEntry> scan(LibraryFolder... places) {
    Map<String, LibraryEntry> found = Collections.synchronizedMap(new TreeMap<>());
    LibraryListener listener =
        new LibraryListener() {
          @Override
          public void onEntry(LibraryEntry entry) {
            assertThat(found.put(entry.name(), entry)).as(entry.name()).isNull();
          }

          @Override
          public void onUnreadableFolder(Path where, Finding why) {
            passedOver.add(where);
            reasons.add(why.message());
          }
        };
    stamps =
        new LibraryScan(
                headers,
                KnownHealthLookup.NONE,
                recovery::findings,
                recovery::mayHaveArtifacts,
                false)
            .run(List.of(places), listener, Cancellation.NEVER, Progress.NONE);
    return found;
  }

  private LibraryEntry only(LibraryFolder... places) {
    Map<String, LibraryEntry> found = scan(places);
    assertThat(found).hasSize(1);
    return found.values().iterator().next();
  }

  private Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return new TensorFiles().floats("a", 1, 2).write(file);
  }

  @Test
  void sampleCacheIsScannedExactly() throws IOException {
    SampleCache.write(folder);

    Map<String, LibraryEntry> found = scan(LibraryFolder.cache(folder));

    assertThat(found).hasSize(SampleCache.COUNT);
    Map<State, List<String>> names =
        found.values().stream()
            .collect(
                Collectors.groupingBy(
                    LibraryEntry::state,
                    Collectors.mapping(LibraryEntry::name, Collectors.toList())));
    assertThat(names.get(State.REFUSED)).containsExactly(SampleCache.BROKEN_HEADER);
    assertThat(names.get(State.INCOMPLETE))
        .containsExactlyInAnyOrder(SampleCache.UNFINISHED, SampleCache.BROKEN_LINK);
    assertThat(names.get(State.COMPLETE)).hasSize(27).contains(SampleCache.CORRUPTED);
    assertThat(names).doesNotContainKey(State.UNREADABLE);
    assertThat(passedOver).isEmpty();
  }

  @Test
  void unfinishedDownloadIsAssignedToItsSetAmongMany() throws IOException {
    for (int i = 0; i < 500; i++) {
      Files.createFile(folder.resolve("m%d-00001-of-00002.safetensors".formatted(i)));
      Files.writeString(folder.resolve("n%d.safetensors.part".formatted(i)), "x");
    }
    Files.writeString(folder.resolve("m7-00002-of-00002.safetensors.part"), "x");

    FolderNames names = new FolderNames(folder);
    List<Candidate> candidates = FolderCandidates.in(folder, names, (_, _) -> {}).candidates();

    assertThat(candidates).hasSize(1000);
    assertThat(candidates)
        .filteredOn(each -> each.unfinishedDownloads.size() == 1)
        .filteredOn(each -> each.files.size() == 1)
        .extracting(each -> each.path)
        .containsExactly(folder.resolve("m7-00001-of-00002.safetensors"));
  }

  @Test
  void childThatCannotBeExaminedIsReported() throws IOException {
    Path upper = folders(folder.resolve("upper"), 2000);
    Path lower = Files.createDirectory(folder.resolve("lower"));
    Path last = folders(lower, 4070 - upper.toString().length() + folder.toString().length());
    Files.createDirectory(last.resolve("c".repeat(40)));
    Path moved = upper.resolve("lower");
    Files.move(lower, moved);
    try {
      scan(LibraryFolder.folder(folder));

      assertThat(passedOver).singleElement().asString().endsWith("/" + "c".repeat(40));
    } finally {
      // A path above the limit of the system cannot be deleted either.
      Files.move(moved, lower);
    }
  }

  /// Creates nested folders until the path has the given length.
  private static Path folders(Path top, int length) throws IOException {
    Path path = top;
    while (length - path.toString().length() > 1) {
      int count = Math.min(150, length - path.toString().length() - 1);
      path = path.resolve("f".repeat(count));
    }
    return Files.createDirectories(path);
  }

  @Test
  void linksToBlobsAreResolvedForSizeAndTime() throws IOException {
    HubCache cache = SampleCache.write(folder);

    Map<String, LibraryEntry> found = scan(LibraryFolder.cache(folder));

    LibraryEntry single = found.get("acme/single-01");
    Path link = cache.snapshot("acme/single-01", HubCache.COMMIT).resolve("model.safetensors");
    assertThat(single.path()).isEqualTo(link);
    assertThat(single.contents().byteLength()).isEqualTo(Files.size(link)).isGreaterThan(100);
    assertThat(single.contents().tensorCount()).isEqualTo(2);
    assertThat(single.contents().dtypes()).containsExactly(Dtype.BF16, Dtype.F32);
    assertThat(single.modified()).isEqualTo(Files.getLastModifiedTime(link).toInstant());
    assertThat(single.revision().orElseThrow())
        .isEqualTo(new Revision(HubCache.COMMIT, List.of("main")));
    LibraryEntry set = found.get("acme/set-1");
    assertThat(set.path().getFileName()).hasToString("model.safetensors.index.json");
    assertThat(set.contents().fileCount()).isEqualTo(2);
    LibraryEntry pipeline = found.get("acme/pipeline");
    assertThat(pipeline.path()).isEqualTo(cache.snapshot("acme/pipeline", HubCache.COMMIT));
    assertThat(pipeline.contents().tensorCount()).isEqualTo(6);
  }

  @Test
  void everyBrokenOffDownloadSaysHowMuchIsThere() throws IOException {
    SampleCache.write(folder);

    Map<String, LibraryEntry> found = scan(LibraryFolder.cache(folder));

    LibraryEntry unfinished = found.get(SampleCache.UNFINISHED);
    assertThat(unfinished.message()).isEqualTo("A download is not finished: 5.00 kB so far.");
    assertThat(Sentences.in(Locale.GERMAN).text(unfinished.problem().orElseThrow()))
        .isEqualTo("Ein Download ist nicht fertig: 5,00 kB sind da.");
    assertThat(unfinished.contents().byteLength()).isEqualTo(5000);
    assertThat(found.get(SampleCache.BROKEN_LINK).message())
        .isEqualTo("model.safetensors is a link to a missing blob.");
  }

  @Test
  void blobThatCannotBeExaminedIsNotMissing() throws IOException {
    HubCache cache = new HubCache(folder);
    cache.add("a/b", "model.safetensors", SampleCache.file(1));
    Path blob = cache.snapshot("a/b", HubCache.COMMIT).resolve("model.safetensors").toRealPath();
    Files.delete(blob);
    Files.createSymbolicLink(blob, blob);

    LibraryEntry entry = only(LibraryFolder.cache(folder));
    assertThat(entry.state()).isEqualTo(State.UNREADABLE);
    assertThat(entry.message()).contains("cannot be read");
  }

  @Test
  void commitsWithoutARefAreListedToo() throws IOException {
    HubCache cache = new HubCache(folder);
    String older = "f".repeat(40);
    cache.add("a/b", older, "model.safetensors", SampleCache.file(1));
    cache.add("a/b", "model.safetensors", SampleCache.file(2));
    List<Revision> revisions = new ArrayList<>();

    new LibraryScan(headers, KnownHealthLookup.NONE)
        .run(
            List.of(LibraryFolder.cache(folder)),
            new LibraryListener() {
              @Override
              public synchronized void onEntry(LibraryEntry entry) {
                revisions.add(entry.revision().orElseThrow());
              }

              @Override
              public void onUnreadableFolder(Path where, Finding why) {}
            },
            Cancellation.NEVER,
            Progress.NONE);

    assertThat(revisions)
        .containsExactlyInAnyOrder(
            new Revision(HubCache.COMMIT, List.of("main")), new Revision(older, List.of()));
  }

  @Test
  void incompleteBlobDeletedDuringTheScanHidesNoRepository() throws IOException {
    HubCache cache = new HubCache(folder);
    cache.add("a/b", "model.safetensors", SampleCache.file(1));
    // A broken link is listed but does not exist, like a blob that was deleted after listing.
    Path missing = cache.repository("a/b").resolve("blobs/" + "0".repeat(64) + ".incomplete");
    Files.createSymbolicLink(missing, Path.of("gone"));

    assertThat(only(LibraryFolder.cache(folder)).state()).isEqualTo(State.COMPLETE);
    assertThat(passedOver).isEmpty();
  }

  @Test
  void dataSetsAndSpacesAreRepositoriesToo() throws IOException {
    HubCache cache = new HubCache(folder);
    cache.add("a/b", "vectors.safetensors", SampleCache.file(1));
    Files.move(cache.repository("a/b"), folder.resolve("datasets--a--b"));
    cache.add("a/c--d", "x.safetensors", SampleCache.file(2));
    Files.move(cache.repository("a/c--d"), folder.resolve("spaces--a--c--d"));
    Files.write(
        folder.resolve("spaces--a--c--d/blobs/" + "0".repeat(64) + ".incomplete"), new byte[9]);

    Map<String, LibraryEntry> found = scan(LibraryFolder.cache(folder));

    assertThat(found).containsOnlyKeys("datasets/a/b", "spaces/a/c--d");
    assertThat(found.get("datasets/a/b").state()).isEqualTo(State.COMPLETE);
    assertThat(found.get("datasets/a/b").revision())
        .contains(new Revision(HubCache.COMMIT, List.of("main")));
    assertThat(found.get("spaces/a/c--d").state()).isEqualTo(State.INCOMPLETE);
  }

  @Test
  void notesThatCannotBeReadHideNoCheckpoint() throws IOException {
    file("model.safetensors");
    Path notes = Files.createDirectories(folder.resolve(".cache/huggingface/download"));
    Path unreadable = Path.of("/proc/self/mem");
    Assumptions.assumeTrue(Files.isRegularFile(unreadable), "no file that cannot be read");
    Path note = notes.resolve("model.safetensors.metadata");
    Files.createSymbolicLink(note, unreadable);

    LibraryEntry entry = only(LibraryFolder.folder(folder));

    // When the temporary folder is deleted, it must not contain links to files outside.
    Files.delete(note);
    assertThat(entry.state()).isEqualTo(State.COMPLETE);
    assertThat(passedOver).containsExactly(folder);
  }

  @Test
  void aSetWithoutItsLastShardIsIncomplete() throws IOException {
    HubCache cache = SampleCache.write(folder);
    Files.delete(
        cache.snapshot("acme/set-2", HubCache.COMMIT).resolve("model-00002-of-00002.safetensors"));

    LibraryEntry set = scan(LibraryFolder.cache(folder)).get("acme/set-2");

    assertThat(set.state()).isEqualTo(State.INCOMPLETE);
    assertThat(set.message()).isEqualTo("1 of 2 shards is missing.");
  }

  @ParameterizedTest
  @CsvSource({
    "model, '1 of 1 shard is missing, but the shards model-*-of-00002.safetensors are complete:"
        + " the index is from another save.'",
    "other, 1 of 1 shard is missing."
  })
  void onlyShardsOfTheSameBaseNameExplainAnOldIndex(String name, String message)
      throws IOException {
    file("m/" + name + "-00001-of-00002.safetensors");
    file("m/" + name + "-00002-of-00002.safetensors");
    Path index =
        SampleBytes.write(
            folder.resolve("m/x.safetensors.index.json"),
            SampleBytes.index("a", "model-00001-of-00001.safetensors"));

    assertThat(scan(LibraryFolder.folder(folder)).values())
        .filteredOn(entry -> entry.path().equals(index))
        .extracting(LibraryEntry::message)
        .containsExactly(message);
  }

  @ParameterizedTest
  @CsvSource({
    "b, 2, c, 2, The index assigns \"c\" to model-00002-of-00002.safetensors",
    "b, 1, x, 1, The index assigns \"b\" to model-00001-of-00002.safetensors",
    "b, 2, x, 1, \"x\" is in model-00001-of-00002.safetensors and model-00002-of-00002.safetensors",
  })
  void indexThatDiffersFromTheHeadersIsReported(
      String first, int firstShard, String second, int secondShard, String message)
      throws IOException {
    String shard = "model-0000%d-of-00002.safetensors";
    new TensorFiles().floats("x", 1).write(folder.resolve(shard.formatted(1)));
    new TensorFiles().floats("b", 1).floats("x", 1).write(folder.resolve(shard.formatted(2)));
    Path index = folder.resolve("model.safetensors.index.json");
    SampleBytes.write(
        index,
        SampleBytes.index(
            first, shard.formatted(firstShard), second, shard.formatted(secondShard)));

    LibraryEntry entry = entryOf(index);
    assertThat(entry.state()).isEqualTo(State.INCONSISTENT);
    assertThat(entry.message()).startsWith(message);

    new TensorFiles().floats("b", 1).write(folder.resolve(shard.formatted(2)));
    SampleBytes.write(index, SampleBytes.index("b", shard.formatted(2), "x", shard.formatted(1)));
    assertThat(entryOf(index).message()).isEmpty();
  }

  private LibraryEntry entryOf(Path path) {
    return scan(LibraryFolder.folder(folder)).values().stream()
        .filter(entry -> entry.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shardsWithoutTheirIndexAreOneCheckpoint() throws IOException {
    file("m/model-00001-of-00003.safetensors");
    file("m/model-00003-of-00003.safetensors");

    LibraryEntry entry = only(LibraryFolder.folder(folder));

    assertThat(entry.name()).isEqualTo("m");
    assertThat(entry.state()).isEqualTo(State.INCOMPLETE);
    assertThat(entry.message()).isEqualTo("1 of 3 shards is missing, and so is the index.");
    assertThat(Sentences.in(Locale.GERMAN).text(entry.problem().orElseThrow()))
        .isEqualTo("1 von 3 Shards fehlt, ebenso der Index.");
    assertThat(entry.contents().fileCount()).isEqualTo(2);
  }

  @Test
  void filesWithTheSameNameAreDistinguishedByFolder() throws IOException {
    file("publisher/one/model.safetensors");
    file("publisher/two/model.safetensors");
    file("loras/detail.safetensors");

    assertThat(scan(LibraryFolder.folder(folder)))
        .containsOnlyKeys(
            "publisher/one/model.safetensors",
            "publisher/two/model.safetensors",
            "detail.safetensors");
  }

  @Test
  void leftoversMarkTheirTargets() throws IOException {
    for (String suffix :
        List.of(".part", ".crdownload", ".aria2", ".download", ".x7.part", ".incomplete")) {
      file("t" + suffix.length() + suffix.hashCode() + "/lora.safetensors");
      Files.write(
          folder.resolve("t" + suffix.length() + suffix.hashCode() + "/lora.safetensors" + suffix),
          new byte[10]);
    }
    List<State> states = new ArrayList<>();

    for (Path each : CheckpointFinder.children(folder)) {
      states.add(only(LibraryFolder.folder(each)).state());
    }

    assertThat(states).hasSize(6).containsOnly(State.INCOMPLETE);
  }

  @Test
  void aLeftoverWithoutItsTargetIsACheckpointThatIsNotFinished() throws IOException {
    Path part = Files.write(folder.resolve("big.safetensors.crdownload"), new byte[1234]);

    LibraryEntry entry = only(LibraryFolder.folder(folder));

    assertThat(entry.name()).isEqualTo("big.safetensors");
    assertThat(entry.path()).isEqualTo(part);
    assertThat(entry.message())
        .isEqualTo("The download of big.safetensors is not finished: 1.23 kB so far.");
  }

  @Test
  void folderDownloadShowsItsCommitAndUnfinishedFiles() throws IOException {
    Path notes = Files.createDirectories(folder.resolve(".cache/huggingface/download"));
    file("model.safetensors");
    Files.writeString(notes.resolve("model.safetensors.metadata"), "a".repeat(40) + "\netag\n1\n");
    file("b/other.safetensors");
    Path below = Files.createDirectories(notes.resolve("b"));
    Files.write(below.resolve("other.safetensors.0e1f.incomplete"), new byte[77]);
    Files.writeString(notes.resolve("third.safetensors.lock"), "");
    // The client's name for the unfinished download of "third.safetensors".
    Files.write(notes.resolve("FDbKmWoXuz04Qosl1QiW83rwOLI=.0e1f.incomplete"), new byte[99]);

    Map<String, LibraryEntry> found = scan(LibraryFolder.folder(folder));

    String name = folder.getFileName().toString();
    assertThat(found.get(name + "/model.safetensors").revision().orElseThrow().commit())
        .isEqualTo("a".repeat(40));
    assertThat(found.get(name + "/model.safetensors").state()).isEqualTo(State.COMPLETE);
    assertThat(found.get("other.safetensors").message()).contains("not finished: 77 B");
    assertThat(found.get("third.safetensors").message()).contains("not finished: 99 B");
  }

  @Test
  void aDownloadOfAnUpperCaseNameIsFound() throws IOException {
    Path notes = Files.createDirectories(folder.resolve(".cache/huggingface/download"));
    file("MODEL.SAFETENSORS");
    Files.writeString(notes.resolve("MODEL.SAFETENSORS.metadata"), "a".repeat(40) + "\netag\n1\n");
    Files.write(notes.resolve("OTHER.SAFETENSORS.0e1f.incomplete"), new byte[77]);

    Map<String, LibraryEntry> found = scan(LibraryFolder.folder(folder));

    String name = folder.getFileName().toString();
    assertThat(found.get(name + "/MODEL.SAFETENSORS").revision()).isPresent();
    assertThat(found.get("OTHER.SAFETENSORS").state()).isEqualTo(State.INCOMPLETE);
  }

  @Test
  void aLeftoverWhoseNameGrowsInLowerCaseIsFound() throws IOException {
    Files.write(folder.resolve("\u0130\u0130.Safetensors.part"), new byte[3]);

    assertThat(only(LibraryFolder.folder(folder)).name()).isEqualTo("\u0130\u0130.Safetensors");
  }

  @Test
  void linksToFoldersAreFollowedOnceAndNeverInCircles() throws IOException {
    file("real/a.safetensors");
    Files.createSymbolicLink(folder.resolve("real/up"), folder);
    Files.createSymbolicLink(folder.resolve("again"), folder.resolve("real"));

    assertThat(only(LibraryFolder.folder(folder)).name()).isEqualTo("a.safetensors");
  }

  @Test
  void linksOutOfTheFolderAreNotFollowed() throws IOException {
    file("model.safetensors");
    file("outside/b.safetensors");
    Path notes = folder.resolve("outside/huggingface/download/c.safetensors.part.incomplete");
    Files.createDirectories(notes.getParent());
    Files.write(notes, new byte[9]);
    Path place = folder.resolve("place");
    HubCache cache = new HubCache(place);
    cache.add("a/b", "x.safetensors", SampleCache.file(1));
    Files.createSymbolicLink(place.resolve("top"), folder);
    Files.createSymbolicLink(place.resolve(".cache"), folder.resolve("outside"));
    Files.createSymbolicLink(cache.snapshot("a/b", "other"), folder.resolve("outside"));
    Files.createDirectories(cache.repository("c/d"));
    Files.createSymbolicLink(cache.repository("c/d").resolve("snapshots"), folder);
    Files.createSymbolicLink(cache.repository("c/d").resolve("blobs"), notes.getParent());
    Path link = Files.createSymbolicLink(folder.resolve("linked-place"), place);

    assertThat(only(LibraryFolder.folder(place)).name()).isEqualTo("a/b");
    assertThat(only(LibraryFolder.folder(link)).path().startsWith(link)).isTrue();
    assertThat(only(LibraryFolder.cache(place)).state()).isEqualTo(State.COMPLETE);
    assertThat(passedOver).isEmpty();
    LibraryScan scan = new LibraryScan(headers, KnownHealthLookup.NONE);
    assertThat(scan.inspect(place, Cancellation.NEVER).contents().fileCount()).isEqualTo(1);
  }

  @Test
  void hiddenFoldersAreLeftOut() throws IOException {
    file(".git/lfs/a.safetensors");

    assertThat(scan(LibraryFolder.folder(folder))).isEmpty();
  }

  @Test
  void aFolderThatIsNotThereIsANoteAndTheOthersAreStillScanned() throws IOException {
    file("a.safetensors");
    Path missing = folder.resolve("gone");

    assertThat(scan(LibraryFolder.folder(missing), LibraryFolder.folder(folder))).hasSize(1);
    assertThat(passedOver).containsExactly(missing);
    assertThat(reasons).singleElement().asString().startsWith("The folder does not exist");
  }

  @Test
  void aSecondLookReadsOnlyWhatHasChanged() throws IOException {
    SampleCache.write(folder);
    scan(LibraryFolder.cache(folder));
    long before = headers.readCount();
    new TensorFiles().floats("b", 1).write(folder.resolve("new.safetensors"));

    Map<String, LibraryEntry> found = scan(LibraryFolder.cache(folder));

    assertThat(found).hasSize(SampleCache.COUNT + 1);
    assertThat(headers.readCount() - before).isEqualTo(1);
  }

  @Test
  void stampsAreOutdatedAfterAChange() throws IOException {
    HubCache cache = SampleCache.write(folder);
    scan(LibraryFolder.cache(folder));
    assertThat(stamps.isOutdated()).isFalse();

    cache.add("acme/single-01", "more.safetensors", SampleCache.file(50));

    assertThat(stamps.isOutdated()).isTrue();
  }

  @Test
  void aCancelledScanEnds() throws IOException {
    SampleCache.write(folder);

    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(
            () ->
                new LibraryScan(headers, KnownHealthLookup.NONE)
                    .run(
                        List.of(LibraryFolder.cache(folder)),
                        new LibraryListener() {
                          @Override
                          public void onEntry(LibraryEntry entry) {}

                          @Override
                          public void onUnreadableFolder(Path where, Finding why) {}
                        },
                        () -> true,
                        Progress.NONE));
  }

  @Test
  void nothingIsDeliveredAfterCancellation() throws IOException {
    SampleCache.write(folder);
    AtomicBoolean isCancelled = new AtomicBoolean();
    List<String> found = Collections.synchronizedList(new ArrayList<>());
    KnownHealthLookup cancelling =
        (_, _) -> {
          isCancelled.set(true);
          return Health.UNKNOWN;
        };
    LibraryListener listener =
        new LibraryListener() {
          @Override
          public void onEntry(LibraryEntry entry) {
            if (isCancelled.get()) {
              found.add(entry.name());
            }
          }

          @Override
          public void onUnreadableFolder(Path where, Finding why) {}
        };

    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(
            () ->
                new LibraryScan(headers, cancelling)
                    .run(
                        List.of(LibraryFolder.cache(folder)),
                        listener,
                        isCancelled::get,
                        Progress.NONE));

    assertThat(found).isEmpty();
  }

  @Test
  void thePictureOfAFileIsFound() throws IOException {
    Path file = folder.resolve("p.safetensors");
    new TensorFiles().floats("a", 1).metadata("modelspec.thumbnail", PICTURE).write(file);

    LibraryEntry entry = only(LibraryFolder.folder(folder));

    assertThat(entry.contents().pictureFile()).contains(file);
  }

  @Test
  void imageNextToAFileIsItsPicture() throws IOException {
    file("p.safetensors");
    Path preview = Files.write(folder.resolve("p.preview.png"), new byte[] {1});

    assertThat(only(LibraryFolder.folder(folder)).contents().pictureFile()).contains(preview);
  }

  @Test
  void scanIncludesModelFacts() throws IOException {
    new TensorFiles()
        .tensor("lora_unet_x_attn2_to_k.lora_down.weight", Dtype.F16, new byte[32], 4, 4)
        .tensor("lora_unet_x_attn2_to_k.lora_up.weight", Dtype.F16, new byte[32], 4, 4)
        .metadata("modelspec.title", "Night")
        .metadata("modelspec.author", "Ada")
        .metadata("modelspec.trigger_phrase", "nightx, glow")
        .metadata("ss_tag_frequency", "{\"img\":{\"lit window\":7}}")
        .write(folder.resolve("n.safetensors"));

    ModelFacts facts = only(LibraryFolder.folder(folder)).facts();

    assertThat(facts.kind()).isEqualTo(Kind.LORA);
    assertThat(facts.rank().map(Sentence::toString)).contains("4");
    assertThat(facts.title()).isEqualTo("Night");
    assertThat(facts.author()).isEqualTo("Ada");
    assertThat(facts.triggerWords()).isEqualTo("nightx, glow");
    assertThat(facts.searchWords().lines()).contains("nightx", "lit", "window", "ss_tag_frequency");
    assertThat(facts.searchWords().lines()).doesNotContain("7");
  }

  @Test
  void aSetIsIdentifiedAsAWhole() throws IOException {
    Map<String, LibraryEntry> found = scanHub();

    assertThat(found.get("acme/set-1").contents().fileCount()).isGreaterThan(1);
    long before = headers.readCount();
    scanHub();
    assertThat(headers.readCount()).as("nothing is read again").isEqualTo(before);
  }

  private Map<String, LibraryEntry> scanHub() throws IOException {
    if (!Files.exists(folder.resolve("hub"))) {
      SampleCache.write(folder.resolve("hub"));
    }
    return scan(LibraryFolder.cache(folder.resolve("hub")));
  }

  @Test
  void healthIsTheWorstOfAllFilesAndUnknownWhereOneIs() {
    assertThat(Health.HEALTHY.and(Health.DOUBTFUL)).isEqualTo(Health.DOUBTFUL);
    assertThat(Health.HEALTHY.and(Health.UNKNOWN)).isEqualTo(Health.UNKNOWN);
    assertThat(Health.UNKNOWN.and(Health.NAN)).isEqualTo(Health.NAN);
    assertThat(Health.INF.and(Health.DOUBTFUL)).isEqualTo(Health.INF);
    assertThat(Health.INF.and(Health.NAN)).isEqualTo(Health.NAN_AND_INF);
    assertThat(Health.HEALTHY.and(Health.HEALTHY)).isEqualTo(Health.HEALTHY);
  }

  @Test
  void savesInterruptedAfterTheHeaderWasReadAreReported() throws IOException {
    Path draft = file("a/model.safetensors");
    Path linked = file("b/model.safetensors");
    Path marked = InterruptedSaves.file(Files.createDirectory(folder.resolve("c")).resolve("m"));
    Path places = Files.createDirectory(folder.resolve("places"));
    Files.createSymbolicLink(places.resolve("draft.safetensors"), draft);
    Files.createSymbolicLink(places.resolve("linked.safetensors"), linked);
    Files.createSymbolicLink(places.resolve("marked.safetensors"), marked);
    LibraryFolder place = LibraryFolder.folder(places);
    assertThat(scan(place).values()).allMatch(entry -> entry.problem().isEmpty()).hasSize(3);

    InterruptedSaves.beginOfRewrite(draft);
    FileTime modified = Files.getLastModifiedTime(marked);
    InterruptedSaves.halfWritten(marked);
    // The mark is found without the journal as well.
    Files.move(marked.resolveSibling(".m.tensorloupe-save"), folder.resolve("moved"));
    Files.setLastModifiedTime(marked, modified);
    Map<String, LibraryEntry> entries = scan(place);

    assertThat(entries.get("draft.safetensors").state()).isEqualTo(State.COMPLETE);
    assertThat(entries.get("draft.safetensors").message()).contains("was interrupted");
    assertThat(entries.get("linked.safetensors").message()).isEmpty();
    assertThat(entries.get("marked.safetensors").state()).isEqualTo(State.REFUSED);
    assertThat(entries.get("marked.safetensors").message()).contains("interrupted");
  }

  @Test
  void inspectingReportsAMissingPath() throws IOException {
    LibraryScan scan = new LibraryScan(headers, KnownHealthLookup.NONE);
    Path file = file("x/lora.safetensors");

    assertThat(scan.inspect(file, Cancellation.NEVER).contents().tensorCount()).isEqualTo(1);
    assertThat(scan.inspect(folder.resolve("x"), Cancellation.NEVER).contents().tensorCount())
        .isEqualTo(1);
    assertThat(scan.inspect(folder.resolve("gone.safetensors"), Cancellation.NEVER).state())
        .isEqualTo(State.UNREADABLE);
  }

  @Test
  void inspectingWithinACacheReturnsTheRepository() throws IOException {
    HubCache cache = SampleCache.write(folder);
    LibraryScan scan = new LibraryScan(headers, KnownHealthLookup.NONE);

    LibraryEntry pipeline =
        scan.inspect(cache.snapshot("acme/pipeline", HubCache.COMMIT), Cancellation.NEVER);

    assertThat(pipeline.name()).isEqualTo("acme/pipeline");
    assertThat(pipeline.revision()).contains(new Revision(HubCache.COMMIT, List.of("main")));
  }
}
