package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.RewrittenFiles.FileMark;
import io.github.tensorloupe.save.SaveOptions.Permission;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A save that may be killed, with the expected content of its folder before and after it.
/// Thread-safe.
final class CrashScene {

  private static final String NAME = "model.safetensors";

  private final KilledSave save;
  private final Path before;
  private final Path after;
  private final String dataSha256;
  private final int stepCount;
  private final int lastWrite;

  /// Creates the file and saves a copy of it without a kill.
  ///
  /// @param folder a folder that only this scene uses
  /// @param pieceBytes the maximum number of bytes that one step writes or copies
  CrashScene(KilledSave save, Path folder, int noteLength, int dataLength, int pieceBytes)
      throws IOException {
    this.save = save;
    this.before = Files.createDirectories(folder.resolve("before"));
    KilledSave.writeFile(before.resolve(NAME), noteLength, dataLength);
    if (save == KilledSave.REPLACING_COPY) {
      KilledSave.writeFile(save.target(before.resolve(NAME)), 100, 300);
    }
    this.after = copyOf(before, folder.resolve("after"));
    StoppingFiles files = new StoppingFiles(StoppingFiles.NEVER, pieceBytes);
    save.run(files, after.resolve(NAME));
    this.stepCount = files.stepCount();
    this.lastWrite = files.lastWrite();
    this.dataSha256 = dataSha256(before.resolve(NAME));
    assertThat(dataSha256(save.target(after.resolve(NAME)))).isEqualTo(dataSha256);
    assertThat(names(after)).hasSize(save.target(after).equals(after) ? 1 : 2);
  }

  KilledSave save() {
    return save;
  }

  /// Returns the number of steps of the save.
  int stepCount() {
    return stepCount;
  }

  /// Returns the number of the step that writes the last piece of the header or of the data.
  int middleStep() {
    return lastWrite;
  }

  /// Creates a folder in the state before the save, and a hard link to the file outside the folder.
  ///
  /// @return the file
  Path prepare(Path folder) throws IOException {
    Path file = copyOf(before, folder).resolve(NAME);
    Files.createLink(otherName(file), file);
    return file;
  }

  private static Path otherName(Path file) {
    return file.getParent().resolveSibling(file.getParent().getFileName() + ".link");
  }

