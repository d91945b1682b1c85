package io.github.tensorloupe.desktop.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import javafx.geometry.Point2D;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination.ModifierValue;
import javafx.scene.input.MouseButton;
import javafx.stage.Window;
import org.testfx.api.FxRobot;
import org.testfx.robot.KeyboardRobot;
import org.testfx.robot.Motion;
import org.testfx.robot.MouseRobot;
import org.testfx.service.query.PointQuery;

/// A robot that waits for pulses instead of time, and whose mouse jumps to its target. Must be used
/// on the thread of the test.
final class PulseRobot extends FxRobot {

  /// The step of a mouse drag, in pixels. The nodes on the path notice the drag, because the
  /// headless platform sends them the events that a captured mouse would send to the pressed node.
  private static final double DRAG_STEP = 4;

  private final MouseRobot mouse = robotContext().getMouseRobot();
  private final KeyboardRobot keyboard = robotContext().getKeyboardRobot();

  @Override
  public FxRobot interact(Runnable action) {
    return interactNoWait(action).interrupt();
  }

  @Override
  public <T> FxRobot interact(Callable<T> action) {
    return interactNoWait(action).interrupt();
  }

  @Override
  public FxRobot interrupt() {
    Pulses.settle();
    return this;
  }

  @Override
  public FxRobot interrupt(int attempts) {
    return interrupt();
  }

  @Override
  public FxRobot press(KeyCode... keys) {
    keyboard.pressNoWait(keys);
    return interrupt();
  }

  @Override
  public FxRobot release(KeyCode... keys) {
    keyboard.releaseNoWait(keys);
    return interrupt();
  }

  @Override
  public FxRobot push(KeyCode... combination) {
    keyboard.pressNoWait(combination);
    for (int i = combination.length - 1; i >= 0; i--) {
      keyboard.releaseNoWait(combination[i]);
    }
    return interrupt();
  }

  @Override
  public FxRobot push(KeyCodeCombination combination) {
    List<KeyCode> keys = new ArrayList<>();
    addIf(keys, combination.getShift(), KeyCode.SHIFT);
    addIf(keys, combination.getAlt(), KeyCode.ALT);
    addIf(keys, combination.getShortcut(), KeyCode.SHORTCUT);
    addIf(keys, combination.getControl(), KeyCode.CONTROL);
    keys.add(combination.getCode());
    return push(keys.toArray(KeyCode[]::new));
  }

  private static void addIf(List<KeyCode> keys, ModifierValue modifier, KeyCode key) {
    if (modifier == ModifierValue.DOWN) {
      keys.add(key);
    }
  }

  @Override
  public FxRobot type(KeyCode... keys) {
    for (KeyCode key : keys) {
      push(key);
    }
    return this;
  }

  @Override
  public FxRobot type(KeyCode key, int times) {
    for (int i = 0; i < times; i++) {
      push(key);
    }
    return this;
  }

  @Override
  public FxRobot press(MouseButton... buttons) {
    mouse.pressNoWait(buttons);
    return interrupt();
  }

  @Override
  public FxRobot release(MouseButton... buttons) {
    mouse.releaseNoWait(buttons);
    return interrupt();
  }

  @Override
  public FxRobot clickOn(MouseButton... buttons) {
    mouse.pressNoWait(buttons);
    return release(buttons);
  }

  @Override
  public FxRobot clickOn(PointQuery place, Motion motion, MouseButton... buttons) {
    return moveTo(place, motion).clickOn(buttons);
  }

  @Override
  public FxRobot doubleClickOn(MouseButton... buttons) {
    return clickOn(buttons).clickOn(buttons);
  }

  @Override
  public FxRobot doubleClickOn(PointQuery place, Motion motion, MouseButton... buttons) {
    return moveTo(place, motion).doubleClickOn(buttons);
  }

  @Override
  public FxRobot moveTo(PointQuery place, Motion motion) {
    moveTo(place::query);
    return this;
  }

  @Override
  public FxRobot moveBy(double x, double y, Motion motion) {
    Point2D target = robotContext().getBaseRobot().retrieveMouse().add(x, y);
    moveTo(() -> target);
    return this;
  }

  /// Moves to a point that the window may shift during the move.
  private void moveTo(Supplier<Point2D> place) {
    Point2D target = place.get();
    if (!mouse.getPressedButtons().isEmpty()) {
      Point2D start = robotContext().getBaseRobot().retrieveMouse();
      double distance = start.distance(target);
      for (double distanceMoved = DRAG_STEP; distanceMoved < distance; distanceMoved += DRAG_STEP) {
        mouse.moveNoWait(start.interpolate(target, distanceMoved / distance));
      }
    }
    mouse.moveNoWait(target);
    interrupt();
    Point2D shifted = place.get();
    if (!shifted.equals(target)) {
      mouse.moveNoWait(shifted);
      interrupt();
    }
  }

  @Override
  public FxRobot drag(MouseButton... buttons) {
    return press(buttons);
  }

  @Override
  public FxRobot drag(PointQuery place, MouseButton... buttons) {
    return moveTo(place, Motion.DEFAULT).drag(buttons);
  }

  @Override
  public FxRobot drop() {
    return release(new MouseButton[0]);
  }

  @Override
  public FxRobot dropTo(PointQuery place) {
    return moveTo(place, Motion.DEFAULT).drop();
  }

  @Override
  public FxRobot dropBy(double x, double y) {
    return moveBy(x, y, Motion.DEFAULT).drop();
  }

  @Override
  public FxRobot write(char character) {
    return write(Character.toString(character));
  }

  @Override
  public FxRobot write(String text) {
    Scene scene = focusedWindow().getScene();
    for (char character : text.toCharArray()) {
      KeyCode key =
          switch (character) {
            case '\n' -> KeyCode.ENTER;
            case '\t' -> KeyCode.TAB;
            default -> KeyCode.UNDEFINED;
          };
      robotContext().getBaseRobot().typeKeyboard(scene, key, Character.toString(character));
    }
    return interrupt();
  }

  @Override
  public FxRobot write(String text, int sleepMillis) {
    return write(text);
  }

  private Window focusedWindow() {
    return listWindows().stream().filter(Window::isFocused).findFirst().orElseGet(() -> window(0));
  }
}
