package io.github.tensorloupe.desktop.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.Test;

class FollowingTest {

  private final ObjectProperty<String> value = new SimpleObjectProperty<>("first");
  private final ObservableList<String> list = FXCollections.observableArrayList();
  private final List<String> events = new ArrayList<>();

  /// Returns a view with every kind of subscription.
  private Region view() {
    Region view = new Region();
    WeakSubscriptions following = WeakSubscriptions.of(view);
    following.subscribe(value, now -> events.add("now " + now + view.getId()));
    following.subscribe(value, (before, now) -> events.add(before + " to " + now));
    following.subscribe(list, () -> events.add("list"));
    following.changes(list, () -> events.add("change"));
    return view;
  }

  private void changeAll() {
    value.set("second");
    list.add("one");
  }

  @Test
  void viewReceivesChangesOfItsModels() {
    Region view = view();
    assertThat(events).containsExactly("now firstnull");

    view.setId("!");
    changeAll();

    assertThat(events)
        .containsExactly("now firstnull", "now second!", "first to second", "list", "change");
  }

  @Test
  void removedViewsReceiveNoChanges() {
    StackPane parent = new StackPane(new StackPane(view()));
    events.clear();

    WeakSubscriptions.endIn(parent);
    changeAll();

    assertThat(events).isEmpty();
  }

  @Test
  void modelsDoNotHoldDiscardedViews() {
    WeakReference<Region> view = new WeakReference<>(view());
    for (int i = 0; i < 20 && view.get() != null; i++) {
      System.gc();
    }

    assertThat(view.get()).isNull();
    events.clear();
    changeAll();
    assertThat(events).isEmpty();
  }
}
