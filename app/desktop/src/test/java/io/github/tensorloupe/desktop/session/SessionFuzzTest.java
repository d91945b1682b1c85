package io.github.tensorloupe.desktop.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/// Damaged session files are reported, or load as sessions that are equal after being stored
/// elsewhere and loaded again.
class SessionFuzzTest extends FuzzTest {

  private byte[] whole;

  @Override
  protected int rounds() {
    return 400;
  }

  private static SessionFile in(Path folder) {
    return new SessionFile(
        new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties()));
  }

  private static Path file(Path folder) throws IOException {
    return Files.createDirectories(folder.resolve("tensorloupe")).resolve("session.json");
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    Path first = scratch().resolve("first");
    Path second = scratch().resolve("second");
    if (whole == null) {
      in(first.getParent()).store(SessionFileTest.someSession(first));
      whole = Files.readAllBytes(file(first.getParent()));
    }
    byte[] text = input.nextInt(4) == 0 ? Damage.done(whole, 2, input) : Damage.json(whole, input);
    Files.write(file(first), text);
    Files.deleteIfExists(file(second));
    try {
      Session session = in(first).load();
      in(second).store(session);
      assertThat(in(second).load()).isEqualTo(session);
    } catch (SentenceException e) {
      assertThat(e.getMessage()).endsWith(".").hasLineCount(1);
    }
  }
}
