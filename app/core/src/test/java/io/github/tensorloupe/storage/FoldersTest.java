package io.github.tensorloupe.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {

  @TempDir private Path folder;
  private Path home;
  private Path temporary;
  private final Map<String, String> environment = new HashMap<>();
  private final Properties properties = new Properties();

  @BeforeEach
  void makeHome() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    temporary = Files.createDirectory(folder.resolve("tmp"));
    environment.put("HOME", home.toString());
    properties.setProperty("os.name", "Linux");
    properties.setProperty("java.io.tmpdir", temporary.toString());
    properties.setProperty("user.name", "ada");
  }

  @Test
  void cacheIsInTheHome() {
    assertThat(cache()).isEqualTo(home.resolve(".cache/tensorloupe")).isEmptyDirectory();
  }

  @Test
  void cacheFollowsTheDesktopsSetting() {
    environment.put("XDG_CACHE_HOME", folder.resolve("elsewhere").toString());

    assertThat(cache()).isEqualTo(folder.resolve("elsewhere/tensorloupe")).isEmptyDirectory();
  }

  @Test
  void relativeSettingOfTheDesktopIsIgnored() {
    environment.put("XDG_CACHE_HOME", "elsewhere");

    assertThat(cache()).isEqualTo(home.resolve(".cache/tensorloupe"));
  }

  @Test
  void cacheOnMacIsInTheLibrary() {
    properties.setProperty("os.name", "Mac OS X");

    assertThat(cache()).isEqualTo(home.resolve("Library/Caches/tensorloupe")).isEmptyDirectory();
  }

  @Test
  void cacheOnWindowsIsInTheLocalApplicationData() {
    properties.setProperty("os.name", "Windows 11");
    environment.put("LOCALAPPDATA", folder.resolve("local").toString());

    assertThat(cache()).isEqualTo(folder.resolve("local/tensorloupe/cache")).isEmptyDirectory();
  }

  @Test
  void withoutHomeTheTemporaryFolderServes() {
    environment.clear();

    assertThat(cache()).isEqualTo(temporary.resolve("tensorloupe-ada")).isEmptyDirectory();
  }

  @Test
  void relativeHomeIsIgnored() {
    environment.put("HOME", "home");

    assertThat(cache()).isEqualTo(temporary.resolve("tensorloupe-ada"));
  }

  @Test
  void missingHomeIsNotCreated() {
    Path none = folder.resolve("nonexistent");
    environment.put("HOME", none.toString());

    assertThat(cache()).isEqualTo(temporary.resolve("tensorloupe-ada"));
    assertThat(none).doesNotExist();
  }

  @Test
  void whereTheHomeTakesNoFolderTheTemporaryOneServes() throws IOException {
    Files.createFile(home.resolve(".cache"));

    assertThat(cache()).isEqualTo(temporary.resolve("tensorloupe-ada"));
  }

  @Test
  void nameThatCannotBeAPathIsIgnored() {
    environment.put("HOME", "/no\0home");

    assertThat(cache()).isEqualTo(temporary.resolve("tensorloupe-ada"));
  }

  @Test
  void userNameCannotLeaveTheTemporaryFolder() {
    environment.clear();
    properties.setProperty("user.name", "DOMAIN\\..//ada");

    assertThat(cache()).isEqualTo(temporary.resolve("tensorloupe-DOMAIN_..__ada"));
  }

  @Test
  void whereNothingCanBeWrittenThereIsNoCache() throws IOException {
    environment.clear();
    Files.createFile(temporary.resolve("tensorloupe-ada"));

    assertThat(new Folders(environment, properties).cache()).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void newFolderIsForItsOwnerOnly() throws IOException {
    assertThat(permissions(cache())).isEqualTo("rwx------");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void temporaryFolderThatOthersCanAccessIsNotUsed() throws IOException {
    environment.clear();
    Path own = Files.createDirectory(temporary.resolve("tensorloupe-ada"));
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(new Folders(environment, properties).cache()).isEmpty();
    Files.delete(own);
    assertThat(permissions(cache())).isEqualTo("rwx------");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void nothingIsCreatedInTheHomeOfAnotherUser() throws IOException {
    try {
      Files.setAttribute(home, "unix:uid", 12345);
    } catch (FileSystemException e) {
      abort("only root can give a folder to another user");
    }

    assertThat(cache()).isEqualTo(temporary.resolve("tensorloupe-ada"));
    assertThat(new Folders(environment, properties).logs()).isEmpty();
    assertThat(home).isEmptyDirectory();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linkInTheTemporaryFolderIsNotFollowed() throws IOException {
    environment.clear();
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.createSymbolicLink(temporary.resolve("tensorloupe-ada"), target);

    assertThat(new Folders(environment, properties).cache()).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void folderOfAnotherUserInTheTemporaryFolderIsNotUsed() throws IOException {
    environment.clear();
    Path foreign = Files.createDirectory(temporary.resolve("tensorloupe-ada"));
    try {
      Files.setAttribute(foreign, "unix:uid", 12345);
    } catch (FileSystemException e) {
      abort("only the superuser can give a folder away");
    }
    Files.setPosixFilePermissions(foreign, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(new Folders(environment, properties).cache()).isEmpty();
  }

  @Test
  void choicesAreInTheHome() {
    assertThat(config()).isEqualTo(home.resolve(".config/tensorloupe")).isEmptyDirectory();
  }

  @Test
  void choicesFollowTheDesktopsSetting() {
    environment.put("XDG_CONFIG_HOME", folder.resolve("elsewhere").toString());

    assertThat(config()).isEqualTo(folder.resolve("elsewhere/tensorloupe")).isEmptyDirectory();
  }

  @Test
  void choicesOnMacAreInTheLibrary() {
    properties.setProperty("os.name", "Mac OS X");

    assertThat(config())
        .isEqualTo(home.resolve("Library/Application Support/tensorloupe"))
        .isEmptyDirectory();
  }

  @Test
  void choicesOnWindowsMoveWithTheUser() {
    properties.setProperty("os.name", "Windows 11");
    environment.put("APPDATA", folder.resolve("roaming").toString());

    assertThat(config()).isEqualTo(folder.resolve("roaming/tensorloupe")).isEmptyDirectory();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void unreachableHomeIsNotConsideredMissing() throws IOException {
    Path loop = folder.resolve("loop");
    Files.createSymbolicLink(loop, loop);
    environment.put("HOME", loop.toString());

    assertThat(config()).isEqualTo(loop.resolve(".config/tensorloupe"));
    assertThat(cache()).isEqualTo(temporary.resolve("tensorloupe-ada"));
  }

  @Test
  void settingsAreNotStoredInTheTemporaryFolder() {
    environment.clear();

    assertThat(new Folders(environment, properties).config()).isEmpty();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void choicesInAFolderThatTakesNoMoreStillHold() throws IOException {
    Path own = Files.createDirectories(home.resolve(".config/tensorloupe"));
    // Not even the superuser can write to this folder.
    environment.put("XDG_CONFIG_HOME", "/proc");
    assertThat(config()).isEqualTo(own);

    environment.put("XDG_CONFIG_HOME", folder.resolve("elsewhere").toString());
    Files.createDirectories(folder.resolve("elsewhere"));
    Files.createSymbolicLink(folder.resolve("elsewhere/tensorloupe"), Path.of("/proc/self"));
    assertThat(config()).isEqualTo(folder.resolve("elsewhere/tensorloupe"));
  }

  @Test
  void whetherAllAreWithinAFolderIsFoundOutWithoutMakingAny() throws IOException {
    Folders folders = new Folders(environment, properties);
    assertThat(folders.areAllWithin(home)).isTrue();
    assertThat(folders.areAllWithin(folder.resolve("other"))).isFalse();

    environment.put("XDG_STATE_HOME", folder.toString());
    assertThat(new Folders(environment, properties).areAllWithin(home)).isFalse();
    assertThat(home).isEmptyDirectory();

    environment.clear();
    assertThat(new Folders(environment, properties).areAllWithin(home)).isFalse();
  }

  private Path config() {
    return new Folders(environment, properties).config().orElseThrow();
  }

  private Path cache() {
    return new Folders(environment, properties).cache().orElseThrow();
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
