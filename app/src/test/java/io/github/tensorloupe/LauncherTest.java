package io.github.tensorloupe;

import static org.assertj.core.api.Assertions.assertThat;

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
  void otherDesktopsAlwaysHaveADisplay() {
    assertThat(Launcher.hasDisplay("Windows 11", Map.of())).isTrue();
    assertThat(Launcher.hasDisplay("Mac OS X", Map.of())).isTrue();
  }
}
