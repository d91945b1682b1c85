package io.github.tensorloupe.desktop.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.storage.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionFileTest {

  @TempDir private Path folder;
  private SessionFile sessions;
  private Path file;

  @BeforeEach
  void makeFolder() throws IOException {
    sessions = sessionFile();
    file = Files.createDirectories(folder.resolve("tensorloupe")).resolve("session.json");
  }

  private SessionFile sessionFile() {
    return new SessionFile(
        new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties()));
  }

  private Session someSession() {
    return someSession(folder);
  }

  static Session someSession(Path folder) {
    Arrangement arrangement =
        new Arrangement(
            Optional.of(431.5),
            Optional.of(0.5),
            Optional.of(0.75),
            Map.of("overview", true, "values", false),
            false,
            Map.of(
                "tensor-tree",
                new TableLayout(
                    List.of(
                        new TableLayout.Column("name", 210, true),
                        new TableLayout.Column("dtype", 60, false)),
                    Optional.of(new TableLayout.Sort("bytes", false)))),
            Optional.of("SIZE"),
            List.of("histogram", "values"));
    RememberedWindow defaultWindow =
        new RememberedWindow(
            Optional.of(new WindowPlace(-20, 30.5, 1000, 700, true, false)),
            arrangement,
            Optional.empty(),
            Optional.empty());
    Path shard = folder.resolve("模型 1.safetensors");
    RememberedDocument document =
        new RememberedDocument(
            shard,
            Optional.of(
                new RememberedPlace(
                    shard,
                    Long.MAX_VALUE,
                    Optional.of(new RememberedPlace.Tensor(shard, "a\u0000\"b", 3, 512)),
                    Optional.of(List.of("a", "")),
                    "HISTOGRAM")),
            Optional.of(List.of(List.of("a"), List.of("a", "b"))));
    RememberedComparison comparison =
        new RememberedComparison(
            folder,
            Optional.of("DELTA"),
            List.of(new ByHand("a", "", true), new ByHand("c", "d", false)));
    return new Session(
        defaultWindow,
        List.of(defaultWindow.with(document).inTab(2, 1), RememberedWindow.DEFAULT),
        List.of(RememberedDocument.of(folder), RememberedDocument.of(shard).with(comparison)),
        1);
  }

  @Test
  void whatWasStoredIsLoaded() throws IOException {
    sessions.store(someSession());

    assertThat(sessionFile().load()).isEqualTo(someSession());
    sessions.store(Session.NONE);
    assertThat(sessionFile().load()).isEqualTo(Session.NONE);
  }

  @Test
  void whatIsTheSameIsNotWrittenAgain() throws IOException {
    Files.writeString(file, "{}");

    sessions.store(Session.NONE);

    assertThat(file).hasContent("{}");
  }

  @Test
  void unknownMembersStay() throws IOException {
    Files.writeString(file, "{\"later\": [1, 2]}");

    sessions.store(someSession());

    assertThat(file).content().contains("\"later\"", "[ 1, 2 ]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"usual\": [], \"windows\": {}, \"closed\": 1, \"beginnings\": -3}",
        "{\"usual\": {\"place\": {\"x\": 1, \"y\": 1, \"width\": 0, \"height\": 5}}}",
        "{\"usual\": {\"place\": {\"x\": 1e300, \"y\": 1, \"width\": 9, \"height\": 5}}}",
        "{\"usual\": {\"arrangement\": {\"treeWidth\": -1, \"panesShare\": 2, \"tables\": []}}}",
        "{\"windows\": [1, null, \"x\"], \"closed\": [{\"path\": \"relative\"}, {\"path\": 1}]}",
        "{\"beginnings\": 1e99}"
      })
  void whatIsBrokenCountsAsNothing(String text) throws IOException {
    Files.writeString(file, text);

    Session session = sessions.load();

    assertThat(session.defaultWindow()).isEqualTo(RememberedWindow.DEFAULT);
    assertThat(session.windows()).isEmpty();
    assertThat(session.closed()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{} x"})
  void damagedFileIsReportedAndSetAside(String text) throws IOException {
    Files.writeString(file, text);

    assertThatIOException()
        .isThrownBy(sessions::load)
        .withMessageContaining("session.json cannot be read: It ");
    sessions.store(someSession());

    assertThat(sessions.load()).isEqualTo(someSession());
    assertThat(file.resolveSibling("session.json.damaged")).hasContent(text);
  }

  @Test
  void theBrokenPartsOfAWindowAreLeftOut() throws IOException {
    Files.writeString(
        file,
        """
        {"windows": [{
          "place": {"x": "?"},
          "arrangement": {"bytesShown": false, "tables": {"t": {"columns": [
            {"id": "a", "width": 50}, {"id": 1, "width": 50}, {"id": "b", "width": "x"}]}}},
          "document": {"path": "%s", "openGroups": [["a"], [], [1], "b"],
            "at": {"file": "/f", "byteOffset": -5, "group": ["a", 1]}}}]}
        """
            .formatted(folder));

    RememberedWindow window = sessions.load().windows().getFirst();

    assertThat(window.place()).isEmpty();
    assertThat(window.arrangement().bytesShown()).isEqualTo(Map.of(Arrangement.OTHER_PANES, false));
    assertThat(window.arrangement().tables().get("t").columns())
        .containsExactly(new TableLayout.Column("a", 50, true));
    RememberedDocument document = window.document().orElseThrow();
    assertThat(document.openGroups()).contains(List.of(List.of("a")));
    assertThat(document.place())
        .contains(new RememberedPlace(Path.of("/f"), 0, Optional.empty(), Optional.empty(), ""));
  }

  @Test
  void onlySoManyWindowsAreRememberedTheOnesInFront() {
    List<RememberedWindow> windows =
        IntStream.range(0, 60)
            .mapToObj(i -> RememberedWindow.DEFAULT.with(RememberedDocument.of(Path.of("/" + i))))
            .toList();

    Session session = new Session(RememberedWindow.DEFAULT, windows, List.of(), 0);

    assertThat(session.windows()).hasSize(Session.MAX_WINDOWS).endsWith(windows.getLast());
  }

  @Test
  void oneProcessAtATimeHasTheFile() throws IOException {
    SessionFile other = sessionFile();
    assertThat(sessions.claim(Duration.ZERO)).isTrue();
    assertThat(sessions.claim(Duration.ZERO)).isTrue();

    assertThat(other.claim(Duration.ZERO)).isFalse();
    sessions.close();
    assertThat(other.claim(Duration.ZERO)).isTrue();
    other.close();
  }

  @Test
  void whoeverWaitsForAProcessThatEndsHasTheFileThen() throws Exception {
    SessionFile ending = sessionFile();
    assertThat(ending.claim(Duration.ZERO)).isTrue();
    FutureTask<Boolean> waiting = new FutureTask<>(() -> sessions.claim(Duration.ofMinutes(1)));
    Thread thread = Thread.ofPlatform().start(waiting);
    while (thread.isAlive() && thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }

    ending.close();

    assertThat(waiting.get()).isTrue();
  }

  @Test
  void aFileThatCannotBeReadIsASentence() throws IOException {
    Files.createDirectory(file);

    assertThatIOException()
        .isThrownBy(sessions::load)
        .withMessageContaining("session.json cannot be read");
  }

  @Test
  void nothingIsStoredWithoutAFolder() throws IOException {
    SessionFile nowhere = new SessionFile(new Folders(Map.of(), new Properties()));

    nowhere.store(someSession());

    assertThat(nowhere.claim(Duration.ZERO)).isFalse();
    assertThat(nowhere.load()).isEqualTo(Session.NONE);
  }
}
