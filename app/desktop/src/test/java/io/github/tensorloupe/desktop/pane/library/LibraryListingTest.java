package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.pane.library.LibraryListing.Facet;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.LibrarySort;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.Order;
import io.github.tensorloupe.desktop.pane.library.LibraryListing.Query;
import io.github.tensorloupe.desktop.storage.ModelMark;
import io.github.tensorloupe.desktop.storage.RecentFile;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.ModelFacts;
import io.github.tensorloupe.library.Revision;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.text.Sentence;
import org.junit.jupiter.api.Test;

class LibraryListingTest {

  private static final LibraryFolder CACHE = LibraryFolder.cache(Path.of("/hub").toAbsolutePath());
  private static final LibraryFolder MODELS =
      LibraryFolder.folder(Path.of("/models").toAbsolutePath());

  private final Messages messages = Messages.english();
  private final LibraryState state = new LibraryState(messages);
  private List<RecentFile> recentFiles = List.of();

  private static ModelFacts facts(Kind kind, String family, String rank, String title) {
    return new ModelFacts(
        kind,
        Optional.of(Sentence.of(family)),
        rank.isEmpty() ? Optional.empty() : Optional.of(Sentence.of("{0}", rank)),
        Optional.empty(),
        title,
        "Ada",
        "glowx, neon",
        "",
        "watercolor\nlion",
        "",
        false);
  }

  private static LibraryEntry entry(
      LibraryFolder place,
      String name,
      long byteLength,
      Dtype dtype,
      Health health,
      ModelFacts facts) {
    return new LibraryEntry(
        name,
        place.folder().resolve(name),
        place,
        Optional.empty(),
        new LibraryEntry.Contents(byteLength, 1, 1, List.of(dtype), Optional.empty()),
        Instant.EPOCH.plusSeconds(1000 - byteLength),
        State.COMPLETE,
        Optional.empty(),
        Optional.empty(),
        health,
        OptionalDouble.empty(),
        facts,
        Optional.empty());
  }

  private void fill(RecentFile... recent) {
    recentFiles = List.of(recent);
    state.begin();
    state.places = List.of(CACHE, MODELS);
    ModelFacts lora = facts(Kind.LORA, "SDXL", "16", "Zed");
    ModelFacts other = facts(Kind.LORA, "SD 1.x", "8", "");
    state.add(entry(MODELS, "lora10.safetensors", 5, Dtype.F16, Health.UNKNOWN, other));
    state.add(entry(MODELS, "lora9.safetensors", 7, Dtype.BF16, Health.NAN, lora));
    ModelFacts llama = facts(Kind.LANGUAGE_MODEL, "Llama", "", "");
    state.add(entry(CACHE, "org/Llama", 9, Dtype.BF16, Health.HEALTHY, llama));
    state.end();
  }

  private LibraryListing listing(String query, Map<Facet, Set<String>> chosen, LibrarySort sort) {
    return LibraryListing.of(
        state.items(recentFiles, (_, _) -> ""),
        Query.of(query, false),
        chosen,
        new Order(sort, false));
  }

  private static List<String> names(LibraryListing listing) {
    return listing.shown().stream().map(LibraryItem::name).toList();
  }

  private List<String> names(String query) {
    return names(listing(query, Map.of(), LibrarySort.NAME));
  }

  private List<String> names(LibrarySort sort) {
    return names(listing("", Map.of(), sort));
  }

  @Test
  void ordersSortByTheirProperty() {
    fill(new RecentFile(MODELS.folder().resolve("lora9.safetensors"), Instant.EPOCH));
    String ten = "lora10.safetensors";
    String nine = "lora9.safetensors";

    assertThat(names(LibrarySort.NAME)).containsExactly(ten, "org/Llama", nine);
    assertThat(names(LibrarySort.RECENT)).containsExactly(nine, ten, "org/Llama");
    assertThat(names(LibrarySort.KIND)).containsExactly("org/Llama", ten, nine);
    assertThat(names(LibrarySort.FAMILY)).containsExactly("org/Llama", ten, nine);
    assertThat(names(LibrarySort.RANK)).containsExactly(nine, ten, "org/Llama");
    assertThat(names(LibrarySort.PRECISION)).containsExactly("org/Llama", nine, ten);
    assertThat(names(LibrarySort.SIZE)).containsExactly("org/Llama", nine, ten);
    assertThat(names(LibrarySort.HEALTH)).containsExactly(nine, ten, "org/Llama");
    assertThat(names(LibrarySort.DATE)).containsExactly(ten, nine, "org/Llama");
  }

