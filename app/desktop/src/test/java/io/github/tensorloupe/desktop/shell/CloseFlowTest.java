package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.session.RememberedDocument;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CloseFlowTest {

  private final CloseFlow flow = new CloseFlow(null, () -> {});
  private final Path a = Path.of("a.safetensors");
  private final Path b = Path.of("b.safetensors");

  @Test
  void closedComparisonDoesNotReplaceItsFirstFile() {
    RememberedDocument file = RememberedDocument.of(a);
    RememberedDocument comparison = RememberedDocument.of(a, Optional.of(b));

    flow.note(file);
    flow.note(comparison);

    assertThat(flow.closed).containsExactly(comparison, file);
  }

  @Test
  void fileThatIsClosedAgainIsListedOnce() {
    flow.note(RememberedDocument.of(a));
    flow.note(RememberedDocument.of(b));
    flow.note(RememberedDocument.of(a));

    assertThat(flow.closed).extracting(RememberedDocument::path).doesNotHaveDuplicates().hasSize(2);
  }
}
