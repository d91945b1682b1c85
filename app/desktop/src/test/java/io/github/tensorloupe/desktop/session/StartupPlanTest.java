package io.github.tensorloupe.desktop.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StartupPlanTest {

  private static final RememberedWindow DEFAULT =
      RememberedWindow.DEFAULT.at(Optional.of(new WindowPlace(1, 2, 300, 400, false, false)));

  private static RememberedDocument document(String name) {
    return RememberedDocument.of(Path.of("/models", name));
  }

  private static Session session(int beginnings, String... names) {
    return new Session(
        DEFAULT,
        Stream.of(names).map(name -> DEFAULT.with(document(name))).toList(),
        List.of(document("closed")),
        beginnings);
  }

  private static List<Path> closed(StartupPlan start) {
    return start.session().closed().stream().map(RememberedDocument::path).toList();
  }

  @Test
  void whatWasOpenIsOpenedAndTheBeginningIsCounted() {
    StartupPlan start = StartupPlan.after(session(0, "a", "b"), true, false, _ -> true);

    assertThat(start.session().windows()).isEqualTo(session(0, "a", "b").windows());
    assertThat(start.session()).isEqualTo(session(1, "a", "b"));
    assertThat(start.missing()).isEmpty();
    assertThat(start.gaveUp()).isFalse();
  }

  @Test
  void afterTwoBadEndsNothingIsOpenedAndNothingIsLost() {
    StartupPlan start = StartupPlan.after(session(2, "a", "b"), true, false, _ -> true);

    assertThat(start.gaveUp()).isTrue();
    assertThat(start.session().windows()).isEmpty();
    assertThat(closed(start))
        .containsExactly(Path.of("/models/b"), Path.of("/models/a"), Path.of("/models/closed"));
    assertThat(start.session().beginnings()).isZero();
  }

  @Test
  void oneBadEndIsTriedAgain() {
    StartupPlan start = StartupPlan.after(session(1, "a"), true, false, _ -> true);

    assertThat(start.session().windows()).hasSize(1);
    assertThat(start.session().beginnings()).isEqualTo(2);
  }

  @Test
  void pathsAreOpenedInPlaceOfWhatWasOpenWhichCanBeReopened() {
    StartupPlan start = StartupPlan.after(session(0, "a", "closed"), true, true, _ -> true);

    assertThat(start.session().windows()).isEmpty();
    assertThat(start.gaveUp()).isFalse();
    assertThat(closed(start)).containsExactly(Path.of("/models/closed"), Path.of("/models/a"));
  }

  @Test
  void missingFileIsReportedAndCanBeReopened() {
    StartupPlan start =
        StartupPlan.after(
            session(0, "a", "b"), true, false, path -> !path.equals(Path.of("/models/a")));

    assertThat(start.missing()).containsExactly(Path.of("/models/a"));
    assertThat(start.session().windows()).containsExactly(DEFAULT.with(document("b")));
    assertThat(closed(start)).containsExactly(Path.of("/models/a"), Path.of("/models/closed"));
  }

  @Test
  void whoDoesNotWantItGetsTheBoundsOfTheWindowOnly() {
    StartupPlan start = StartupPlan.after(session(1, "a"), false, false, _ -> true);

    assertThat(start.session().windows()).isEmpty();
    assertThat(start.session()).isEqualTo(new Session(DEFAULT, List.of(), List.of(), 0));
  }

  @Test
  void aStartPageAloneIsNoBeginningThatCouldEndBadly() {
    Session onStartPage = new Session(DEFAULT, List.of(DEFAULT), List.of(), 0);

    StartupPlan start = StartupPlan.after(onStartPage, true, false, _ -> true);

    assertThat(start.session().windows()).isEmpty();
    assertThat(start.session().beginnings()).isZero();
  }
}