  @Test
  void filesOfOtherFormatsAreAGroupOfTheirOwn() {
    fill();
    LibraryEntry torch = entry(MODELS, "a.ckpt", 6, Dtype.F16, Health.UNKNOWN, ModelFacts.UNKNOWN);
    state.begin();
    state.add(
        new LibraryEntry(
            torch.name(),
            torch.path(),
            torch.place(),
            torch.revision(),
            torch.contents(),
            torch.modified(),
            torch.state(),
            torch.problem(),
            torch.damage(),
            torch.health(),
            torch.effectiveRank(),
            torch.facts(),
            Optional.of(FileKind.PYTORCH_ZIP)));
    state.add(entry(MODELS, "b.safetensors", 5, Dtype.F16, Health.UNKNOWN, ModelFacts.UNKNOWN));
    state.end();

    LibraryListing listing = listing("", Map.of(), LibrarySort.NAME);

    assertThat(names(listing)).containsExactly("b.safetensors", "a.ckpt");
    assertThat(listing.options().get(Facet.FORMAT))
        .isEqualTo(Map.of("safetensors", 1, "PyTorch", 1));
    recentFiles = List.of(new RecentFile(torch.path(), Instant.EPOCH));
    assertThat(names(LibrarySort.RECENT)).containsExactly("a.ckpt", "b.safetensors");
  }

  @Test
  void reversedOrderListsTheLastFirst() {
    fill();

    LibraryListing reversed =
        LibraryListing.of(
            state.items(recentFiles, (_, _) -> ""),
            Query.of("", false),
            Map.of(),
            new Order(LibrarySort.SIZE, true));

    assertThat(names(reversed)).isEqualTo(names(LibrarySort.SIZE).reversed());
  }

  @Test
  void searchCoversNamesTitlesTagsTriggerWordsAndMetadata() {
    fill();

    assertThat(names("LLAMA")).containsExactly("org/Llama");
    assertThat(names("zed")).containsExactly("lora9.safetensors");
    assertThat(names("sdxl rank")).isEmpty();
    assertThat(names("sdxl bf16")).containsExactly("lora9.safetensors");
    assertThat(names("glowx")).hasSize(3);
    assertThat(names("lion ada")).hasSize(3);
    assertThat(names("nan")).containsExactly("lora9.safetensors");
    assertThat(names("nothing like it")).isEmpty();
  }

  @Test
  void valuesOfAFilterAreAlternativesAndFiltersCombine() {
    fill();
    Set<String> lora = Set.of("LoRA adapter");

    assertThat(names(listing("", Map.of(Facet.KIND, lora), LibrarySort.NAME))).hasSize(2);
    Map<Facet, Set<String>> both = Map.of(Facet.KIND, lora, Facet.PRECISION, Set.of("F16", "F32"));
    LibraryListing narrow = listing("", both, LibrarySort.NAME);
    assertThat(names(narrow)).containsExactly("lora10.safetensors");
    assertThat(narrow.allCount()).isEqualTo(3);
    assertThat(narrow.byteLength()).isEqualTo(5);
    Map<Facet, Set<String>> either = Map.of(Facet.FAMILY, Set.of("SDXL", "Llama"));
    assertThat(names(listing("", either, LibrarySort.NAME))).hasSize(2);
  }

  @Test
  void filterCountsRespectSearchAndOtherFilters() {
    fill();
    Map<Facet, Set<String>> chosen = Map.of(Facet.KIND, Set.of("LoRA adapter"));

    LibraryListing listing = listing("bf16", chosen, LibrarySort.NAME);

    assertThat(listing.options().get(Facet.KIND))
        .isEqualTo(Map.of("LoRA adapter", 1, "Language model", 1));
    assertThat(listing.options().get(Facet.FAMILY)).isEqualTo(Map.of("SDXL", 1));
    assertThat(listing.options().get(Facet.FOLDER)).isEqualTo(Map.of("models", 1));
  }

  @Test
  void aRecentModelOfAFolderIsListedOnceAndFoundUnderBoth() {
    fill(new RecentFile(MODELS.folder().resolve("lora9.safetensors"), Instant.EPOCH));

    LibraryListing listing = listing("", Map.of(), LibrarySort.RECENT);

    assertThat(listing.shown()).hasSize(3);
    assertThat(listing.shown().getFirst().folders()).containsExactly("Recent", "models");
  }

  @Test
  void foldersOfTheSameNameShowTheirPaths() {
    LibraryFolder other = LibraryFolder.folder(Path.of("/more/models").toAbsolutePath());
    state.begin();
    state.places = List.of(MODELS, other);

    assertThat(state.title(MODELS)).isEqualTo(MODELS.folder().toString());
    assertThat(state.title(other)).isEqualTo(other.folder().toString());
  }

  @Test
  void missingFileIsMarkedAsMissing() {
    Path path = Path.of("/r/gone").toAbsolutePath();
    fill(new RecentFile(path, Instant.EPOCH));
    state.addRecent(path, Optional.empty());

    LibraryItem missing = listing("", Map.of(), LibrarySort.RECENT).shown().getFirst();

    assertThat(missing.health()).isEqualTo(ModelHealth.DELETED);
    assertThat(missing.title()).isEqualTo("gone");
  }