  /// Creates a folder with copies of the files of another folder.
  static Path copyOf(Path from, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Path file : files(from)) {
      Files.copy(file, folder.resolve(file.getFileName()));
    }
    return folder;
  }

  /// Replaces the keys in the journal of a rewrite with the keys of copied files.
  ///
  /// @param isReplaced true if the target is the new file
  static void adoptKeys(Path target, boolean isReplaced) throws IOException {
    FileOperations files = FileOperations.ofThisComputer();
    Path path = SaveNames.journal(target);
    if (!Files.exists(path)) {
      return;
    }
    JournalHead head;
    RewrittenFiles rewritten;
    try (OpenFile file = files.openToRead(path)) {
      Journal journal = Journal.read(file);
      if (journal.state() != Journal.State.REWRITE) {
        return;
      }
      head = journal.head().orElseThrow();
      rewritten = journal.rewritten();
    }
    Path draft = SaveNames.draft(target);
    FileMark newFile = adopted(rewritten.newFile(), isReplaced ? target : draft);
    FileMark oldFile =
        rewritten.oldFile().isKnown()
            ? adopted(rewritten.oldFile(), isReplaced ? draft : target)
            : FileMark.NONE;
    byte[] adopted = new RewrittenFiles(newFile, oldFile).toBytes();
    Files.delete(path);
    try (OpenFile file = files.create(path)) {
      JournalHead adoptedHead =
          new JournalHead(
              head.strategy(),
              head.processId(),
              head.host(),
              head.fileLength(),
              head.headerLength(),
              adopted.length);
      Journal.write(file, adoptedHead, adopted);
    }
  }

  private static FileMark adopted(FileMark mark, Path file) throws IOException {
    if (!Files.exists(file)) {
      return new FileMark("none", "", "", 0, "");
    }
    BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
    String modified = mark.modified().isEmpty() ? "" : found.lastModifiedTime().toString();
    return FileMark.of(
        Optional.of(found.fileKey()),
        found.creationTime(),
        modified,
        mark.byteLength(),
        mark.headSha256());
  }

  /// Deletes a folder without subfolders.
  static void delete(Path folder) throws IOException {
    for (Path file : files(folder)) {
      Files.delete(file);
    }
    Files.delete(folder);
  }

  /// Checks the files that a killed process left, before any recovery.
  ///
  /// @param file the file of [#prepare(Path)]
  void checkUnrecovered(Path file) throws IOException {
    if (save == KilledSave.IN_PLACE) {
      checkAsReadersDo(file);
      if (Files.exists(otherName(file))) {
        checkAsReadersDo(otherName(file));
      }
      Path moved = file.getParent().resolveSibling(file.getParent().getFileName() + ".moved");
      Files.move(file, moved);
      checkAsReadersDo(moved);
      Files.move(moved, file);
    } else {
      isNew(file);
    }
  }

  /// Checks that a reader without support for journals loads the old or the new file, or refuses
  /// it, and that this program does not allow edits of refused files.
  private void checkAsReadersDo(Path path) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    boolean isOldOrNew =
        Arrays.equals(bytes, Files.readAllBytes(before.resolve(NAME)))
            || Arrays.equals(bytes, Files.readAllBytes(after.resolve(NAME)));
    try (TensorFile file = TensorFile.open(path)) {
      if (isOldOrNew) {
        assertThat(file.reading().loadError()).isEmpty();
        return;
      }
      assertThat(file.reading().loadError()).contains(LoadError.HEADER_TOO_LARGE);
      SavePlan plan =
          new Saver(FileOperations.ofThisComputer())
              .plan(file, Metadata.EMPTY, SaveOptions.DEFAULT.with(Permission.EDIT_LINKS, true));
      assertThat(plan.obstacles()).extracting(Obstacle::kind).contains(Obstacle.Kind.REFUSED_FILE);
    }
  }

  /// Recovers the file, and checks that it is intact and that no other files remain.
  ///
  /// @param file the file of [#prepare(Path)]
  /// @return true if the file is the new one
  boolean recover(Path file) throws IOException {
    Recovery recovery = new Recovery(FileOperations.ofThisComputer());
    recovery.recover(save.target(file), false);
    boolean isNew = isNew(file);
    assertThat(names(file.getParent())).isEqualTo(names(isNew ? after : before));
    assertThat(recovery.inspect(save.target(file))).isEmpty();
    return isNew;
  }

  /// Returns whether the target is exactly the new file; otherwise, it must be exactly the old one.
  private boolean isNew(Path file) throws IOException {
    Path target = save.target(file);
    if (!target.equals(file)) {
      assertThat(Files.mismatch(file, before.resolve(NAME))).isEqualTo(-1);
    }
    if (isSame(target, after.resolve(target.getFileName()))) {
      assertThat(dataSha256(target)).isEqualTo(dataSha256);
      assertLoads(target);
      return true;
    }
    Path old = before.resolve(target.getFileName());
    assertThat(Files.exists(target)).isEqualTo(Files.exists(old));
    if (Files.exists(old)) {
      assertThat(Files.mismatch(target, old)).as("neither old nor new").isEqualTo(-1);
      assertLoads(target);
    }
    return false;
  }

  private static boolean isSame(Path file, Path other) throws IOException {
    return Files.exists(file) && Files.mismatch(file, other) < 0;
  }

  private static void assertLoads(Path path) throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(file.reading().loadError()).isEmpty();
    }
  }

  private static String dataSha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      ByteBuffer length = ByteBuffer.wrap(in.readNBytes(8)).order(ByteOrder.LITTLE_ENDIAN);
      in.skipNBytes(length.getLong());
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> names(Path folder) throws IOException {
    return files(folder).stream().map(each -> each.getFileName().toString()).toList();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    }
  }
}
