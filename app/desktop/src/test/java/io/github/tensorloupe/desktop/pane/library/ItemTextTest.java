package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.library.ItemPane.ItemText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.Place;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ItemTextTest {

  private final ItemText words = new ItemText(Messages.english());

  private static LibraryEntry entry(Health health) {
    Place place = Place.folder(Path.of("/models").toAbsolutePath());
    return new LibraryEntry(
        "lora",
        place.folder().resolve("lora"),
        place,
        Optional.empty(),
        new LibraryEntry.Contents(5, 1, 1, List.of(Dtype.F16), Optional.empty()),
        Instant.EPOCH,
        LibraryEntry.State.COMPLETE,
        Optional.empty(),
        health);
  }

  @Test
  void valuesThatAreNotFiniteAreCalledWhatTheyAre() {
    assertThat(words.healthText(entry(Health.NAN))).isEqualTo("NaN");
    assertThat(words.healthText(entry(Health.INF))).isEqualTo("Inf");
    assertThat(words.healthText(entry(Health.NAN_AND_INF))).isEqualTo("NaN and Inf");
  }

  @Test
  void noTwoStatesOfTheValuesAreCalledTheSame() {
    assertThat(Arrays.stream(Health.values()).map(health -> words.healthText(entry(health))))
        .doesNotHaveDuplicates();
  }
}
