package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Watch;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.Facet;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.LibrarySort;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.Order;
import io.github.tensorloupe.desktop.pane.library.LibraryViewModel.LibraryLook;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.ModelMark;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.StoredScans;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.InterruptedSaves;
import io.github.tensorloupe.testing.TensorFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryViewModelTest {

  @TempDir private Path folder;

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Queue<Runnable> foreground = new ConcurrentLinkedQueue<>();
  private int watchCount;
  private final Jobs jobs =
      new Jobs(background::add, foreground::add) {

        @Override
        public <T> Watch<T> watch(Duration pause, Supplier<T> look, Consumer<T> onResult) {
          watchCount++;
          return super.watch(pause, look, onResult);
        }
      };
  private Path models;
  private List<LibraryFolder> places;

  @BeforeEach
  void writeFile() throws IOException {
    models = Files.createDirectory(folder.resolve("models"));
    new TensorFiles().floats("a", 1).write(models.resolve("a.safetensors"));
    places = List.of(LibraryFolder.cache(models));
  }

  private LibraryViewModel model(LibraryFile library) {
    Folders folders = new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties());
    StoredScans values = new StoredScans(folders);
    Recovery recovery = new Recovery(FileOperations.ofThisComputer());
    LibraryScan scan =
        new LibraryScan(
            new HeaderCache(), values, recovery::findings, recovery::mayHaveArtifacts, false);
    return new LibraryViewModel(
        new LibrarySources(library, scan, () -> places, values, new BaseStructures(folders)),
        jobs,
        Messages.english());
  }

  private static LibraryFile inMemoryLibrary() {
    return new LibraryFile(new Folders(Map.of(), new Properties()));
  }

  private void runAll() {
    while (!background.isEmpty() || !foreground.isEmpty()) {
      (background.isEmpty() ? foreground : background).remove().run();
    }
  }

  private static List<String> names(LibraryViewModel model) {
    return model.listing.get().shown().stream().map(LibraryItem::name).toList();
  }

  @Test
  void scannedModelsAreShown() {
    LibraryViewModel model = model(inMemoryLibrary());
    model.refresh();
    assertThat(model.scanning.getValue()).isTrue();

    runAll();

    assertThat(names(model)).containsExactly("a.safetensors");
    assertThat(model.scanning.getValue()).isFalse();
  }

  @Test
  void interruptedSaveIsShown() throws IOException {
    InterruptedSaves.beginOfRewrite(models.resolve("a.safetensors"));
    LibraryViewModel model = model(inMemoryLibrary());
    model.refresh();
    runAll();

    LibraryItem item = model.listing.get().shown().getFirst();

    assertThat(item.health()).isEqualTo(ModelHealth.INTERRUPTED_SAVE);
    assertThat(item.description(Messages.english()))
        .contains("Interrupted save: ", "a.safetensors", "interrupted");
  }

  @Test
  void successiveChangesOfMarksAreAllKept() {
    LibraryViewModel model = model(inMemoryLibrary());
    Path path = models.resolve("a.safetensors");

    model.lists.mark(List.of(path), mark -> mark.withFavorite(true));
    model.lists.mark(List.of(path), mark -> mark.withTags(List.of("boat")));
    runAll();

    assertThat(model.lists.markOf(path)).isEqualTo(new ModelMark(path, true, List.of("boat")));
  }

  @Test
  void filterValuesAreShownAsText() {
    LibraryViewModel model = model(inMemoryLibrary());

    assertThat(model.text(Facet.KIND, "LoRA adapter")).isEqualTo("LoRA adapter");
    assertThat(model.text(Facet.KIND, "")).isEqualTo("Not known");
    assertThat(model.text(Facet.HEALTH, ModelHealth.NAN.messageKey())).isEqualTo("NaN");
  }

  @Test
  void stoppedScanCanBeRestarted() {
    LibraryViewModel model = model(inMemoryLibrary());
    model.refresh();
    jobs.cancelAll();
    runAll();
    assertThat(model.scanning.getValue()).isFalse();

    model.refresh();
    runAll();

    assertThat(names(model)).hasSize(1);
  }

  @Test
  void unreadableListsAreReportedAndCachesAreShown() throws IOException {
    Files.createDirectories(folder.resolve("tensorloupe/library.json"));
    LibraryViewModel model =
        model(
            new LibraryFile(
                new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties())));
    model.refresh();
    runAll();

    assertThat(model.failure.get().orElseThrow().sentence().toString()).contains("library.json");
    assertThat(names(model)).hasSize(1);
  }

  @Test
  void openedFilesAndFoldersAreDescribed() throws IOException {
    LibraryFile library = inMemoryLibrary();
    library.addRecent(Files.createDirectory(folder.resolve("bare")), Instant.EPOCH);
    library.addRecent(models, Instant.EPOCH);
    library.addRecent(folder.resolve("gone.safetensors"), Instant.EPOCH);
    LibraryViewModel model = model(library);
    model.refresh();
    runAll();

    assertThat(names(model)).containsExactly("a.safetensors", "gone.safetensors");
    LibraryItem missing = model.listing.get().shown().getLast();
    assertThat(missing.isDeleted()).isTrue();
    LibraryItem opened = model.listing.get().shown().getFirst();
    assertThat(opened.entry().orElseThrow().contents().tensorCount()).isEqualTo(1);
    assertThat(model.lists.recent).hasSize(3);
  }

  @Test
  void eachCheckpointOfAnOpenedFolderIsAModel() throws IOException {
    new TensorFiles().floats("b", 1, 2).write(models.resolve("b.safetensors"));
    Path set = Files.createDirectory(models.resolve("set"));
    for (int i = 1; i <= 2; i++) {
      String name = "model-0000%d-of-00002.safetensors".formatted(i);
      new TensorFiles().floats("c" + i, 1).write(set.resolve(name));
    }
    places = List.of();
    LibraryFile library = inMemoryLibrary();
    library.addRecent(models, Instant.EPOCH);
    library.addRecent(models.resolve("a.safetensors"), Instant.EPOCH.plusSeconds(1));
    LibraryViewModel model = model(library);
    model.refresh();
    runAll();

    assertThat(names(model)).containsExactly("a.safetensors", "b.safetensors", "set");
    assertThat(model.listing.get().shown())
        .extracting(item -> item.entry().orElseThrow().contents().tensorCount())
        .containsExactly(1L, 1L, 2L);

    model.removeRecent(models.resolve("b.safetensors"));
    runAll();
    model.refresh();
    runAll();
    assertThat(names(model)).containsExactly("a.safetensors");
  }

  @Test
  void searchFiltersImmediately() {
    LibraryViewModel model = model(inMemoryLibrary());
    model.refresh();
    runAll();

    model.query.set("zzz");
    assertThat(names(model)).isEmpty();
    assertThat(model.nothing.get()).isEqualTo("No results");

    model.query.set("f32");
    assertThat(names(model)).hasSize(1);
  }

  @Test
  void libraryWithoutModelsIsEmptyAfterARefresh() {
    places = List.of();
    LibraryViewModel model = model(inMemoryLibrary());
    assertThat(model.empty.get()).as("before").isFalse();
    model.refresh();

    runAll();

    assertThat(model.empty.get()).isTrue();
  }

  @Test
  void anEmptyFolderCanBeChosenAndIsRemovedWithItsFilter() throws IOException {
    Path bare = Files.createDirectory(folder.resolve("bare"));
    LibraryFile library = inMemoryLibrary();
    library.addFolder(bare);
    LibraryViewModel model = model(library);
    model.setActive(true);
    runAll();
    assertThat(model.listing.get().options().get(Facet.FOLDER)).containsEntry("bare", 0);
    assertThat(model.addedFolders()).as("and no caches").containsExactly(bare);

    model.toggle(Facet.FOLDER, "bare");
    assertThat(names(model)).isEmpty();
    assertThat(model.nothing.get()).isEqualTo("No models here.");
    assertThat(model.chosenFolder()).contains(LibraryFolder.folder(bare));
    model.clear(Facet.FOLDER);
    model.lists.removeFolder(bare);
    runAll();

    assertThat(library.folders()).isEmpty();
    assertThat(names(model)).containsExactly("a.safetensors");
    model.setActive(false);
  }

  @Test
  void filterValueCanBeSelectedAndDeselected() {
    LibraryViewModel model = model(inMemoryLibrary());
    model.refresh();
    runAll();

    model.toggle(Facet.PRECISION, "F16");
    assertThat(names(model)).isEmpty();
    model.toggle(Facet.PRECISION, "F32");
    assertThat(model.chosen.get()).isEqualTo(Map.of(Facet.PRECISION, Set.of("F16", "F32")));
    assertThat(names(model)).hasSize(1);
    model.toggle(Facet.PRECISION, "F16");
    model.toggle(Facet.PRECISION, "F32");
    assertThat(model.chosen.get()).isEmpty();
  }

  @Test
  void unreadableFoldersAreReported() throws IOException {
    LibraryFile library = inMemoryLibrary();
    library.addFolder(folder.resolve("gone"));
    LibraryViewModel model = model(library);
    model.refresh();
    runAll();

    assertThat(model.notes.get()).hasSize(1);
    assertThat(model.notes.get().getFirst()).contains("gone: The folder does not exist");
  }

  @Test
  void orderAndLayoutAreRestoredAndUnknownWordsIgnored() {
    LibraryViewModel model = model(inMemoryLibrary());
    model.order.set(new Order(LibrarySort.SIZE, true));
    model.look.set(LibraryLook.TABLE);
    LibraryViewModel next = model(inMemoryLibrary());

    next.arrange(model.arrangement());
    assertThat(next.order.get()).isEqualTo(new Order(LibrarySort.SIZE, true));
    assertThat(next.look.get()).isEqualTo(LibraryLook.TABLE);

    next.arrange("NAME of another version");
    assertThat(next.order.get()).isEqualTo(new Order(LibrarySort.NAME, false));
    assertThat(next.look.get()).isEqualTo(LibraryLook.TABLE);
  }

  @Test
  void shownModelsAreCheckedAndResultsStored() throws IOException {
    new TensorFiles().floats("b", Float.NaN).write(models.resolve("b.safetensors"));
    Files.write(models.resolve("broken.safetensors"), new byte[3]);
    LibraryViewModel model = model(inMemoryLibrary());
    model.order.set(new Order(LibrarySort.NAME, false));
    model.refresh();
    runAll();

    model.check(model.listing.get().shown());
    runAll();

    assertThat(model.failure.get()).isEmpty();
    assertThat(model.listing.get().shown())
        .extracting(LibraryItem::health)
        .containsExactly(ModelHealth.HEALTHY, ModelHealth.NAN, ModelHealth.EMPTY);
    LibraryViewModel next = model(inMemoryLibrary());
    next.refresh();
    runAll();
    assertThat(next.listing.get().shown())
        .extracting(LibraryItem::health)
        .contains(ModelHealth.HEALTHY, ModelHealth.NAN);
  }

  @Test
  void scaledLayerIsDoubtfulOnceChecked() throws IOException {
    TensorFiles scaled = new TensorFiles();
    for (int layer = 0; layer < 8; layer++) {
      float scale = layer == 2 ? 100 : 1;
      byte[] values = TensorFiles.f32(scale, -2 * scale, 3 * scale, scale);
      scaled.tensor("layers." + layer + ".weight", Dtype.F32, values, 2, 2);
    }
    scaled.write(models.resolve("a.safetensors"));
    LibraryViewModel model = model(inMemoryLibrary());
    model.refresh();
    runAll();

    model.check(model.listing.get().shown());
    runAll();

    assertThat(health(model)).containsExactly(ModelHealth.DOUBTFUL);
  }

  @Test
  void missingModelIsReportedAndTheOthersAreChecked() throws IOException {
    Path missing = new TensorFiles().floats("b", 1).write(models.resolve("b.safetensors"));
    LibraryViewModel model = model(inMemoryLibrary());
    model.order.set(new Order(LibrarySort.NAME, true));
    model.refresh();
    runAll();
    Files.delete(missing);

    model.check(model.listing.get().shown());
    runAll();

    assertThat(model.failure.get()).isPresent();
    assertThat(model.listing.get().shown().getLast().health()).isEqualTo(ModelHealth.HEALTHY);
  }

  private static void writeModule(TensorFiles files, String name, Path file) throws IOException {
    files
        .tensor(name + ".lora_down.weight", Dtype.F16, new byte[16], 2, 4)
        .tensor(name + ".lora_up.weight", Dtype.F16, new byte[16], 4, 2)
        .write(file);
  }

  @Test
  void existingModelsExceptAdaptersAreBases() throws IOException {
    writeModule(new TensorFiles(), "lora_unet_q", models.resolve("adapter.safetensors"));
    new TensorFiles().floats("b", 1).write(models.resolve("gone.safetensors"));
    LibraryViewModel model = model(inMemoryLibrary());
    model.refresh();
    runAll();
    Files.delete(models.resolve("gone.safetensors"));
    model.refresh();
    runAll();

    assertThat(model.bases()).containsExactly(models.resolve("a.safetensors"));
  }

  @Test
  void missingBaseIsRemembered() throws IOException {
    Path base = folder.resolve("base.safetensors");
    new TensorFiles().tensor("q.weight", Dtype.F16, new byte[32], 4, 4).write(base);
    writeModule(new TensorFiles(), "lora_unet_q", models.resolve("fits.safetensors"));
    writeModule(new TensorFiles(), "lora_unet_other", models.resolve("other.safetensors"));
    LibraryFile library = inMemoryLibrary();
    library.addRecent(base, Instant.EPOCH);
    for (boolean isThere : new boolean[] {true, false}) {
      LibraryViewModel model = model(library);
      model.refresh();
      runAll();
      model.showFitting(model.listing.get().shown().getFirst());
      runAll();

      assertThat(names(model)).as("there: " + isThere).containsExactly("fits.safetensors");
      assertThat(model.previousBases.get()).as("there: " + isThere).hasSize(isThere ? 0 : 1);
      Files.deleteIfExists(base);
    }
  }

  @Test
  void laterAdapterIsComparedWithTheBase() throws IOException {
    new TensorFiles()
        .tensor("q.weight", Dtype.F16, new byte[32], 4, 4)
        .write(models.resolve("a.safetensors"));
    LibraryViewModel model = model(inMemoryLibrary());
    model.refresh();
    runAll();
    model.showFitting(model.listing.get().shown().getFirst());
    runAll();
    assertThat(names(model)).isEmpty();

    writeModule(new TensorFiles(), "lora_unet_q", models.resolve("fits.safetensors"));
    Files.write(models.resolve("broken.safetensors"), new byte[] {1});
    model.refresh();
    runAll();

    assertThat(names(model)).containsExactly("fits.safetensors");
  }

  @Test
  void unreadableBaseIsReportedAndAllModelsAreShown() throws IOException {
    LibraryViewModel model = model(inMemoryLibrary());
    writeModule(new TensorFiles(), "lora_unet_q", models.resolve("b.safetensors"));
    model.refresh();
    runAll();
    LibraryItem base = model.listing.get().shown().getFirst();
    Files.delete(base.path());

    model.showFitting(base);
    runAll();

    assertThat(model.failure.get()).isPresent();
    assertThat(names(model)).hasSize(2);
  }

  @Test
  void foldersAreNotWatchedOnceTheWindowIsClosed() {
    LibraryViewModel model =
        start(
            new StoredScans(
                new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties())));
    runAll();
    model.lists().watch(models, true);

    model.close();
    runAll();

    assertThat(watchCount).isZero();
  }

  /// Starts a library with the files that the previous start left.
  private LibraryViewModel start(ScanResultStore values) {
    Folders folders =
        new Folders(
            Map.of("XDG_CACHE_HOME", folder.toString(), "XDG_CONFIG_HOME", folder.toString()),
            new Properties());
    LibraryScan scan = new LibraryScan(new HeaderCache(), values);
    LibraryViewModel model =
        new LibraryViewModel(
            new LibrarySources(
                new LibraryFile(folders),
                scan,
                () -> places,
                values,
                new BaseStructures(folders),
                new FolderWatcher(scan, System::nanoTime),
                new CheckQueue(folders)),
            jobs,
            Messages.english());
    model.begin(_ -> {});
    return model;
  }

  /// Returns a scan memory that reports each file that is opened for scanning.
  private ScanResultStore memoryReporting(Consumer<String> onScanned) {
    StoredScans cache =
        new StoredScans(new Folders(Map.of("XDG_CACHE_HOME", folder.toString()), new Properties()));
    return new ScanResultStore() {
      @Override
      public ScanResultKey keyOf(Checkpoint checkpoint) throws IOException {
        onScanned.accept(checkpoint.path().getFileName().toString());
        return cache.keyOf(checkpoint);
      }

      @Override
      public Health health(FileIdentity identity, int tensorCount) {
        return cache.health(identity, tensorCount);
      }
    };
  }

  private void writeThree() throws IOException {
    new TensorFiles().floats("b", Float.NaN).write(models.resolve("b.safetensors"));
    new TensorFiles().floats("c", 1).write(models.resolve("c.safetensors"));
  }

  private static List<ModelHealth> health(LibraryViewModel model) {
    return model.listing.get().shown().stream().map(LibraryItem::health).toList();
  }

  @Test
  void pausedChecksStayPausedAtTheNextStart() throws IOException {
    writeThree();
    List<String> scanned = new ArrayList<>();
    AtomicReference<LibraryViewModel> first = new AtomicReference<>();
    ScanResultStore values =
        memoryReporting(
            name -> {
              scanned.add(name);
              if (scanned.size() == 2) {
                first.get().checks.setPaused(true);
                // During the scan of this file.
                background.remove().run();
              }
            });
    LibraryViewModel model = start(values);
    first.set(model);
    model.order.set(new Order(LibrarySort.NAME, false));
    model.refresh();
    runAll();
    model.check(model.listing.get().shown());
    runAll();
    assertThat(model.checks.counts.get().isPaused()).isTrue();
    assertThat(model.checks.counts.get().leftCount()).isEqualTo(2);
    model.close();

    LibraryViewModel next = start(values);
    next.order.set(new Order(LibrarySort.NAME, false));
    next.refresh();
    runAll();
    assertThat(next.checks.counts.get().isPaused()).as("it waits for the user").isTrue();
    assertThat(health(next))
        .containsExactly(ModelHealth.HEALTHY, ModelHealth.LOADS, ModelHealth.LOADS);
    next.checks.setPaused(false);
    runAll();

    assertThat(next.checks.counts.get().leftCount()).isZero();
    assertThat(health(next))
        .containsExactly(ModelHealth.HEALTHY, ModelHealth.NAN, ModelHealth.HEALTHY);
    assertThat(scanned)
        .containsExactly("a.safetensors", "b.safetensors", "b.safetensors", "c.safetensors");
    next.close();
  }

  @Test
  void interruptedChecksResumeAtTheNextStart() throws IOException {
    writeThree();
    List<String> scanned = new ArrayList<>();
    AtomicReference<LibraryViewModel> first = new AtomicReference<>();
    ScanResultStore values =
        memoryReporting(
            name -> {
              scanned.add(name);
              if (scanned.size() == 2) {
                first.get().close();
                jobs.cancelAll();
              }
            });
    LibraryViewModel model = start(values);
    first.set(model);
    model.order.set(new Order(LibrarySort.NAME, false));
    model.refresh();
    runAll();
    model.check(model.listing.get().shown());
    runAll();
    assertThat(scanned).hasSize(2);

    LibraryViewModel next = start(values);
    runAll();

    assertThat(scanned)
        .containsExactly("a.safetensors", "b.safetensors", "b.safetensors", "c.safetensors");
    assertThat(next.checks.counts.get().leftCount()).isZero();
    next.close();
  }

  @Test
  void stoppingTheJobPausesTheChecks() throws IOException {
    writeThree();
    ScanResultStore values = memoryReporting(_ -> jobs.cancelAll());
    LibraryViewModel model = start(values);
    model.refresh();
    runAll();
    model.check(model.listing.get().shown());
    runAll();

    assertThat(model.checks.counts.get().isPaused()).isTrue();
    assertThat(model.checks.counts.get().leftCount()).isEqualTo(3);
    model.checks.cancel();
    runAll();

    assertThat(model.checks.counts.get().leftCount()).isZero();
    assertThat(health(model)).containsOnly(ModelHealth.LOADS);
    model.close();
  }

  @Test
  void failureOfAModelDoesNotPreventCheckingOthers() throws IOException {
    writeThree();
    ScanResultStore values =
        memoryReporting(
            name -> {
              if (name.equals("b.safetensors")) {
                throw new IllegalStateException("a fault of the program");
              }
            });
    LibraryViewModel model = start(values);
    model.order.set(new Order(LibrarySort.NAME, false));
    model.refresh();
    runAll();
    model.check(model.listing.get().shown());
    runAll();

    assertThat(health(model))
        .containsExactly(ModelHealth.HEALTHY, ModelHealth.LOADS, ModelHealth.HEALTHY);
    assertThat(model.checks.counts.get().leftCount()).isZero();
    assertThat(model.failure.get()).isPresent();
    model.close();
  }

  @Test
  void failuresOfSeveralModelsAreReportedWithTheFirstModelAndTheNumberOfOthers()
      throws IOException {
    writeThree();
    ScanResultStore values =
        memoryReporting(
            name -> {
              if (!name.equals("b.safetensors")) {
                throw new IllegalStateException("a fault of the program");
              }
            });
    LibraryViewModel model = start(values);
    model.order.set(new Order(LibrarySort.NAME, false));
    model.refresh();
    runAll();
    model.check(model.listing.get().shown());
    runAll();

    assertThat(model.failure.get().orElseThrow().sentence().toString())
        .startsWith("The values of " + models.resolve("a.safetensors") + " could not be checked.")
        .contains("a fault of the program")
        .endsWith("1 more model could not be checked either.");
    model.close();
  }

  @Test
  void stoppedChecksCanBeResumed() throws IOException {
    writeThree();
    AtomicBoolean stopped = new AtomicBoolean();
    ScanResultStore values =
        memoryReporting(
            _ -> {
              if (!stopped.getAndSet(true)) {
                jobs.cancelAll();
              }
            });
    LibraryViewModel model = start(values);
    model.refresh();
    runAll();
    model.check(model.listing.get().shown());
    runAll();
    assertThat(model.checks.counts.get().isRunning()).isFalse();

    model.checks.setPaused(false);
    runAll();

    assertThat(model.checks.counts.get().leftCount()).isZero();
    assertThat(health(model)).doesNotContain(ModelHealth.LOADS);
    model.close();
  }

  @Test
  void watchedFoldersAreWatchedAtTheNextStart() throws IOException {
    LibraryViewModel model = start(memoryReporting(_ -> {}));
    model.lists.watch(models, true);
    model.lists.setChecksWatched(false);
    runAll();
    assertThat(model.watching.folders.get()).containsExactly(models);
    model.close();

    LibraryViewModel next = start(memoryReporting(_ -> {}));
    runAll();

    assertThat(next.watching.folders.get()).containsExactly(models);
    assertThat(next.lists.checksWatched.get()).isFalse();
    next.lists.removeFolder(models);
    runAll();
    assertThat(next.watching.folders.get()).isEmpty();
    next.close();
  }
}
