package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.SaveOptions.Permission;
import io.github.tensorloupe.testing.Signing;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SaverTest {

  private static final SaveOptions IN_PLACE =
      SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE);
  private static final SaveOptions REWRITE =
      SaveOptions.DEFAULT.withStrategy(StrategyChoice.REWRITE);

  @TempDir Path folder;
  private final FileOperations operations = FileOperations.ofThisComputer();
  private SavedFile file;
  private byte[] before;

  @BeforeEach
  void writeFile() throws IOException {
    file = new SavedFile(folder);
    before = file.bytes();
  }

  private static int dataStart(byte[] file) {
    return Math.toIntExact(8 + ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong());
  }

  private static byte[] data(byte[] file) {
    return Arrays.copyOfRange(file, dataStart(file), file.length);
  }

  @Test
  void unchangedMetadataWriteNoByte() throws IOException {
    FileTime modified = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(file.path(), modified);

    SaveOutcome outcome = file.save(file.metadata(), REWRITE);

    assertThat(outcome.isSaved()).isFalse();
    assertThat(outcome.plan().strategy()).isEqualTo(Strategy.NONE);
    assertThat(outcome.plan().bytesToWrite()).isZero();
    assertThat(outcome.plan().changesFileHash()).isFalse();
    assertThat(Files.getLastModifiedTime(file.path())).isEqualTo(modified);
    assertThat(file.bytes()).isEqualTo(before);
    file.assertAlone();
  }

  @Test
  void otherOrderOfKeysIsAChange() throws IOException {
    Map<String, String> turned = new LinkedHashMap<>();
    file.metadata().entries().reversed().forEach(turned::put);

    SaveOutcome outcome = file.save(Metadata.of(turned), REWRITE);

    assertThat(outcome.isSaved()).isTrue();
    assertThat(file.metadata().entries().keySet()).containsExactly("note", "format");
  }

  @Test
  void savingInPlaceChangesTheHeaderAlone() throws IOException {
    Path name = file.path();
    Object key = Files.getAttribute(name, "unix:ino");

    SaveOutcome outcome = file.save(file.with("note", "short"), IN_PLACE);

    byte[] after = file.bytes();
    assertThat(outcome.plan().strategy()).isEqualTo(Strategy.IN_PLACE);
    assertThat(Files.getAttribute(name, "unix:ino")).isEqualTo(key);
    assertThat(after).hasSameSizeAs(before);
    assertThat(data(after)).isEqualTo(data(before));
    assertThat(file.metadata().entries()).containsEntry("note", "short");
    file.assertAlone();
  }

  @Test
  void rewriteKeepsTheDataAndLeavesRoom() throws IOException {
    SaveOutcome outcome = file.save(file.with("more", "m".repeat(5000)), REWRITE);

    byte[] after = file.bytes();
    int alignment = Math.max(8, Integer.lowestOneBit(dataStart(before)));
    assertThat(data(after)).isEqualTo(data(before));
    assertThat(dataStart(after) % alignment).isZero();
    assertThat(outcome.plan().header().room()).isBetween(4096, 4096 + alignment - 1);
    assertThat(outcome.plan().bytesToWrite()).isEqualTo(after.length);
    assertThat(file.metadata().entries()).containsEntry("more", "m".repeat(5000));
    file.assertAlone();
  }

  @Test
  void everyRewriteLeavesRoomAndNoneTakesMoreAndMore() throws IOException {
    int length = 0;
    for (int round = 0; round < 6; round++) {
      SaveOutcome outcome = file.save(file.with("note", "s".repeat(100 + round % 2)), REWRITE);

      assertThat(outcome.plan().header().room()).isBetween(4096, 4096 + 2000 + 64);
      length = Math.max(length, dataStart(file.bytes()));
    }
    assertThat(dataStart(file.bytes())).isEqualTo(length);
    SaveOutcome bare = file.save(file.with("note", "x"), REWRITE.withReservedBytes(0));
    assertThat(dataStart(file.bytes())).isEqualTo(length);
    assertThat(bare.plan().header().room()).isGreaterThan(4096);
  }

  @Test
  void editThatFitsIntoSmallFilesIsARewriteAndIntoLargeOnesIsNot() throws IOException {
    Metadata target = file.with("note", "short");

    assertThat(file.plan(operations, target, SaveOptions.DEFAULT).strategy())
        .isEqualTo(Strategy.REWRITE);
    assertThat(file.plan(operations, target, SavedFile.inPlaceFrom(before.length)).strategy())
        .isEqualTo(Strategy.IN_PLACE);
    assertThat(
            file.plan(operations, file.with("note", "n".repeat(9000)), SavedFile.inPlaceFrom(0))
                .strategy())
        .isEqualTo(Strategy.REWRITE);
  }

  @Test
  void largeFileIsEditedByWritingItsHeaderAlone() throws IOException {
    Path large = large(10L << 30);
    List<WatchedFiles.Step> writes = new ArrayList<>();
    WatchedFiles watched =
        new WatchedFiles() {
          @Override
          void before(Step step) {
            if (step.name().equals("write") && step.path().startsWith(folder)) {
              writes.add(step);
            }
          }
        };
    Metadata target = Metadata.of(Map.of("a", "changed"));
    SavePlan plan = SavedFile.plan(watched, large, target, SaveOptions.DEFAULT);

    new Saver(watched).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(plan.strategy()).isEqualTo(Strategy.IN_PLACE);
    long written = writes.stream().mapToLong(step -> step.bytes().length).sum();
    assertThat(written).isLessThanOrEqualTo(plan.bytesToWrite()).isLessThan(3 * 4096 + 1000);
    try (TensorFile saved = TensorFile.open(large)) {
      assertThat(saved.header().metadata()).contains(target);
    }
  }

  private Path large(long dataLength) throws IOException {
    String json =
        "{\"__metadata__\":{\"a\":\"b\"},\"t\":{\"dtype\":\"U8\",\"shape\":[%d],\"data_offsets\":[0,%d]}}"
            .formatted(dataLength, dataLength);
    Path large = TensorFiles.raw(folder.resolve("large.safetensors"), json + " ".repeat(100), 0);
    try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
      sparse.setLength(8 + json.length() + 100 + dataLength);
    }
    return large;
  }

  @Test
  void spacerIsRoom() throws IOException {
    Path spaced =
        new TensorFiles()
            .tensor("t", Dtype.U8, new byte[16], 16)
            .metadata("a", "1")
            .metadata("__spacer", " ".repeat(1000))
            .write(folder.resolve("spaced.safetensors"));
    int start = dataStart(Files.readAllBytes(spaced));
    Metadata target = Metadata.of(new LinkedHashMap<>(Map.of("a", "1".repeat(900))));
    Map<String, String> entries = new LinkedHashMap<>(target.entries());
    entries.put("__spacer", " ".repeat(1000));

    SavePlan plan = SavedFile.plan(operations, spaced, Metadata.of(entries), IN_PLACE);
    new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);

    byte[] after = Files.readAllBytes(spaced);
    assertThat(dataStart(after)).isEqualTo(start);
    assertThat(plan.header().room()).isBetween(101, 108);
    try (TensorFile saved = TensorFile.open(spaced)) {
      assertThat(saved.isRefused()).isFalse();
      assertThat(saved.header().metadata().orElseThrow().entries())
          .containsEntry("a", "1".repeat(900));
    }
  }

  @Test
  void spacerDoesNotGrowWithEveryRewrite() throws IOException {
    file.save(file.with("__spacer", " ".repeat(20_000)), REWRITE);
    int length = file.bytes().length;

    for (int i = 0; i < 5; i++) {
      file.save(file.with("note", "n".repeat(2000 + i)), REWRITE);
    }

    assertThat(file.bytes().length).isLessThanOrEqualTo(length);
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 512, 4096})
  void dataStayAlignedAsTheyWere(int alignment) throws IOException {
    Path aligned = alignedFile(alignment);

    SavePlan plan =
        SavedFile.plan(operations, aligned, Metadata.of(Map.of("k", "v".repeat(9000))), REWRITE);
    new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(dataStart(Files.readAllBytes(aligned)) % alignment).isZero();
  }

  private Path alignedFile(int dataStart) throws IOException {
    String json = "{\"t\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[0,3]}}";
    return TensorFiles.raw(
        folder.resolve("aligned.safetensors"),
        json + " ".repeat(Math.max(0, dataStart - 8 - json.length())),
        3);
  }

  @Test
  void misalignedDataAreAlignedByARewrite() throws IOException {
    Path odd = alignedFile(101);

    SavePlan plan = SavedFile.plan(operations, odd, Metadata.of(Map.of("k", "v")), REWRITE);
    new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(dataStart(Files.readAllBytes(odd)) % 8).isZero();
  }

  @Test
  void alignmentIsAnEditOfItsOwn() throws IOException {
    SaveOptions options = SaveOptions.DEFAULT.withAlignment(OptionalInt.of(4096));

    SaveOutcome first = file.save(file.metadata(), options);
    SaveOutcome second = file.save(file.metadata(), options);

    assertThat(first.plan().strategy()).isEqualTo(Strategy.REWRITE);
    assertThat(second.plan().strategy()).isEqualTo(Strategy.NONE);
    assertThat(dataStart(file.bytes()) % 4096).isZero();
    assertThat(data(file.bytes())).isEqualTo(data(before));
  }

  @Test
  void roomIsAnEditOfItsOwn() throws IOException {
    SaveOptions options = SavedFile.withRoom(100_000);

    SaveOutcome first = file.save(file.metadata(), options);
    SaveOutcome second = file.save(file.metadata(), options);

    assertThat(first.plan().header().room()).isGreaterThanOrEqualTo(100_000);
    assertThat(second.isSaved()).isFalse();
    assertThat(file.save(file.with("k", "v".repeat(90_000)), IN_PLACE).isSaved()).isTrue();
  }

  @Test
  void alignmentThatWouldMakeTheHeaderTooLongIsRefused() throws IOException {
    int rest = file.plan(operations, file.with("k", ""), REWRITE).header().textLength();
    Metadata large = file.with("k", "v".repeat(99_999_900 - rest));

    SavePlan acceptedPlan = file.plan(operations, large, REWRITE);

    assertThat(acceptedPlan.obstacles()).isEmpty();
    assertThat((8 + acceptedPlan.header().lengthAfter()) % 8).isZero();
    assertRefused(
        large,
        SaveOptions.DEFAULT.withAlignment(OptionalInt.of(4096)),
        Obstacle.Kind.UNWRITABLE_HEADER);
  }

  @Test
  void roomThatNoHeaderHasIsRefused() throws IOException {
    assertRefused(
        file.metadata(), SavedFile.withRoom(100_000_000), Obstacle.Kind.UNWRITABLE_HEADER);
  }

  @Test
  void inPlaceIsRefusedWhereTheHeaderDoesNotFit() throws IOException {
    assertRefused(file.with("k", "v".repeat(9000)), IN_PLACE, Obstacle.Kind.NO_ROOM_IN_PLACE);
  }

  private void assertRefused(Metadata target, SaveOptions options, Obstacle.Kind kind)
      throws IOException {
    SavePlan plan = file.plan(operations, target, options);
    assertThat(plan.obstacles()).extracting(Obstacle::kind).contains(kind);
    assertThatThrownBy(() -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining("model.safetensors")
        .hasMessageContaining("unchanged");
    assertThat(file.bytes()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-------", "r--r--r--"})
  void permissionsAreKept(String permissions) throws IOException {
    Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString(permissions));
    assumeThat(Files.isWritable(file.path())).as("a user who may write").isTrue();

    file.save(file.with("a", "b"), REWRITE);
    file.save(file.with("a", "c"), IN_PLACE);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
        .isEqualTo(permissions);
  }

  @Test
  void extendedAttributesAreKept() throws IOException {
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(file.path(), UserDefinedFileAttributeView.class);
    assumeThat(Files.getFileStore(folder).supportsFileAttributeView("user")).isTrue();
    view.write("origin", ByteBuffer.wrap("here".getBytes(StandardCharsets.UTF_8)));

    file.save(file.with("a", "b"), REWRITE);

    assertThat(Files.getFileAttributeView(file.path(), UserDefinedFileAttributeView.class).list())
        .contains("origin");
  }

  @Test
  void accessControlListIsKept() throws IOException {
    LinuxCalls calls = LinuxCalls.OF_THIS_SYSTEM.orElse(null);
    assumeThat(calls).as("Linux").isNotNull();
    Path named = Files.move(file.path(), folder.resolve("a +é%20.safetensors"));
    byte[] list = setList(calls, named);

    SavePlan plan =
        SavedFile.plan(operations, named, Metadata.of(Map.of("k", "v".repeat(9000))), REWRITE);
    SaveOutcome outcome = new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(calls.accessControlList(named)).hasValue(list);
    assertThat(outcome.message().toString()).doesNotContain("kept");
  }

  /// Sets an access control list: owner rw, user 1000 r, group none, mask rw, others none.
  private static byte[] setList(LinuxCalls calls, Path path) {
    int[][] entries = {{1, 6, -1}, {2, 4, 1000}, {4, 0, -1}, {16, 6, -1}, {32, 0, -1}};
    ByteBuffer list = ByteBuffer.allocate(4 + 8 * entries.length).order(ByteOrder.LITTLE_ENDIAN);
    list.putInt(2);
    for (int[] entry : entries) {
      list.putShort((short) entry[0]).putShort((short) entry[1]).putInt(entry[2]);
    }
    assumeThat(calls.setAccessControlList(path, list.array()))
        .as("a file system with access control lists")
        .isTrue();
    return list.array();
  }

  /// A new file in a folder with a default list has this list.
  @Test
  void inheritedAccessControlListIsRemoved() throws IOException {
    LinuxCalls calls = LinuxCalls.OF_THIS_SYSTEM.orElse(null);
    assumeThat(calls).as("Linux").isNotNull();
    Path copy = Files.createFile(folder.resolve("copy"));
    setList(calls, copy);
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rw-r-----");
    Files.setPosixFilePermissions(file.path(), permissions);

    List<String> failed = operations.copyAttributes(file.path(), copy);

    assertThat(failed).isEmpty();
    assertThat(calls.accessControlList(copy)).isEmpty();
    assertThat(Files.getPosixFilePermissions(copy)).isEqualTo(permissions);
  }

  @Test
  void fileWithoutAccessControlListGetsNone() throws IOException {
    LinuxCalls calls = LinuxCalls.OF_THIS_SYSTEM.orElse(null);
    assumeThat(calls).as("Linux").isNotNull();

    file.save(file.with("a", "b"), REWRITE);

    assertThat(calls.accessControlList(file.path())).isEmpty();
  }

  @Test
  void linkStaysAndItsTargetChanges() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link.safetensors"), file.path());
    SavePlan plan = SavedFile.plan(operations, link, file.with("a", "b"), REWRITE);

    new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(plan.links().linkTarget()).contains(file.path().toRealPath());
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Files.isSymbolicLink(file.path())).isFalse();
    assertThat(file.metadata().entries()).containsEntry("a", "b");
    assertThat(file.names()).containsExactly("link.safetensors", "model.safetensors");
  }

  @Test
  void hardLinksAreSplitOnlyWhereThatIsAllowed() throws IOException {
    Path other = Files.createLink(folder.resolve("other"), file.path());
    Metadata target = file.with("a", "b");

    assertRefused(target, REWRITE, Obstacle.Kind.HARD_LINKS);
    assertThat(file.plan(operations, target, REWRITE).links().hardLinkCount()).isEqualTo(2);
    file.save(target, REWRITE.with(Permission.SPLIT_LINKS, true));

    assertThat(Files.readAllBytes(other)).isEqualTo(before);
    assertThat(file.metadata()).isEqualTo(target);
  }

  @Test
  void hardLinksStayTogetherInPlaceOnlyWhereThatIsAllowed() throws IOException {
    Path other = Files.createLink(folder.resolve("other"), file.path());

    assertRefused(file.with("note", "short"), IN_PLACE, Obstacle.Kind.LINKED_IN_PLACE);
    file.save(file.with("note", "short"), IN_PLACE.with(Permission.EDIT_LINKS, true));

    assertThat(Files.readAllBytes(other)).isEqualTo(file.bytes());
    assertThat(Files.isSameFile(other, file.path())).isTrue();
  }

  @Test
  void strategyAllowedForHardLinksIsChosenAutomatically() throws IOException {
    Files.createLink(folder.resolve("other"), file.path());
    Metadata target = file.with("note", "short");
    SaveOptions small = SaveOptions.DEFAULT;
    SaveOptions large = SavedFile.inPlaceFrom(0);

    assertThat(file.plan(operations, target, small).strategy()).isEqualTo(Strategy.REWRITE);
    assertThat(file.plan(operations, target, small.with(Permission.EDIT_LINKS, true)).strategy())
        .isEqualTo(Strategy.IN_PLACE);
    assertThat(file.plan(operations, target, large).strategy()).isEqualTo(Strategy.IN_PLACE);
    assertThat(file.plan(operations, target, large.with(Permission.SPLIT_LINKS, true)).strategy())
        .isEqualTo(Strategy.REWRITE);
  }

  @Test
  void signatureThatCoversTheFileIsNamed() throws IOException {
    Path named = folder.resolve("model").resolve("sub").resolve("a.safetensors");
    Path other = named.resolveSibling("b.safetensors");
    Files.createDirectories(named.getParent());
    Files.write(named, before);
    Path signature = folder.resolve("model").resolve("model.sig");
    ObjectNode statement = Signing.statement(folder.resolve("model"), "sub/a.safetensors");
    Files.write(other, before);
    Metadata target = file.with("a", "b");

    assertThat(signatureOf(named, target)).isEmpty();
    Signing.p256().write(signature, statement);
    assertThat(signatureOf(named, target)).contains(signature);
    assertThat(signatureOf(other, target)).isEmpty();
    Files.writeString(signature, "no signature");
    assertThat(signatureOf(named, target)).isEmpty();
  }

  private Optional<Path> signatureOf(Path path, Metadata target) throws IOException {
    return SavedFile.plan(operations, path, target, SaveOptions.DEFAULT).links().signature();
  }

  @Test
  void fileOfACacheIsChangedOnlyWhereThatIsAllowed() throws IOException {
    Path repository = folder.resolve("models--a--b");
    Path snapshot = Files.createDirectories(repository.resolve("snapshots/abc"));
    Path blob = Files.createDirectories(repository.resolve("blobs")).resolve("0f".repeat(32));
    Files.write(blob, before);
    Path link = Files.createSymbolicLink(snapshot.resolve("model.safetensors"), blob.toRealPath());
    Metadata target = file.with("a", "b");

    SavePlan refused = SavedFile.plan(operations, link, target, SaveOptions.DEFAULT);
    assertThat(refused.obstacles())
        .extracting(Obstacle::kind)
        .containsExactly(Obstacle.Kind.CACHE_BLOB);
    assertThat(refused.links().cacheBlob()).contains("0f".repeat(32));
    SavePlan allowed =
        SavedFile.plan(
            operations, link, target, SaveOptions.DEFAULT.with(Permission.EDIT_CACHE, true));
    new Saver(operations).save(allowed, Cancellation.NEVER, Progress.NONE);

    assertThat(Files.isSymbolicLink(link)).isTrue();
    try (TensorFile saved = TensorFile.open(blob)) {
      assertThat(saved.header().metadata()).contains(target);
    }
  }

  @Test
  void copyHasTheChangeAndTheOriginalHasNot() throws IOException {
    Path copy = folder.resolve("copy.safetensors");
    Metadata target = file.with("a", "b");

    SavePlan plan = planCopy(copy, target, false);
    new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(file.bytes()).isEqualTo(before);
    assertThat(data(Files.readAllBytes(copy))).isEqualTo(data(before));
    try (TensorFile saved = TensorFile.open(copy)) {
      assertThat(saved.header().metadata()).contains(target);
    }
    assertThat(file.names()).containsExactly("copy.safetensors", "model.safetensors");
  }

  private SavePlan planCopy(Path copy, Metadata target, boolean replaces) throws IOException {
    try (TensorFile open = TensorFile.open(file.path())) {
      return new Saver(operations).planCopy(open, target, copy, replaces, SaveOptions.DEFAULT);
    }
  }

  @Test
  void copyDoesNotReplaceAFileUnlessThatIsWanted() throws IOException {
    Path copy = Files.writeString(folder.resolve("copy.safetensors"), "precious");
    Metadata target = file.with("a", "b");

    SavePlan refused = planCopy(copy, target, false);
    assertThat(refused.obstacles())
        .extracting(Obstacle::kind)
        .containsExactly(Obstacle.Kind.FILE_EXISTS);
    assertThatThrownBy(() -> new Saver(operations).save(refused, Cancellation.NEVER, Progress.NONE))
        .isInstanceOf(SaveException.class);
    assertThat(copy).hasContent("precious");
    new Saver(operations).save(planCopy(copy, target, true), Cancellation.NEVER, Progress.NONE);

    try (TensorFile saved = TensorFile.open(copy)) {
      assertThat(saved.header().metadata()).contains(target);
    }
  }

  @Test
  void nameThatSomeoneElseTookMeanwhileIsNotReplaced() throws IOException {
    Path copy = folder.resolve("copy.safetensors");
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            if (step.name().equals("copyAttributes")) {
              Files.writeString(copy, "precious");
            }
          }
        };
    SavePlan plan = planCopy(copy, file.with("a", "b"), false);

    assertThatThrownBy(() -> new Saver(files).save(plan, Cancellation.NEVER, Progress.NONE))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining("a file with this name");
    assertThat(copy).hasContent("precious");
    assertThat(file.names()).containsExactly("copy.safetensors", "model.safetensors");
  }

  @Test
  void copyNeverReplacesAFolder() throws IOException {
    Path folderOfThatName = Files.createDirectory(folder.resolve("copy.safetensors"));
    Metadata target = file.with("a", "b");

    assertThat(planCopy(folderOfThatName, target, true).obstacle().orElseThrow().kind())
        .isEqualTo(Obstacle.Kind.FILE_EXISTS);
    for (Path noName : List.of(folder.getRoot(), Path.of(".."), folder.resolve("."))) {
      assertThatThrownBy(() -> planCopy(noName, target, true))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("a folder");
    }
  }

  @Test
  void copyTargetIsResolvedThroughLinks() throws IOException {
    Path inner = Files.createDirectories(folder.resolve("outer/inner"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), inner);

    SavePlan plan = planCopy(link.resolve("../copy"), file.metadata(), false);

    assertThat(plan.target()).isEqualTo(inner.getParent().toRealPath().resolve("copy"));
  }

  @Test
  void headerChangedSinceOpeningIsReported() throws IOException {
    for (String other : List.of("!", "N")) {
      try (TensorFile open = TensorFile.open(file.path())) {
        byte[] changed = before.clone();
        String text = new String(changed, StandardCharsets.ISO_8859_1);
        changed[text.indexOf(other.equals("!") ? "{" : "nn")] = (byte) other.charAt(0);
        Files.write(file.path(), changed);

        assertThatThrownBy(() -> new Saver(operations).plan(open, Metadata.EMPTY, REWRITE))
            .isInstanceOf(SaveException.class)
            .hasMessageContaining("changed by another program");
      }
      Files.write(file.path(), before);
    }
  }

  @Test
  void copyOntoTheFileItselfIsASaveOnlyWhereItMayBeReplaced() throws IOException {
    Metadata target = file.with("a", "b");

    assertThat(planCopy(file.path(), target, false).obstacles())
        .extracting(Obstacle::kind)
        .containsExactly(Obstacle.Kind.FILE_EXISTS);
    assertThat(planCopy(file.path(), target, true).isCopy()).isFalse();
  }

  @Test
  void unchangedCopyIsTheSameByteForByte() throws IOException {
    Path copy = folder.resolve("copy.safetensors");

    SavePlan plan = planCopy(copy, file.metadata(), false);
    new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(Files.readAllBytes(copy)).isEqualTo(before);
  }

  @Test
  void fileThatChangedMeanwhileIsNotOverwritten() throws IOException {
    for (SaveOptions options : List.of(IN_PLACE, REWRITE)) {
      SavePlan plan = file.plan(operations, file.with("note", "short"), options);
      byte[] other = before.clone();
      other[other.length - 1]++;
      Files.write(file.path(), other);
      Files.setLastModifiedTime(
          file.path(), FileTime.fromMillis(System.currentTimeMillis() + 5000));

      assertThatThrownBy(() -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE))
          .isInstanceOf(SaveException.class)
          .hasMessageContaining("changed by another program");
      assertThat(file.bytes()).isEqualTo(other);
      file.assertAlone();
      Files.write(file.path(), before);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 100, 4000})
  void fileTruncatedMeanwhileIsReported(int length) throws IOException {
    for (SaveOptions options : List.of(IN_PLACE, REWRITE)) {
      SavePlan plan = file.plan(operations, file.with("note", "short"), options);
      Files.write(file.path(), Arrays.copyOf(before, length));

      assertThatThrownBy(() -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE))
          .isInstanceOf(SaveException.class)
          .hasMessageContaining("model.safetensors");
      assertThat(file.bytes()).hasSize(length);
      file.assertAlone();
      Files.write(file.path(), before);
    }
  }

  @Test
  void fileDeletedMeanwhileIsReportedAndNotRecreated() throws IOException {
    for (SaveOptions options : List.of(IN_PLACE, REWRITE)) {
      SavePlan plan = file.plan(operations, file.with("note", "short"), options);
      Files.delete(file.path());

      assertThatThrownBy(() -> new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE))
          .isInstanceOf(SaveException.class)
          .hasMessageContaining("does not exist");
      assertThat(file.names()).isEmpty();
      Files.write(file.path(), before);
    }
  }

  @Test
  void fileThatReadersRefuseIsNotSaved() throws IOException {
    Files.write(file.path(), Arrays.copyOf(before, before.length - 1));
    before = file.bytes();
    SavePlan plan = SavedFile.plan(operations, file.path(), Metadata.EMPTY, REWRITE);

    assertThat(plan.obstacle().orElseThrow().kind()).isEqualTo(Obstacle.Kind.REFUSED_FILE);
    assertThat(plan.obstacle().orElseThrow().sentence().toString())
        .contains("MetadataIncompleteBuffer")
        .contains("unchanged");
  }

  @Test
  void textThatCannotBeWrittenIsRefused() throws IOException {
    assertRefused(file.with("k", "\ud800"), REWRITE, Obstacle.Kind.UNWRITABLE_HEADER);
    assertRefused(
        file.with("k", "x".repeat(100_000_000)), REWRITE, Obstacle.Kind.UNWRITABLE_HEADER);
  }

  @Test
  void everyTextThatIsUnicodeIsSaved() throws IOException {
    Metadata target =
        Metadata.of(
            Map.of("__metadata__", "x", "", "empty", "\u0000", "\u0000\u2028", "😀", "\"\\/\n"));

    file.save(target, REWRITE);

    assertThat(file.metadata().entries()).isEqualTo(target.entries());
  }

  @Test
  void readOnlyFileAndFolderAreRefused() throws IOException {
    for (Path readOnly : List.of(file.path().toRealPath(), folder.toRealPath())) {
      WatchedFiles files =
          new WatchedFiles() {
            @Override
            public boolean isWritable(Path path) {
              return !path.equals(readOnly);
            }
          };
      for (SaveOptions options : List.of(IN_PLACE, REWRITE)) {
        SavePlan plan = file.plan(files, file.with("note", "short"), options);
        assertThat(plan.obstacles())
            .extracting(Obstacle::kind)
            .containsExactly(Obstacle.Kind.NO_PERMISSION);
        assertThat(plan.obstacle().orElseThrow().sentence().toString()).contains("unchanged");
      }
    }
  }

  @Test
  void fullDiskIsDetectedBeforeAnythingIsWritten() throws IOException {
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public long freeByteCount(Path path) {
            return 1000;
          }
        };

    SavePlan plan = file.plan(files, file.with("a", "b"), REWRITE);

    assertThat(plan.obstacle().orElseThrow().kind()).isEqualTo(Obstacle.Kind.NO_SPACE);
    assertThat(plan.obstacle().orElseThrow().sentence().toString()).contains("1,000 bytes");
  }

  @Test
  void fileIsSavedAndAFailedFolderSyncIsReported() throws IOException {
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          public void forceFolder(Path path) throws IOException {
            throw new IOException("no force");
          }
        };
    SavePlan plan = file.plan(files, file.with("a", "b"), REWRITE);

    SaveOutcome outcome = new Saver(files).save(plan, Cancellation.NEVER, Progress.NONE);

    assertThat(outcome.isConfirmedDurable()).isFalse();
    assertThat(outcome.message().toString()).contains("power cut");
    assertThat(file.metadata().entries()).containsEntry("a", "b");
    file.assertAlone();
  }

  @Test
  void progressEndsWithAllBytes() throws IOException {
    for (SaveOptions options : List.of(IN_PLACE, REWRITE)) {
      SavePlan plan = file.plan(operations, file.with("note", "s" + options.hashCode()), options);
      List<Long> reported = new ArrayList<>();

      new Saver(operations)
          .save(
              plan,
              Cancellation.NEVER,
              (done, total) -> {
                assertThat(total).isEqualTo(plan.bytesToWrite());
                reported.add(done);
              });

      assertThat(reported).isSorted().last().isEqualTo(plan.bytesToWrite());
    }
  }

  @Test
  void secondSaveFromTheSameViewIsRefused() throws IOException {
    SavePlan first = file.plan(operations, file.with("note", "first"), REWRITE);
    SavePlan second = file.plan(operations, file.with("note", "second"), REWRITE);

    new Saver(operations).save(first, Cancellation.NEVER, Progress.NONE);

    assertThatThrownBy(() -> new Saver(operations).save(second, Cancellation.NEVER, Progress.NONE))
        .hasMessageContaining("changed by another program");
    assertThat(file.metadata().entries()).containsEntry("note", "first");
  }

  @Test
  void nameOfAnyLengthHasRoomForItsJournal() throws IOException {
    for (int length : Set.of(200, 240, 255)) {
      Path named = Files.write(folder.resolve("é" + "n".repeat(length - 2)), before);
      for (SaveOptions options : List.of(IN_PLACE, REWRITE)) {
        Metadata target = file.with("note", options.strategy().name());
        SavePlan plan = SavedFile.plan(operations, named, target, options);

        assertThat(new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE).isSaved())
            .isTrue();
      }
    }
  }
}
