package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import io.github.tensorloupe.desktop.pane.metadata.MetadataRow.Arrangement;
import io.github.tensorloupe.desktop.pane.metadata.MetadataRow.Arrangement.Order;
import io.github.tensorloupe.work.Cancellation;
import org.junit.jupiter.api.Test;

class MetadataArrangementTest {

  private static final List<MetadataRow> ROWS =
      List.of(
          new MetadataRow(0, "b", "Castle", false),
          new MetadataRow(1, "A", "", false),
          new MetadataRow(2, "castle_c", "x", false));

  private static List<String> keys(String findText, Order order) {
    return new Arrangement(findText, order)
        .arrange(ROWS, Cancellation.NEVER).stream().map(MetadataRow::key).toList();
  }

  @Test
  void emptySearchShowsAllRowsInFileOrder() {
    assertThat(keys("", Order.FILE)).containsExactly("b", "A", "castle_c");
  }

  @Test
  void searchIgnoresCase() {
    assertThat(keys("cASTLE", Order.FILE)).containsExactly("b", "castle_c");
  }

  @Test
  void orderOfKeysIgnoresCase() {
    assertThat(keys("", Order.KEY_ASCENDING)).containsExactly("A", "b", "castle_c");
    assertThat(keys("", Order.KEY_DESCENDING)).containsExactly("castle_c", "b", "A");
  }

  @Test
  void cancellingStopsTheSearch() {
    assertThatThrownBy(() -> new Arrangement("x", Order.FILE).arrange(ROWS, () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
