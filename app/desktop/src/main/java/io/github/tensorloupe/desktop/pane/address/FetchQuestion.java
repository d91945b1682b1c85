package io.github.tensorloupe.desktop.pane.address;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.remote.FetchBudget;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Asks for consent in a panel before a large transfer. The reading thread waits for the answer. A
/// refusal cancels its work.
public record FetchQuestion(PanelHost panels, Jobs jobs, Messages messages)
    implements FetchBudget.Consent {

  /// @throws CancellationException if the user refuses, or the work is stopped in the meantime
  @Override
  public Optional<Sentence> objection(String server, long byteCount) {
    Cancellation work = Cancellation.ofThread();
    // Threads of the same work ask one after another, and a refusal to one applies to all.
    work.check();
    CompletableFuture<Void> answer = new CompletableFuture<>();
    jobs.later(() -> show(server, byteCount, answer));
    try {
      work.await(answer);
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      answer.cancel(false);
    }
  }

  private void show(String server, long byteCount, CompletableFuture<Void> answer) {
    String size = messages.bytes(byteCount);
    String title = messages.text("fetch.title", size);
    Runnable refuse = () -> answer.cancel(false);
    Supplier<Panel> maker =
        () -> {
          Panel panel = new Panel("fetch");
          panel.setTitle(title, "");
          String sentence = messages.text("fetch.sentence", size, server);
          panel.setBody(new VBox(PanelParts.wrapping(sentence)));
          panel.setButtons(
              List.of(),
              List.of(button("leave", refuse), button("fetch", () -> answer.complete(null))));
          panel.setOnEscape(refuse);
          answer.whenComplete((_, _) -> jobs.later(() -> panels.hide(panel)));
          // Another panel may replace this one.
          panel
              .sceneProperty()
              .subscribe(
                  (_, now) -> {
                    if (now == null) {
                      refuse.run();
                    }
                  });
          return panel;
        };
    panels.show("address", title, maker, refuse);
  }

  private Button button(String id, Runnable action) {
    return PanelParts.button("fetch-" + id, messages.text("fetch." + id), action);
  }
}
