package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.error.Remark;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// What there is to tell about what was done last. Belongs to the FX thread.
final class NoticeBoard {

  private final ReadOnlyObjectWrapper<Optional<Remark>> notice =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  /// Tells that something was done.
  void tell(String text) {
    notice.set(Optional.of(Remark.done(text)));
  }

  /// Tells that something went wrong.
  ///
  /// @param text what, for a person
  void warn(String text, Throwable cause) {
    notice.set(Optional.of(Remark.failed(text, cause)));
  }

  /// Takes it away.
  void clear() {
    notice.set(Optional.empty());
  }

  /// What is told now.
  ReadOnlyObjectProperty<Optional<Remark>> noticeProperty() {
    return notice.getReadOnlyProperty();
  }
}
