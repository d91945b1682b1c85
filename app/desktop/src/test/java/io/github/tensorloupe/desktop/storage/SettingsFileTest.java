package io.github.tensorloupe.desktop.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.storage.Accent;
import io.github.tensorloupe.storage.AtomicFile;
import io.github.tensorloupe.storage.Folders;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsFileTest {

  static final Settings OTHER =
      Settings.DEFAULT
          .with(Switch.SCAN_AUTOMATICALLY, false)
          .withAutoScanLimitBytes(12345)
          .withAppearance(new Appearance(Theme.DARK, Accent.TEAL, 17))
          .withLanguage(Optional.of("de"))
          .with(Switch.RESTORES_SESSION, false)
          .withShortcuts(Map.of("save", "F2", "quit", ""))
          .withWeightForm(WeightForm.SCALES);

  @TempDir private Path folder;
  private SettingsFile settings;
  private Path file;

  @BeforeEach
  void makeFolder() throws IOException {
    settings =
        new SettingsFile(
            new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties()));
    file = Files.createDirectory(folder.resolve("tensorloupe")).resolve("settings.json");
  }

  @Test
  void whatWasStoredIsLoaded() throws IOException {
    settings.store(OTHER);

    assertThat(settings.load()).isEqualTo(OTHER);
    settings.store(Settings.DEFAULT);
    assertThat(settings.load()).isEqualTo(Settings.DEFAULT);
  }

  @Test
  void largeCheckpointsAreNotScannedByThemselvesUnlessChosen() throws IOException {
    assertThat(settings.load()).isEqualTo(Settings.DEFAULT);
    assertThat(Settings.DEFAULT.isOn(Switch.SCAN_AUTOMATICALLY)).isTrue();
    assertThat(Settings.DEFAULT.autoScanLimitBytes()).isEqualTo(8L << 30);
  }

  @Test
  void unknownMembersStay() throws IOException {
    Files.writeString(file, "{\"later\": {\"a\": [1, 2]}, \"scanAutomatically\": true}");

    settings.store(OTHER);

    assertThat(Files.readString(file)).contains("\"later\"", "[ 1, 2 ]", "12345");
    assertThat(settings.load()).isEqualTo(OTHER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"scanAutomatically\": 1, \"autoScanLimitBytes\": \"5\"}",
        "{\"autoScanLimitBytes\": -1}",
        "{\"theme\": \"DARK\", \"accent\": 7, \"fontSize\": \"large\", \"language\": {}}",
        "{\"shortcuts\": [\"save\"], \"restoresSession\": \"no\"}",
        "{\"shortcuts\": {\"save\": 1}, \"fontSize\": 99999999999}",
        "{\"autoScanLimitBytes\": 1e99}",
        "{\"autoScanLimitBytes\": 99999999999999999999}"
      })
  void brokenMembersMeanDefaultsAndStayUntilTheyChange(String text) throws IOException {
    Files.writeString(file, text);

    assertThat(settings.load()).isEqualTo(Settings.DEFAULT);
    settings.store(Settings.DEFAULT);
    assertThat(file).hasContent(text);
    settings.store(OTHER);
    assertThat(settings.load()).isEqualTo(OTHER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{} x", "{\"fontSize\": NaN}"})
  void damagedFileIsReportedAndSetAsideBeforeItIsReplaced(String text) throws IOException {
    Files.writeString(file, text);
    Path aside = file.resolveSibling("settings.json.damaged");

    assertThatIOException()
        .isThrownBy(settings::load)
        .withMessageStartingWith("The settings in " + file + " cannot be read: It ")
        .withMessageContaining(" kept as settings.json.damaged before it is overwritten.")
        .withMessageEndingWith(
            "Network access is off, because the unreadable settings may have disabled it.");
    settings.store(Settings.DEFAULT);
    assertThat(file).hasContent(text);
    settings.store(OTHER);

    assertThat(settings.load()).isEqualTo(OTHER);
    assertThat(aside).hasContent(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "null", "\"false\"", "{}", "[false]"})
  void networkIsOffIfItsMemberCannotBeRead(String value) throws IOException {
    Files.writeString(file, "{\"usesNetwork\": " + value + "}");
    assertThat(settings.load()).isEqualTo(Settings.UNREADABLE);
  }

  @Test
  void memberThatIsRepeatedMakesTheSettingsUnreadable() throws IOException {
    Files.writeString(file, "{\"usesNetwork\": false, \"usesNetwork\": true}");

    assertThatIOException().isThrownBy(settings::load);
  }

  @Test
  void networkStaysOffAfterUnreadableSettingsWereReplaced() throws IOException {
    Files.writeString(file, "{\"usesNetwork\": fal");
    assertThatIOException().isThrownBy(settings::load);
    settings.store(Settings.UNREADABLE.with(Switch.SCAN_AUTOMATICALLY, false));
    assertThat(settings.load().networkObjection()).isPresent();
  }

  @Test
  void whatWasSetAsideBeforeStays() throws IOException {
    Path aside = Files.writeString(file.resolveSibling("settings.json.damaged"), "older");
    Files.writeString(file, "{");

    settings.store(OTHER);

    assertThat(aside).hasContent("older");
    assertThat(file.resolveSibling("settings.json.damaged-2")).hasContent("{");
  }

  @Test
  void whatWasNotChosenOtherwiseStaysAsItIs() throws IOException {
    Files.writeString(
        file, "{\"accent\": \"red\", \"fontSize\": \"large\", \"shortcuts\": {\"later\": 5}}");
    Settings loaded = settings.load();

    settings.store(
        loaded.with(Switch.SCAN_AUTOMATICALLY, false).withShortcuts(Map.of("save", "F2")));

    assertThat(Files.readString(file))
        .contains("\"red\"", "\"large\"", "\"later\" : 5", "\"save\" : \"F2\"");
  }

  @Test
  void whatTwoProgramsChooseBothHolds() throws IOException {
    SettingsFile other =
        new SettingsFile(
            new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties()));
    Settings loaded = settings.load();
    other.load();

    settings.store(loaded.with(Switch.SCAN_AUTOMATICALLY, false));
    other.store(loaded.withLanguage(Optional.of("de")));

    assertThat(settings.load())
        .isEqualTo(loaded.with(Switch.SCAN_AUTOMATICALLY, false).withLanguage(Optional.of("de")));
  }

  @Test
  void onlyTheBrokenMemberIsReplacedByItsDefault() throws IOException {
    Files.writeString(file, "{\"scanAutomatically\": false, \"autoScanLimitBytes\": null}");

    assertThat(settings.load()).isEqualTo(Settings.DEFAULT.with(Switch.SCAN_AUTOMATICALLY, false));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void filesInAFolderOfAnotherUserAreReadAndNotWritten() throws IOException {
    settings.store(OTHER);
    byte[] before = Files.readAllBytes(file);
    try {
      Files.setAttribute(file.getParent(), "unix:uid", 12345);
    } catch (FileSystemException e) {
      abort("only root can give a folder to another user");
    }

    assertThatIOException()
        .isThrownBy(() -> settings.store(Settings.DEFAULT))
        .withMessageContaining("belongs to another user");
    assertThatIOException()
        .isThrownBy(() -> AtomicFile.write(file, false, out -> out.write(1)))
        .withMessageContaining("belongs to another user");

    assertThat(settings.load()).isEqualTo(OTHER);
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void linksOfOtherUsersAreNotFollowed() throws IOException {
    Path own = Files.writeString(folder.resolve("own"), "own");
    Files.createSymbolicLink(file, own);
    try {
      Files.setAttribute(file, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (FileSystemException e) {
      abort("only the superuser can give a link away");
    }

    assertThatIOException()
        .isThrownBy(() -> AtomicFile.write(file, false, out -> out.write(1)))
        .withMessageContaining("belongs to another user");
    assertThatIOException().isThrownBy(() -> settings.store(OTHER));

    assertThat(own).hasContent("own");
    assertThat(folder.resolve("own.damaged")).doesNotExist();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aDeviceInPlaceOfTheFileIsNeitherReadNorReplaced() throws IOException {
    Files.createSymbolicLink(file, Path.of("/dev/zero"));

    assertThatIOException()
        .isThrownBy(settings::load)
        .withMessageContaining("cannot be read: it is not a regular file.");
    assertThatIOException().isThrownBy(() -> settings.store(OTHER));
    assertThatIOException()
        .isThrownBy(() -> AtomicFile.write(file, true, out -> out.write(1)))
        .withMessageContaining("cannot be written: it is not a regular file");

    assertThat(file).isSymbolicLink();
    assertThat(Files.isRegularFile(Path.of("/dev/zero"))).isFalse();
  }

  @Test
  void noTemporaryFilesRemain() throws IOException {
    settings.store(OTHER);

    assertThat(file.getParent())
        .isDirectoryNotContaining(path -> !path.equals(file) && !path.endsWith("settings.lock"));
  }

  @Test
  void failureIsASentence() throws IOException {
    Files.createDirectory(file);

    assertThatIOException()
        .isThrownBy(settings::load)
        .withMessageContaining("settings.json")
        .withMessageEndingWith(".");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linkStaysALink() throws IOException {
    Path target = Files.writeString(folder.resolve("elsewhere.json"), "{}");
    Files.createSymbolicLink(file, target);

    settings.store(OTHER);

    assertThat(file).isSymbolicLink();
    assertThat(target).content().contains("12345");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linkToAFileThatIsNotThereStaysALink() throws IOException {
    Files.createSymbolicLink(folder.resolve("middle.json"), Path.of("target.json"));
    Files.createSymbolicLink(file, Path.of("../middle.json"));

    settings.store(OTHER);

    assertThat(file).isSymbolicLink();
    assertThat(folder.resolve("target.json")).content().contains("12345");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linkIntoAMissingFolderIsReportedWithItsTarget() throws IOException {
    Files.createSymbolicLink(file, folder.resolve("missing/settings.json"));

    assertThatIOException()
        .isThrownBy(() -> settings.store(OTHER))
        .withMessage(
            "%s cannot be written: the folder of %s does not exist."
                .formatted(file, folder.resolve("missing/settings.json")));
    assertThat(file).isSymbolicLink();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void damagedTargetOfALinkIsSetAsideInItsFolder() throws IOException {
    Path target = Files.writeString(folder.resolve("elsewhere.json"), "{");
    Files.createSymbolicLink(file, target);

    settings.store(OTHER);

    assertThat(file).isSymbolicLink();
    assertThat(target).content().contains("12345");
    assertThat(folder.resolve("elsewhere.json.damaged")).hasContent("{");
  }

  private void assertNetworkIsOff() throws IOException {
    assertThatIOException()
        .isThrownBy(settings::load)
        .withMessageStartingWith("The settings in " + file + " cannot be read: ")
        .withMessageEndingWith(
            "Network access is off, because the unreadable settings may have disabled it.");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aLinkToAMissingFileIsUnreadableUntilSettingsAreStored() throws IOException {
    Path target = folder.resolve("elsewhere.json");
    Files.createSymbolicLink(file, target);
    assertNetworkIsOff();

    settings.store(Settings.UNREADABLE.with(Switch.SCAN_AUTOMATICALLY, false));

    assertThat(target).isRegularFile();
    assertThat(settings.load().networkObjection()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tensorloupe"})
  void aFileInPlaceOfAFolderMakesSettingsUnreadable(String name) throws IOException {
    Path blocked = replaceFolder(name);
    Files.createFile(blocked);
    assertNetworkIsOff();
  }

  @ParameterizedTest
  @CsvSource({"'', loop", "tensorloupe, loop", "'', missing", "tensorloupe, missing"})
  @DisabledOnOs(OS.WINDOWS)
  void brokenLinkToTheFolderMakesSettingsUnreadable(String name, String kind) throws IOException {
    Path link = replaceFolder(name);
    Files.createSymbolicLink(link, kind.equals("loop") ? link : folder.resolve("missing"));
    assertNetworkIsOff();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tensorloupe"})
  @DisabledOnOs(OS.WINDOWS)
  void aFolderWithoutPermissionMakesSettingsUnreadable(String name) throws IOException {
    Path closed = replaceFolder(name);
    Files.createDirectory(closed);
    Files.setPosixFilePermissions(closed, Set.of());
    assumeFalse(Files.isReadable(closed), "the superuser can read every folder");
    assertNetworkIsOff();
  }

  @Test
  void aFolderThatDoesNotExistMeansDefaults() throws IOException {
    replaceFolder("");
    assertThat(settings.load()).isEqualTo(Settings.DEFAULT);
  }

  /// Uses a new configuration folder, which exists unless the name is empty.
  ///
  /// @return the path of the given name in the folder, or the missing folder if the name is empty
  private Path replaceFolder(String name) throws IOException {
    Path place = folder.resolve("place");
    settings =
        new SettingsFile(
            new Folders(Map.of("XDG_CONFIG_HOME", place.toString()), new Properties()));
    file = place.resolve("tensorloupe/settings.json");
    return name.isEmpty() ? place : Files.createDirectory(place).resolve(name);
  }

  @Test
  void unsavedSettingsAreReportedWithoutAFolder() throws IOException {
    SettingsFile nowhere = new SettingsFile(new Folders(Map.of(), new Properties()));

    assertThat(nowhere.load()).isEqualTo(Settings.DEFAULT);
    nowhere.store(Settings.DEFAULT);

    assertThatIOException()
        .isThrownBy(() -> nowhere.store(OTHER))
        .withMessageStartingWith("Settings are lost when the program ends");
  }
}
