package io.github.tensorloupe.desktop.testing;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/// Passes a stage to the methods with [Start], which run on the FX thread before each test, and a
/// robot to tests with such a parameter. Works like the extension of TestFX, but waits for [Pulses]
/// instead of time. After each test, the window of the tests is empty, no other window is shown,
/// and no key or button is pressed.
public final class StageExtension
    implements BeforeEachCallback, AfterEachCallback, ParameterResolver {

  private static final int SECONDS = 120;

  private final FxRobot robot = new PulseRobot();

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    Stage stage = FxToolkit.registerPrimaryStage();
    onFxThread(
        () ->
            AnnotationSupport.findAnnotatedMethods(
                    context.getRequiredTestClass(), Start.class, HierarchyTraversalMode.TOP_DOWN)
                .forEach(
                    method ->
                        ReflectionSupport.invokeMethod(
                            method, context.getRequiredTestInstance(), stage)));
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    Pulses.awaitNoJobs();
    onFxThread(TestWindow::clear);
    robot.release(new KeyCode[0]);
    robot.release(new MouseButton[0]);
  }

  private static void onFxThread(Runnable action) throws Exception {
    Future<?> done = WaitForAsyncUtils.asyncFx(action);
    WaitForAsyncUtils.waitFor(SECONDS, TimeUnit.SECONDS, done);
    Pulses.settle();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == FxRobot.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return robot;
  }
}
