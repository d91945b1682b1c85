package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LauncherTest {

  @Test
  void aDisplayOfX11OrWaylandIsADisplay() {
    assertThat(Launcher.hasDisplay("Linux", Map.of("DISPLAY", ":0"))).isTrue();
    assertThat(Launcher.hasDisplay("Linux", Map.of("WAYLAND_DISPLAY", "wayland-0"))).isTrue();
  }

  @Test
  void anEmptyOrMissingDisplayIsNone() {
    assertThat(Launcher.hasDisplay("Linux", Map.of())).isFalse();
    assertThat(Launcher.hasDisplay("Linux", Map.of("DISPLAY", ""))).isFalse();
  }

  @Test
  void aPathThatNoFileCanHaveIsASentence() {
    assertThat(Launcher.impossibleName("UTF-8", "/models/a", "ä 模")).isEmpty();
    assertThat(Launcher.impossibleName("UTF-8", "/models/a", "b\0c").orElseThrow())
        .startsWith("No file can have the name b")
        .doesNotContain("LC_ALL");
    assertThat(Launcher.impossibleName("ANSI_X3.4-1968", "b\0c").orElseThrow())
        .endsWith("file names in ANSI_X3.4-1968; LC_ALL=C.UTF-8 spells all of them.");
    assertThat(Launcher.run("b\0c")).isEqualTo(2);
  }

  @Test
  void reasonOfAJavaFxFailureIsReported() {
    RuntimeException failure =
        new RuntimeException("Exception in Application start method", new IOException("no luck"));

    assertThat(Launcher.reasonOf(failure)).isEqualTo("java.io.IOException: no luck");
    assertThat(Launcher.reasonOf(new RuntimeException("no display"))).isEqualTo("no display");
  }

  @Test
  void otherDesktopsAlwaysHaveADisplay() {
    assertThat(Launcher.hasDisplay("Windows 11", Map.of())).isTrue();
    assertThat(Launcher.hasDisplay("Mac OS X", Map.of())).isTrue();
  }
}
