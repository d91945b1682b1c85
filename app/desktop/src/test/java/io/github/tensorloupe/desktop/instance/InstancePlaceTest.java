package io.github.tensorloupe.desktop.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class InstancePlaceTest {

  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private final Properties properties = new Properties();

  @BeforeEach
  void surround() {
    environment.put("XDG_RUNTIME_DIR", folder.toString());
    environment.put("DISPLAY", ":0");
    properties.setProperty("user.name", "ann");
  }

  private InstancePlace place() {
    return InstancePlace.of(environment, properties).orElseThrow();
  }

  @Test
  void anotherDisplayAndAnotherPersonHaveAnotherPlace() {
    InstancePlace original = place();
    environment.put("DISPLAY", ":1");
    assertThat(place()).isNotEqualTo(original);

    environment.put("DISPLAY", ":0");
    properties.setProperty("user.name", "bea");
    assertThat(place()).isNotEqualTo(original);
  }

  @Test
  void anotherScreenOfTheSameDisplayHasTheSame() {
    InstancePlace original = place();

    environment.put("DISPLAY", ":0.1");

    assertThat(place()).isEqualTo(original);
  }

  @Test
  void whereWindowsAreOnXTheCompositorDoesNotMatter() {
    InstancePlace original = place();
    environment.put("WAYLAND_DISPLAY", "wayland-0");
    assertThat(place()).isEqualTo(original);

    environment.remove("DISPLAY");
    assertThat(place()).isNotEqualTo(original);
  }

  @Test
  void theFolderIsForItsOwnerOnly() throws IOException {
    Path created = place().socket().getParent();

    assertThat(created).isEqualTo(folder.resolve("tensorloupe"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(created)))
        .isEqualTo("rwx------");
  }

  @Test
  void symbolicLinkToAFolderIsNotUsed() throws IOException {
    Path trap = Files.createDirectory(folder.resolve("trap"));
    Files.createSymbolicLink(folder.resolve("tensorloupe"), trap);
    environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());

    assertThat(place().socket().getParent()).isEqualTo(folder.resolve("cache/tensorloupe"));
  }

  @Test
  void sessionFolderOfAnotherUserIsUnchanged() throws IOException {
    Path session = Files.createDirectory(folder.resolve("session"));
    try {
      Files.setAttribute(session, "unix:uid", 12345);
    } catch (FileSystemException e) {
      abort("only the superuser can give a folder away");
    }
    environment.put("XDG_RUNTIME_DIR", session.toString());
    environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());

    assertThat(place().socket().getParent()).isEqualTo(folder.resolve("cache/tensorloupe"));
    assertThat(session).isEmptyDirectory();
  }

  @Test
  void folderThatOthersCanAccessIsNotUsed() throws IOException {
    Path open = Files.createDirectory(folder.resolve("tensorloupe"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());

    assertThat(place().socket().getParent()).isEqualTo(folder.resolve("cache/tensorloupe"));
  }

  @Test
  void withoutAFolderOfTheSessionTheCacheServes() {
    environment.put("XDG_RUNTIME_DIR", folder.resolve("missing").toString());
    environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());

    assertThat(place().socket().getParent()).isEqualTo(folder.resolve("cache/tensorloupe"));
  }

  @Test
  void aNameTooLongForASocketIsNotUsed() throws IOException {
    Path deep = Files.createDirectories(folder.resolve("d".repeat(100)));
    environment.put("XDG_RUNTIME_DIR", deep.toString());
    environment.put("XDG_CACHE_HOME", deep.toString());
    properties.setProperty("java.io.tmpdir", folder.toString());

    assertThat(place().socket().getParent()).isEqualTo(folder.resolve("tensorloupe-ann"));
  }

  @Test
  void whereNoFolderCanBeWrittenThereIsNoPlace() {
    environment.put("XDG_RUNTIME_DIR", "relative");

    assertThat(InstancePlace.of(environment, properties)).isEqualTo(Optional.empty());
  }
}