  @Test
  void modelsMissingInARescanAreRemoved() {
    fill();
    state.begin();
    state.add(entry(MODELS, "lora9", 8, Dtype.BF16, Health.NAN, ModelFacts.UNKNOWN));
    assertThat(names("")).hasSize(4);

    state.end();

    assertThat(names("")).containsExactly("lora9");
  }

  @Test
  void checkResultChangesOnlyTheHealth() {
    fill();
    state.check(MODELS.folder().resolve("lora10.safetensors"), Health.INF, OptionalDouble.of(9.3));

    LibraryItem checked = listing("lora10", Map.of(), LibrarySort.NAME).shown().getFirst();

    assertThat(checked.health()).isEqualTo(ModelHealth.INF);
    assertThat(checked.family()).isEqualTo("SD 1.x");
    assertThat(checked.canBeChecked()).isFalse();
  }

  @Test
  void fileNameIsShownOnlyIfItDiffersFromTheTitle() {
    fill();

    assertThat(listing("zed", Map.of(), LibrarySort.NAME).shown().getFirst().shownName())
        .isEqualTo("lora9.safetensors");
    LibraryItem ten = listing("lora10", Map.of(), LibrarySort.NAME).shown().getFirst();
    assertThat(ten.title()).isEqualTo("lora10");
    assertThat(ten.shownName()).isEmpty();
  }

  @Test
  void descriptionHasOneFactPerLine() {
    ModelFacts facts =
        new ModelFacts(
            Kind.LORA,
            Optional.of(Sentence.of("SDXL")),
            Optional.of(Sentence.of("{0}", "16")),
            Optional.of(Sentence.of("FP8")),
            "Zed",
            "Ada",
            "glowx, neon",
            "",
            "",
            "",
            false);
    Path path = MODELS.folder().resolve("zed.safetensors");
    LibraryEntry entry =
        new LibraryEntry(
            "zed.safetensors",
            path,
            MODELS,
            Optional.of(new Revision("0123456789abcdef", List.of("main"))),
            new LibraryEntry.Contents(
                2_000_000, 2, 3, List.of(Dtype.F16, Dtype.F32), Optional.empty()),
            Instant.EPOCH,
            State.REFUSED,
            Optional.of(Sentence.of("the header is too large")),
            Optional.empty(),
            Health.UNKNOWN,
            OptionalDouble.of(9.34),
            facts,
            Optional.empty());
    LibraryItem item =
        LibraryItem.of(
            path,
            Optional.of(entry),
            Optional.empty(),
            ModelHealth.REFUSED,
            List.of("models"),
            "fits",
            ModelMark.none(path),
            messages);

    assertThat(item.description(messages).lines())
        .containsExactly(
            "Zed",
            "LoRA adapter · SDXL · fits",
            "Rank 16, effective 9.34",
            "FP8",
            messages.text(ModelHealth.REFUSED.messageKey()) + ": the header is too large",
            "2.00 MB · 3 tensors · 2 files · F16 · F32",
            "Trigger words: glowx, neon",
            "By Ada",
            path.toString(),
            "main 0123456");
  }

  @Test
  void upperCaseExtensionIsNotPartOfTheTitle() {
    LibraryEntry entry =
        entry(MODELS, "ZED.SAFETENSORS", 1, Dtype.F16, Health.UNKNOWN, ModelFacts.UNKNOWN);
    LibraryItem item =
        LibraryItem.of(
            entry.path(),
            Optional.of(entry),
            Optional.empty(),
            ModelHealth.REFUSED,
            List.of(),
            "",
            ModelMark.none(entry.path()),
            messages);

    assertThat(item.title()).isEqualTo("ZED");
    assertThat(item.shownName()).isEmpty();
  }

  @Test
  void unknownIsAFilterValue() {
    state.begin();
    state.places = List.of(MODELS);
    state.add(entry(MODELS, "x", 1, Dtype.F16, Health.UNKNOWN, ModelFacts.UNKNOWN));
    state.end();

    assertThat(listing("", Map.of(), LibrarySort.NAME).options().get(Facet.KIND))
        .isEqualTo(Map.of("", 1));
  }

  @Test
  void healthTextsAreDistinct() {
    assertThat(Arrays.stream(ModelHealth.values()).map(it -> messages.text(it.messageKey())))
        .doesNotHaveDuplicates();
  }

  @Test
  void hostileTitlesAreSanitized() {
    state.begin();
    state.places = List.of(MODELS);
    ModelFacts facts = facts(Kind.LORA, "SDXL", "", "a\u202Eb" + "x".repeat(10_000));
    state.add(entry(MODELS, "x", 1, Dtype.F16, Health.UNKNOWN, facts));

    LibraryItem item = listing("", Map.of(), LibrarySort.NAME).shown().getFirst();

    assertThat(item.title()).hasSizeLessThan(300).doesNotContain("\u202E");
    assertThat(item.description(messages)).hasSizeLessThan(2000).doesNotContain("\u202E");
  }
}
