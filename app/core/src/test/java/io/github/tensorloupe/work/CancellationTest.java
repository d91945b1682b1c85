package io.github.tensorloupe.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CancellationTest {

  @Test
  void checkStopsOnceItIsRequested() {
    AtomicBoolean requested = new AtomicBoolean();
    Cancellation cancellation = requested::get;
    assertThatCode(cancellation::check).doesNotThrowAnyException();
    requested.set(true);
    assertThatThrownBy(cancellation::check).isInstanceOf(CancellationException.class);
    assertThatThrownBy(cancellation::check).isInstanceOf(CancellationException.class);
  }

  @Test
  void neverIsNeverRequested() {
    assertThat(Cancellation.NEVER.isRequested()).isFalse();
    assertThatCode(Cancellation.NEVER::check).doesNotThrowAnyException();
  }

  @Test
  void anInterruptIsNoRequest() {
    Thread.currentThread().interrupt();
    try {
      assertThatCode(Cancellation.NEVER::check).doesNotThrowAnyException();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void waitOfAnInterruptedThreadFailsEvenIfTheResultIsAvailable() {
    FutureTask<String> result = new FutureTask<>(() -> "result");
    result.run();
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> Cancellation.NEVER.await(result))
          .isInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void noProgressTakesEveryReport() {
    assertThatCode(() -> Progress.NONE.report(0, 0)).doesNotThrowAnyException();
  }
}
