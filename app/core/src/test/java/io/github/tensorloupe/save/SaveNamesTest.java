package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SaveNamesTest {

  @BeforeEach
  void assumeNamesOfBytes() {
    assumeThat(File.separatorChar).isEqualTo('/');
  }

  private static Path named(String percentEncoded) {
    return Path.of(URI.create("file:///folder/" + percentEncoded));
  }

  private static String encoded(Path path) {
    return path.toUri().getRawPath();
  }

  @Test
  void bytesThatAreNoTextStayInTheNameOfTheJournal() {
    assertThat(encoded(SaveNames.journal(named("a%FF+b"))))
        .isEqualTo("/folder/.a%FF+b.tensorloupe-save");
    assertThat(encoded(SaveNames.journal(named("%C3%A9"))))
        .isEqualTo("/folder/.%C3%A9.tensorloupe-save");
  }

  @Test
  void namesThatLookTheSameHaveJournalsOfTheirOwn() {
    assertThat(SaveNames.journal(named("a%FF"))).isNotEqualTo(SaveNames.journal(named("a%FE")));
    String longName = "n".repeat(240);
    assertThat(SaveNames.draft(named(longName + "%FF")))
        .isNotEqualTo(SaveNames.draft(named(longName + "%FE")));
  }

  @Test
  void leftoverLeadsBackToItsFile() {
    for (String name : new String[] {"a", "a%FF", "%C3%A9%0A", "..."}) {
      assertThat(SaveNames.target(SaveNames.journal(named(name)))).contains(named(name));
      assertThat(SaveNames.target(SaveNames.draft(named(name)))).contains(named(name));
      Path part = SaveNames.part(named(name), "1f");
      assertThat(SaveNames.targetOfPart(part)).contains(named(name));
      assertThat(SaveNames.isPartOf(part, named(name))).isTrue();
      assertThat(SaveNames.isKept(named(name + ".kept%0A"))).isFalse();
    }
  }
}
