package io.github.tensorloupe.desktop.control;

import module java.base;
import module javafx.controls;

import javafx.beans.Observable;

/// The subscriptions of a view to models that outlive it. Belongs to the FX thread.
///
/// Panels and failed panes are created again over the same models. A direct subscription would keep
/// the old view reachable and updated. Subscriptions made here are weak, and end with
/// [#endIn(Node)] when a view is removed permanently.
public final class WeakSubscriptions {

  private final List<Object> listeners = new ArrayList<>();
  private final List<Runnable> endings = new ArrayList<>();

  private WeakSubscriptions() {}

  public static WeakSubscriptions of(Node view) {
    return in(view.getProperties());
  }

  public static WeakSubscriptions of(MenuItem item) {
    return in(item.getProperties());
  }

  private static WeakSubscriptions in(Map<Object, Object> properties) {
    return (WeakSubscriptions)
        properties.computeIfAbsent(WeakSubscriptions.class, _ -> new WeakSubscriptions());
  }

  /// Ends the subscriptions of a view and all views inside it.
  public static void endIn(Node view) {
    if (view.hasProperties()
        && view.getProperties().get(WeakSubscriptions.class) instanceof WeakSubscriptions all) {
      all.end();
    }
    if (view instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(WeakSubscriptions::endIn);
    }
  }

  /// Ends the subscriptions of a part with the subscriptions of the view, even if the part is not
  /// in the view yet.
  public void include(Node part) {
    endings.add(() -> endIn(part));
  }

  private void end() {
    endings.forEach(Runnable::run);
    endings.clear();
    listeners.clear();
  }

  /// Passes a value to the action, now and whenever it changes.
  public <T> void subscribe(ObservableValue<T> value, Consumer<? super T> action) {
    subscribe(value, (_, now) -> action.accept(now));
    action.accept(value.getValue());
  }

  /// Passes the old and the new value to the action whenever the value changes.
  public <T> void subscribe(ObservableValue<T> value, BiConsumer<? super T, ? super T> action) {
    ChangeListener<T> listener = (_, before, now) -> action.accept(before, now);
    register(
        listener, new WeakChangeListener<>(listener), value::addListener, value::removeListener);
  }

  /// Runs an action whenever a list or a value changes.
  public void subscribe(Observable value, Runnable action) {
    InvalidationListener all = _ -> action.run();
    register(all, new WeakInvalidationListener(all), value::addListener, value::removeListener);
  }

  /// Runs an action whenever a list has changed, after earlier listeners.
  public <T> void changes(ObservableList<T> list, Runnable action) {
    ListChangeListener<T> listener = _ -> action.run();
    register(
        listener, new WeakListChangeListener<>(listener), list::addListener, list::removeListener);
  }

  private <L> void register(Object listener, L weak, Consumer<L> add, Consumer<L> remove) {
    add.accept(weak);
    listeners.add(listener);
    endings.add(() -> remove.accept(weak));
  }
}
