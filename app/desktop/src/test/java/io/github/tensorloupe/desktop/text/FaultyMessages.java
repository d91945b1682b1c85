package io.github.tensorloupe.desktop.text;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// English texts that throw where they are told to, so that a fault can be put into whatever asks
/// for a text. Thread-safe.
public final class FaultyMessages {

  private final Map<String, String> texts = Messages.texts(Language.ENGLISH);
  private volatile Predicate<String> isFaulty = _ -> false;

  /// Throws from now on where a class asks that is told of here.
  ///
  /// @param asking takes the full name of a class
  public void failFor(Predicate<String> asking) {
    isFaulty = asking;
  }

  /// The texts.
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
