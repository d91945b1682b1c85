package io.github.tensorloupe.ui.histogram;

import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// What there is to tell about what was done last. Belongs to the FX thread.
final class NoticeBoard {

  /// A sentence.
  ///
  /// @param text the sentence
  /// @param failure whether something went wrong
  record Notice(String text, boolean failure) {}

  private final ReadOnlyObjectWrapper<Optional<Notice>> notice =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  /// Tells that something was done.
  void tell(String text) {
    notice.set(Optional.of(new Notice(text, false)));
  }

  /// Tells that something went wrong.
  void warn(String text) {
    notice.set(Optional.of(new Notice(text, true)));
  }

  /// Takes it away.
  void clear() {
    notice.set(Optional.empty());
  }

  /// What is told now.
  ReadOnlyObjectProperty<Optional<Notice>> noticeProperty() {
    return notice.getReadOnlyProperty();
  }
}
