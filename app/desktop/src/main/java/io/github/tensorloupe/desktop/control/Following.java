package io.github.tensorloupe.desktop.control;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import javafx.beans.Observable;
import javafx.beans.WeakInvalidationListener;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.beans.value.WeakChangeListener;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.collections.WeakListChangeListener;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.MenuItem;

/// What a view hears of models that live longer than it does. Belongs to the FX thread.
///
/// A pane that has failed is made anew, over the same models, and a panel whenever somebody asks
/// for it. If the old one subscribed to a model itself, the model would hold it and go on changing
/// it. So a view subscribes here: models hold it weakly, and whoever takes a view away for good
/// ends all that was heard inside it.
public final class Following {

  private final List<Object> heard = new ArrayList<>();
  private final List<Runnable> endings = new ArrayList<>();

  private Following() {}

  /// What a view hears, for as long as there is the view.
  public static Following of(Node view) {
    return in(view.getProperties());
  }

  /// What an item of a menu hears, for as long as there is the item.
  public static Following of(MenuItem item) {
    return in(item.getProperties());
  }

  private static Following in(Map<Object, Object> properties) {
    return (Following) properties.computeIfAbsent(Following.class, _ -> new Following());
  }

  /// Ends what a view and all views inside it hear; nothing changes them any more.
  public static void endIn(Node view) {
    if (view.hasProperties()
        && view.getProperties().get(Following.class) instanceof Following all) {
      all.end();
    }
    if (view instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(Following::endIn);
    }
  }

  private void end() {
    endings.forEach(Runnable::run);
    endings.clear();
    heard.clear();
  }

  /// Does something with a value, now and whenever it changes.
  public <T> void subscribe(ObservableValue<T> value, Consumer<? super T> action) {
    subscribe(value, (_, now) -> action.accept(now));
    action.accept(value.getValue());
  }

  /// Does something with the value before and the value after, whenever it changes.
  public <T> void subscribe(ObservableValue<T> value, BiConsumer<? super T, ? super T> action) {
    ChangeListener<T> listener = (_, before, now) -> action.accept(before, now);
    WeakChangeListener<T> weak = new WeakChangeListener<>(listener);
    value.addListener(weak);
    heard.add(listener);
    endings.add(() -> value.removeListener(weak));
  }

  /// Does something whenever a list or a value changes.
  public void subscribe(Observable value, Runnable action) {
    InvalidationListener listener = _ -> action.run();
    WeakInvalidationListener weak = new WeakInvalidationListener(listener);
    value.addListener(weak);
    heard.add(listener);
    endings.add(() -> value.removeListener(weak));
  }

  /// Does something whenever a list has changed, after those that heard of it before.
  public <T> void changes(ObservableList<T> list, Runnable action) {
    ListChangeListener<T> listener = _ -> action.run();
    WeakListChangeListener<T> weak = new WeakListChangeListener<>(listener);
    list.addListener(weak);
    heard.add(listener);
    endings.add(() -> list.removeListener(weak));
  }

  /// The same action for a model that calls back by itself: it does nothing once the view is gone.
  public Runnable weakly(Runnable action) {
    WeakReference<Runnable> weak = new WeakReference<>(action);
    heard.add(action);
    endings.add(weak::clear);
    return () -> {
      Runnable there = weak.get();
      if (there != null) {
        there.run();
      }
    };
  }
}
