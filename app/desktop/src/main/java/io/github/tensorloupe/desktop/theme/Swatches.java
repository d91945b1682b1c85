package io.github.tensorloupe.desktop.theme;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;

/// Reads the grounds that the style sheets give to style classes, for what is drawn by hand. Has to
/// be a child of whatever it reads the colours for; takes no room. Belongs to the FX thread.
public final class Swatches extends Pane {

  /// How many colours there are for things of equal rank, such as groups.
  public static final int GROUP_COLORS = 7;

  private final Map<String, Region> regions = new HashMap<>();
  private final List<Runnable> listeners = new ArrayList<>();

  /// The colours of all families of dtypes and of groups, and some more.
  ///
  /// @param more style classes; each is read together with the class `swatch`
  public Swatches(String... more) {
    setManaged(false);
    setMouseTransparent(true);
    DtypeStyles.STYLE_CLASSES.forEach(name -> add(name, "dtype-bar"));
    for (int group = 0; group < GROUP_COLORS; group++) {
      add("group-" + group, "swatch");
    }
    for (String name : more) {
      add(name, "swatch");
    }
  }

  private void add(String name, String with) {
    Region region = new Region();
    region.getStyleClass().addAll(with, name);
    region.backgroundProperty().addListener((_, _, _) -> listeners.forEach(Runnable::run));
    regions.put(name, region);
    getChildren().add(region);
  }

  /// Calls back whenever a style sheet gives another colour.
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /// The ground of a style class; grey before the style sheets are there.
  public Color of(String styleClass) {
    Region region = regions.get(styleClass);
    return region.getBackground() == null || region.getBackground().isEmpty()
        ? Color.GRAY
        : (Color) region.getBackground().getFills().getLast().getFill();
  }

  /// One of the colours for things of equal rank; they repeat.
  ///
  /// @param rank from 0
  public Color ofGroup(int rank) {
    return of("group-" + rank % GROUP_COLORS);
  }
}
