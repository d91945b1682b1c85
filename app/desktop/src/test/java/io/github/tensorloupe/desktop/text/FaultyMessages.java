package io.github.tensorloupe.desktop.text;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// English messages that throw on demand, to put a fault into any class that uses messages.
/// Thread-safe.
public final class FaultyMessages {

  private final Map<String, String> texts = Messages.texts(Language.ENGLISH);
  private volatile Predicate<String> isFaulty = _ -> false;

  /// Throws from now on if a matching class is on the call stack.
  ///
  /// @param asking receives the full name of a class
  public void failFor(Predicate<String> asking) {
    isFaulty = asking;
  }

  public Messages messages() {
    return new Messages(
        Language.ENGLISH,
        new AbstractMap<>() {
          @Override
          public String get(Object key) {
            if (StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> isFaulty.test(frame.getClassName())))) {
              throw new IllegalStateException("thrown on purpose");
            }
            return texts.get(key);
          }

          @Override
          public Set<Map.Entry<String, String>> entrySet() {
            return texts.entrySet();
          }
        });
  }
}
