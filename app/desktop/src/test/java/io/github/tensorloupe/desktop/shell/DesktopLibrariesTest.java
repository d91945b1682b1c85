package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.tensorloupe.desktop.shell.Launcher.DesktopLibraries;
import java.util.concurrent.Callable;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

class DesktopLibrariesTest {

  private static final String TEXT_LINE =
      "apt-get install --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0";
  private static final String WINDOW_LINE = "apt-get install --no-install-recommends libgtk-3-0";

  @Test
  void javaFxDrawsTextOnThisMachine() throws Exception {
    Callable<Double> picture =
        () -> {
          Label label = new Label("tensor");
          new Scene(label).snapshot(null);
          return label.getWidth();
        };
    try {
      FxToolkit.registerPrimaryStage();
      assertThat(WaitForAsyncUtils.waitForAsyncFx(10_000, picture)).isPositive();
    } catch (Exception | LinkageError e) {
      fail(DesktopLibraries.missing(e).orElse("JavaFX does not start"), e);
    }
  }

  @Test
  void missingPangoIsNamed() {
    assertTextLine(new UnsatisfiedLinkError("no javafx_font_pango in java.library.path: /lib"));
  }

  @Test
  void missingFreetypeIsNamed() {
    assertTextLine(
        new ExceptionInInitializerError(
            new NullPointerException(
                "Cannot invoke \"com.sun.javafx.font.FontFactory.isPlatformFont(String)\"")));
  }

  @Test
  void missingFontsAreNamed() {
    NullPointerException failure = new NullPointerException("because the value is null");
    failure.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement(
              "com.sun.javafx.font.LogicalFont", "getStrike", "LogicalFont.java", 461)
        });

    assertTextLine(failure);
  }

  @Test
  void secondFailureOfTheSameClassIsNamed() {
    assertTextLine(
        new NoClassDefFoundError(
            "Could not initialize class com.sun.javafx.font.freetype.OSPango"));
  }

  @Test
  void reasonIsFoundInNestedFailures() {
    assertTextLine(
        new RuntimeException(
            new IllegalStateException("no scene", new UnsatisfiedLinkError("javafx_font_pango"))));
  }

  @Test
  void missingWindowToolkitIsNamed() {
    assertThat(DesktopLibraries.missing(new UnsatisfiedLinkError("libglassgtk3.so: no such file")))
        .hasValueSatisfying(sentence -> assertThat(sentence).contains(WINDOW_LINE));
    assertThat(
            DesktopLibraries.missing(new UnsupportedOperationException("Unable to open DISPLAY")))
        .hasValueSatisfying(sentence -> assertThat(sentence).contains(WINDOW_LINE));
  }

  @Test
  void otherFailuresAreLeftAlone() {
    assertThat(DesktopLibraries.missing(new NullPointerException("tensor"))).isEmpty();
    assertThat(DesktopLibraries.missing(new UnsatisfiedLinkError("libother.so"))).isEmpty();
    assertThat(DesktopLibraries.missing(new IllegalStateException())).isEmpty();
    assertThat(DesktopLibraries.missing(new UnsupportedOperationException())).isEmpty();
  }

  @Test
  void circleOfCausesIsWalkedOnce() {
    Exception first = new Exception("first");
    first.initCause(new Exception("second", first));

    assertThat(DesktopLibraries.missing(first)).isEmpty();
  }

  private static void assertTextLine(Throwable failure) {
    assertThat(DesktopLibraries.missing(failure))
        .hasValueSatisfying(sentence -> assertThat(sentence).contains(TEXT_LINE));
  }
}
