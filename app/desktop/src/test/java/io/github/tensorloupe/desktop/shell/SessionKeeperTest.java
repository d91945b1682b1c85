package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedWindow;
import io.github.tensorloupe.desktop.session.Session;
import io.github.tensorloupe.desktop.session.SessionFile;
import io.github.tensorloupe.desktop.session.StartupPlan;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.storage.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionKeeperTest {

  @TempDir private Path folder;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final List<Failure> failures = new ArrayList<>();
  private final List<SessionFile> files = new ArrayList<>();

  private SessionFile file() {
    SessionFile file =
        new SessionFile(
            new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties()));
    files.add(file);
    return file;
  }

  private SessionKeeper keeper() {
    return keeper(Runnable::run);
  }

  private SessionKeeper keeper(Executor background) {
    return new SessionKeeper(
        file(),
        Duration.ZERO,
        background,
        new Jobs(waiting::add, Runnable::run),
        Messages.english(),
        failures::add);
  }

  private void work() {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  @AfterEach
  void leaveFiles() throws IOException {
    for (SessionFile file : files) {
      file.close();
    }
  }

  private Session session(String... names) {
    return new Session(
        RememberedWindow.DEFAULT,
        List.of(names).stream()
            .map(name -> RememberedWindow.DEFAULT.with(RememberedDocument.of(folder.resolve(name))))
            .toList(),
        List.of(),
        0);
  }

  @Test
  void latestOfConcurrentSessionsIsStoredInTheBackground() throws IOException {
    SessionKeeper keeper = keeper();
    keeper.begin(true, false);
    keeper.update(session("a"));
    keeper.update(session("b"));
    assertThat(file().load()).isEqualTo(Session.NONE);

    work();

    assertThat(file().load()).isEqualTo(session("b"));
  }

  @Test
  void theEndOfTheProcessWritesWhatIsNotWrittenYet() throws IOException {
    SessionKeeper keeper = keeper();
    keeper.begin(true, false);
    keeper.update(session("a"));

    keeper.flush();

    assertThat(file().load()).isEqualTo(session("a"));
  }

  @Test
  void thatItBeginsIsWrittenAtOnce() throws IOException {
    Files.createFile(folder.resolve("a"));
    file().store(session("a", "missing"));

    StartupPlan start = keeper().begin(true, false);

    assertThat(start.session().windows()).isEqualTo(session("a").windows());
    assertThat(start.missing()).containsExactly(folder.resolve("missing"));
    assertThat(file().load().beginnings()).isEqualTo(1);
  }

  @Test
  void theWindowsDoNotWaitForADiskThatIsSlow() throws IOException {
    Files.createFile(folder.resolve("a"));
    file().store(session("a"));

    StartupPlan start = keeper(waiting::add).begin(true, false);

    assertThat(start.session().windows()).isEqualTo(session("a").windows());
    assertThat(file().load().beginnings()).isZero();
    work();
    assertThat(file().load().beginnings()).isEqualTo(1);
  }

  @Test
  void secondProcessRestoresAndStoresNothing() throws IOException {
    file().store(session("a"));
    file().claim(Duration.ZERO);
    SessionKeeper keeper = keeper();

    assertThat(keeper.begin(true, false)).isEqualTo(StartupPlan.FRESH);
    keeper.update(session("b"));
    work();
    keeper.flush();

    assertThat(file().load()).isEqualTo(session("a"));
  }

  @Test
  void failureIsReportedOnce() throws IOException {
    SessionKeeper keeper = keeper();
    keeper.begin(true, false);
    Files.deleteIfExists(folder.resolve("tensorloupe/session.json"));
    Files.createDirectory(folder.resolve("tensorloupe/session.json"));
    keeper.update(session("a"));
    work();
    keeper.update(session("b"));
    work();

    assertThat(failures).hasSize(1);
    assertThat(failures.getFirst().doing()).isEqualTo("The session cannot be saved");
    assertThat(failures.getFirst().sentence().toString()).contains("session.json cannot be read: ");
  }
}
