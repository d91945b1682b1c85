package io.github.tensorloupe.desktop.pane.address;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.PanelSource;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.remote.Allowance;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Asks in a panel before much is fetched. The thread that reads waits for the answer, or until its
/// work is stopped.
public record FetchQuestion(PanelHost panels, Jobs jobs, Messages messages)
    implements Allowance.Consent {

  private static final Sentence REFUSED = Sentence.of("You chose not to fetch them.");

  @Override
  public Optional<Sentence> objection(String server, long byteCount) {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    jobs.later(() -> show(server, byteCount, answer));
    try {
      return Cancellation.ofThread().await(answer) ? Optional.empty() : Optional.of(REFUSED);
    } catch (CancellationException e) {
      // Nobody refused: others who wait for the same bytes are asked for themselves.
      answer.complete(false);
      throw e;
    } catch (IOException e) {
      return Optional.of(REFUSED);
    }
  }

  private void show(String server, long byteCount, CompletableFuture<Boolean> answer) {
    String size = messages.bytes(byteCount);
    String title = messages.text("fetch.title", size);
    Supplier<Panel> maker =
        () -> {
          Panel panel = new Panel("fetch");
          Consumer<Boolean> answered =
              fetches -> {
                // Before the panel goes, which is an answer too.
                answer.complete(fetches);
                panels.hide(panel);
              };
          panel.setTitle(title, "");
          String sentence = messages.text("fetch.sentence", size, server);
          panel.setBody(new VBox(PanelParts.wrapping(sentence)));
          panel.setButtons(
              List.of(),
              List.of(
                  button("leave", () -> answered.accept(false)),
                  button("fetch", () -> answered.accept(true))));
          panel.setOnEscape(() -> answered.accept(false));
          // The work that asked may be stopped, or be answered by a panel that came after this one.
          answer.thenRun(() -> jobs.later(() -> panels.hide(panel)));
          panel.sceneProperty().subscribe((was, now) -> leave(was, now, answer));
          return panel;
        };
    panels.show(new PanelSource("address", title, maker, () -> answer.complete(false)));
  }

  /// A panel that another one took the place of was not answered.
  private static void leave(Scene was, Scene now, CompletableFuture<Boolean> answer) {
    if (was != null && now == null) {
      answer.complete(false);
    }
  }

  private Button button(String id, Runnable action) {
    return PanelParts.button("fetch-" + id, messages.text("fetch." + id), action);
  }
}
