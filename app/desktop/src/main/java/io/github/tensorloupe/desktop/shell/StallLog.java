package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.job.ForegroundWatch.Stall;
import io.github.tensorloupe.desktop.log.ProgramLog;

/// Tells the log of times in which the FX thread did not answer: what it was doing once for each
/// place, for a machine with much to do would fill the log with it. Belongs to one thread.
final class StallLog implements Consumer<Stall> {

  private static final int MOST_PLACES = 100;
  private static final String OWN = "io.github.tensorloupe.";

  private final ProgramLog log;
  private final Set<String> places = new HashSet<>();

  StallLog(ProgramLog log) {
    this.log = log;
  }

  @Override
  public void accept(Stall stall) {
    String place = placeOf(stall.stack());
    String sentence = "the window did not answer for %d ms".formatted(stall.took().toMillis());
    if (places.size() < MOST_PLACES && places.add(place)) {
      log.warning(sentence, stall.asFailure());
    } else {
      log.warning(sentence + ", as before in " + place);
    }
  }

  /// Where this program was, rather than what it made others do.
  private static String placeOf(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> frame.getClassName().startsWith(OWN))
        .findFirst()
        .or(() -> Arrays.stream(stack).findFirst())
        .map(StackTraceElement::toString)
        .orElse("no place that is known");
  }
}
